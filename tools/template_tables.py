"""The page of the guide on templates, made from the code: blocks, names and functions.

``python tools/template_tables.py`` writes ``guide/templates.md`` again; a test compares it with
what is made here.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "_ext"))

from symposium.kinds.records import Records  # noqa: E402 - the package of this checkout
from symposium.knowledge import NO_MENTIONS, build  # noqa: E402
from symposium.pages import Pages, Urls, site_template_names, template_names  # noqa: E402
from symposium.pages.template_environment import FOLDER  # noqa: E402

PAGE = ROOT / "guide" / "templates.md"
HEAD = """\
# Templates: blocks and names

[Your own template](extending.md#own-templates) can replace one of ours, or some of its blocks.
This page lists the blocks of each template and the names that it can use. The changelog lists
every change to them. Macros, classes and files that are not listed here may change at any time.

Records have the fields that [front matter](fields.md) and the bibliography give them, and an
`id`. `Ids` are ids of records, `Counts` are pairs of an id and a number, `Titles` of an id and a
title, `Links` of words and an address.

"""
SHARED = (
    ("## On all pages", "PageNames", "page.html"),
    ("### Pages of records", "RecordNames", ""),
)


def page() -> str:
    """Return the page."""
    text = HEAD
    for heading, name, template in SHARED:
        text += f"{heading}\n\n{blocks(template) if template else ''}{table(name)}\n"
    for template, names in site_template_names.TEMPLATES.items():
        text += f"## `{template}`\n\n{blocks(template)}{table(names.__name__)}\n"
    text += f"## `indexes/…`\n\nThe lists of all records of a kind.\n\n{table('IndexNames')}\n"
    others = sorted({one.name for one in FOLDER.glob("*.html")} - {*site_template_names.TEMPLATES})
    with_blocks = [(name, found) for name in others if (found := blocks(name))]
    text += "## Other templates\n\n| template | blocks |\n|---|---|\n"
    text += "".join(f"| `{name}` | {_bare(found)} |\n" for name, found in with_blocks)
    return f"{text}\n## Functions\n\n| name | what it returns |\n|---|---|\n{functions()}"


def blocks(template: str) -> str:
    """Return the names of the blocks of a template, in its order."""
    text = (FOLDER / template).read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r"{%-? block (\w+)", text))
    return f"Blocks: {', '.join(f'`{one}`' for one in names)}.\n\n" if names else ""


def _bare(found: str) -> str:
    return found.removeprefix("Blocks: ").removesuffix(".\n\n")


def table(name: str) -> str:
    """Return the table of the names that a class lists."""
    rows = "".join(
        f"| `{one}` | `{_type(of)}` | {_cell(said)} |\n" for one, of, said in attributes(name)
    )
    return f"| name | type | what it is |\n|---|---|---|\n{rows}"


def attributes(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and description of each attribute of a class that lists names."""
    modules = map(inspect.getsource, (template_names, site_template_names))
    nodes = [node for text in modules for node in ast.parse(text).body]
    (found,) = [n for n in nodes if isinstance(n, ast.ClassDef) and n.name == name]
    for node, after in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            text = str(said.value) if isinstance(said, ast.Constant) else ""
            yield node.target.id, ast.unparse(node.annotation), " ".join(text.split())


def _type(text: str) -> str:
    found = re.sub(r"NotRequired\[(.*)\]", r"\1", text)
    return found.replace("|", "or")


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("``", "`")


def functions() -> str:
    """Return the rows of the functions that templates may call."""
    kb, _ = build(Records())
    known: dict[str, Any] = Pages(kb, NO_MENTIONS, Urls()).functions()
    rows = [(name, _doc(known[name])) for name in sorted(known) if callable(known[name])]
    return "".join(
        f"| `{name}{_signature(known[name])}` | {_cell(said)} |\n" for name, said in rows if said
    )


def _plain(function: Any) -> Any:
    """Return the function behind what remembers its results, or is given some arguments."""
    while isinstance(function, partial) or hasattr(function, "__wrapped__"):
        function = function.func if isinstance(function, partial) else function.__wrapped__
    return function


def _doc(function: Any) -> str:
    first = (inspect.getdoc(_plain(function)) or "").partition("\n")[0]
    return first.removeprefix("Return ").removeprefix("Yield ").removesuffix(".")


def _signature(function: Any) -> str:
    names = [
        one.name
        for one in inspect.signature(function).parameters.values()
        if one.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return f"({', '.join(names)})"


def main() -> None:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
