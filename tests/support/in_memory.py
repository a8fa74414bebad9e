"""Temporary files in memory, where there is room: builds write many small files, and disks wait.

What all processes of a run can use is made once: bytecode, and compiled templates.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from symposium.model.user_cache import VARIABLE

from support.paths import ROOT

MEMORY = Path("/dev/shm")  # noqa: S108 - what Linux calls its file system in memory
ENOUGH = 6_000_000_000
"""Bytes that must be free in it, and in the machine; the tests were seen to use 0.8 GB."""


def use_memory() -> None:
    """Let this process and its children make temporary files there, unless ``TMPDIR`` is set."""
    if "TMPDIR" not in os.environ and _has_room():
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # it is asked for again


def keep_bytecode() -> None:
    """Let the processes of this run share what modules are compiled to, where nobody keeps it.

    They are hundreds, and each would compile the package anew. Runs share it, too: compiling the
    tests takes more than half of collecting them.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "_build" / "bytecode")


def share_cache() -> None:
    """Let the builds of this run share the user's cache: compiled templates are half of a build.

    What anybody has kept before is unknown to them. A test of what is stored without such a cache,
    or in one of its own, names another folder.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="cache-")
        atexit.register(shutil.rmtree, os.environ[VARIABLE], ignore_errors=True)


def _has_room() -> bool:
    try:
        known = os.statvfs(MEMORY)
        lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
    except (OSError, AttributeError):
        return False  # not on Linux
    # Containers often have a small one, from which nothing may be run.
    usable = os.access(MEMORY, os.W_OK) and not known.f_flag & os.ST_NOEXEC
    sizes = dict(line.split(":") for line in lines)
    available = int(sizes.get("MemAvailable", "0 kB").split()[0]) * 1024
    return usable and min(known.f_bavail * known.f_frsize, available) >= ENOUGH
