"""A site of others: its files, and the records of all kinds that they hold.

Each file is taken over, or it is reported; none is changed.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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


MOST_FILES = 50_000
MOST = 20_000_000
"""Bytes of a text."""
SKIPPED = frozenset({".git", "node_modules", "_site", ".bundle", "vendor", ".venv", "__pycache__",
                     ".jekyll-cache"})  # fmt: skip
"""Folders that hold nothing that somebody has written."""
ROOTS = ("", "assets/", "assets/img/", "assets/pdf/", "assets/img/publication_preview/", "images/",
         "files/")  # fmt: skip
"""Folders in which a file may be that is named without one."""
PUBLIC = re.compile(r"^(?:assets|files)/")
RE_NOT_IN_NAMES = re.compile(r"[\s\\?#%\x00-\x1f\x7f\"<>`()\[\]{}]+")


@dataclass
class SourceTree:
    """A folder with the files of a site."""

    root: Path
    paths: Mapping[str, None]
    """Below the folder, in order."""
    taken: set[str] = field(default_factory=set)
    copies: dict[str, str] = field(default_factory=dict)
    """Paths below ``files/``, and the files that are published there."""
    _places: dict[str, str] = field(default_factory=dict)
    """The same by files."""

    @classmethod
    def of(cls, root: Path) -> SourceTree:
        """Return the files of a folder.

        Raises:
            IntakeError: if there are too many.
        """
        found: list[str] = []
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(one for one in folders if one not in SKIPPED)
            at = Path(folder).relative_to(root).as_posix()
            found += [name if at == "." else f"{at}/{name}" for name in sorted(names)]
            if len(found) > MOST_FILES:
                raise IntakeError(
                    f"{root} holds more than {MOST_FILES:,} files: name a smaller one"
                )
        return cls(root, dict.fromkeys(found))

    def below(self, folder: str, *endings: str) -> list[str]:
        """Return the files in a folder and all folders in it."""
        start = f"{folder.strip('/')}/" if folder.strip("/") else ""
        return [
            path for path in self.paths
            if path.startswith(start) and (not endings or path.lower().endswith(endings))
        ]  # fmt: skip

    def text(self, path: str) -> str:
        """Return the text of a file, which counts as taken over.

        Raises:
            IntakeError: if it cannot be read.
        """
        self.taken.add(path)
        return decode(self.data(path)).text.replace("\r\n", "\n").replace("\r", "\n")

    def data(self, path: str) -> bytes:
        """Return what is in a file; raises as `text` does."""
        full = self.root / path
        try:
            return read_bytes(full, MOST, self.root)
        except OSError as error:
            raise IntakeError(f"{full} cannot be read: {error.strerror or error}") from error

    def published(self, name: str, folder: str = "") -> str | None:
        """Return the path below ``files/`` of a file that is named in some way, and copy it there.

        ``None`` if there is no such file, or it is none that may be published.
        """
        name = unquote(name.partition("?")[0].partition("#")[0]).strip()
        if not name or ":" in name or name.startswith("//"):
            return None
        if name.startswith("/files/") and name[1:] in self.copies:
            return name[1:]
        tries = [posixpath.normpath(posixpath.join(folder, name))] if name[0] != "/" else []
        plain = posixpath.normpath(name.lstrip("/"))
        tries += [f"{root}{plain}" for root in ROOTS]
        path = next((one for one in tries if one in self.paths), None)
        if path is None or path.rpartition(".")[2].lower() not in FILE_SUFFIXES:
            return None
        return self.copy(path)

    def copy(self, path: str) -> str:
        """Publish a file; return its path below ``files/``."""
        self.taken.add(path)
        if path not in self._places:
            parts = [RE_NOT_IN_NAMES.sub("-", one).lstrip(".") for one in path.split("/")]
            made = "/".join(filter(None, parts))
            others = (f"files/site{end or ''}/{made}" for end in count())
            names = chain((f"files/{PUBLIC.sub('', made)}",), others)
            self._places[path] = next(one for one in names if one not in self.copies)
            self.copies[self._places[path]] = path
        return self._places[path]

    def picture(self, name: str, folder: str = "") -> str | None:
        """Return the published path of a picture; ``None`` if it is none."""
        if name.partition("?")[0].rpartition(".")[2].lower() not in IMAGE_SUFFIXES:
            return None
        return self.published(name, folder)

    def rest(self) -> Iterator[tuple[str, int, str]]:
        """Yield the folders of what nobody has taken over, each with a count and an example."""
        folders: dict[str, list[str]] = {}
        for path in self.paths:
            if path not in self.taken:
                folder, slash, _ = path.rpartition("/")
                folders.setdefault(f"{folder}/" if slash else path, []).append(path)
        yield from ((folder, len(paths), paths[0]) for folder, paths in sorted(folders.items()))
