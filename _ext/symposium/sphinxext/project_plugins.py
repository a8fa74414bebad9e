"""Loading the plugins of a project, before anything else reads its configuration."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from symposium.model.gate import read_file
from symposium.model.problems import Place
from symposium.plugin.collection import Plugins
from symposium.plugin.loading import load_plugins
from symposium.project import place_in
from symposium.reading.conf_settings import texts_in

_plugins: WeakKeyDictionary[Sphinx, Plugins] = WeakKeyDictionary()


def plugins_of(app: Sphinx) -> Plugins:
    """Return the plugins of a build."""
    return _plugins[app]


def load(app: Sphinx) -> None:
    """Load the plugins: those that are installed, and those that ``conf.py`` names.

    It was run, so what lies beside it is trusted, too.

    Raises:
        ConfigError: if one cannot be used, with file and line.
    """
    names = app.config.symposium_plugins
    named = texts_in(names)
    path = Path(app.confdir, "conf.py")
    lines = (
        read_file(path).decode("utf-8", "replace").splitlines() if named and path.is_file() else []
    )
    places: list[tuple[str, Place]] = [(one, place_in(lines, one)) for one in named]
    _plugins[app], problems = load_plugins(Path(app.confdir), places, all_trusted=True)
    if problems:
        raise ConfigError("; ".join(f"{one.place}: {one.message}" for one in problems))
