"""Appointments: the entries of calendars of events, talks and people.

A slot of a programme is one appointment, with the same uid in every calendar that has it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from symposium.kinds.event import Event, Slot, is_pause
from symposium.kinds.participants import Participant
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.local_times import days_of, instant, moment_of
from symposium.knowledge.mentions import piece_text, pieces_of_text
from symposium.knowledge.schedule import Session
from symposium.locale import _, plural
from symposium.model.dates import first_date
from symposium.model.ids import slug
from symposium.pages.author_links import ROOT, link_list
from symposium.pages.maths import as_typed
from symposium.pages.programmes.agenda import Agenda, AgendaItem
from symposium.pages.small_texts import RE_BLANK, clean, prose
from symposium.pages.urls import Urls, docname
from symposium.pages.views.event import shown_deadline
from symposium.pages.vocabulary import slot_state, talk_kind

RE_BREAK = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Characters that some calendar programs take for the end of a line."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """An entry of a calendar."""

    uid: str
    title: str
    start: datetime | date
    """A day if the time or the zone is not known."""
    end: datetime | date | None
    description: str
    url: str
    changed: tuple[datetime, int]
    """The time of the last change, and a revision number that grows with every change."""
    location: str = ""
    categories: tuple[str, ...] = ()
    cancelled: bool = False
    free: bool = True
    """Whether calendars show the time as free."""


class Appointments:
    """The entries of all calendars of a site."""

    def __init__(self, kb: KnowledgeBase, urls: Urls) -> None:
        self.kb = kb
        self.urls = urls
        self.agenda = Agenda(kb, urls.identity)
        self._by_uid: dict[str, Appointment] = {}

    def of(self, kind: str, record_id: str) -> list[Appointment]:
        """Return the entries of the calendar of an event, a talk or a person."""
        entries: list[Appointment] = getattr(self, f"of_{kind}")(record_id)
        return entries

    def of_event(self, event_id: str) -> list[Appointment]:
        """Return the entries of a programme, or one for the whole event if no time is known."""
        event = self.kb.events[event_id]
        items = self.agenda.of_event(event_id)
        days, due = days_of(event), list(self._deadlines(event))
        if days and not any(item.session.start and item.session.start.tzinfo for item in items):
            return [*due, self._whole(event, days)]
        return [*due, *(self._line(item, event) for item in items if item.is_dated)]

    def of_talk(self, talk_id: str) -> list[Appointment]:
        """Return the entries of a talk, one for each time it is given."""
        event = self.kb.event_of(self.kb.talks[talk_id])
        items = self.agenda.of_talk(talk_id)
        return [self._line(item, event) for item in items if item.is_dated]

    def of_person(self, person_id: str) -> list[Appointment]:
        """Return the entries of a person's talks, earliest first."""
        talks = self.agenda.talks_by(person_id)
        entries = [entry for talk in talks for entry in self.of_talk(talk.id)]
        return sorted(entries, key=lambda entry: (_moment(entry.start), entry.uid))

    def _deadlines(self, event: Event) -> Iterator[Appointment]:
        """Yield the deadlines of an event: instants, or days if no zone is known."""
        count: Counter[str] = Counter()
        for deadline in event.deadlines:
            day, moment = date.fromisoformat(deadline.date), moment_of(event, deadline)
            shown = shown_deadline(event, deadline, self.kb.files)
            link = (shown.href or "").replace(ROOT, self.urls.base)
            key = slug(deadline.title)
            count[key] += 1
            yield Appointment(
                uid=self.agenda.uid_of_deadline(event.id, deadline.title, count[key]),
                title=_one_line(_("Deadline: {title}").format(title=deadline.title)),
                start=moment.astimezone(UTC) if moment else day,
                end=None if moment else day + timedelta(days=1),
                description="\n\n".join(map(_plain, filter(None, (event.title, shown.text, link)))),
                url=self.urls.absolute(docname("event", event.id)),
                changed=self._changed(day, event),
            )

    def _whole(self, event: Event, days: tuple[date, date]) -> Appointment:
        sessions = (item.session for item in self.agenda.of_event(event.id))
        lines = [f"{_times(session.slot)} {self._title(session)}".strip() for session in sessions]
        talks = map(self.kb.talks.get, self.kb.relations.talks_of_event.get(event.id, ()))
        return Appointment(
            uid=self.agenda.uid_of_event(event.id),
            title=_one_line(event.title),
            start=days[0],
            end=days[1] + timedelta(days=1),
            location=_one_line(event.location or ""),
            description="\n".join(map(_plain, lines)),
            url=self.urls.absolute(docname("event", event.id)),
            changed=self._changed(days[0], event, *talks),
        )

    def _line(self, entry: AgendaItem, event: Event | None) -> Appointment:
        if entry.uid not in self._by_uid:
            self._by_uid[entry.uid] = self._appointment(entry, event)
        return self._by_uid[entry.uid]

    def _appointment(self, entry: AgendaItem, event: Event | None) -> Appointment:
        session, slot = entry.session, entry.session.slot
        talk = self.kb.talks.get(slot.talk or "")
        day = session.day or date.min
        timed = session.start if session.start and session.start.tzinfo else None
        place = event.location if event else talk.venue if talk else None
        labels = (slot.track, talk_kind((talk.kind if talk else None) or slot.kind))
        return Appointment(
            uid=entry.uid,
            title=_one_line(self._title(session)),
            start=timed or day,
            end=_end(session) if timed else day + timedelta(days=1),
            location=_one_line(", ".join(filter(None, (slot.room, place)))),
            categories=tuple(filter(None, (_one_line(label or "") for label in labels))),
            description="\n\n".join(
                map(_plain, filter(None, self._description(session, talk, event)))
            ),
            url=self._address(entry, event),
            cancelled=slot.status == "cancelled",
            free=not timed or is_pause(slot.kind) or slot.status == "cancelled",
            changed=self._changed(day, event, talk),
        )

    def _title(self, session: Session) -> str:
        slot = session.slot
        if slot.talk and not slot.title:
            return self.kb.title_of("talk", slot.talk)
        return slot.title or talk_kind(slot.kind)

    def _address(self, entry: AgendaItem, event: Event | None) -> str:
        if entry.session.slot.talk:
            return self.urls.absolute(docname("talk", entry.session.slot.talk))
        page = self.urls.absolute(docname("event", event.id)) if event else ""
        return f"{page}#{entry.anchor}" if page else ""

    def _description(
        self, session: Session, talk: Talk | None, event: Event | None
    ) -> Iterator[str]:
        slot = session.slot
        if session.start and not session.start.tzinfo:
            yield _("{times}, local time").format(times=_times(slot))
        state = slot_state(slot.status) if slot.status else ""
        yield ": ".join(filter(None, (state, slot.note)))
        if talk:
            if people := talk.speakers or talk.authors:
                shown = ", ".join(map(_with_affiliation, people[:MANY_AUTHORS]))
                if (left := len(people) - MANY_AUTHORS) > 0:  # each of them may have a calendar
                    shown += plural(left, ", and {count} more", ", and {count} more")
                yield f"{_who(talk, people)}: {shown}"
            yield from self._paragraphs(talk)
            yield "\n".join(self._links(talk))
        if event:
            yield event.title

    def _paragraphs(self, talk: Talk) -> Iterator[str]:
        """Yield the paragraphs of a talk's abstract, or of its paper's if it has none."""
        if talk.abstract and talk.event:
            for line in prose(self.kb, talk.abstract):
                yield "".join(span.text for span in line)
            return
        own, paper = talk.abstract or talk.description, self.kb.paper_of(talk)
        for part in RE_BLANK.split((own or (paper and paper.abstract) or "").strip()):
            text = " ".join(part.split())
            pieces = pieces_of_text(text)
            yield "".join(piece_text(self.kb, piece) for piece in pieces) if own else text

    def _links(self, talk: Talk) -> list[str]:
        """Return the links of a talk and its paper; to files only if the site has an address."""
        base = self.urls.base
        lines = [
            f"{label}: {address.replace(ROOT, base)}"
            for label, address in link_list(talk.links, self.kb.files)
            if base or not address.startswith(ROOT)
        ]
        paper = self.kb.paper_of(talk)
        if paper:
            address = self.urls.absolute(docname("paper", paper.id))
            lines.append(_("Paper:") + f" {address or as_typed(paper.title)}")
        return lines

    def _changed(self, day: date, *records: Event | Talk | None) -> tuple[datetime, int]:
        """Return the time of the last change of records' files, and its revision.

        Without a history, return the start of the year of ``day``, and 0.
        """
        paths = [record.origin.place.path for record in records if record]
        times = [self.kb.changed[path] for path in paths if path in self.kb.changed]
        seconds = max(times, default=epoch())
        if seconds is None:
            return datetime(day.year, 1, 1, tzinfo=UTC), 0
        return datetime.fromtimestamp(seconds, UTC), max(seconds - OLDEST, 0)


