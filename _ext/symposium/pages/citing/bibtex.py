r"""Entries as BibTeX that all programs read alike: Symposium, pybtex, bibtexparser and biber.

`written_entry` repeats the source: all fields, each value as it is. `shown_entry` is for people to
copy: without fields for somebody's files or tools (`TOOLS`), with each value on one line, and files
of the site by their address. It has only what styles of BibTeX and Zotero understand: year and
month instead of a date, and known types instead of those that only biblatex has. Months are always
macros, which all programs know.

What gets lost:

* a second field of the same name, which others refuse, except that lists are joined;
* ``xdata``: the entry itself has the fields that it inherits, and their source is no work;
* addresses that no page links to, such as ``javascript:…``;
* braces without a partner, control characters, more than 100 nested braces (pybtex), for
  bibtexparser a brace whose partner is behind a backslash;
* a line of a value that begins with ``@``, where readers take it for the next entry: it is joined
  to the line before it;
* a backslash at the end of a value, to which a space is added.

A key is kept as it is; no key that Symposium reads has a comma, brace, quote or ``=``. BibTeX
itself and pybtex also refuse keys with white space and names of fields that are not ASCII, and keys
that differ only in case are equal there. The type of an entry is a word, for bibtexparser without a
hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from symposium.kinds.paper import Paper
from symposium.model.dates import MONTHS, Date
from symposium.model.names import SIGNS, balanced, parse_name, without_signs
from symposium.pages.author_links import FILES, RE_IGNORED, ROOT
from symposium.pages.publication_status import NOTICE, status_of_paper

INFERRED_DATE = "The date is inferred: no source states it."
"""A note on the date for those who read an entry; styles do not print it."""


def note_of(paper: Paper) -> str | None:
    """Return the note of a work, with a sentence on its date if that is inferred."""
    if not paper.is_date_inferred:
        return paper.note
    return f"{paper.note.rstrip('.')}. {INFERRED_DATE}" if paper.note else INFERRED_DATE


INTERNAL = frozenset({
    "sources", "label", "file", "owner", "timestamp", "groups", "localfile",
    "date-added", "date-modified", "creationdate", "modificationdate", "crossref", "xdata",
    "xref", "ids", "options", "sortkey", "presort",
})  # fmt: skip
"""Fields about somebody's files, or about this site, not about the work.

