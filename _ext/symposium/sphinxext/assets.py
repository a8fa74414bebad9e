"""The style sheets and scripts that a page needs.

Sphinx, its themes and its extensions load all their assets on every page. Most pages here are made
from records: they have no code, no cards and no tabs, and need a third of the assets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from symposium.pages.subjects import EXPLORE, has_listing, has_programme
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page
from symposium.sphinxext.light_styles import LIGHT, fits, make_light

PYDATA = "pydata_sphinx_theme"

THEME_STYLES = ("basic.css", "styles/pydata-sphinx-theme.css")
THEME_SCRIPTS = ("scripts/fontawesome.js", "scripts/bootstrap.js", "scripts/pydata-sphinx-theme.js")
"""The files that the theme's own layout loads, in its order."""

NEEDED_BY: Mapping[str, re.Pattern[str]] = {
    "pygments.css": re.compile(r'class="[^"]*\bhighlight'),
    "sphinx-design.min.css": re.compile(r'class="[^"]*\bsd-'),
    "design-tabs.js": re.compile(r'class="[^"]*\bsd-tab-'),
    "fontawesome.js": re.compile(r'class="[^"]*\b(?:fa-|fa[bsr]? )'),
    "bootstrap.js": re.compile(r"\sdata-bs-"),
}
"""Assets that only some pages need, and a pattern for the HTML of these pages."""

PROGRAMME_ASSETS = (
    "symposium-programme.css", "symposium-programme-tools.css", "symposium-programme.js",
    "symposium-programme-zones.js", "symposium-programme-stars.js",
    "symposium-programme-filters.js", "symposium-programme-now.js",
)  # fmt: skip
OFFLINE = "symposium-offline.js"
"""The script that programmes also load if `symposium_offline` is set (see `offline.py`)."""
EXPLORE_ASSETS = ("symposium-explore.css", "symposium-explore.js")
"""The files that the page of the network also loads, in this order."""

LISTING_ASSETS = ("symposium-listing.css", "symposium-listing.js")

OWN_ASSETS = (*PROGRAMME_ASSETS, *LISTING_ASSETS, *EXPLORE_ASSETS)
"""The files that few pages need, in the order in which they must run."""

SEARCH_STYLES = "symposium-search.css"
OWN_TEMPLATES = frozenset({"search.html", "404.html"})
"""The templates of the search page and the 404 page, which also load `SEARCH_STYLES`."""

PLAIN_PARTS = frozenset({
    "breadcrumbs.html", "copyright.html", "navbar-logo.html", "page-toc.html",
    "sphinx-version.html", "symposium-navigation.html", "symposium-search-box.html",
    "theme-switcher.html", "theme-version.html",
})  # fmt: skip
"""Parts of the frame that need neither Font Awesome nor Bootstrap's script."""

RE_PLACE = re.compile(
    r"theme_(?:navbar|article|content|footer|primary)\w*_(?:start|center|persistent|end|items)|"
    r"secondary_sidebar_items|sidebars"
)
"""Names in a template's context whose values list the parts of the theme's frame."""


def setup(app: Sphinx) -> None:
    """Choose the assets of each page, after the theme and other extensions have added theirs."""
    app.connect("builder-inited", add_assets)
    on_page(app, add_own_assets, priority=100)
    on_page(app, choose_assets, priority=900)


def add_assets(app: Sphinx) -> None:
    """Register the files that the theme's layout would load itself."""
    if app.builder.name not in WHOLE_SITE or app.config.html_theme != PYDATA:
        return
    app.add_css_file(THEME_STYLES[0], priority=100)
    whole = app.config.symposium_full_theme_css or not make_light(app, theme_sheet())
    if not whole:
        app.add_css_file(LIGHT, priority=200)  # as Sphinx adds the theme's own
    for number, script in enumerate(THEME_SCRIPTS):
        # After symposium.js, which fills the menu that the theme's script looks at.
        app.add_js_file(script, priority=910 + number, loading_method="defer")


def register(app: Sphinx, names: Iterable[str]) -> None:
    """Add some of the extension's assets to the page that is being rendered."""
    for name in names:
        if name.endswith(".css"):
            app.add_css_file(name, priority=902)
        else:
            app.add_js_file(name, priority=800 + OWN_ASSETS.index(name), loading_method="defer")


