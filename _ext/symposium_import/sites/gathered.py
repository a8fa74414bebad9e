"""A foreign site: its files, and the records and pages read from them.

Every file is either used or reported; the site itself stays unchanged.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from symposium.fields.link_types import FILE_SUFFIXES, IMAGE_SUFFIXES
from symposium.kinds import BY_FOLDER
from symposium.model.encodings import decode
from symposium.model.gate import read_file as read_bytes
from symposium.model.ids import is_page, slug

from symposium_import.works import ImportedWork, IntakeError

Fields = dict[str, Any]
"""Front matter: texts, lists and mappings."""


RE_NOT_IN_ROLES = re.compile(r"[`<>\[\]\\]")


@dataclass(slots=True)
class Item:
    """A record or page of the site, to become a file of the project."""

    kind: str
    """Name of a kind, or ``page``."""
    name: str
    """Id of the record, or path of the page without ending."""
    source: str
    """File or address of origin."""
    fields: Fields = field(default_factory=dict)
    body: str = ""
    """Body as in the original."""
    addresses: tuple[str, ...] = ()
    """Addresses on the site, such as ``/projects/tides/``; the first is the current one."""
    folder: str = ""
    """Folder to which links in the body are relative."""
    docname: str = ""
    """Docname in the project."""
    front: Mapping[str, Any] = field(default_factory=dict)
    """Front matter as in the original."""

    def link(self, words: str) -> str:
        """Return a link to the item in Markdown of MyST."""
        if self.kind == "page":
            return f"[{words}](/{self.docname}.md)"
        return words if RE_NOT_IN_ROLES.search(words) else f"{{{self.kind}}}`{words} <{self.name}>`"


@dataclass(slots=True)
class Gathered:
    """Content of a site."""

    template: str
    """Generator or theme of the site."""
    title: str = ""
    language: str = ""
    items: list[Item] = field(default_factory=list)
    works: list[ImportedWork] = field(default_factory=list)
    bibliographies: dict[str, bytes] = field(default_factory=dict)
    """Bibliographies to copy unchanged, by name."""
    owner: str = ""
    """Id of the person whose site it is."""
    findings: list[tuple[str, str, str]] = field(default_factory=list)
    """Parts left out or changed: ``first``, ``left`` or ``changed``, file, and message."""
    base: str = ""
    """Path of the site on its host, such as ``/lab``."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the site."""
    header: list[tuple[str, str]] = field(default_factory=list)
    """Entries of the header: address and title."""

    def left(self, path: str, message: str) -> None:
        """Report a part that is left out."""
        self.findings.append(("left", path, message))

    def changed(self, path: str, message: str) -> None:
        """Report a part that is changed."""
        self.findings.append(("changed", path, message))

    def person(self, id_or_name: str) -> Item | None:
        """Return a person by id or name."""
        for item in self.items:
            if item.kind == "person" and id_or_name in {item.name, item.fields.get("name")}:
                return item
        return None


HOME = "index"
ELSEWHERE = "pages"
"""Folder for pages that would otherwise lie in a folder of records."""
RE_ENDING = re.compile(r"\.(?:html?|md|markdown|php)$")


