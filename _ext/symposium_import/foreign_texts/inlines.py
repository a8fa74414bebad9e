"""The content of a paragraph as Markdown that prints as it was typed."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from symposium_import.foreign_texts.addresses import address
from symposium_import.foreign_texts.trees import DROPPED, TextNode

HARD = "\x02"
"""A line break that was asked for."""
FILLED, ENDLESS = 60, 120
"""Characters: a shorter line was not broken because it was full, nor one beside a longer one."""

RE_SPECIAL = re.compile(
    r"[\\`*\[\]<{$]|(?<![^\W_])_|_(?![^\W_])|(?<=~)~|~(?=~)|&(?=#?\w+;)|(?<=!)\("
)
"""What Markdown, or one of its dialects, takes for more than a character."""
RE_START = re.compile(
    r"(?P<mark>[#>%|:=]|[-+~](?=[-+~|:\s]|$)|\((?=[^)]*\)=))|(?P<number>\d{1,9})(?P<dot>[.)])(?=\s|$)"
)
"""What is special at the beginning of a line only."""
RE_URL = re.compile(r"https?://[^\s<>\"“”„»«]+[^\s<>\"“”„»«.,;:!?)\]'’*_]", re.IGNORECASE)
RE_SPACE = re.compile(r"[^\S\n]+")
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
CODE = frozenset({"code", "kbd", "samp", "tt"})
MEDIA = frozenset({"img", "iframe", "video", "audio", "embed", "source"})


class InlinePart(NamedTuple):
    """A piece of Markdown, and the mark that goes around it."""

    text: str
    mark: str = ""


@dataclass(slots=True)
class Setter:
    """Sets the inline parts of one text."""

    base: str = ""
    emphasis: bool = True
    filled: bool = False
    """Whether line breaks mean nothing, as in HTML."""
    dropped: list[str] = field(default_factory=list)
    """What was left out."""
    said: list[str] = field(default_factory=list)
    """What a reader will read."""

    def inline(self, nodes: Iterable[TextNode | str], *, linked: bool = False) -> str:
        """Return Markdown for inline nodes; line breaks are still as they were."""
        parts = [one for one in self._parts(nodes, linked=linked) if one.text]
        made = ""
        for part, after in zip(parts, [*parts, InlinePart("")][1:], strict=True):
            if part.mark:
                made += _marked(made[-1:], part, after)
            else:
                # Two pieces of code that meet would be one.
                made += " " * (made[-1:] == part.text[:1] == "`") + part.text
        return made

    def _parts(self, nodes: Iterable[TextNode | str], *, linked: bool) -> Iterator[InlinePart]:
        for one in nodes:
            if isinstance(one, str):
                yield InlinePart(self._text(one, linked=linked))
            elif one.tag in DROPPED:
                self.dropped.append(one.tag)
            elif one.tag == "br":
                yield InlinePart(HARD)
            elif one.tag in CODE:
                self.said.append(one.text)
                yield InlinePart(code_span(one.text))
            elif one.tag == "a" and not linked:
                yield InlinePart(self._link(one))
            elif one.tag in MEDIA:
                yield InlinePart(self._media(one, linked=linked))
            else:
                mark = MARKS.get(one.tag, "") if self.emphasis else ""
                yield InlinePart(self.inline(one.children, linked=linked), mark)

    def _text(self, text: str, *, linked: bool) -> str:
        text = RE_SPACE.sub(" ", text.replace("\n", " ") if self.filled else text)
        self.said.append(text)
        if linked:
            return escaped(text)
        made, end = "", 0
        for found in RE_URL.finditer(text):
            before, typed, end = text[end : found.start()], found[0], found.end()
            if typed.count("(") > typed.count(")") and text[end : end + 1] == ")":
                typed, end = f"{typed})", end + 1
            url = address(typed)
            made += escaped(before) + (link(typed, url) if url else escaped(typed))
        return made + escaped(text[end:])

    def _link(self, node: TextNode) -> str:
        url = address(node.attributes.get("href", ""), self.base)
        text = self.inline(node.children, linked=True)
        if not url:
            if node.attributes.get("href"):
                self.dropped.append("a link that names no page")
            return text
        plain = node.text.strip()
        if not text.strip():
            self.said.append(url)
            return link(url, url)
        return link(url, url) if plain == url else f"[{one_line(text)}]({url})"

    def _media(self, node: TextNode, *, linked: bool) -> str:
        """Return a picture or a film as a link: nothing is loaded from elsewhere."""
        url = address(node.attributes.get("src", ""), self.base)
        name = " ".join(node.attributes.get("alt", "").split()) or node.text.strip()
        self.dropped.append({"img": "picture"}.get(node.tag, node.tag))
        if url and not linked:
            name = name or {"img": "picture", "audio": "recording"}.get(node.tag, "video")
        self.said.append(name)
        return escaped(name) if linked or not url else f"[{one_line(escaped(name))}]({url})"


def link(text: str, url: str) -> str:
    """Return a link; one whose text is its address is short."""
    return f"<{url}>" if text == url and ":" in url[:6] else f"[{escaped(text)}]({url})"


def escaped(text: str) -> str:
    r"""Return text in which nothing is markup, but for what begins a line.

    >>> escaped("{role}`x` costs $5, snake_case, *a* &amp; <b>")
    '\\{role}\\`x\\` costs \\$5, snake_case, \\*a\\* \\&amp; \\<b>'
    """
    return RE_SPECIAL.sub(r"\\\g<0>", text)


def code_span(text: str) -> str:
    """Return text as code in a line.

    >>> code_span("a ` b"), code_span("")
    ('`` a ` b ``', '')
    """
    text = " ".join(text.split())
    if not text:
        return ""
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if len(ticks) > 1 else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _marked(before: str, part: InlinePart, after: InlinePart) -> str:
    """Return text between marks where they are seen as such, and without them elsewhere."""
    inner = part.text.strip(f" \n{HARD}")
    if not inner:
        return part.text
    start = part.text.index(inner)
    head, tail = part.text[:start], part.text[start + len(inner) :]
    outside = (head[-1:] or before, tail[:1] or after.mark[:1] or after.text[:1])
    inside = (inner[0], inner[-1])
    opens = all(
        outer != "*" and (_is_open(outer) or not _is_sign(inner_one))
        for outer, inner_one in zip(outside, inside, strict=True)
    )
    return (
        f"{head}{part.mark}{inner}{part.mark}{tail}" if opens and "*" not in inside else part.text
    )


def _is_open(char: str) -> bool:
    return not char or char.isspace() or char == HARD or _is_sign(char)


def _is_sign(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def one_line(text: str) -> str:
    """Return inline Markdown without line breaks."""
    return " ".join(text.replace(HARD, " ").split())


def lines_of(text: str) -> list[str]:
    """Return the lines of a paragraph, each safe at its beginning.

    A break that nobody made because the line was full is kept: lists are often typed so.
    """
    lines: list[str] = []
    for hard in text.split(HARD):
        part = [" ".join(line.split()) for line in hard.split("\n")]
        part = [line for line in part if line]
        width = max([FILLED, *map(len, part)])
        width = width if width <= ENDLESS else sys.maxsize
        for index, line in enumerate(part):
            last = index + 1 == len(part)
            word = "" if last else part[index + 1].partition(" ")[0]
            full = not last and len(line) + 1 + len(word) > width
            lines.append(at_start(line) + ("" if full else "\\"))
    if lines:
        lines[-1] = lines[-1].removesuffix("\\")
    return lines


def at_start(line: str) -> str:
    r"""Return a line that begins no heading, list, comment, target or table.

    >>> at_start("# x"), at_start("1. x"), at_start("(x)= y"), at_start("1.5 x")
    ('\\# x', '1\\. x', '\\(x)= y', '1.5 x')
    """
    found = RE_START.match(line)
    if not found:
        return line
    if found["mark"]:
        return f"\\{line}"
    return f"{found['number']}\\{line[found.start('dot') :]}"
