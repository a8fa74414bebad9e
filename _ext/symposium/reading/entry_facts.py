"""The facts of one entry: from its raw fields to the values of a paper.

No entry is refused: a value that cannot be read is left out of the record, stays in
``Paper.fields`` and is reported with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from symposium.fields.compound_types import attributes_of
from symposium.fields.link_types import IMAGE_SUFFIXES
from symposium.fields.yaml_repair import shortened, shown
from symposium.kinds.keywords import keywords
from symposium.kinds.paper import Paper
from symposium.model.dates import Date
from symposium.model.ids import slug
from symposium.model.language_names import tag_of
from symposium.model.names import SIGNS, split_top
from symposium.model.problems import Code, Place, Problem
from symposium.reading import entry_fields, entry_links
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.contributors import annotate, contributor_of, read_rows, row_of
from symposium.reading.latex import decode, examine, unknown_commands

SETTINGS = frozenset({"ieeetranbstctl", "control", "bstctl", "settings"})
STATUSES = frozenset({"preprint", "published", "corrected", "superseded", "withdrawn", "retracted"})
POSTER = "poster"

INSTITUTIONS = ("institution", "school", "organization")
SINGLE = frozenset({
    "title", "author", "editor", "year", "date", "month", "booktitle", "journal",
    "journaltitle", "volume", "number", "pages", "doi", "publisher", "series",
    "institution", "school", "abstract", "note", "url", "eprint", "isbn", "issn",
    "crossref", "type",
})  # fmt: skip
"""Fields with one value: repeating one is a mistake. Fields of other tools may be repeated."""

TEXTS = {name: field.entry for name, field in attributes_of(Paper).items() if field.entry}
"""Attributes of a paper that are the text of one field, each with that field."""
DETAILS = (
    "address", "location", "edition", "eid", "chapter", "part", "howpublished", "eventtitle",
    "organization", "type", "version", "pagetotal", "shortjournal", "holder", "volumes", "venue",
    "crossref", "shorttitle", "translator", "urldate", "pubstate", "pmid", "pmcid", "entrysubtype",
    "abbr", "additional_info", "bookauthor", "editortype", "origdate",
)  # fmt: skip
"""Fields used only by citations, exports and lists of works."""
LISTS = ("related", "inferred", "sources")
"""Fields of a paper that are lists read from the field of the same name."""
LANGUAGE = ("langid", "language", "hyphenation")
CLASSES = ("primaryclass", "eprintclass")
"""Fields that name the classes of a preprint server."""
KEYWORDS = ("keywords", "keyword", "mendeley-tags")

MAX_TITLE = 10_000
"""Characters of a title: it is printed on many pages."""
MAX_TOPICS = 1_000
"""Keywords of an entry: each has a page, which counts all others beside it."""

RE_RANGE = re.compile(r"(\d+)\s*(?:--?|–)\s*(\d+)")
RE_TRUE = re.compile(r"\s*\{?(?:true|yes|1)\}?\s*", re.IGNORECASE)


class EntryFacts:
    """Reads the fields of one entry, and collects its ``problems``."""

    __slots__ = ("entry", "fields", "problems", "reported")

    def __init__(self, entry: RawEntry) -> None:
        self.entry = entry
        self.fields: Mapping[str, str] = entry.values()
        self.problems: list[Problem] = []
        self.reported: set[str] = set()

    def read(self) -> dict[str, Any]:
        """Return the values of the paper by the names of its fields, many of them empty.

        Contributors and dates are plain, as rows for the cache have them.
        """
        entry, fields, text = self.entry, self.fields, self.text
        if len(entry.fields) > len(fields):
            self.repeated()
        authors, et_al = self.people("author")
        links, refused = entry_links.read_links(fields)
        for name, value in refused:
            hint = "write http://…, https://…, or the name of a file below files/"
            self.report(Code.BIB_LINK, f'The link "{shortened(value, 80)}" is left out', name, hint)
        doi, malformed = entry_links.read_doi(fields)
        if malformed:
            message = f"{shown(fields['doi'])} is not a DOI"
            self.report(Code.DOI_FORM, message, "doi", "a DOI is 10.…/…")
            if link := entry_links.read_link(fields["doi"]):
                links.setdefault("url", link)
        printed = entry_links.printed_links(fields.get("abstract", ""), links.values())
        printed = {name: link for name, link in printed.items() if name not in links}
        subtype, pages = text("entrysubtype"), self.pages()
        awards = text("award_name", "award", "awards") or ""  # the short form before the long
        facts: dict[str, Any] = {
            "type": entry.type,
            "title": self.title(),
            "authors": authors,
            "et_al": et_al,
            "editors": self.people("editor")[0],
            "date": (date := self.date()) and (date.year, date.month, date.day, date.season),
            "venue": entry_fields.read_venue(entry.type, text),
            "poster": entry.type == POSTER or (subtype or "").lower() == POSTER,
            "topics": self.topics(),
            "categories": tuple(dict.fromkeys(" ".join(self.items(*CLASSES)).split())),
            "awards": tuple([award.strip() for award in awards.split(";") if award.strip()]),
            "thumbnail": self.picture(),
            "marks_note": self.marks_note(authors) if "annotation" in fields else None,
            "doi": doi,
            "arxiv": entry_links.read_arxiv(fields),
            "links": links | printed,
            "links_from_abstract": tuple(printed),
            "number": text("number", "issue"),
            "pages": pages,
            "institution": text(*INSTITUTIONS),
            "selected": bool(RE_TRUE.fullmatch(fields.get("selected", ""))),
            "was": tuple(dict.fromkeys(slug(key) for key in self.items("ids"))),
        }
        for name, field in TEXTS.items():
            if field in fields:
                facts[name] = text(field)
        for name in LISTS:
            facts[name] = self.items(name)
        facts["details"] = self.details()
        facts["words"] = keywords(facts["title"], facts.get("abstract"), facts["topics"])
        facts["cites"] = self.cites() if "cites" in fields else ()
        facts["status"] = self.status()
        facts["language"] = self.language()
        return facts

    def details(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of `DETAILS` and two made for citations, decoded."""
        fields = self.fields
        details = [(name, examine(fields[name])[0]) for name in DETAILS if name in fields]
        if "/" in fields.get("date", ""):
            details.append(("enddate", fields["date"].partition("/")[2].strip(" {}")))
        if "award_name" in fields and "award" in fields:  # a short name, and what it is for
            details.append(("award", examine(fields["award"])[0]))
        return tuple([(name, text) for name, text in details if text])

    def pages(self) -> str | None:
        """Return the pages; a range, as most are, with a dash."""
        text = self.fields.get("pages", "")
        match = RE_RANGE.fullmatch(text)
        if not match:
            text = self.text("pages") or ""
            match = RE_RANGE.fullmatch(text)
        return f"{match[1]}–{match[2]}" if match else text

    def picture(self) -> str | None:
        """Return the picture of the work; addresses on other sites are refused."""
        path, field = entry_links.read_picture(self.fields)
        if field:
            message = f"{shown(self.text(field) or '')} is not a picture below files/"
            hint = f"put a {', '.join(IMAGE_SUFFIXES)} file into files/ and give its name"
            self.report(Code.BIB_VALUE, message, field, hint)
        return path

    def marks_note(self, authors: Iterable[str]) -> str | None:
        """Return the explanation of the signs behind names, such as "* equal contribution".

        Without such signs the field holds private notes of reference managers.
        """
        people = map(contributor_of, authors)
        signed = any(mark in SIGNS for author in people for mark in author.marks)
        return self.text("annotation") if signed else None

    def language(self) -> str | None:
        """Return the language of the entry as a tag of HTML, such as ``de``."""
        languages = (self.text(name) for name in LANGUAGE if name in self.fields)
        return next((tag for text in languages if text and (tag := tag_of(text))), None)

    def report(self, code: Code, message: str, name: str = "", hint: str = "") -> None:
        """Add a problem at the field ``name``, or at the entry."""
        entry, place = self.entry, self.entry.place
        if name in self.fields:
            index = [field for field, _ in entry.fields].index(name)
            place = Place(place.path, *entry.places[index])
        self.problems.append(Problem(code, message, place, hint))

    def text(self, *names: str) -> str | None:
        """Return the text of the first of these fields that is not empty, decoded."""
        fields = self.fields
        for name in names:
            if name in fields:
                text, unknown = examine(fields[name])
                if unknown:
                    self.report_unknown(name, unknown)
                if text:
                    return text
        return None

    def items(self, *names: str) -> tuple[str, ...]:
        """Return the items of these fields, split at commas and semicolons, each once."""
        values = [self.fields[name] for name in names if name in self.fields]
        if not values:
            return ()
        if len(self.entry.fields) > len(self.fields):
            values += [value for name, value in self.entry.fields if name in names]
        return tuple(dict.fromkeys(split_lists(values)))

    def cites(self) -> tuple[str, ...]:
        """Return the keys of the cited works, each once."""
        values = [value for name, value in self.entry.fields if name == "cites"]
        counts = Counter(split_lists(values))
        for text in [text for text, times in counts.items() if times > 1]:
            message = f'"{self.entry.key}" cites "{text}" twice'
            self.report(Code.WORK_CITES, message, "cites", "remove it")
        return tuple(counts)

    def topics(self) -> tuple[str, ...]:
        """Return the keywords, at most `MAX_TOPICS`."""
        topics = self.items(*KEYWORDS)
        if len(topics) > MAX_TOPICS:
            name = next(name for name in KEYWORDS if name in self.fields)
            message = f"Only the first {MAX_TOPICS:,} keywords are read"
            self.report(Code.BIB_TOO_LARGE, message, name, "keep those that tell works apart")
        return topics[:MAX_TOPICS]

    def repeated(self) -> None:
        """Report repeated fields; the first of each counts."""
        entry = self.entry
        names = [name for name, _ in entry.fields]
        if len(names) == len(set(names)):
            return
        seen: set[str] = set()
        for name, place in zip(names, entry.places, strict=True):
            if name in seen and name in SINGLE:
                where = Place(entry.place.path, *place)
                message = f'"{name}" of "{entry.key}" is repeated; the first one counts'
                self.problems.append(Problem(Code.BIB_DUPLICATE_FIELD, message, where))
            seen.add(name)

    def report_unknown(self, name: str, unknown: Iterable[str]) -> None:
        """Report unknown LaTeX commands in the field ``name``, each once."""
        for command in unknown:
            if command not in self.reported:
                self.reported.add(command)
                message = f"The LaTeX command {command} is not known and is shown as typed"
                self.report(Code.BIB_LATEX, message, name)

    def title(self) -> str:
        """Return the title with its subtitle; without one, ``booktitle`` or the cite key."""
        title = self.text("title") or self.text("maintitle")
        if not title:
            self.report(Code.BIB_TITLE, f'"{self.entry.key}" has no title', hint="add title = {…}")
            return self.text("booktitle") or self.entry.key
        title = entry_fields.with_subtitle(title, self.text("subtitle"))
        if len(title) > MAX_TITLE:
            message = f"The title is longer than {MAX_TITLE:,} characters, and is cut"
            self.report(Code.BIB_TOO_LARGE, message, "title", "put what is no title elsewhere")
            return f"{title[:MAX_TITLE]}…"
        return title

    def people(self, name: str) -> tuple[tuple[str, ...], bool]:
        """Return the contributors in a field with their marks, and whether "et al." follows."""
        fields = self.fields
        if name not in fields:
            return (), False
        value = fields[name]
        if "\\" in value:
            self.report_unknown(name, unknown_commands(value))
        people, et_al, faults = read_rows(value)
        for fault in faults:
            message = f'{name} of "{self.entry.key}": {fault.message}'
            self.report(fault.code, message, name, fault.hint)
        marks, ids = f"{name}+an", f"{name}+an:person"
        default = f"{marks}:default"
        if marks not in fields and ids not in fields and default not in fields:
            return people, et_al
        values = ["; ".join(fields[n] for n in (marks, default) if n in fields)]
        values.append(fields.get(ids, ""))
        annotated, reasons = annotate(tuple(map(contributor_of, people)), *values)
        for reason in reasons:
            place = next(n for n in (marks, default, ids) if n in fields)
            hint = "an annotation is 1=mark, with the number of the name"
            self.report(Code.BIB_ANNOTATION, f"The annotation {reason}", place, hint)
        return tuple(map(row_of, annotated)), et_al

    def date(self) -> Date | None:
        """Return the date of publication."""
        names = ("date", "year", "month")
        given = {
            name: self.fields[name] for name in names if self.fields.get(name, "").strip(" {}")
        }
        if date := given.get("date"):
            if (
                parsed := entry_fields.parse_edtf(date)
                or ("-" not in date and entry_fields.parse_year(date))
                or None
            ):
                return parsed
            self.report_date("date")
        if "year" not in given:
            return None
        year = entry_fields.parse_year(given["year"])
        if not year:
            self.report_date("year", "write a year of four digits, and the rest in note = {…}")
            return None
        if year.month or "month" not in given:
            return year
        parsed = entry_fields.add_month(year, given["month"], self.fields.get("day", ""))
        if not parsed:
            self.report_date("month")
        return parsed or year

    def report_date(self, name: str, hint: str = "") -> None:
        """Report the field ``name``, a part of the date, that cannot be read."""
        message = f"The {name} {shown(self.text(name) or '')} cannot be read"
        self.report(Code.BIB_DATE, message, name, hint)

    def status(self) -> str | None:
        """Return the status if it is one of `STATUSES`; report another."""
        status = (self.text("status") or "").lower()
        if status and status not in STATUSES:
            hint = f"one of {', '.join(sorted(STATUSES))}"
            self.report(Code.BIB_VALUE, f"The status {shown(status)} is not known", "status", hint)
            return None
        return status or None


RE_LIST = re.compile(r"[,;]")


def split_lists(values: Iterable[str]) -> Iterator[str]:
    r"""Yield the decoded items of ``values``, split at commas and semicolons.

    >>> list(split_lists([r"tides; small {, d}ata, Z\"urich", "nets"]))
    ['tides', 'small , data', 'Zürich', 'nets']
    """
    for value in values:
        items = (
            (item for part in split_top(value, ";") for item in split_top(part, ","))
            if "{" in value or "\\" in value
            else RE_LIST.split(value)
        )
        yield from (text for item in items if (text := decode(item.strip())))
