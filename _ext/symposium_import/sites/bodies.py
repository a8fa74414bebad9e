"""Pages of other generators as Markdown of MyST.

Tags of templates and HTML become text, links lead to the pages of the project, pictures lie below
``files/``, and headings begin with the second level. Code blocks stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from symposium_import.sites.template_tags import (
    PageContext,
    Tags,
    attributes,
    fenced,
    with_links,
    without_html,
)

RE_FENCED = re.compile(
    r"^ {0,3}(?P<fence>(?P<sign>[`~])(?P=sign){2,})(?:(?<=~)|(?!.*`))(?P<info>.*)\n?"
    r"(?:.*\n)*?(?:(?P<end> {0,3}(?P=fence)(?P=sign)*[ \t]*$)|.*\Z)",
    re.MULTILINE,
)
"""A block of code; one that does not end goes on to the end."""
RE_HEAD = re.compile(r"(\s*(?:`{3,}|~{3,}))(.*)")
RE_CODE = re.compile(r"(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
RE_COMMENT = re.compile(
    r"<!--+(.*?)--+>|<!--.*\Z|^\[//\]:[ \t]*#[ \t]*([(\"'][^\n]*)$", re.DOTALL | re.MULTILINE
)
RE_CITE = re.compile(r"<d-cite\b([^<>]*)>\s*(?:</d-cite\s*>)?", re.IGNORECASE)
RE_DOI = re.compile(r"<doi:(10\.[^\s<>]+)>", re.IGNORECASE)
RE_PICTURE_BY_NAME = re.compile(r"!(\[[^\[\]]*\]\[[^\[\]]*\])")
"""A picture that is defined elsewhere on the page: it becomes a link."""
TARGET = r"\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
RE_PICTURE = re.compile(rf"!\[((?:[^\[\]]|\[[^\[\]]*\])*+)\]{TARGET}")
RE_LINK = re.compile(rf"(?<!!)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*+)\]{TARGET}")
RE_DEFINITION = re.compile(
    r"^[ ]{0,3}\[([^\]\^][^\]]*)\]:[ \t]*<?(\S+?)>?([ \t].*)?$", re.MULTILINE
)
RE_HEADING = re.compile(r"^[ ]{0,3}(#{1,6})(?=\s|$)[ \t]*(.*?)[ \t#]*$", re.MULTILINE)
RE_SETEXT = re.compile(
    r"^(?![ ]{0,3}(?:[>#|-]|\d+\.|\*\s))[ ]{0,3}(\S.*)\n[ ]{0,3}(=+|-{3,})[ \t]*$", re.MULTILINE
)
RE_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
RE_MYST = re.compile(r"^([ ]{0,3})(%|\+\+\+|:::|\((?=[^)\n]*\)=[ \t]*$))", re.MULTILINE)
"""What MyST takes for a comment, a break, a directive or a target at the beginning of a line."""
RE_SLUG = re.compile(r"[^\w\- ]")
KEPT = frozenset({"http", "https", "mailto"})
RE_DISPLAY = re.compile(r"\$\$(.+?)\$\$|\\{1,2}\[(.+?)\\{1,2}\]", re.DOTALL)
RE_FORMULA = re.compile(r"\\{1,2}\((.+?)\\{1,2}\)|(?<![\\$\w])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])")
RE_LIKE_TEX = re.compile(r"[\\^_=]|^\s*\w\s*$")
LINE = r"(?:-{3,}|\*{3,}|_{3,})[ \t]*"
RE_LEADING_LINE = re.compile(rf"\A(?:\s*{LINE}(?:\n|\Z))+")
RE_USELESS_LINE = re.compile(rf"\n\n(?:{LINE}\n+)*{LINE}(?=\n+(?:#|{LINE}\n)|\s*\Z)\n*")
"""Lines across the page at its beginning, its end, or before a heading: Sphinx wants none there."""
HELD = "\x03{}\x04"
RE_HELD = re.compile("\x03(\\d+)\x04")


def body_of(text: str, page: PageContext) -> str:
    """Return the body of a page."""
    # What links within the page may lead to.
    heads = [found[2] for found in RE_HEADING.finditer(text)]
    heads += [found[1] for found in RE_SETEXT.finditer(text)]
    anchors = {RE_SLUG.sub("", head.strip().lower()).replace(" ", "-") for head in heads}
    pieces = [
        _known_language(piece, page) if code else _Piece(page, anchors).made(piece)
        for code, piece in _pieces(fenced(text))
    ]
    return _joined(pieces)


def _display(found: re.Match[str]) -> str:
    """Return a displayed formula; one in the middle of a line is part of the text."""
    inner = found[1] or found[2]
    if found[1] is None and not RE_LIKE_TEX.search(inner):
        return found[0]
    text = found.string
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    after = text[found.end() :].partition("\n")[0]
    alone = not line.strip() and not after.strip(" .,;")
    return f"$${inner}$$" if alone else f"${' '.join(inner.split())}$"


def _formula(found: re.Match[str]) -> str:
    """Return a formula between dollar signs."""
    inner = found[1] or found[2]
    is_formula = found[1] is None or RE_LIKE_TEX.search(inner)
    return f"${inner.strip()}$" if is_formula else found[0]


def _known_language(block: str, page: PageContext) -> str:
    """Return a block of code in a language that can be coloured, or in none."""
    head, _, rest = block.partition("\n")
    fence, info = RE_HEAD.findall(head)[0]
    language = next(iter(info.split("{")[0].split()), "")
    try:
        if language:
            get_lexer_by_name(language)
    except ClassNotFound:
        page.report("changed", f"a block in {language} is shown as it is typed")
        language = "text"
    return f"{fence}{language}\n{rest}"


def _joined(pieces: list[str]) -> str:
    text = "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip())
    text = RE_USELESS_LINE.sub("\n\n", RE_LEADING_LINE.sub("", re.sub(r"\n{3,}", "\n\n", text)))
    parts = [*_pieces(text)]
    levels = {len(found[1]) for code, piece in parts if not code
              for found in RE_HEADING.finditer(piece)}  # fmt: skip
    if not levels or (min(levels) == 2 and len(levels) == 1):
        return text.strip()
    steps = [0]

    def level(found: re.Match[str]) -> str:
        """Return a heading at most one level below the one before it."""
        wanted = len(found[1]) + 2 - min(levels)
        steps.append(min(wanted, max(steps[-1], 1) + 1))
        return f"{'#' * min(steps[-1], 6)} {found[2]}"

    return "\n".join(one if code else RE_HEADING.sub(level, one) for code, one in parts).strip()


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Yield what is code and what is not."""
    at = 0
    for found in RE_FENCED.finditer(text):
        if found.start() > at:
            yield False, text[at : found.start() - 1]
        yield True, found[0] if found["end"] else f"{found[0]}\n{found['fence']}"
        at = found.end() + 1
    if at <= len(text):
        yield False, text[at:]


