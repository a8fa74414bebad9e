"""Collecting mentions: citations of and references to records, with their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.knowledge.mentions import SPACE, Mention, Mentions, TextPiece, excerpts, sentences
from symposium.model.citation_syntax import read_targets
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.citations import FOOTNOTE
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.document_facts import all_facts, facts_of
from symposium.sphinxext.domain import KnowledgeDomain
from symposium.sphinxext.guest_citations import without_prefixes
from symposium.sphinxext.scope import scope_of

NOT_A_BLOCK = (nodes.Inline, nodes.reference, pending_xref)


def setup(app: Sphinx) -> None:
    """Collect mentions while documents are read; then pass them to the site."""
    app.connect("doctree-read", collect, priority=300)
    app.connect("env-updated", hand_over, priority=100)


def hand_over(app: Sphinx, env: BuildEnvironment) -> None:
    """Pass the mentions in all documents to the site."""
    page_of = scope_of(app).layout.page
    facts = sorted(all_facts(env).items())
    mentions = Mentions({page_of(name): doc.mentions for name, doc in facts if doc.mentions})
    site_of(app).set_mentions(without_prefixes(app, mentions) if host_cites(app) else mentions)


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """Store the mentions in a document that has just been read."""
    docname, page = app.env.docname, scope_of(app).layout.page(app.env.docname)
    # sphinxcontrib-bibtex writes references to its footnotes as in reStructuredText: [#key]_.
    keys: Mapping[str, str] = app.env.temp_data.get("bibtex_footcite_names") or {}
    for node in doctree.findall(nodes.footnote_reference) if keys else ():
        if (key := node.rawsource.removeprefix("[#").removesuffix("]_")) in keys:
            node[FOOTNOTE] = key
    referring = filter(reference_piece, doctree.findall(nodes.Element))
    blocks = dict.fromkeys(map(_block_of, referring))
    title = _title_of(app, docname, doctree)
    facts_of(app.env, docname).mentions = tuple(
        mention for block in blocks for mention in _mentions_in_block(block, page, title)
    )


def reference_piece(node: nodes.Element) -> TextPiece | None:
    """Return a node as a piece of text if it is a citation or refers to a record."""
    if isinstance(node, nodes.footnote_reference) and FOOTNOTE in node:
        return TextPiece(kind="paper", ids=(node[FOOTNOTE],), role="p")
    if not isinstance(node, pending_xref):
        return None
    domain = node.get("refdomain")
    if domain == "cite":
        targets = read_targets(node["reftarget"])
        return TextPiece(
            kind="paper",
            ids=tuple([target.key for target in targets]),
            role=node["reftype"],
            notes=tuple([(target.pre, target.post) for target in targets]),
        )
    if domain == KnowledgeDomain.name:
        text = node.astext() if node.get("refexplicit") else ""
        return TextPiece(text=text, kind=node["reftype"], ids=(node["reftarget"],))
    return None


def _title_of(app: Sphinx, docname: str, doctree: nodes.document) -> str:
    site = site_of(app)
    if docname in site.documents:
        return site.kb.title_of(*site.documents[docname])
    title = next(iter(doctree.findall(nodes.title)), None)
    return _heading(title) if title is not None else docname


def _heading(title: nodes.title) -> str:
    """Return the text of a heading, with roles for references, which get their labels later."""
    pieces = list(pieces_of(title))
    if not any(piece.kind for piece in pieces):
        return title.astext()
    return "".join(map(_as_role, pieces)).replace(SPACE, " ")


def _as_role(piece: TextPiece) -> str:
    """Return a part of a heading in the syntax that `pieces_of_text` reads."""
    if not piece.kind:
        return piece.text
    targets = [f"{piece.text} <{id_}>" if piece.text else id_ for id_ in piece.ids]
    return "; ".join(f"{{{piece.kind}}}`{target}`" for target in targets)


def _block_of(node: nodes.Element) -> nodes.Element:
    """Return the paragraph (or term, heading, caption, …) that contains a reference."""
    block: nodes.Element = node.parent
    while isinstance(block, NOT_A_BLOCK) and block.parent is not None:
        block = block.parent
    return block


def _section_of(node: nodes.Element) -> tuple[str, str]:
    """Return title and anchor of the section of a block; both empty for the page's own section."""
    section = node
    while section is not None and not isinstance(section, nodes.section):
        section = section.parent
    if section is None or not isinstance(section.parent, nodes.section):
        return "", ""
    title = next(iter(section.findall(nodes.title)), None)
    return (_heading(title) if title is not None else ""), section["ids"][0]


def _mentions_in_block(block: nodes.Element, page: str, title: str) -> Iterator[Mention]:
    section, anchor = _section_of(block)
    for sentence in sentences(list(pieces_of(block))):
        seen = set[tuple[str, str]]()
        for piece, shown in excerpts(sentence):
            record = (piece.kind, piece.ids[0])
            if record in seen:
                continue
            seen.add(record)
            yield Mention(
                page=page,
                title=title,
                section=section,
                anchor=anchor,
                kind=piece.kind,
                id=piece.ids[0],
                sentence=shown,
                how="cites" if piece.role else "mentions",
            )


def pieces_of(node: nodes.Node) -> Iterator[TextPiece]:
    """Yield the pieces of a block: its text, and the references in it."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield TextPiece(str(child))
        elif isinstance(child, nodes.Element):
            piece = reference_piece(child)
            if piece:
                yield piece
            elif isinstance(child, nodes.footnote_reference):
                continue
            elif isinstance(child, nodes.raw):  # a line break, or the box of a task
                yield TextPiece(" ")
            elif isinstance(child, (nodes.math, nodes.literal)):
                yield TextPiece(SPACE.join(child.astext().split()))
            elif isinstance(child, (nodes.Inline, nodes.TextElement)):
                yield from pieces_of(child)
