"""Logo and icon of a person's site that has none: the initials, made in each build."""

from __future__ import annotations

from html import escape
from pathlib import Path

from sphinx.application import Sphinx

from symposium.export.file_writing import write_if_changed
from symposium.pages.colours import DAY, NIGHT, colour_of, readable
from symposium.pages.initials import OWN_DAY, OWN_NIGHT, drawing, initials
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.page_context import ShownPage, on_page
from symposium.sphinxext.static_files import publish

ICON = "symposium-initials.svg"
LOGOS = {"light": "symposium-initials-light.svg", "dark": "symposium-initials-dark.svg"}


def setup(app: Sphinx) -> None:
    """Draw them when the records are known, and name them in all pages."""
    app.connect("builder-inited", draw, priority=650)
    on_page(app, show, priority=700)  # after Sphinx and the theme


def draw(app: Sphinx) -> None:
    """Write the pictures into a static folder of the build."""
    if app.builder.name not in WHOLE_SITE or not app.config.symposium_home:
        return
    site = site_of(app)
    if site.owner is None:
        return
    letters = initials(site.kb.people[site.owner].name)
    accent = colour_of(app.config.symposium_accent)
    day = readable(accent, DAY) if accent else OWN_DAY
    night = readable(accent, NIGHT) if accent else OWN_NIGHT
    folder = Path(app.doctreedir, "symposium-initials")
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {ICON: (day, night), LOGOS["light"]: (day,), LOGOS["dark"]: (night,)}
    for name, colours in pictures.items():
        write_if_changed(str(folder / name), drawing(letters, *colours).encode())
    publish(app, folder)


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
