"""Accent colour, logo and icon of a project."""

from __future__ import annotations

from html import escape

from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.pages import colours
from symposium.sphinxext.build_folders import publish
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page, site_of
from symposium.sphinxext.config import warn_of

SHEET = "symposium-accent.css"


def setup(app: Sphinx) -> None:
    """Add logo, icon, accent colour and initials to all pages."""
    app.connect("config-inited", take_pictures, priority=105)
    app.connect("builder-inited", add_colour, priority=600)
    app.connect("builder-inited", draw, priority=650)
    on_page(app, show, priority=700)  # after Sphinx and the theme


def take_pictures(_app: Sphinx, config: Config) -> None:
    """Pass logo and icon on to Sphinx, if they are set."""
    for name in ("logo", "favicon"):
        if config[f"symposium_{name}"]:
            config[f"html_{name}"] = config[f"symposium_{name}"]


def add_colour(app: Sphinx) -> None:
    """Add the style sheet of the accent colour, if one is set."""
    accent: str = app.config.symposium_accent
    colour = colours.colour_of(accent)
    if colour is None or app.builder.name not in WHOLE_SITE:
        return
    day, night = colours.readable(colour, colours.DAY), colours.readable(colour, colours.NIGHT)
    if day != colour:
        ratio = colours.contrast(colour, colours.mixed(colours.DAY, colour, colours.TINT))
        warn_of(
            app.config, "symposium_accent",
            f"links in {accent} have a contrast of {ratio:.1f} on a light page, and "
            f'{colours.ENOUGH} is needed: write "{day}"',
        )  # fmt: skip
    publish(app, "symposium-accent", {SHEET: sheet(day, night).encode()})
    app.add_css_file(SHEET, priority=910)


def sheet(day: colours.Colour, night: colours.Colour) -> str:
    """Return the style sheet of an accent colour for the light and the dark mode."""
    rows = (("html:root", day, colours.DAY), ('html[data-theme="dark"]:root', night, colours.NIGHT))
    return "".join(
        f"{where} {{\n"
        + "".join(f"  {name}: {value};\n" for name, value in values(accent, page).items())
        + "}\n"
        for where, accent, page in rows
    )


def values(accent: colours.Colour, page: colours.Colour) -> dict[str, colours.Colour]:
    """Return the CSS variables of an accent, given the colour of the page behind it."""
    tint = colours.mixed(page, accent, colours.TINT)
    stronger = colours.mixed(accent, colours.text_on(page), 0.25)
    return {
        "--pst-color-primary": accent,
        "--pst-color-primary-bg": tint,
        "--pst-color-primary-text": colours.text_on(accent),
        "--pst-color-primary-highlight": stronger,
        "--pst-color-primary-highlight-text": colours.text_on(stronger),
        "--pst-color-link-higher-contrast": stronger,
        "--sy-accent": accent,
        "--sy-accent-bg": tint,
    }


# The initials as logo and icon of a person's site that has none, drawn in each build.

ICON = "symposium-initials.svg"
LOGOS = {"light": "symposium-initials-light.svg", "dark": "symposium-initials-dark.svg"}


def draw(app: Sphinx) -> None:
    """Draw and publish the pictures of the initials."""
    if app.builder.name not in WHOLE_SITE or not app.config.symposium_home:
        return
    site = site_of(app)
    if site.owner is None:
        return
    letters = colours.initials(site.kb.people[site.owner].name)
    accent = colours.colour_of(app.config.symposium_accent)
    day = colours.readable(accent, colours.DAY) if accent else colours.OWN_DAY
    night = colours.readable(accent, colours.NIGHT) if accent else colours.OWN_NIGHT
    marks = {ICON: (day, night), LOGOS["light"]: (day,), LOGOS["dark"]: (night,)}
    pictures = {name: colours.drawing(letters, *shades).encode() for name, shades in marks.items()}
    publish(app, "symposium-initials", pictures)


def show(page: ShownPage) -> None:
    """Show the initials on a page where the project has no picture of its own."""
    app, context = page.app, page.context
    if not app.config.symposium_home or site_of(app).owner is None:
        return
    pathto = context["pathto"]
    if not context.get("favicon_url"):
        context["favicon_url"] = pathto(f"_static/{ICON}", resource=True)
    logo = context.get("theme_logo") or {}
    if not logo.get("image_relative") and not context.get("logo_url"):
        pictures = {mode: pathto(f"_static/{name}", resource=True) for mode, name in LOGOS.items()}
        # The theme does not escape the text of a logo.
        text = logo.get("text") or escape(app.config.project)
        context["theme_logo"] = {**logo, "image_relative": pictures, "text": text}
