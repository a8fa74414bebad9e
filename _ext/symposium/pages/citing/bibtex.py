r"""Entries as BibTeX, so that every reader reads back the same: ours, pybtex, bibtexparser, biber.

`written_entry` is the source again: all fields, each value as it is. `shown_entry` is what others
copy: without what says something about somebody's files or tools (`TOOLS`), each value on one line,
files of the site by their address, and as styles of BibTeX and Zotero understand it: an entry has a
year and a month though it was written with a date, and types that only biblatex has are called
otherwise. Months are macros everywhere, which all readers know.

What cannot be kept:

* a field that stands twice, which others refuse: the first counts, those of lists are joined;
* ``xdata``, since who lends fields is no work and has no entry: what it lends stands in the entry;
* braces without a partner, control characters, more than 100 braces in each other (pybtex), for
  bibtexparser a brace whose partner stands behind a backslash;
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
from urllib.parse import quote

from symposium.kinds.paper import Paper
from symposium.model.dates import MONTHS, Date
from symposium.model.names import SIGNS, balanced, parse_name, without_signs
from symposium.pages.author_links import ROOT
from symposium.pages.publication_status import NOTICE, status_of_paper

INFERRED_DATE = "The date is inferred: no source states it."
"""What an entry says of its date to whoever reads it; styles do not print it."""


def note_of(paper: Paper) -> str | None:
    """Return the note of a work; if no source states its date, it says so."""
    if not paper.is_date_inferred:
        return paper.note
    return f"{paper.note.rstrip('.')}. {INFERRED_DATE}" if paper.note else INFERRED_DATE


INTERNAL = frozenset({
    "sources", "label", "file", "owner", "timestamp", "groups", "localfile",
    "date-added", "date-modified", "creationdate", "modificationdate", "crossref", "xdata",
    "xref", "ids", "options", "sortkey", "presort",
})  # fmt: skip
"""Fields that say something about somebody's files, or about this site, not about the work.

