"""Authors and editors of entries: lists of names, ``and others``, and annotations."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from symposium.kinds.paper import Contributor
from symposium.model.name_signs import without_signs
from symposium.model.names import Name, between, outside_braces, parse_name
from symposium.model.problems import Code
from symposium.reading.latex import decode, plain
from symposium.reading.name_separators import listed

MAX_NAMES = 10_000
"""Names of one list that are read; the longest of real papers have half as many."""

RE_SIMPLE = re.compile(r"[A-Za-z.,]+(?:[ '-][A-Za-z.,]+)*")
"""A name that is the same after decoding; most are."""

RE_PLAIN = re.compile(
    r"(?!Al,)([A-Z][a-z]+(?:-?[A-Z][a-z]+)*), ([A-Z][a-z]+(?:-[A-Za-z][a-z]+)?(?: [A-Z]\.?)*)"
)
"""One name, as ``Doe, Jane M.``, of which no more than two parts must be told: most are."""

RE_AND = re.compile(r"(?<!\s)\s++and(?=\s)", re.IGNORECASE)
RE_AND_OR_BRACE = re.compile(r"[{}]|(?:(?<=\s)|^)and(?=\s|$)", re.IGNORECASE)
RE_SPACES = re.compile(r"[ \u00a0\u2009]+")
RE_FIRST_AND = re.compile(r"\s*+and\s(?=\s*+others\s*+$)", re.IGNORECASE)
ET_AL = (
    r"et\.?[\s~]+al(?:ii|ia)?\b\.?|(?-i:etal\b\.?)|(?-i:u\.[\s~]?a\.?)"
    r"|and[\s~]+others\.?|\{?al\.?\}?,[\s~]*et\.?"
)
"""What people type by hand for ``others``; reference managers make ``al, et`` of it."""
RE_OTHERS = re.compile(rf"others\.?|{ET_AL}", re.IGNORECASE)
RE_ET_AL = re.compile(rf"(?<![\s~,])(?:[\s~]*+,)?[\s~]++(?:{ET_AL}),?$", re.IGNORECASE)
RE_ANNOTATION = re.compile(r"(\d{1,6})(?::\w+)?\s*=\s*(.*)", re.DOTALL)


class NameFault(NamedTuple):
    """What is wrong in a list of names, and what to do."""

    code: Code
    message: str
    hint: str = ""


def name_text(raw: str) -> str:
    """Return a part of a name as text: LaTeX decoded, every space an ordinary one.

    >>> name_text("Knuth,~D.~E.")
    'Knuth, D. E.'
    """
    if raw.isalpha():
        return raw
    text = plain(decode(raw))
    return text if text.isascii() else RE_SPACES.sub(" ", text).strip()


def read_name(raw: str) -> Contributor:
    """Return a contributor without annotations; signs behind the name are marks."""
    raw, marks = without_signs(raw)
    name = parse_name(raw, str if RE_SIMPLE.fullmatch(raw) else name_text)
    return Contributor(name, marks=marks)


def split_names(raw: str) -> list[str]:
    """Split a list of names at ``and`` outside braces; empty names stay, as empty texts.

    >>> split_names("{Barnes and Noble} and Jane Doe AND others")
    ['{Barnes and Noble}', 'Jane Doe', 'others']
    """
    if "{" not in raw:
        return [part.strip() for part in RE_AND.split(f"{raw} ")]
    return between(raw, outside_braces(raw, RE_AND_OR_BRACE))


@lru_cache(maxsize=1 << 15)
def read_names(raw: str) -> tuple[tuple[Contributor, ...], bool, tuple[NameFault, ...]]:
    """Return the contributors, whether others are left out ("et al."), and what is wrong.

    >>> people, et_al, faults = read_names("Doe, Jane and others")
    >>> people[0].name.text, et_al, faults
    ('Jane Doe', True, ())
    """
    if not raw.strip(" {}"):
        return (), False, ()
    et_al = False
    faults: list[NameFault] = []
    people: list[Contributor] = []
    first = RE_FIRST_AND.match(raw)
    for written in split_names(raw[first.end() :] if first else raw):
        found, more, wrong = _read_item(written)
        people += found
        et_al = et_al or more
        faults += wrong
        if len(people) > MAX_NAMES:
            del people[MAX_NAMES:]
            et_al = True
            message = f"only the first {MAX_NAMES:,} names are read"
            faults.append(NameFault(Code.BIB_TOO_LARGE, message, "end the list with: and others"))
            break
    return tuple(people), et_al, tuple(dict.fromkeys(faults))


@lru_cache(maxsize=1 << 17)
def _read_item(written: str) -> tuple[tuple[Contributor, ...], bool, tuple[NameFault, ...]]:
    """Read what stands between two ``and``: one name, or what people put there instead.

    Equal texts share their contributors.
    """
    if plainly := RE_PLAIN.fullmatch(written):
        family, given = plainly.groups()
        return (Contributor(Name(f"{given} {family}", family, given)),), False, ()
    if RE_OTHERS.fullmatch(bare := written.strip("{}")):
        return (), True, () if bare.lower() == "others" else (by_hand(bare),)
    shorter = RE_ET_AL.sub("", written)
    typed = written[len(shorter) :]
    found = listed(shorter)
    people = tuple(person for name in found.names if (person := read_name(name)).name.text)
    faults = [by_hand(typed.strip(", ~\n"))] if typed else []
    if found.fault:
        message = f'names are separated by "{found.fault}", not by " and "'
        faults.append(NameFault(Code.BIB_SEPARATOR, message, "write and between them"))
    if found.commas:
        name = " ".join(shorter.split())[:60]
        faults.append(NameFault(Code.BIB_NAME, f'"{name}" has too many commas'))
    if len(people) < len(found.names):
        faults.append(NameFault(Code.BIB_NAME, "a name is empty"))
    return people, bool(typed), tuple(faults)


def by_hand(typed: str) -> NameFault:
    """Return the fault of a list that ends in ``et al.`` or the like."""
    return NameFault(Code.BIB_ET_AL, f'the list ends in "{typed}"', "end it with: and others")


def annotate(
    people: tuple[Contributor, ...], marks: str, ids: str
) -> tuple[tuple[Contributor, ...], list[str]]:
    """Return the people with marks and ids by biblatex annotations, and what is wrong in these.

    >>> people, faults = annotate((read_name("Doe, Jane"),), "1=equal,student; 2=student", "")
    >>> people[0].marks, faults
    (('equal', 'student'), ['"2=student" is for number 2 of 1'])
    """
    faults: list[str] = []
    found_marks = _annotations(marks, len(people), faults)
    found_ids = _annotations(ids, len(people), faults)
    annotated = list(people)
    for index in sorted({*found_marks, *found_ids}):
        person = found_ids.get(index, (None,))[0]
        signs = people[index - 1].marks
        both = dict.fromkeys((*signs, *found_marks.get(index, ())))
        annotated[index - 1] = Contributor(people[index - 1].name, person, tuple(both))
    return tuple(annotated), faults


def _annotations(text: str, count: int, faults: list[str]) -> dict[int, list[str]]:
    """Return the annotations in ``text`` by the number of the name."""
    found: dict[int, list[str]] = {}
    for item in (part.strip() for part in text.split(";")):
        if not item or item.startswith("="):  # nothing, or a note on the list as a whole
            continue
        match = RE_ANNOTATION.fullmatch(item)
        if not match:
            faults.append(f'"{item}" is not of the form "1=mark"')
        elif not 1 <= int(match[1]) <= count:
            faults.append(f'"{item}" is for number {int(match[1])} of {count}')
        else:
            values = (value.strip().strip("\"'{}").strip() for value in match[2].split(","))
            known = found.setdefault(int(match[1]), [])
            known += [value for value in values if value and value not in known]
    return found
