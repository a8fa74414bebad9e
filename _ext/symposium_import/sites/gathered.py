"""What a site of others holds: records of all kinds, before they are files of a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.model.problems import Place

from symposium_import.works import ImportedWork

Fields = dict[str, Any]
"""Front matter: texts, lists and groups of them."""


@dataclass(slots=True)
class Item:
    """A file of a project, as far as it is known: a record, or a page."""

    kind: str
    """The name of a kind, or ``page``."""
    name: str
    """Its id, or the path of the page without ending."""
    place: Place
    """Where it was read."""
    fields: Fields = field(default_factory=dict)
    body: str = ""
    """Markdown as it is written there."""
    body_line: int = 1
    """The line of the file in which it begins."""
    addresses: tuple[str, ...] = ()
    """Its addresses there, the first one that of today: ``/projects/tides/``."""
    folder: str = ""
    """The folder that links of its body start from."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of something that is not simply taken over."""

    sort: str
    """``left`` or ``changed``."""
    place: Place
    message: str


@dataclass(slots=True)
class Gathered:
    """All that a site holds."""

    template: str
    """What the site was made with."""
    title: str = ""
    language: str = ""
    items: list[Item] = field(default_factory=list)
    works: list[ImportedWork] = field(default_factory=list)
    bibliographies: dict[str, bytes] = field(default_factory=dict)
    """Bibliographies that are taken over as they are, by name."""
    owner: str = ""
    """The id of the person whose site it is."""
    findings: list[Finding] = field(default_factory=list)
    base: str = ""
    """The path under which the site lies at its host: ``/lab``."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Values that pages may print, such as ``site.title``."""
    accent: str = ""
    """The colour of its links."""
    icon: str = ""
    """The path of its icon: one of ``files``, or a published picture."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Files that are made for the project, by path."""
    header: list[tuple[str, str]] = field(default_factory=list)
    """The entries of its header: address, and what it is called."""

    def left(self, place: Place, message: str) -> None:
        """Note what is not taken over."""
        self.findings.append(Finding("left", place, message))

    def changed(self, place: Place, message: str) -> None:
        """Note what is taken over otherwise than it was."""
        self.findings.append(Finding("changed", place, message))

    def person(self, wanted: str) -> Item | None:
        """Return a person by id or name."""
        for item in self.items:
            if item.kind == "person" and wanted in {item.name, item.fields.get("name")}:
                return item
        return None