An entry includes the fields that it inherits by ``crossref`` or ``xdata``."""

TOOLS = frozenset({
    "abbr", "additional_info", "altmetric", "award", "award_name", "bibtex_show", "blog", "code",
    "demo", "dimensions", "google_scholar_id", "html", "inferred", "inspirehep_id", "poster",
    "preview", "selected", "slides", "supp", "talk", "video", "website",
})  # fmt: skip
"""Fields from which tools such as Symposium and al-folio make pages: they stay in the source."""

RE_INTERNAL = re.compile(r"bdsk-.*|.*\+an:person|ranking|qualityassured|printed|comment|__.*")

RE_ADDRESS = re.compile(
    r".*(?:url|link).*|blog|code|data(?:set)?|demo|ee|hal|html|inspirehep_id|notice|openreview|pdf|poster|"
    r"preprint|project|slides|software|supp|talk|video|website"
)
"""Names of fields that hold an address, which reference managers open."""
RE_FORBIDDEN = re.compile(
    r"(?:.*href=)?(?:\\[a-z]+)?[{\"']*(?!(?:https?|ftp|doi|mailto):)[a-z][a-z0-9+-]*:",
    re.IGNORECASE | re.DOTALL,
)
"""The beginning of an address with another scheme."""

LISTS = frozenset({
    "keywords", "keyword", "mendeley-tags", "ids", "related", "cites", "inferred",
    "sources", "primaryclass", "eprintclass",
})  # fmt: skip
"""Fields that hold a list, split at commas; of several fields of one name, all count."""

RE_LINE_END = re.compile(r"\r\n?")
RE_LIKE_ENTRY = re.compile(r"\n(?=\s*@)")
RE_AND = re.compile(r"\s+and\s+")
RE_PARTS = re.compile(r"\s*(?:family|given|prefix|suffix)\s*=")
"""The beginning of a name in the extended format of biblatex, in which parts have names."""

MACROS = {name: month[:3] for month in MONTHS for name in (month, month[:3])} | {"sept": "sep"}
"""Macros of months by the words that people write."""

DATES = frozenset({"date", "year", "month", "day"})

SUBTITLES = {"title": "subtitle", "booktitle": "booksubtitle", "journal": "journalsubtitle"}

PEOPLE = ("author", "editor")
"""Fields with names of people that BibTeX knows."""

ANNOTATION = "annotation"

Field = tuple[str, str]


NAMES = {"journaltitle": "journal", "location": "address", ANNOTATION: "annote"}
"""Names of fields in BibTeX by their names in biblatex."""
TYPES = {
    "dataset": "misc", "preprint": "misc", "poster": "misc", "report": "techreport",
    "standard": "techreport", "bachelorsthesis": "mastersthesis", "www": "online",
    "mvbook": "book", "collection": "book", "mvcollection": "book", "reference": "book",
    "mvreference": "book", "mvproceedings": "proceedings", "bookinbook": "inbook",
    "suppbook": "inbook", "suppcollection": "incollection", "inreference": "incollection",
    "suppperiodical": "article",
}  # fmt: skip
"""Types in BibTeX by types that it, or a program that reads it, does not know."""


def shown_entry(paper: Paper, *, base: str = "") -> str:
    """Return the entry of a paper as its page shows it.

    ``base`` is the address of the site; without it, fields with files of the site are left out.
    The entry ends with a line end, as does `written_entry`.
    """
    fields: dict[str, str] = {}
    for name, value in _fields(paper):
        if name == "abstract" or _is_internal(name):
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
        if "date" not in fields:  # a year that only a listing gives
            fields.setdefault("year", str(paper.year))
        fields.setdefault(NAMES[ANNOTATION], INFERRED_DATE)
    _with_subtitles(fields)
    for role in PEOPLE:
        if "=" in fields.get(role, ""):
            fields[role] = " and ".join(map(_in_order, RE_AND.split(fields[role])))
    kind = _typed(paper.type, fields)
    return _entry(kind, paper.key, _dated(paper.date, fields))


def _with_plain_names(paper: Paper, fields: dict[str, str]) -> None:
    """Remove the signs behind names, which are marks of authors."""
    for role, people in zip(PEOPLE, (paper.authors, paper.editors), strict=True):
        if any(mark in SIGNS for person in people for mark in person.marks):
            names = RE_AND.split(fields[role])
            fields[role] = " and ".join(without_signs(name)[0] for name in names)


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
    """Return a name in the format of BibTeX, if it is in the extended format of biblatex.

    >>> _in_order("family=Weber, given=Jan, prefix=von"), _in_order("Doe, Jane")
    ('von Weber, Jan', 'Doe, Jane')
    """
    if not RE_PARTS.match(name):
        return name
    parts = parse_name(name, str)
    family = f"{parts.prefix} {parts.family}".strip()
    return ", ".join(filter(None, (family, parts.suffix, parts.given)))


def _with_subtitles(fields: dict[str, str]) -> None:
    """Join titles with their subtitles, which BibTeX does not know."""
    for name, other in SUBTITLES.items():
        if other in fields and (title := fields.get(name)):
            sign = "" if title.rstrip("}")[-1:] in "?!:." else ":"
            fields[name] = f"{title}{sign} {fields.pop(other)}"


def _typed(kind: str, fields: dict[str, str]) -> str:
    """Return the type of an entry in BibTeX; ``fields`` get what is lost by that."""
    if kind == "poster":
        fields.setdefault("entrysubtype", kind)
    elif kind == "bachelorsthesis":
        fields.setdefault("type", "Bachelor's thesis")
    if kind in {"thesis", "phdthesis", "mastersthesis"} and "institution" in fields:
        fields.setdefault("school", fields.pop("institution"))
    type_name = fields.get("type", "").lower()
    if kind == "report" and type_name == "techreport":
        del fields["type"]
    elif kind == "thesis":
        if type_name in {"phdthesis", "mathesis"}:
            del fields["type"]
        return "mastersthesis" if type_name.startswith(("m", "b", "dipl", "lic")) else "phdthesis"
    return TYPES.get(kind, kind)


def _dated(date: Date | None, fields: dict[str, str]) -> Iterable[Field]:
    """Return the fields with the date as ``year``, ``month`` and ``day``, in the same place."""
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
    ordered: dict[str, str] = {}
    for name, value in fields.items():
        ordered |= parts if name in DATES else {name: value}
    return [(name, value) for name, value in ordered.items() if value or name not in DATES]


def _fields(paper: Paper) -> Iterable[Field]:
    """Return the fields of a paper, each once, with its status if it was retracted or the like.

    ``pubstate`` is biblatex's field for the state of a publication, which its styles print.
    """
    fields: dict[str, str] = {}
    for name, value in paper.fields:
        if ":" in value and RE_ADDRESS.fullmatch(name) and _is_forbidden(value):
            continue
        if name not in fields:
            fields[name] = value
        elif name in LISTS:
            fields[name] += f", {value}"
    files = frozenset({paper.links.get(NOTICE, "")})  # a file of the site, published or not
    if status := status_of_paper(paper, files):
        fields["status"] = status.status
        fields.setdefault("pubstate", status.status)
        if status.notice:
            fields.setdefault(NOTICE, status.notice.replace(ROOT, ""))
    return fields.items()


def _is_forbidden(value: str) -> bool:
    r"""Tell whether an address has another scheme than links of pages, or those of archives.

    >>> _is_forbidden("https://x.org"), _is_forbidden("localhost.de:80/x"), _is_forbidden("x.pdf")
    (False, False, False)
    >>> _is_forbidden("java\nscript:x"), _is_forbidden(r"\url{data:x}"), _is_forbidden("file:x")
    (True, True, True)
    """
    return RE_FORBIDDEN.match(RE_IGNORED.sub("", value)) is not None


@lru_cache(maxsize=1 << 12)
def _is_internal(name: str) -> bool:
    """Tell whether a field is not about the work; cached, as the names of fields are few."""
    return name in INTERNAL or name in TOOLS or RE_INTERNAL.fullmatch(name) is not None


def _one_line(value: str) -> str:
    if not value.isprintable() or "  " in value:
        value = " ".join(value.split())
    return value.strip()


def delimited(value: str) -> str:
    r"""Return a value between braces that all programs read alike.

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