@dataclass(slots=True)
class _Piece:
    """Makes Markdown of text between blocks of code."""

    page: PageContext
    anchors: set[str]
    held: list[str] = field(default_factory=list)

    def hold(self, text: str) -> str:
        """Return what stands for a text that stays as it is."""
        self.held.append(text)
        return HELD.format(len(self.held) - 1)

    def made(self, text: str) -> str:
        """Return the text."""
        report = partial(self.page.report, "changed")
        text = RE_CODE.sub(lambda one: self.hold(one[0]), RE_COMMENT.sub(self._comment, text))
        text = RE_DISPLAY.sub(lambda one: self.hold(_display(one)), text)
        text = RE_FORMULA.sub(lambda one: self.hold(_formula(one)), text)
        text = Tags(self.page, self.hold).printed(text)
        text = RE_CITE.sub(self._cited, text)
        text = RE_DOI.sub(r"<https://doi.org/\1>", with_links(text, report))
        text = RE_PICTURE_BY_NAME.sub(r"\1", text)
        text = RE_PICTURE.sub(lambda one: self.hold(self._picture(one[1], one[2])), text)
        text = RE_LINK.sub(lambda one: self.hold(self._link(one[1], one[2])), text)
        text = without_html(RE_DEFINITION.sub(self._definition, text), report)
        text = RE_SETEXT.sub(lambda one: f"{'#' * (1 if one[2][0] == '=' else 2)} {one[1]}\n", text)
        text = RE_MYST.sub(r"\1\\\2", text)
        while RE_HELD.search(text):  # pictures may be held in links
            text = RE_HELD.sub(lambda one: self.held[int(one[1])], text)
        return text

    def _cited(self, found: re.Match[str]) -> str:
        given = attributes(found[1])
        return self.hold(self.page.cited(given.get("key") or given.get("bibtex-key", "")))

    def _comment(self, found: re.Match[str]) -> str:
        said = (found[1] or found[2] or "").strip().lower()
        if said not in {"more", ""} and "toc" not in said[:4]:
            self.page.report("left", "a comment is left out")
        return ""

    def _picture(self, alt: str, target: str) -> str:
        path = self.page.picture(target)
        name = re.sub(r"[-_]+", " ", target.rpartition("/")[2].partition(".")[0]).strip()
        alt = alt.strip() or name or "picture"
        if path:
            return f"![{alt}](/{path})"
        if RE_SCHEME.match(target):
            self.page.report("changed", f"the picture {target} of another site becomes a link")
            return f"[{alt}]({target})"
        self.page.report("left", f"the picture {target} is not there, or may not be published")
        return alt

    def _link(self, words: str, target: str) -> str:
        scheme = RE_SCHEME.match(target)
        if target.startswith("#"):
            known = target[1:].lower() in self.anchors
            return f"[{words}]({target.lower()})" if known else words
        if scheme and scheme[1].lower() == "doi":
            return f"[{words}](https://doi.org/{target.partition(':')[2]})"
        if scheme and scheme[1].lower() in KEPT and not target.startswith(f"{scheme[0]}:"):
            return f"[{words}]({target})"
        if not scheme or scheme[1] == "post":
            made = self.page.link(words, target)
            if made is not None:
                return made
        self.page.report("left", f"the link {target or '()'} leads nowhere now: its text stays")
        return words

    def _definition(self, found: re.Match[str]) -> str:
        target = found[2]
        if RE_SCHEME.match(target) or target.startswith("#"):
            return found[0]
        path = self.page.picture(target)
        inner = re.fullmatch(r"\[x\]\((.*)\)", self.page.link("x", target) or "")
        made = f"/{path}" if path else inner[1] if inner else target
        return f"[{found[1]}]: {made}{found[3] or ''}"
