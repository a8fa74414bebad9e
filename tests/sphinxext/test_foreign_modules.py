"""Modules of others: a build leaves them as they were."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.project import MakeProject, Project

EXCEPTIONS = {
    # Sphinx writes the inventory anew in every build: 0.5 CPU-seconds for 10,000 works, of the 0.9
    # that a build takes in which nothing changed. There is no event for it.
    "StandaloneHTMLBuilder.dump_inventory"
}


def is_ours(value: object) -> bool:
    """Tell whether a function, class or object is one of Symposium."""
    while isinstance(value, partial):
        value = value.func
    return str(getattr(value, "__module__", "")).startswith("symposium")


def foreign_attributes() -> Iterator[tuple[str, object]]:
    """Yield the attributes of all modules of others, and of their classes."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("symposium", "support", "__main__")):
            continue
        for key, value in list(getattr(module, "__dict__", {}).items()):
            yield f"{name}.{key}", value
            if isinstance(value, type) and value.__module__ == name:
                yield from ((f"{name}.{key}.{one}", held) for one, held in vars(value).items())


def log_handling() -> Iterator[tuple[str, object]]:
    """Yield the handlers and filters of all loggers."""
    for name, logger in logging.Logger.manager.loggerDict.items():
        if isinstance(logger, logging.Logger):
            filters = [one for handler in logger.handlers for one in handler.filters]
            yield from ((name, one) for one in (*logger.handlers, *logger.filters, *filters))


@pytest.mark.parametrize("site", [True, False])
def test_a_build_changes_nothing_that_is_not_ours(project: MakeProject, *, site: bool) -> None:
    conf = "symposium_search = True\n" if site else 'symposium_site = False\nhtml_theme = "basic"\n'
    files = {
        "index.md": "# Home\n\n{cite:t}`doe2020`\n",
        "index.rst": "Home\n====\n\n:cite:t:`doe2020`\n",
        "refs.bib": "@misc{doe2020, author = {Doe, Jane}, title = {Doors}, year = 2020}\n",
        "people/jane-doe.md": "---\nname: Jane Doe\n---\nShe.\n",
    }
    # Tests before this one may have loaded modules that hold something of ours.
    command = [sys.executable, __file__, str(project(files, conf=conf).root)]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (ended.stdout.split(), ended.returncode) == (sorted(EXCEPTIONS) * site, 0), ended.stderr


def changed_by(build: Project) -> Iterator[str]:
    """Build, and yield the names of what is ours, or another, outside of our modules by then."""
    variables, app = dict(os.environ), build.build().app
    parts = (app, app.builder, app.env, app.env.project, app.config, app.registry, app.events)
    held = [(f"{type(one).__name__}.{key}", v) for one in parts for key, v in vars(one).items()]
    for name, value in (*foreign_attributes(), *log_handling(), *held):
        if is_ours(value):
            yield name
    yield from (f"${name}" for name, value in os.environ.items() if variables.get(name) != value)
    yield from ["gc.freeze"] * bool(gc.get_freeze_count())


if __name__ == "__main__":
    sys.stdout.write(" ".join(changed_by(Project(Path(sys.argv[1])))))
