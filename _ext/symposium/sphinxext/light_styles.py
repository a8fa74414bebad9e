"""A light copy of the theme's style sheet, without rules that derived pages never use.

The theme's sheet has all of Bootstrap and the names of all icons. The copy leaves out the rules of
these families whose classes occur in no template and no script; it keeps all other rules. A page
whose author uses one of the families gets the whole sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from symposium.export.file_writing import keep, stored
from symposium.model.gate import read_file
from symposium.model.optional_packages import version_of
from symposium.model.user_cache import user_cache
from symposium.pages.template_environment import FOLDER as TEMPLATES
from symposium.sphinxext.build_folders import publish
from symposium.sphinxext.config import plugins_of
from symposium.sphinxext.stored_values import own_code
from symposium.web import STATIC

LIGHT = "styles/symposium-theme.css"
"""The path of the copy, beside the theme's sheet so that relative addresses stay valid."""

_FAMILIES = (
    "fa", "fa[brsldt]", "accordion", "alert", "badge", "btn", "card", "carousel", "col",
    "collapse", "container", "dropdown", "drop(?:up|end|start|center)", "form", "input-group",
    "list-group", "modal", "nav", "navbar", "offcanvas", "pagination", "page-(?:item|link)",
    "placeholder", "popover", "progress", "row", "spinner", "table", "toast", "tooltip",
    "bs-(?:popover|tooltip)", "valid|invalid", "was-validated|needs-validation", "sd", "ablog",
    "ethical", "align", "bg", "border", "d", "display", "end", "fixed", "flex", "float", "focus",
    "font", "fs", "fst", "fw", "g[xy]?", "gap", "h", "justify", "lh", "link", "[mp][xytbse]?",
    "mh", "min-v[hw]", "mw", "object", "offset", "opacity", "order", "overflow", "pe", "position",
    "ratio", "rounded", "shadow", "start", "sticky", "text", "top", "bottom", "translate",
    "user-select", "vh", "visually", "vw", "w", "z",
)  # fmt: skip
"""Patterns for the start of classes of Bootstrap's components and utilities, of icons, and of the
rules that themes have for other extensions."""
RE_FAMILY = re.compile(rf"(?:{'|'.join(_FAMILIES)})(?:-[a-z0-9][\w-]*)?")
BARE = frozenset({
    "table", "nav", "row", "row-odd", "row-even", "container", "align", "border", "figure", "link",
    "h", "m", "p", "w", "d", "g", "z", "mw", "mh", "pe", "py", "me", "ms", "mt",
})  # fmt: skip
"""Classes of these families that Sphinx, docutils and Pygments write themselves."""
RE_CLASS = re.compile(r"\.((?:\\.|[\w-])+)")
RE_CLASSES = re.compile(r"\sclass=\"([^\"]*)\"")
RE_COMMA = re.compile(r"\s*,\s*(?![^(]*\))")
"""A comma between selectors, not within brackets."""
RE_NOT = re.compile(r":not\([^)]*\)")
RE_WORD = re.compile(r"[\w-]+")


def make_light(app: Sphinx, sheet: Path) -> bool:
    """Make and publish the light copy of the theme's sheet; tell whether that was possible.

    It is not if the package ``tinycss2`` is not installed.
    """
    if find_spec("tinycss2") is None or not sheet.is_file():
        return False
    text, own = read_file(sheet).decode(), _words_of_project(app)
    # To read all templates and scripts in each build would be slow.
    packages = own_code(), version_of("pydata-sphinx-theme")
    made_from = sha256(repr((text, packages, sorted(own))).encode()).hexdigest()
    folder = user_cache("styles") or Path(app.doctreedir, ".styles")
    file = folder / made_from[:16] / "light.css"
    content = stored(file)
    if content is None:
        content = light(text, _words_of_packages() | own).encode()
        keep(file, content)
    publish(app, "symposium-static", {LIGHT: content})
    return True


def fits(body: str) -> bool:
    """Tell whether the light sheet has all rules for the HTML of an author's text.

    >>> fits('<p class="sy-note">'), fits('<table class="docutils align-default">')
    (True, True)
    >>> fits('<span class="btn btn-primary">')
    False
    """
    return not any(
        RE_FAMILY.fullmatch(name) and name not in BARE and not name.startswith("align-")
        for classes in RE_CLASSES.findall(body)
        for name in classes.split()
    )


@cache
def light(text: str, words: frozenset[str]) -> str:
    """Return a style sheet without the rules of families whose classes are not among ``words``."""
    import tinycss2  # type: ignore[import-untyped]  # noqa: PLC0415 - optional

    return "".join(_kept(tinycss2.parse_stylesheet(text, True, True), words))


def _kept(rules: Iterable[Any], words: frozenset[str]) -> Iterator[str]:
    from tinycss2 import parse_rule_list, serialize  # noqa: PLC0415 - optional

    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = RE_COMMA.split(serialize(rule.prelude).strip())
            used = [selector for selector in selectors if _is_used(selector, words)]
            if used:
                yield f"{','.join(used)}{{{serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in {"media", "supports"}:
            inner = parse_rule_list(rule.content, True, True)
            if inside := "".join(_kept(inner, words)):
                yield f"@{rule.at_keyword}{serialize(rule.prelude)}{{{inside}}}"
        else:
            yield rule.serialize()


def _is_used(selector: str, words: frozenset[str]) -> bool:
    names = (name.replace("\\", "") for name in RE_CLASS.findall(RE_NOT.sub("", selector)))
    return all(
        name in words or name in BARE or name.startswith("align-") or not RE_FAMILY.fullmatch(name)
        for name in names
    )


def _words_of_project(app: Sphinx) -> frozenset[str]:
    """Return all words of the templates of a project and its plugins."""
    folders = [Path(folder) for folder in plugins_of(app).templates]
    return _words_in((*folders, *(Path(app.confdir, path) for path in app.config.templates_path)))


@cache
def _words_of_packages() -> frozenset[str]:
    """Return all words of templates, scripts and code, which include every class of a page."""
    import pydata_sphinx_theme  # noqa: PLC0415 - optional

    theme = Path(pydata_sphinx_theme.__file__).parent  # some elements are made in Python
    return _words_in((theme, TEMPLATES, STATIC, Path(__file__).parent))


def _words_in(folders: Iterable[Path]) -> frozenset[str]:
    return frozenset(
        word
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in {".html", ".js", ".py"}
        and path.is_file()
        and path.name not in {"bootstrap.js", "fontawesome.js"}
        for word in RE_WORD.findall(read_file(path).decode("utf-8", "replace"))
    )
