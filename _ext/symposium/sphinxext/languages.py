"""The language of a build: Sphinx's ``language`` chooses our texts, too.

A project's own catalogues stand where Sphinx looks for them, in its ``locale_dirs``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from gettext import c2py
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.errors import ConfigError

import symposium
from symposium.export.file_writing import write_if_changed
from symposium.locale import _, current, texts_of, use
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page
from symposium.sphinxext.config import is_open, is_site
from symposium.web import style_texts

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
        app.connect("builder-inited", add_texts)
        app.connect("write-started", write_texts)


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


# Translated texts for scripts and styles, as files of a build. English sites need none.

LOCALE = Path(symposium.__file__).parent / "locale"
DOMAIN = "symposium-web"


def add_texts(app: Sphinx) -> None:
    """Have all pages load the texts, or, from ``html-page-context``, the page that is made."""
    path = catalogue_of(app.config.language)
    if path and app.builder.name in WHOLE_SITE:
        # Before our other scripts, whose priorities begin at 500.
        app.add_js_file(f"{name_of(path)}.js", priority=400, loading_method="defer")
        app.add_css_file(f"{name_of(path)}.css", priority=903)


def write_texts(app: Sphinx, builder: Builder) -> None:
    """Put the texts beside the other scripts."""
    path = catalogue_of(app.config.language)
    if path and builder.name in WHOLE_SITE:
        for suffix, content in files(path).items():
            write_if_changed(f"{app.outdir}/_static/{name_of(path)}{suffix}", content)


def catalogue_of(language: str, folder: Path = LOCALE) -> Path | None:
    """Return the catalogue of a language: ``pt_BR``, else ``pt``; ``None`` where there is none."""
    general = language.replace("-", "_").partition("_")[0]
    paths = [folder / name / "LC_MESSAGES" / f"{DOMAIN}.po" for name in (language, general)]
    return next((path for path in paths if path.is_file()), None)


def name_of(path: Path) -> str:
    """Return what the files of a catalogue are called, without their suffix."""
    return f"symposium-texts-{path.parents[1].name}"


def files(path: Path) -> dict[str, bytes]:
    """Return the script and the style sheet with the texts of a catalogue, by their suffixes."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    messages = dict(translated(catalogue))
    language = path.parents[1].name.replace("_", "-")
    shown = {name: messages[text][0] for name, text in style_texts().items() if text in messages}
    rules = [f"  {name}: {json.dumps(text, ensure_ascii=False)};" for name, text in shown.items()]
    return {
        ".js": script(language, catalogue.plural_expr, messages),
        ".css": "\n".join([":root {", *rules, "}", ""]).encode(),
    }


def script(language: str, rule: str, messages: Mapping[str, list[str]]) -> bytes:
    """Return the script with all texts.

    The rule for plurals is that of the catalogue: JavaScript reads the syntax of gettext.
    """
    c2py(rule)  # raises an error for what is no rule
    texts = json.dumps(messages, ensure_ascii=False, indent=0)
    return (
        f"globalThis.symposiumMessages = {{\nlanguage: {json.dumps(language)},\n"
        f"form: (n) => Number({rule}),\nmessages: {texts},\n}};\n"
    ).encode()


def translated(catalogue: Catalog) -> Iterator[tuple[str, list[str]]]:
    """Yield what is translated, by its first form, each with its forms for numbers."""
    for one in catalogue:
        forms = [one.string] if isinstance(one.string, str) else list(one.string or ())
        if one.id and forms and all(forms) and not one.fuzzy:
            first = one.id if isinstance(one.id, str) else one.id[0]
            yield (f"{one.context}\x04{first}" if one.context else first), forms
