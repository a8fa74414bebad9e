"""The files of a project: one walk, in order, within limits, and never out of the project.

No symbolic link is followed out of the project, nor to a folder above itself. Files that are left
out are reported once, with their paths and a hint.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from unicodedata import is_normalized, normalize

from symposium.fields.link_types import FILE_SUFFIXES
from symposium.model.encodings import decode_file
from symposium.model.gate import is_within, read_file
from symposium.model.problems import Code, Place, Problem

MAX_BYTES = 8_000_000
"""The longest Markdown file that is read."""
MAX_DEPTH = 40
"""Folders within each other that are read."""
MAX_WAYS = 8
"""Symbolic links that may lead to one folder: else their number may double at each level."""
MAX_ENTRIES = 1_000_000
"""Files and folders of one walk."""
DOCUMENTS = (".md", ".rst", ".ipynb")
"""Endings of files that a documentation may make pages of."""

UNREADABLE = "The file cannot be read: Permission denied"
NOT_TO_READ = "or name it in exclude_patterns, if nothing in it is to be read"


class Disk:
    """The files of a project, and the problems met with them."""

    def __init__(self, root: Path, exclude: Sequence[str], *, trusted: bool = False) -> None:
        self.root = root
        self.real_root = os.path.realpath(root)
        self.excluded = matcher(exclude)
        self.problems: list[Problem] = []
        self.refused: list[str] = []
        """Paths left out of the walk, as written on disk."""
        self._trusted = trusted
        """Whether links may lead out of the project."""
        self._ways: dict[str, set[str]] = {}
        """The paths of links by the folder that they lead to."""

    def report(self, code: Code, path: str, message: str, hint: str = "") -> None:
        """Add a problem with a file as a whole."""
        self.problems.append(Problem(code, message, Place(shown(path)), hint))

    def entries_of(self, folder: str, suffixes: tuple[str, ...] = ("",)) -> list[tuple[str, bool]]:
        """Return the sorted names in a folder, each with whether it is a folder.

        Left out are hidden and excluded ones, files with other endings than ``suffixes``, and any
        that cannot be read, which are reported.
        """
        entries: list[tuple[str, bool]] = []
        if folder and self.leads_out(folder):
            return []
        full = f"{self.root}/{folder}" if folder else str(self.root)
        try:
            with os.scandir(full) as scan:
                for entry in scan:
                    name = entry.name
                    path = f"{folder}/{name}" if folder else name
                    if name.startswith(".") or self.excluded(path):
                        continue
                    is_folder = _is_folder(entry)
                    if not (is_folder or name.endswith(suffixes)):
                        continue
                    fault = self._fault(full, path, entry, is_folder=is_folder)
                    if fault:
                        self._refuse(path, *fault)
                    else:
                        entries.append(
                            (name if name.isascii() else normalize("NFC", name), is_folder)
                        )
        except FileNotFoundError:
            return []
        except OSError as error:
            reason = error.strerror or "the system gives no reason"
            self._refuse(folder, Code.FILE_UNREADABLE, f"The folder cannot be read: {reason}", "")
        return sorted(entries)

    def walk(self, suffixes: tuple[str, ...], start: str = "", without: str = "") -> Iterator[str]:
        """Yield the paths of the files with these endings, those of each folder in order.

        A folder that holds a file of the name ``without`` is passed over.
        """
        folders = [start]
        seen = 0
        while folders:
            folder = folders.pop()
            if without and folder and _exists(f"{self.root}/{folder}/{without}"):
                continue
            entries = self.entries_of(folder, suffixes)
            seen += len(entries)
            if seen > MAX_ENTRIES:
                message = f"The project holds more than {MAX_ENTRIES:,} files, and this is not read"
                self._refuse(folder, Code.FOLDER_LIMIT, message, f"move some away, {NOT_TO_READ}")
                self.refused += folders
                return
            inside = f"{folder}/" if folder else ""
            for name in [name for name, is_folder in entries if not is_folder]:
                if os.access(f"{self.root}/{inside}{name}", os.R_OK):
                    yield inside + name
                else:
                    self._refuse(inside + name, Code.FILE_UNREADABLE, UNREADABLE, "")
            folders += [inside + name for name, is_folder in reversed(entries) if is_folder]

    def _refuse(self, path: str, code: Code, message: str, hint: str) -> None:
        self.refused.append(path)
        self.report(code, self._own_path(path), message, hint)

    def _own_path(self, path: str) -> str:
        """Return the path of a file in the project with the links to its folder resolved."""
        folder, _, name = path.rpartition("/")
        real = os.path.realpath(self.root / folder)
        if real == self.real_root:
            return name
        inside = real.startswith(self.real_root + os.sep)
        return f"{real[len(self.real_root) + 1 :]}/{name}" if inside else path

    def _fault(
        self, full: str, path: str, entry: os.DirEntry[str], *, is_folder: bool
    ) -> tuple[Code, str, str] | None:
        """Return the fault for which an entry is left out: code, message and hint; or ``None``."""
        if fault := fault_of(full, entry.name):
            return (Code.FILE_NAME_UNUSABLE, *fault)
        if len(path) > MAX_PATH // 4 and len(os.fsencode(path)) > MAX_PATH:
            return Code.FOLDER_LIMIT, f"The path is longer than {MAX_PATH:,} bytes", "shorten it"
        if is_folder and path.count("/") >= MAX_DEPTH:
            message = f"The folder is within more than {MAX_DEPTH} others"
            return Code.FOLDER_LIMIT, message, f"move it up, {NOT_TO_READ}"
        if entry.is_symlink() and (link_fault := self._fault_of_link(path, is_folder=is_folder)):
            return (Code.FILE_UNREADABLE, *link_fault)
        if not is_folder and not entry.is_file():
            message = "It is neither a file nor a folder"
            return Code.FILE_UNREADABLE, message, "put a file in its place"
        return None

    def _fault_of_link(self, path: str, *, is_folder: bool) -> tuple[str, str] | None:
        """Return why a symbolic link is not followed, with a hint; ``None`` if it is."""
        real = os.path.realpath(self.root / path)
        if not _exists(real) or not (self._trusted or is_within(self.real_root, real)):
            message = "A symbolic link leads out of the project or nowhere"
            return message, f"put the {'folder' if is_folder else 'file'} in its place"
        if not is_folder:
            if path.endswith(DOCUMENTS) and not real.endswith(DOCUMENTS):
                return "A symbolic link leads to a file that is no page", "put a page in its place"
            return None
        above = [os.path.realpath(self.root / parent) for parent in PurePath(path).parents]
        if any(folder == real or folder.startswith(real + os.sep) for folder in above):
            return "A symbolic link leads to a folder above itself", f"remove it, {NOT_TO_READ}"
        ways = self._ways.setdefault(real, set())
        if path not in ways and len(ways) >= MAX_WAYS:
            message = f"More than {MAX_WAYS} symbolic links lead to one folder"
            return message, f"remove some, {NOT_TO_READ}"
        ways.add(path)
        return None

    def leads_out(self, path: str, within: str = "") -> bool:
        """Tell whether a path is a symbolic link out of the folder ``within``, and report it."""
        full = self.root / path
        if not full.is_symlink() or (self._trusted and _exists(full)):
            return False
        home = os.path.join(self.real_root, within).rstrip(os.sep)  # noqa: PTH118 - as above
        if is_within(home, full) and os.path.realpath(full) != home and _exists(full):
            return False
        message = f"A symbolic link leads out of {within or 'the project'} or nowhere"
        self.report(Code.FILE_UNREADABLE, path, message, "put the file in its place")
        return True

    def bytes_of(self, path: str, limit: int) -> bytes | None:
        """Return the content of a file, up to ``limit`` bytes; report one that cannot be read."""
        try:
            return read_file(f"{self.root}/{path}", limit)
        except OSError as error:
            reason = error.strerror or "the system gives no reason"
        self.report(Code.FILE_UNREADABLE, path, f"The file cannot be read: {reason}")
        return None

    def text_of(self, path: str) -> str | None:
        """Return the text of a Markdown file; any encoding but UTF-8 is guessed, and reported."""
        data = self.bytes_of(path, MAX_BYTES)
        if data is None:
            return None
        text, problems = decode_file(data, path, Code.FILE_ENCODING)
        self.problems += problems
        return text

    def files(self, base: str = "") -> frozenset[str]:
        """Return the files of publishable types below ``files/`` that are not hidden.

        The folder lies in ``base``; paths are relative to ``base``.
        """
        paths: list[str] = []
        home = f"{base}files"
        folders = [home]
        while folders:
            folder = folders.pop()
            for name, is_folder in self.entries_of(folder):
                path = f"{folder}/{name}"
                if self.leads_out(path, home):
                    continue
                if not is_folder and name.rpartition(".")[2].lower() in FILE_SUFFIXES:
                    if os.access(self.root / path, os.R_OK):
                        paths.append(path.removeprefix(base))
                    else:
                        self.report(Code.FILE_UNREADABLE, path, UNREADABLE)
                elif is_folder and not (self.root / path).is_symlink():
                    folders.append(path)
        return frozenset(paths)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder; a link that leads to itself is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _exists(path: str | Path) -> bool:
    """Tell whether a path exists; `Path.exists` raises where a folder may not be read."""
    return os.path.exists(path)  # noqa: PTH110


RE_SIGN = re.compile(r"(\*+|\?|\[!?\]?[^\]]*\])")


def matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that tells whether a path matches one of Sphinx's patterns, or is below.

    >>> excluded = matcher(["**/_sources", "draft-?.md", "[ab]/*.md"])
    >>> [excluded(path) for path in ("x/_sources/y", "draft-1.md", "a/x.md", "c/x.md")]
    [True, True, True, False]
    """
    compiled = re.compile("|".join(map(_regex, patterns)) or "(?!)")
    return lambda path: compiled.match(path) is not None