def files_with_history(kb: KnowledgeBase, *, whole: bool = True) -> set[str]:
    """Return the paths of the files whose history git is asked for.

    If not ``whole``, return only those of calendars, which is quicker in the repository of a host.
    """
    dated = {record.origin.place.path for record in (*kb.events.values(), *kb.talks.values())}
    return dated.union(files_of_pages(kb).values() if whole else ())


def bibliographies_with_history(kb: KnowledgeBase) -> set[str]:
    """Return the paths of the bibliographies with works whose date lacks a day."""
    dates = ((work, first_date(work.date)) for work in kb.works.values())
    return {work.origin.place.path for work, date in dates if date is None or not date.day}


def files_of_pages(kb: KnowledgeBase) -> dict[str, str]:
    """Return the file's path of each record that has a file of its own, by docname."""
    tables = {**kb.entities, "paper": {}, "person": kb.identity.people.described}
    files = {
        docname(kind, record.id): record.origin.place.path
        for kind, table in tables.items()
        for record in table.values()
        if record.document
    }
    noted = ((work.id, work.notes) for work in kb.works.values())
    return files | {docname("paper", id_): notes.place.path for id_, notes in noted if notes}


OLDEST = int(datetime(2000, 1, 1, tzinfo=UTC).timestamp())
"""The zero of revisions, which count seconds from here so that they fit into 31 bits."""


