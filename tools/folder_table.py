"""The table of folders in docs/CONTRIBUTING.md, made from the first sentences of the packages.

``python tools/folder_table.py`` rewrites it; a test checks that it is up to date.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "_ext" / "symposium"
IMPORTERS = ROOT / "_ext" / "symposium_import"
PAGE = ROOT / "docs" / "CONTRIBUTING.md"

BEGIN, END = "<!-- begin: made by tools/folder_table.py -->\n", "<!-- end -->\n"
WITHOUT_CODE = {
    "locale/ar/": "Arabic, which is begun; it shows that pages from right to left are right.",
    "locale/de/": "German, which is complete.",
    "pages/citing/styles/": "Styles of CSL for formatted references, as they are published.",
    "pages/templates/": "The templates of pages, one for each kind.",
    "pages/templates/indexes/": "The lists of all records of a kind.",
    "pages/templates/macros/": "What several templates share: items of lists, people, programmes.",
    "schemas/": "The JSON Schema of the API, as it is promised.",
    "sphinxext/templates/": "What is ours in the pages of the theme.",
    "symposium_import/templates/": "What `symposium new` writes.",
    "web/guest/": "What is published in documentation of others only.",
    "web/static/": "What is published in every site.",
}
"""Folders without Python; subfolders not named here are included."""


def table() -> str:
    """Return the table.

    Raises:
        ValueError: if a folder is neither a package nor described here.
    """
    rows = {**dict(_described()), **WITHOUT_CODE}
    lines = [f"| `{path}` | {rows[path]} |" for path in sorted(rows)]
    return "\n".join(
        ["| in `_ext/symposium/`, or in `_ext/` | what is in it |", "|---|---|", *lines, ""]
    )


def with_table(text: str) -> str:
    """Return the text of the page with a new table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _described() -> Iterator[tuple[str, str]]:
    """Yield packages and top-level modules, each with its first sentence."""
    for file in sorted(PACKAGE.glob("*.py")):
        yield file.name, _sentence(file)
    for folder in sorted(path for path in PACKAGE.rglob("*") if path.is_dir()):
        path = f"{folder.relative_to(PACKAGE).as_posix()}/"
        if (folder / "__init__.py").is_file():
            yield path, _sentence(folder / "__init__.py")
        elif not path.startswith(tuple(WITHOUT_CODE)) and _has_files(folder):
            raise ValueError(f"say in tools/folder_table.py what is in {path}")
    for file in sorted(IMPORTERS.rglob("__init__.py")):
        yield f"{file.parent.relative_to(IMPORTERS.parent).as_posix()}/", _sentence(file)


def _has_files(folder: Path) -> bool:
    return folder.name != "__pycache__" and any(path.is_file() for path in folder.iterdir())


def _sentence(file: Path) -> str:
    """Return the first sentence of a module's docstring, in Markdown."""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    first = " ".join(docstring.split("\n\n")[0].split())
    end = first.find(". ")
    return (first if end < 0 else first[: end + 1]).replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