def escaped(path: str) -> str:
    """Return the pattern that matches a path alone.

    >>> escaped("a[b]*.md")
    'a[[]b][*].md'
    """
    return re.sub(r"([\[*?])", r"[\1]", path)


def _regex(pattern: str) -> str:
    """Return the regular expression of a pattern: groups for what follows each star."""
    regex, stars = "(?s:(?>", ""
    for piece in RE_SIGN.split(pattern):
        if piece.startswith("**"):
            regex, stars = f"{regex}{stars})(?>.*?", ""
        elif piece == "*":
            regex, stars = f"{regex}{stars}(?>[^/]*?", ")"
        else:
            regex += _without_stars(piece)
    return rf"{regex}(?=/|\Z){stars}))"


def _without_stars(piece: str) -> str:
    """Return the expression of a sign other than stars, or of text between signs."""
    if not RE_SIGN.fullmatch(piece):
        return re.escape(piece)
    if piece == "?":
        return "[^/]"
    inner = piece[1:-1].replace("\\", "\\\\").replace("[", "\\[")
    if inner.startswith("!"):
        inner = f"^/{inner[1:]}"
    elif inner.startswith("^"):
        inner = f"\\{inner}"
    try:
        re.compile(f"[{inner}]")
    except re.error:
        return re.escape(piece)
    return f"[{inner}]"


