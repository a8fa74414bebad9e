"""Accent colour, logo and icon of a project."""

from __future__ import annotations

from html import escape

from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.pages.colours import (
    DAY,
    ENOUGH,
    NIGHT,
    OWN_DAY,
    OWN_NIGHT,
    TINT,
    Colour,
    colour_of,
    contrast,
    drawing,
    initials,
    mixed,
    readable,
    text_on,
)
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page, site_of
from symposium.sphinxext.config import publish, warn_of

SHEET = "symposium-accent.css"


def setup(app: Sphinx) -> None:
    """Look at the options, and add the colour and the drawn initials to all pages."""
    app.connect("config-inited", take_pictures, priority=105)
    app.connect("builder-inited", add_colour, priority=600)
    app.connect("builder-inited", draw, priority=650)
    on_page(app, show, priority=700)  # after Sphinx and the theme


def take_pictures(app: Sphinx, config: Config) -> None:
    """Use logo and icon, if they are given."""
    del app
    for name in ("logo", "favicon"):
        if config[f"symposium_{name}"]:
            config[f"html_{name}"] = config[f"symposium_{name}"]


def add_colour(app: Sphinx) -> None:
    """Add the style sheet of the accent, if there is one."""
    written: str = app.config.symposium_accent
    colour = colour_of(written)
    if colour is None or app.builder.name not in WHOLE_SITE:
        return
    day, night = readable(colour, DAY), readable(colour, NIGHT)
    if day != colour:
        found = contrast(colour, mixed(DAY, colour, TINT))
        warn_of(
            app.config, "symposium_accent",
            f"links in {written} have a contrast of {found:.1f} on a light page, and {ENOUGH} is "
            f'needed: write "{day}"',
        )  # fmt: skip
    publish(app, "symposium-accent", {SHEET: sheet(day, night).encode()})
    app.add_css_file(SHEET, priority=910)


def sheet(day: Colour, night: Colour) -> str:
    """Return the style sheet of an accent, by day and by night."""
    rules = (("html:root", day, DAY), ('html[data-theme="dark"]:root', night, NIGHT))
    return "".join(
        f"{where} {{\n"
        + "".join(f"  {name}: {value};\n" for name, value in values(one, page).items())
        + "}\n"
        for where, one, page in rules
    )


def values(accent: Colour, page: Colour) -> dict[str, Colour]:
    """Return the variables that follow from an accent, on a page of some colour."""
    tint = mixed(page, accent, TINT)
    stronger = mixed(accent, text_on(page), 0.25)
    return {
        "--pst-color-primary": accent,
        "--pst-color-primary-bg": tint,
        "--pst-color-primary-text": text_on(accent),
        "--pst-color-primary-highlight": stronger,
        "--pst-color-primary-highlight-text": text_on(stronger),
        "--pst-color-link-higher-contrast": stronger,
        "--sy-accent": accent,
        "--sy-accent-bg": tint,
    }


# Logo and icon of a person's site that has none: the initials, made in each build.

ICON = "symposium-initials.svg"
LOGOS = {"light": "symposium-initials-light.svg", "dark": "symposium-initials-dark.svg"}


def draw(app: Sphinx) -> None:
    """Have the pictures published."""
    if app.builder.name not in WHOLE_SITE or not app.config.symposium_home:
        return
    site = site_of(app)
    if site.owner is None:
        return
    letters = initials(site.kb.people[site.owner].name)
    accent = colour_of(app.config.symposium_accent)
    day = readable(accent, DAY) if accent else OWN_DAY
    night = readable(accent, NIGHT) if accent else OWN_NIGHT
    colours = {ICON: (day, night), LOGOS["light"]: (day,), LOGOS["dark"]: (night,)}
    pictures = {name: drawing(letters, *some).encode() for name, some in colours.items()}
    publish(app, "symposium-initials", pictures)


def show(page: ShownPage) -> None:
    """Put them where a project has named no picture of its own."""
    app, context = page.app, page.context
    if not app.config.symposium_home or site_of(app).owner is None:
        return
    pathto = context["pathto"]
    if not context.get("favicon_url"):
        context["favicon_url"] = pathto(f"_static/{ICON}", resource=True)
    logo = context.get("theme_logo") or {}
    if not logo.get("image_relative") and not context.get("logo_url"):
        pictures = {mode: pathto(f"_static/{name}", resource=True) for mode, name in LOGOS.items()}
        # A name is text, and the theme prints the text of a logo as it is.
        text = logo.get("text") or escape(app.config.project)
        context["theme_logo"] = {**logo, "image_relative": pictures, "text": text}
