"""The pages of the guide on templates: what of them follows from the code.

``python tools/template_tables.py`` writes the blocks of ``guide/templates.md``, and the page of
functions, again; a test compares them with the code, and the names with what templates are given.
"""

from __future__ import annotations

import inspect
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "_ext"))

from symposium.kinds.records import Records  # noqa: E402 - the package of this checkout
from symposium.knowledge import NO_MENTIONS, build  # noqa: E402
from symposium.pages import Pages, Urls  # noqa: E402
from symposium.pages.template_environment import FOLDER  # noqa: E402

PAGE = ROOT / "guide" / "templates.md"
ON_ALL = "On all pages"
"""The heading of the blocks and names of ``page.html``."""
OF_RECORDS = "Pages of records"
RE_BLOCKS = re.compile(r"## (?:`(\w[\w-]*\.html)`|" + ON_ALL + r")\n\n(Blocks: .*\n\n)?")
RE_NAME = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
RE_ALSO = re.compile(r"^Also (.*)\.$", re.MULTILINE)
"""Names that explain themselves, each group with its type."""
TREE = """\
```{toctree}
:hidden:

templates/functions
```
"""
FUNCTIONS = ROOT / "guide" / "templates" / "functions.md"
HEAD_OF_FUNCTIONS = """\
# Functions of templates

[Templates](../templates.md) can call these functions.

| name | what it returns |
|---|---|
"""


def page() -> str:
    """Return the page."""
    text = PAGE.read_text(encoding="utf-8").partition("## Other templates\n")[0]
    text = RE_BLOCKS.sub(
        lambda m: m[0].partition("\n")[0] + "\n\n" + _line(m[1] or "page.html"), text
    )
    told = {"gathering.html", "page.html", *(one[1] for one in RE_BLOCKS.finditer(text))}
    others = sorted({one.name for one in FOLDER.glob("*.html")} - told)
    rows = ((name, blocks(name)) for name in others)
    text += "## Other templates\n\n| template | blocks |\n|---|---|\n"
    text += "".join(f"| `{name}` | {found} |\n" for name, found in rows if found)
    return f"{text}\n{TREE}"


def blocks(template: str) -> str:
    """Return the names of the blocks of a template, its own and those that it shares."""
    text = (FOLDER / template).read_text(encoding="utf-8")
    if '{% extends "gathering.html" %}' in text:
        text = (FOLDER / "gathering.html").read_text(encoding="utf-8") + text
    names = dict.fromkeys(re.findall(r"{%-? block (\w+)", text))
    return ", ".join(f"`{one}`" for one in names)


def _line(template: str) -> str:
    found = blocks(template)
    return f"Blocks: {found}.\n\n" if found else ""


def names() -> dict[str, set[str]]:
    """Return the names that the page lists, by its headings."""
    parts = re.split(r"^##+ (.+)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    headings = (one.strip("`") for one in parts[1::2])
    found = {}
    for heading, text in zip(headings, parts[2::2], strict=True):
        also = [re.sub(": `[^`]*`", "", line) for line in RE_ALSO.findall(text)]
        found[heading] = {*RE_NAME.findall(text), *re.findall(r"`(\w+)`", " ".join(also))}
    return found


def functions() -> str:
    """Return the page of the functions that templates may call."""
    kb, _ = build(Records())
    known: dict[str, Any] = Pages(kb, NO_MENTIONS, Urls()).functions()
    rows = [(name, _doc(known[name])) for name in sorted(known) if callable(known[name])]
    return HEAD_OF_FUNCTIONS + "".join(
        f"| `{name}{_signature(known[name])}` | {_cell(said)} |\n" for name, said in rows if said
    )


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("``", "`")


def _plain(function: Any) -> Any:
    """Return the function behind what remembers its results, or is given some arguments."""
    while isinstance(function, partial) or hasattr(function, "__wrapped__"):
        function = function.func if isinstance(function, partial) else function.__wrapped__
    return function


def _doc(function: Any) -> str:
    first = (inspect.getdoc(_plain(function)) or "").partition("\n")[0]
    return first.removeprefix("Return ").removeprefix("Yield ").removesuffix(".")


def _signature(function: Any) -> str:
    arguments = [
        one.name
        for one in inspect.signature(function).parameters.values()
        if one.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return f"({', '.join(arguments)})"


def pages() -> dict[Path, str]:
    """Return the pages by their files."""
    return {PAGE: page(), FUNCTIONS: functions()}


def main() -> None:
    """Write them."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
