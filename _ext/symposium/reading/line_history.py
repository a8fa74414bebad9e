"""When the lines of programmes were last changed: the file of an event has many, with one date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from symposium.kinds.event import KIND as EVENT
from symposium.kinds.event import Slot
from symposium.kinds.kind import Page
from symposium.model.gate import read_file
from symposium.reading import frontmatter
from symposium.reading.git_history import contents, edits, is_shallow

COMMITS = 1000
"""Of the commits that changed files of events, so many are looked at, the newest."""
CHARACTERS = 500_000
"""So much is read of all versions, in a second or two; the files last changed come first."""
OF_ALL = ("title", "location", "timezone", "utc_offset", "date", "rooms")
"""The fields of an event that say something of every line."""

Line = tuple[Slot, str | None, tuple[Any, ...]]
"""A line, its day, and what the event says of all."""


def changed_lines(root: Path, paths: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
    """Return when each line was last changed, in seconds since 1970, by the paths of events.

    It is 0 where nobody knows: the line is not committed, or older than what is looked at.
    """
    wanted = sorted(paths)
    history = edits(root, wanted, COMMITS) if wanted else []
    found, left = {}, CHARACTERS
    for path in dict.fromkeys(path for one in history for path in one.blobs):
        versions = [(one.seconds, *one.blobs[path]) for one in history if path in one.blobs]
        if left > 0 and versions[0][2]:
            lines = _lines(read_file(root / path), path)
            found[path], left = _times(root, path, lines, versions, left)
    return found


def _times(
    root: Path, path: str, lines: list[Line], versions: list[tuple[int, str, str]], left: int
) -> tuple[tuple[int, ...], int]:
    """Return when each line came into its file as it is, and how much more may be read.

    It came with the commit before which it was not there.
    """
    blobs = {blob for _, *pair in versions for blob in pair if blob}
    texts = contents(root, sorted(blobs))
    first_is_unknown = is_shallow(root)
    times: dict[int, int] = {}
    known: dict[str, list[Line]] = {"": []}
    open_ = set(range(len(lines)))
    for seconds, before, after in versions:
        for blob in (after, before):
            if blob not in known:
                left -= len(texts.get(blob, b""))
                known[blob] = _lines(texts.get(blob, b""), path)
        unread = {before, after} - {"", *texts}
        if left < 0 or not open_ or unread or (first_is_unknown and not before):
            break
        came = {at for at in open_ if lines[at] in known[after] and lines[at] not in known[before]}
        times |= dict.fromkeys(came, seconds)
        open_ = {at for at in open_ - came if lines[at] in known[after]}
    return tuple([times.get(at, 0) for at in range(len(lines))]), left


def _lines(data: bytes, path: str) -> list[Line]:
    tree, *_ = frontmatter.read(data.decode("utf-8-sig", "replace").replace("\r\n", "\n"), path)
    event, _ = EVENT.read(tree, Page(path, "event"))
    of_all = tuple(getattr(event, name, None) for name in OF_ALL)
    found: list[Line] = []
    for slot in getattr(event, "slots", ()):  # of an event that is gone, nothing is known
        found.append((slot, slot.day or (found[-1][1] if found else None), of_all))
    return found
