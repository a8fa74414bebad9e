"""Which problems a project wants to see, from ``[tool.symposium.check]`` in ``pyproject.toml``."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from symposium.model.gate import read_file
from symposium.model.problems import AnyCode, Code, Place, Problem, Severity
from symposium.model.spelling import Spellings
from symposium.reading.disk import matcher

ALL = "ALL"
CODES: Mapping[str, AnyCode] = {code.code: code for code in Code}
"""The codes that are built in."""

LEVELS = {severity.name.lower(): severity for severity in Severity}

Weigh = Callable[[AnyCode, str], Severity | None]
"""Returns how much a problem of a code in a file matters, or ``None`` if it is not wanted."""


def codes_with(more: Iterable[AnyCode]) -> Mapping[str, AnyCode]:
    """Return the codes that are built in, and those of plugins."""
    return {**CODES, **{one.code: one for one in more}}


def selectors_of(codes: Iterable[str]) -> frozenset[str]:
    """Return what names codes: ``ALL``, the letters of a family, a code."""
    return frozenset({ALL, *codes, *map(family, codes)})


def family(code: str) -> str:
    """Return the letters of a code.

    >>> family("W001"), family("ACM001")
    ('W', 'ACM')
    """
    return code.rstrip("0123456789")


@dataclass(frozen=True)
class WantedProblems:
    """What a project says about codes. Of several selectors that name one, the narrowest counts."""

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    """Of two selectors that are equally narrow, what is ignored counts."""
    per_file: tuple[tuple[Callable[[str], bool], tuple[str, ...]], ...] = ()
    """Selectors of codes that are ignored in the files that a pattern matches."""
    severity: Mapping[str, Severity] = field(default_factory=dict)

    def selects(self, code: AnyCode) -> bool:
        """Tell whether problems of a code are wanted anywhere."""
        return _narrowest(code, self.select) > _narrowest(code, self.ignore)

    def narrowed(self, select: tuple[str, ...], ignore: tuple[str, ...]) -> WantedProblems:
        """Return this selection after what was asked for on the command line.

        What is selected there is wanted, whatever the project ignores elsewhere than by file.
        """
        if select:
            return replace(self, select=select, ignore=ignore)
        return replace(self, ignore=(*self.ignore, *ignore))

    def weigh(self) -> Weigh:
        """Return how problems are weighed."""

        @cache
        def weight(code: AnyCode, path: str) -> Severity | None:
            ignored = any(
                matches(path) and _narrowest(code, selectors)
                for matches, selectors in self.per_file
            )
            if ignored or not self.selects(code):
                return None
            names = (code.code, family(code.code), ALL)
            return next(filter(None, map(self.severity.get, names)), code.severity)

        return weight


def _narrowest(code: AnyCode, selectors: Iterable[str]) -> int:
    """Return how narrow the narrowest selector is that names a code; 0 if none does."""
    kinds = {ALL: 1, family(code.code): 2, code.code: 3}
    return max((kinds.get(selector, 0) for selector in selectors), default=0)


def weighed(problems: Iterable[Problem], weigh: Weigh) -> Iterator[Problem]:
    """Yield the problems that are wanted, as bad as they are to the project."""
    for problem in problems:
        severity = weigh(problem.code, problem.place.path)
        if severity is problem.code.severity:
            yield problem
        elif severity is not None:
            yield replace(problem, level=severity)


NAME = "pyproject.toml"
TABLE = "tool.symposium.check"
MAX_BYTES = 1_000_000

RE_TABLE = re.compile(r"^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*symposium\b", re.MULTILINE)
RE_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
RE_COMMENT = re.compile(r"#[^\n]*")


def read_settings(
    root: Path, known: Collection[str] = CODES
) -> tuple[WantedProblems, list[Problem]]:
    """Return what is said for the project in ``root``, and what cannot be used of it.

    ``known`` are the codes that there are. As with other tools, the file may be in a folder above,
    up to that of the repository.
    """
    home = os.path.abspath(root)  # noqa: PTH100 - links stay as they were typed
    for folder in _folders(Path(home)):
        path = os.path.relpath(folder / NAME, home).replace(os.sep, "/")
        try:
            text = read_file(folder / NAME, MAX_BYTES).decode("utf-8").replace("\r\n", "\n")
            tool = tomllib.loads(text).get("tool")
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, RecursionError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            at = RE_AT.search(reason)
            place = Place(path, int(at[1]), int(at[2])) if at else Place(path, 1, 1)
            message = f"The file cannot be read: {RE_AT.sub('', reason)}"
            return WantedProblems(), [Problem(Code.SETTING, message, place)]
        if isinstance(tool, dict) and "symposium" in tool:
            reader = _Reader(path, text, known)
            return reader.selection(tool, os.path.relpath(home, folder)), reader.problems
    return WantedProblems(), []


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the folders in which settings may be, the nearest first."""
    yield folder
    while not (folder / ".git").exists() and folder != folder.parent:
        folder = folder.parent
        yield folder


