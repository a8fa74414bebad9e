"""What a command costs: wall time, CPU time and peak memory of all its processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

INTERVAL = 0.05
"""Seconds between two looks at the memory. A peak shorter than that may be missed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one run of a command."""

    wall: float
    """Seconds from start to end."""
    cpu: float
    """Seconds of user and system time of the command and all its children."""
    memory: int
    """Largest sum over the processes of their proportional set sizes, in bytes; 0 if unknown."""
    code: int
    output: str
    """Standard output and standard error."""


def run(command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None) -> Cost:
    """Run ``command`` in a session of its own and return what it cost.

    The kernel adds the CPU time of children only when their parent has waited for them, which
    Python's process pools do.
    """
    with TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=dict(env) if env is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        peak = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, memory_of_session(process.pid))
            time.sleep(INTERVAL)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # wait4 has reaped it
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode, text)


def memory_of_session(session: int) -> int:
    """Return the bytes that the processes of a session use; shared pages count once in all."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name of a process may hold spaces and brackets: what counts follows the last one.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session:
                total += proportional_size((folder / "smaps_rollup").read_text())
        except OSError:
            continue  # it has just ended
    return total


def proportional_size(rollup: str) -> int:
    """Return the bytes of the line ``Pss:`` of a ``smaps_rollup``.

    >>> proportional_size("Rss:  90 kB\\nPss:  12 kB\\nPss_Dirty: 3 kB\\n")
    12288
    """
    for line in rollup.splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def size_of_folder(folder: Path) -> tuple[int, int]:
    """Return the number of files below ``folder`` and the sum of their bytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)
