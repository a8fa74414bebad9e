"""``symposium check``: read everything, and print what is wrong."""

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
    named,
    progress,
)
from symposium.cli.wrong_use import WrongUseError
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.lint.subject import Subject
from symposium.lint.wanted_problems import (
    CODES,
    LEVELS,
    nearest_code,
    read_settings,
    selectors_of,
)
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
"""What a message is called in ``suppress_warnings``."""
RE_CAUSE = re.compile(r"^\s*(?:\w+\.)*(\w*(?:Error|Exception|Exit)\w*: .+)$", re.MULTILINE)
"""The last line of a traceback."""


def warnings_of_build(root: Path, known: Iterable[Problem]) -> list[Problem]:
    """Return what Sphinx warns of in a project, but for problems that are ``known``.

    Raises:
        WrongUseError: if there is no ``conf.py``.
    """
    check_conf(root)
    root = root.resolve()
    with TemporaryDirectory() as folder:
        written = Path(folder, "warnings")
        options = ["-nWq", "-b", "dummy", "-j", "auto", "--no-color"]
        command = [sys.executable, "-m", "sphinx", *options]
        folders = ["-d", f"{folder}/doctrees", "-w", str(written), str(root), f"{folder}/out"]
        done = subprocess.run(  # noqa: S603 - ours
            [*command, *folders], capture_output=True, text=True, errors="replace", check=False
        )
        text = written.read_text("utf-8", "replace") if written.exists() else ""
    warnings = list(problems_in(text, root))
    if done.returncode and not warnings:
        causes = RE_CAUSE.findall(done.stderr) or done.stderr.split("\n")[-2:-1]
        message = f"Sphinx cannot read the project: {''.join(causes[-1:])}"
        warnings = [Problem(Code.PAGE_WARNED, message, Place(CONF), "mend that first")]
    told = {(problem.place.path, _key(problem.text)) for problem in known}
    return [one for one in warnings if (one.place.path, _key(one.text)) not in told]


def _key(text: str) -> str:
    """Return what says that two messages are one, whatever hint a build puts behind it."""
    return RE_TYPE.sub("", text.partition(": ")[0])


def problems_in(text: str, root: Path) -> Iterator[Problem]:
    """Yield the warnings in what Sphinx has written, each with the lines below it behind."""
    problem: Problem | None = None
    for line in text.splitlines():
        found = RE_WARNING.fullmatch(line)
        if found is None:
            if problem and line.strip():
                problem = replace(problem, message=f"{problem.message} {line.strip()}")
            continue
        if problem:
            yield problem
        problem = _problem(found, root)
    if problem:
        yield problem


def _problem(found: re.Match[str], root: Path) -> Problem:
    # What names no file is about the project.
    path, message = found["path"] or CONF, found["message"]
    if Path(path).is_relative_to(root):
        path = Path(path).relative_to(root).as_posix()
    ours = RE_CODE.search(message)
    code = CODES.get(ours[1]) if ours else None
    if ours and code:
        message = message[: ours.start()]
    return Problem(code or Code.PAGE_WARNED, message, Place(path, int(found["line"] or 1)))


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
    root, files = named(arguments.paths)
    if arguments.explain is not None:
        plugins, _ = load_plugins(root, plugins_named(root, settings_in(root)), arguments.plugin)
        print(explained(arguments.explain, plugins))
        return False
    with uncollected():  # looking for garbage takes a fifth of the time
        return _check(arguments, root, files)


