"""The Markdown pages of a project, as the rules read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from symposium.kinds import BY_FOLDER
from symposium.knowledge import KnowledgeBase
from symposium.lint.kept_results import KeptResults
from symposium.lint.places_in_text import Texts
from symposium.model.citation_syntax import read_targets
from symposium.model.problems import Place, Problem
from symposium.reading.frontmatter import hide, passed_on, read
from symposium.reading.markdown.elements import Directive, Element, Position, Role
from symposium.reading.markdown.markup import CITATIONS, FOOT_CITATIONS
from symposium.reading.page_address import Address, address_of

_Kind = TypeVar("_Kind", bound=Element)


@dataclass(frozen=True, slots=True)
class Citation:
    """A cite key in a page."""

    key: str
    place: Place
    docname: str
    role: str
    """``cite:t``, ``footcite``, …, or ``bibliography`` for a key that is listed."""


@dataclass(frozen=True)
class Document:
    """A page that somebody wrote."""

    name: str
    """As Sphinx names it: the path without its ending."""
    path: str
    texts: Texts
    record: tuple[str, str] | None = None
    """Kind and id of the record that it describes."""
    extensions: tuple[str, ...] = ()
    """Further extensions of MyST that the project uses."""
    has_tombstone: bool = False
    """Whether it says of a record that it is gone."""
    results: KeptResults = field(default_factory=KeptResults)

    @property
    def gone(self) -> bool:
        """Whether nothing of it is shown but the reason why it is gone."""
        return self.has_tombstone or bool(self.address[0].gone)

    @property
    def readable(self) -> bool:
        """Whether it is Markdown."""
        return self.path.endswith(".md")

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """The elements of the page, in order."""
        if not self.readable or self.gone:
            return ()
        return self.results.of(_elements, hide(self.texts.text_of(self.path)), self.extensions)

    @cached_property
    def orphan(self) -> bool:
        """Whether it is meant to be reached by no table of contents."""
        if self.record or self.gone or self.name.removesuffix("/index") in BY_FOLDER:
            return True
        return "orphan" in passed_on(read(self.texts.text_of(self.path), self.path)[0])

    @cached_property
    def address(self) -> tuple[Address, list[Problem]]:
        """What it says of its address, and what is wrong with that; records say it themselves."""
        if self.record or self.has_tombstone or not self.readable:
            return Address(), []
        return address_of(read(self.texts.text_of(self.path), self.path)[0], self.path)

    def each(self, kind: type[_Kind]) -> Iterator[_Kind]:
        """Yield the elements of a kind."""
        return (one for one in self.elements if isinstance(one, kind))

    def place(self, spot: Position) -> Place:
        """Return where something in it stands."""
        return Place(self.path, spot.line, spot.column)

    def place_of(self, spot: Position, text: str) -> Place:
        """Return where a text stands, at a spot or soon after it."""
        return self.texts.find(self.place(spot), text) or self.place(spot)


class Documents(Mapping[str, Document]):
    """All documents of a project, by name."""

    def __init__(
        self,
        paths: Mapping[str, str],
        texts: Texts,
        kb: KnowledgeBase,
        extensions: Collection[str] = (),
        results: KeptResults | None = None,
    ) -> None:
        records = dict(_records(kb))
        gone = {one.document for one in kb.gone.values()}
        more = tuple(sorted(extensions))
        kept = results or KeptResults()
        self._documents = {
            name: Document(name, path, texts, records.get(name), more, name in gone, kept)
            for name, path in sorted(paths.items())
        }

    def __getitem__(self, name: str) -> Document:
        return self._documents[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Every cite key in every page, in order."""
        return tuple(one for document in self.values() for one in citations_in(document))


def _elements(text: str, extensions: tuple[str, ...]) -> tuple[Element, ...]:
    # The parser takes time to import, and a page that did not change needs none.
    from symposium.reading.markdown.reader import elements_of  # noqa: PLC0415

    return elements_of(text, extensions)


def _records(kb: KnowledgeBase) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the name of each document that describes a record, with that record."""
    tables = {**kb.entities, "person": kb.identity.people.described}
    for kind, table in tables.items():
        for record in table.values():
            if record.document:
                yield record.document, (kind, record.id)


def citations_in(document: Document) -> Iterator[Citation]:
    """Yield the cite keys in a page."""
    for role in document.each(Role):
        name = role.name.lower()
        if name in CITATIONS:
            keys = [one.key for one in read_targets(target_of(role.text)[1])]
        elif name in FOOT_CITATIONS:
            keys = [key.strip() for key in role.text.split(",")]
        else:
            continue
        spot = Position(role.spot.line, role.spot.column + len(role.name) + 2)
        for key in keys:
            yield Citation(key, document.place_of(spot, key), document.name, name)
    for directive in document.each(Directive):
        if directive.name == "bibliography":
            for number, line in enumerate(directive.body.split("\n"), directive.body_line):
                if key := line.strip():
                    place = document.place_of(Position(number), key)
                    yield Citation(key, place, document.name, "bibliography")


def target_of(text: str) -> tuple[str, str]:
    """Return the text and the target of a role; the text is empty where it gives none.

    >>> target_of("Ada <ada-lovelace>"), target_of("ada-lovelace"), target_of("!ada")
    (('Ada', 'ada-lovelace'), ('', 'ada-lovelace'), ('!ada', ''))
    """
    if text.startswith("!"):
        return text, ""
    if text.endswith(">") and "<" in text:
        before, _, target = text[:-1].rpartition("<")
        if before.strip():
            return before.strip(), " ".join(target.split())
    return "", " ".join(text.split())
