"""The subject of all rules: a project with its files, its pages and its knowledge base."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from symposium.kinds.event import Event
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.schedule import Session
from symposium.lint.source_texts import Texts
from symposium.model.citation_syntax import read_targets
from symposium.model.problems import Place, Problem
from symposium.pages.subjects import Redirect, redirects_of_pages
from symposium.reading.disk import assets_of, documents_in
from symposium.reading.frontmatter import Address, address_of, hide, read
from symposium.reading.layout import settings_in, texts_in
from symposium.reading.page_roles import Role, roles_in


class Citation(NamedTuple):
    """A cite key in a page."""

    key: str
    place: Place
    docname: str


@dataclass(frozen=True)
class Document:
    """A source file of the site."""

    name: str
    """Its name in Sphinx: the path without its ending."""
    path: str
    texts: Texts
    record: tuple[str, str] | None = None
    """Kind and id of the record that it describes."""
    has_tombstone: bool = False
    """Whether it describes a record that is gone."""

    @property
    def readable(self) -> bool:
        """Whether it is Markdown."""
        return self.path.endswith(".md")

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The roles in its text."""
        text = self.texts.text_of(self.path)
        if not self.readable or "}`" not in text or self.has_tombstone or self.address[0].gone:
            return ()  # the page of a gone record shows only the reason
        return tuple(roles_in(hide(text)))

    @cached_property
    def address(self) -> tuple[Address, list[Problem]]:
        """Its address fields, with their problems; empty for records, which have their own."""
        if self.record or self.has_tombstone or not self.readable:
            return Address(), []
        return address_of(read(self.texts.text_of(self.path), self.path)[0], self.path)

    def place_of(self, role: Role, text: str) -> Place:
        """Return the place of a text in a role, or else that of the role."""
        place = self.texts.place_at(self.path, role.start)
        return self.texts.find(place, text) or place


def written(kb: KnowledgeBase) -> Mapping[str, Mapping[str, Any]]:
    """Return the records of each kind by id; of persons only those with a file."""
    return {**kb.entities, "person": kb.identity.people.described}


def _keys_in(role: Role) -> list[str]:
    """Return the cite keys in a role."""
    begin = role.name.partition(":")[0]
    if begin == "footcite":  # it holds nothing but keys
        return [key.strip() for key in role.text.split(",")]
    return [target.key for target in read_targets(target_of(role.text))] if begin == "cite" else []


def target_of(text: str) -> str:
    """Return the target of a role: its text, or that in the angle brackets at its end.

    >>> target_of("Ada <ada-lovelace>"), target_of("ada-lovelace"), target_of("!ada")
    ('ada-lovelace', 'ada-lovelace', '')
    """
    if text.startswith("!"):
        return ""
    before, bracket, target = text.removesuffix(">").rpartition("<")
    if text.endswith(">") and bracket and before.strip():
        return " ".join(target.split())
    return " ".join(text.split())


@dataclass(frozen=True)
class Subject:
    """A project after reading and resolving."""

    root: Path
    """The folder of the project."""
    kb: KnowledgeBase
    bibfiles: tuple[str, ...] = ()
    """The bibliographies, relative to ``root``."""
    exclude: tuple[str, ...] = ()
    """Patterns of excluded files, as in Sphinx's ``exclude_patterns``."""
    hosted: bool = False
    """Whether its pages belong to another documentation, which is not checked."""
    notices: bool = True
    """Whether notices are asked for; without them it takes half the time."""

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The literal values in ``conf.py``."""
        return settings_in(self.root)

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """The source files of the site, by name."""
        records = {
            record.document: (kind, record.id)
            for kind, table in written(self.kb).items()
            for record in table.values()
            if record.document
        }
        gone = {tombstone.document for tombstone in self.kb.gone.values()}
        return {
            name: Document(name, path, self.texts, records.get(name), name in gone)
            for name, path in sorted(self.walked[0].items())
        }

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Every cite key in every page, in order."""
        return tuple(
            Citation(key, document.place_of(role, key), document.name)
            for document in self.documents.values()
            for role in document.roles
            for key in _keys_in(role)
        )

    @cached_property
    def walked(self) -> tuple[Mapping[str, str], Sequence[Problem]]:
        """The paths of documents by name, and the problems of files and folders."""
        if self.hosted:
            return {}, ()

        def setting(*names: str) -> list[str]:
            return [text for name in names for text in texts_in(self.settings.get(name))]

        assets = setting("html_static_path", "html_extra_path")
        # Folders of static files and of templates hold no documents.
        others = setting("exclude_patterns", "templates_path")
        documents, problems = documents_in(self.root, (*self.exclude, *others, *assets))
        return documents, (*problems, *assets_of(self.root, assets).problems)

    @cached_property
    def redirects(self) -> Mapping[str, Redirect]:
        """Earlier pages, with the pages that replace them."""
        moved = [
            (earlier, Redirect(document.name, ""))
            for document in self.documents.values()
            for earlier in document.address[0].was
        ]
        return redirects_of_pages(self.kb, self.documents, moved)

    @property
    def sessions(self) -> Iterator[tuple[Event, Session]]:
        """The sessions of all programmes, with their events."""
        for event in self.kb.events.values():
            yield from ((event, session) for session in self.kb.schedule.of_event[event.id])

    @cached_property
    def texts(self) -> Texts:
        """The texts of the project's files, read on demand."""
        return Texts(self.root)


Rule = Callable[[Subject], Iterator[Problem]]
"""A rule of the linter: it yields problems, in no particular order."""
