"""Builds of one project by the real Sphinx, in processes of their own: themes leave traces.

Run as a script it reads plans from its input: for each build which files to write before it. The
first, which is without us, and the second have processes of their own; the others share one.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from io import StringIO
from pathlib import Path
from typing import Any

RE_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
RE_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@dataclass(frozen=True)
class Plan:
    """One build: what is written before it (``None``: removed), and where it goes."""

    name: str
    files: Mapping[str, str | None]
    out: str


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


def build(root: Path, plans: Sequence[Plan], modules: Iterable[str] = ()) -> None:
    """Build a project, whose documents lie in ``docs/``, as often as there are plans.

    The first of them is without us.
    """
    given = json.dumps([vars(plan) for plan in plans])
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, str(root), *modules]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr


def result(root: Path, name: str) -> HostBuilt:
    """Return what came of one of the builds of a project."""
    made = json.loads((root / "out" / f"{name}.json").read_text())
    kept = root / "out" / f"{name}.kept"
    shown = RE_COLOUR.sub("", made["warnings"]).replace(f"{root}/", "")
    return HostBuilt(
        kept,
        made["status"],
        tuple(line for line in shown.splitlines() if line.strip()),
        tuple(made["read"]),
        made["config"],
        {name: (kept / name).read_bytes() for name in made["times"]},
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


def _build_here(root: Path, outdir: Path) -> dict[str, Any]:
    from sphinx.application import Sphinx
    from sphinx.builders.html._assets import _file_checksum_inner
    from sphinx.locale import translators
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    # What a process of its own would start without.
    _file_checksum_inner.cache_clear()
    translators.clear()
    status, warning = StringIO(), StringIO()
    code, config = 2, {}
    docs = root / "docs"
    try:
        with patch_docutils(docs), docutils_namespace():
            app = Sphinx(
                docs, docs, outdir, outdir.with_suffix(".doctrees"), "html",
                status=status, warning=warning,
            )  # fmt: skip
            app.build()
        code = app.statuscode
        config = {name: shown(getattr(app.config, name)) for name in app.config._options}
    except BaseException:  # noqa: BLE001 - it is reported as what came of the build
        warning.write(traceback.format_exc())
    said = RE_COLOUR.sub("", status.getvalue())
    return {
        "status": code,
        "warnings": warning.getvalue(),
        "read": re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", said),
        "config": config,
        "times": {
            path.relative_to(outdir).as_posix(): path.stat().st_mtime_ns
            for path in outdir.rglob("*")
            if path.is_file()
        },
    }


def _know_packages() -> None:
    """Read only once what plug-ins are installed: each build asks two dozen times."""
    metadata.entry_points = metadata.entry_points().select


def _keep(root: Path, plan: Mapping[str, Any]) -> None:
    """Build, and keep what came of it: the next build may change it."""
    write(root, plan["files"])
    out = root / "out"
    made = _build_here(root, out / plan["out"])
    shutil.copytree(out / plan["out"], out / f"{plan['name']}.kept")
    (out / f"{plan['name']}.json").write_text(json.dumps(made))


def _main(root: Path, modules: Sequence[str]) -> None:
    gc.set_threshold(50_000, 20, 20)
    _know_packages()
    for name in ("sphinx.application", "sphinx.builders.html", "sphinxcontrib.bibtex", *modules):
        import_module(name)
    if "myst_nb" in modules:
        import_module("myst_nb.sphinx_ext")  # it does so when it is set up
    (root / "out").mkdir(exist_ok=True)
    first, second, *others = json.load(sys.stdin)
    for plans in ([first], [second], others):
        child = os.fork()
        if not child:
            for plan in plans:
                _keep(root, plan)
            os._exit(0)
        _, ended = os.waitpid(child, 0)
        if ended:
            sys.exit(f"a build of {[plan['name'] for plan in plans]} ended with {ended}")
        import_module("symposium.sphinxext")  # the first build has been without us


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])