What an entry inherits by ``crossref`` or ``xdata`` stands among its fields."""

TOOLS = frozenset({
    "abbr", "additional_info", "altmetric", "award", "award_name", "bibtex_show", "blog", "code",
    "demo", "dimensions", "google_scholar_id", "html", "inferred", "inspirehep_id", "poster",
    "preview", "selected", "slides", "supp", "talk", "video", "website",
})  # fmt: skip
"""Fields by which tools make web pages, such as this one and al-folio: they stay in the source."""

RE_INTERNAL = re.compile(r"bdsk-.*|.*\+an:person|ranking|qualityassured|printed|comment|__.*")

LISTS = frozenset({
    "keywords", "keyword", "mendeley-tags", "ids", "related", "cites", "inferred",
    "sources", "primaryclass", "eprintclass",
})  # fmt: skip
"""Fields that hold a list, split at commas, of which every one counts."""

RE_LINE_END = re.compile(r"\r\n?")
RE_LIKE_ENTRY = re.compile(r"\n(?=\s*@)")
RE_AND = re.compile(r"\s+and\s+")
RE_PARTS = re.compile(r"\s*(?:family|given|prefix|suffix)\s*=")
"""Begins a name whose parts biblatex calls by their names."""

MACROS = {name: month[:3] for month in MONTHS for name in (month, month[:3])} | {"sept": "sep"}
"""The macros of months, by what people write for them."""

DATES = frozenset({"date", "year", "month", "day"})

SUBTITLES = {"title": "subtitle", "booktitle": "booksubtitle", "journal": "journalsubtitle"}

PEOPLE = ("author", "editor")
"""Fields with names of people that BibTeX knows."""

FILES = "files/"
"""Begins the paths of files of the site."""

ANNOTATION = "annotation"

Field = tuple[str, str]


NAMES = {"journaltitle": "journal", "location": "address", ANNOTATION: "annote"}
"""Fields of biblatex, and what BibTeX calls them."""
TYPES = {
    "dataset": "misc", "preprint": "misc", "poster": "misc", "report": "techreport",
    "standard": "techreport", "bachelorsthesis": "mastersthesis", "www": "online",
    "mvbook": "book", "collection": "book", "mvcollection": "book", "reference": "book",
    "mvreference": "book", "mvproceedings": "proceedings", "bookinbook": "inbook",
    "suppbook": "inbook", "suppcollection": "incollection", "inreference": "incollection",
    "suppperiodical": "article",
}  # fmt: skip
"""Types of entries that BibTeX, or one of its readers, does not know."""


def shown_entry(
    paper: Paper,
    leave_out: frozenset[str] = frozenset({"abstract"}),
    *,
    base: str = "",
) -> str:
    """Return the entry of a paper as its page shows it; ``leave_out`` names further fields to drop.

    ``base`` is the address of the site; without it, files of the site have none. The entry ends
    with a line end, as does `written_entry`.
    """
    fields: dict[str, str] = {}
    for name, value in _fields(paper):
        if name in leave_out or _is_internal(name):
            continue
        link = paper.links.get(name, "")
        if link.startswith(FILES) or (link and "<a " in value):
            value = link  # noqa: PLW2901 - a file that is named in some other way, or HTML
        if value.startswith(FILES):
            if not base:
                continue
            value = base + quote(value)  # noqa: PLW2901
        fields.setdefault(NAMES.get(name, name), _one_line(value))
    _with_plain_names(paper, fields)
    # An identifier of arXiv by the names that both BibTeX and biblatex have for it.
    if fields.pop("arxiv", "") and paper.arxiv and "eprint" not in fields:
        fields |= {"eprint": paper.arxiv, "archiveprefix": "arXiv"}
    if paper.is_date_inferred:
        fields.setdefault(NAMES[ANNOTATION], INFERRED_DATE)
    _with_subtitles(fields)
    for role in PEOPLE:
        if "=" in fields.get(role, ""):
            fields[role] = " and ".join(map(_in_order, RE_AND.split(fields[role])))
    kind = _typed(paper.type, fields)
    return _entry(kind, paper.key, _dated(paper.date, fields))


def _with_plain_names(paper: Paper, fields: dict[str, str]) -> None:
    """Leave out the signs behind names, which are marks here."""
    for role, people in zip(PEOPLE, (paper.authors, paper.editors), strict=True):
        if any(mark in SIGNS for one in people for mark in one.marks):
            fields[role] = " and ".join(without_signs(one)[0] for one in RE_AND.split(fields[role]))


def written_entry(paper: Paper) -> str:
    """Return the whole entry of a paper, for a file that other programs read."""
    fields = [field for field in _fields(paper) if field[0] != "xdata"]
    return _entry(paper.type, paper.key, fields)


def _entry(kind: str, key: str, fields: Iterable[Field]) -> str:
    rows = list(fields)
    width = max([len(name) for name, _ in rows], default=0)
    lines = [f"  {name.ljust(width)} = {_value(name, value)}" for name, value in rows]
    key = f"{key} " if key.endswith("\\") else key
    return "@" + ",\n".join([f"{kind}{{{key}", *lines]) + "\n}\n"


def _value(name: str, value: str) -> str:
    if name == "month" and (macro := MACROS.get(value.strip(" .").lower())):
        return macro
    return delimited(value)


def _in_order(name: str) -> str:
    """Return a name with its parts in BibTeX's order, where biblatex calls them by their names.

    >>> _in_order("family=Weber, given=Jan, prefix=von"), _in_order("Doe, Jane")
    ('von Weber, Jan', 'Doe, Jane')
    """
    if not RE_PARTS.match(name):
        return name
    found = parse_name(name, str)
    family = f"{found.prefix} {found.family}".strip()
    return ", ".join(filter(None, (family, found.suffix, found.given)))


def _with_subtitles(fields: dict[str, str]) -> None:
    """Join titles with their subtitles, which BibTeX does not know."""
    for name, other in SUBTITLES.items():
        if other in fields and (title := fields.get(name)):
            sign = "" if title.rstrip("}")[-1:] in "?!:." else ":"
            fields[name] = f"{title}{sign} {fields.pop(other)}"


def _typed(kind: str, fields: dict[str, str]) -> str:
    """Return the type of an entry in BibTeX; what gets lost by that is among the fields."""
    if kind == "poster":
        fields.setdefault("entrysubtype", kind)
    elif kind == "bachelorsthesis":
        fields.setdefault("type", "Bachelor's thesis")
    if kind in {"thesis", "phdthesis", "mastersthesis"} and "institution" in fields:
        fields.setdefault("school", fields.pop("institution"))
    named = fields.get("type", "").lower()
    if kind == "report" and named == "techreport":
        del fields["type"]
    elif kind == "thesis":
        if named in {"phdthesis", "mathesis"}:
            del fields["type"]
        return "mastersthesis" if named.startswith(("m", "b", "dipl", "lic")) else "phdthesis"
    return TYPES.get(kind, kind)


def _dated(date: Date | None, fields: dict[str, str]) -> Iterable[Field]:
    """Return the fields with the date in the words of BibTeX, where it stood."""
    if date is None or date.year is None:
        return fields.items()
    if "date" not in fields:
        if date.month and "month" in fields:
            fields["month"] = MONTHS[date.month - 1]
            if date.day:
                fields.setdefault("day", str(date.day))
        return fields.items()
    month = MONTHS[date.month - 1] if date.month else (date.season or "").capitalize()
    parts = {"year": f"{date.year:04}", "month": month, "day": str(date.day or "")}
    found: dict[str, str] = {}
    for name, value in fields.items():
        found |= parts if name in DATES else {name: value}
    return [(name, value) for name, value in found.items() if value or name not in DATES]


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
    files = frozenset({paper.links.get(NOTICE, "")})  # a file of the site, published or not
    if found := status_of_paper(paper, files):
        fields["status"] = found.status
        fields.setdefault("pubstate", found.status)
        if found.notice:
            fields.setdefault(NOTICE, found.notice.replace(ROOT, ""))
    return fields.items()


@lru_cache(maxsize=1 << 12)
def _is_internal(name: str) -> bool:
    """Tell whether a field says nothing about the work; the names of fields are few."""
    return name in INTERNAL or name in TOOLS or RE_INTERNAL.fullmatch(name) is not None


def _one_line(value: str) -> str:
    if not value.isprintable() or "  " in value:
        value = " ".join(value.split())
    return value.strip()


def delimited(value: str) -> str:
    r"""Return a value between braces, as all readers take it.

    >>> delimited("A {B}"), delimited("an } odd {brace}"), delimited("@misc{x}\n @y")
    ('{A {B}}', '{an  odd {brace}}', '{@misc{x}  @y}')
    """
    if "\r" in value:
        value = RE_LINE_END.sub("\n", value)
    if "@" in value and "\n" in value:
        value = RE_LIKE_ENTRY.sub(" ", value)
    if "{" in value or "}" in value:
        value = balanced(value)
    return f"{{{value} }}" if value.endswith("\\") else f"{{{value}}}"
