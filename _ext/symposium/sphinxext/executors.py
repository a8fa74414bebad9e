"""The processes of a build, or the executor that a project names."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from importlib import import_module

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.sphinxext.config import is_site, report_fault


def setup(app: Sphinx) -> None:
    """Look for the function before anything is built."""
    app.connect("config-inited", check, priority=110)


def check(app: Sphinx, config: Config) -> None:
    """Do without an executor whose function cannot be used, and say why."""
    name: str = config.symposium_executor
    try:
        _function(name) if name else None
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        hint = 'write "module:function", the name of a function that returns an executor'
        report_fault(app, "symposium_executor", (f"{name!r} cannot be used ({error})", hint))
        config["symposium_executor"] = ""


def jobs(app: Sphinx) -> int:
    """Return how many processes a build may use: as many as there are processors for it.

    In somebody else's documentation these are the processes of ``-j``.
    """
    wanted = app.config.symposium_jobs
    if wanted == "auto" and not is_site(app):
        return app.parallel or 1
    if wanted == "auto":
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    return int(wanted)


def maker(app: Sphinx) -> Callable[[], Executor] | None:
    """Return what makes the project's own executor, if it has one."""
    name = app.config.symposium_executor
    if not name:
        return None
    function = _function(name)

    def make() -> Executor:
        try:
            return function()
        except Exception as error:
            raise ConfigError(f"conf.py: symposium_executor: {name} fails: {error}") from error

    return make


def _function(name: str) -> Callable[[], Executor]:
    module, _, function = name.partition(":")
    made: Callable[[], Executor] = getattr(import_module(module), function)
    if not callable(made):
        raise TypeError("it is not a function")
    return made
