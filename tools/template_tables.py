"""Reference parts of the guide about templates, generated from the code.

``python tools/template_tables.py`` rewrites the blocks in ``guide/templates.md`` and the page of
functions. A test checks that these are up to date, and that the names are those of templates.
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
"""Heading of the blocks and names of ``page.html``."""
OF_RECORDS = "Pages of records"
RE_BLOCKS = re.compile(r"## (?:`(\w[\w-]*\.html)`|" + ON_ALL + r")\n\n(Blocks: .*\n\n)?")
RE_NAME = re.compile(r"^- `(\w+)`:", re.MULTILINE)
RE_ALSO = re.compile(r"^Also (.*)\.$", re.MULTILINE)
"""Names without an explanation."""
TREE = """\
```{toctree}
:hidden:

templates/functions
```
"""
FUNCTIONS = ROOT / "guide" / "templates" / "functions.md"
HEAD_OF_FUNCTIONS = """\
# Functions of templates

What [templates](../templates.md) can call, and what it returns.

"""


def page() -> str:
    """Return the page about templates."""
    text = PAGE.read_text(encoding="utf-8").partition("## Other templates\n")[0]
    text = RE_BLOCKS.sub(
        lambda m: m[0].partition("\n")[0] + "\n\n" + _line(m[1] or "page.html"), text
    )
    described = {"page.html", *(match[1] for match in RE_BLOCKS.finditer(text))}
    others = sorted({path.name for path in FOLDER.glob("*.html")} - described)
    rows = ((name, blocks(name)) for name in others)
    text += "## Other templates\n\n"
    text += "".join(f"- `{name}`: {block_names}\n" for name, block_names in rows if block_names)
    return f"{text}\n{TREE}"


def blocks(template: str) -> str:
    """Return the names of the blocks that a template has or fills, in its order."""
    text = (FOLDER / template).read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r"{%-? block (\w+)", text))
    return ", ".join(f"`{name}`" for name in names)


def _line(template: str) -> str:
    block_names = blocks(template)
    return f"Blocks: {block_names}.\n\n" if block_names else ""


def names() -> dict[str, set[str]]:
    """Return the names listed on the page, by heading."""
    parts = re.split(r"^##+ (.+)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    headings = (heading.strip("`") for heading in parts[1::2])
    listed = {}
    for heading, text in zip(headings, parts[2::2], strict=True):
        also = " ".join(RE_ALSO.findall(text))
        listed[heading] = {*RE_NAME.findall(text), *re.findall(r"`(\w+)`", also)}
    return listed


def functions() -> str:
    """Return the page about the functions of pages, and of the macros of works."""
    paths = (*FOLDER.glob("*.html"), FOLDER / "macros/works.html")
    texts = "".join(path.read_text(encoding="utf-8") for path in paths)
    kb, _ = build(Records())
    table: dict[str, Any] = Pages(kb, NO_MENTIONS, Urls()).functions()
    rows = [
        (name, _doc(table[name]))
        for name in sorted({*re.findall(r"\w+", texts)} & {*table})
        if callable(table[name])
    ]
    return HEAD_OF_FUNCTIONS + "".join(
        f"- `{name}{_signature(table[name])}`: {summary}\n" for name, summary in rows if summary
    )


def _plain(function: Any) -> Any:
    """Return the function behind caches and partial applications."""
    while isinstance(function, partial) or hasattr(function, "__wrapped__"):
        function = function.func if isinstance(function, partial) else function.__wrapped__
    return function


def _doc(function: Any) -> str:
    first = (inspect.getdoc(_plain(function)) or "").partition("\n")[0]
    return first.removeprefix("Return ").removeprefix("Yield ").removesuffix(".").replace("``", "`")


def _signature(function: Any) -> str:
    arguments = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    return f"({', '.join(arguments)})"


def pages() -> dict[Path, str]:
    """Return the pages by path."""
    return {PAGE: page(), FUNCTIONS: functions()}


def main() -> None:
    """Write the pages."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
