"""What an import reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from symposium.cli.project import counted
from symposium.model.names import fold_name
from symposium.model.problems import printable

from symposium_import.schedules.events import Made, rooms_of
from symposium_import.schedules.merging import MergedFiles
from symposium_import.schedules.values import Finding
from symposium_import.schedules.values import Path as ValuePath

SHOWN = 3
"""Findings of one sort that are shown one by one."""


def lines_of(findings: Iterable[Finding], name: str) -> Iterator[str]:
    """Yield findings with their places in the file; of many of one sort the first ones."""
    counts: Counter[str] = Counter()
    found = list(findings)
    for one in found:
        counts[one.message] += 1
        if counts[one.message] > SHOWN:
            continue
        hint = f": {one.hint}" if one.hint else ""
        yield f"{printable(f'{name}:{_place(one.path)} {one.message}{hint}')}\n"
    for message, count in counts.items():
        if count > SHOWN:
            yield f"{printable(f'{name}: {count - SHOWN:,} more: {message}')}\n"


def _place(path: ValuePath) -> str:
    """Return the line and the column of a table, or the pointer to a value of JSON (RFC 6901)."""
    if path and isinstance(path[0], int):
        return "".join([f"{path[0]}:1:", *(f" {name}:" for name in path[1:])])
    return f" {''.join(f'/{step}' for step in path)}:" if path else ""


def summary(made: Made) -> str:
    """Return what is in the event, in one line."""
    programme = made.programme
    people = {
        fold_name(one.name) for item in programme.items for one in (*item.speakers, *item.authors)
    }
    sessions = sum(item.gathers for item, _, _ in made.lines)
    counts = (
        (len({one.day for _, one, _ in made.lines if one.day}), "day", "days"),
        (len(rooms_of(programme)), "room", "rooms"),
        (len({item.track for item in programme.items if item.track}), "track", "tracks"),
        (len(made.drafts), "talk", "talks"),
        (sessions, "session", "sessions"),
        (sum(draft is None for _, _, draft in made.lines) - sessions, "break", "breaks"),
        (len(people), "person", "people"),
    )
    return f"events/{made.id}: {', '.join(counted(*one) for one in counts if one[0])}\n"


def left_out(made: Made) -> str:
    """Return the columns that no field holds, in one line."""
    unused = ", ".join(f'"{one[:40]}"' for one in made.programme.unused)
    hint = 'to use a column, name the field that it holds: --map FIELD="…"'
    return f"not taken over: {unused}; {hint}\n" if unused else ""


def next_steps(root: Path, made: Made, base: str = "") -> str:
    """Return what to do now; ``base`` is the folder of records below ``root``."""
    place = "" if root == Path() else f" {root}"
    page = f"{base}events/{made.id}/index.md"
    return f"next: look at {page}, then symposium check{place} and make html\n"


def conflicts(done: MergedFiles, source: str) -> Iterator[str]:
    """Yield what somebody has to decide, and how."""
    yield from (f"{printable(one)}\n" for one in done.conflicts)
    if done.conflicts:
        count = counted(len(done.conflicts), "conflict", "conflicts")
        yield (
            f"{count}: keep what is right between <<<<<<< and >>>>>>>, and remove these lines; "
            f"--prefer file or --prefer {source} takes one side everywhere\n"
        )
