"""The styles of formatted references that a project has chosen."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.pages.citing.references import StyleFile, built_in, fault_of, from_file
from symposium.sphinxext.config import is_open, warn_of
from symposium.sphinxext.stored_values import digest

OPTION = "symposium_citation_styles"


def setup(app: Sphinx) -> None:
    """Check the styles before any page is made."""
    app.connect("config-inited", check_styles, priority=110)


def styles_of(app: Sphinx) -> tuple[StyleFile, ...] | None:
    """Return the styles of a project, or ``None`` if it has not chosen any."""
    if is_open(app.config, OPTION):
        return None
    return tuple(_style(app.confdir, name) for name in app.config[OPTION])


def digest_of_styles(app: Sphinx) -> str:
    """Return a digest of the names and contents of a project's styles."""
    return digest(repr([(style.name, style.content) for style in styles_of(app) or ()]).encode())


def check_styles(app: Sphinx, config: Config) -> None:
    """Remove the styles that cannot be used, with a warning."""
    if is_open(config, OPTION):
        return
    good = []
    for name in filter(None, config[OPTION]):  # the command line means none by an empty one
        if fault := fault_of(_style(app.confdir, name)):
            warn_of(config, OPTION, fault)
        else:
            good.append(name)
    config[OPTION] = good


def _style(folder: str | Path, name: str) -> StyleFile:
    return built_in(name) or from_file(Path(folder, name))
