"""The language of a build: Sphinx's ``language`` also selects the extension's texts.

A project's own catalogues are in its ``locale_dirs``, as for Sphinx.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from symposium.locale import Texts, _, current, texts_of, use
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page
from symposium.sphinxext.config import is_open, is_site
from symposium.web import style_texts

DIGEST = "symposium_texts"
"""A configuration value with a digest of the texts, so that a change of them rebuilds pages."""


def setup(app: Sphinx) -> None:
    """Select the texts before anything is read."""
    app.add_config_value(DIGEST, "", "env", str)
    app.connect("config-inited", choose, priority=80)
    if is_site(app):
        app.connect("config-inited", translate_navigation, priority=110)
        app.connect("builder-inited", translate_templates)
        on_page(app, set_direction)
        app.connect("builder-inited", add_texts)


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


def translate_navigation(_app: Sphinx, config: Config) -> None:
    """Translate the entries of the header, unless they are the project's own."""
    if is_open(config, "symposium_navigation"):
        config["symposium_navigation"] = [
            (page, _(title)) for page, title in config.symposium_navigation
        ]


def translate_templates(app: Sphinx) -> None:
    """Translate the theme's templates by the extension's catalogue first, then by Sphinx's."""
    environment = getattr(getattr(app.builder, "templates", None), "environment", None)
    texts = current()
    if environment is None or not texts.messages:
        return

    def gettext(message: str) -> str:
        forms = texts.messages.get(message)
        return forms[0] if forms else app.translator.gettext(message)

    environment.install_gettext_callables(gettext, app.translator.ngettext)


def set_direction(page: ShownPage) -> None:
    """Set ``dir="rtl"`` on a page in a language that is read from right to left.

    Themes write ``lang="{{ language }}"`` into ``<html>``, and allow no other attribute there.
    """
    if current().direction == "rtl":
        page.context["language"] = f'{page.context.get("language")}" dir="rtl'


# Files with translated texts for scripts and styles. English sites need none.

DOMAIN = "symposium-web"


@cache
def texts_of_scripts(language: str) -> Texts:
    """Return the texts of scripts and styles in a language."""
    return texts_of(language, (), DOMAIN)


def add_texts(app: Sphinx) -> None:
    """Add the texts to all pages or, called from ``html-page-context``, to the current page."""
    texts = texts_of_scripts(app.config.language)
    if texts.messages and app.builder.name in WHOLE_SITE:
        # Before the extension's other scripts, whose priorities begin at 500.
        app.add_js_file(f"symposium-texts-{texts.language}.js", 400, "defer")
        app.add_css_file(f"symposium-texts-{texts.language}.css", priority=903)


def text_files(language: str) -> dict[str, bytes]:
    """Return a script and a style sheet with the texts by name; none if there are no texts.

    The plural rule of the catalogue is copied, as gettext's syntax is valid in JavaScript.
    """
    texts = texts_of_scripts(language)
    messages, name = texts.messages, f"symposium-texts-{texts.language}"
    if not messages:
        return {}
    shown = {name: messages[text][0] for name, text in style_texts().items() if text in messages}
    rules = [f"  {name}: {json.dumps(text, ensure_ascii=False)};" for name, text in shown.items()]
    script = (
        f"globalThis.symposiumMessages = {{\nlanguage: {json.dumps(texts.tag)},\n"
        f"form: (n) => Number({texts.rule}),\n"
        f"messages: {json.dumps(messages, ensure_ascii=False, indent=0)},\n}};\n"
    )
    sheet = "\n".join([":root {", *rules, "}", ""])
    return {f"{name}.js": script.encode(), f"{name}.css": sheet.encode()}
