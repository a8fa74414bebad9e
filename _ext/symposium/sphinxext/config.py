"""Configuration: our options, and what a site sets where its ``conf.py`` does not.

A project's ``conf.py`` always wins over a default set here. As a guest we set nothing of others.
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

from symposium.export.file_writing import write_if_changed
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
    "bibtex_bibfiles": [],  # they are read by us
    "bibtex_reference_style": "symposium",  # of `symposium.sphinxext.citations`
    "bibtex_default_style": "plain",
}
"""What we set where citations are ours."""

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

ADDRESSES = ("READTHEDOCS_CANONICAL_URL", "CI_PAGES_URL", "SYMPOSIUM_BASEURL")
"""Variables by which a host says where it will publish a site: Read the Docs, GitLab, and the
workflow for GitHub that ``symposium new`` writes."""

MYST_EXTENSIONS = frozenset({"colon_fence", "deflist", "dollarmath", "tasklist"})


def setup(app: Sphinx) -> None:
    """Register our options and, in a site, set defaults for those of others."""
    for name, one in OPTIONS.items():
        app.add_config_value(name, one.default, one.rebuild, one.types)  # type: ignore[arg-type]
    app.connect("config-inited", check_options, priority=90)
    app.connect("config-inited", take_over_citations, priority=95)
    if is_site(app):
        app.connect("config-inited", set_defaults, priority=100)
        app.connect("builder-inited", set_epub_version, priority=100)


def is_site(app: Sphinx) -> bool:
    """Tell whether the whole documentation is ours."""
    return _switched_on(app.config.symposium_site)


def is_trusted(app: Sphinx) -> bool:
    """Tell whether authors of sources may do whatever Sphinx allows."""
    return _switched_on(app.config.symposium_trust)


def _switched_on(value: object) -> bool:
    """Tell whether a switch is on; what is neither is reported by `check_options`."""
    return SWITCHES.get(value.lower(), False) if isinstance(value, str) else value is True


def host_cites(app: Sphinx) -> bool:
    """Tell whether the host has citations of sphinxcontrib-bibtex, which stay as they are."""
    config = app.config
    given = config._raw_config.get("bibtex_bibfiles") or config.overrides.get("bibtex_bibfiles")  # noqa: SLF001
    return not is_site(app) and bool(given)


def check_options(app: Sphinx, config: Config) -> None:
    """Report options that cannot be meant: the build fails at its end.

    Of a list stays what can be used; where nothing can, the default takes its place.
    """
    for name in ("symposium_site", "symposium_trust", "symposium_search", "symposium_markdown"):
        # How the command line writes it.
        config[name] = SWITCHES.get(str(config[name]).lower(), config[name])
    given = {name: config[name] for name in OPTIONS if not is_open(config, name)}
    others = {name: "" for name in config._raw_config if name not in config}  # noqa: SLF001
    folder = Path(app.confdir)
    for name, fault in faults_of({**given, **others}, folder):
        report_fault(app, name, fault)
        if name in OPTIONS:
            items = config[name] if isinstance(config[name], (list, tuple)) else ()
            usable = [one for one in items if not any(faults_of({name: [one]}, folder))]
            config[name] = usable or OPTIONS[name].default
    for name in ("symposium_bibfiles", "symposium_pages"):
        if isinstance(config[name], str):
            config[name] = [config[name]]


def report_fault(app: Sphinx, name: str, fault: Fault) -> None:
    """Report what is wrong with a setting, at its place; the build fails at its end."""
    report([problem(_conf(app.config), name, fault)])
    app.statuscode = 1


def warn_of(config: Config, name: str, message: str) -> None:
    """Report, at the place of a value in ``conf.py``, what is wrong with it."""
    warn(f"{name}: {message}", "config", f"conf.py:{line_of(_conf(config), name)}")


def _conf(config: Config) -> str:
    """Return the text of ``conf.py``."""
    try:
        return read_file(config._raw_config.get("__file__", "")).decode()  # noqa: SLF001
    except (OSError, UnicodeDecodeError):
        return ""


def take_over_citations(app: Sphinx, config: Config) -> None:
    """Read the bibliographies of sphinxcontrib-bibtex; without any, one in our own folder."""
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
    """Tell whether a project leaves a value of the configuration to its default."""
    return name not in config._raw_config and name not in config.overrides  # noqa: SLF001


def publish(app: Sphinx, name: str, files: Mapping[str, bytes]) -> None:
    """Have Sphinx publish files in ``_static``, out of a folder beside the environment.

    One folder holds all that belongs together: of two, a build that was killed could leave one old.
    """
    folder = Path(app.doctreedir, name)
    for old in [*folder.rglob("*")]:
        if old.is_file() and old.relative_to(folder).as_posix() not in files:
            old.unlink()
    for path, content in files.items():
        write_if_changed(f"{folder}/{path}", content)
    app.config.html_static_path = [*app.config.html_static_path, str(folder)]


def address_given() -> str:
    """Return where a host says that it will publish the site; nothing if none says so.

    Read the Docs builds previews of changes that are proposed, each at an address of its own: the
    site is on the host of the project, and its version ``latest`` is taken.
    """
    if not is_preview():
        return next(filter(None, map(os.environ.get, ADDRESSES)), "")
    domain = os.environ.get("READTHEDOCS_PRODUCTION_DOMAIN")
    language = os.environ.get("READTHEDOCS_LANGUAGE", "en")
    latest = f"https://{domain}/{language}/latest/" if domain else ""
    return os.environ.get("SYMPOSIUM_BASEURL") or latest


def is_preview() -> bool:
    """Tell whether this is the build of a preview."""
    return os.environ.get("READTHEDOCS_VERSION_TYPE") == "external"


def set_defaults(app: Sphinx, config: Config) -> None:
    """Set what the project's ``conf.py`` leaves open.

    Raises:
        ConfigError: if the theme of our sites is wanted and not installed.
    """
    for name, value in DEFAULTS.items():
        if is_open(config, name):
            config[name] = value.copy() if isinstance(value, (list, dict)) else value
    if config.html_theme == optional_packages.MODULES["site"] and not optional_packages.has("site"):
        what = "conf.py: symposium_site: the look of a site"
        raise ConfigError(optional_packages.missing("site", what))
    # An author may take the address of the preview for that of the site.
    of_host = {"", os.environ.get(ADDRESSES[0], "").rstrip("/")}
    is_mistaken = is_preview() and config.html_baseurl.rstrip("/") in of_host
    if is_mistaken or is_open(config, "html_baseurl"):
        config.html_baseurl = address_given()
    if is_open(config, "html_title"):
        config["html_title"] = config.project
    if config.html_baseurl and not config.html_baseurl.endswith("/"):
        config.html_baseurl += "/"
    # The Markdown of a site that was built beside the sources is none of these.
    out = [app.outdir.relative_to(app.srcdir)] if app.srcdir in app.outdir.parents else []
    sites = dict.fromkeys([*(one.as_posix() for one in out), *sites_in(Path(app.srcdir))])
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
    """Give an EPUB, which must have a version, one where the project has none."""
    if app.builder.name == "epub" and not app.config.version:
        app.config.version = "0"


# The plugins of a project, loaded before anything else reads its configuration.

_plugins: WeakKeyDictionary[Sphinx, Plugins] = WeakKeyDictionary()


def plugins_of(app: Sphinx) -> Plugins:
    """Return the plugins of a build."""
    return _plugins[app]


def load_project_plugins(app: Sphinx) -> None:
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
