"""``symposium export``: write the facts of a project for other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from symposium.cli.files import write_file
from symposium.cli.project import add_directory, add_sources, counted, progress
from symposium.cli.wrong_use import WrongUseError
from symposium.export.appointments import files_with_history
from symposium.export.formats import CITING, FORMATS, cited_file, files_of_works
from symposium.kinds.paper import Paper
from symposium.knowledge import NO_MENTIONS, Mentions
from symposium.locale import Texts, texts_of, use
from symposium.model.gate import read_file
from symposium.model.optional_packages import MissingExtraError
from symposium.model.problems import Severity, one_line
from symposium.model.progress import Tell
from symposium.pages.urls import Urls
from symposium.plugin import ExportFormat
from symposium.plugin.collection import blamed, checked_path
from symposium.project import Project
from symposium.project import read as load
from symposium.reading.git_history import changes
from symposium.reading.layout import settings_in, texts_in
from symposium.reading.page_roles import ALL, cited_keys


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    add_sources(command)
    meanings = "; ".join(f"{name}: {format_.help}" for name, format_ in FORMATS.items())
    command.add_argument(
        "--format", required=True, metavar="FORMAT", help=f"{meanings}; and those of plugins"
    )
    command.add_argument(
        "-o", "--output", metavar="OUT",
        help="the file to write, or the folder for a format of several files; - is the terminal",
    )  # fmt: skip
    command.add_argument(
        "--cited-in", type=Path, metavar="FILE",
        help="only the works that a manuscript cites: an .aux, .bcf, .tex, .md, or keys",
    )  # fmt: skip
    command.add_argument(
        "--each", action="store_true", help="a file for each work, in the folder -o"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Write the files of a format; return whether the project has errors."""
    mentions = _mentions(arguments.directory)
    # For a built-in format, wrong use is reported before the project is read.
    output = _output(arguments, FORMATS) if arguments.format in FORMATS else ""
    use(_texts_of(arguments.directory))
    with progress() as tell:
        project = load(arguments.directory, arguments.bib, tell, arguments.plugin)
        formats = {**FORMATS, **project.plugins.formats}
        output = output or _output(arguments, formats)
        format_ = formats[arguments.format]
        chosen, unknown = _chosen(arguments, project)
        if chosen is None:
            files = list(_files(format_, project, mentions, tell))
        elif arguments.each:
            files = list(files_of_works(format_.name, chosen, ""))
        else:
            files = [(f"bibliography{format_.suffix}", cited_file(format_.name, chosen, ""))]
    if output == "-":
        # The content is UTF-8, whatever the encoding of the terminal.
        sys.stdout.flush()
        for _, content in files:
            sys.stdout.buffer.write(content)
    else:
        target = Path(output)
        is_file = format_.single and not arguments.each and not target.is_dir()
        for path, content in files:
            write_file(target if is_file else target / path, content)
    for line in unknown:
        print(one_line(line), file=sys.stderr)
    errors = sum(problem.severity is Severity.ERROR for problem in project.problems)
    if errors:
        count = counted(errors, "error", "errors")
        print(f"symposium: {count}: run symposium check", file=sys.stderr)
    return errors > 0 or bool(unknown)


def _texts_of(root: Path) -> Texts:
    """Return the texts of a project's language.

    Raises:
        WrongUseError: if one of the project's catalogues cannot be read.
    """
    settings = settings_in(root)
    language = settings.get("language")
    folders = [root / name for name in texts_in(settings.get("locale_dirs", ["locales"]))]
    try:
        return texts_of(language if isinstance(language, str) else None, folders)
    except ValueError as error:
        raise WrongUseError(str(error)) from error


def _chosen(
    arguments: argparse.Namespace, project: Project
) -> tuple[Collection[Paper] | None, list[str]]:
    """Return the selected works, or ``None`` for a whole export, and messages about unknown keys.

    Raises:
        WrongUseError: if the manuscript cannot be read.
    """
    path, kb = arguments.cited_in, project.kb
    if path is None:
        return (kb.works.values() if arguments.each else None), []
    try:
        cited = cited_keys(path)
    except OSError as error:
        raise WrongUseError(f"{path} cannot be read: {error.strerror}") from error
    works: dict[str, Paper] = {}
    unknown = []
    for key, where, line in cited:
        if key == ALL:
            works |= kb.works
        elif paper := kb.find("paper", key):
            works[paper] = kb.works[paper]
        else:
            near = kb.nearest("paper", key)
            hint = f'; did you mean "{near}"?' if near else ""
            unknown.append(f'{where}:{line}: No entry has the key "{key}"{hint}')
    return works.values(), unknown


def _output(arguments: argparse.Namespace, formats: Mapping[str, ExportFormat]) -> str:
    """Return the output: a path, or ``-`` for the terminal.

    Raises:
        WrongUseError: if the format is unknown or not one of works, or needs a folder.
    """
    format_ = formats.get(arguments.format)
    if format_ is None:
        names = ", ".join(formats)
        raise WrongUseError(f"{arguments.format!r} is not a format: write one of {names}")
    if (arguments.cited_in or arguments.each) and arguments.format not in CITING:
        names = ", ".join(CITING)
        raise WrongUseError(f"{arguments.format} is not a format for works: write one of {names}")
    single = format_.single and not arguments.each
    output: str = arguments.output or ("-" if single else "")
    if not output or (output == "-" and not single):
        raise WrongUseError(f"{arguments.format} makes several files: name a folder with -o")
    return output


def _files(
    format_: ExportFormat, project: Project, mentions: Mentions, tell: Tell
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file of a format.

    Raises:
        WrongUseError: if an extra that makes them is not installed.
    """
    tell("asking git when files changed")
    history = changes(project.root, files_with_history(project.kb))
    kb = replace(project.kb, changed=history.last, committed=history.first)
    tell("making files")
    files = format_.files(kb, mentions, Urls(identity=project.identity))
    built_in = format_.name in FORMATS
    try:
        with nullcontext() if built_in else blamed(f"the format {format_.name}"):
            for number, file in enumerate(map(checked_path, files), 1):
                tell("making files", number)
                yield file
    except MissingExtraError as error:
        raise WrongUseError(str(error)) from error


def _mentions(directory: Path) -> Mentions:
    """Return the mentions that the last build stored, or none if there was no build."""
    doctrees = ("_build", "_build/*", "_build/*/.doctrees")
    stored = [path for where in doctrees for path in directory.glob(f"{where}/mentions.json")]
    path = max(stored, key=lambda file: file.stat().st_mtime, default=None)
    if path is None:
        return NO_MENTIONS
    try:
        return Mentions.from_json(read_file(path).decode())
    except (OSError, ValueError) as error:
        raise WrongUseError(f"{path} cannot be read: {error}; build the site again") from error
