"""Run tests on each supported Python, with the oldest and with the newest packages allowed.

``python tools/matrix.py --pythons 3.11,3.14 --packages oldest -- tests/cli`` does a part.
Environments are made by uv in ``_build/matrix``. A Python that cannot be had is skipped, and a line
says so; under ``CI=true`` that is a failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "_build" / "matrix"
PACKAGES = {"oldest": "lowest-direct", "newest": "highest"}
"""Choices of packages, and the options of uv for them."""
SHOWN = (
    "sphinx", "docutils", "myst-parser", "sphinxcontrib-bibtex", "sphinx-design",
    "pydata-sphinx-theme", "icalendar", "typst",
)  # fmt: skip
TESTS = [
    f"tests/{name.replace('/', '/test_')}.py"
    for name in (
        "cli/cli", "editor/editor", "export/calendars", "export/network", "pages/cv_page",
        "pages/pages", "project/installed", "sphinxext/builds", "sphinxext/citations",
        "sphinxext/documents", "sphinxext/frame", "sphinxext/guest_rules",
        "sphinxext/missing_packages", "sphinxext/publishing", "sphinxext/safety",
    )
]  # fmt: skip
"""Tests that depend on other packages; `make test` runs all tests with the locked versions."""


def main() -> int:
    """Test the chosen combinations, and print a line for each; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pythons", required=True, metavar="3.11,3.12,…")
    parser.add_argument("--packages", default=",".join(PACKAGES), metavar="oldest,newest")
    parser.add_argument("tests", nargs="*", default=TESTS)
    arguments = parser.parse_args()
    if shutil.which("uv") is None:
        print("make matrix needs uv: pip install uv")
        return 1
    pairs = product(arguments.pythons.split(","), arguments.packages.split(","))
    results = {f"{python} {packages}": test(python, packages, arguments.tests)
               for python, packages in pairs}  # fmt: skip
    print("\n".join(f"{name}: {result}" for name, result in results.items()))
    bad = {"failed", "SKIPPED"} if os.environ.get("CI") == "true" else {"failed"}
    return any(result.split(":")[0] in bad for result in results.values())


def test(python: str, packages: str, tests: list[str]) -> str:
    """Return the result of the tests: ``passed``, ``failed`` or why they were skipped."""
    place = FOLDER / f"{python}-{packages}"
    place.parent.mkdir(parents=True, exist_ok=True)
    created = uv("venv", "--clear", "--python", python, str(place))
    if created.returncode:
        return f"SKIPPED: {created.stderr.strip().splitlines()[-1].strip()}"
    pins = f"{place}.txt"
    into = ["--python", str(place)]
    choice = ["--resolution", PACKAGES[packages]]
    steps = (
        ["pip", "compile", "-q", *into, *choice, "--extra", "all", "-o", pins, "pyproject.toml"],
        [
            "pip",
            "install",
            *into,
            "-c",
            pins,
            "--group",
            "test",
            "--group",
            "build",
            "-e",
            ".[all]",
        ],
    )
    for step in steps:
        done = uv(*step)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return f"failed: uv {' '.join(step[:2])}"
    lines = Path(pins).read_text(encoding="utf-8").splitlines()
    print(f"== Python {python}:", *(x for x in lines if x.split("==")[0] in SHOWN), flush=True)
    command = [str(place / "bin" / "python"), "-m", "pytest", "-n", "auto", *tests]
    return "failed" if subprocess.run(command, cwd=ROOT, check=False).returncode else "passed"  # noqa: S603


def uv(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run uv, without the active virtual environment."""
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    command = ["uv", *arguments]
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=kept, check=False, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
