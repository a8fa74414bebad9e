"""``symposium new``: start a small project that builds as it is, or add a file for a record."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import symposium
from symposium.cli.files import RE_PARTIAL, content_of, write_all, write_file
from symposium.cli.project import counted
from symposium.cli.wrong_use import WrongUseError
from symposium.knowledge import KnowledgeBase
from symposium.lint import permalinks
from symposium.model.problems import Problem, Severity
from symposium.project import Project
from symposium.project import read as load

from symposium_import import new_files
from symposium_import.new_files import Home

# A project gets a wheel of the installed package, as no index has it yet. The wheel is made from
# the package and its metadata, without network and build tools, be this an installed wheel, an
# editable installation or a checkout. The same package gives the same bytes.

TAG = "py3-none-any"
WHEEL = f"Wheel-Version: 1.0\nGenerator: symposium\nRoot-Is-Purelib: true\nTag: {TAG}\n"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can have."""


def wheel_of(distribution: Distribution) -> tuple[str, bytes]:
    """Return the file name and content of a wheel of this package."""
    name = re.sub(r"[-_.]+", "_", distribution.name).lower()
    info = f"{name}-{distribution.version}.dist-info"
    files = dict(_files(distribution, info))
    digests = {path: urlsafe_b64encode(sha256(data).digest()) for path, data in files.items()}
    record = "".join(
        f"{path},sha256={digests[path].decode().rstrip('=')},{len(data)}\n"
        for path, data in files.items()
    )
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for path, data in files.items():
            member = ZipInfo(path, EPOCH)
            member.external_attr = 0o100644 << 16  # a file that everybody may read
            archive.writestr(member, data, ZIP_DEFLATED)
    return f"{name}-{distribution.version}-{TAG}.whl", buffer.getvalue()


