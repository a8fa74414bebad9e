"""Configuration: the extension's options, and a site's defaults for options of others.

A project's ``conf.py`` always wins over these defaults. In a host's documentation none are set.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.lint.options import OPTIONS, SWITCHES, Fault, faults_of, problem
from symposium.model import optional_packages
from symposium.model.gate import read_file
from symposium.plugin.collection import Plugins
from symposium.plugin.loading import load_plugins
from symposium.project import plugins_named
from symposium.reading.disk import EXCLUDED, sites_in
from symposium.reading.layout import base_of, line_of
from symposium.sphinxext.reports import report, warn

DEFAULTS: Mapping[str, Any] = {
    "html_theme": "pydata_sphinx_theme",
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_use_index": False,
    "html_show_sphinx": False,
    "html_sidebars": {"**": []},
    "html_math_renderer": "symposium",
    "nitpicky": True,
    "suppress_warnings": ["epub.unknown_project_files"],
    "linkcheck_ignore": [r"https?://(?:127\.0\.0\.1|localhost)\b"],
    "linkcheck_timeout": 20,
    "linkcheck_retries": 2,
    "epub_show_urls": "no",
    "latex_use_xindy": False,
}

CITING: Mapping[str, Any] = {
    "bibtex_bibfiles": [],  # this extension reads them
    "bibtex_reference_style": "symposium",  # of `symposium.sphinxext.citations`
    "bibtex_default_style": "plain",
}
"""Options of sphinxcontrib-bibtex, unless a host uses it."""

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
"""Defaults for the options of pydata-sphinx-theme."""

ADDRESSES = ("READTHEDOCS_CANONICAL_URL", "CI_PAGES_URL", "SYMPOSIUM_BASEURL")
"""Environment variables with the address where a site will be published: of Read the Docs, GitLab,
and the workflow for GitHub that ``symposium new`` writes."""

MYST_EXTENSIONS = frozenset({"colon_fence", "deflist", "dollarmath", "tasklist"})


def setup(app: Sphinx) -> None:
    """Register the extension's options and, in a site, set defaults for those of others."""
    for name, option in OPTIONS.items():
        app.add_config_value(name, option.default, option.rebuild, option.types)  # type: ignore[arg-type]
    app.connect("config-inited", check_options, priority=90)
    app.connect("config-inited", take_over_citations, priority=95)
    if is_site(app):
        app.connect("config-inited", set_defaults, priority=100)
        app.connect("builder-inited", set_epub_version, priority=100)


def is_site(app: Sphinx) -> bool:
    """Tell whether the project is a site, not a documentation that this extension is a guest of."""
    return _switched_on(app.config.symposium_site)


def is_trusted(app: Sphinx) -> bool:
    """Tell whether source files may do whatever Sphinx allows, such as raw HTML."""
    return _switched_on(app.config.symposium_trust)


def _switched_on(value: object) -> bool:
    """Tell whether a switch is on; `check_options` reports other values."""
    return SWITCHES.get(value.lower(), False) if isinstance(value, str) else value is True


def host_cites(app: Sphinx) -> bool:
    """Tell whether a host uses sphinxcontrib-bibtex, whose citations then stay unchanged."""
    config = app.config
    bibfiles = config._raw_config.get("bibtex_bibfiles") or config.overrides.get("bibtex_bibfiles")  # noqa: SLF001
    return not is_site(app) and bool(bibfiles)


def check_options(app: Sphinx, config: Config) -> None:
    """Report invalid options, which make the build fail at its end.

    Valid items of a list are kept; if there are none, the option gets its default.
    """
    for name in ("symposium_site", "symposium_trust", "symposium_search", "symposium_markdown"):
        # The command line (-D) gives a text.
        config[name] = SWITCHES.get(str(config[name]).lower(), config[name])
    settings = {name: config[name] for name in OPTIONS if not is_open(config, name)}
    others = {name: "" for name in config._raw_config if name not in config}  # noqa: SLF001
    folder = Path(app.confdir)
    for name, fault in faults_of({**settings, **others}, folder):
        report_fault(app, name, fault)
        if name in OPTIONS:
            items = config[name] if isinstance(config[name], (list, tuple)) else ()
            usable = [item for item in items if not any(faults_of({name: [item]}, folder))]
            config[name] = usable or OPTIONS[name].default
    for name in ("symposium_bibfiles", "symposium_pages"):
        if isinstance(config[name], str):
            config[name] = [config[name]]


def report_fault(app: Sphinx, name: str, fault: Fault) -> None:
    """Report an error in a setting, with its line; the build fails at its end."""
    report([problem(_conf(app.config), name, fault)])
    app.statuscode = 1


def warn_of(config: Config, name: str, message: str) -> None:
    """Log a warning about a setting, with its line in ``conf.py``."""
    warn(f"{name}: {message}", "config", f"conf.py:{line_of(_conf(config), name)}")


