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
    """Check the option before anything is built."""
    app.connect("config-inited", check, priority=110)


def check(app: Sphinx, config: Config) -> None:
    """Ignore and report an executor whose function cannot be used."""
    name: str = config.symposium_executor
    try:
        _function(name) if name else None
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        hint = 'write "module:function", the name of a function that returns an executor'
        report_fault(app, "symposium_executor", (f"{name!r} cannot be used ({error})", hint))
        config["symposium_executor"] = ""


def jobs(app: Sphinx) -> int:
    """Return the number of processes of a build: by default, one for each available processor.

    In a host's documentation the default is the number given by ``-j``.
    """
    setting = app.config.symposium_jobs
    if setting == "auto" and not is_site(app):
        return app.parallel or 1
    if setting == "auto":
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    return int(setting)


def maker(app: Sphinx) -> Callable[[], Executor] | None:
    """Return the function that makes the project's own executor, if it has one."""
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
    module, _, attribute = name.partition(":")
    function: Callable[[], Executor] = getattr(import_module(module), attribute)
    if not callable(function):
        raise TypeError("it is not a function")
    return function
