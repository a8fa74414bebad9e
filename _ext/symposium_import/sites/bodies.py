"""Conversion of pages of other generators to Markdown of MyST.

Tags of templates and HTML become text, links point to the pages of the project and pictures to
``files/``, and headings begin at the second level. Code blocks stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from pygments.filters import ErrorToken
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from symposium_import.sites import template_tags
from symposium_import.sites.liquid import NOTHING

RE_FENCED = re.compile(
    r"^ {0,3}(?P<fence>(?P<sign>[`~])(?P=sign){2,})(?:(?<=~)|(?!.*`))(?P<info>.*)\n?"
    r"(?:.*\n)*?(?:(?P<end> {0,3}(?P=fence)(?P=sign)*[ \t]*$)|.*\Z)",
    re.MULTILINE,
)
"""A block of code, to the end of the text if it is not closed."""
RE_HEAD = re.compile(r"(\s*(?:`{3,}|~{3,}))(.*)")
RE_CODE = re.compile(r"(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
RE_COMMENT = re.compile(
    r"<!--+(.*?)--+>|<!--.*\Z|^\[//\]:[ \t]*#[ \t]*([(\"'][^\n]*)$", re.DOTALL | re.MULTILINE
)
RE_CITE = re.compile(r"<d-cite\b([^<>]*)>\s*(?:</d-cite\s*>)?", re.IGNORECASE)
RE_DOI = re.compile(r"<doi:(10\.[^\s<>]+)>", re.IGNORECASE)
RE_PICTURE_BY_NAME = re.compile(r"!(\[[^\[\]]*\]\[[^\[\]]*\])")
"""A picture by reference, which becomes a link."""
TARGET = r"\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
RE_PICTURE = re.compile(rf"!\[((?:[^\[\]]|\[[^\[\]]*\])*+)\]{TARGET}")
RE_LINK = re.compile(rf"(?<!!)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*+)\]{TARGET}")
RE_HEADING = re.compile(r"^[ ]{0,3}(#{1,6})(?=\s|$)[ \t]*(.*?)[ \t#]*$", re.MULTILINE)
RE_EMPTY = re.compile(r"^[ ]{0,3}#{1,6}[ \t]*(?:\n+|\Z)", re.MULTILINE)
"""A heading without words."""
RE_SETEXT = re.compile(
    r"^(?![ ]{0,3}(?:[>#|-]|\d+\.|\*\s))[ ]{0,3}(\S.*)\n[ ]{0,3}(=+|-{3,})[ \t]*$", re.MULTILINE
)
RE_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
RE_MYST = re.compile(r"^([ ]{0,3})(%|\+\+\+|:::|\((?=[^)\n]*\)=[ \t]*$))", re.MULTILINE)
"""Comment, break, directive or target of MyST at the beginning of a line."""
RE_SLUG = re.compile(r"[^\w\- ]")
KEPT = frozenset({"http", "https", "mailto"})
RE_DISPLAY = re.compile(r"\$\$(.+?)\$\$|\\{1,2}\[(.+?)\\{1,2}\]", re.DOTALL)
RE_FORMULA = re.compile(r"\\{1,2}\((.+?)\\{1,2}\)|(?<![\\$\w])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])")
RE_LIKE_TEX = re.compile(r"[\\^_=]|^\s*\w\s*$")
LINE = r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})"
RE_LEADING_LINE = re.compile(rf"\A(?:\s*{LINE}(?:\n|\Z))+")
RE_USELESS_LINE = re.compile(rf"\n\n(?:{LINE}\n+)*{LINE}(?=\n+(?:#|{LINE}\n)|\s*\Z)\n*")
"""Horizontal rules at the beginning or end or before a heading, where Sphinx forbids them."""
RE_YEAR = re.compile(r"^:year: (\d{4})$", re.MULTILINE)
RE_YEARS = re.compile(
    r"(?:#{2,6} [^\n]*?(?P<year>\d{4})[^\n]*\n\n```\{listing\} papers\n(?P<view>:view: .*\n)?"
    r":year: (?P=year)\n```(?:\n+|\Z))+"
)
"""Lists of works, each below the heading of its year."""
RE_NOTHING = re.compile(rf"^(#+) [^\n]*\n+(?:{NOTHING}\n*)+(?=(?!\1#)#|\Z)", re.MULTILINE)
"""A heading with nothing below it but loops without values, and lists without works."""
RE_PARTS = re.compile(
    r"(```\{listing\} (?P<of>\w+\n(?::(?:view|filter): \w+\n)+):id: [^\n]*)\n```\n\n"
    r"```\{listing\} (?P=of):id: ([^\n]*)(?=\n)"
)
"""Two lists in turn of records of the same kind."""
HELD = "\x03{}\x04"
RE_HELD = re.compile("\x03(\\d+)\x04")


def body_of(text: str, page: template_tags.PageContext) -> str:
    """Return the body of a page as Markdown of MyST."""
    # Possible targets of links within the page.
    heads = [match[2] for match in RE_HEADING.finditer(text)]
    heads += [match[1] for match in RE_SETEXT.finditer(text)]
    anchors = set(map(_anchor, heads))
    code: list[str] = []

    def held(match: re.Match[str]) -> str:
        code.append(match[0])
        return HELD.format(len(code) - 1)

    # Tags of templates within code are text.
    text = RE_CODE.sub(held, RE_FENCED.sub(held, template_tags.fenced(text)))
    text = RE_HELD.sub(lambda match: code[int(match[1])], page.evaluated(text))
    text = RE_HELD.sub(lambda match: code[int(match[1])], text)  # code within a block of code
    pieces = [
        _known_language(piece, page) if is_code else _Piece(page, anchors).markdown(piece)
        for is_code, piece in _pieces(text)
    ]
    body = _joined(pieces)
    for match in RE_NOTHING.finditer(body):
        anchor = _anchor(match[0].partition("\n")[0].lstrip("#"))
        body = re.sub(rf"\[([^\[\]]*)\]\(#{re.escape(anchor)}\)", r"\1", body)
    body = RE_NOTHING.sub("", body)
    body = re.sub(rf"(?:\n\n)?{NOTHING}", "", body)
    return RE_YEARS.sub(_by_year, RE_PARTS.sub(r"\1, \3", body)).strip()


def _anchor(heading: str) -> str:
    return RE_SLUG.sub("", heading.strip().lower()).replace(" ", "-")


def _by_year(match: re.Match[str]) -> str:
    """Return one list with headings for several lists, each of one year."""
    years = sorted(map(int, RE_YEAR.findall(match[0])))
    chosen = f":year: {years[0]}{'-' if years[1:] else ''}\n"  # later years follow by themselves
    return f"```{{listing}} papers\n{match['view'] or ''}{chosen}:group: year\n```\n"


def _display(match: re.Match[str]) -> str:
    """Return a displayed formula, as an inline one if it is in the middle of a line."""
    inner = match[1] or match[2]
    if match[1] is None and not RE_LIKE_TEX.search(inner):
        return match[0]
    text = match.string
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = text[match.end() :].partition("\n")[0]
    alone = not line.strip() and not after.strip(" .,;")
    return f"$${inner}$$" if alone else f"${' '.join(inner.split())}$"


def _formula(match: re.Match[str]) -> str:
    """Return an inline formula between dollar signs."""
    inner = match[1] or match[2]
    is_formula = match[1] is None or RE_LIKE_TEX.search(inner)
    return f"${inner.strip()}$" if is_formula else match[0]


def _known_language(block: str, page: template_tags.PageContext) -> str:
    """Return a block of code; a language that Pygments does not know becomes ``text``."""
    head, _, rest = block.partition("\n")
    fence, info = RE_HEAD.findall(head)[0]
    language = next(iter(info.split("{")[0].split()), "")
    try:
        if language:
            lexer = get_lexer_by_name(language)
            lexer.add_filter("raiseonerror")
            list(lexer.get_tokens(rest.rpartition("\n")[0]))
    except (ClassNotFound, ErrorToken):
        page.report("changed", f"a block in {language} is shown as it is typed")
        language = "text"
    return f"{fence}{language}\n{rest}"


def _joined(pieces: list[str]) -> str:
    text = "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip())
    text = RE_USELESS_LINE.sub("\n\n", RE_LEADING_LINE.sub("", re.sub(r"\n{3,}", "\n\n", text)))
    parts = [*_pieces(text)]
    levels = {len(match[1]) for code, piece in parts if not code
              for match in RE_HEADING.finditer(piece)}  # fmt: skip
    if not levels or (min(levels) == 2 and len(levels) == 1):
        return text.strip()
    steps = [0]

    def level(match: re.Match[str]) -> str:
        """Return a heading, at most one level below the previous one."""
        shifted = len(match[1]) + 2 - min(levels)
        steps.append(min(shifted, max(steps[-1], 1) + 1))
        return f"{'#' * min(steps[-1], 6)} {match[2]}"

    adjusted = (piece if code else RE_HEADING.sub(level, piece) for code, piece in parts)
    return "\n".join(adjusted).strip()


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a text, each with whether it is code."""
    at = 0
    for match in RE_FENCED.finditer(text):
        if match.start() > at:
            yield False, text[at : match.start() - 1]
        yield True, match[0] if match["end"] else f"{match[0]}\n{match['fence']}"
        at = match.end() + 1
    if at <= len(text):
        yield False, text[at:]


