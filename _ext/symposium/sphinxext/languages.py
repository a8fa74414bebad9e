"""The language of a build: Sphinx's ``language`` chooses our texts, too.

A project's own catalogues stand where Sphinx looks for them, in its ``locale_dirs``.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.locale import _, current, texts_of, use
from symposium.sphinxext.build_site import ShownPage, on_page
from symposium.sphinxext.config import is_open, is_site

DIGEST = "symposium_texts"
"""The value of the configuration by which Sphinx and we see that texts have changed."""


def setup(app: Sphinx) -> None:
    """Choose the texts before anything is read."""
    app.add_config_value(DIGEST, "", "env", str)
    app.connect("config-inited", choose, priority=80)
    if is_site(app):
        app.connect("config-inited", translate_navigation, priority=110)
        app.connect("builder-inited", translate_templates)
        on_page(app, set_direction)


def choose(app: Sphinx, config: Config) -> None:
    """Use the texts of the project's language.

    Raises:
        ConfigError: if one of the project's catalogues cannot be read.
    """
    folders = [Path(app.confdir, name) for name in config.locale_dirs]
    try:
        use(texts_of(config.language, folders))
    except ValueError as exc:
        raise ConfigError(str(exc)) from exc
    config[DIGEST] = current().digest


def translate_navigation(app: Sphinx, config: Config) -> None:
    """Translate the entries of the header, unless they are the project's own."""
    del app
    if is_open(config, "symposium_navigation"):
        config["symposium_navigation"] = [
            (page, _(title)) for page, title in config.symposium_navigation
        ]


def translate_templates(app: Sphinx) -> None:
    """Have our templates for the theme show our texts; other messages stay Sphinx's."""
    environment = getattr(getattr(app.builder, "templates", None), "environment", None)
    texts = current()
    if environment is None or not texts.messages:
        return

    def gettext(message: str) -> str:
        found = texts.messages.get(message)
        return found[0] if found else app.translator.gettext(message)

    environment.install_gettext_callables(gettext, app.translator.ngettext)


def set_direction(page: ShownPage) -> None:
    """Say of a page that it is read from right to left.

    Themes write ``lang="{{ language }}"`` into ``<html>``, and leave no other place for it.
    """
    if current().direction == "rtl":
        page.context["language"] = f'{page.context.get("language")}" dir="rtl'
