"""Appointments: the entries of calendars of events, talks and people.

Each line of a programme is one appointment, the same in every calendar that holds it.
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
from symposium.knowledge.local_times import days_of, instant, moment_of
from symposium.knowledge.mentions import piece_text, pieces_of_text
from symposium.knowledge.schedule import Session
from symposium.locale import _
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
"""What ends a line for some readers of calendars, and should not within one."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """An entry of a calendar."""

    uid: str
    title: str
    start: datetime | date
    """A day where the time, or the zone, is not known."""
    end: datetime | date | None
    description: str
    url: str
    changed: tuple[datetime, int]
    """When it was last changed, and its revision, which grows with every change."""
    location: str = ""
    categories: tuple[str, ...] = ()
    cancelled: bool = False
    free: bool = True
    """Whether those who come may do something else at that time."""


class Appointments:
    """The entries of calendars."""

    def __init__(self, kb: KnowledgeBase, urls: Urls) -> None:
        self.kb = kb
        self.urls = urls
        self.agenda = Agenda(kb, urls.identity)
        self._known: dict[str, Appointment] = {}

    def of(self, kind: str, record_id: str) -> list[Appointment]:
        """Return the entries of the calendar of an event, a talk or a person."""
        entries: list[Appointment] = getattr(self, f"of_{kind}")(record_id)
        return entries

    def of_event(self, event_id: str) -> list[Appointment]:
        """Return the lines of a programme; where no time is known, the event as a whole."""
        event = self.kb.events[event_id]
        entries = self.agenda.of_event(event_id)
        days, due = days_of(event), list(self._deadlines(event))
        if days and not any(one.session.start and one.session.start.tzinfo for one in entries):
            return [*due, self._whole(event, days)]
        return [*due, *(self._line(one, event) for one in entries if one.is_dated)]

    def of_talk(self, talk_id: str) -> list[Appointment]:
        """Return when a talk is given."""
        event = self.kb.events.get(self.kb.talks[talk_id].event or "")
        entries = self.agenda.of_talk(talk_id)
        return [self._line(one, event) for one in entries if one.is_dated]

    def of_person(self, person_id: str) -> list[Appointment]:
        """Return the talks of a person, the earliest first."""
        talks = self.agenda.talks_by(person_id)
        found = [one for talk in talks for one in self.of_talk(talk.id)]
        return sorted(found, key=lambda one: (_moment(one.start), one.uid))

    def _deadlines(self, event: Event) -> Iterator[Appointment]:
        """Yield the deadlines: instants, or days where no zone is known."""
        count: Counter[str] = Counter()
        for one in event.deadlines:
            day, moment = date.fromisoformat(one.date), moment_of(event, one)
            shown = shown_deadline(event, one, self.kb.files)
            link = (shown.href or "").replace(ROOT, self.urls.base)
            count[slug(one.title)] += 1
            yield Appointment(
                uid=self.agenda.uid_of_deadline(event.id, one.title, count[slug(one.title)]),
                title=_one_line(_("Deadline: {title}").format(title=one.title)),
                start=moment.astimezone(UTC) if moment else day,
                end=None if moment else day + timedelta(days=1),
                description="\n\n".join(map(_plain, filter(None, (event.title, shown.text, link)))),
                url=self.urls.absolute(docname("event", event.id)),
                changed=self._changed(day, event),
            )

    def _whole(self, event: Event, days: tuple[date, date]) -> Appointment:
        sessions = [one.session for one in self.agenda.of_event(event.id)]
        lines = [_plain(f"{_times(one.slot)} {self._title(one)}".strip()) for one in sessions]
        talks = map(self.kb.talks.get, self.kb.relations.talks_of_event.get(event.id, ()))
        return Appointment(
            uid=self.agenda.uid_of_event(event.id),
            title=_one_line(event.title),
            start=days[0],
            end=days[1] + timedelta(days=1),
            location=_one_line(event.location or ""),
            description="\n".join(lines),
            url=self.urls.absolute(docname("event", event.id)),
            changed=self._changed(days[0], event, *talks),
        )

    def _line(self, entry: AgendaItem, event: Event | None) -> Appointment:
        if entry.uid not in self._known:
            self._known[entry.uid] = self._made(entry, event)
        return self._known[entry.uid]

    def _made(self, entry: AgendaItem, event: Event | None) -> Appointment:
        session, slot = entry.session, entry.session.slot
        talk = self.kb.talks.get(slot.talk or "")
        day = session.day or date.min
        timed = session.start if session.start and session.start.tzinfo else None
        place = event.location if event else talk.venue if talk else None
        named = (slot.track, talk_kind((talk.kind if talk else None) or slot.kind))
        return Appointment(
            uid=entry.uid,
            title=_one_line(self._title(session)),
            start=timed or day,
            end=_end(session) if timed else day + timedelta(days=1),
            location=_one_line(", ".join(filter(None, (slot.room, place)))),
            categories=tuple(filter(None, (_one_line(one or "") for one in named))),
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
                yield f"{_who(talk, people)}: {', '.join(map(_with_affiliation, people))}"
            yield from self._paragraphs(talk)
            yield "\n".join(self._links(talk))
        if event:
            yield event.title

    def _paragraphs(self, talk: Talk) -> Iterator[str]:
        """Yield the paragraphs of an abstract: that of the paper where the talk has none."""
        if talk.abstract and talk.event:
            for line in prose(self.kb, talk.abstract):
                yield "".join(span.text for span in line)
            return
        own, paper = talk.abstract or talk.description, self.kb.paper_of(talk)
        for part in RE_BLANK.split((own or (paper and paper.abstract) or "").strip()):
            text = " ".join(part.split())
            yield "".join(piece_text(self.kb, one) for one in pieces_of_text(text)) if own else text

    def _links(self, talk: Talk) -> list[str]:
        """Return the links of a talk, and its paper; files of the site if that has an address."""
        base = self.urls.base
        found = [
            f"{label}: {address.replace(ROOT, base)}"
            for label, address in link_list(talk.links, self.kb.files)
            if base or not address.startswith(ROOT)
        ]
        paper = self.kb.paper_of(talk)
        if paper:
            address = self.urls.absolute(docname("paper", paper.id))
            found.append(_("Paper:") + f" {address or as_typed(paper.title)}")
        return found

    def _changed(self, day: date, *records: Event | Talk | None) -> tuple[datetime, int]:
        """Return when the files of what is on a day were last changed, and the revision."""
        paths = [one.origin.place.path for one in records if one]
        known = [self.kb.changed[path] for path in paths if path in self.kb.changed]
        seconds = max(known, default=epoch())
        if seconds is None:
            return datetime(day.year, 1, 1, tzinfo=UTC), 0
        return datetime.fromtimestamp(seconds, UTC), max(seconds - OLDEST, 0)


def files_with_history(kb: KnowledgeBase, *, whole: bool = True) -> set[str]:
    """Return the paths of the files that git is asked about.

    Not ``whole``, they are those of calendars: in the repository of somebody else's documentation
    that is quicker.
    """
    dated = {one.origin.place.path for one in (*kb.events.values(), *kb.talks.values())}
    return dated.union(files_of_pages(kb).values() if whole else ())


def bibliographies_with_history(kb: KnowledgeBase) -> set[str]:
    """Return the paths of the bibliographies that have works of which no day is known."""
    dates = ((work, first_date(work.date)) for work in kb.works.values())
    return {work.origin.place.path for work, date in dates if date is None or not date.day}


def files_of_pages(kb: KnowledgeBase) -> dict[str, str]:
    """Return the path of the file of each record that has one of its own, by docname."""
    tables = {**kb.entities, "paper": {}, "person": kb.identity.people.described}
    files = {
        docname(kind, record.id): record.origin.place.path
        for kind, table in tables.items()
        for record in table.values()
        if record.document
    }
    noted = ((work.id, work.notes) for work in kb.works.values())
    return files | {docname("paper", one): notes.place.path for one, notes in noted if notes}


OLDEST = int(datetime(2000, 1, 1, tzinfo=UTC).timestamp())
"""When revisions begin to be counted: by seconds, for they must fit into 31 bits."""


def epoch() -> int | None:
    """Return the time that ``SOURCE_DATE_EPOCH`` gives to what is made, in seconds."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(given) if given.isascii() and given.isdigit() else None


def _end(session: Session) -> datetime | None:
    """Return the end of what has a time; what takes no time has none."""
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


def _with_affiliation(one: Participant) -> str:
    places = ", ".join(place.organization for place in one.affiliations)
    return f"{one.name.text} ({places})" if places else one.name.text


def _one_line(text: str) -> str:
    """Return what is shown in a line: maths as typed."""
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    """Return what calendars can hold of a text."""
    return RE_BREAK.sub("\n", clean(as_typed(text)).replace("\x7f", ""))
