"""``symposium adopt``: make a project from another site, a library or a person at ORCID."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.files import list_new_pages, write_all
from symposium.cli.project import counted, progress
from symposium.cli.wrong_use import WrongUseError
from symposium.lint.rules import lint
from symposium.model.gate import read_file as read_bytes
from symposium.model.ids import slug
from symposium.model.problems import Severity, one_line
from symposium.project import read as load

from symposium_import import new
from symposium_import.client import Client
from symposium_import.new_files import named_files
from symposium_import.sites import al_folio
from symposium_import.sites.gathered import Gathered, Item, SourceTree
from symposium_import.sites.project_files import ProjectWriter
from symposium_import.sources import Services, WorkSource, read_file, source_of
from symposium_import.works import IntakeError

BIB = (".bib", ".bibtex")
REPORT = "adopted.txt"
FIRST, PARTS = "first", ("changed", "left")
"""Sections of the report, by sort of finding: what to look at before all else, and the rest."""
QUIET = """
# Builds are quiet about faults that came with the data; `symposium check` lists them. Delete a code
# once its faults are mended.
"""
WHAT = {
    "works": ("work", "works"), "person": ("person", "people"), "paper": ("file about a work",
    "files about works"), "project": ("project", "projects"), "page": ("page", "pages"),
    "news": ("news item", "news items"),
}  # fmt: skip


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium adopt``."""
    command.add_argument(
        "source", metavar="SOURCE",
        help="a folder with an al-folio site or with .bib files; a .bib, .ris or CSL .json file; "
        "or orcid:…",
    )  # fmt: skip
    command.add_argument(
        "directory", nargs="?", type=Path, metavar="DIR",
        help="an empty or a new folder for the project (default: named as the source)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Make a project; return whether it has errors."""
    site, tree = _gathered(arguments)
    directory = arguments.directory or Path(f"{slug(site.title or 'site')}-symposium")
    if tree.paths and directory.resolve().is_relative_to(tree.root.resolve()):
        raise WrongUseError(f"{directory} lies in the source, which stays as it is: name another")
    writer = ProjectWriter(site, tree)
    files = writer.write()
    copies = _copies(site, tree)
    lines = list(_report(site, writer.counts, len(copies)))
    report = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    contents = {**copies, **files, REPORT: report}
    for bibliography in site.bibliographies.values() if Path(arguments.source).is_file() else ():
        contents |= named_files(new.knowledge_of(bibliography), Path(arguments.source))
    new.check_free(directory, contents)
    write_all(directory, contents)
    shown = next((at for at, line in enumerate(lines) if line[:-1] in PARTS), len(lines))
    print("\n".join(lines[:shown]))
    if shown < len(lines):
        more = counted(len(lines) - shown, "line", "lines")
        print(f"{directory / REPORT} says in {more} more what was changed and what was left")
    return _checked(directory)


def _gathered(arguments: argparse.Namespace) -> tuple[Gathered, SourceTree]:
    """Return the content of the source, and its files if it is a folder."""
    path, no_files = Path(arguments.source), SourceTree(Path(), {})
    if path.is_file():
        site = Gathered("a library", path.stem)
        _add(site, path, path.name)
        return site, no_files
    if not path.is_dir():
        source = source_of(arguments.source)
        if source.kind != "orcid":
            raise IntakeError(f"there is no folder or file {path}; of services, orcid:… is known")
        with progress() as tell:
            services = Services(Client(), tell)
            return _of_orcid(services, source.value), no_files
    tree = SourceTree.of(path)
    if al_folio.recognises(tree):
        return al_folio.read(tree), tree
    if tree.below("", *BIB, ".ris"):
        return _of_folder(tree), tree
    raise IntakeError(f"{path} is none of the sites that are known: al-folio, bibliographies")


def _of_folder(tree: SourceTree) -> Gathered:
    """Return the works of all bibliographies in a folder; files that entries name are copied."""
    site, texts = Gathered("bibliographies", tree.root.resolve().name), ""
    for path in tree.below("", *BIB, ".ris"):
        full = tree.root / path
        try:
            texts += tree.text(path)  # refuses files outside of the folder
            _add(site, full, path)
        except IntakeError as error:
            site.left(path, str(error).removeprefix(f"{full}: ").removeprefix(f"{full} "))
    for path in tree.below("files"):
        if path in texts:
            tree.publish(path)
    return site


def _add(site: Gathered, full: Path, name: str) -> None:
    """Add the works of a file; BibTeX is copied unchanged."""
    answer = read_file(str(full))
    if full.suffix.lower() in BIB:
        short = name.rpartition("/")[2]
        bib_name = name.replace("/", "-") if short in site.bibliographies else short
        site.bibliographies[bib_name] = read_bytes(full)
        return
    site.works += answer.works
    for problem in answer.problems:
        site.left(f"{name}:{problem.place.line}", f"{problem.message}: {problem.hint}")


def _of_orcid(services: Services, number: str) -> Gathered:
    """Return a person at ORCID with all works."""
    fields, biography = services.person(number)
    fields["orcid"] = number
    site = Gathered("ORCID", fields["name"], owner=slug(fields["name"]))
    place = f"https://orcid.org/{number}"
    site.items.append(Item("person", site.owner, place, fields, biography))
    answer = services.works(WorkSource("orcid", number))
    site.works = answer.works
    for problem in answer.problems:
        site.left(problem.place.path, problem.message)
    return site


def _copies(site: Gathered, tree: SourceTree) -> dict[str, bytes]:
    """Return the files to copy by new path; files left out go into the report."""
    copies: dict[str, bytes] = {}
    for path, source in tree.copies.items():
        try:
            copies[path] = tree.data(source)
        except IntakeError as error:
            site.left(source, str(error))
    for folder, count, example in tree.rest():
        if count == 1:
            site.left(example, "the file")
        else:
            site.left(folder, f"{count:,} files, such as {example}")
    return copies


def _report(site: Gathered, counts: dict[str, int], copies: int) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"made of {site.template}"
    yield from _section(site, FIRST, "look at this first:")
    yield "taken over:"
    for kind, (singular, plural) in WHAT.items():
        if counts.get(kind):
            yield f"  {counted(counts[kind], singular, plural)}"
    if copies:
        yield f"  {counted(copies, 'file', 'files')} below files/"
    for sort in PARTS:
        yield from _section(site, sort, f"{sort}:")


def _section(site: Gathered, sort: str, title: str) -> Iterator[str]:
    findings = sorted({finding[1:] for finding in site.findings if finding[0] == sort})
    yield from [title] if findings else []
    yield from (f"  {path}: {one_line(message)}" for path, message in findings)


def _checked(directory: Path) -> bool:
    """List the addresses of the new site, check it, and print the next step."""
    project = load(directory)
    subject = subject_of(project)
    list_new_pages(subject)
    problems = dict.fromkeys((*project.problems, *lint(subject, added=project.plugins.rules)))
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    sys.stderr.writelines(f"{directory / error.place.path}:{error.place.line}: {error.code.code} "
                          f"{error.message}\n" for error in errors)  # fmt: skip
    codes = sorted({f"symposium.{problem.code.code}" for problem in problems
                    if problem.severity is Severity.WARNING})  # fmt: skip
    if codes:
        quiet = f"{QUIET}suppress_warnings = {json.dumps(codes)}\n"
        conf = read_bytes(directory / "conf.py") + quiet.encode()
        write_all(directory, {"conf.py": conf})
    others = len(problems) - len(errors)
    if others:
        print(f"{counted(others, 'remark', 'remarks')}: symposium check {directory}")
    print(new.next_step(directory, errors))
    return bool(errors)
