"""Sizes of the project compared with their limits: ``make budget``.

A test checks the limits in `budget.json`: no figure may rise, and a lower one is entered with
``python bench/budget.py --lower``. Lines added in one place have to be removed in another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("budget.json")
CODE = "_ext/symposium"
IMPORTERS = "_ext/symposium_import"
OUTSIDE_CORE = (f"{IMPORTERS}/", f"{CODE}/editor/", f"{CODE}/mcp/")
"""Folders that builds of a site do not need."""
GOALS = {
    "Python in all": 55_000, "Python of the core": 45_000, "files of Python": 420,
    "scripts and styles": 8_500, "tests": 40_000, "words of the guide": 21_500,
    "entries at the top": 32,
}  # fmt: skip
"""Goals of the figures."""


def tracked() -> list[str]:
    """Return the paths of all files, except those that git ignores."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    names = sorted(set(listed.decode().strip("\0").split("\0")))
    return [name for name in names if (ROOT / name).is_file()]


def lines(names: Iterable[str]) -> int:
    """Return the number of lines in files, including blank ones."""
    return sum((ROOT / name).read_bytes().count(b"\n") for name in names)


def figures() -> dict[str, int]:
    """Return the figures by name; those of packages are lines of Python."""
    names = tracked()
    code = [name for name in names if name.startswith((f"{CODE}/", f"{IMPORTERS}/"))]
    python = [name for name in code if name.endswith(".py")]
    web = [name for name in code if name.startswith(f"{CODE}/web/static/")]
    tests = [name for name in names if name.startswith("tests/") and name.endswith(".py")]
    guide = [name for name in names if name.startswith("guide/") and name.endswith(".md")]
    counts = {
        "Python in all": lines(python),
        "Python of the core": lines(name for name in python if not name.startswith(OUTSIDE_CORE)),
        "files of Python": len(python),
        "scripts and styles": lines(name for name in web if name.endswith((".js", ".css"))),
        "templates": lines(name for name in code if "/templates/" in name),
        "tests": lines(tests),
        "words of the guide": sum(len((ROOT / name).read_text("utf-8").split()) for name in guide),
        "entries at the top": len({name.partition("/")[0] for name in names}),
    }
    for package in sorted(set(map(package_of, python))):
        counts[package] = lines(name for name in python if package_of(name) == package)
    return counts


def package_of(name: str) -> str:
    """Return the package of a file, or its module at the top.

    >>> package_of("_ext/symposium/pages/views/paper.py"), package_of("_ext/symposium/roles.py")
    ('symposium.pages', 'symposium.roles')
    """
    if name.startswith(f"{IMPORTERS}/"):
        return "symposium_import"
    return f"symposium.{name.removeprefix(f'{CODE}/').partition('/')[0].removesuffix('.py')}"


def allowed() -> dict[str, int]:
    """Return the committed figures."""
    table: dict[str, int] = json.loads(TABLE.read_text("utf-8"))
    return table


def faults(counts: Mapping[str, int], limits: Mapping[str, int]) -> list[str]:
    """Return messages about figures that differ from their limits."""
    risen = [
        f"{name}: {limits.get(name, 0):,} → {now:,}: find as much elsewhere, and take it away"
        for name, now in counts.items()
        if now > limits.get(name, 0)
    ]
    fallen = [name for name, before in limits.items() if counts.get(name, 0) < before]
    lower = "python bench/budget.py --lower"
    return risen + [f"{name} has fallen: enter it with {lower}" for name in fallen]


def main() -> int:
    """Print the figures, or enter lower ones as limits; return the exit status."""
    counts = figures()
    limits = allowed() if TABLE.is_file() else counts
    if "--lower" in sys.argv[1:]:
        lowered = {name: min(now, limits.get(name, now)) for name, now in counts.items()}
        TABLE.write_text(json.dumps(lowered, indent=1) + "\n", "utf-8")
        return 0
    print(f"{'':30}{'now':>9}{'allowed':>9}{'goal':>9}")
    for name, now in counts.items():
        goal = f"{GOALS[name]:,}" if name in GOALS else ""
        print(f"{name:30}{now:>9,}{limits.get(name, 0):>9,}{goal:>9}")
    wrong = faults(counts, limits)
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
