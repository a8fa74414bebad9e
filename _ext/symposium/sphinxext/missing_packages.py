"""Messages about optional packages that are not installed."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.model import optional_packages


def setup(app: Sphinx) -> None:
    """Look for the theme before Sphinx does."""
    app.connect("config-inited", require_theme, priority=110)


def require_theme(app: Sphinx, config: Config) -> None:
    """Stop where the theme of our sites is wanted and not installed.

    Raises:
        ConfigError: if so; the message says how to install it.
    """
    del app
    wanted = config.symposium_site and config.html_theme == optional_packages.MODULES["site"]
    if wanted and not optional_packages.has("site"):
        raise ConfigError(
            optional_packages.missing("site", "conf.py: symposium_site: the look of a site")
        )
