"""Find ical.js, or install it where that can be done; say in one line what was found.

It is the second reader of calendars in the tests. It needs node, and npm to be installed: those of
the machine, else those of a wheel. Where it cannot be had its tests are skipped, and fail under
``CI=true``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from support.paths import ROOT

sys.path.append(str(ROOT / "tools"))

from node_tools import install, is_installed, modules, tool

PINNED = Path(__file__).with_name("node")
"""Says which version, and how its content hashes."""
MODULE = modules(PINNED) / "ical.js" / "dist" / "ical.js"


def find() -> tuple[list[str], Path] | None:
    """Return what runs node, and the module, as it is pinned; ``None`` where either is missing."""
    node = tool("node")
    if node is None or not MODULE.is_file() or not is_installed(PINNED):
        return None
    return node, MODULE


def main() -> None:
    """Make sure that there is ical.js, if it can be had."""
    if find() is None:
        print("tests: installing ical.js …", flush=True)
        install(PINNED)
    found = find()
    print(f"tests: ical.js {found[1]}" if found else "tests: no ical.js, its tests are skipped")


if __name__ == "__main__":
    main()
