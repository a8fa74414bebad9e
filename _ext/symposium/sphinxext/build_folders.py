"""The folders of a build: made, locked, and freed of half-written files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.util import logging

from symposium.export.file_writing import is_left_over
from symposium.sphinxext import lock
from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.stopping import cannot_write, stop

logger = logging.getLogger(__name__)

FIRST, LAST = 1, 1_000
"""Before and after the handlers of all others."""


def setup(app: Sphinx) -> None:
    """Take hold of the folders before Sphinx reads what it has stored in them."""
    app.connect("config-inited", take, priority=FIRST)
    app.connect("builder-inited", tidy)
    app.connect("build-finished", give_back, priority=LAST)
    app.connect("builder-inited", take_folders_out, priority=1)


def folders_of(app: Sphinx) -> list[Path]:
    """Return the folders that a build writes into, in the order in which builds lock them."""
    return sorted({Path(app.doctreedir).resolve(), Path(app.outdir).resolve()})


def take(app: Sphinx, config: Config) -> None:
    """Lock the folders of a build; wait for another one."""
    del config
    folders = folders_of(app)
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            free = lock.lock(folder, lambda: logger.info("%s", waiting(folder)))  # noqa: B023 - at once
        except OSError as error:
            stop(cannot_write(error, folder))
        if not free:
            stop(f"{folder}: another build of this folder is still under way: end it and try again")


def waiting(folder: Path) -> str:
    """Return what is said when another build has a folder."""
    return f"{folder}: another build of this folder is under way: waiting for its end"


def give_back(app: Sphinx, exception: Exception | None) -> None:
    """Leave the folders to the next build."""
    del exception
    for folder in folders_of(app):
        lock.unlock(folder)


def tidy(app: Sphinx) -> None:
    """Remove what a build that was killed left beside files; that of a site, when it is known."""
    remove_left_over(Path(app.doctreedir))
    if app.builder.name not in WHOLE_SITE:
        remove_left_over(Path(app.outdir))


def remove_left_over(root: Path) -> None:
    """Remove the files that were to be moved to their places, by a build that is no more."""
    for folder, _, names in os.walk(root):
        for name in names:
            if is_left_over(name):
                with suppress(OSError):
                    Path(folder, name).unlink()


# The file ``.buildinfo``, made independent of the folder of the build.

FOLDERS = ("templates_path", "html_static_path", "html_extra_path", "html_theme_path")
"""Values of the configuration to which extensions add folders of theirs."""


def take_folders_out(app: Sphinx) -> None:
    """Have the digest made again, with the names of folders that lie outside of the project."""
    builder, config = app.builder, app.config
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    before = {name: config[name] for name in FOLDERS}
    try:
        for name, paths in before.items():
            setattr(config, name, [_named(Path(path), app) for path in paths])
        builder.build_info = builder.create_build_info()
    finally:
        for name, paths in before.items():
            setattr(config, name, paths)


def _named(path: Path, app: Sphinx) -> str:
    """Return a path of the project as it is written there, and only the name of any other."""
    if path.is_absolute() and path.is_relative_to(app.confdir):
        path = path.relative_to(app.confdir)
    return path.name if path.is_absolute() else path.as_posix()
