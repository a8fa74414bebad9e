"""Mentions: every citation and every role that names a record, with the sentence it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.knowledge.mentions import Mention, Piece
from symposium.model.citing import read_targets
from symposium.sphinxext.domain import KnowledgeDomain
from symposium.sphinxext.facts import facts_of, mentions_in
from symposium.sphinxext.site import site_of

MARK = "\ufffc"
"""Stands for a reference while a paragraph is taken apart into sentences."""

ABBREVIATIONS = (
    "al", "cf", "e.g", "i.e", "etc", "vs", "dr", "prof", "mr", "mrs", "ms", "fig", "figs", "eq",
    "no", "vol", "pp", "p", "sec", "st", "jr", "sr", "ed", "eds", "resp", "approx", "ca",
)  # fmt: skip
RE_END = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s+\S)")
RE_LAST_WORD = re.compile(r"(\S+)$")
BRACKETED = frozenset({"p", "ps", "cite"})
"""Roles whose citations stand in brackets."""

NOT_A_BLOCK = (nodes.Inline, nodes.reference, pending_xref)


def setup(app: Sphinx) -> None:
    """Collect while reading; hand all to the site when reading is done."""
    app.connect("doctree-read", collect, priority=300)
    app.connect("env-updated", hand_over, priority=100)


def hand_over(app: Sphinx, env: BuildEnvironment) -> None:
    """Tell the site what the documents say."""
    site_of(app).know(mentions_in(env))


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the mentions of a document that has just been read."""
    docname = app.env.docname
    blocks: dict[nodes.Element, None] = {}
    for node in doctree.findall(nodes.Element):
        if reference_piece(node):
            blocks[_block_of(node)] = None
    title = _title_of(app, docname, doctree)
    facts_of(app.env, docname).mentions = tuple(
        mention for block in blocks for mention in _mentions_in_block(block, docname, title)
    )


def reference_piece(node: nodes.Element) -> Piece | None:
    """Return what a node refers to, if it is a citation or a role of ours."""
    if isinstance(node, nodes.footnote_reference) and "symposium-keys" in node:
        return Piece(kind="paper", ids=tuple(node["symposium-keys"]), cites=True)
    if not isinstance(node, pending_xref) or "symposium-listed" in node:
        return None
    domain = node.get("refdomain")
    if domain == "cite":
        keys = tuple(target.key for target in read_targets(node["reftarget"]))
        return Piece(kind="paper", ids=keys, cites=True, bracketed=node["reftype"] in BRACKETED)
    if domain == KnowledgeDomain.name:
        text = node.astext() if node.get("refexplicit") else ""
        return Piece(text=text, kind=node["reftype"], ids=(node["reftarget"],))
    return None


def _title_of(app: Sphinx, docname: str, doctree: nodes.document) -> str:
    site = site_of(app)
    if docname in site.documents:
        return site.kb.title_of(*site.documents[docname])
    title = next(iter(doctree.findall(nodes.title)), None)
    return title.astext() if title is not None else docname


def _block_of(node: nodes.Element) -> nodes.Element:
    """Return the paragraph (or term, heading, caption, …) that a reference stands in."""
    block: nodes.Element = node.parent
    while isinstance(block, NOT_A_BLOCK) and block.parent is not None:
        block = block.parent
    return block


def _section_of(node: nodes.Element) -> tuple[str, str]:
    """Return title and anchor of the section of a block; both empty for that of the page."""
    section = node
    while section is not None and not isinstance(section, nodes.section):
        section = section.parent
    if section is None or not isinstance(section.parent, nodes.section):
        return "", ""
    title = next(iter(section.findall(nodes.title)), None)
    return (title.astext() if title is not None else ""), section["ids"][0]


def _mentions_in_block(block: nodes.Element, docname: str, title: str) -> Iterator[Mention]:
    section, anchor = _section_of(block)
    for sentence in sentences(list(pieces_of(block))):
        seen = set()
        for piece in sentence:
            for target in piece.ids:
                if (piece.kind, target) in seen:
                    continue
                seen.add((piece.kind, target))
                yield Mention(
                    page=docname,
                    title=title,
                    section=section,
                    anchor=anchor,
                    kind=piece.kind,
                    id=target,
                    sentence=sentence,
                    how="cites" if piece.cites else "mentions",
                )


def pieces_of(node: nodes.Node) -> Iterator[Piece]:
    """Yield the text of a block, and the references in it."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield Piece(str(child))
        elif isinstance(child, nodes.Element):
            piece = reference_piece(child)
            if piece:
                yield piece
            elif isinstance(child, nodes.footnote_reference):
                continue
            elif isinstance(child, (nodes.Inline, nodes.TextElement)):
                yield from pieces_of(child)


def sentences(pieces: list[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Yield the sentences that hold a reference.

    >>> [len(s) for s in sentences([Piece("One. See "), Piece(kind="paper", ids=("a",)),
    ...                             Piece(" for more. Three.")])]
    [3]
    """
    text = "".join(MARK if piece.kind else piece.text.replace(MARK, "") for piece in pieces)
    references = iter([piece for piece in pieces if piece.kind])
    start = 0
    for end in (*sentence_ends(text), len(text)):
        sentence = " ".join(text[start:end].split())
        start = end
        if MARK not in sentence:
            continue
        parts = sentence.split(MARK)
        found: list[Piece] = [Piece(parts[0])] if parts[0] else []
        for part in parts[1:]:
            found.append(next(references))
            if part:
                found.append(Piece(part))
        yield tuple(found)


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the positions behind the sentences of a text but the last.

    Abbreviations and initials end no sentence, nor does a full stop before a lower-case letter.

    >>> text = "By A. Doe et al. in 2021. It works, e.g. here. Done."
    >>> [text[:end][-5:] for end in sentence_ends(text)]
    ['2021.', 'here.']
    """
    for end in RE_END.finditer(text):
        word = RE_LAST_WORD.search(text[: end.start()])
        last = word[1].lower().lstrip("([\"'“‘") if word else ""
        following = text[end.end() :].lstrip()[:1]
        if end[0].startswith(".") and (
            last in ABBREVIATIONS
            or (len(last) == 1 and last.isalpha())
            or (following.isalpha() and following.islower())
        ):
            continue
        yield end.end()
