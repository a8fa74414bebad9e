"""The inputs of a project: which files are records, and their ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from symposium.kinds import KINDS
from symposium.kinds.kind import Page
from symposium.model.ids import is_id, slug
from symposium.model.problems import Code
from symposium.reading.disk import MAX_BYTES, Disk
from symposium.reading.layout import Layout

DEFAULT_BIB = "refs.bib"
"""A project may do without this one; any other that is asked for must be there."""
MAX_BIB_BYTES = 1_000_000_000
"""The longest bibliography that is read."""


class Inputs(Disk):
    """One walk through a project: all that will be read of it, and problems of names and folders.

    Nothing of the project is read but ``bibliographies``, the pages of ``records``, the ``texts``
    of sources and the names of ``files``.
    """

    def __init__(
        self, root: Path, bibfiles: Sequence[str], exclude: Sequence[str], layout: Layout
    ) -> None:
        super().__init__(root, [one.strip("/") for one in exclude])
        self.base = layout.base
        default = f"{self.base}{DEFAULT_BIB}"
        self.bibliographies = [
            path
            for path in bibfiles
            if not self.leads_out(path) and (path != default or (root / path).exists())
        ]
        self.records: list[tuple[str, Page]] = []
        """Files that are records: the name of the kind, and the page."""
        self.bare_events: list[Page] = []
        """Folders of events without a file of their own."""
        self.layout = layout
        self.texts: tuple[str, ...] = ()
        """Plain text files beside the sources, which these may name as what they print."""
        for kind in KINDS:
            folder = f"{self.base}{kind.folder}"
            if kind.name == "event":
                self.events(folder)
            elif kind.name == "talk":
                self.misplaced(folder)
            else:
                self.simple(kind.name, folder)
        if sources := [page for kind, page in self.records if kind == "source"]:
            folder = sources[0].path.rpartition("/")[0]
            found = super().entries_of(folder)
            paths = [f"{folder}/{name}" for name, is_folder in found if not is_folder]
            self.texts = tuple([one for one in paths if one.endswith(".txt")])
        # Among files of a host nothing is ours to publish.
        self.publishable = self.files(self.base) if layout.records is None else frozenset()

    def entries_of(self, folder: str, suffixes: tuple[str, ...] = ("",)) -> list[tuple[str, bool]]:
        """Return the names in a folder, without the files that are no records."""
        return [
            (name, is_folder)
            for name, is_folder in super().entries_of(folder, suffixes)
            if is_folder or not self.layout.is_left_to_others(f"{folder}/{name}")
        ]

    def contents(self) -> Iterator[tuple[str, bytes | None]]:
        """Yield the path and the content of all files that are read."""
        for path in self.bibliographies:
            yield path, self.bytes_of(path, MAX_BIB_BYTES)
        for _, page in self.records:
            yield page.path, self.bytes_of(page.path, MAX_BYTES)
        for path in self.texts:
            yield path, self.bytes_of(path, MAX_BYTES)

    def bibliography_contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of every bibliography that can be read."""
        for path in self.bibliographies:
            data = self.bytes_of(path, MAX_BIB_BYTES)
            if data is not None:
                # Out of a list, so that nothing here holds on to the longest thing in memory.
                one = [(path, data)]
                del data
                yield one.pop()

    def names(
        self, folder: str, suffix: str, *, folders: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Yield the path and the id of every file (or folder) that makes a record.

        A name that is not an id is read under the id that it leads to, and reported; of two that
        have the same id, the one that is written like it is read, else the first.
        """
        taken: dict[str, str] = {}
        stems = [
            name.removesuffix(suffix)
            for name, is_folder in self.entries_of(folder)
            if is_folder is folders and name.endswith(suffix) and name != "index.md"
        ]
        for stem in sorted(stems, key=lambda stem: (not is_id(stem), stem)):
            path, made = f"{folder}/{stem}{suffix}", slug(stem)
            shown = f"{path}/" if folders else path
            if made in taken:
                message = f"{shown} and {taken[made]} have the same id, {made}"
                self.report(Code.ID_DUPLICATE, path, message, "rename one of them")
                continue
            taken[made] = shown
            if stem != made:
                message = f'The name "{stem}{suffix}" cannot be an id'
                self.report(Code.FILE_NAME, path, message, f"rename it to {made}{suffix}")
            yield path, made

    def simple(self, kind: str, folder: str) -> None:
        """Find the records of a folder whose every file is one."""
        self.report_nested(folder)
        self.records += [(kind, self.page(path, made)) for path, made in self.names(folder, ".md")]

    def report_nested(self, folder: str) -> None:
        """Report files and folders in ``folder`` that nobody will read, though they look it."""
        for name, is_folder in self.entries_of(folder):
            path = f"{folder}/{name}"
            if name.endswith(".rst") and not is_folder:
                hint = f"write it in Markdown, as {path.removesuffix('.rst')}.md"
                self.report(Code.FILE_NAME, path, "Records are described in Markdown", hint)
            elif is_folder and any(inner.endswith(".md") for inner, _ in self.entries_of(path)):
                message = "The files of this folder are not read"
                self.report(Code.FILE_NAME, path, message, f"put them into {folder}/")

    def page(self, path: str, made: str, event: str | None = None) -> Page:
        """Return the page of a record that is read from a file."""
        return Page(path, made, event=event, base=self.base)

    def events(self, top: str) -> None:
        """Find the events and their talks."""
        for path, made in self.names(top, ".md"):
            hint = f"move the file to {top}/{made}/index.md"
            self.report(Code.FILE_NAME, path, "An event has a folder of its own", hint)
        for folder, made in self.names(top, "", folders=True):
            self.report_nested(folder)
            self.records += [
                ("talk", self.page(path, f"{made}/{talk}", made))
                for path, talk in self.names(folder, ".md")
            ]
            if ("index.md", False) in self.entries_of(folder):
                self.records.append(("event", self.page(f"{folder}/index.md", made)))
            elif self.entries_of(folder):  # git keeps no empty folder: here it means as little
                self.bare_events.append(self.page(folder, made))
                message = f"The event {made} has no file of its own"
                self.report(Code.EVENT_UNKNOWN, folder, message, f"write {folder}/index.md")

    def misplaced(self, folder: str) -> None:
        """Find the files in a folder whose pages are all derived: they say that one is gone."""
        self.records += [
            ("talk", self.page(path, f"talks/{made}")) for path, made in self.names(folder, ".md")
        ]
