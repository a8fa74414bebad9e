"""Modules of others: a build leaves them as they were."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Iterator
from functools import partial

import pytest
from support.paths import ROOT
from support.project import MakeProject

TESTS = ("symposium", "pytest", "_pytest", "__main__")
"""Modules that are ours, or that run these tests; so are those below the folders of `OURS`."""
OURS = (str(ROOT / "tests"), str(ROOT / "tools"), str(ROOT / "bench"))

EXCEPTIONS = frozenset(
    {
        # Sphinx writes the inventory anew in every build: 0.5 CPU-seconds for 10,000 works, of the
        # 0.9 that a build takes in which nothing changed. There is no event for it.
        "StandaloneHTMLBuilder.dump_inventory",
    }
)


def is_ours(value: object) -> bool:
    """Tell whether a function, class or object is one of Symposium."""
    while isinstance(value, partial):
        value = value.func
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.startswith("symposium")


def foreign_attributes() -> Iterator[tuple[str, object]]:
    """Yield the attributes of all modules of others, and of their classes."""
    for name, module in list(sys.modules.items()):
        if name.startswith(TESTS) or str(getattr(module, "__file__", "")).startswith(OURS):
            continue
        for key, value in list(getattr(module, "__dict__", {}).items()):
            yield f"{name}.{key}", value
            if isinstance(value, type) and value.__module__ == name:
                yield from ((f"{name}.{key}.{one}", held) for one, held in vars(value).items())


def log_handling() -> Iterator[tuple[str, object]]:
    """Yield the handlers and filters of all loggers."""
    for name, logger in logging.Logger.manager.loggerDict.items():
        if isinstance(logger, logging.Logger):
            for handler in logger.handlers:
                yield f"{name} handler", handler
                yield from ((f"{name} handler filter", one) for one in handler.filters)
            yield from ((f"{name} filter", one) for one in logger.filters)


@pytest.mark.parametrize("site", [True, False])
def test_a_build_changes_nothing_that_is_not_ours(project: MakeProject, *, site: bool) -> None:
    conf = "symposium_search = True\n" if site else 'symposium_site = False\nhtml_theme = "basic"\n'
    files = {
        "index.md": "# Home\n\n{cite:t}`doe2020`\n",
        "index.rst": "Home\n====\n\n:cite:t:`doe2020`\n",
        "refs.bib": "@misc{doe2020, author = {Doe, Jane}, title = {Doors}, year = 2020}\n",
        "people/jane-doe.md": "---\nname: Jane Doe\n---\nShe.\n",
    }
    variables = dict(os.environ)
    gc.unfreeze()
    built = project(files, conf=conf).build()
    assert "people/jane-doe.html" in built.pages()
    assert dict(os.environ) == variables
    assert gc.get_freeze_count() == 0
    app = built.app
    parts = (app, app.builder, app.env, app.env.project, app.config, app.registry, app.events)
    held = [(f"{type(one).__name__}.{key}", v) for one in parts for key, v in vars(one).items()]
    attributes = (*foreign_attributes(), *log_handling(), *held)
    assert EXCEPTIONS.issuperset(name for name, value in attributes if is_ours(value))
