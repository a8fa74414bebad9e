"""The user's cache: results that are kept for the next run, and that may be deleted.

It lies outside of projects, because their files may come from anybody.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import suppress
from pathlib import Path

VARIABLE = "SYMPOSIUM_CACHE_DIR"
"""The environment variable that names the folder; if it is empty, nothing is kept."""
PRIVATE = 0o700
"""The mode of the folder, which is for its owner alone."""
KEPT = 90 * 86_400.0
"""Seconds after which unused results are removed."""


def user_cache(*names: str) -> Path | None:
    """Return a folder of the cache; ``None`` to keep nothing.

    The cache is private to its user. One that belongs to somebody else is not used, because
    compiled templates, which are code, are read from it.
    """
    home = os.environ.get(VARIABLE)
    if home is None:
        with suppress(RuntimeError):
            home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
            home = str(Path(home, "symposium"))
    return Path(home, *names) if home and _is_own(Path(home)) else None


def _is_own(home: Path) -> bool:
    """Make the folder if need be and close it to others; tell whether this user owns it."""
    try:
        home.mkdir(PRIVATE, parents=True, exist_ok=True)
        status = home.stat()
        if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            return False
        if stat.S_IMODE(status.st_mode) != PRIVATE:
            home.chmod(PRIVATE)
    except OSError:
        return False
    return True


def forget_others(folder: Path) -> None:
    """Mark a folder as used, and remove its neighbours that were not used for long."""
    with suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)
