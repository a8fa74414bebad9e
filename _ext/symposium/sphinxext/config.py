"""Configuration: our options, and what we set where a project does not.

A project's ``conf.py`` always wins over a default set here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.reading.documents import EXCLUDED

OPTIONS: Mapping[str, tuple[Any, str, type | tuple[type, ...]]] = {
    # name: (default, what to rebuild, type)
    "symposium_bibfiles": (["refs.bib"], "", (list, tuple, str)),
    "symposium_search": ("auto", "html", (bool, str)),
    "symposium_api": (True, "", bool),
    "symposium_jobs": ("auto", "", (int, str)),
    "symposium_executor": ("", "", str),
    "symposium_identity": ("", "", str),
    "symposium_navigation": (
        [
            ("people/index", "People"),
            ("papers/index", "Papers"),
            ("events/index", "Events"),
            ("topics/index", "Topics"),
            ("software/index", "Software"),
            ("guide/index", "Guide"),
        ],
        "html",
        list,
    ),
}
"""``symposium_bibfiles``: bibliographies, relative to the sources. ``symposium_search``: one
of `SEARCH`. ``symposium_api``: publish the facts as JSON. ``symposium_jobs``: how many processes
make pages, or ``auto``. ``symposium_executor``: ``module:function`` that returns an executor of
`concurrent.futures` to make them instead. ``symposium_identity``: what tells the site from others
in calendars, made of the project's name by default. ``symposium_navigation``: docname and title of
each entry of the header; lists of nothing are left out."""

SWITCHES: Mapping[str, bool] = {"0": False, "False": False, "1": True, "True": True}
"""How the command line writes ``False`` and ``True``."""

SEARCH = ("auto", "pagefind", "shards", True, False)
"""Which search index to make, if any; ``True`` is ``"auto"``: what suits the site's size."""

DEFAULTS: Mapping[str, Any] = {
    "html_theme": "pydata_sphinx_theme",
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_use_index": False,
    "html_show_sphinx": False,
    "html_sidebars": {"**": []},
    "html_math_renderer": "symposium",
    "bibtex_bibfiles": [],
    "bibtex_reference_style": "author_year",
    "bibtex_default_style": "plain",
    "nitpicky": True,
    "suppress_warnings": ["epub.unknown_project_files"],
    "linkcheck_ignore": [r"https?://(?:127\.0\.0\.1|localhost)\b"],
    "linkcheck_timeout": 20,
    "linkcheck_retries": 2,
    "epub_show_urls": "no",
    "latex_use_xindy": False,
}

THEME_DEFAULTS: Mapping[str, Any] = {
    "navbar_center": ["symposium-navigation"],
    "navbar_persistent": ["symposium-search-box"],
    "navbar_end": ["theme-switcher", "navbar-icon-links"],
    "disable_search": True,
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "primary_sidebar_end": [],
}
"""Options of pydata-sphinx-theme."""

MYST_EXTENSIONS = frozenset({"colon_fence", "deflist", "dollarmath", "tasklist"})


def setup(app: Sphinx) -> None:
    """Register our options and set defaults for those of others."""
    for name, (default, rebuild, types) in OPTIONS.items():
        app.add_config_value(name, default, rebuild, types)  # type: ignore[arg-type]
    app.connect("config-inited", check_options, priority=90)
    app.connect("config-inited", set_defaults, priority=100)
    app.connect("builder-inited", set_epub_version, priority=100)


def check_options(app: Sphinx, config: Config) -> None:
    """Stop at options that cannot be meant, before anything stumbles over them.

    Raises:
        ConfigError: if one is of another shape than `OPTIONS` says.
    """
    del app
    if isinstance(config.symposium_bibfiles, str):
        config["symposium_bibfiles"] = [config.symposium_bibfiles]
    if config.symposium_search in SWITCHES:
        config["symposium_search"] = SWITCHES[config.symposium_search]
    if config.symposium_search not in SEARCH:
        raise ConfigError(
            f"conf.py: symposium_search: {config.symposium_search!r} is no search index: write "
            '"auto", "pagefind", "shards" or False'
        )
    for entry in config.symposium_navigation:
        if len(entry) != 2 or isinstance(entry, str) or not all(isinstance(x, str) for x in entry):
            raise ConfigError(
                f"conf.py: symposium_navigation: {entry!r} is no entry of the header: write "
                '("people/index", "People"), the name of a page and the word for it'
            )


def set_defaults(app: Sphinx, config: Config) -> None:
    """Set what the project's ``conf.py`` leaves open."""
    del app
    given = config._raw_config  # noqa: SLF001
    for name, value in DEFAULTS.items():
        if name not in given and name not in config.overrides:
            config[name] = value.copy() if isinstance(value, (list, dict)) else value
    if "html_baseurl" not in given and "html_baseurl" not in config.overrides:
        config.html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
    if "html_title" not in given and "html_title" not in config.overrides:
        config["html_title"] = config.project
    if config.html_baseurl and not config.html_baseurl.endswith("/"):
        config.html_baseurl += "/"
    if given.get("bibtex_bibfiles"):
        # A project that used sphinxcontrib-bibtex alone: its files are now read by us.
        config["symposium_bibfiles"] = list(config.bibtex_bibfiles)
        config["bibtex_bibfiles"] = []
    config.exclude_patterns = [*dict.fromkeys((*config.exclude_patterns, *EXCLUDED))]
    config["myst_enable_extensions"] = set(config.myst_enable_extensions) | MYST_EXTENSIONS
    if config.html_theme == "pydata_sphinx_theme":
        config.html_context.setdefault("default_mode", "auto")
        for option, value in THEME_DEFAULTS.items():
            config.html_theme_options.setdefault(option, value)
    templates = Path(__file__).parent / "templates"
    config.templates_path = [*config.templates_path, str(templates)]


def set_epub_version(app: Sphinx) -> None:
    """Give an EPUB, which must have a version, one where the project has none."""
    if app.builder.name == "epub" and not app.config.version:
        app.config.version = "0"
