"""Configuration: our options, and what a site sets where its ``conf.py`` does not.

A project's ``conf.py`` always wins over a default set here. As a guest we set nothing of others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.export.markdown_twins import MOST
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.model.gate import read_file
from symposium.model.spelling import nearest
from symposium.pages.forges import forge_of
from symposium.reading.document_discovery import EXCLUDED, sites_in
from symposium.reading.layout import base_of
from symposium.sphinxext.options import OPTIONS
from symposium.sphinxext.previews import is_preview, published_at, set_published_address
from symposium.sphinxext.reports import warn

SWITCHES: Mapping[str, bool] = {
    **dict.fromkeys(("0", "false", "no", "off"), False),
    **dict.fromkeys(("1", "true", "yes", "on"), True),
}
"""How the command line writes ``False`` and ``True``."""

SEARCH = ("auto", "shards", "pagefind", True, False)
"""Whether to make a search index: ``"auto"``, ``"shards"`` and ``True`` are the same, and so is
``"pagefind"``, which older projects have."""

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
    "bibtex_reference_style": "symposium",  # of `symposium.sphinxext.citation_style`
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


def has_markdown(app: Sphinx, kb: KnowledgeBase) -> bool:
    """Tell whether pages have twins in Markdown: by default where there are not too many."""
    wanted = app.config.symposium_markdown
    return wanted is True or (wanted == "auto" and sum(map(len, kb.entities.values())) <= MOST)


def _switched_on(value: object) -> bool:
    """Tell whether a switch is on; what is neither on nor off is reported by `check_options`."""
    return SWITCHES.get(value.lower(), False) if isinstance(value, str) else value is True


def host_cites(app: Sphinx) -> bool:
    """Tell whether the host has citations of sphinxcontrib-bibtex, which stay as they are."""
    config = app.config
    given = config._raw_config.get("bibtex_bibfiles") or config.overrides.get("bibtex_bibfiles")  # noqa: SLF001
    return not is_site(app) and bool(given)


def check_options(app: Sphinx, config: Config) -> None:
    """Stop at options that cannot be meant, before anything stumbles over them.

    Raises:
        ConfigError: if one is of another shape than `OPTIONS` says.
    """
    for name in ("symposium_bibfiles", "symposium_pages"):
        if isinstance(config[name], str):
            config[name] = [config[name]]
    for name, one in OPTIONS.items():
        if not isinstance(config[name], one.types):
            raise ConfigError(
                f"conf.py: {name}: {config[name]!r} is of the wrong type: {name} is "
                f"{' or '.join(_named(one.types))}"
            )
    for name in ("symposium_site", "symposium_trust"):
        if str(config[name]).lower() not in SWITCHES:
            raise ConfigError(f"conf.py: {name}: {config[name]!r}: write True or False")
    if str(config.symposium_search).lower() in SWITCHES:
        config["symposium_search"] = SWITCHES[str(config.symposium_search).lower()]
    if config.symposium_search not in SEARCH:
        raise ConfigError(
            f"conf.py: symposium_search: {config.symposium_search!r} is not a search index: write "
            '"auto" or False'
        )
    if str(config.symposium_markdown).lower() in SWITCHES:
        config["symposium_markdown"] = SWITCHES[str(config.symposium_markdown).lower()]
    elif config.symposium_markdown != "auto":
        raise ConfigError(
            f"conf.py: symposium_markdown: {config.symposium_markdown!r}: "
            'write "auto", True or False'
        )
    if config.symposium_forge and forge_of(config.symposium_forge) is None:
        raise ConfigError(
            f"conf.py: symposium_forge: {config.symposium_forge!r} is not the address of a forge "
            'or of a mail: for example, write "https://github.com/owner/repository", '
            '"forgejo+https://git.example.org/owner/repository" or "mailto:name@example.org"'
        )
    if config.symposium_root and is_site(app):
        raise ConfigError(
            "conf.py: symposium_root: it is for documentation that is not ours as a whole, and "
            "symposium_site is True: leave one of them out"
        )
    root = config.symposium_root
    if root != root.strip("/") or not set(root.split("/")).isdisjoint({"..", "."}):
        raise ConfigError(
            f"conf.py: symposium_root: {root!r} is not the name of a folder inside the "
            'documentation: for example, write "kb"'
        )
    paged = (*BY_NAME, "year")
    for kind in [one for one in config.symposium_pages if one not in paged]:
        near = nearest(str(kind), paged)
        hint = f"did you mean {near!r}?" if near else f"write one of {', '.join(paged)}"
        warn_of(config, "symposium_pages", f"{kind!r} is not a kind of page: {hint}")
        config["symposium_pages"] = [one for one in config.symposium_pages if one != kind]
    for entry in config.symposium_navigation:
        if (
            not isinstance(entry, (list, tuple))
            or len(entry) != 2
            or isinstance(entry, str)
            or not all(isinstance(x, str) for x in entry)
        ):
            raise ConfigError(
                f"conf.py: symposium_navigation: {entry!r} is not an entry of the header: write "
                '("people/index", "People"), the name of a page and the word for it'
            )


def _named(types: type | tuple[type, ...]) -> list[str]:
    """Return what types are called."""
    return [one.__name__ for one in (types if isinstance(types, tuple) else (types,))]


def warn_of(config: Config, name: str, message: str) -> None:
    """Report, at the place of a value in ``conf.py``, what is wrong with it."""
    warn(f"{name}: {message}", "config", line_of(config, name))


def line_of(config: Config, name: str) -> str:
    """Return the place in ``conf.py`` where a value is set, as far as it can be seen there."""
    try:
        lines = read_file(config._raw_config.get("__file__", "")).decode().splitlines()  # noqa: SLF001
    except (OSError, UnicodeDecodeError):
        lines = []
    found = (number for number, line in enumerate(lines, 1) if line.startswith(name))
    return f"conf.py:{next(found, 1)}"


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


def address_given() -> str:
    """Return where a host says that it will publish the site; nothing if none says so."""
    if is_preview():
        return published_at()
    return next(filter(None, map(os.environ.get, ADDRESSES)), "")


def set_defaults(app: Sphinx, config: Config) -> None:
    """Set what the project's ``conf.py`` leaves open."""
    for name, value in DEFAULTS.items():
        if is_open(config, name):
            config[name] = value.copy() if isinstance(value, (list, dict)) else value
    if is_open(config, "html_baseurl"):
        config.html_baseurl = address_given()
    set_published_address(config)
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
