"""The changes of programmes, out of git: its earlier versions are read as files are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.kind import Page
from symposium.kinds.participants import Participant
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.days import days_of
from symposium.knowledge.programme_versions import Naming, Version, changes_of
from symposium.model.gate import read_file
from symposium.model.ids import slug
from symposium.model.names import fold_name, parse_name
from symposium.model.problems import Severity
from symposium.reading import frontmatter
from symposium.reading.git_history import Edit, contents, edits

COMMITS = 1000
"""Of the commits that changed files of events, so many are looked at, the newest."""
VERSIONS = 30
"""Versions of a programme that are read: one for each day with commits."""
CHARACTERS = 1_000_000
"""So much front matter is read for all events, in two seconds; those last changed come first."""
NEWEST = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
"""Git knows later years than Python."""

Blobs = Mapping[str, str | None]
"""Git's ids of contents, by path: empty where there was no file, ``None`` for what no commit
changed, which is as it is today."""


def with_changes(kb: KnowledgeBase, root: Path) -> KnowledgeBase:
    """Return a knowledge base with the changes of its programmes; without any, git is not asked."""
    events = {
        one.origin.place.path.removesuffix("/index.md"): one
        for one in kb.events.values()
        if one.changes and kb.schedule.of_event.get(one.id)
    }
    if not events:
        return kb
    of_folder: dict[str, list[Edit]] = {}
    for edit in edits(root, sorted(events), COMMITS):
        parted: dict[str, dict[str, tuple[str, str]]] = {}
        for path, blobs in edit.blobs.items():
            parted.setdefault(path.rpartition("/")[0], {})[path] = blobs
        for folder in parted.keys() & events.keys():
            of_folder.setdefault(folder, []).append(Edit(edit.seconds, parted[folder]))
    states = {folder: list(_states(events[folder], found)) for folder, found in of_folder.items()}
    states = {folder: found for folder, found in states.items() if len(found) > 1}
    wanted = {blob for found in states.values() for _, blobs in found for blob in blobs.values()}
    texts = contents(root, sorted(wanted - {""})) if states else {}
    found, left = {}, CHARACTERS
    for folder, several in states.items():
        event = events[folder]
        reader = _Reader(root, event, folder, texts, left)
        talks = [kb.talks[one] for one in kb.relations.talks_of_event.get(event.id, ())]
        today = dict.fromkeys([one.origin.place.path for one in (event, *talks)])
        files: list[tuple[date, Blobs]] = [(day, {**today, **blobs}) for day, blobs in several]
        if changed := changes_of(reader.versions(files), _naming(kb)):
            found[event.id] = changed
        left = reader.left
    return replace(kb, changed_programmes=found)


def _states(event: Event, found: list[Edit]) -> Iterator[tuple[date, dict[str, str]]]:
    """Yield the files of an event that were ever changed, as they were on each day, newest first.

    They are those at the end of a day. Clocks may differ: what was changed earlier is not newer.
    Days after the event are left out: then its record is mended, not its programme changed.
    """
    days = days_of(event)
    end = days[1] if days else date.max
    now: dict[str, str] = {}
    for edit in found:
        for path, (_, after) in edit.blobs.items():
            now.setdefault(path, after)
    last, count = date.max, 0
    for edit in found:
        seconds = min(max(edit.seconds, 0), NEWEST)
        day = min(last, datetime.fromtimestamp(seconds, UTC).date())
        if day < last and day <= end and count < VERSIONS:
            count += 1
            yield day, dict(now)
        last = day
        now |= {path: before for path, (before, _) in edit.blobs.items()}


class _Reader:
    """Reads the versions of an event."""

    def __init__(
        self, root: Path, event: Event, folder: str, texts: Mapping[str, bytes], left: int
    ) -> None:
        """Take how many characters of front matter may be read."""
        self.root = root
        self.event = event
        self.folder = folder
        self.texts = texts
        self.left = left
        self.record = cache(self._record)

    def versions(self, states: list[tuple[date, Blobs]]) -> Iterator[Version]:
        """Yield the versions that can be read, until as much is read as may be."""
        for day, blobs in states:
            found = [self.record(*one) for one in sorted(blobs.items()) if _is_page(*one)]
            if self.left < 0:
                return
            if None in found:
                continue
            # An event without a file has its talks.
            events = [one for one in found if isinstance(one, Event)]
            talks = {one.id: one for one in found if isinstance(one, Talk)}
            yield Version(day, [*events, Event(self.event.id, self.event.title)][0], talks)

    def _record(self, path: str, blob: str | None) -> Any:
        """Return the record of a file, or ``None`` if it cannot be read."""
        try:
            data = read_file(f"{self.root}/{path}") if blob is None else self.texts[blob]
            text = data.decode()
        except (OSError, KeyError, UnicodeDecodeError):
            return None
        if self.left < 0:
            return None
        tree, parts, problems = frontmatter.read(text, path)
        self.left -= len(parts.text)
        if any(one.severity is Severity.ERROR for one in problems):
            return None
        name = path.removeprefix(f"{self.folder}/").removesuffix(".md")
        if name == "index":
            page, kind = Page(path, self.event.id, parts.body), "event"
        else:
            page = Page(path, f"{self.event.id}/{slug(name)}", parts.body, self.event.id)
            kind = "talk"
        record, _ = BY_NAME[kind].read(tree, page)
        return record


def _is_page(path: str, blob: str | None) -> bool:
    """Tell whether a file was there, and is one of those that are records."""
    return blob != "" and path.endswith(".md")


def _naming(kb: KnowledgeBase) -> Naming:
    def person(one: Participant) -> str:
        if one.person:
            return kb.find("person", one.person) or one.person
        folded = fold_name(parse_name(one.name.text).text)
        return kb.identity.by_fold.get(folded, folded)

    return Naming(lambda talk: kb.find("talk", talk) or talk, person)
