"""Curricula vitae as data: those of RenderCV, of JSON Resume, and of al-folio's own list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symposium.intake.sites.front_matter import date_of, groups, said
from symposium.intake.sites.gathered import Fields

LISTS = {
    "education": "education", "work": "positions", "experience": "positions",
    "professional experience": "positions", "employment": "positions", "academic experience":
    "positions", "awards": "awards", "honors and awards": "awards", "honours and awards": "awards",
    "honors": "awards", "awards and honors": "awards",
}  # fmt: skip
"""Sections, and the field of a person that their lines go to."""
NOT_LISTS = frozenset({"general information", "basics", "publications", "social_networks"})
"""Sections that say what is said elsewhere."""


def read(data: Any, fields: Fields) -> list[str]:
    """Add what a curriculum vitae says to a person; return the sections that have no place."""
    left = []
    for name, rows in sections(data).items():
        kind = LISTS.get(name.lower().strip())
        made = [one for row in groups(rows) if (one := ROWS[kind](row))] if kind else []
        if kind and made:
            fields.setdefault(kind, []).extend(made)
        elif name.lower() not in NOT_LISTS and rows:
            left.append(name)
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
    start = date_of(said(row, "start_date", "startDate", "start", "date_start"))
    last = said(row, "end_date", "endDate", "end", "date_end", "date", "year", "releaseDate")
    end = None if last.lower() == "present" else date_of(last)
    shown = "present" if last.lower() == "present" else (end.iso if end else "")
    return {"start": start.iso if start else "", "end": shown}


def _degree(row: Mapping[str, Any]) -> Fields | None:
    area = said(row, "area", "course", "subject")
    kind = said(row, "studyType", "degree", "title")
    name = f"{kind} in {area}" if kind and area and area not in kind else kind or area
    where = said(row, "institution", "organization", "school", "university")
    return {"degree": name, "organization": where, **_dates(row)} if name and where else None


def _position(row: Mapping[str, Any]) -> Fields | None:
    name = said(row, "position", "title", "role")
    where = said(row, "name", "company", "org", "institution", "organization", "company_name")
    if not (name and where):
        return None
    return {
        "title": name,
        "organization": where,
        **_dates(row),
        "description": said(row, "summary"),
    }


def _award(row: Mapping[str, Any]) -> Fields | None:
    name, date = said(row, "title", "name", "award"), date_of(said(row, "date", "year"))
    given = {"organization": said(row, "awarder", "organization", "institution"),
             "date": date.iso if date else "", "description": said(row, "summary")}  # fmt: skip
    return {"title": name, **given} if name else None


ROWS = {"education": _degree, "positions": _position, "awards": _award}