KEYS = ("select", "ignore", "per-file-ignores", "severity")
TYPES: Mapping[type, tuple[str, str]] = {
    dict: ("a table", f"write [{TABLE}]"),
    list: ("a list of codes", 'write ["W001"]'),
    str: ("a text", 'write it in quotes: "…"'),
}
"""What a value is, and how it is written."""


class _Reader:
    """Reads one file, and collects what cannot be used."""

    def __init__(self, path: str, text: str, known: Collection[str]) -> None:
        self.path = path
        self.text = RE_COMMENT.sub(lambda found: " " * len(found[0]), text)
        self.known = known
        self.problems: list[Problem] = []

    def selection(self, tool: Mapping[str, Any], above: str) -> WantedProblems:
        """Return what the file says; ``above`` is the path of the project from there."""
        ours = self.taken(tool, "symposium", {}, ("check", "mailto"))
        self.taken(ours, "mailto", "")
        check = self.taken(ours, "check", {}, KEYS)
        ignored = self.taken(check, "per-file-ignores", {})
        severity = {}
        for selector, word in self.taken(check, "severity", {}).items():
            if word not in tuple(LEVELS):
                hint = f"write one of {', '.join(reversed(LEVELS))}"
                self.report(f"{word!r} is no severity", hint, "severity", selector)
            elif self.is_known(selector, "severity"):
                severity[selector] = LEVELS[word]
        return WantedProblems(
            self.codes(check, "select") if "select" in check else (ALL,),
            self.codes(check, "ignore"),
            tuple((_below(above, one), self.codes(ignored, one)) for one in ignored),
            severity,
        )

    def taken(
        self, table: Mapping[str, Any], key: str, default: Any, keys: tuple[str, ...] = ()
    ) -> Any:
        """Return the value of a key, which is of the type of its default, and has these keys."""
        value = table.get(key, default)
        if not isinstance(value, type(default)):
            what, hint = TYPES[type(default)]
            self.report(f"{key} is not {what}", hint, key)
            return default
        for other in value.keys() - keys if keys else ():
            hint = Spellings(keys).hint(other, f"the settings are {', '.join(keys)}")
            self.report(f"The setting `{other}` is not known", hint, other)
        return value

    def codes(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return the selectors of a list."""
        return tuple([one for one in self.taken(table, key, []) if self.is_known(one, key)])

    def is_known(self, text: Any, key: str) -> bool:
        """Tell whether a text names codes."""
        if isinstance(text, str) and text in selectors_of(self.known):
            return True
        hint = nearest_code(str(text), self.known)
        self.report(f'No problem has the code "{text}"', hint, key, str(text))
        return False

    def report(self, message: str, hint: str, *words: str) -> None:
        """Note what cannot be used, at the last of some words that follow each other."""
        start = RE_TABLE.search(self.text)
        at = start.start() if start else 0
        for word in words:
            found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(self.text, at)
            at = found.start() if found else at
        line = self.text.count("\n", 0, at) + 1
        place = Place(self.path, line, at - self.text.rfind("\n", 0, at))
        self.problems.append(Problem(Code.SETTING, message, place, hint))


def _below(above: str, pattern: str) -> Callable[[str], bool]:
    """Return what tells whether a path of the project matches a pattern of the file."""
    matches = matcher([pattern.removeprefix("./").strip("/")])
    return lambda path: matches(os.path.normpath(f"{above}/{path}"))


def nearest_code(text: str, known: Collection[str] = CODES) -> str:
    """Return the hint for a code that there is not.

    >>> nearest_code("w001")
    'did you mean W001?'
    """
    return Spellings(known).hint(text.upper(), "write a code, the letter of a family, or ALL")
