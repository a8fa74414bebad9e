"""Authors and editors of entries: lists of names, ``and others``, and annotations."""

from __future__ import annotations

import re
from functools import lru_cache

from symposium.model.names import parse_name, split_top
from symposium.model.records import Contributor
from symposium.reading.latex import decode, plain

RE_SIMPLE = re.compile(r"[A-Za-z.,]+(?:[ '-][A-Za-z.,]+)*")
"""A name that is the same after decoding; most are."""

RE_AND = re.compile(r"(?<!\s)\s++and(?=\s)", re.IGNORECASE)
RE_AND_OR_BRACE = re.compile(r"[{}]|(?:(?<=\s)|^)and(?=\s|$)", re.IGNORECASE)
RE_SPACES = re.compile(r"[ \u00a0\u2009]+")
RE_FIRST_AND = re.compile(r"^\s*+and\s(?=\s*+others\s*+$)", re.IGNORECASE)
RE_OTHERS = re.compile(r"(?:others|et[\s~]+al\.?)", re.IGNORECASE)
RE_ET_AL = re.compile(r"(?<![\s~]),?[\s~]++et[\s~]++al\.?$", re.IGNORECASE)
RE_ANNOTATION = re.compile(r"(\d{1,6})(?::\w+)?\s*=\s*(.*)", re.DOTALL)
RE_SUFFIX = re.compile(r"(?:jr|sr|[ivx]+|esq|m\.?\s?d|ph\.?\s?d)\.?", re.IGNORECASE)


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
    """Return a contributor without annotations."""
    return Contributor(parse_name(raw, str if RE_SIMPLE.fullmatch(raw) else name_text))


def split_names(raw: str) -> list[str]:
    """Split a list of names at ``and`` outside braces; empty names stay, as empty texts.

    >>> split_names("{Barnes and Noble} and Jane Doe AND others")
    ['{Barnes and Noble}', 'Jane Doe', 'others']
    """
    if "{" not in raw:
        return [part.strip() for part in RE_AND.split(f"{raw} ")]
    parts, depth, start = [], 0, 0
    for found in RE_AND_OR_BRACE.finditer(raw):
        sign = found[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth = max(0, depth - 1)
        elif not depth:
            parts.append(raw[start : found.start()].strip())
            start = found.end()
    parts.append(raw[start:].strip())
    return parts


@lru_cache(maxsize=1 << 15)
def read_names(raw: str) -> tuple[tuple[Contributor, ...], bool, tuple[str, ...]]:
    """Return the contributors, whether others are left out ("et al."), and what is wrong.

    >>> people, et_al, faults = read_names("Doe, Jane and others")
    >>> people[0].name.text, et_al, faults
    ('Jane Doe', True, ())
    """
    if not raw.strip(" {}"):
        return (), False, ()
    et_al = False
    faults: list[str] = []
    people: list[Contributor] = []
    for written in split_names(RE_FIRST_AND.sub("", raw)):
        found, more, wrong = _read_item(written)
        people += found
        et_al = et_al or more
        faults += wrong
    return tuple(people), et_al, tuple(dict.fromkeys(faults))


@lru_cache(maxsize=1 << 17)
def _read_item(written: str) -> tuple[tuple[Contributor, ...], bool, tuple[str, ...]]:
    """Read what stands between two ``and``: one name, or what people put there instead.

    Equal texts share their contributors.
    """
    if RE_OTHERS.fullmatch(written.strip("{}")):
        return (), True, ()
    shorter = RE_ET_AL.sub("", written)
    names, fault = _names_in(shorter)
    people = tuple(person for name in names if (person := read_name(name)).name.text)
    faults = [fault] if fault else []
    if len(people) < len(names):
        faults.append("a name is empty")
    return people, shorter != written, tuple(faults)


def _names_in(raw: str) -> tuple[list[str], str]:
    """Return the names that ``raw`` lists, mostly one, and what is wrong with the list."""
    if ";" in raw and len(several := split_top(raw, ";")) > 1:
        return [name for name in several if name], 'names are separated by ";", not by " and "'
    if raw.count(",") < 2 or raw.lower().startswith(("family", "given", "prefix")):
        return [raw], ""
    parts = split_top(raw, ",")
    while parts and not parts[-1]:
        parts.pop()
    whole = all(len(split_top(part, " ")) > 1 for part in parts)
    if len(parts) > 2 and whole and not RE_SUFFIX.fullmatch(parts[1]):
        return parts, 'names are separated by ",", not by " and "'
    if len(parts) > 3 and len(parts) % 2 == 0:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return [", ".join(pair) for pair in pairs], 'names are separated by ",", not by " and "'
    too_many = f'"{" ".join(raw.split())[:60]}" has too many commas' if len(parts) > 3 else ""
    return [", ".join(parts)], too_many


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
        annotated[index - 1] = Contributor(
            people[index - 1].name, person, tuple(found_marks.get(index, ()))
        )
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
