"""Quick fixes for problems that readers report without edits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from symposium.lint.places_in_text import Texts
from symposium.model.problems import AnyCode, Code, Edit, Place, Problem
from symposium.reading.bibtex_reader import RE_FIELD, RE_HEAD, RE_KEY

TRIES = 20
"""Signs ``@`` before a field that are tried as the beginning of its entry."""

RE_WHOLE = re.compile(r":[ \t]+(?:[^\s\"'\[{|>&*!#][^#]*|\"[^\"]*\"|'[^']*'|\[[^\[\]]*\])[ \t]*$")
"""A field of front matter whose value is on its line."""
RE_GAP = re.compile(r"[ \t]*")


class WrittenValue(NamedTuple):
    """A field of an entry: its name, its value, and where it begins and ends with its comma."""

    name: str
    value: tuple[str, ...]
    start: int
    end: int


def with_quick_fixes(problems: Iterable[Problem], texts: Texts) -> Iterator[Problem]:
    """Yield the problems, with the edits that mend them where these are known."""
    for problem in problems:
        quick_fix = None if problem.edits else QUICK_FIXES.get(problem.code)
        edits = quick_fix(problem.place, texts) if quick_fix else ()
        yield replace(problem, edits=edits) if edits else problem


def repeated_field(place: Place, texts: Texts) -> tuple[Edit, ...]:
    """Return the edits that remove a field of an entry if it repeats an earlier one."""
    text, offset = texts.text_of(place.path), texts.offset(place)
    repeated = _repeated_field_at(text, offset) if offset is not None else None
    return _removal(place, text, repeated.start, repeated.end) if repeated else ()


def _repeated_field_at(text: str, offset: int) -> WrittenValue | None:
    """Return the field that begins at an offset, if one before it says the same."""
    at = offset
    for _ in range(TRIES):
        at = text.rfind("@", 0, at)
        if at < 0:
            break
        head = RE_HEAD.match(text, at)
        if head and not text[text.rfind("\n", 0, at) + 1 : at].strip():
            field, is_repeated = _fields_from(text, head.end()).get(offset, (None, False))
            if field:
                return field if is_repeated else None
    return None


@lru_cache(maxsize=1)
def _fields_from(text: str, position: int) -> Mapping[int, tuple[WrittenValue, bool]]:
    """Return the well-formed fields from the key of an entry, by where they begin.

    Each comes with whether a field before it says the same.
    """
    key = RE_KEY.match(text, position)
    position = key.end() if key else -1
    fields: dict[int, tuple[WrittenValue, bool]] = {}
    said: set[tuple[str, tuple[str, ...]]] = set()
    while position >= 0 and (found := RE_FIELD.match(text, position)):
        kind = next(number for number in (2, 3, 4, 5) if found[number] is not None)
        end = found.end(kind) + (kind in {2, 4})  # the brace or quotation mark
        end = found.end(6) if found[6] else end
        name, value = found[1].lower(), (str(kind == 5), " ".join(found[kind].split()))
        start = found.start(1)
        fields[start] = WrittenValue(name, value, start, end), (name, value) in said
        said.add((name, value))
        position = found.end() if found[6] and not found[7] else -1
    return fields


def repeated_line(place: Place, texts: Texts) -> tuple[Edit, ...]:
    """Return the edits that remove a repeated line of front matter."""
    lines, number = texts.text_of(place.path).split("\n"), place.line - 1
    if not 0 < number < len(lines) - 1:
        return ()
    line = lines[number]
    indent = _indent(line)
    if place.column != indent + 1 or not RE_WHOLE.search(line):
        return ()
    for above in range(number - 1, 0, -1):
        if lines[above] == line:
            whole = all(_indent(lines[at + 1]) <= indent for at in (above, number))
            return (Edit(Place(place.path, place.line), f"{line}\n", ""),) if whole else ()
        if lines[above].strip() and _indent(lines[above]) < indent:
            break
    return ()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _removal(place: Place, text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Return what removes a stretch of a text, with its lines where nothing else is on them."""
    first = text.rfind("\n", 0, start) + 1
    gap = RE_GAP.match(text, end)
    after = gap.end() if gap else end
    if not text[first:start].strip() and text[after : after + 1] == "\n":
        return (Edit(Place(place.path, place.line), text[first : after + 1], ""),)
    return (Edit(place, text[start:end], ""),)


QuickFix = Callable[[Place, Texts], tuple[Edit, ...]]

QUICK_FIXES: Mapping[AnyCode, QuickFix] = {
    Code.BIB_DUPLICATE_FIELD: repeated_field,
    Code.YAML_DUPLICATE_KEY: repeated_line,
}
"""Quick fixes by code; each needs only the place of a problem."""