def add_own_assets(page: ShownPage) -> None:
    """Add the assets of special pages, and save the theme's sheets, which the theme removes."""
    app, pagename, templatename, context, _ = page
    if templatename in OWN_TEMPLATES:
        register(app, [SEARCH_STYLES])
    is_document = pagename in app.env.found_docs
    if is_document or "symposium_head" in context:
        names = [*needed(pagename, str(context.get("body", "")) if is_document else None)]
        register(app, names)
        if app.config.symposium_offline and PROGRAMME_ASSETS[0] in names:
            app.add_js_file(OFFLINE, priority=890, loading_method="defer")
    if app.config.html_theme == PYDATA:
        context["symposium_theme_styles"] = [
            css for css in context["css_files"] if _path(css).endswith(THEME_STYLES[1])
        ]


def choose_assets(page: ShownPage) -> None:
    """Remove the assets that the page does not need from its context."""
    app, pagename, templatename, context, _ = page
    is_document, is_derived = pagename in app.env.found_docs, "symposium_head" in context
    body = str(context.get("body", "")) if is_document else None
    left_out = set[str]()
    if body is None and (is_derived or templatename in OWN_TEMPLATES):
        body = ""  # a page made from records alone needs no asset of others
    announcement = str(context.get("theme_announcement") or "")
    if body is not None:  # else another extension's page, which may need anything
        shown = body + announcement
        left_out |= {name for name, need in NEEDED_BY.items() if not need.search(shown)}
        left_out.add("sphinx_highlight.js")  # it marks words of Sphinx's own search only
    if app.config.html_theme == PYDATA:
        is_fetched = announcement.startswith("http")  # it may need anything
        if is_fetched or not _parts(context) <= PLAIN_PARTS:
            left_out -= {"fontawesome.js", "bootstrap.js"}
        elif is_derived:
            left_out |= {"doctools.js", "translations.js"}  # they are for Sphinx's own search
        is_plain = {"fontawesome.js", "bootstrap.js"} <= left_out
        css = [*context.pop("symposium_theme_styles", ()), *context["css_files"]]
        light = is_plain and body is not None and fits(body + announcement)
        context["css_files"] = _themed(css, light=light)
    context["css_files"] = [css for css in context["css_files"] if _name(css) not in left_out]
    context["script_files"] = [
        js
        for js in context["script_files"]
        if _name(js) not in left_out and not _is_idle(js, context)
    ]


def theme_sheet() -> Path:
    """Return the style sheet of the installed theme."""
    import pydata_sphinx_theme  # noqa: PLC0415 - optional

    folder = Path(pydata_sphinx_theme.__file__).parent / "theme" / PYDATA / "static"
    return folder / THEME_STYLES[1]


def _themed(styles: Iterable[Any], *, light: bool) -> list[Any]:
    """Return style sheets, each once; the light copy replaces the theme's own if ``light``."""
    sheets = dict.fromkeys(styles)
    copy = next((css for css in sheets if _path(css).endswith(LIGHT)), None)
    sheets.pop(copy, None)
    light = light and copy is not None
    return [copy if light and _path(css).endswith(THEME_STYLES[1]) else css for css in sheets]


def needed(page: str, body: str | None) -> Iterator[str]:
    """Yield the extension's assets that a page needs; ``body`` is the HTML of a document.

    Without a body, for the frame of pages made from records, the page's name decides.
    """
    programme, listing = has_programme(page), has_listing(page)
    if body is not None:  # it may have an excerpt of a programme, or a list with filters
        programme = bool(re.search(r"\sdata-sy-(?:star|tools)\b", body))
        listing = " data-sy-listing=" in body
    yield from PROGRAMME_ASSETS if programme else ()
    yield from LISTING_ASSETS if listing else ()
    yield from EXPLORE_ASSETS if body is None and page == EXPLORE[1] else ()


def _parts(context: Mapping[str, Any]) -> set[str]:
    """Return the names of the templates of which the frame of a page consists."""
    places = [value or () for name, value in context.items() if RE_PLACE.fullmatch(name)]
    lists = (value.split(",") if isinstance(value, str) else value for value in places)
    return {part.strip() for listed in lists for part in listed} - {""}


def _is_idle(script: object, context: Mapping[str, Any]) -> bool:
    """Tell whether an inline script of the theme sets an option that nothing on the page uses."""
    body = getattr(script, "attributes", {}).get("body") or ""
    if not body.startswith("DOCUMENTATION_OPTIONS."):
        return False
    if body.startswith("DOCUMENTATION_OPTIONS.pagename"):
        return not isinstance(context.get("theme_switcher"), dict)
    return body == "DOCUMENTATION_OPTIONS.search_as_you_type = false;"


def _path(asset: object) -> str:
    """Return the path of a style sheet or script; empty for an inline script."""
    return asset if isinstance(asset, str) else str(getattr(asset, "filename", None) or "")


def _name(asset: object) -> str:
    return _path(asset).rpartition("/")[2]
