"""An entry as BibTeX: its own fields, in its own order, aligned."""

from __future__ import annotations

import re
from functools import lru_cache

from symposium.model.records import Paper

INTERNAL = frozenset({
    "sources", "label", "selected", "file", "owner", "timestamp", "groups", "localfile",
    "date-added", "date-modified", "creationdate", "modificationdate", "crossref", "xdata",
    "xref", "ids", "options", "sortkey", "presort",
})  # fmt: skip
"""Fields that say something about somebody's files, or about this site, not about the work.

What an entry inherits by ``crossref`` or ``xdata`` stands among its fields."""

RE_INTERNAL = re.compile(r"bdsk-.*|.*\+an:person|ranking|qualityassured|printed|comment|__.*")
RE_BRACE = re.compile(r"(?<!\\)[{}]")


def format_entry(paper: Paper, leave_out: frozenset[str] = frozenset()) -> str:
    """Return the entry of a paper as BibTeX, with a line end after the closing brace.

    ``leave_out`` names further fields to drop.
    """
    fields = [
        (name, _balanced(value))
        for name, value in paper.fields
        if name not in leave_out and not _is_internal(name)
    ]
    width = max([len(name) for name, _ in fields], default=0)
    lines = [f"  {name:{width}} = {{{value}}}" for name, value in fields]
    return "@" + ",\n".join([f"{paper.type}{{{paper.key}", *lines]) + "\n}\n"


@lru_cache(maxsize=1 << 12)
def _is_internal(name: str) -> bool:
    """Tell whether a field says nothing about the work; the names of fields are few."""
    return name in INTERNAL or RE_INTERNAL.fullmatch(name) is not None


def _balanced(value: str) -> str:
    """Return a value on one line whose braces close: an odd one would swallow other entries."""
    if not value.isprintable() or "  " in value:
        value = " ".join(value.split())
    value = value.strip()
    if "{" not in value and "}" not in value:
        return value
    depth = 0
    for brace in RE_BRACE.findall(value):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            break
    return value if depth == 0 else RE_BRACE.sub("", value)
