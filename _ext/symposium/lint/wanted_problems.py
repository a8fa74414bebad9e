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
    for folder in _folders(root):
        reader = _Reader(root, folder / NAME, known)
        table = reader.table()
        if table is not None or reader.problems:
            return reader.selection(table or {}), reader.problems
    return WantedProblems(), []


def _folders(root: Path) -> Iterator[Path]:
    """Yield the folders in which settings may be, the nearest first."""
    folder = Path(os.path.abspath(root))  # noqa: PTH100 - links stay as they were typed
    yield folder
    while not (folder / ".git").exists() and folder != folder.parent:
        folder = folder.parent
        yield folder


@dataclass
class _Reader:
    """Reads one file, and collects what cannot be used."""

    root: Path
    path: Path
    known: Collection[str]
    """The codes that there are."""
    text: str = ""
    problems: list[Problem] = field(default_factory=list)

    def table(self) -> Mapping[str, Any] | None:
        """Return the table of the check, or ``None`` if the file has none."""
        tool = self.content().get("tool", {})
        ours = tool.get("symposium") if isinstance(tool, dict) else None
        if ours is None:
            return None
        hint = f"write [{TABLE}]"
        if not isinstance(ours, dict):
            self.report("[tool.symposium] is not a table", hint, "symposium")
            return {}
        for key in ours.keys() - {"check", "mailto"}:
            self.report(f'The table "{key}" is not known here', hint, key)
        if not isinstance(ours.get("mailto", ""), str):
            self.report("mailto is not text", 'write mailto = "you@example.org"', "mailto")
        return self.group(ours, "check", hint)

    def content(self) -> Mapping[str, Any]:
        """Return all that the file says."""
        try:
            self.text = read_file(self.path, MAX_BYTES).decode("utf-8").replace("\r\n", "\n")
            return tomllib.loads(self.text)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError, RecursionError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            at = RE_AT.search(reason)
            place = (int(at[1]), int(at[2])) if at else (1, 1)
            self.problem(f"The file cannot be read: {RE_AT.sub('', reason)}", "", *place)
            return {}

    def selection(self, table: Mapping[str, Any]) -> WantedProblems:
        """Return what the table says, without what cannot be used."""
        keys = ("select", "ignore", "per-file-ignores", "severity")
        spellings = Spellings(keys)
        for key in table.keys() - set(keys):
            hint = spellings.hint(key, f"the settings are {', '.join(keys)}")
            self.report(f"The setting `{key}` is not known", hint, key)
        above = os.path.relpath(os.path.abspath(self.root), self.path.parent)  # noqa: PTH100
        per_file = tuple(
            (_below(above, pattern), self.codes("per-file-ignores", pattern, codes))
            for pattern, codes in self.group(table, "per-file-ignores").items()
        )
        return WantedProblems(
            self.codes("select", "", table["select"]) if "select" in table else (ALL,),
            self.codes("ignore", "", table.get("ignore", [])),
            per_file,
            dict(self.severities(table)),
        )

    def severities(self, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the codes that have a severity of their own."""
        for selector, level in self.group(table, "severity").items():
            known = self.codes("severity", "", [selector])
            if not isinstance(level, str) or level not in LEVELS:
                words = ", ".join(f'"{word}"' for word in reversed(LEVELS))
                what = f"What severity {selector} has is not clear"
                self.report(what, f"write one of {words}", "severity", selector)
            elif known:
                yield selector, LEVELS[level]

    def group(self, table: Mapping[str, Any], key: str, hint: str = "") -> Mapping[str, Any]:
        """Return a table inside of the table."""
        found = table.get(key, {})
        if isinstance(found, dict):
            return found
        self.report(f"{key} is not a table", hint or f"write [{TABLE}.{key}]", key)
        return {}

    def codes(self, key: str, inner: str, found: Any) -> tuple[str, ...]:
        """Return the selectors of a list."""
        name = f'{key} of "{inner}"' if inner else key
        if not isinstance(found, list):
            self.report(f"{name} is not a list of codes", 'write ["W001"]', key, inner)
            return ()
        names = selectors_of(self.known)
        for one in found:
            if not isinstance(one, str) or one not in names:
                what = f'{name}: no problem has the code "{one}"'
                self.report(what, nearest_code(str(one), self.known), key, inner, str(one))
        return tuple(one for one in found if isinstance(one, str) and one in names)

    def report(self, message: str, hint: str = "", *words: str) -> None:
        """Note what cannot be used, at the last of some words that follow each other."""
        text = RE_COMMENT.sub(lambda found: " " * len(found[0]), self.text)
        start = RE_TABLE.search(text)
        at = start.start() if start else 0
        for word in filter(None, words):
            found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(text, at)
            at = found.start() if found else at
        line = text.count("\n", 0, at) + 1
        self.problem(message, hint, line, at - text.rfind("\n", 0, at))

    def problem(self, message: str, hint: str, line: int, column: int) -> None:
        """Note a problem."""
        path = os.path.relpath(self.path, os.path.abspath(self.root)).replace(os.sep, "/")  # noqa: PTH100
        self.problems.append(Problem(Code.SETTING, message, Place(path, line, column), hint))


def _below(above: str, pattern: str) -> Any:
    """Return what tells whether a path of the project matches a pattern of the file."""
    matches = matcher([pattern.removeprefix("./").strip("/")], below=True)
    return lambda path: matches(os.path.normpath(f"{above}/{path}"))


def nearest_code(text: str, known: Collection[str] = CODES) -> str:
    """Return the hint for a code that there is not.

    >>> nearest_code("w001")
    'did you mean W001?'
    """
    return Spellings(known).hint(text.upper(), "write a code, the letter of a family, or ALL")
