"""Builds of one project by the real Sphinx, each in a process of its own: themes leave traces.

Run as a script it reads a plan from its input: for each build which files to write before it. What
takes long to import is imported once; then each build is a fork.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

BOOK = Path(sys.prefix) / ".book"
"""Where `make hosts` puts the theme that needs another version of pydata-sphinx-theme."""
RE_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
RE_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@dataclass(frozen=True)
class Plan:
    """One build: what is written before it (``None``: removed), and where it goes."""

    out: str
    files: Mapping[str, str | None]
    builder: str = "html"


@dataclass(frozen=True)
class HostBuilt:
    """What came of one build."""

    outdir: Path
    status: int
    """Of Sphinx; 2 where it ended with an exception, which is then among the warnings."""
    warnings: tuple[str, ...]
    read: tuple[str, ...]
    config: Mapping[str, str]
    files: Mapping[str, bytes]
    times: Mapping[str, int]

    def text(self, page: str) -> str:
        """Return a file."""
        return self.files[page].decode()

    def pages(self) -> set[str]:
        """Return the names of all HTML files."""
        return {name for name in self.files if name.endswith(".html")}

    def index(self) -> dict[str, Any]:
        """Return what the search of Sphinx knows."""
        text = self.text("searchindex.js").removeprefix("Search.setIndex(")
        found: dict[str, Any] = json.loads(text.rstrip().rstrip(";").removesuffix(")"))
        return found

    def titles(self) -> dict[str, str]:
        """Return the pages that the search of Sphinx knows, with their titles."""
        index = self.index()
        return dict(zip(index["docnames"], index["titles"], strict=True))


def write(root: Path, files: Mapping[str, str | bytes | None]) -> None:
    """Write files of a project; text is written as it is."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def build(root: Path, plans: Sequence[Plan], modules: Iterable[str] = ()) -> list[HostBuilt]:
    """Build a project, whose documents lie in ``docs/``, as often as there are plans."""
    given = json.dumps([vars(plan) for plan in plans])
    ours = [os.environ["PYTHONPATH"]] if os.environ.get("PYTHONPATH") else []
    extra = [str(BOOK)] if "sphinx_book_theme" in modules else []
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*extra, *ours]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, str(root), *modules]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return results(root, len(plans))


def results(root: Path, number: int) -> list[HostBuilt]:
    """Return what came of the first builds of a project."""
    return [_result(root / "out" / f"{one}.json", root) for one in range(number)]


def _result(path: Path, root: Path) -> HostBuilt:
    made = json.loads(path.read_text())
    shown = RE_COLOUR.sub("", made["warnings"]).replace(f"{root}/", "")
    outdir = Path(made["outdir"])
    return HostBuilt(
        outdir,
        made["status"],
        tuple(line for line in shown.splitlines() if line.strip()),
        tuple(made["read"]),
        made["config"],
        {name: Path(made["kept"], name).read_bytes() for name in made["times"]},
        made["times"],
    )


# From here on: what runs in the other process.


def shown(value: object) -> str:
    """Return what tells whether two values of a setting are the same."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {shown(one)}' for key, one in value.items())}}}"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    return RE_ADDRESS.sub("", repr(value))


def _build_here(root: Path, out: Path, builder: str) -> dict[str, Any]:
    from sphinx.application import Sphinx

    status, warning = StringIO(), StringIO()
    outdir = out / builder
    code, config = 2, {}
    try:
        app = Sphinx(
            root / "docs", root / "docs", outdir, out / "doctrees", builder,
            status=status, warning=warning,
        )  # fmt: skip
        app.build()
        code = app.statuscode
        config = {name: shown(getattr(app.config, name)) for name in app.config._options}
    except BaseException:  # noqa: BLE001 - it is reported as what came of the build
        warning.write(traceback.format_exc())
    said = RE_COLOUR.sub("", status.getvalue())
    return {
        "outdir": str(outdir),
        "status": code,
        "warnings": warning.getvalue(),
        "read": re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", said),
        "config": config,
    }


def _main(root: Path, modules: Sequence[str]) -> None:
    from importlib import import_module

    for name in ("sphinx.application", "sphinx.builders.html", "sphinxcontrib.bibtex", *modules):
        import_module(name)
    out = root / "out"
    out.mkdir(exist_ok=True)
    for number, plan in enumerate(json.load(sys.stdin)):
        write(root, plan["files"])
        kept, result = out / f"{number}.kept", out / f"{number}.json"
        shutil.rmtree(kept, ignore_errors=True)
        child = os.fork()
        if not child:
            made = _build_here(root, out / plan["out"], plan["builder"])
            outdir = Path(made["outdir"])
            outdir.mkdir(parents=True, exist_ok=True)
            shutil.copytree(outdir, kept)
            made["kept"] = str(kept)
            made["times"] = {
                path.relative_to(outdir).as_posix(): path.stat().st_mtime_ns
                for path in outdir.rglob("*")
                if path.is_file()
            }
            result.write_text(json.dumps(made))
            os._exit(0)
        _, ended = os.waitpid(child, 0)
        if ended:
            sys.exit(f"build {number} ended with {ended}")


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])
