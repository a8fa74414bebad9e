"""The user's cache: results that are kept for the next time, and that may be deleted.

It lies in no project, for anybody may have written the files of one.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import suppress
from pathlib import Path

VARIABLE = "SYMPOSIUM_CACHE_DIR"
"""The variable that names the folder; if it is empty, nothing is kept."""
PRIVATE = 0o700
"""What may be done with the folder, and by whom."""
KEPT = 90 * 86_400.0
"""Seconds after which something is forgotten that nobody has used."""


def user_cache(*names: str) -> Path | None:
    """Return a folder of the cache; ``None`` to keep nothing.

    The cache is made for its user alone. One that belongs to somebody else is not used: compiled
    templates are read from it, which are code.
    """
    home = os.environ.get(VARIABLE)
    if home is None:
        with suppress(RuntimeError):
            home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
            home = str(Path(home, "symposium"))
    return Path(home, *names) if home and _is_own(Path(home)) else None


def _is_own(home: Path) -> bool:
    """Make the folder if it is missing, and close it to others; tell whether it is this user's."""
    try:
        home.mkdir(PRIVATE, parents=True, exist_ok=True)
        known = home.stat()
        if hasattr(os, "geteuid") and known.st_uid != os.geteuid():
            return False
        if stat.S_IMODE(known.st_mode) != PRIVATE:
            home.chmod(PRIVATE)
    except OSError:
        return False
    return True


def forget_others(folder: Path) -> None:
    """Remove what lies beside a folder and was not used for long; note that this one was."""
    with suppress(OSError):
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)
