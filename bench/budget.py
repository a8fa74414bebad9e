"""How large the project is, beside what it may be: ``make budget``.

`budget.json` has the figures that a test holds the project to: none may rise, and one that has
fallen is entered with ``python bench/budget.py --lower``. Whoever needs lines in one place finds
them in another.
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
"""What no build of a site needs."""
GOALS = {
    "Python in all": 55_000, "Python of the core": 45_000, "files of Python": 420,
    "scripts and styles": 8_500, "tests": 40_000, "words of the guide": 38_000,
    "entries at the top": 30,
}  # fmt: skip
"""What each figure is to become."""


def tracked() -> list[str]:
    """Return the paths of the files that git knows, or would add."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    names = sorted(set(listed.decode().strip("\0").split("\0")))
    return [name for name in names if (ROOT / name).is_file()]


def lines(names: Iterable[str]) -> int:
    """Return the lines of files, blank ones too."""
    return sum((ROOT / name).read_bytes().count(b"\n") for name in names)


def figures() -> dict[str, int]:
    """Return each figure by its name; those of packages are lines of Python."""
    names = tracked()
    code = [name for name in names if name.startswith((f"{CODE}/", f"{IMPORTERS}/"))]
    python = [name for name in code if name.endswith(".py")]
    web = [name for name in code if name.startswith(f"{CODE}/web/static/")]
    guide = [name for name in names if name.startswith("guide/") and name.endswith(".md")]
    found = {
        "Python in all": lines(python),
        "Python of the core": lines(one for one in python if not one.startswith(OUTSIDE_CORE)),
        "files of Python": len(python),
        "scripts and styles": lines(one for one in web if one.endswith((".js", ".css"))),
        "templates": lines(one for one in code if "/templates/" in one),
        "tests": lines(one for one in names if one.startswith("tests/") and one.endswith(".py")),
        "words of the guide": sum(len((ROOT / one).read_text("utf-8").split()) for one in guide),
        "entries at the top": len({name.partition("/")[0] for name in names}),
    }
    for package in sorted(set(map(package_of, python))):
        found[package] = lines(one for one in python if package_of(one) == package)
    return found


def package_of(name: str) -> str:
    """Return the package that a file belongs to, or its module at the top.

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


def faults(found: Mapping[str, int], known: Mapping[str, int]) -> list[str]:
    """Return what is wrong with figures, beside those that are allowed."""
    risen = [
        f"{name}: {known.get(name, 0):,} → {now:,}: find as much elsewhere, and take it away"
        for name, now in found.items()
        if now > known.get(name, 0)
    ]
    fallen = [name for name, before in known.items() if found.get(name, 0) < before]
    lower = "python bench/budget.py --lower"
    return risen + [f"{name} has fallen: enter it with {lower}" for name in fallen]


def main() -> int:
    """Print the figures, or enter those that have fallen; return what a process ends with."""
    found = figures()
    known = allowed() if TABLE.is_file() else found
    if "--lower" in sys.argv[1:]:
        lowered = {name: min(now, known.get(name, now)) for name, now in found.items()}
        TABLE.write_text(json.dumps(lowered, indent=1) + "\n", "utf-8")
        return 0
    print(f"{'':30}{'now':>9}{'allowed':>9}{'goal':>9}")
    for name, now in found.items():
        goal = f"{GOALS[name]:,}" if name in GOALS else ""
        print(f"{name:30}{now:>9,}{known.get(name, 0):>9,}{goal:>9}")
    wrong = faults(found, known)
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
