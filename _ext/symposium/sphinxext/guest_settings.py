"""Warnings of settings of a host that conflict with ours."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.sphinxext.config import is_open
from symposium.sphinxext.reports import warn

OF_SITES = {
    "symposium_navigation": "the host's navigation stays: name our pages in a table of contents",
    "symposium_search": "the host's search stays, and finds our pages",
    "symposium_accent": "the host's colours stay: a style sheet may set --sy-accent",
    "symposium_logo": "the host's logo stays: html_logo is for it",
    "symposium_favicon": "the host's icon stays: html_favicon is for it",
    "symposium_offline": "whether pages are kept without a network is up to the host",
}
"""Settings of ours without effect in somebody else's documentation, and why."""


def setup(app: Sphinx) -> None:
    """Look at the settings before anything is built."""
    app.connect("config-inited", check_settings, priority=910)


def check_settings(app: Sphinx, config: Config) -> None:
    """Warn of what has no effect, or an effect that nobody expects."""
    del app
    for name, reason in OF_SITES.items():
        if name in config and not is_open(config, name):
            warn(f"conf.py: {name} has no effect without symposium_site = True: {reason}", "config")
    if config.html_file_suffix not in {None, "", ".html"}:
        warn(
            f"conf.py: html_file_suffix is {config.html_file_suffix!r}: Symposium makes pages that "
            "end in .html, so it makes none here: leave the setting out to have them",
            "config",
        )
