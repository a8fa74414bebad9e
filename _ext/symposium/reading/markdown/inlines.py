"""The elements of a line of text: roles, links, pictures and footnotes, with their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.common.normalize_url import normalizeLinkText
from markdown_it.token import Token

from symposium.reading.markdown.elements import (
    Element,
    FootnoteMark,
    Formula,
    Link,
    Picture,
    Position,
    Role,
    Target,
)


class Cursor:
    """Finds in the lines of a file what a parser that keeps no columns has found in them."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.line, self.column = 1, 0
        """Line (from 1) and column (from 0) behind what was found last."""

    def find(self, needle: str, first: int, end: int) -> Position:
        """Return where ``needle`` stands next in the lines ``first`` to ``end`` (not included).

        Where it is not found as it is: the first of these lines, or that in which something was
        found last, if it is further down.
        """
        spot = self.peek(needle, first, end)
        if spot is None:
            return self.here(first, end)
        self.move(spot, len(needle))
        return spot

    def peek(self, needle: str, first: int, end: int) -> Position | None:
        """Return where ``needle`` stands next, and stay here."""
        for number in range(max(first, self.line), min(end, len(self.lines) + 1)):
            column = self.column if number == self.line else 0
            at = self.lines[number - 1].find(needle, column)
            if at >= 0:
                return Position(number, at + 1)
        return None

    def here(self, first: int, end: int) -> Position:
        """Return the line that one is in, of the lines given."""
        return Position(max(first, min(self.line, end - 1)))

    def move(self, spot: Position, length: int) -> None:
        """Go on behind what was found."""
        self.line, self.column = spot.line, spot.column - 1 + length


def inline_elements(
    tokens: Sequence[Token], cursor: Cursor, first: int, end: int
) -> Iterator[Element]:
    """Yield what is in the tokens of a paragraph that spans the given lines."""
    texts: list[str] = []  # of a link that is open
    opened: tuple[Token, Position | None] | None = None
    for token in tokens:
        yield from own_target(token, cursor.here(first, end))
        if token.type == "myst_role":
            name = str(token.meta["name"])
            yield Role(name, token.content, cursor.find(f"{{{name}}}`", first, end))
            texts.append(token.content)
        elif token.type == "image":
            source = str(token.attrs.get("src", ""))
            spot = cursor.find("![", first, end)
            yield Picture(source, plain_text(token.children or []), spot)
        elif token.type.startswith("math_"):
            yield Formula(token.content.strip(), cursor.find("$", first, end))
            cursor.find(f"{token.content}$", first, end)
        elif token.type == "footnote_ref":
            label = str(token.meta.get("label", ""))
            yield FootnoteMark(label, cursor.find(f"[^{label}]", first, end))
        elif token.type == "link_open":
            texts = []
            opened = token, _spot_of_link(token, cursor, first, end)
        elif token.type == "link_close" and opened is not None:
            start, spot_of_target = opened
            if spot_of_target:
                cursor.move(spot_of_target, 0)
            target = decoded(str(start.attrs.get("href", "")))
            place = spot_of_target or cursor.here(first, end)
            yield Link(target, "".join(texts), start.info == "auto", place)
            opened = None
        else:
            texts.append(token.content)


def own_target(token: Token, spot: Position) -> Iterator[Target]:
    """Yield the name that attributes give to something: ``{#name}``."""
    if name := token.attrs.get("id"):
        yield Target(str(name), spot)


def _spot_of_link(token: Token, cursor: Cursor, first: int, end: int) -> Position | None:
    """Return where the target of a link is written; ``None`` for a link by label."""
    href = str(token.attrs.get("href", ""))
    for way in dict.fromkeys((href, decoded(href))):
        for before, after in (("](", ""), ("](<", ">"), ("<", ">")):
            if spot := cursor.peek(f"{before}{way}{after}", first, end):
                return Position(spot.line, spot.column + len(before))
    return None


def decoded(href: str) -> str:
    """Return the target of a link as an author means it.

    >>> decoded("a%20b.md#c")
    'a b.md#c'
    """
    try:
        return normalizeLinkText(href)
    except Exception:  # noqa: BLE001 - an address that nobody can read is left as it is
        return href


def plain_text(tokens: Sequence[Token]) -> str:
    """Return the text of tokens, without their marks."""
    parts = []
    for token in tokens:
        if token.type == "image":
            parts.append(plain_text(token.children or []))
        else:
            parts.append("\n" if token.type in {"softbreak", "hardbreak"} else token.content)
    return "".join(parts)


def slug_text(tokens: Sequence[Token]) -> str:
    """Return the text of a heading that its anchor is made of."""
    return "".join(token.content for token in tokens if token.type in {"text", "code_inline"})