def _check(arguments: argparse.Namespace, root: Path, files: Collection[str]) -> bool:
    if arguments.fix or arguments.diff:
        # A program that reads the problems must find nothing else there.
        out = sys.stdout if arguments.diff or arguments.format == "text" else sys.stderr
        checked, changed, refused = fix(
            lambda: look(arguments, root, files), out.write, write=not arguments.diff
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
    """Read a project and return what is wrong or doubtful in it, as far as it is selected.

    Raises:
        WrongUseError: if it is selected by something that is no code.
    """
    with progress() as tell:
        kept = cache_folder(root)
        project = load(root, arguments.bib, tell, arguments.plugin, kept and kept / "entries")
        codes = {**CODES, **{one.code: one for one in project.plugins.rules}}
        for code in (*arguments.select, *arguments.ignore):
            if code not in selectors_of(codes):
                raise WrongUseError(f'"{code}" is not a code: {nearest_code(code, codes)}')
        subject = subject_of(project)
        met = tuple(lint(subject, tell, project.plugins.rules))
        if kept:
            forget_others(kept)
    settings, found = read_settings(root, codes)
    wanted = settings.narrowed(tuple(arguments.select), tuple(arguments.ignore))
    # Where reading and a rule report the same, the rule's report is kept: it has the edits.
    all_met = (*met, *project.problems)
    built = warnings_of_build(root, all_met) if arguments.pages else ()
    problems = wanted.among((*all_met, *built))
    return Checked(
        subject,
        sorted_problems(one for one in (*found, *problems) if not files or one.place.path in files),
        lambda code, path: (not files or path in files) and wanted.level(code, path) is not None,
    )


def subject_of(project: Project) -> Subject:
    """Return a project as the rules see it."""
    return Subject(project.root, project.kb, project.bibfiles, project.exclude, project.hosted)


def _summary(kb: KnowledgeBase, problems: Sequence[Problem]) -> str:
    posters = len(kb.posters)
    sizes = {kind.name: (len(kb.entities[kind.name]), kind.folder) for kind in KINDS}
    sizes["paper"] = (len(kb.works) - posters, "papers")
    parts = [counted(size, name, many) for name, (size, many) in sizes.items() if size]
    if posters:
        parts.append(counted(posters, "poster", "posters"))
    counts = Counter(problem.severity for problem in problems)
    found = ", ".join(
        counted(counts[severity], name, f"{name}s")
        for name, severity in reversed(LEVELS.items())
        if counts[severity]
    )
    mendable = sum(bool(one.edits) or one.code is Code.PERMALINK_NEW for one in problems)
    mend = f"; --fix can repair {mendable:,}" if mendable else ""
    return f"{', '.join(parts) or 'nothing to check'}: {found or 'no problems'}{mend}"


RE_CAPTION = re.compile(r"(?m)^(?:% .+\n)?(`{3,})\{code-block\} (\S+)\n:caption: (.+)\n\n")
"""How a block of code begins that shows a file, with a remark for tests."""


def explained(text: str, plugins: Plugins) -> str:
    """Return what a code means: a line, and what the guide says, with the names of files as text.

    Of a code of a plugin, the explanation takes its place.

    Raises:
        WrongUseError: if there is no such code.
    """
    codes = {**CODES, **{one.code: one for one in plugins.rules}}
    code = codes.get(text)
    if code is None:
        raise WrongUseError(f'"{text}" is not a code: {nearest_code(text, codes)}')
    line = f"{code.code} ({code.severity.name.lower()}): {code.meaning}"
    if isinstance(code, OtherCode):
        return f"{line}\n\n{plugins.rules[code].explanation}".rstrip()
    # Its part begins with the same: its title and its severity.
    part = re.sub(r"\A## .*\n\n\*\w+\.\* ", "", _part(code.code))
    body = RE_CAPTION.sub(r"\3:\n\n\1\2\n", part).strip()
    return f"{line}\n\n{body}" if body else line


def _part(code: str) -> str:
    """Return what the guide says of a code, from its anchor to the next, or an empty text.

    What is installed has these pages in the package; in a checkout they are in the guide alone.
    """
    package, checkout = Path(__file__).parents[1], Path(__file__).parents[3] / "guide"
    for path in sorted([*package.glob("checks/*.md"), *checkout.glob("checks/*.md")]):
        _, found, rest = path.read_text(encoding="utf-8").partition(f"\n({code.lower()})=\n")
        if found:
            return re.split(r"^\(\w+\)=$", rest, maxsplit=1, flags=re.MULTILINE)[0]
    return ""
