"""A project: reads its folder and resolves its records, without Sphinx."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase, build
from symposium.knowledge.checks import sorted_problems
from symposium.model.errors import LocatedError
from symposium.model.gate import read_file
from symposium.model.memory import uncollected
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.plugin.collection import Plugins
from symposium.plugin.loading import load_plugins
from symposium.reading import layout
from symposium.reading.folder import read_project

CONF = "conf.py"


class NoProjectError(LocatedError, ValueError):
    """A folder holds no project, or lacks the bibliography that was asked for."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project as read from its folder."""

    root: Path
    kb: KnowledgeBase
    problems: tuple[Problem, ...]
    """The problems that were found, in order."""
    bibfiles: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    identity: str = ""
    """The identity of its site, from the setting ``symposium_identity``."""
    base: str = ""
    """The folder below ``root`` that all records lie in, with a slash at its end."""
    hosted: bool = False
    """Whether it is part of other documentation, whose own pages are not checked."""
    plugins: Plugins = field(default_factory=Plugins)
    """Its plugins."""


def load(
    path: str | Path = ".",
    *,
    bibliographies: Sequence[str] | None = None,
    plugins: Sequence[str] = (),
) -> KnowledgeBase:
    """Return the knowledge base of the project in a folder: its papers, people, events and so on.

    ``conf.py`` is read, never run. ``bibliographies`` are read instead of those that it names. Of
    the plugins that it names, installed ones are loaded; one in the folder itself must be named in
    ``plugins``, too. Mistakes in the files do not raise: they are listed in ``problems``.

    >>> kb = load("docs/conference")
    >>> kb.people["ada-example"].name.text
    'Ada Example'
    >>> kb.papers[0].title
    'Tails of Two Winds'
    >>> kb.problems
    ()

    Raises:
        NoProjectError: if there is no project in the folder, or no such bibliography.
    """
    project = read(Path(path), bibliographies, trusted=plugins)
    return replace(project.kb, problems=project.problems)


@uncollected()  # garbage collection would take half of the time
def read(
    root: Path,
    bibfiles: Sequence[str] | None = None,
    tell: Tell = untold,
    trusted: Sequence[str] = (),
    cache: Path | None = None,
) -> Project:
    """Read a project and resolve its records; ``tell`` takes reports of the progress.

    Plugins in the folder itself are loaded only if they are ``trusted``. The folder ``cache`` keeps
    entries for the next time.

    Raises:
        NoProjectError: if there is no project in ``root``, or no such bibliography.
    """
    if not root.is_dir():
        raise NoProjectError(f"{root} is not a folder")
    for name in bibfiles or ():
        if not (root / name).is_file():
            raise NoProjectError(f"there is no bibliography {root / name}")
    settings = layout.settings_in(root)
    plugins, missing = load_plugins(root, plugins_named(root, settings), trusted)
    names = tuple(bibfiles or bibfiles_in(settings))
    marks = ["conf.py", *names, *(kind.folder for kind in KINDS)]
    if not any((root / mark).exists() for mark in marks):
        missed = "neither conf.py nor refs.bib nor people/ is there"
        raise NoProjectError(f"{root} holds no project: {missed}")
    exclude = tuple(layout.texts_in(settings.get("exclude_patterns")))
    hosted = settings.get("symposium_site") is not True and (root / CONF).exists()
    places = layout.layout_of(
        root, settings if hosted else {**settings, "symposium_site": True}, exclude
    )
    records, problems = read_project(root, names, exclude, places, cache=cache, tell=tell)
    kb, unresolved = build(records, tell)
    return Project(
        root=root,
        kb=kb,
        problems=tuple(sorted_problems((*_conf_problems(root), *missing, *problems, *unresolved))),
        bibfiles=names,
        exclude=exclude,
        identity=layout.identity_in(settings),
        base=places.base,
        hosted=hosted,
        plugins=plugins,
    )


def _conf_problems(root: Path) -> Iterator[Problem]:
    """Report a ``conf.py`` that cannot be read; a project without one has no settings."""
    try:
        read_file(root / CONF, layout.MAX_BYTES)
    except FileNotFoundError:
        return
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}"
        yield Problem(Code.FILE_UNREADABLE, message, Place(CONF), "put a file in its place")


def plugins_named(root: Path, settings: Mapping[str, Any]) -> list[tuple[str, Place]]:
    """Return the plugins that ``conf.py`` names, each with the place of that setting."""
    names = layout.texts_in(settings.get("symposium_plugins"))
    is_there = names and (root / CONF).is_file()
    conf = read_file(root / CONF).decode("utf-8", "replace") if is_there else ""
    return [(name, Place(CONF, layout.line_of(conf, "symposium_plugins"))) for name in names]


def bibfiles_in(settings: Mapping[str, Any]) -> Sequence[str]:
    """Return the bibliographies that the settings of a project name."""
    names = (
        layout.texts_in(settings.get(name)) for name in ("bibtex_bibfiles", "symposium_bibfiles")
    )
    return next(filter(None, names), [f"{layout.base_of(settings.get('symposium_root'))}refs.bib"])
