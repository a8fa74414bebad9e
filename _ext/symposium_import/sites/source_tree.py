"""The files of a site of others: each is taken over, or it is reported. None is changed."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from urllib.parse import unquote

from symposium.fields.link_types import FILE_SUFFIXES, IMAGE_SUFFIXES
from symposium.model.encodings import decode
from symposium.model.gate import read_file as read_bytes

from symposium_import.works import IntakeError

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
