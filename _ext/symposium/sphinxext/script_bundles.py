"""Scripts that are published as one file for all modules that they import.

Our modules are small, and each costs a browser a request. So a build puts those of one script
behind each other, each in a function of its own, without comments, indents and most ends of lines;
the script itself comes last. What several share stands in each of them: a reader seldom needs two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from symposium.search.stems import script
from symposium.sphinxext.stored_values import keep
from symposium.web import STATIC

BUNDLES = ("symposium-index.js", "symposium-search.js", "symposium-palette.js")
STEMS = "symposium-index-stem.js"
"""The module whose place the script of a language takes."""
FOLDER = "symposium-published"
"""Where all that is published is kept beside the environment."""

RE_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
RE_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
RE_END = re.compile(r"(?<=[{(\[,;])\n")
RE_COMMENT = re.compile(
    r"^\s*(?://.*|/\*\*.*\*/)\n|/\*\*.*?\*/ ?|(?<=[;{,]) // .*$|^ +", re.MULTILINE
)


def write_static(folder: Path, language: str = "en") -> Path:
    """Write our static files below a folder, scripts as bundles; return the folder that holds them.

    All are in one folder: of two that held a script each, a build that was killed could publish
    the wrong one.
    """
    parts = {part for name in BUNDLES for part in modules(name, language)}
    files = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.name not in parts}
    files |= {name: bundle(name, language).encode() for name in BUNDLES}
    made = folder / FOLDER
    made.mkdir(parents=True, exist_ok=True)
    for path in made.iterdir():
        if path.name not in files and not path.is_dir():
            path.unlink()
    for name, content in files.items():
        keep(made / name, content)
    return made


def bundle(entry: str, language: str = "en") -> str:
    """Return a script with all that it imports."""
    return RE_END.sub("", "".join(modules(entry, language).values()))


@cache
def modules(entry: str, language: str) -> Mapping[str, str]:
    """Return what the bundle of a script is made of: the modules that it imports, itself last."""
    found: dict[str, str] = {}
    stems = script(language)

    def add(name: str) -> None:
        own = stems if name == STEMS and stems else (STATIC / name).read_text(encoding="utf-8")
        text = RE_COMMENT.sub("", own)
        for _, other in RE_IMPORT.findall(text):
            if other not in found:
                add(other)
        given = RE_EXPORT.findall(text)
        text = RE_IMPORT.sub(_taken, text)
        found[name] = text if name == entry else _wrapped(name, RE_EXPORT.sub("", text), given)

    add(entry)
    return found


def _taken(found: re.Match[str]) -> str:
    """Return what takes names from a module that is above it."""
    names, other = found.groups()
    if not names:
        return ""
    return f"const {{{names.replace(' as ', ': ')}}} = {_variable(other)};\n"


def _wrapped(name: str, text: str, given: list[str]) -> str:
    """Return a module as a constant that holds what it gives."""
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {', '.join(given)} }};\n}})();\n"


def _variable(name: str) -> str:
    """Return the constant of a module.

    >>> _variable("symposium-index-files.js")
    '$index_files'
    """
    return "$" + name.removeprefix("symposium-").removesuffix(".js").replace("-", "_")