def _conf(config: Config) -> str:
    """Return the text of ``conf.py``."""
    try:
        return read_file(config._raw_config.get("__file__", "")).decode()  # noqa: SLF001
    except (OSError, UnicodeDecodeError):
        return ""


def take_over_citations(app: Sphinx, config: Config) -> None:
    """Take over the bibliographies of sphinxcontrib-bibtex, or default to one in the own folder."""
    if config.bibtex_bibfiles:
        config["symposium_bibfiles"] = [
            Path(os.path.relpath(Path(app.confdir, path), app.srcdir)).as_posix()
            for path in config.bibtex_bibfiles
        ]
    elif is_open(config, "symposium_bibfiles"):
        base = base_of(config.symposium_root)
        config["symposium_bibfiles"] = [f"{base}{name}" for name in config.symposium_bibfiles]
    if not host_cites(app):
        for name, value in CITING.items():
            if name == "bibtex_bibfiles" or is_open(config, name):
                config[name] = value


def is_open(config: Config, name: str) -> bool:
    """Tell whether a project has not set an option."""
    return name not in config._raw_config and name not in config.overrides  # noqa: SLF001


def address_given() -> str:
    """Return the address of the site that a publishing service has set, or an empty text.

    Read the Docs builds a preview of a pull request at an address of its own; then the address of
    the project's version ``latest`` is returned.
    """
    if not is_preview():
        return next(filter(None, map(os.environ.get, ADDRESSES)), "")
    domain = os.environ.get("READTHEDOCS_PRODUCTION_DOMAIN")
    language = os.environ.get("READTHEDOCS_LANGUAGE", "en")
    latest = f"https://{domain}/{language}/latest/" if domain else ""
    return os.environ.get("SYMPOSIUM_BASEURL") or latest


def is_preview() -> bool:
    """Tell whether Read the Docs builds a preview of a pull request."""
    return os.environ.get("READTHEDOCS_VERSION_TYPE") == "external"


def set_defaults(app: Sphinx, config: Config) -> None:
    """Set defaults for the options that the project's ``conf.py`` leaves open.

    Raises:
        ConfigError: if the site uses the default theme, and it is not installed.
    """
    for name, value in DEFAULTS.items():
        if is_open(config, name):
            config[name] = value.copy() if isinstance(value, (list, dict)) else value
    if config.html_theme == optional_packages.MODULES["site"] and not optional_packages.has("site"):
        what = "conf.py: symposium_site: the look of a site"
        raise ConfigError(optional_packages.missing("site", what))
    # An author may have set the address of the preview as that of the site.
    of_host = {"", os.environ.get(ADDRESSES[0], "").rstrip("/")}
    is_mistaken = is_preview() and config.html_baseurl.rstrip("/") in of_host
    if is_mistaken or is_open(config, "html_baseurl"):
        config.html_baseurl = address_given()
    if is_open(config, "html_title"):
        config["html_title"] = config.project
    if config.html_baseurl and not config.html_baseurl.endswith("/"):
        config.html_baseurl += "/"
    # A site that was built beside the sources has Markdown that is not a source.
    out = [app.outdir.relative_to(app.srcdir)] if app.srcdir in app.outdir.parents else []
    sites = dict.fromkeys([*(folder.as_posix() for folder in out), *sites_in(Path(app.srcdir))])
    patterns = (*config.exclude_patterns, *EXCLUDED, *sorted(sites))
    config.exclude_patterns = [*dict.fromkeys(patterns)]
    config["myst_enable_extensions"] = set(config.myst_enable_extensions) | MYST_EXTENSIONS
    if config.html_theme == "pydata_sphinx_theme":
        config.html_context.setdefault("default_mode", "auto")
        for option, value in THEME_DEFAULTS.items():
            config.html_theme_options.setdefault(option, value)
    templates = Path(__file__).parent / "templates"
    config.templates_path = [*config.templates_path, str(templates)]


def set_epub_version(app: Sphinx) -> None:
    """Set the version that an EPUB must have, if the project has none."""
    if app.builder.name == "epub" and not app.config.version:
        app.config.version = "0"


# The plugins of a project, which may add to its configuration.

_plugins: WeakKeyDictionary[Sphinx, Plugins] = WeakKeyDictionary()


def plugins_of(app: Sphinx) -> Plugins:
    """Return the plugins of a build."""
    return _plugins[app]


def load_project_plugins(app: Sphinx) -> None:
    """Load the installed plugins and those that ``conf.py`` names.

    Plugins beside ``conf.py`` are trusted, as ``conf.py`` itself has already run.

    Raises:
        ConfigError: if a plugin cannot be used, with file and line.
    """
    root, settings = Path(app.confdir), {"symposium_plugins": app.config.symposium_plugins}
    names = plugins_named(root, settings)
    _plugins[app], problems = load_plugins(root, names, all_trusted=True)
    if problems:
        raise ConfigError("; ".join(f"{problem.place}: {problem.message}" for problem in problems))
