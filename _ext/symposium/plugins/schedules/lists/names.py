"""Names of people in one cell: who they are, and where one ends and the next begins."""

from __future__ import annotations

import re
from typing import NamedTuple

RE_MAIL = re.compile(r"<[^<>]*@[^<>]*>|\(?\b[\w.+-]+@[\w.-]+\w\)?")
RE_PLACE = re.compile(r"\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$")
RE_AND = re.compile(r"\s+(?:and|&|und)\s+|\s*,\s*(?:and|&|und)\s+")
RE_MARK = re.compile(r"[*†‡§¶]+$")


class Printed(NamedTuple):
    """A person as a cell has it."""

    name: str
    affiliation: str = ""


def people_of(cell: str) -> tuple[list[Printed], str]:
    """Return the persons in a cell, and what is doubtful about that.

    Semicolons, bars and line ends separate persons. Without them, commas and *and* do: then
    ``Lovelace, Ada`` is one person.

    >>> [tuple(one) for one in people_of("Ada Lovelace (London); Babbage, Charles")[0]]
    [('Ada Lovelace', 'London'), ('Charles Babbage', '')]
    >>> [one.name for one in people_of("Ada Lovelace, Bo Li and Cy Doe <cy@example.org>")[0]]
    ['Ada Lovelace', 'Bo Li', 'Cy Doe']
    >>> people_of("Lovelace, Ada")
    ([Printed(name='Ada Lovelace', affiliation='')], '')
    """
    text = RE_MAIL.sub("", cell).strip()
    parts = _split(text, ";|\n")
    if len(parts) > 1:
        return [one for one in map(_person, parts) if one.name], ""
    by_and = [one for one in _outside(text, RE_AND) if one.strip()]
    parts = [part for one in by_and for part in _split(one, ",")]
    if len(parts) == 2 and len(by_and) == 1 and " " not in _bare(parts[0]):
        return [_person(text)], ""
    made = [one for one in map(_person, parts) if one.name]
    single = [one.name for one in made if " " not in one.name and one.name.isascii()]
    doubt = ""
    if single and len(made) > 2:
        doubt = f'"{single[0][:60]}" is read as a whole name'
    return made, doubt


def _bare(text: str) -> str:
    return RE_PLACE.sub("", text).strip()


def _split(text: str, separators: str) -> list[str]:
    """Return the parts of a text between separators that are not in brackets."""
    parts, depth = [""], 0
    for char in text:
        depth = max(0, depth + (char == "(") - (char == ")"))
        if char in separators and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return [one.strip() for one in parts if one.strip()]


def _outside(text: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the parts of a text between matches that are not in brackets."""
    parts, begin = [], 0
    for found in pattern.finditer(text):
        before = text[: found.start()]
        if before.count("(") <= before.count(")"):
            parts.append(text[begin : found.start()])
            begin = found.end()
    return [*parts, text[begin:]]


def _person(text: str) -> Printed:
    place = RE_PLACE.search(text)
    name = " ".join(RE_MARK.sub("", _bare(text)).split()).strip(" ,;")
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given:
        name = f"{given.strip()} {family.strip()}"
    return Printed(name, " ".join(place[1].split()) if place else "")
