"""Recognising files that are no schedule, and naming the one to take instead."""

from __future__ import annotations

import re
from typing import Any

EXPORT = "pretalx offers it as …/schedule/export/schedule.json, frab as …/public/schedule.json"
WANTED = f"take the schedule.json of the conference: {EXPORT}"

CSV = "CSV"
INSTEAD = "a list of talks is read by: symposium import talks"

TEXTS = (
    (r"BEGIN:VCALENDAR", "a calendar (iCalendar)"),
    (r"<\?xml[^>]*>\s*(?:<!--.*?-->\s*)*<schedule\b|<schedule\b", "a schedule in XML"),
    (r"<\?xml[^>]*>\s*<iCalendar", "a calendar (xCal)"),
    (r"<\?xml[^>]*>\s*<(?:rss|feed)\b|<rss\b|<feed\b", "a feed"),
    (r"(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", "a web page"),
    (r"<", "XML or HTML"),
    (r"---\s*\n|[\w-]+:\s", "YAML"),
    (r"PK\x03\x04", "a ZIP archive"),
    (r"(?=[^\n]*[,;\t|])[^\n{}:]*\b(?:titles?|speakers?|presenters?|authors?)\b[^\n{}:]*\n", CSV),
    (r"%PDF", "a PDF"),
)
"""How texts begin that are no JSON, and what they are."""


def wanted(kind: str) -> str:
    """Return what to do instead with a file of some kind."""
    return INSTEAD if kind == CSV else WANTED


def of_text(text: str) -> str:
    """Return what a text is that is no JSON, or nothing.

    >>> of_text("<!DOCTYPE html><html>"), of_text("BEGIN:VCALENDAR")
    ('a web page', 'a calendar (iCalendar)')
    """
    head = text[:2000].lstrip("\ufeff \t\r\n")
    for pattern, name in TEXTS:
        if re.match(pattern, head, re.IGNORECASE | re.DOTALL):
            return name
    return "" if head else "an empty file"


def of_json(value: Any) -> str:
    """Return what a value is that is no schedule, or nothing where that cannot be told."""
    if isinstance(value, list):
        groups = all(isinstance(one, dict) and {"groupId", "sessions"} & {*one} for one in value)
        if value and groups:
            return "the sessions of Sessionize"
        return "a list"
    if not isinstance(value, dict):
        return "a single value"
    names = {*value}
    if {"talks", "rooms", "speakers"} <= names or {"talks", "event_start"} <= names:
        return "the data of pretalx's widget (schedule/widget/…)"
    if {"count", "results"} <= names or {"slots", "version"} <= names:
        return "a page of the API of pretalx"
    if {"sessions", "speakers"} <= names:
        return "the sessions of Sessionize"
    if {"detail"} == names or "error" in names:
        return "the answer of a server that refuses"
    if "conferences" in names or {"events", "aspect_ratio"} <= names:
        return "the data of media.ccc.de"
    return ""
