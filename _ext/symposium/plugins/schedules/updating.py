"""Updating an event: its programme is renewed, what people wrote is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.event import KIND as EVENT
from symposium.kinds.event import Event
from symposium.kinds.kind import Page
from symposium.kinds.talk import KIND as TALK
from symposium.kinds.talk import Talk
from symposium.knowledge.schedule import Session, make_schedule
from symposium.model.gate import read_file
from symposium.model.names import fold_name
from symposium.plugins.schedules.events import ExistingEvent, Line, Made, files_of
from symposium.plugins.schedules.fields import RefusedField, with_fields
from symposium.plugins.schedules.front_matter import Value
from symposium.plugins.schedules.known import known_talks
from symposium.plugins.schedules.news import news
from symposium.plugins.schedules.reading.values import ImportedProgramme, Item
from symposium.plugins.schedules.talks import Draft
from symposium.plugins.schedules.times import SlotTime
from symposium.reading.frontmatter import read

RENEWED = ("date", "timezone", "utc_offset", "rooms", "slots")
"""The fields of an event that an update writes."""
IMPORTED = "Imported from a schedule.json"
"""What a remark that an import has written says."""


@dataclass(slots=True)
class Existing:
    """The files of an event."""

    id: str
    exists: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    """Paths below the project, and what is there."""
    event: Event | None = None
    talks: dict[str, Talk] = field(default_factory=dict)
    sessions: tuple[Session, ...] = ()

    @classmethod
    def of(cls, root: Path, event_id: str) -> Existing:
        """Return what is there of an event.

        Raises:
            WrongUseError: if one of its files cannot be read.
        """
        folder = root / "events" / event_id
        made = cls(event_id, folder.exists() or folder.is_symlink())
        source = root / "sources" / f"{event_id}-schedule.md"
        for path in (*sorted(folder.glob("*.md")), *([source] if source.is_file() else ())):
            name = path.relative_to(root).as_posix()
            try:
                made.texts[name] = read_file(path).decode("utf-8-sig")
            except (OSError, ValueError) as error:
                raise WrongUseError(f"{path} cannot be read: correct it first") from error
        made._read()
        return made

    def _read(self) -> None:
        folder = f"events/{self.id}/"
        for path, text in self.texts.items():
            talk = path.removeprefix(folder).removesuffix(".md")
            if not path.startswith(folder) or talk == "index":
                continue
            tree, parts, _ = read(text, path)
            made, _ = TALK.read(tree, Page(path, f"{self.id}/{talk}", parts.body, self.id))
            if isinstance(made, Talk):
                self.talks[talk] = made
        path = f"{folder}index.md"
        if path in self.texts:
            tree, _, _ = read(self.texts[path], path)
            event, _ = EVENT.read(tree, Page(path, self.id))
            if isinstance(event, Event):
                self.event = event
                self.sessions = make_schedule([event], {}).of_event[event.id]

    @property
    def timezone(self) -> str:
        """The zone that the event has now."""
        return (self.event.timezone if self.event else None) or ""

    def there(self, programme: ImportedProgramme) -> ExistingEvent:
        """Return what of it concerns an event that is made anew."""
        taken = known_talks(programme.items, self.talks, self.sessions)
        return ExistingEvent(taken, self.talks.keys(), self._kept(taken, programme))

    def _kept(self, taken: Mapping[str, str], programme: ImportedProgramme) -> list[Line]:
        """Return the lines that the schedule does not know, and that people have added."""
        titles = {fold_name(item.title) for item in programme.items}
        lines = []
        for one in self.sessions:
            slot = one.slot
            if slot.talk:
                talk = self.talks.get(slot.talk.rpartition("/")[2])
                ours = talk is None or self._is_imported(talk, programme)
                if ours or slot.talk.rpartition("/")[2] in taken.values():
                    continue
            elif slot.title and fold_name(slot.title) in titles:
                continue
            lines.append(_line(one))
        return lines

    @staticmethod
    def _is_imported(talk: Talk, programme: ImportedProgramme) -> bool:
        """Tell whether a talk may be of the schedule: it has a page where those have theirs."""
        hosts = {urlsplit(item.url).netloc for item in programme.items if item.url}
        return not hosts or any(urlsplit(link).netloc in hosts for link in talk.links.values())


def _line(session: Session) -> Line:
    slot = session.slot
    talk = slot.talk.rpartition("/")[2] if slot.talk else ""
    item = Item((), slot.title or "", kind=slot.kind, track=slot.track or "", room=slot.room or "")
    time = "-".join(one.lstrip("0").rjust(4, "0") for one in (slot.start, slot.end) if one)
    offset = slot.utc_offset or ""
    when = SlotTime(session.day, time, offset, session.start, session.end)
    return item, when, Draft(talk, item, kept=True) if talk else None


def updated(made: Made, there: Existing) -> tuple[dict[str, str], list[str]]:
    """Return the files to write, and what became of what was there, line by line.

    Raises:
        WrongUseError: if a file that is to be changed is not clear.
    """
    files = files_of(made)
    index, source = f"events/{made.id}/index.md", f"sources/{made.source_id}.md"
    if not there.exists:
        # Somebody has described the source before: nothing of that is lost.
        return {path: text for path, text in files.items() if path not in there.texts}, []
    for talk in there.talks:
        files.pop(f"events/{made.id}/{talk}.md", None)
    if index in there.texts:
        new = {name: made.index.get(name) for name in RENEWED}
        if not (new["timezone"] or new["utc_offset"]):
            del new["timezone"], new["utc_offset"]
        if there.event and not there.event.origin.fields.get("sources"):
            new["sources"] = made.index["sources"]
        files[index] = _changed(index, there.texts[index], new)
    if source in there.texts:
        same = IMPORTED in there.texts[source]
        new = dict(made.source_fields) if same else {}
        files[source] = _changed(source, there.texts[source], new)
    return files, list(news(made, there.talks, there.sessions))


def _changed(path: str, text: str, fields: Mapping[str, Value | None]) -> str:
    made = with_fields(text, path, fields)
    if isinstance(made, RefusedField):
        raise WrongUseError(f"{path}:{made.line}: {made.reason}: correct it first")
    return made
