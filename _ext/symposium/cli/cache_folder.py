"""Where a command keeps what it found out about a project, for the next time."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

VARIABLE = "SYMPOSIUM_CACHE_DIR"
"""The variable that names the folder; if it is empty, nothing is kept."""
PROJECTS = "checked-projects"
KEPT = 90 * 86_400.0
"""Seconds after which a project is forgotten that nobody has checked."""


def cache_folder(root: Path) -> Path | None:
    """Return the folder of what is known of the project in ``root``; ``None`` to keep nothing.

    It lies in the user's own cache, not in the project, whose files anybody may have written.
    """
    home = os.environ.get(VARIABLE)
    if home is None:
        with suppress(RuntimeError):
            home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
            home = str(Path(home, "symposium"))
    if not home:
        return None
    name = blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()
    return Path(home, PROJECTS, name)


def forget_others(folder: Path) -> None:
    """Remove what is kept of projects that nobody has checked for long; note that of this one."""
    with suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)
