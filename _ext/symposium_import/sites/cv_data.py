"""Curricula vitae as data of al-folio: its own list, and what RenderCV reads.

What a person has a field for goes there; all else is returned, to be told on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from symposium.model.dates import MONTHS
from symposium.model.names import fold_name

from symposium_import.formats.json_objects import groups, part, parts, text_in
from symposium_import.sites.gathered import Fields
from symposium_import.sites.jekyll import date_of

KINDS = (
    (r"educat", "education"), (r"award|honou?r", "awards"), (r"teaching", "teaching"),
    (r"experience|employment|positions|work$", "positions"),
)  # fmt: skip
"""How sections are called, and the field of a person that their lines go to."""
PLACES = ("institution", "company", "organization", "awarder")
NAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "education": {"degree": ("degree", "title"), "organization": PLACES},
    "positions": {"title": ("position", "title"), "organization": PLACES},
    "awards": {"title": ("name", "title"), "organization": PLACES},
    "teaching": {"course": ("course", "title", "name"), "organization": PLACES, "role": ("role",)},
}
"""The fields of each kind, and how they are called there."""
NEEDED = {"education": 2, "positions": 2, "awards": 1, "teaching": 1}
"""So many of these fields a line has to have, from the first."""
WHEN = ("start_date", "end_date", "date", "year", "area")
NOTES = ("description", "highlights", "summary")
RE_SPAN = re.compile(r"(.*?\d{4})\s*(?:-+|–|—|to)\s*(.*\d{4}|present|now|today)", re.IGNORECASE)
RE_MONTH = re.compile(
    r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*\.?,?\s+(\d{4})", re.IGNORECASE
)
SHORT_MONTHS = [month[:3] for month in MONTHS]
RE_TAG = re.compile(r"<[^<>]*>")
RE_LINK = re.compile(r"""(?:href=["']|\]\()(https?://[^"'()\s]+)""")
RE_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")

Left = list[tuple[str, list[Any]]]
"""Sections, each with the lines of it, or with the parts of lines, that no field takes."""


def read(data: Any, fields: Fields) -> Left:
    """Add what a curriculum vitae says to a person; return what has no field."""
    left: Left = []
    for name, rows in sections(data).items():
        kind = next((kind for pattern, kind in KINDS if re.search(pattern, name.lower())), "")
        over: list[Any] = []
        for row in rows:
            made = _item(kind, row) if kind and isinstance(row, dict) else {}
            if made:
                fields.setdefault(kind, []).append(made)
            if rest := _rest(kind, row) if made else row:
                over.append(rest)
        if over and name != "publications":
            left.append((name, over))
    return left


def owner(data: Any) -> str:
    """Return whose curriculum vitae it is, as far as it says so.

    >>> owner({"cv": {"name": "Mira Sol"}})
    'Mira Sol'
    """
    if isinstance(data, dict):
        return text_in(data.get("cv"), "name")
    rows = [row for part in groups(data) for row in parts(part, "contents")]
    return next((text_in(row, "value") for row in rows
                 if text_in(row, "name").lower() in {"full name", "name"}), "")  # fmt: skip


def is_of(data: Any, name: str) -> bool:
    """Tell whether a curriculum vitae may be that of a person: some word of the names agrees."""
    words = [set(map(fold_name, one.split())) for one in (owner(data), name)]
    return not words[0] or bool(words[0] & words[1])


def sections(data: Any) -> dict[str, list[Any]]:
    """Return the sections, however they are kept."""
    if isinstance(data, list):
        found = {text_in(one, "title"): one.get("contents") for one in groups(data)}
    else:
        found = dict(part(part(data, "cv"), "sections")) if isinstance(data, dict) else {}
    return {str(name): value for name, value in found.items() if isinstance(value, list)}


def plain(text: str) -> str:
    """Return a text without markup.

    >>> plain("<b>A</b> [link](https://example.org)")
    'A link'
    """
    return " ".join(RE_MARKDOWN_LINK.sub(r"\1", RE_TAG.sub("", text)).replace("**", "").split())


def _item(kind: str, row: Mapping[str, Any]) -> Fields:
    """Return what a line says, by the fields of a person; nothing if it lacks one of these."""
    made: Fields = {name: plain(text_in(row, *names)) for name, names in NAMES[kind].items()}
    if not all([*made.values()][: NEEDED[kind]]):
        return {}
    last = text_in(row, "end_date", "date", "year")
    span = RE_SPAN.fullmatch(last)
    start, end = (span[1], span[2]) if span else (text_in(row, "start_date"), last)
    if kind == "awards":
        return made | {"date": _date(start or end), "description": _notes(row)}
    if kind == "teaching":
        when = "–".join(filter(None, (start, end)))
        return made | {"when": when, "description": _notes(row)}
    made |= {"start": _date(start), "end": _date(end)}
    if kind == "education":
        area = plain(text_in(row, "area"))
        return made | ({"degree": f"{made['degree']} in {area}"} if area else {})
    return made | {"description": _notes(row)}


def _notes(row: Mapping[str, Any]) -> str:
    texts = [one for name in NOTES for value in [row.get(name)]
             for one in (value if isinstance(value, list) else [value])]  # fmt: skip
    return "\n\n".join(plain(one) for one in texts if isinstance(one, str) and one.strip())


def _rest(kind: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what no field took, with the name of the line; nothing if all was taken."""
    read = {*PLACES, *WHEN, *QUIET, *chain(*NAMES[kind].values()),
            *(() if kind == "education" else NOTES)}  # fmt: skip
    left = {name: value for name, value in row.items() if name not in read
            and not (isinstance(value, str) and value.strip().lower() in NO_TEXT)}  # fmt: skip
    links = [f"<{one}>" for value in row.values() if isinstance(value, str)
             for one in RE_LINK.findall(value)]  # fmt: skip
    if not left and not links:
        return {}
    name = plain(text_in(row, *next(iter(NAMES[kind].values()))))
    return {"title": name, **left, **({"items": links} if links else {})}


def _date(text: str) -> str:
    """Return a date as a project writes it; nothing if it is none.

    >>> _date("Feb 2018"), _date("NOW"), _date("2023, 2024"), _date("2024-05-01")
    ('2018-02', 'present', '', '2024-05-01')
    """
    if text.lower() in {"present", "now", "today"}:
        return "present"
    if found := RE_MONTH.fullmatch(text.strip()):
        return f"{found[2]}-{SHORT_MONTHS.index(found[1][:3].lower()) + 1:02}"
    made = date_of(text) if re.fullmatch(r"[\dT:Z./+-]+", text) else None
    return made.iso if made else ""


NO_TEXT = frozenset({"", "~", "null", "false", "true"})
HEADS = ("title", "name", "label", "position", "degree", "bullet")
"""Fields that say what a group is about."""
VALUES = ("value", "details", "year", "date")
"""Fields whose values stand behind that."""
INNER = frozenset({"value", "details", "items", "contents", "description", "summary", "highlights"})
"""Fields whose names say nothing: only their values are told."""
QUIET = frozenset({"type", "icon", "fluency_icon", "display", "image", "color", "weight"})
"""Fields about looks."""
RE_ADDRESS = re.compile(r"https?://[^\s<>]+")
RE_WORD_BREAK = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


def told(value: Any, indent: str = "") -> str:
    r"""Return a value as a Markdown list; nothing if it says nothing.

    >>> told([{"label": "Languages", "details": "German"}, {"year": "2024", "items": ["A"]}])
    '- **Languages**: German\n- 2024\n  - A'
    """
    rows = value if isinstance(value, list) else [value]
    return "\n".join(line for row in rows for line in _lines(row, indent))


def facts(group: dict[str, Any]) -> str:
    """Return the fields of a group, each with its name, as a Markdown list."""
    rows = ([{"label": label(name), "details": value}] for name, value in group.items())
    return "\n".join(filter(None, (told(row) for row in rows)))


def label(name: str) -> str:
    """Return what a field is called in a text.

    >>> label("course_id"), label("startDate")
    ('Course id', 'Start date')
    """
    words = RE_WORD_BREAK.sub(" ", name).strip().lower()
    return f"{words[:1].upper()}{words[1:]}"


def _lines(row: Any, indent: str) -> Iterator[str]:
    if isinstance(row, str):
        text = _linked(row)
        yield from [f"{indent}- {text}"] if text.lower() not in NO_TEXT else []
    elif isinstance(row, list):
        yield from told(row, indent).splitlines()
    if not isinstance(row, dict):
        return
    name = next((one for one in HEADS if text_in(row, one)), "")
    value = next((one for one in VALUES if text_in(row, one)), "")
    head = text_in(row, name) if name == "bullet" or not name else f"**{text_in(row, name)}**"
    line = ": ".join(filter(None, [head, _linked(text_in(row, value)) if value else ""]))
    if line:
        yield f"{indent}- {line}"
    deeper = f"{indent}  " if line else indent
    for key, inner in row.items():
        if key not in {name, value, *QUIET} and str(inner).lower() not in NO_TEXT:
            labelled = inner if key in INNER else {"label": label(key), "details": inner}
            yield from _lines(labelled, deeper)


def _linked(text: str) -> str:
    """Return a text in one line; an address is a link."""
    text = " ".join(text.split())
    return f"<{text}>" if RE_ADDRESS.fullmatch(text) else text
