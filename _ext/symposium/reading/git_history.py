"""The times of commits that changed files or added entries.

The folder may be untrusted, so no command in its configuration of git is run, and nothing is
fetched. Where git fails, the results are empty.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

COMMAND = (
    "git", "--no-pager", "--no-optional-locks", "--literal-pathspecs",
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat",
    "-c", "diff.external=", "-c", "log.showSignature=false", "-c", "log.follow=false",
    "-c", "log.showRoot=true", "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
)  # fmt: skip
"""Git without the commands that a repository may configure: a monitor of files, hooks, pagers,
programs that show differences or signatures, and transports to other repositories."""

LOG = (
    "log", "--first-parent", "-m", "--format=%x01%ct %P", "--name-only", "-z", "--relative",
    "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color",
    "--no-mailmap", "--ignore-submodules=all",
)  # fmt: skip
"""Files that a merge brought count as changed by the merge, which put them on this branch."""

KEPT = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_EXEC_PATH")
"""Beginnings of the variables for git that are kept: others may point to another repository."""

RE_ENTRY = re.compile(rb"^(?:\x01(\d+)|\+[ \t]*@\w+[ \t]*[{(][ \t]*([^\s,]+))", re.MULTILINE)
"""The time of a commit, or the cite key of an entry that it added."""

RE_COMMIT = re.compile(rb"(?:\A|\0)\x01(?=\d+ [\da-f ]*(?:\0|\Z))")
"""The beginning of a commit, which a file name cannot hold: that has no zero byte."""


class Changes(NamedTuple):
    """The times of the first and last changes, in seconds since 1970, by path below the folder."""

    first: Mapping[str, int]
    """Empty in a shallow clone, which lacks the first commits."""
    last: Mapping[str, int]


def changes(root: Path, paths: Iterable[str]) -> Changes:
    """Return when files were changed first and last.

    In a shallow clone, files without a change after its oldest commit are left out: that commit
    seems to have changed everything.
    """
    wanted = set(paths)
    if not wanted:
        return Changes({}, {})
    folders = sorted({path.partition("/")[0] for path in wanted})
    shallow = is_shallow(root)
    earliest: dict[str, int] = {}
    last: dict[str, int] = {}
    for seconds, first, names in _commits(_output(root, *LOG, "HEAD", "--", *folders)):
        if first and shallow:
            continue
        for name in wanted.intersection(names):
            # Clocks may differ: a later commit may have an earlier time.
            earliest[name] = min(seconds, earliest.get(name, seconds))
            last[name] = max(seconds, last.get(name, seconds))
    return Changes({} if shallow else earliest, last)


def first_of_entries(root: Path, paths: Iterable[str]) -> Mapping[str, int]:
    """Return the times of the first commits of entries in bibliographies, by cite key."""
    log = [option for option in LOG if option not in {"--name-only", "-z"}]
    files = sorted(paths)
    if not files or is_shallow(root):
        return {}
    output = _output(root, *log, "--patch", "--text", "--unified=0", "HEAD", "--", *files)
    earliest: dict[str, int] = {}
    seconds = 0
    for time, key in RE_ENTRY.findall(output):
        seconds = int(time) if time else seconds
        if name := key.decode("utf-8", "replace"):
            earliest[name] = min(seconds, earliest.get(name, seconds))
    return earliest


def is_shallow(root: Path) -> bool:
    """Tell whether the oldest commits may be missing."""
    return _output(root, "rev-parse", "--is-shallow-repository").strip() != b"false"


def state(root: Path) -> str:
    """Return a text that changes whenever the result of `changes` may."""
    return os.fsdecode(_output(root, "rev-parse", "HEAD", "--is-shallow-repository")).strip()


def _commits(output: bytes) -> Iterator[tuple[int, bool, list[str]]]:
    """Yield for each commit its time, whether it is the first one, and the paths it changed."""
    for part in RE_COMMIT.split(output)[1:]:
        head, *names = part.split(b"\0")
        # With -z a line break separates a commit from its names.
        seconds, _, parents = head.decode("ascii").strip().partition(" ")
        paths = [os.fsdecode(name.removeprefix(b"\n")) for name in names if name.strip()]
        yield int(seconds), not parents, paths


def _output(root: Path, *arguments: str) -> bytes:
    """Return the output of a git command, empty where it fails.

    Git runs in English, fetches nothing and prompts for nothing.
    """
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(KEPT)
    }
    own = {
        "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1",
    }  # fmt: skip
    try:
        return subprocess.run(  # noqa: S603 - our own arguments
            [*COMMAND, *arguments], cwd=root, env=inherited | own, check=True,
            capture_output=True, timeout=120,
        ).stdout  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return b""