def page_of(address: str, base: str = "") -> str:
    """Return the docname whose page has this address.

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
    """Return the docname for a page: unchanged, unless it is invalid or reserved for records.

    >>> free_page("cv/index"), free_page("people/ada"), free_page("people/index")
    ('cv/index', 'pages/people/ada', 'people/index')
    >>> free_page("Über uns/index"), free_page("search")
    ('uber-uns/index', 'pages/search')
    """
    parts = [part if is_page(part) or part == HOME else slug(part) for part in docname.split("/")]
    page = "/".join(parts)
    inside = parts[0] in BY_FOLDER and page != f"{parts[0]}/{HOME}"
    return f"{ELSEWHERE}/{page}" if inside or not is_page(page) or page in BY_FOLDER else page


def earlier(address: str, base: str = "") -> str:
    """Return an address as a value of ``was:``, or an empty text if no page can have it.

    >>> earlier("/talks/a-talk/"), earlier("/talks/2012-03-01-talk.html"), earlier("/_x/")
    ('/talks/a-talk/index', '/talks/2012-03-01-talk', '')
    """
    page = page_of(address, base)
    return f"/{page}" if is_page(page) else ""


MAX_FILES = 50_000
MAX_BYTES = 20_000_000
"""Largest size of a file in bytes."""
SKIPPED = frozenset({".git", "node_modules", "_site", ".bundle", "vendor", ".venv", "__pycache__",
                     ".jekyll-cache"})  # fmt: skip
"""Folders of generated or foreign files."""
ROOTS = ("", "assets/", "assets/img/", "assets/pdf/", "assets/img/publication_preview/", "images/",
         "files/")  # fmt: skip
"""Folders to search for a file."""
PUBLIC = re.compile(r"^(?:assets|files)/")
RE_NOT_IN_NAMES = re.compile(r"[\s\\?#%\x00-\x1f\x7f\"<>`()\[\]{}]+")


@dataclass
class SourceTree:
    """Folder of a site, with a record of the files that are used and copied."""

    root: Path
    paths: Mapping[str, None]
    """Paths below the folder, in order."""
    taken: set[str] = field(default_factory=set)
    copies: dict[str, str] = field(default_factory=dict)
    """Original files by their new paths below ``files/``."""
    _places: dict[str, str] = field(default_factory=dict)
    """New paths by original files."""

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """All paths by the name of the file."""
        names: dict[str, list[str]] = {}
        for path in self.paths:
            names.setdefault(path.rpartition("/")[2], []).append(path)
        return names

    @classmethod
    def of(cls, root: Path) -> SourceTree:
        """Return the files of a folder.

        Raises:
            IntakeError: if there are too many.
        """
        paths: list[str] = []
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if name not in SKIPPED)
            at = Path(folder).relative_to(root).as_posix()
            paths += [name if at == "." else f"{at}/{name}" for name in sorted(names)]
            if len(paths) > MAX_FILES:
                raise IntakeError(f"{root} holds more than {MAX_FILES:,} files: name a smaller one")
        return cls(root, dict.fromkeys(paths))

    def below(self, folder: str, *endings: str) -> list[str]:
        """Return the files in a folder and its subfolders."""
        start = f"{folder.strip('/')}/" if folder.strip("/") else ""
        return [
            path for path in self.paths
            if path.startswith(start) and (not endings or path.lower().endswith(endings))
        ]  # fmt: skip

    def text(self, path: str) -> str:
        """Return the text of a file, and mark the file as used.

        Raises:
            IntakeError: if it cannot be read.
        """
        self.taken.add(path)
        return decode(self.data(path)).text.replace("\r\n", "\n").replace("\r", "\n")

    def data(self, path: str) -> bytes:
        """Return the content of a file; raises as `text` does."""
        full = self.root / path
        try:
            return read_bytes(full, MAX_BYTES, self.root)
        except OSError as error:
            raise IntakeError(f"{full} cannot be read: {error.strerror or error}") from error

    def publish(self, name: str, folder: str = "") -> str | None:
        """Copy a file, named in any usual way, and return its path below ``files/``.

        ``None`` if there is no such file, or its type may not be published.
        """
        name = unquote(name.partition("?")[0].partition("#")[0]).strip()
        if not name or ":" in name or name.startswith("//"):
            return None
        if name.startswith("/files/") and name[1:] in self.copies:
            return name[1:]
        tries = [posixpath.normpath(posixpath.join(folder, name))] if name[0] != "/" else []
        plain = posixpath.normpath(name.lstrip("/"))
        tries += [f"{root}{plain}" for root in ROOTS]
        alike = [path for path in self._by_name.get(plain.rpartition("/")[2], ())
                 if f"/{path}".endswith(f"/{plain}")]  # fmt: skip
        tries += alike if len(alike) == 1 else []
        path = next((path for path in tries if path in self.paths), None)
        if path is None or path.rpartition(".")[2].lower() not in FILE_SUFFIXES:
            return None
        return self.copy(path)

    def copy(self, path: str) -> str:
        """Copy a file; return its path below ``files/``."""
        self.taken.add(path)
        if path not in self._places:
            parts = [RE_NOT_IN_NAMES.sub("-", part).lstrip(".") for part in path.split("/")]
            cleaned = "/".join(filter(None, parts))
            others = (f"files/site{end or ''}/{cleaned}" for end in count())
            names = chain((f"files/{PUBLIC.sub('', cleaned)}",), others)
            self._places[path] = next(name for name in names if name not in self.copies)
            self.copies[self._places[path]] = path
            if path.endswith(".pdf") and path[0] not in "._":
                self.copies[f"extra/{path}"] = path  # others link to it
        return self._places[path]

    def picture(self, name: str, folder: str = "") -> str | None:
        """Copy a picture; return its path, or ``None`` if there is no such picture."""
        if name.partition("?")[0].rpartition(".")[2].lower() not in IMAGE_SUFFIXES:
            return None
        return self.publish(name, folder)

    def rest(self) -> Iterator[tuple[str, int, str]]:
        """Yield the folders of unused files, each with their number and an example."""
        folders: dict[str, list[str]] = {}
        for path in self.paths:
            if path not in self.taken:
                folder, slash, _ = path.rpartition("/")
                folders.setdefault(f"{folder}/" if slash else path, []).append(path)
        yield from ((folder, len(paths), paths[0]) for folder, paths in sorted(folders.items()))
