"""Loading the plugins of a project, before anything else reads its configuration."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from symposium.plugin.collection import Plugins
from symposium.plugin.loading import load_plugins
from symposium.project import plugins_named

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
    root, settings = Path(app.confdir), {"symposium_plugins": app.config.symposium_plugins}
    named = plugins_named(root, settings)
    _plugins[app], problems = load_plugins(root, named, all_trusted=True)
    if problems:
        raise ConfigError("; ".join(f"{one.place}: {one.message}" for one in problems))
