"""Curricula vitae as data: those of RenderCV, of JSON Resume, and of al-folio's own list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symposium.intake.sites.front_matter import date_of, groups, said
from symposium.intake.sites.gathered import Fields

LISTS = {
    "education": "education", "work": "positions", "experience": "positions",
    "professional experience": "positions", "employment": "positions", "academic experience":
    "positions", "awards": "awards", "honors and awards": "awards", "honours and awards": "awards",
    "honors": "awards", "awards and honors": "awards", "awards & scholarships": "awards",
    "honors & awards": "awards", "awards & honors": "awards",
}  # fmt: skip
"""Sections, and the field of a person that their lines go to."""
RE_SPAN = re.compile(r"(\d{4})\s*(?:-+|–|—|to)\s*(\d{4}|present|now|today)", re.IGNORECASE)
GOING_ON = frozenset({"present", "now", "today"})
SHORT = 60
"""Characters of a subject; what is longer is a remark."""
NOT_LISTS = frozenset({"publications", "social_networks"})
"""Sections that say what is said elsewhere."""


def read(data: Any, fields: Fields) -> list[str]:
    """Add what a curriculum vitae says to a person; return the sections that have no place."""
    left = []
    for name, rows in sections(data).items():
        kind = LISTS.get(name.lower().strip())
        if kind is None:
            left += [name] if rows and name.lower() not in NOT_LISTS else []
            continue
        made = [ROWS[kind](row) for row in groups(rows)]
        if any(made):
            fields.setdefault(kind, []).extend(one for some in made for one in some)
        lost = len(rows) - sum(map(bool, made))
        left += [f"{name} ({lost} of {len(rows)} lines)"] if lost else []
    return left


def sections(data: Any) -> dict[str, Any]:
    """Return the sections, however they are kept."""
    if isinstance(data, list):
        return {said(one, "title"): one.get("contents") for one in groups(data)}
    found = data.get("cv", data) if isinstance(data, dict) else {}
    inner = found.get("sections") if isinstance(found, dict) else None
    rows = inner if isinstance(inner, dict) else found
    return {str(name): value for name, value in rows.items() if isinstance(value, list)}


def _dates(row: Mapping[str, Any]) -> Fields:
    """Return when something began and ended."""
    first = said(row, "start_date", "startDate", "start", "date_start")
    last = said(row, "end_date", "endDate", "end", "date_end", "date", "year", "releaseDate")
    if span := RE_SPAN.fullmatch(last):
        first, last = first or span[1], span[2]
    start, going = date_of(first), last.lower() in GOING_ON
    end = None if going else date_of(last)
    shown = "present" if going else (end.iso if end else "")
    return {"start": start.iso if start else "", "end": shown}


def _notes(row: Mapping[str, Any]) -> list[str]:
    """Return what a row says besides."""
    value = row.get("description") or row.get("highlights")
    texts = value if isinstance(value, list) else [value]
    plain = [one.strip() for one in texts if isinstance(one, str) and one.strip()]
    return [*plain, *filter(None, [said(row, "summary")])]


def _degrees(row: Mapping[str, Any]) -> list[Fields]:
    notes = _notes(row)
    area = said(row, "area", "course", "subject") or (notes[0] if len(notes) == 1 else "")
    kind = said(row, "studyType", "degree", "title")
    short = area if len(area) < SHORT else ""
    name = f"{kind} in {short}" if kind and short and short not in kind else kind or area
    where = said(row, "institution", "organization", "school", "university")
    made = {"degree": name, "organization": where, **_dates(row)}
    if len(notes) == 1 and not short:
        made["honors"] = notes[0]
    return [made] if name and where else []


def _positions(row: Mapping[str, Any]) -> list[Fields]:
    name = said(row, "position", "title", "role")
    where = said(row, "name", "company", "org", "institution", "organization", "company_name")
    given = {"organization": where, **_dates(row), "description": "\n\n".join(_notes(row))}
    return [{"title": name, **given}] if name and where else []


def _awards(row: Mapping[str, Any]) -> list[Fields]:
    date = date_of(said(row, "date", "year")[:4])
    given = {"organization": said(row, "awarder", "organization", "institution"),
             "date": date.iso if date else "", "description": "\n\n".join(_notes(row))}  # fmt: skip
    name, items = said(row, "title", "name", "award"), row.get("items")
    names = [one for one in items if isinstance(one, str)] if isinstance(items, list) else []
    return [{"title": one, **given} for one in ([name] if name else names)]


ROWS = {"education": _degrees, "positions": _positions, "awards": _awards}