@dataclass(slots=True)
class _Piece:
    """Converter of the text between two blocks of code."""

    page: template_tags.PageContext
    anchors: set[str]
    held: list[str] = field(default_factory=list)

    def hold(self, text: str) -> str:
        """Return a placeholder for a text that is final."""
        self.held.append(text)
        return HELD.format(len(self.held) - 1)

    def markdown(self, text: str) -> str:
        """Return the converted text."""
        report = partial(self.page.report, "changed")
        text = RE_CODE.sub(lambda match: self.hold(match[0]), RE_COMMENT.sub(self._comment, text))
        text = RE_DISPLAY.sub(lambda match: self.hold(_display(match)), text)
        text = RE_FORMULA.sub(lambda match: self.hold(_formula(match)), text)
        text = template_tags.Tags(self.page, self.hold).rendered(text)
        text = RE_CITE.sub(self._cited, text)
        text = RE_DOI.sub(r"<https://doi.org/\1>", template_tags.with_links(text, report))
        text = RE_PICTURE_BY_NAME.sub(r"\1", text)
        text = RE_PICTURE.sub(lambda match: self.hold(self._picture(match[1], match[2])), text)
        text = RE_LINK.sub(lambda match: self.hold(self._link(match[1], match[2])), text)
        text = template_tags.without_html(text, report)
        text = RE_SETEXT.sub(lambda match: f"{'#' if '=' in match[2] else '##'} {match[1]}\n", text)
        text = RE_MYST.sub(r"\1\\\2", RE_EMPTY.sub("", text))
        while RE_HELD.search(text):  # pictures may be held in links
            text = RE_HELD.sub(lambda match: self.held[int(match[1])], text)
        return text

    def _cited(self, match: re.Match[str]) -> str:
        attrs = template_tags.attributes(match[1])
        return self.hold(self.page.cited(attrs.get("key") or attrs.get("bibtex-key", "")))

    def _comment(self, match: re.Match[str]) -> str:
        comment = (match[1] or match[2] or "").strip().lower()
        if comment not in {"more", ""} and "toc" not in comment[:4]:
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
            exists = target[1:].lower() in self.anchors
            return f"[{words}]({target.lower()})" if exists else words
        if scheme and scheme[1].lower() == "doi":
            return f"[{words}](https://doi.org/{target.partition(':')[2]})"
        if scheme and scheme[1].lower() in KEPT and not target.startswith(f"{scheme[0]}:"):
            return f"[{words}]({target})"
        if not scheme or scheme[1] == "post":
            link = self.page.link(words, target)
            if link is not None:
                return link
        self.page.report("left", f"the link {target or '()'} leads nowhere now: its text stays")
        return words
