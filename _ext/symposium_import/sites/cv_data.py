"""Curricula vitae as data: those of RenderCV, of JSON Resume, and of al-folio's own list.

What a person has a field for goes there; all else is returned, to be told on a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.model.names import fold_name

from symposium_import.sites.front_matter import date_of, groups, said
from symposium_import.sites.gathered import Fields
from symposium_import.sites.html_parts import RE_LINK, attributes, broken, without_html
from symposium_import.sites.told import NO_TEXT, QUIET

LISTS = {
    "education": "education", "work": "positions", "experience": "positions",
    "professional experience": "positions", "employment": "positions", "academic experience":
    "positions", "work experience": "positions", "research experience": "positions",
    "positions": "positions", "awards": "awards", "honors and awards": "awards",
    "honours and awards": "awards", "honors": "awards", "awards and honors": "awards",
    "awards & scholarships": "awards", "honors & awards": "awards", "awards & honors": "awards",
    "teaching": "teaching", "teaching experience": "teaching",
}  # fmt: skip
"""Sections, and the field of a person that their lines go to."""
RE_SPAN = re.compile(r"(.*?\d{4})\s*(?:-+|–|—|to)\s*(.*\d{4}|present|now|today)", re.IGNORECASE)
RE_MONTH = re.compile(
    r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*\.?,?\s+(\d{4})", re.IGNORECASE
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
RE_ADVISOR = re.compile(r"(?:advis[oe]r|supervisor)s?:\s*(.+)", re.IGNORECASE)
RE_THESIS = re.compile(r"(?:(?:\w+ )?thesis|dissertation)(?: title)?:\s*(.+)", re.IGNORECASE)
RE_TAG = re.compile(r"<[^<>]*>")
RE_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\((https?://[^()\s]+)\)")
GOING_ON = frozenset({"present", "now", "today"})
SHORT = 60
"""Characters of a subject; what is longer is a remark."""
NOT_LISTS = frozenset({"publications", "social_networks", "profiles"})
"""Sections that say what is said elsewhere."""

Left = list[tuple[str, list[Any]]]
"""Sections, each with the lines of it, or with the parts of lines, that no field takes."""


def read(data: Any, fields: Fields) -> Left:
    """Add what a curriculum vitae says to a person; return what has no field."""
    left: Left = [("", head)] if (head := _head(data, fields)) else []
    for name, rows in sections(data).items():
        reader = ROWS.get(LISTS.get(name.lower().strip(), ""))
        if not rows or name.lower() in NOT_LISTS:
            continue
        if reader is None:
            left.append((name, rows))
            continue
        over: list[Any] = []
        for value in rows:
            row = Row(value if isinstance(value, dict) else {})
            made = reader(row)
            fields.setdefault(LISTS[name.lower().strip()], []).extend(made)
            over += [value] if not made else filter(None, [row.rest()])
        left += [(name, over)] if over else []
    for kind in ROWS:
        if not fields.get(kind, True):
            del fields[kind]
    return left


def _head(data: Any, fields: Fields) -> list[Any]:
    """Return what stands above the sections; the one line about the person becomes theirs."""
    group = data.get("cv", data.get("basics")) if isinstance(data, dict) else None
    if not isinstance(group, dict):
        return []
    if line := said(group, "label", "headline"):
        fields.setdefault("headline", line)
    place = group.get("location")
    town = ", ".join(filter(None, (said(place, "city"), said(place, "region"))))
    rows = [{"label": "Location", "details": said(group, "location") or town},
            {"label": "Phone", "details": said(group, "phone")}]  # fmt: skip
    return [*filter(None, [said(group, "summary")]), *(one for one in rows if one["details"])]


def owner(data: Any) -> str:
    """Return whose curriculum vitae it is, as far as it says so.

    >>> owner({"cv": {"name": "Mira Sol"}}), owner({"basics": {"name": "Mira Sol"}})
    ('Mira Sol', 'Mira Sol')
    """
    if isinstance(data, dict):
        heads = (data.get("cv"), data.get("basics"), data)
        return next((name for one in heads if (name := said(one, "name"))), "")
    rows = [row for part in groups(data) for row in groups(part.get("contents"))]
    return next((said(row, "value") for row in rows
                 if said(row, "name").lower() in {"full name", "name"}), "")  # fmt: skip


def is_of(data: Any, name: str) -> bool:
    """Tell whether a curriculum vitae may be that of a person: some word of the names agrees."""
    words = [set(map(fold_name, one.split())) for one in (owner(data), name)]
    return not words[0] or bool(words[0] & words[1])


def sections(data: Any) -> dict[str, Any]:
    """Return the sections, however they are kept."""
    if isinstance(data, list):
        return {said(one, "title"): _rows(one.get("contents")) for one in groups(data)}
    found = data.get("cv", data) if isinstance(data, dict) else {}
    inner = found.get("sections") if isinstance(found, dict) else None
    rows = inner if isinstance(inner, dict) else found
    return {str(name): value for name, value in rows.items() if isinstance(value, list)}


def _rows(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


@dataclass(slots=True)
class Row:
    """A line of a section; it remembers what was read of it."""

    fields: Mapping[str, Any]
    used: set[str] = field(default_factory=set)
    over: list[str] = field(default_factory=list)
    """Remarks and links that no field takes."""
    links: list[str] = field(default_factory=list)
    """What its texts were linked to."""

    def text(self, *names: str) -> str:
        """Return the first of these fields that has a text, without markup."""
        name = next((one for one in names if said(self.fields, one)), "")
        self.used.add(name)
        return self.plain(said(self.fields, name)) if name else ""

    def plain(self, text: str) -> str:
        """Return a text without markup, and remember its links."""
        self.links += [attributes(one[1]).get("href", "") for one in RE_LINK.finditer(text)]
        self.links += [one[2] for one in RE_MARKDOWN_LINK.finditer(text)]
        text = RE_MARKDOWN_LINK.sub(r"\1", RE_TAG.sub("", text)).replace("**", "")
        return " ".join(text.split())

    def notes(self) -> list[str]:
        """Return what it says besides, if that is nothing but texts."""
        made: list[str] = []
        for name in ("description", "highlights", "summary"):
            value = self.fields.get(name)
            texts = value if isinstance(value, list) else [value]
            plain = [one.strip() for one in texts if isinstance(one, str)]
            if value and len(plain) == len(texts):
                self.used.add(name)
                made += filter(None, plain)
        return made

    def dates(self) -> Fields:
        """Return when something began and ended; ``when`` is what is no date."""
        first = self.text("start_date", "startDate", "start", "date_start")
        last = self.text("end_date", "endDate", "end", "date_end", "date", "year", "releaseDate")
        if span := RE_SPAN.fullmatch(last):
            first, last = first or span[1], span[2]
        start, end = _date(first), _date(last)
        if (first and not start) or (last and not end):
            return {"when": "–".join(filter(None, (first, last)))}
        return {"start": start, "end": end}

    def rest(self) -> dict[str, Any]:
        """Return what was not read, with the first name of the line; nothing if all was."""
        left = {name: value for name, value in self.fields.items()
                if name not in self.used | QUIET and value not in ([], {})
                and not (isinstance(value, str) and value.strip().lower() in NO_TEXT)}  # fmt: skip
        more = [*self.over, *(f"<{one}>" for one in self.links if one.startswith("http"))]
        if not left and not more:
            return {}
        name = self.text("title", "name", "position", "studyType", "degree", "institution", "year")
        return {"title": name, **left, **({"items": more} if more else {})}


def _date(text: str) -> str:
    """Return a date as a project writes it; nothing if it is none.

    >>> _date("Feb 2018"), _date("NOW"), _date("2023, 2024"), _date("2024-05-01")
    ('2018-02', 'present', '', '2024-05-01')
    """
    if text.lower() in GOING_ON:
        return "present"
    if found := RE_MONTH.fullmatch(text.strip()):
        return f"{found[2]}-{MONTHS.index(found[1][:3].lower()) + 1:02}"
    made = date_of(text) if re.fullmatch(r"[\dT:Z./+-]+", text) else None
    return made.iso if made else ""


def _degrees(row: Row) -> list[Fields]:
    area = row.text("area", "course", "subject")
    kind = row.text("studyType", "degree", "title")
    where = _place(row, "institution", "organization", "school", "university")
    if not where or not (kind or area):
        return []
    when = row.dates()
    made: Fields = {"degree": kind or area, "organization": where,
                    "start": when.get("start", ""), "end": when.get("end", "")}  # fmt: skip
    row.over += [when["when"]] if "when" in when else []
    notes = row.notes()
    for name, pattern in (("advisor", RE_ADVISOR), ("thesis", RE_THESIS)):
        found = next((one for one in notes if pattern.match(one)), "")
        if found:
            notes.remove(found)
            made[name] = row.plain(pattern.sub(r"\1", found))
    if len(notes) == 1 and not area and len(notes[0]) < SHORT:
        area = row.plain(notes.pop())
    if kind and area and area not in kind:
        made["degree"] = f"{kind} in {area}"
    row.over += notes
    return [made]


def _place(row: Row, *names: str) -> str:
    """Return where something was, with its town."""
    where, town = row.text(*names), row.text("location") if "location" in row.fields else ""
    return where if not town or town in where else ", ".join(filter(None, (where, town)))


def _positions(row: Row) -> list[Fields]:
    # JSON Resume calls the employer ``name``, al-folio and RenderCV call it otherwise.
    name = row.text("position", "title", "role")
    where = _place(row, "company", "institution", "organization", "org", "company_name", "name")
    if not name or not where:
        return []
    return [{"title": name, "organization": where, **row.dates(), "description": _said(row)}]


def _awards(row: Row) -> list[Fields]:
    when = row.text("date", "year")
    date = _date(when) or _date(when[:4])
    given = {"organization": _place(row, "awarder", "organization", "institution"),
             "date": "" if date == "present" else date}  # fmt: skip
    name, items = row.text("title", "name", "award"), row.fields.get("items")
    names = [one for one in items if isinstance(one, str)] if isinstance(items, list) else []
    span = when if len(when) > len("2024-05-01") else ""
    made = []
    for title in [name] if name else map(row.plain, names):
        text = "\n\n".join(filter(None, (span, _said(row))))
        made.append({"title": title, **given, "description": text})
    row.used |= set() if name else {"items"}
    return made


def _courses(row: Row) -> list[Fields]:
    name = row.text("course", "title", "name", "position")
    when = row.dates()
    span = "–".join(dict.fromkeys(filter(None, (when.get("start"), when.get("end")))))
    made = {"course": name, "organization": _place(row, "institution", "organization", "company"),
            "role": row.text("role"), "when": when.get("when") or span,
            "description": _said(row)}  # fmt: skip
    return [made] if name else []


def _said(row: Row) -> str:
    """Return the remarks of a line, and what its texts were linked to."""
    links, row.links = [one for one in row.links if one.startswith("http")], []
    notes = [broken(without_html(one, lambda *_: None)) for one in row.notes()]
    return "\n\n".join([*notes, *(f"<{one}>" for one in links)])


ROWS = {"education": _degrees, "positions": _positions, "awards": _awards, "teaching": _courses}