EXCLUDED = (
    "_build", "_readthedocs", "_ext", ".*", "**/.*", "node_modules", "**/node_modules", "venv",
    "tests", "bench", "examples", "files", "README*", "CHANGELOG*", "CONTRIBUTING*",
    "CODE_OF_CONDUCT*", "SECURITY*", "LICENSE*", "AUTHORS*", "AGENTS*", "CLAUDE*",
)  # fmt: skip
"""Files beside the sources of a project with conf.py at its top."""

ALWAYS = ("**/_sources", ".#*", "**/.#*", "*.lproj/**")
"""Patterns that Sphinx leaves out of every project."""

SUFFIXES = (".md", ".rst")
BUILT = ".buildinfo"
"""The file by which Sphinx marks the folder of a built site, which holds no source."""


def documents_in(root: Path, exclude: Iterable[str] = ()) -> tuple[dict[str, str], list[Problem]]:
    """Return the paths of the documents of a project by their names, relative to ``root``.

    Left out are matches of ``exclude``, which has the form of Sphinx's ``exclude_patterns``, and
    files for which there is a problem.
    """
    disk = Disk(root, (*exclude, *EXCLUDED, *ALWAYS))
    documents: dict[str, str] = {}
    for path in disk.walk(SUFFIXES, without=BUILT):
        documents.setdefault(path.rpartition(".")[0], path)
    return documents, disk.problems


def assets_of(root: Path, paths: Iterable[str]) -> Disk:
    """Return the finished walk through folders of a project that are published unchanged."""
    disk = Disk(root, ())
    for path in paths:
        if not path.startswith("/") and os.path.isdir(root / path):  # noqa: PTH112 - `Path.is_dir` may raise
            for _ in disk.walk(("",), start=path.strip("/")):
                pass
    return disk


def sites_in(root: Path) -> list[str]:
    """Return the folders of built sites in a project, at most two levels deep."""
    excluded = matcher(EXCLUDED)
    markers = [*root.glob(f"*/{BUILT}"), *root.glob(f"*/*/{BUILT}")]
    folders = sorted(path.parent.relative_to(root).as_posix() for path in markers)
    return [folder for folder in folders if not excluded(folder.partition("/")[0])]


# Names of files that a site cannot have.

MAX_NAME = 240
"""Bytes of a name: file systems allow 255, and Sphinx adds an ending."""
MAX_PATH = 1_000
"""Bytes of a path below the project."""

RE_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def shown(path: str) -> str:
    r"""Return a path as text that can be printed in one line.

    >>> shown("caf\udce9.md"), shown("a\nb.md")
    ('caf\\xe9.md', 'a\\nb.md')
    """
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return RE_CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def fault_of(folder: str, name: str) -> tuple[str, str] | None:
    r"""Return why a file is left out for its name, with a hint; ``None`` if it is not.

    >>> fault_of("/tmp", "a.md"), fault_of("/tmp", "caf\udce9.md")
    (None, ('The name is not UTF-8', 'rename it'))
    """
    if name.isascii() and name.isprintable() and len(name) <= MAX_NAME:
        return None
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return "The name is not UTF-8", "rename it"
    if RE_CONTROL.search(name):
        return "The name holds a line break or another control character", "rename it"
    if size > MAX_NAME:
        return f"The name is longer than {MAX_NAME} bytes", "give it a shorter one"
    if not is_normalized("NFC", name) and not _is_same(folder, name):
        composed = normalize("NFC", name)
        message = "The name has letters and their marks apart (NFD), so no link would find it"
        return message, f"rename it to {composed}, written with composed letters (NFC)"
    return None


def _is_same(folder: str, name: str) -> bool:
    """Tell whether a name and its NFC form are the same file in this file system."""
    try:
        return os.path.samefile(f"{folder}/{name}", f"{folder}/{normalize('NFC', name)}")  # noqa: PTH121
    except OSError:
        return False
