"""How problems are printed: for people, for programs, for GitHub, and as SARIF."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from symposium import __version__
from symposium.model.problems import Code, Problem, Severity

LEVELS = {Severity.NOTICE: "notice", Severity.WARNING: "warning", Severity.ERROR: "error"}
SARIF_LEVELS = {**LEVELS, Severity.NOTICE: "note"}
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_text(problems: Sequence[Problem]) -> str:
    """Return one line for each problem: ``path:line:column: CODE message``."""
    return "".join(f"{printable(str(problem))}\n" for problem in problems)


def printable(text: str) -> str:
    r"""Return a text whose control characters are spelled out: none reaches the terminal.

    >>> printable("Müller\x1b[31m")
    'Müller\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def as_json(problems: Sequence[Problem]) -> str:
    """Return the problems as a list of objects."""
    rows = [
        {
            "path": problem.place.path,
            "line": problem.place.line,
            "column": problem.place.column,
            "severity": LEVELS[problem.severity],
            "code": problem.code.code,
            "message": problem.message,
            "hint": problem.hint or None,
        }
        for problem in problems
    ]
    return _dump(rows)


def as_github(problems: Sequence[Problem]) -> str:
    """Return commands of GitHub Actions, which show each problem beside its line."""
    return "".join(
        f"::{LEVELS[problem.severity]} file={_property(problem.place.path)},"
        f"line={problem.place.line},col={problem.place.column},"
        f"title={problem.code.code}::{_data(problem.text)}\n"
        for problem in problems
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(problems: Sequence[Problem]) -> str:
    """Return the problems as SARIF 2.1.0, with the meaning of each code that occurs."""
    codes = sorted({problem.code for problem in problems}, key=lambda code: code.code)
    run = {
        "tool": {
            "driver": {
                "name": "symposium",
                "version": __version__,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code)) for problem in problems],
    }
    return _dump({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in code.name.split("_")),
        "shortDescription": {"text": code.meaning},
        "defaultConfiguration": {"level": SARIF_LEVELS[code.severity]},
    }


def _result(problem: Problem, rule: int) -> dict[str, Any]:
    place = problem.place
    region = {"startLine": place.line, "startColumn": place.column}
    location = {"artifactLocation": {"uri": quote(place.path)}, "region": region}
    return {
        "ruleId": problem.code.code,
        "ruleIndex": rule,
        "level": SARIF_LEVELS[problem.severity],
        "message": {"text": problem.text},
        "locations": [{"physicalLocation": location}],
    }


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""Name to format; a new one is a line here."""
