"""``symposium check``: read a project, and print its problems."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from symposium.cli.fix import Checked, fix, refusals
from symposium.cli.problem_formats import FORMATS
from symposium.cli.project import (
    add_sources,
    cache_folder,
    check_conf,
    counted,
    from_here,
    progress,
    selected,
)
from symposium.cli.wrong_use import WrongUseError
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.lint.subject import Subject
from symposium.lint.wanted_problems import CODES, LEVELS, nearest_code, read_settings, selectors_of
from symposium.model.memory import uncollected
from symposium.model.problems import Code, OtherCode, Place, Problem, Severity
from symposium.model.user_cache import forget_others
from symposium.plugin.collection import Plugins
from symposium.plugin.loading import load_plugins
from symposium.project import CONF, Project, plugins_named
from symposium.project import read as load
from symposium.reading.layout import settings_in

RE_WARNING = re.compile(
    r"(?:(?P<path>[^\n:]+?)(?::(?P<line>\d+)|:docstring of [^:]*(?::\d+)?)?: )?"
    r"(?:WARNING|ERROR|CRITICAL|SEVERE): (?P<message>.*)"
)
RE_CODE = re.compile(r" \[symposium\.([A-Z]+\d+)\]$")
RE_TYPE = re.compile(r" \[[\w.-]+\]$")
"""The type of a message, as used in ``suppress_warnings``."""
RE_CAUSE = re.compile(r"^\s*(?:\w+\.)*(\w*(?:Error|Exception|Exit)\w*: .+)$", re.MULTILINE)
"""The last line of a traceback."""


def warnings_of_build(root: Path, reported: Iterable[Problem]) -> list[Problem]:
    """Return Sphinx's warnings about a project, except problems that are already ``reported``.

    Raises:
        WrongUseError: if there is no ``conf.py``.
    """
    check_conf(root)
    root = root.resolve()
    with TemporaryDirectory() as folder:
        log = Path(folder, "warnings")
        options = ["-nWq", "-b", "dummy", "-j", "auto", "--no-color"]
        command = [sys.executable, "-m", "sphinx", *options]
        folders = ["-d", f"{folder}/doctrees", "-w", str(log), str(root), f"{folder}/out"]
        process = subprocess.run(  # noqa: S603 - fixed arguments
            [*command, *folders], capture_output=True, text=True, errors="replace", check=False
        )
        text = log.read_text("utf-8", "replace") if log.exists() else ""
    warnings = list(problems_in(text, root))
    if process.returncode and not warnings:
        causes = RE_CAUSE.findall(process.stderr) or process.stderr.split("\n")[-2:-1]
        message = f"Sphinx cannot read the project: {''.join(causes[-1:])}"
        warnings = [Problem(Code.PAGE_WARNED, message, Place(CONF), "mend that first")]
    keys = {(problem.place.path, _key(problem.text)) for problem in reported}
    return [problem for problem in warnings if (problem.place.path, _key(problem.text)) not in keys]


def _key(text: str) -> str:
    """Return a message without its hint and type, to compare it with another."""
    return RE_TYPE.sub("", text.partition(": ")[0])


def problems_in(text: str, root: Path) -> Iterator[Problem]:
    """Yield the warnings in a log of Sphinx, with the following lines joined to their message."""
    problem: Problem | None = None
    for line in text.splitlines():
        match = RE_WARNING.fullmatch(line)
        if match is None:
            if problem and line.strip():
                problem = replace(problem, message=f"{problem.message} {line.strip()}")
            continue
        if problem:
            yield problem
        problem = _problem(match, root)
    if problem:
        yield problem


def _problem(match: re.Match[str], root: Path) -> Problem:
    # A warning without a file concerns the whole project.
    path, message = match["path"] or CONF, match["message"]
    if Path(path).is_relative_to(root):
        path = Path(path).relative_to(root).as_posix()
    code_match = RE_CODE.search(message)
    code = CODES.get(code_match[1]) if code_match else None
    if code_match and code:
        message = message[: code_match.start()]
    return Problem(code or Code.PAGE_WARNED, message, Place(path, int(match["line"] or 1)))


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH",
        help="the project: the folder of conf.py (default: here); "
        "after it, files of the project, to hear of these alone",
    )  # fmt: skip
    add_sources(command)
    command.add_argument(
        "--format", choices=FORMATS, default="text", help="how problems are printed (default: text)"
    )
    command.add_argument(
        "-W", "--strict", action="store_true", help="end with 1 for warnings too, not only errors"
    )
    command.add_argument(
        "--severity", choices=LEVELS, default="notice",
        help="print only problems of at least this severity (default: notice, so all of them)",
    )  # fmt: skip
    command.add_argument(
        "--select", action="extend", default=[], type=_codes, metavar="CODES",
        help="report only these: codes, letters of families or ALL, with commas between them",
    )  # fmt: skip
    command.add_argument(
        "--ignore",
        action="extend",
        default=[],
        type=_codes,
        metavar="CODES",
        help="report all but these",
    )
    command.add_argument(
        "--fix", action="store_true", help="make safe repairs, and show the changes"
    )
    command.add_argument(
        "--diff",
        action="store_true",
        help="show the repairs of --fix as a patch, and change nothing",
    )
    command.add_argument(
        "--pages", action="store_true",
        help="also build the pages for nothing but Sphinx's warnings, which runs conf.py",
    )  # fmt: skip
    command.add_argument("--explain", metavar="CODE", help="print what a code means")


def _codes(text: str) -> list[str]:
    return [code.strip() for code in text.split(",") if code.strip()]


def run(arguments: argparse.Namespace) -> bool:
    """Print the problems of a project; return whether one of them counts."""
    root, files = selected(arguments.paths)
    if arguments.explain is not None:
        plugins, _ = load_plugins(root, plugins_named(root, settings_in(root)), arguments.plugin)
        print(explained(arguments.explain, plugins))
        return False
    with uncollected():  # garbage collection would take a fifth of the time
        return _check(arguments, root, files)


def _check(arguments: argparse.Namespace, root: Path, files: Collection[str]) -> bool:
    if arguments.fix or arguments.diff:
        # Programs that read the problems from stdout must not get a diff as well.
        stream = sys.stdout if arguments.diff or arguments.format == "text" else sys.stderr
        checked, changed, refused = fix(
            lambda: look(arguments, root, files), stream.write, write=not arguments.diff
        )
        print(refusals(refused), end="", file=sys.stderr)
        if arguments.diff:
            return bool(changed)
        if changed:
            print(f"{counted(len(changed), 'file', 'files')} changed", file=sys.stderr)
    else:
        checked = look(arguments, root, files)
    least = LEVELS[arguments.severity]
    shown = (problem for problem in checked.problems if problem.severity >= least)
    sys.stdout.writelines(FORMATS[arguments.format](from_here(shown, root)))
    print(_summary(checked.subject.kb, checked.problems), file=sys.stderr)
    counts = Severity.WARNING if arguments.strict else Severity.ERROR
    return any(problem.severity >= counts for problem in checked.problems)


def look(arguments: argparse.Namespace, root: Path, files: Collection[str]) -> Checked:
    """Read a project and return its selected problems.

    Raises:
        WrongUseError: if ``--select`` or ``--ignore`` has an unknown code.
    """
    with progress() as tell:
        kept = cache_folder(root)
        project = load(root, arguments.bib, tell, arguments.plugin, kept and kept / "entries")
        codes = {**CODES, **{code.code: code for code in project.plugins.rules}}
        for code in (*arguments.select, *arguments.ignore):
            if code not in selectors_of(codes):
                raise WrongUseError(f'"{code}" is not a code: {nearest_code(code, codes)}')
        subject = subject_of(project)
        met = tuple(lint(subject, tell, project.plugins.rules))
        if kept:
            forget_others(kept)
    settings, faults = read_settings(root, codes)
    selection = settings.narrowed(tuple(arguments.select), tuple(arguments.ignore))
    # If reading and a rule report the same problem, the rule's comes first, as it has the edits.
    all_met = (*met, *project.problems)
    built = warnings_of_build(root, all_met) if arguments.pages else ()
    all_problems = (*faults, *selection.among((*all_met, *built)))
    return Checked(
        subject,
        sorted_problems(row for row in all_problems if not files or row.place.path in files),
        lambda code, path: (not files or path in files) and selection.level(code, path) is not None,
    )


def subject_of(project: Project) -> Subject:
    """Return a project in the form that the rules check."""
    return Subject(project.root, project.kb, project.bibfiles, project.exclude, project.hosted)


def _summary(kb: KnowledgeBase, problems: Sequence[Problem]) -> str:
    posters = len(kb.posters)
    sizes = {kind.name: (len(kb.entities[kind.name]), kind.folder) for kind in KINDS}
    sizes["paper"] = (len(kb.works) - posters, "papers")
    parts = [counted(size, name, many) for name, (size, many) in sizes.items() if size]
    if posters:
        parts.append(counted(posters, "poster", "posters"))
    counts = Counter(problem.severity for problem in problems)
    totals = ", ".join(
        counted(counts[severity], name, f"{name}s")
        for name, severity in reversed(LEVELS.items())
        if counts[severity]
    )
    fixes = sum(bool(problem.edits) or problem.code is Code.PERMALINK_NEW for problem in problems)
    mend = f"; --fix can repair {fixes:,}" if fixes else ""
    return f"{', '.join(parts) or 'nothing to check'}: {totals or 'no problems'}{mend}"


RE_CAPTION = re.compile(r"(?m)^(?:% .+\n)?(`{3,})\{code-block\} (\S+)\n:caption: (.+)\n\n")
"""The start of a code block that shows a file, perhaps after a comment for tests."""


def explained(text: str, plugins: Plugins) -> str:
    """Return the meaning of a code in one line, and its part of the guide with captions as text.

    For a code of a plugin, the plugin's explanation replaces the guide.

    Raises:
        WrongUseError: if there is no such code.
    """
    codes = {**CODES, **{code.code: code for code in plugins.rules}}
    code = codes.get(text)
    if code is None:
        raise WrongUseError(f'"{text}" is not a code: {nearest_code(text, codes)}')
    line = f"{code.code} ({code.severity.name.lower()}): {code.meaning}"
    if isinstance(code, OtherCode):
        return f"{line}\n\n{plugins.rules[code].explanation}".rstrip()
    # The part of the guide begins with title and severity, which the line has already.
    part = re.sub(r"\A## .*\n\n\*\w+\.\* ", "", _part(code.code))
    body = RE_CAPTION.sub(r"\3:\n\n\1\2\n", part).strip()
    return f"{line}\n\n{body}" if body else line


def _part(code: str) -> str:
    """Return the part of the guide about a code, from its anchor to the next, or an empty text.

    An installed package contains these pages; in a checkout they are in the guide only.
    """
    package, checkout = Path(__file__).parents[1], Path(__file__).parents[3] / "guide"
    for path in sorted([*package.glob("checks/*.md"), *checkout.glob("checks/*.md")]):
        _, anchor, rest = path.read_text(encoding="utf-8").partition(f"\n({code.lower()})=\n")
        if anchor:
            return re.split(r"^\(\w+\)=$", rest, maxsplit=1, flags=re.MULTILINE)[0]
    return ""
