"""``symposium new``: write a complete small project that builds as it is."""

from __future__ import annotations

import argparse
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from symposium.cli.files import write_file
from symposium.cli.installation_origin import requirement
from symposium.cli.project import Project, counted, load
from symposium.cli.wrong_use import WrongUseError
from symposium.lint import permalinks
from symposium.model.problems import Severity

FOLDERS = ("people", "papers", "events", "topics", "sources", "files")
"""The folders that a project starts with."""

DOTTED = frozenset(
    {"gitattributes", "github", "gitignore", "gitlab-ci.yml", "readthedocs.yaml", "vscode"}
)
"""Templates whose file or folder gets a dot in front: among the sources of this package they have
none, lest tools take them for their own."""

RE_PUNCTUATION = re.compile(r"([\\`*_{}\[\]<>()#+!|~$^&-])")
"""What Markdown may read as more than a character."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("directory", type=Path, metavar="DIR", help="an empty or a new folder")
    command.add_argument(
        "--bib", type=Path, metavar="FILE",
        help="your bibliography, copied as it is to refs.bib (default: a small example)",
    )  # fmt: skip
    command.add_argument("--title", help="title of the site (default: made of the folder's name)")


def run(arguments: argparse.Namespace) -> bool:
    """Write a project and say what to do next; what its bibliography lacks is no failure here."""
    directory: Path = arguments.directory
    content = _bibliography(arguments.bib)
    check_free(directory, arguments.bib)
    title = " ".join((arguments.title or "").split()) or _title(directory)
    written = project_files(title, content)
    for path, data in written.items():
        write_file(directory / path, data)
    _report(load(directory))
    return False


def project_files(title: str, bibliography: bytes | None) -> dict[str, bytes]:
    """Return the files of a new project, by path.

    With a bibliography there are no examples: they would be published among real facts.
    """
    templates = files("symposium.cli") / "templates"
    required, wheels = requirement()
    values = {
        "{{title_literal}}": repr(title),
        "{{title_markdown}}": RE_PUNCTUATION.sub(r"\\\1", title),
        "{{requirement}}\n": required,
    }
    found = {f"{folder}/.gitkeep": b"" for folder in FOLDERS}
    found |= _fill(templates / "project", values)
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
    print(f"next: cd {project.root}, then make html")
