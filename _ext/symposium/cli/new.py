"""``symposium new``: a complete small project that builds as it is, or a file for a record."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from symposium.cli import new_home, new_profile, new_record
from symposium.cli.files import write_file
from symposium.cli.installation_origin import requirement
from symposium.cli.new_home import Home
from symposium.cli.project import Project, counted, load
from symposium.cli.wrong_use import WrongUseError
from symposium.knowledge import KnowledgeBase
from symposium.lint import permalinks
from symposium.model.problems import Problem, Severity

FOLDERS = ("people", "papers", "events", "topics", "sources", "files")
"""The folders that a project starts with."""

NO_WORKS = b"One entry of BibTeX for each work. What is outside of entries is a comment.\n"
"""The bibliography of a project that begins without one."""

DOTTED = frozenset(
    {"gitattributes", "github", "gitignore", "gitlab-ci.yml", "readthedocs.yaml", "vscode"}
)
"""Templates whose file or folder gets a dot in front: among the sources of this package they have
none, lest tools take them for their own."""

RE_PUNCTUATION = re.compile(r"([\\`*_{}\[\]<>()#+!|~$^&-])")
"""What Markdown may read as more than a character."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.description = (
        "start a new project, or add a file to one:\n\n"
        "  symposium new DIR [--bib FILE] [--person NAME | --event NAME]\n"
        f"  symposium new {' | '.join(new_record.KINDS)}  NAME"
    )
    command.add_argument(
        "what", metavar="DIR | KIND", help="an empty or a new folder, or what the file describes"
    )
    command.add_argument(
        "words", nargs="*", metavar="NAME", help="with a kind: the name or the title; of a paper "
        "the cite key",
    )  # fmt: skip
    command.add_argument(
        "--bib", type=Path, metavar="FILE",
        help="your bibliography, copied as it is to refs.bib",
    )  # fmt: skip
    command.add_argument(
        "--empty", action="store_true",
        help="start without the small example that a project of nothing has",
    )  # fmt: skip
    command.add_argument("--title", help="title of the site (default: made of the folder's name)")
    new_home.add_arguments(command)
    new_record.add_arguments(command)


def run(arguments: argparse.Namespace) -> bool:
    """Write what is asked for and say what to do next."""
    if arguments.what in new_record.KINDS:
        return new_record.run(arguments)
    if arguments.words:
        known = ", ".join(new_record.KINDS)
        raise WrongUseError(
            f'"{arguments.what}" is not a kind of file ({known}); a new project is one folder'
        )
    return _project(arguments)


def _project(arguments: argparse.Namespace) -> bool:
    """Write a project; what its bibliography lacks is no failure here."""
    directory = Path(arguments.what)
    content = _bibliography(arguments.bib)
    check_free(directory, arguments.bib)
    home = new_home.asked(arguments)
    if content is None and (home or arguments.empty):
        content = NO_WORKS
    title = " ".join((arguments.title or (home.name if home else "")).split())
    written = project_files(title or _title(directory), content, home)
    if home and home.kind == "event":
        written |= new_home.event_files(home)
    elif home and content is not None:
        written |= new_profile.files_of(home, _read(content))
    if arguments.bib and content is not None:
        written |= new_profile.named_files(_read(content), arguments.bib)
    for path, data in written.items():
        write_file(directory / path, data)
    project = load(directory)
    _report(project)
    if home is None and arguments.bib:
        new_profile.suggest(project, arguments.bib)
    return False


def _read(bibliography: bytes) -> KnowledgeBase:
    """Return what a bibliography says, before anything is written for good."""
    with TemporaryDirectory() as folder:
        write_file(Path(folder, "refs.bib"), bibliography)
        return load(Path(folder)).kb


def project_files(
    title: str, bibliography: bytes | None, home: Home | None = None
) -> dict[str, bytes]:
    """Return the files of a new project, by path; ``home`` is the record that its home page shows.

    With a bibliography there are no examples: they would be published among real facts.
    """
    templates = files("symposium.cli") / "templates"
    required, wheels = requirement()
    values = {
        "{{title_literal}}": repr(title),
        "{{title_markdown}}": as_markdown(title),
        "{{requirement}}\n": required,
    }
    found = {f"{folder}/.gitkeep": b"" for folder in FOLDERS}
    own: dict[str, bytes] = {}
    if home:
        about = {"{{name}}": as_markdown(home.name), "{{id}}": home.id, "{{accent}}": home.setting}
        own = _fill(templates / home.kind, values | about)
    values["{{settings}}\n"] = own.pop("conf.py", b"").decode()
    found |= _fill(templates / "project", values) | own
    if bibliography is None:
        found |= _fill(templates / "example", values)
        for path in [path for path in found if not path.endswith("/.gitkeep")]:
            found.pop(f"{path.partition('/')[0]}/.gitkeep", None)
    else:
        found["refs.bib"] = bibliography
    found |= wheels
    found[permalinks.NAME] = permalinks.HEAD.encode()  # nothing is published yet
    # For `make` on this machine; git ignores it.
    found[".symposium-python"] = f"{sys.executable}\n".encode()
    return found


def as_markdown(text: str) -> str:
    """Return Markdown that shows a text as it is."""
    return RE_PUNCTUATION.sub(r"\\\1", text)


def _fill(folder: Traversable, values: dict[str, str], above: str = "") -> dict[str, bytes]:
    """Return the files made of the templates in a folder."""
    found: dict[str, bytes] = {}
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found |= _fill(item, values, f"{above}{'.' * (item.name in DOTTED)}{item.name}/")
        elif item.name.endswith(".txt"):
            text = item.read_text(encoding="utf-8")
            for mark, value in values.items():
                text = text.replace(mark, value)
            name = item.name.removesuffix(".txt")
            found[f"{above}{'.' * (name in DOTTED)}{name}"] = text.encode("utf-8", "replace")
    return found


def _bibliography(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise WrongUseError(f"{path} cannot be read: {error.strerror or error}") from error


def check_free(directory: Path, bib: Path | None = None) -> None:
    """Refuse a folder that holds anything but ``.git`` and the bibliography itself.

    Raises:
        WrongUseError: if it does, or is none.
    """
    try:
        there = sorted(directory.iterdir()) if directory.exists() else []
    except OSError as error:
        raise WrongUseError(f"{directory} is not a folder to write to: {error.strerror}") from error
    own = bib.resolve() if bib else None
    other = [path.name for path in there if path.name != ".git" and path.resolve() != own]
    if other:
        raise WrongUseError(
            f"{directory} is not empty ({other[0]} is there): name an empty or a new folder"
        )


def _title(directory: Path) -> str:
    """Return a title made of a folder's name."""
    words = re.sub(r"[-_\s]+", " ", directory.resolve().name).strip()
    return words[:1].upper() + words[1:] or "Symposium"


def _report(project: Project) -> None:
    """Print what was made, and the next steps."""
    kb = project.kb
    entries = counted(len(kb.works), "entry", "entries")
    people = counted(len(kb.people), "person", "people")
    print(f"{project.root}: {entries}, {people}")
    found = sum(problem.severity > Severity.NOTICE for problem in project.problems)
    if found:
        problems = counted(found, "problem", "problems")
        print(f"{problems} in the bibliography: symposium check {project.root}")
    print(next_step(project.root, project.problems))


def next_step(directory: Path, problems: Iterable[Problem]) -> str:
    """Return what to do with a new project: a build of one with errors fails."""
    if any(one.severity is Severity.ERROR for one in problems):
        return f"next: cd {directory}, mend the errors that symposium check names, then make html"
    return f"next: cd {directory}, then make html"
