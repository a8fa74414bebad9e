"""Cost of a command: wall time, CPU time and peak memory of all its processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

INTERVAL = 0.05
"""Least seconds between two samples of memory; a shorter peak may be missed."""
SHARE = 0.05
"""Share of a processor that sampling may take, as it is slow for large processes."""


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


def sum_of(costs: Sequence[Cost]) -> Cost:
    """Return the cost of commands that run one after another; the output is that of the first."""
    wall, cpu = sum(cost.wall for cost in costs), sum(cost.cpu for cost in costs)
    memory, code = max(cost.memory for cost in costs), max(cost.code for cost in costs)
    return Cost(wall, cpu, memory, code, costs[0].output)


def run(command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None) -> Cost:
    """Run a command in a session of its own; return its cost.

    The CPU time of children is included only if their parent waits for them, as Python's process
    pools do.
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
            # CPU time, not wall time: on a busy machine, a sample would cause a long sleep.
            looked = time.thread_time()
            peak = max(peak, memory_of_session(process.pid))
            time.sleep(max(INTERVAL, (time.thread_time() - looked) / SHARE))
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # wait4 has reaped it
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode, text)


def memory_of_session(session: int) -> int:
    """Return the memory of a session's processes in bytes; shared pages count once."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name of a process may have spaces and brackets; the other fields follow it.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session:
                total += proportional_size((folder / "smaps_rollup").read_text())
        except OSError:
            continue  # it has just ended
    return total


def proportional_size(rollup: str) -> int:
    """Return the value of ``Pss:`` in a ``smaps_rollup``, in bytes.

    >>> proportional_size("Rss:  90 kB\\nPss:  12 kB\\nPss_Dirty: 3 kB\\n")
    12288
    """
    for line in rollup.splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def state_of_folder(folder: Path) -> dict[str, tuple[int, int]]:
    """Return modification time and inode of each file below a folder, by path."""
    states: dict[str, tuple[int, int]] = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)  # noqa: PTH118 - for 200,000 files
            stat = os.stat(path)  # noqa: PTH116 - the same
            states[path] = (stat.st_mtime_ns, stat.st_ino)
    return states


def changes(before: Mapping[str, tuple[int, int]], after: Mapping[str, tuple[int, int]]) -> int:
    """Return the number of files written, added or removed between two states."""
    return len(before.keys() - after.keys()) + sum(
        before.get(path) != state for path, state in after.items()
    )


def file_system(folder: Path) -> str:
    """Return the type of the file system of a folder, or ``unknown``."""
    try:
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown"
    mounts = [(Path(line.split()[1]), line.split()[2]) for line in lines]
    fitting = [mount for mount in mounts if folder.resolve().is_relative_to(mount[0])]
    return max(fitting, key=lambda mount: len(mount[0].parts))[1] if fitting else "unknown"


def size_of_folder(folder: Path, leave_out: str = "") -> tuple[int, int]:
    """Return the number of files below a folder and their size in bytes.

    ``leave_out`` names a direct subfolder that is not counted.
    """
    files = size = 0
    for parent, folders, names in os.walk(folder):
        if leave_out in folders and Path(parent) == folder:
            folders.remove(leave_out)
        for name in names:
            files += 1
            size += os.stat(os.path.join(parent, name)).st_size  # noqa: PTH116, PTH118 - the same
    return files, size