def epoch() -> int | None:
    """Return the time in ``SOURCE_DATE_EPOCH``, in seconds, if it is set."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(seconds) if seconds.isascii() and seconds.isdigit() else None


def _end(session: Session) -> datetime | None:
    """Return the end of a session; none if it is not after the start."""
    start, end = session.start, session.end
    return end if start and end and instant(end) > instant(start) else None


def _moment(start: datetime | date) -> datetime:
    if isinstance(start, datetime):
        return instant(start)
    return datetime(start.year, start.month, start.day, tzinfo=UTC)


def _times(slot: Slot) -> str:
    return "–".join(filter(None, (slot.start, slot.end)))


def _who(talk: Talk, people: tuple[Participant, ...]) -> str:
    if talk.speakers:
        return _("Speaker") if len(people) == 1 else _("Speakers")
    return _("Author") if len(people) == 1 else _("Authors")


def _with_affiliation(participant: Participant) -> str:
    places = ", ".join(place.organization for place in participant.affiliations)
    return f"{participant.name.text} ({places})" if places else participant.name.text


def _one_line(text: str) -> str:
    """Return a text on one line, maths as typed."""
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    """Return a text without the characters that calendars cannot hold, maths as typed."""
    return RE_BREAK.sub("\n", clean(as_typed(text)).replace("\x7f", ""))
