"""The processes of a build, or the executor that a project names."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from importlib import import_module

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError


def setup(app: Sphinx) -> None:
    """Check the options before anything is built."""
    app.connect("config-inited", check)


def check(app: Sphinx, config: Config) -> None:
    """Stop at options that cannot be meant.

    Raises:
        ConfigError: if the number of jobs is none, or there is no such function.
    """
    del app
    jobs = config.symposium_jobs
    # On the command line (-D symposium_jobs=2) it is a text.
    if jobs != "auto" and not (str(jobs).isdecimal() and int(jobs) > 0):
        raise ConfigError(f'conf.py: symposium_jobs: {jobs!r} is neither a number nor "auto"')
    if config.symposium_executor:
        _function(config.symposium_executor)


def jobs(app: Sphinx) -> int:
    """Return how many processes a build may use: as many as there are processors for it."""
    wanted = app.config.symposium_jobs
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
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"conf.py: symposium_executor: {name!r} cannot be found ({error}): write "
            '"module:function", the name of a function that returns an executor'
        ) from error
    if not callable(found):
        raise ConfigError(f"conf.py: symposium_executor: {name!r} is not a function")
    made: Callable[[], Executor] = found
    return made
