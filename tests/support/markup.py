"""What the tests ask of a page of HTML: its elements, ids, links and texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
RESOURCES = frozenset(
    {("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"),
     ("audio", "src"), ("embed", "src"), ("object", "data"), ("img", "srcset")}
)  # fmt: skip
"""What a browser loads on its own, besides the links of ``LOADED``."""
LOADED = frozenset({"stylesheet", "icon", "preload", "modulepreload", "manifest", "prefetch"})
"""Relations of a ``link`` that a browser loads."""
BASE = "http://site.invalid/"


@dataclass
class Element:
    """A tag with its attributes and the text in it, that of its children included."""

    tag: str
    attributes: dict[str, str]
    _texts: list[str] = field(default_factory=list, repr=False)
    """All texts of its page."""
    _start: int = 0
    _end: int | None = 0
    """Which of them are its own; it ends with the page unless it is closed."""

    @property
    def text(self) -> str:
        """The text in it."""
        return "".join(self._texts[self._start : self._end])

    def close(self) -> None:
        """End it."""
        self._end = len(self._texts)


@dataclass
class Page(HTMLParser):
    """A page, taken apart."""

    elements: list[Element] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)
    _open: list[Element] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        is_void = tag in VOID
        element = Element(tag, attributes, self._texts, len(self._texts), 0 if is_void else None)
        self.elements.append(element)
        if not is_void:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in [element.tag for element in self._open]:
            self.unclosed.append(f"</{tag}>")
            return
        while self._open:
            element = self._open.pop()
            element.close()
            if element.tag == tag:
                break
            self.unclosed.append(f"<{element.tag}>")

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Return the elements of a kind that have these attributes."""
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(element.attributes.get(name) == value for name, value in attributes.items())
        ]

    def ids(self) -> list[str]:
        """Return all ids, in order."""
        return [e.attributes["id"] for e in self.elements if "id" in e.attributes]

    def links(self) -> Iterator[tuple[str, str]]:
        """Yield tag and address of all that leads or loads something."""
        for element in self.elements:
            for name in ("href", "src", "action", "data", "poster"):
                if name in element.attributes:
                    yield element.tag, element.attributes[name]

    def loaded(self) -> Iterator[str]:
        """Yield the address of all that a browser loads with the page."""
        for element in self.elements:
            for name, value in element.attributes.items():
                relations = set(element.attributes.get("rel", "").split())
                if (element.tag, name) in RESOURCES or (
                    element.tag == "link" and name == "href" and relations & LOADED
                ):
                    yield value


@lru_cache(maxsize=4096)
def read_page(path: Path) -> Page:
    """Return the page in a file."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def pages_of(outdir: Path) -> list[str]:
    """Return the paths of the pages of a site, without what the theme keeps for itself.

    The page for wrong addresses has none of its own.
    """
    paths = (path.relative_to(outdir) for path in outdir.rglob("*.html"))
    other = ("_static", "404.html")
    return sorted(path.as_posix() for path in paths if path.parts[0] not in other)


def leads_on(path: Path) -> bool:
    """Tell whether a page only leads from an earlier address to a page of the site."""
    return bool(read_page(path).all("meta", **{"http-equiv": "refresh"}))


def is_external(url: str) -> bool:
    """Tell whether an address leads out of the site."""
    parts = urlsplit(url)
    return bool(parts.scheme or parts.netloc)


def all_broken_links(outdir: Path) -> list[str]:
    """Return what is wrong with the internal links of all pages of a site."""
    return [text for page in pages_of(outdir) for text in broken_links(outdir, page)]


def broken_links(outdir: Path, page: str) -> list[str]:
    """Return what is wrong with the internal links of a page: no such file, no such id, or two."""
    ids = Counter(read_page(outdir / page).ids())
    found = [f"{page}: the id {one} is used again" for one in ids if ids[one] > 1]
    for tag, url in read_page(outdir / page).links():
        if is_external(url):
            continue
        parts = urlsplit(urljoin(BASE + page, url))
        path = unquote(parts.path).lstrip("/")
        target = outdir / (f"{path}index.html" if not path or path.endswith("/") else path)
        if not target.is_file():
            found.append(f"{page}: <{tag}> {url}: no such file")
        elif parts.fragment and target.suffix == ".html" and not has(target, parts.fragment):
            found.append(f"{page}: <{tag}> {url}: no such id")
    return found


def has(path: Path, fragment: str) -> bool:
    """Tell whether a page has the id that the end of an address names."""
    return unquote(fragment) in _ids(path)


@lru_cache(maxsize=4096)
def _ids(path: Path) -> frozenset[str]:
    return frozenset(read_page(path).ids())
