"""What is worked out once in a process of tests, not once in each of its hundreds of builds.

Compiling templates is half of the work of a small build. What is remembered is the way from the
source of a template to its code, and nothing after it: what a build stores of its templates, and
reads again, is stored and read as always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from types import CodeType
from typing import Any

import pybtex.plugin
import pydata_sphinx_theme
import pytest
import sphinx.registry
import sphinx.theming
import sphinxcontrib.bibtex.plugin
import symposium
from jinja2 import Environment
from symposium.pages.template_environment import LinkedEnvironment
from symposium_import import new
from symposium_import.new import wheel_of

FOLDERS = [Path(one.__file__).parent for one in (pydata_sphinx_theme, sphinx, symposium)]
PACKAGES = tuple(str(path) for one in FOLDERS for path in (one, one.resolve()))
"""Where templates stay as they are; those that a test writes are always compiled."""
OURS = frozenset(
    path.relative_to(folder).as_posix()
    for folder in FOLDERS[-1].rglob("templates")
    for path in folder.rglob("*.html")
)
"""The names of our templates."""


def remembering(compile_it: Callable[..., CodeType]) -> Callable[..., CodeType]:
    """Return a function that compiles a template as the given one does, but only once."""
    known: dict[tuple[object, ...], CodeType] = {}

    def compile_once(
        self: Environment, source: Any, name: Any = None, filename: Any = None, **options: Any
    ) -> CodeType:
        ours = str(filename).startswith(PACKAGES) and not extended(self)
        if options or not isinstance(source, str) or not ours:
            return compile_it(self, source, name, filename, **options)
        key = (type(self), source, name, filename, *settings(self))
        if key not in known:
            known[key] = compile_it(self, source, name, filename)
        return known[key]

    return compile_once


def extended(environment: Environment) -> bool:
    """Tell whether a project has templates that ours are linked with; those of a theme are not.

    Ours know no names but those of ours, so a template of another name is none of these.
    """
    if not isinstance(environment, LinkedEnvironment):
        return False
    loaders = getattr(environment.loader, "loaders", ())
    folders = [str(path) for one in loaders for path in getattr(one, "searchpath", ())]
    others = [Path(one) for one in folders if not one.startswith(PACKAGES)]
    return any((folder / name).exists() for folder in others for name in OURS)


def settings(environment: Environment) -> tuple[object, ...]:
    """Return all of an environment that the code of a template depends on."""
    return (
        environment.trim_blocks,
        environment.lstrip_blocks,
        environment.autoescape,
        environment.optimized,
        environment.undefined,
        getattr(getattr(environment, "texts", None), "digest", ""),
        tuple(environment.extensions),
    )


@contextmanager
def templates_compiled_once() -> Iterator[None]:
    """Have all builds of this process share what templates are compiled to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, "compile", remembering(Environment.compile))
        yield


@contextmanager
def installed_packages_known() -> Iterator[None]:
    """Have all builds of this process ask only once what plug-ins are installed.

    Sphinx, its bibliographies and pybtex look through the files of all packages for each of theirs.
    """
    with pytest.MonkeyPatch.context() as patch:
        known = cache(metadata.entry_points)
        bibtex = sphinxcontrib.bibtex.plugin
        for module in (pybtex.plugin, sphinx.registry, sphinx.theming, bibtex):
            patch.setattr(module, "entry_points", known)
        yield


@contextmanager
def wheel_made_once() -> Iterator[None]:
    """Have all new projects of this process take along one wheel: packing it takes most of a new one."""
    known: dict[str, tuple[str, bytes]] = {}

    def wheel_once(distribution: metadata.Distribution) -> tuple[str, bytes]:
        if distribution.name not in known:
            known[distribution.name] = wheel_of(distribution)
        return known[distribution.name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new, "wheel_of", wheel_once)
        yield
