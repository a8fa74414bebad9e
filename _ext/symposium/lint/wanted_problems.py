"""The selection of problems to report, from ``[tool.symposium.check]`` in ``pyproject.toml``."""

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
"""The built-in codes."""

LEVELS = {severity.name.lower(): severity for severity in Severity}


def selectors_of(codes: Iterable[str]) -> frozenset[str]:
    """Return the selectors of codes: ``ALL``, the letters of families, and codes."""
    return frozenset({ALL, *codes, *map(family, codes)})


def family(code: str) -> str:
    """Return the letters of a code.

    >>> family("W001"), family("ACM001")
    ('W', 'ACM')
    """
    return code.rstrip("0123456789")


@dataclass(frozen=True)
class WantedProblems:
    """The codes that a project selects and ignores. The narrowest selector of a code counts."""

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    """Counts more than an equally narrow selector in ``select``."""
    per_file: tuple[tuple[Callable[[str], bool], tuple[str, ...]], ...] = ()
    """Tests of paths, each with the selectors of codes ignored in matching files."""
    severity: Mapping[str, Severity] = field(default_factory=dict)

    def narrowed(self, select: tuple[str, ...], ignore: tuple[str, ...]) -> WantedProblems:
        """Return this selection with the options of the command line applied.

        ``select`` overrides what the project ignores, except for single files.
        """
        if select:
            return replace(self, select=select, ignore=ignore)
        return replace(self, ignore=(*self.ignore, *ignore))

    def level(self, code: AnyCode, path: str) -> Severity | None:
        """Return the severity of a code in a file, ``None`` if it is ignored there."""
        ignored = any(
            matches(path) and _narrowest(code, selectors) for matches, selectors in self.per_file
        )
        if ignored or _narrowest(code, self.select) <= _narrowest(code, self.ignore):
            return None
        names = (code.code, family(code.code), ALL)
        return next(filter(None, map(self.severity.get, names)), code.severity)

    def among(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems that are not ignored, with the severities of the project."""
        level = cache(self.level)
        for problem in problems:
            severity = level(problem.code, problem.place.path)
            if severity is problem.code.severity:
                yield problem
            elif severity is not None:
                yield replace(problem, level=severity)


def _narrowest(code: AnyCode, selectors: Iterable[str]) -> int:
    """Return the rank of the narrowest selector of a code; 3 is the code itself, 0 none."""
    kinds = {ALL: 1, family(code.code): 2, code.code: 3}
    return max((kinds.get(selector, 0) for selector in selectors), default=0)


NAME = "pyproject.toml"
TABLE = "tool.symposium.check"
MAX_BYTES = 1_000_000

RE_TABLE = re.compile(r"^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*symposium\b", re.MULTILINE)
RE_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")


def read_settings(
    root: Path, known: Collection[str] = CODES
) -> tuple[WantedProblems, list[Problem]]:
    """Return the settings of the project in ``root``, and their problems.

    ``known`` are all codes. As with other tools, the file may be in a folder above, up to that of
    the repository.
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
            return _Reader(path, text, known).read(tool["symposium"], os.path.relpath(home, folder))
    return WantedProblems(), []


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the folders in which settings may be, the nearest first."""
    yield folder
    while not (folder / ".git").exists() and folder != folder.parent:
        folder = folder.parent
        yield folder


ANY = "*"
CHECK: Mapping[str, Any] = {
    "select": list,
    "ignore": list,
    "per-file-ignores": {ANY: list},
    "severity": {ANY: Severity},
}
TABLES = {"check": CHECK, "mailto": str}
"""The tables of Symposium and their keys, with the types of the values; lists hold codes."""
TYPES: Mapping[type, tuple[str, str]] = {
    dict: ("a table", f"write [{TABLE}]"),
    list: ("a list of codes", 'write ["W001"]'),
    str: ("a text", 'write it in quotes: "…"'),
}
"""Types of values, each with a phrase for messages and a hint."""


class _Reader:
    """Reads one file, and collects its problems."""

    def __init__(self, path: str, text: str, known: Collection[str]) -> None:
        self.path = path
        self.text = text
        self.known = known
        self.problems: list[Problem] = []

    def read(self, table: Any, above: str) -> tuple[WantedProblems, list[Problem]]:
        """Return the selection, and the problems; ``above`` leads from the file to the project."""
        check = self.usable(table, TABLES, "symposium").get("check", {})
        ignored, levels = check.get("per-file-ignores", {}), check.get("severity", {})
        selection = WantedProblems(
            check.get("select", (ALL,)),
            check.get("ignore", ()),
            tuple([(_below(above, pattern), codes) for pattern, codes in ignored.items()]),
            {name: levels[name] for name in levels if self.is_known(name, "severity")},
        )
        return selection, self.problems

    def usable(self, value: Any, shape: Any, *keys: str) -> Any:
        """Return the valid parts of the value below ``keys``, which should have ``shape``."""
        if shape is Severity:
            if value not in tuple(LEVELS):
                hint = f"write one of {', '.join(reversed(LEVELS))}"
                self.report(f"{value!r} is no severity", hint, *keys)
            return LEVELS.get(str(value))  # ``None`` keeps the severity of the code
        kind: Any = shape if isinstance(shape, type) else dict
        if not isinstance(value, kind):
            what, hint = TYPES[kind]
            self.report(f"{keys[-1]} is not {what}", hint, keys[-1])
            return kind()
        if kind is list:
            return tuple([code for code in value if self.is_known(code, keys[-1])])
        if kind is str:
            return value
        for other in value.keys() - shape if ANY not in shape else ():
            hint = Spellings(shape).hint(other, f"the settings are {', '.join(shape)}")
            self.report(f"The setting `{other}` is not known", hint, other)
        inner = {name: shape.get(name, shape.get(ANY)) for name in value}
        return {
            name: self.usable(value[name], of, keys[-1], name) for name, of in inner.items() if of
        }

    def is_known(self, text: Any, key: str) -> bool:
        """Tell whether a text is a selector of codes; report another one."""
        if isinstance(text, str) and text in selectors_of(self.known):
            return True
        hint = nearest_code(str(text), self.known)
        self.report(f'No problem has the code "{text}"', hint, key, str(text))
        return False

    def report(self, message: str, hint: str, *words: str) -> None:
        """Add a problem at the last of ``words``, which follow each other in the file."""
        start = RE_TABLE.search(self.text)
        at = start.start() if start else 0
        for word in words:
            match = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(self.text, at)
            at = match.start() if match else at
        line = self.text.count("\n", 0, at) + 1
        place = Place(self.path, line, at - self.text.rfind("\n", 0, at))
        self.problems.append(Problem(Code.SETTING, message, place, hint))


def _below(above: str, pattern: str) -> Callable[[str], bool]:
    """Return a function that tells whether a path of the project matches a pattern of the file."""
    matches = matcher([pattern.removeprefix("./").strip("/")])
    return lambda path: matches(os.path.normpath(f"{above}/{path}"))


def nearest_code(text: str, known: Collection[str] = CODES) -> str:
    """Return the hint for an unknown code.

    >>> nearest_code("w001")
    'did you mean W001?'
    """
    return Spellings(known).hint(text.upper(), "write a code, the letter of a family, or ALL")
