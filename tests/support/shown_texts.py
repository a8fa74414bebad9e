"""The texts that a reader of a page sees or hears: those of elements, and of some attributes."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

SAID = frozenset({
    "alt", "aria-label", "data-file", "data-failed", "data-label", "data-sy-copy", "data-sy-what",
    "placeholder", "title",
})  # fmt: skip
"""Attributes that are shown or read aloud."""
CODE = frozenset({"math", "pre", "script", "style"})
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class ShownTexts(HTMLParser):
    """Gathers texts; one ends wherever an element begins or ends."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end()
        given = dict(attrs)
        if given.get("class") != "Z3988":  # data for reference managers, in an empty element
            self.found += [given[name] or "" for name in SAID.intersection(given)]
        if tag == "meta" and given.get("name") in {"description", "og:description"}:
            self.found.append(given.get("content") or "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._end()
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not CODE.intersection(self._open):
            self._text += data

    def _end(self) -> None:
        self.found.append(self._text)
        self._text = ""


def shown_texts(html: str) -> Iterator[str]:
    """Yield the texts of a page, with single spaces, without the signs around them."""
    parser = ShownTexts()
    parser.feed(html)
    for text in parser.found:
        if shown := " ".join(text.split()).strip(" ,;:.·–()#"):
            yield shown
