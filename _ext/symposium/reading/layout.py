"""The layout of a project: in which folders its records are.

A site has its records at the top. A guest in another documentation may have them below a folder of
its own. Without one, a folder such as ``papers/`` may be the host's: a file in it is a record only
if its front matter says something that none but a record says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.model.gate import read_start
from symposium.reading import frontmatter
from symposium.reading.disk import Disk

MAX_FRONT_MATTER = 100_000
"""Bytes of a file in which its front matter ends."""

RE_FIELD = re.compile(r"^([a-z_]+)[ \t]*:", re.MULTILINE)

USUAL = frozenset({"title", "date", "author", "authors", "kind", "status", "selected", "series"})
"""Fields of ours that the front matter of any page may have."""
OF_OTHERS = frozenset({"jupytext", "kernelspec", "myst", "mystnb", "file_format", "html_meta"})
"""Fields that no record has, and pages for other tools."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where records lie below the folder of a project."""

    base: str = ""
    """The folder that all records and their files lie in, with a slash at its end."""
    records: frozenset[str] | None = None
    """The files that are records, where others lie among them; else all in their folders are."""

    def page(self, docname: str) -> str:
        """Return what a document is called among our pages, seen from ``base``.

        >>> Layout("kb/").page("kb/papers/x"), Layout("kb/").page("intro"), Layout().page("intro")
        ('papers/x', '../intro', 'intro')
        """
        if not self.base or docname.startswith(self.base):
            return docname.removeprefix(self.base)
        return "../" * self.base.count("/") + docname

    def docname(self, page: str) -> str:
        """Return the name of the document that one of our pages is.

        >>> Layout("kb/").docname("papers/x"), Layout("kb/").docname("../intro")
        ('kb/papers/x', 'intro')
        """
        up = "../" * self.base.count("/")
        return page.removeprefix(up) if up and page.startswith(up) else f"{self.base}{page}"

    def holds(self, docname: str) -> bool:
        """Tell whether a document is ours: below our folder, else one of the records.

        >>> Layout("kb/").holds("kb/notes"), Layout("kb/").holds("papers/x")
        (True, False)
        """
        if self.base:
            return docname.startswith(self.base)
        if self.records is None:
            return docname.partition("/")[0] in BY_FOLDER and "/" in docname
        return f"{docname}.md" in self.records


def layout_of(root: Path, settings: Mapping[str, Any], exclude: Sequence[str]) -> Layout:
    """Return where the records of a project lie, as its settings in ``conf.py`` say."""
    base = base_of(settings.get("symposium_root"))
    if settings.get("symposium_site") is True or base:
        return Layout(base)
    patterns = [one.strip("/") for one in exclude]
    return Layout(records=frozenset(_records(Disk(root, patterns))))


def described_kinds(root: Path, layout: Layout) -> frozenset[str]:
    """Return the kinds of which there may be files in somebody else's documentation."""
    folders = {path.partition("/")[0] for path in layout.records or ()}
    if layout.records is None:
        folders = {folder for folder in BY_FOLDER if (root / layout.base / folder).is_dir()}
    kinds = {BY_FOLDER[folder].name for folder in folders}
    return frozenset({*kinds, "talk"} if "event" in kinds else kinds)


def base_of(value: object) -> str:
    """Return the folder that ``symposium_root`` names, with a slash at its end.

    >>> base_of("kb"), base_of("/docs/kb/"), base_of(""), base_of(None)
    ('kb/', 'docs/kb/', '', '')
    """
    text = value.strip().strip("/") if isinstance(value, str) else ""
    return f"{text}/" if text else ""


def _records(disk: Disk) -> Iterator[str]:
    """Yield the files at the top that are records by what they say."""
    for folder in sorted(BY_FOLDER):
        for name, is_folder in disk.entries_of(folder):
            path = f"{folder}/{name}"
            if is_folder and folder == "events":
                talks = [f"{path}/{talk}" for talk, inner in disk.entries_of(path) if not inner]
                yield from (one for one in talks if _is_record(disk, one))
            elif not is_folder and name != "index.md" and _is_record(disk, path):
                yield path


def _is_record(disk: Disk, path: str) -> bool:
    """Tell whether a file is Markdown whose front matter only a record has."""
    if not path.endswith(".md"):
        return False
    folder, *_, name = path.split("/")
    kind = BY_FOLDER[folder].name
    if kind == "event" and name != "index.md":
        kind = "talk"
    try:
        start = read_start(disk.root / path, MAX_FRONT_MATTER).decode(errors="replace")
    except OSError:
        return False
    parts = frontmatter.split(start)
    fields = set(RE_FIELD.findall(parts.text)) if parts.closed else set()
    return bool(fields & (BY_NAME[kind].group.fields.keys() - USUAL)) and not fields & OF_OTHERS