def _files(distribution: Distribution, info: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file of a wheel; its metadata are in the folder ``info``."""
    folder = Path(symposium.__file__).parents[1]
    packages = sorted({entry.module.partition(".")[0] for entry in distribution.entry_points})
    sources = {folder / name: name for name in packages}
    settings = folder.parent / "pyproject.toml"
    if folder.name == "_ext" and settings.is_file():
        # A checkout lacks the files that a build moves into the package.
        build = tomllib.loads(settings.read_text("utf-8"))["tool"]["hatch"]["build"]
        added = build["targets"]["wheel"]["sources"].items()
        sources |= {folder.parent / source: target for source, target in added if target}
    for source, target in sources.items():
        for path in sorted(source.rglob("*")):
            parts = path.relative_to(source).parts
            if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in parts):
                yield "/".join((target, *parts)), path.read_bytes()
    for name in ("METADATA", "entry_points.txt"):
        yield f"{info}/{name}", (distribution.read_text(name) or "").encode()
    yield f"{info}/WHEEL", WHEEL.encode()
    for licence in sorted(distribution.files or ()):
        _, separator, licence_path = licence.as_posix().partition(".dist-info/licenses/")
        if separator:
            yield f"{info}/licenses/{licence_path}", licence.read_binary()


EXTRA = "all"
"""The extra that new projects install: all features of a site."""

UNKNOWN = """\
# Symposium runs here without being installed: name the address of your copy in place of this line.
"""


def requirement() -> tuple[str, dict[str, bytes]]:
    """Return lines of a requirements file that install this same package, and the files they need.

    The record of the installation (PEP 610) has its origin: a remote repository is named in the
    line; any other origin becomes a wheel in the project.
    """
    distribution = installed()
    if distribution is None:
        return UNKNOWN, {}
    package = f"{distribution.name}[{EXTRA}]"
    record = json.loads(distribution.read_text("direct_url.json") or "{}")
    url, version_control = str(record.get("url", "")), record.get("vcs_info")
    if version_control and not url.startswith("file:"):
        commit, tool = version_control.get("commit_id", ""), version_control.get("vcs", "git")
        return f"{package} @ {tool}+{url}@{commit}\n", {}
    name, content = wheel_of(distribution)
    path = f"wheels/{name}"
    line = f"./{path}[{EXTRA}]"
    return f"# Symposium, which the package index does not have yet.\n{line}\n", {path: content}


def installed() -> Distribution | None:
    """Return the distribution that provides the command ``symposium``, whatever its name."""
    commands = entry_points(group="console_scripts", name="symposium")
    return next((entry.dist for entry in commands if entry.value == "symposium.cli:main"), None)


DOTTED = frozenset(
    {"gitattributes", "github", "gitignore", "gitlab-ci.yml", "readthedocs.yaml", "vscode"}
)
"""Templates whose name gets a dot in front. Here they have none, because tools would otherwise
read them as settings of this package."""

RE_PUNCTUATION = re.compile(r"([\\`*_{}\[\]<>()#+!|~$^&-])")
"""Characters with a meaning in Markdown."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.description = (
        "start a new project, or add a file to one:\n\n"
        "  symposium new DIR [--bib FILE] [--person NAME | --event NAME]\n"
        f"  symposium new {' | '.join(new_files.KINDS)}  NAME"
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
    new_files.add_arguments(command)


def run(arguments: argparse.Namespace) -> bool:
    """Write the project or the file, and print the next step."""
    if arguments.what in new_files.KINDS:
        return new_files.run(arguments)
    if arguments.words:
        kinds = ", ".join(new_files.KINDS)
        raise WrongUseError(
            f'"{arguments.what}" is not a kind of file ({kinds}); a new project is one folder'
        )
    return _project(arguments)


def _project(arguments: argparse.Namespace) -> bool:
    """Write a project; problems in its bibliography are only counted."""
    directory = Path(arguments.what)
    bib: Path | None = arguments.bib
    content = content_of(bib) if bib else None
    if bib and content is None:
        raise WrongUseError(f"there is no file {bib}")
    home = new_files.home_of(arguments)
    if content is None and (home or arguments.empty):
        content = b"One entry of BibTeX for each work. What is outside of entries is a comment.\n"
    title = " ".join((arguments.title or (home.name if home else "")).split())
    contents = project_files(title or _title(directory), content, home)
    kb = knowledge_of(content) if content is not None else None
    if home and kb:
        contents |= new_files.files_of(home, kb)
    if bib and kb:
        contents |= new_files.named_files(kb, bib)
    check_free(directory, contents, bib)
    write_all(directory, contents)
    _report(load(directory))
    return False


def knowledge_of(bibliography: bytes) -> KnowledgeBase:
    """Return the knowledge base of a bibliography, read in a temporary folder."""
    with TemporaryDirectory() as folder:
        write_file(Path(folder, "refs.bib"), bibliography)
        return load(Path(folder)).kb


def project_files(
    title: str, bibliography: bytes | None, home: Home | None = None
) -> dict[str, bytes]:
    """Return the files of a new project, by path; ``home`` is the record that its home page shows.

    With a bibliography there are no examples, which would be published among real facts.
    """
    templates = files("symposium_import") / "templates"
    required, wheels = requirement()
    values = {
        "{{title_literal}}": repr(title),
        "{{title_markdown}}": as_markdown(title),
        "{{requirement}}\n": required,
    }
    folders = ("people", "papers", "events", "topics", "sources", "files")
    contents = {f"{folder}/.gitkeep": b"" for folder in folders}
    own: dict[str, bytes] = {}
    if home:
        about = {"{{name}}": as_markdown(home.name), "{{id}}": home.id, "{{accent}}": home.setting}
        own = _fill(templates / home.kind, values | about)
    values["{{settings}}\n"] = own.pop("conf.py", b"").decode()
    contents |= _fill(templates / "project", values) | own
    if bibliography is None:
        contents |= _fill(templates / "example", values)
        for path in [path for path in contents if not path.endswith("/.gitkeep")]:
            contents.pop(f"{path.partition('/')[0]}/.gitkeep", None)
    else:
        contents["refs.bib"] = bibliography
    contents |= wheels
    contents[permalinks.NAME] = permalinks.HEAD.encode()  # nothing is published yet
    # For `make` on this machine; git ignores it.
    contents[".symposium-python"] = f"{sys.executable}\n".encode()
    return contents


def as_markdown(text: str) -> str:
    """Return a text with the marks of Markdown escaped."""
    return RE_PUNCTUATION.sub(r"\\\1", text)


def _fill(folder: Traversable, values: dict[str, str], above: str = "") -> dict[str, bytes]:
    """Return files made from the templates in a folder; ``above`` is their path."""
    contents: dict[str, bytes] = {}
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            contents |= _fill(item, values, f"{above}{'.' * (item.name in DOTTED)}{item.name}/")
        elif item.name.endswith(".txt"):
            text = item.read_text(encoding="utf-8")
            for mark, value in values.items():
                text = text.replace(mark, value)
            name = item.name.removesuffix(".txt")
            contents[f"{above}{'.' * (name in DOTTED)}{name}"] = text.encode("utf-8", "replace")
    return contents


def check_free(directory: Path, files: Mapping[str, bytes], bib: Path | None = None) -> None:
    """Check that a folder has no files except ``.git``, the bibliography ``bib`` and ``files``.

    ``files`` are those to be written, by path; an interrupted run has left some of them.

    Raises:
        WrongUseError: if it has other files, or is not a folder.
    """
    own = bib.resolve() if bib else None
    try:
        entries = sorted(directory.iterdir()) if directory.exists() else []
    except OSError as error:
        raise WrongUseError(f"{directory} is not a folder to write to: {error.strerror}") from error
    tops = [entry for entry in entries if entry.name != ".git"]
    for path in (below for top in tops for below in (top, *top.rglob("*"))):
        name = path.relative_to(directory).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        is_own = path.resolve() == own or RE_PARTIAL.fullmatch(path.name)
        if not (is_folder or is_own or (name in files and files[name] == content_of(path))):
            raise WrongUseError(
                f"{directory} is not empty ({name} is there): name an empty or a new folder"
            )


def _title(directory: Path) -> str:
    """Return a title made from a folder's name."""
    words = re.sub(r"[-_\s]+", " ", directory.resolve().name).strip()
    return words[:1].upper() + words[1:] or "Symposium"


def _report(project: Project) -> None:
    """Print a summary of the project, and the next step."""
    kb = project.kb
    entries = counted(len(kb.works), "entry", "entries")
    people = counted(len(kb.people), "person", "people")
    print(f"{project.root}: {entries}, {people}")
    count = sum(problem.severity > Severity.NOTICE for problem in project.problems)
    if count:
        problems = counted(count, "problem", "problems")
        print(f"{problems} in the bibliography: symposium check {project.root}")
    print(next_step(project.root, project.problems))


def next_step(directory: Path, problems: Iterable[Problem]) -> str:
    """Return the next step with a new project: errors first, as they make the build fail."""
    if any(problem.severity is Severity.ERROR for problem in problems):
        return f"next: cd {directory}, mend the errors that symposium check names, then make html"
    return f"next: cd {directory}, then make html"
