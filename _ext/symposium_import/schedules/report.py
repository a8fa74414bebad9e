"""What an import reports: of persons who may have a file already, and of all that it did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from symposium.cli.project import counted
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.model.names import fold_name
from symposium.model.problems import printable

from symposium_import.schedules.events import Made, rooms_of
from symposium_import.schedules.merging import MergedFiles
from symposium_import.schedules.values import Finding, ImportedProgramme
from symposium_import.schedules.values import Path as ValuePath


class KnownPeople:
    """The people who have files in a project."""

    def __init__(self, kb: KnowledgeBase) -> None:
        described = kb.identity.people.described
        self.claims = claims_of(described.values())
        self.folds = {fold for fold, ids in self.claims.items() if len(ids) == 1}
        self.by_orcid = {one.orcid: one.id for one in described.values() if one.orcid}

    def findings(self, programme: ImportedProgramme) -> list[Finding]:
        """Return which names could be those of several people, and which are no names."""
        found = {}
        for item in programme.items:
            for one in (*item.speakers, *item.authors):
                ids = self.claims.get(fold_name(one.name), ())
                if one.name in found or one.orcid in self.by_orcid:
                    continue
                if len(ids) > 1:
                    who = " and ".join(f"people/{one}.md" for one in ids)
                    message = f'the name "{one.name}" is claimed by {who}'
                    hint = "write person: with the right id beside the name"
                    found[one.name] = Finding(one.path, message, hint, decide=True)
                elif "@" in one.name.strip("@"):
                    message = f'"{one.name}" looks like an address for mail, not like a name'
                    hint = "it is published as it stands there: correct it in the file of the talk"
                    found[one.name] = Finding(one.path, message, hint)
        return [*found.values(), *_shared(programme)]


def _shared(programme: ImportedProgramme) -> Iterator[Finding]:
    """Yield names of several persons, and persons of several names, as their keys tell."""
    keys: dict[str, dict[str, ValuePath]] = {}
    names: dict[str, dict[str, tuple[str, ValuePath]]] = {}
    for item in programme.items:
        for one in (*item.speakers, *item.authors):
            if one.key:
                keys.setdefault(fold_name(one.name), {}).setdefault(one.key, one.path)
                by_fold = names.setdefault(one.key, {})
                by_fold.setdefault(fold_name(one.name), (one.name, one.path))
    for found in keys.values():
        if len(found) > 1:
            message = "another person of the schedule has this name too"
            hint = "both are one here: if they are two, write a file for each, and person: here"
            yield Finding([*found.values()][-1], message, hint)
    for both in names.values():
        if len(both) > 1:
            printed = [name for name, _ in both.values()]
            message = "one person of the schedule has several names"
            hint = f"they are several here: put {' and '.join(printed[:3])} into names: of one file"
            yield Finding([*both.values()][-1][1], message, hint)


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


def summary(made: Made, known: set[str]) -> str:
    """Return what is in the event, in one line; ``known`` are folded names of described people."""
    programme = made.programme
    names = {
        fold_name(one.name) for item in programme.items for one in (*item.speakers, *item.authors)
    }
    days = {one.day for _, one, _ in made.lines if one.day}
    tracks = {item.track for item in programme.items if item.track}
    parts = [
        counted(len(days), "day", "days"),
        counted(len(rooms_of(programme)), "room", "rooms"),
        counted(len(tracks), "track", "tracks"),
        counted(len(made.drafts), "talk", "talks"),
    ]
    sessions = sum(item.gathers for item, _, _ in made.lines)
    if sessions:
        parts.append(counted(sessions, "session", "sessions"))
    others = sum(draft is None for _, _, draft in made.lines) - sessions
    if others:
        parts.append(counted(others, "break", "breaks"))
    persons = ("person", "persons") if any(one.authors for one in programme.items) else (
        "speaker", "speakers")  # fmt: skip
    people = counted(len(names), *persons)
    there = len(names & known)
    parts.append(f"{people}{f' ({there:,} of them with a file in people/)' if there else ''}")
    return f"events/{made.id}: {', '.join(parts)}\n"


def left_out(made: Made) -> str:
    """Return what there is no place for, in one line."""
    unused = ", ".join(f"{what} ({count:,})" for what, count in made.programme.unused)
    columns = any(what.startswith('"') for what, _ in made.programme.unused)
    hint = '; to use a column, name the field that it holds: --map FIELD="…"' if columns else ""
    return f"not taken over: {unused}{hint}\n" if unused else ""


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
