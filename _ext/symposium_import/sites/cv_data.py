"""Reader of curricula vitae in al-folio's own format and in that of RenderCV.

Rows go to the fields of a person where there is one; all others are returned, for a page.
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
"""Patterns for titles of sections, and the fields of a person for their rows."""
PLACES = ("institution", "company", "organization", "awarder")
NAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "education": {"degree": ("degree", "title"), "organization": PLACES},
    "positions": {"title": ("position", "title"), "organization": PLACES},
    "awards": {"title": ("name", "title"), "organization": PLACES},
    "teaching": {"course": ("course", "title", "name"), "organization": PLACES, "role": ("role",)},
}
"""Subfields of each field, and their names in curricula vitae."""
NEEDED = {"education": 2, "positions": 2, "awards": 1, "teaching": 1}
"""Number of subfields, from the first, that a row must have."""
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

Unused = list[tuple[str, list[Any]]]
"""Sections, each with the rows, or parts of rows, that have no field."""


def read(data: Any, fields: Fields) -> Unused:
    """Add the rows of a curriculum vitae to fields of a person; return those without a field."""
    left: Unused = []
    for name, rows in sections(data).items():
        kind = next((kind for pattern, kind in KINDS if re.search(pattern, name.lower())), "")
        unused: list[Any] = []
        for row in rows:
            entry = _item(kind, row) if kind and isinstance(row, dict) else {}
            if entry:
                fields.setdefault(kind, []).append(entry)
            if rest := _rest(kind, row) if entry else row:
                unused.append(rest)
        if unused and name != "publications":
            left.append((name, unused))
    return left


def owner(data: Any) -> str:
    """Return the name of the person in a curriculum vitae, or an empty text.

    >>> owner({"cv": {"name": "Mira Sol"}})
    'Mira Sol'
    """
    if isinstance(data, dict):
        return text_in(data.get("cv"), "name")
    rows = [row for part in groups(data) for row in parts(part, "contents")]
    return next((text_in(row, "value") for row in rows
                 if text_in(row, "name").lower() in {"full name", "name"}), "")  # fmt: skip


def is_of(data: Any, name: str) -> bool:
    """Tell whether a curriculum vitae may be that of a person: their names share a word."""
    words = [set(map(fold_name, text.split())) for text in (owner(data), name)]
    return not words[0] or bool(words[0] & words[1])


def sections(data: Any) -> dict[str, list[Any]]:
    """Return the rows of each section, in either format."""
    if isinstance(data, list):
        contents = {text_in(group, "title"): group.get("contents") for group in groups(data)}
    else:
        contents = dict(part(part(data, "cv"), "sections")) if isinstance(data, dict) else {}
    return {str(name): value for name, value in contents.items() if isinstance(value, list)}


def plain(text: str) -> str:
    """Return a text without markup.

    >>> plain("<b>A</b> [link](https://example.org)")
    'A link'
    """
    return " ".join(RE_MARKDOWN_LINK.sub(r"\1", RE_TAG.sub("", text)).replace("**", "").split())


def _item(kind: str, row: Mapping[str, Any]) -> Fields:
    """Return the subfields of a row, or nothing if a required one is missing."""
    entry: Fields = {name: plain(text_in(row, *names)) for name, names in NAMES[kind].items()}
    if not all([*entry.values()][: NEEDED[kind]]):
        return {}
    last = text_in(row, "end_date", "date", "year")
    span = RE_SPAN.fullmatch(last)
    start, end = (span[1], span[2]) if span else (text_in(row, "start_date"), last)
    if kind == "awards":
        return entry | {"date": _date(start or end), "description": _notes(row)}
    if kind == "teaching":
        when = "–".join(filter(None, (start, end)))
        return entry | {"when": when, "description": _notes(row)}
    entry |= {"start": _date(start), "end": _date(end)}
    if kind == "education":
        area = plain(text_in(row, "area"))
        return entry | ({"degree": f"{entry['degree']} in {area}"} if area else {})
    return entry | {"description": _notes(row)}


def _notes(row: Mapping[str, Any]) -> str:
    texts = [text for name in NOTES for value in [row.get(name)]
             for text in (value if isinstance(value, list) else [value])]  # fmt: skip
    return "\n\n".join(plain(text) for text in texts if isinstance(text, str) and text.strip())


def _rest(kind: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the unused values of a row, with its title; nothing if all were used."""
    read = {*PLACES, *WHEN, *QUIET, *chain(*NAMES[kind].values()),
            *(() if kind == "education" else NOTES)}  # fmt: skip
    left = {name: value for name, value in row.items() if name not in read
            and not (isinstance(value, str) and value.strip().lower() in NO_TEXT)}  # fmt: skip
    links = [f"<{url}>" for value in row.values() if isinstance(value, str)
             for url in RE_LINK.findall(value)]  # fmt: skip
    if not left and not links:
        return {}
    name = plain(text_in(row, *next(iter(NAMES[kind].values()))))
    return {"title": name, **left, **({"items": links} if links else {})}


def _date(text: str) -> str:
    """Return a date in ISO 8601, ``present``, or an empty text if it is not a date.

    >>> _date("Feb 2018"), _date("NOW"), _date("2023, 2024"), _date("2024-05-01")
    ('2018-02', 'present', '', '2024-05-01')
    """
    if text.lower() in {"present", "now", "today"}:
        return "present"
    if match := RE_MONTH.fullmatch(text.strip()):
        return f"{match[2]}-{SHORT_MONTHS.index(match[1][:3].lower()) + 1:02}"
    date = date_of(text) if re.fullmatch(r"[\dT:Z./+-]+", text) else None
    return date.iso if date else ""


NO_TEXT = frozenset({"", "~", "null", "false", "true"})
HEADS = ("title", "name", "label", "position", "degree", "bullet")
"""Fields with the title of a row."""
VALUES = ("value", "details", "year", "date")
"""Fields whose values follow the title."""
INNER = frozenset({"value", "details", "items", "contents", "description", "summary", "highlights"})
"""Fields of which only the values are listed, as their names are uninformative."""
QUIET = frozenset({"type", "icon", "fluency_icon", "display", "image", "color", "weight"})
"""Fields about presentation."""
RE_ADDRESS = re.compile(r"https?://[^\s<>]+")
RE_WORD_BREAK = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


def markdown_list(value: Any, indent: str = "") -> str:
    r"""Return a value as a Markdown list, or an empty text if it has no content.

    >>> markdown_list([{"label": "Speaks", "details": "German"}, {"year": "2024", "items": ["A"]}])
    '- **Speaks**: German\n- 2024\n  - A'
    """
    rows = value if isinstance(value, list) else [value]
    return "\n".join(line for row in rows for line in _lines(row, indent))


def facts(group: dict[str, Any]) -> str:
    """Return the fields of a mapping, each with its name, as a Markdown list."""
    rows = ([{"label": label(name), "details": value}] for name, value in group.items())
    return "\n".join(filter(None, (markdown_list(row) for row in rows)))


def label(name: str) -> str:
    """Return the name of a field as words.

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
        yield from markdown_list(row, indent).splitlines()
    if not isinstance(row, dict):
        return
    name = next((key for key in HEADS if text_in(row, key)), "")
    value = next((key for key in VALUES if text_in(row, key)), "")
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
    """Return a text in one line, as a link if it is an address."""
    text = " ".join(text.split())
    return f"<{text}>" if RE_ADDRESS.fullmatch(text) else text
