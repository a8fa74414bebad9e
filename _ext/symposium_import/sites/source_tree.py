"""The files of a site of others: each is taken over, or it is reported. None is changed."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
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
TOOLS = frozenset({
    "_includes", "_layouts", "_sass", "_plugins", "_scripts", "bin", "lighthouse_results",
    "readme_preview", "scripts", "test", "assets/css", "assets/js", "assets/fonts",
    "assets/webfonts", "assets/libs",
})  # fmt: skip
"""Folders of templates and of tools."""
CONTENT = (*(f".{one}" for one in FILE_SUFFIXES), ".svg", ".html", ".ipynb", ".docx", ".pptx")
"""What somebody may have put at the top for readers."""
RE_NOT_IN_NAMES = re.compile(r"[\s\\?#%\x00-\x1f\x7f\"<>`()\[\]{}]+")


@dataclass
class SourceTree:
    """A folder with the files of a site."""

    root: Path
    paths: tuple[str, ...]
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
        return cls(root, tuple(found))

    def __contains__(self, path: str) -> bool:
        return path in self._known

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.paths)

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

    def peeked(self, path: str) -> str:
        """Return the text of a file of which only a part is wanted; it stays to be reported."""
        try:
            return decode(self.data(path)).text
        except IntakeError:
            return ""

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
        tries = [posixpath.normpath(posixpath.join(folder, name))] if name[0] != "/" else []
        plain = posixpath.normpath(name.lstrip("/"))
        tries += [f"{root}{plain}" for root in ROOTS]
        path = next((one for one in tries if one in self._known), None)
        if path is None or path.rpartition(".")[2].lower() not in FILE_SUFFIXES:
            return None
        return self.copy(path)

    def copy(self, path: str) -> str | None:
        """Publish a file; return its path below ``files/``."""
        self.taken.add(path)
        if path in self._places:
            return self._places[path]
        parts = [RE_NOT_IN_NAMES.sub("-", one).lstrip(".") for one in path.split("/")]
        made = "/".join(filter(None, parts))
        short = PUBLIC.sub("", made)
        names = chain((f"files/{short}",), (f"files/site{end or ''}/{made}" for end in count()))
        made = next(one for one in names if one not in self.copies)
        self.copies[made], self._places[path] = path, made
        return made

    def picture(self, name: str, folder: str = "") -> str | None:
        """Return the published path of a picture; ``None`` if it is none."""
        if name.partition("?")[0].rpartition(".")[2].lower() not in IMAGE_SUFFIXES:
            return None
        return self.published(name, folder)

    def rest(self) -> Iterator[tuple[str, int, str]]:
        """Yield what nobody has taken over: a path, how many files it stands for, and one of them.

        Files of the template and its tools are counted by folder; all others are named.
        """
        left = [path for path in self.paths if path not in self.taken]
        template = [path for path in left if of_template(path)]
        counts = Counter(map(_top, template))
        for folder, number in sorted(counts.items()):
            yield folder, number, next(path for path in template if _top(path) == folder)
        yield from ((path, 1, path) for path in left if not of_template(path))


def of_template(path: str) -> bool:
    """Tell whether a file belongs to a template, or to the tools around it.

    >>> [of_template(path) for path in ("_layouts/page.liquid", "assets/img/ada.png", "Gemfile")]
    [True, False, True]
    """
    first, slash, rest = path.partition("/")
    if not slash:
        return not path.lower().endswith(CONTENT)
    folder = f"{first}/{rest.partition('/')[0]}"
    return first.startswith(".") or first in TOOLS or folder in TOOLS or path.endswith("/.gitkeep")


def _top(path: str) -> str:
    """Return what stands for a file in a report: the folder of a theme, or its own folder."""
    first, slash, rest = path.partition("/")
    if not slash:
        return path
    second = rest.partition("/")
    return f"{first}/{second[0]}/" if second[1] else f"{first}/"
