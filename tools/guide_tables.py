"""Reference parts of the guide, generated from the code: fields, options, codes of problems.

``python tools/guide_tables.py`` rewrites the pages of `field_pages`, and the tables in other pages
(`TABLES`); a test checks that they are up to date.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "_ext"))

import field_pages  # noqa: E402
from field_pages import names_of  # noqa: E402
from sphinx.util.docutils import SphinxDirective  # noqa: E402
from symposium import plugin  # noqa: E402
from symposium.kinds import KINDS  # noqa: E402
from symposium.lint.options import OPTIONS  # noqa: E402
from symposium.query.fields import OWN, fields_of  # noqa: E402
from symposium.reading.entry_fields import READ  # noqa: E402
from symposium.sphinxext.allowed_markup import AnyOptions  # noqa: E402
from symposium.sphinxext.directives import ListingDirective, ScheduleDirective  # noqa: E402
from symposium.web import STATIC  # noqa: E402

BEGIN, END = "% begin: made by tools/guide_tables.py", "% end"
CODES = {
    "B": "bibliography",
    "F": "front matter",
    "I": "names and ids",
    "R": "links between records",
    "D": "identifiers",
    "W": "works",
    "V": "provenance",
    "E": "events",
    "S": "pages",
    "P": "permanence",
    "C": "settings",
}
"""Subjects of codes by their first letter, which are also the names of their pages."""


def page_of(letter: str) -> str:
    """Return the name of the page about the codes with this letter."""
    return f"{CODES[letter].replace(' ', '-')}.md"


def selected() -> str:
    """Return the list of the options of listings, by kind for those in `OWN`."""
    options = {
        kind: [_option(name, field.help) for name, field in fields_of(kind).items()] for kind in OWN
    }
    return "".join(f"- `{kind}`: {', '.join(names)}\n" for kind, names in options.items())


def _option(name: str, help_: str) -> str:
    """Return an option, with its help if this names values."""
    shown = f"`{name.replace('_', '-')}`"
    return f"{shown} ({_phrase(help_)})" if "`" in help_ else shown


def read_fields() -> str:
    """Return the list of the fields of entries that are read."""
    return "".join(
        f"- {', '.join(f'`{name}`' for name in names.split())}: {help_}\n"
        for names, help_ in READ.items()
    )


def options() -> str:
    """Return the list of the options of ``conf.py``, with their defaults."""
    return "".join(
        f"- `{name}`: {option.meaning}{_default(option.shown, option.default)}\n"
        for name, option in OPTIONS.items()
    )


def _default(shown: str, value: object) -> str:
    """Return a default in parentheses, or nothing where there is none."""
    if not shown and value in ("", [], {}):
        return ""
    return (
        f" ({shown or f'`{json.dumps(value) if isinstance(value, str | list) else repr(value)}`'})"
    )


def versions() -> str:
    """Return a sentence about the required versions of Python, Sphinx and its extensions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = re.findall(
        r"(.*(?:sphinx|myst).*)>=([\d.]+),<([\d.]+)", "\n".join(project["dependencies"])
    )
    python = project["requires-python"].removeprefix(">=")
    others = ", ".join(f"{name} {least} (below {limit})" for name, least, limit in bounds)
    return f"It needs Python {python}, {others}, or later.\n"


def roles() -> str:
    """Return the list of roles, one for each kind."""
    return f"{', '.join(f'`` {{{kind.name}}}`…` ``' for kind in KINDS)}.\n"


def files_of_api() -> str:
    """Return the list of the files of the API."""
    return f"{names_of(f'{kind.folder}.json' for kind in KINDS)}.\n"


def variables() -> str:
    """Return the list of the CSS variables that have a comment in the style sheet."""
    sheet = (STATIC / "symposium.css").read_text(encoding="utf-8")
    rows = re.findall(RE_VARIABLE, sheet, re.MULTILINE)
    return "".join(f"- `{name}`: {about}\n" for name, about in rows)


def parts_of_plugins() -> str:
    """Return the table of the parts of plugins, from the docstrings of their classes."""
    rows = []
    for name in plugin.__all__:
        about, _, where = (inspect.getdoc(getattr(plugin, name)) or "").partition("\n\n")
        if where:
            rows.append(f"`{name}` | {_phrase(about)} | {_phrase(where)}")
    return _table("part | what it is | where it appears", rows)


def options_of(directive: type[SphinxDirective]) -> str:
    """Return the table of the options of a directive, from its docstring.

    Raises:
        ValueError: if the docstring leaves out an option.
    """
    paragraph = (inspect.getdoc(directive) or "").split("\n\n")[1]
    options = [option.split(": ", 1) for option in re.split(r"\n(?=``:)", paragraph)]
    names = re.findall(r":([a-z]+):", " ".join(name for name, _ in options))
    takes_any = isinstance(directive.option_spec, AnyOptions)
    if not takes_any and {*names} != {*(directive.option_spec or {})}:
        raise ValueError(f"{directive.__name__} explains {names}")
    return _table(
        "option | meaning", [f"{_phrase(name)} | {_phrase(text)}" for name, text in options]
    )


def _table(head: str, rows: Iterable[str]) -> str:
    line = "|---" * (head.count("|") + 1)
    return "".join(f"| {row} |\n" for row in (head, *rows)).replace(" |\n", f" |\n{line}|\n", 1)


def _phrase(text: str) -> str:
    """Return a sentence of a docstring as a phrase for a cell."""
    phrase = " ".join(text.split()).replace("``", "`").removesuffix(".")
    return phrase[:1].lower() + phrase[1:]


RE_VARIABLE = r"^  (--sy-[\w-]+): .*; /\* (.+) \*/$"
TABLES: Mapping[str, tuple[Callable[[], str], ...]] = {
    "papers.md": (read_fields,),
    "citing-and-linking.md": (roles,),
    "listings.md": (lambda: options_of(ListingDirective), selected),
    "events-and-talks.md": (lambda: options_of(ScheduleDirective),),
    "publishing.md": (options,),
    "existing-documentation.md": (versions,),
    "extending.md": (variables, parts_of_plugins),
    "api.md": (files_of_api,),
}
"""Functions that return the tables of a page of the guide, in order, by page."""


def with_tables(name: str, page: str) -> str:
    """Return a page of the guide with new tables between the marks."""
    before, *rest = page.split(BEGIN)
    tables = [
        f"{BEGIN}\n\n{make()}\n{END}{part.partition(END)[2]}"
        for make, part in zip(TABLES[name], rest, strict=True)
    ]
    return "".join((before, *tables))


def main() -> None:
    """Write the tables and pages."""
    for name in TABLES:
        path = ROOT / "guide" / name
        path.write_text(with_tables(name, path.read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in field_pages.pages().items():
        (ROOT / "guide" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
