"""The layout of a project: the folders of its records, and its settings in ``conf.py``.

A site has its records at the top. Inside another documentation, the host, they may have a folder
of their own. Without one, a folder such as ``papers/`` may be the host's: a file in it is a record
only if its front matter has a field that only records have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.model.gate import read_file, read_start
from symposium.model.ids import slug
from symposium.reading import frontmatter
from symposium.reading.disk import Disk

MAX_FRONT_MATTER = 100_000
"""Bytes at the start of a file in which its front matter must end."""

RE_FIELD = re.compile(r"^([a-z_]+)[ \t]*:", re.MULTILINE)

USUAL = frozenset({"title", "date", "author", "authors", "kind", "status", "selected", "series"})
"""Fields of records that the front matter of any page may have."""
OF_OTHERS = frozenset({"jupytext", "kernelspec", "myst", "mystnb", "file_format", "html_meta"})
"""Fields of other tools, which no record has."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of records below the folder of a project."""

    base: str = ""
    """The folder of all records and their files, with a slash at its end."""
    records: frozenset[str] | None = None
    """The files that are records; ``None`` if all files in the folders of records are."""

    def page(self, docname: str) -> str:
        """Return the name of our page for a document: its path relative to ``base``.

        >>> Layout("kb/").page("kb/papers/x"), Layout("kb/").page("intro"), Layout().page("intro")
        ('papers/x', '../intro', 'intro')
        """
        if not self.base or docname.startswith(self.base):
            return docname.removeprefix(self.base)
        return "../" * self.base.count("/") + docname

    def docname(self, page: str) -> str:
        """Return the name of the document of one of our pages, the inverse of `page`.

        >>> Layout("kb/").docname("papers/x"), Layout("kb/").docname("../intro")
        ('kb/papers/x', 'intro')
        """
        up = "../" * self.base.count("/")
        return page.removeprefix(up) if up and page.startswith(up) else f"{self.base}{page}"

    def holds(self, docname: str) -> bool:
        """Tell whether a document is ours: below ``base``, or without it one of the records.

        >>> Layout("kb/").holds("kb/notes"), Layout("kb/").holds("papers/x")
        (True, False)
        """
        if self.base:
            return docname.startswith(self.base)
        if self.records is None:
            return docname.partition("/")[0] in BY_FOLDER and "/" in docname
        return f"{docname}.md" in self.records


def layout_of(root: Path, settings: Mapping[str, Any], exclude: Sequence[str]) -> Layout:
    """Return the layout of a project by its settings in ``conf.py``."""
    base = base_of(settings.get("symposium_root"))
    if settings.get("symposium_site") is True or base:
        return Layout(base)
    patterns = [pattern.strip("/") for pattern in exclude]
    return Layout(records=frozenset(_records(Disk(root, patterns))))


def described_kinds(root: Path, layout: Layout) -> frozenset[str]:
    """Return the kinds of records that the files of a project may describe."""
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
    """Yield the files in folders at the top that are records by their front matter."""
    for folder in sorted(BY_FOLDER):
        for name, is_folder in disk.entries_of(folder):
            path = f"{folder}/{name}"
            if is_folder and folder == "events":
                talks = [f"{path}/{talk}" for talk, inner in disk.entries_of(path) if not inner]
                yield from (talk for talk in talks if _is_record(disk, talk))
            elif not is_folder and name != "index.md" and _is_record(disk, path):
                yield path


def _is_record(disk: Disk, path: str) -> bool:
    """Tell whether a file is Markdown with a field in its front matter that only records have."""
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


# The settings in ``conf.py``, read without running it.

MAX_BYTES = 1_000_000
"""The longest ``conf.py`` that is read."""
NAMELESS = "Project name not set"
"""The name that Sphinx gives to a project without one."""


def settings_in(root: Path) -> dict[str, Any]:
    """Return the literal values that ``conf.py`` assigns to names, by name.

    The file is parsed, not run: the check of a contribution must not run its code. Computed values
    are left out.
    """
    try:
        tree = ast.parse(read_file(root / "conf.py", MAX_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    values: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            values.update(dict.fromkeys(names, _plain(node.value)))
    return {name: value for name, value in values.items() if value is not None}


def line_of(conf: str, name: str) -> int:
    r"""Return the first line of ``conf.py`` that begins with a name, or 1.

    >>> line_of("project = 'A'\nlanguage = 'de'", "language"), line_of("", "project")
    (2, 1)
    """
    match = re.search(rf"^{re.escape(name)}\b", conf, re.MULTILINE)
    return conf.count("\n", 0, match.start()) + 1 if match else 1


def _plain(node: ast.expr) -> Any:
    """Return the value of a literal, or the constants in a list; else ``None``."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        items = node.elts if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else []
        return [item.value for item in items if isinstance(item, ast.Constant)] or None


def identity_in(settings: Mapping[str, Any]) -> str:
    """Return the id by which a site differs from others: its setting, else its name.

    After a change of name, the setting may hold the old name or the id made of it.

    >>> identity_in({"project": "Harbour Group"})
    'harbour-group'
    >>> identity_in({"project": "Harbour Workshops", "symposium_identity": "Harbour Group"})
    'harbour-group'
    """
    identity, name = settings.get("symposium_identity"), settings.get("project")
    if isinstance(identity, str) and identity.strip():
        return slug(identity)
    return slug(name) if isinstance(name, str) and name and name != NAMELESS else ""


def texts_in(value: object) -> list[str]:
    """Return the texts of a list; one text alone counts as a list of itself.

    >>> texts_in(["a", 1]), texts_in("b"), texts_in(None)
    (['a'], ['b'], [])
    """
    if isinstance(value, str):
        return [value]
    items = value if isinstance(value, (list, tuple, set, frozenset)) else ()
    texts = [text for text in items if isinstance(text, str)]
    return sorted(texts) if isinstance(value, (set, frozenset)) else texts
