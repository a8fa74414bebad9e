r"""Entries as BibTeX, so that every reader reads back the same: ours, pybtex, bibtexparser, biber.

`written_entry` is for files: all fields, each value as it is. `shown_entry` is for readers of a
page: without what says something about somebody's files, each value on one line. Both write in one
form. Readers differ in what a backslash does to the brace or quote behind it: nothing (BibTeX,
biber, pybtex, ours), or it counts no more (bibtexparser). A value whose braces close for some
only, like ``a \\{b}``, is written in quotes, where that does not matter.

What cannot be kept:

* a field that stands twice, which others refuse: the first counts, those of lists are joined;
* ``xdata``, since who lends fields is no work and has no entry: what it lends stands in the entry;
* braces without a partner, control characters, more than 100 braces in each other (pybtex);
* a line of a value that begins with ``@``, where readers take it for the next entry: it is joined
  to the line before it;
* a backslash at the end of a value, to which a space is added.

A key is kept whatever is in it, as far as our reader can have it: no comma, brace, quote or ``=``.
In BibTeX itself and in pybtex it can hold no white space either, the name of a field only ASCII,
and two keys that differ in case alone are one. The type of an entry is a word, for bibtexparser
without a hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from symposium.kinds.paper import Paper
from symposium.model.braces import balanced
from symposium.pages.author_links import ROOT
from symposium.pages.publication_status import NOTICE, status_of_paper

INTERNAL = frozenset({
    "sources", "label", "selected", "file", "owner", "timestamp", "groups", "localfile",
    "date-added", "date-modified", "creationdate", "modificationdate", "crossref", "xdata",
    "xref", "ids", "options", "sortkey", "presort",
})  # fmt: skip
"""Fields that say something about somebody's files, or about this site, not about the work.

What an entry inherits by ``crossref`` or ``xdata`` stands among its fields."""

RE_INTERNAL = re.compile(r"bdsk-.*|.*\+an:person|ranking|qualityassured|printed|comment|__.*")

LISTS = frozenset({
    "keywords", "keyword", "mendeley-tags", "ids", "related", "cites", "inferred",
    "sources", "primaryclass", "eprintclass",
})  # fmt: skip
"""Fields that hold a list, split at commas, of which every one counts."""

RE_COUNTED = re.compile(r"(?<!\\)[{}]")
"""The braces that count where a backslash takes the next one's meaning away."""

RE_LINE_END = re.compile(r"\r\n?")
RE_LIKE_ENTRY = re.compile(r"\n(?=\s*@)")
RE_SIGN = re.compile(r"[{}\"]")

Field = tuple[str, str]


def shown_entry(paper: Paper, leave_out: frozenset[str] = frozenset({"abstract"})) -> str:
    """Return the entry of a paper as its page shows it; ``leave_out`` names further fields to drop.

    It ends with a line end, as does `written_entry`.
    """
    return _entry(
        paper,
        [
            (name, _one_line(value))
            for name, value in _fields(paper)
            if name not in leave_out and not _is_internal(name)
        ],
    )


def written_entry(paper: Paper) -> str:
    """Return the whole entry of a paper, for a file that other programs read."""
    return _entry(paper, [field for field in _fields(paper) if field[0] != "xdata"])


def _entry(paper: Paper, fields: list[Field]) -> str:
    width = max([len(name) for name, _ in fields], default=0)
    lines = [f"  {name.ljust(width)} = {delimited(value)}" for name, value in fields]
    key = f"{paper.key} " if paper.key.endswith("\\") else paper.key
    return "@" + ",\n".join([f"{paper.type}{{{key}", *lines]) + "\n}\n"


def _fields(paper: Paper) -> Iterable[Field]:
    """Return the fields of a paper, each once; of one that was retracted or the like they say so.

    ``pubstate`` is biblatex's field for the state of a publication, which its styles print.
    """
    fields: dict[str, str] = {}
    for name, value in paper.fields:
        if name not in fields:
            fields[name] = value
        elif name in LISTS:
            fields[name] += f", {value}"
    found = status_of_paper(paper)
    if found:
        fields["status"] = found.status
        fields.setdefault("pubstate", found.status)
        if notice := _notice(paper):
            fields.setdefault(NOTICE, notice)
    return fields.items()


def _notice(paper: Paper) -> str:
    written = frozenset({paper.links.get(NOTICE, "")})  # a file of the site, published or not
    found = status_of_paper(paper, written)
    return found.notice.replace(ROOT, "") if found else ""


@lru_cache(maxsize=1 << 12)
def _is_internal(name: str) -> bool:
    """Tell whether a field says nothing about the work; the names of fields are few."""
    return name in INTERNAL or RE_INTERNAL.fullmatch(name) is not None


def _one_line(value: str) -> str:
    if not value.isprintable() or "  " in value:
        value = " ".join(value.split())
    return value.strip()


def delimited(value: str) -> str:
    r"""Return a value between braces, or between quotes where braces would not close for all.

    >>> delimited("A {B}"), delimited("an } odd {brace}"), delimited("@misc{x}\n @y")
    ('{A {B}}', '{an  odd {brace}}', '{@misc{x}  @y}')
    >>> print(delimited(r"two \\{lines}"))
    "two \\{lines}"
    """
    if "\r" in value:
        value = RE_LINE_END.sub("\n", value)
    if "@" in value and "\n" in value:
        value = RE_LIKE_ENTRY.sub(" ", value)
    if "{" in value or "}" in value:
        value = balanced(value)
    if value.endswith("\\"):
        value += " "
    if "\\" in value and not _closes(value) and _fits_quotes(value):
        return f'"{value}"'
    return f"{{{value}}}"


def _closes(value: str) -> bool:
    """Tell whether the braces close where those behind a backslash do not count."""
    depth = 0
    for brace in RE_COUNTED.findall(value):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _fits_quotes(value: str) -> bool:
    r"""Tell whether no quote would end a value: each stands in braces, as ``\"`` or ``{"}``."""
    depth = 0
    for sign in RE_SIGN.finditer(value):
        at = sign.start()
        if sign[0] != '"':
            depth += 1 if sign[0] == "{" else -1
        elif not depth or (value[at - 1] != "\\" and value[at - 1 : at + 2] != '{"}'):
            return False
    return True
