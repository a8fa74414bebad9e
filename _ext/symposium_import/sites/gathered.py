"""What a site of others holds: records of all kinds, before they are files of a project."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from symposium.kinds import BY_FOLDER
from symposium.model.ids import is_page, slug

from symposium_import.works import ImportedWork

Fields = dict[str, Any]
"""Front matter: texts, lists and groups of them."""


RE_NOT_IN_ROLES = re.compile(r"[`<>\[\]\\]")


@dataclass(slots=True)
class Item:
    """A file of a project, as far as it is known: a record, or a page."""

    kind: str
    """The name of a kind, or ``page``."""
    name: str
    """Its id, or the path of the page without ending."""
    source: str
    """The file, or the address, where it was read."""
    fields: Fields = field(default_factory=dict)
    body: str = ""
    """Markdown as it is written there."""
    addresses: tuple[str, ...] = ()
    """Its addresses there, the first one that of today: ``/projects/tides/``."""
    folder: str = ""
    """The folder that links of its body start from."""
    docname: str = ""
    """Where it is in the project."""

    def link(self, words: str) -> str:
        """Return a link to the item."""
        if self.kind == "page":
            return f"[{words}](/{self.docname}.md)"
        return words if RE_NOT_IN_ROLES.search(words) else f"{{{self.kind}}}`{words} <{self.name}>`"


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
    findings: list[tuple[str, str, str]] = field(default_factory=list)
    """What is not simply taken over: ``left`` or ``changed``, the file, and what became of it."""
    base: str = ""
    """The path under which the site lies at its host: ``/lab``."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Values that pages may print, such as ``site.title``."""
    header: list[tuple[str, str]] = field(default_factory=list)
    """The entries of its header: address, and what it is called."""

    def left(self, path: str, message: str) -> None:
        """Note what is not taken over."""
        self.findings.append(("left", path, message))

    def changed(self, path: str, message: str) -> None:
        """Note what is taken over otherwise than it was."""
        self.findings.append(("changed", path, message))

    def person(self, wanted: str) -> Item | None:
        """Return a person by id or name."""
        for item in self.items:
            if item.kind == "person" and wanted in {item.name, item.fields.get("name")}:
                return item
        return None


HOME = "index"
ELSEWHERE = "pages"
"""The folder of pages that would lie in a folder of records."""
RE_ENDING = re.compile(r"\.(?:html?|md|markdown|php)$")


def page_of(address: str, base: str = "") -> str:
    """Return the docname whose page is found at an address.

    >>> page_of("/projects/tides/"), page_of("/cv.html"), page_of("/about"), page_of("/")
    ('projects/tides/index', 'cv', 'about', 'index')
    >>> page_of("/lab/news/", "/lab")
    'news/index'
    """
    path = unquote(urlsplit(address).path)
    if base and (path == base or path.startswith(f"{base}/")):
        path = path.removeprefix(base)
    ends = not path.strip("/") or path.endswith("/")
    path = RE_ENDING.sub("", path.strip("/"))
    return f"{path}/{HOME}".strip("/") if ends else path


def free_page(docname: str) -> str:
    """Return where a page may lie: at its address, unless that is a place of records.

    >>> free_page("cv/index"), free_page("people/ada"), free_page("people/index")
    ('cv/index', 'pages/people/ada', 'people/index')
    >>> free_page("Über uns/index"), free_page("search")
    ('uber-uns/index', 'pages/search')
    """
    parts = [part if is_page(part) or part == HOME else slug(part) for part in docname.split("/")]
    made = "/".join(parts)
    inside = parts[0] in BY_FOLDER and made != f"{parts[0]}/{HOME}"
    return f"{ELSEWHERE}/{made}" if inside or not is_page(made) or made in BY_FOLDER else made


def earlier(address: str, base: str = "") -> str:
    """Return an address as ``was:`` takes it; nothing if no page can have it.

    >>> earlier("/talks/a-talk/"), earlier("/talks/2012-03-01-talk.html"), earlier("/_x/")
    ('/talks/a-talk/index', '/talks/2012-03-01-talk', '')
    """
    page = page_of(address, base)
    return f"/{page}" if is_page(page) else ""
