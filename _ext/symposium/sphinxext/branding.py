"""Accent colour, logo and icon of a project."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.export.file_writing import write_if_changed
from symposium.pages.colours import (
    DAY,
    ENOUGH,
    NIGHT,
    TINT,
    Colour,
    colour_of,
    contrast,
    mixed,
    readable,
    text_on,
)
from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.config import warn_of
from symposium.sphinxext.static_files import publish

SHEET = "symposium-accent.css"
PICTURES = {"symposium_logo": "html_logo", "symposium_favicon": "html_favicon"}
"""Our option, and the one of Sphinx in whose place it is."""


def setup(app: Sphinx) -> None:
    """Look at the options, and add the colour to all pages."""
    app.connect("config-inited", take_pictures, priority=105)
    app.connect("builder-inited", add_colour, priority=600)


def take_pictures(app: Sphinx, config: Config) -> None:
    """Use logo and icon, if they are given."""
    del app
    for name, of_sphinx in PICTURES.items():
        if config[name]:
            config[of_sphinx] = config[name]


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
    folder = Path(app.doctreedir, "symposium-accent")
    folder.mkdir(parents=True, exist_ok=True)
    write_if_changed(str(folder / SHEET), sheet(day, night).encode())
    publish(app, folder)
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
