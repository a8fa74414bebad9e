"""The formats of problems: text, JSON, GitHub, GitLab and SARIF."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from symposium import __version__
from symposium.model.ids import digest
from symposium.model.problems import AnyCode, Code, Problem, Severity, one_line

SARIF_LEVELS = {Severity.NOTICE: "note", Severity.WARNING: "warning", Severity.ERROR: "error"}
GITLAB_LEVELS = {Severity.NOTICE: "info", Severity.WARNING: "minor", Severity.ERROR: "major"}
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_text(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield one line for each problem: ``path:line:column: CODE message``."""
    for problem in problems:
        yield f"{one_line(str(problem))}\n"


def as_json(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield a JSON list of objects, one line for each problem."""
    yield f"{_listed(map(_row, problems))}\n"


def _row(problem: Problem) -> dict[str, Any]:
    return {
        **asdict(problem.place),
        "severity": problem.severity.name.lower(),
        "code": problem.code.code,
        "message": problem.message,
        "hint": problem.hint or None,
        "edits": [
            {**asdict(edit.place), "old": edit.old, "new": edit.new} for edit in problem.edits
        ],
    }


def _listed(rows: Iterable[object]) -> str:
    """Return a JSON list with one line for each row."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]" if lines else "[]"


def as_github(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield commands of GitHub Actions, which show each problem beside its line."""
    for problem in problems:
        yield (
            f"::{problem.severity.name.lower()} file={_property(problem.place.path)},"
            f"line={problem.place.line},col={problem.place.column},"
            f"title={problem.code.code}::{_data(problem.text)}\n"
        )


def as_gitlab(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield a code quality report, which GitLab shows in a merge request.

    Source: GitLab's documentation of the format. GitLab joins problems of the same place and text.
    """
    yield _listed(
        {
            "description": problem.text,
            "check_name": problem.code.code,
            "fingerprint": digest(f"{problem.place}\n{problem.code.code}\n{problem.text}", 40),
            "severity": GITLAB_LEVELS[problem.severity],
            "location": {"path": problem.place.path, "lines": {"begin": problem.place.line}},
        }
        for problem in problems
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield a log in SARIF 2.1.0, with the meaning of each code that occurs."""
    problems = list(problems)
    codes = sorted({problem.code for problem in problems}, key=lambda code: code.code)
    driver = {"name": "symposium", "version": __version__, "rules": list(map(_rule, codes))}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code)) for problem in problems],
    }
    yield json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(code: AnyCode) -> dict[str, Any]:
    name = code.name if isinstance(code, Code) else code.code
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in name.split("_")),
        "shortDescription": {"text": code.meaning},
        "help": {"text": f"{code.meaning} More: symposium check --explain {code.code}"},
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


FORMATS: Mapping[str, Callable[[Iterable[Problem]], Iterator[str]]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "gitlab": as_gitlab,
    "sarif": as_sarif,
}
"""The formats of problems by name."""
