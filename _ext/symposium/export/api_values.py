"""Values of the API that are computed from a record and the knowledge base."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from symposium.kinds.base import Correction
from symposium.kinds.cv import Advisee
from symposium.kinds.event import Slot
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.local_times import event_dates
from symposium.knowledge.mentions import TextPiece, piece_text, pieces_of_text
from symposium.knowledge.schedule import Session
from symposium.model.dates import Date
from symposium.model.names import fold_name
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.small_texts import prose
from symposium.pages.urls import Urls, docname

Json = dict[str, Any]

# Bounded, as Python refuses to convert thousands of digits to a number.
RE_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,999}|[0-9]{1,3}(?:,[0-9]{3}){1,300}")
RE_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")


@dataclass
class Context:
    """The site's data from which values are made, besides the record."""

    kb: KnowledgeBase
    mentions: Mentions
    urls: Urls

    @cached_property
    def agenda(self) -> Agenda:
        """The items of all programmes."""
        return Agenda(self.kb, self.urls.identity)

    @cached_property
    def cited_on(self) -> Mapping[str, list[Json]]:
        """Places that cite each paper (page, title, sentence), without the paper's own page."""
        places: dict[str, list[Json]] = defaultdict(list)
        for page, rows in sorted(self.mentions.by_page.items()):
            for mention in rows:
                paper_id = self.kb.find("paper", mention.id) if mention.kind == "paper" else None
                if paper_id is None or page == docname("paper", paper_id):
                    continue
                anchor = f"#{mention.anchor}" if mention.anchor else ""
                places[paper_id].append({
                    "url": self.urls.path(page) + anchor,
                    "title": self._text(pieces_of_text(mention.title)),
                    "context": self._text(mention.sentence),
                })  # fmt: skip
        return places

    def _text(self, sentence: Iterable[TextPiece]) -> str:
        """Return a sentence as plain text; a reference without own words shows its label."""
        return " ".join("".join(piece_text(self.kb, piece) for piece in sentence).split())


Make = Callable[[Context, Any], Any]
"""A function that makes a value from a record, or from an attribute of it."""


def number(text: str | None) -> int | float | str | None:
    """Return the number in a text, or the text itself if the number would be printed differently.

    Commas between thousands are dropped.

    >>> number("44"), number("7.5"), number("7.50"), number("1,234"), number("nan"), number(None)
    (44, 7.5, '7.50', 1234, 'nan', None)
    """
    if text and RE_INTEGER.fullmatch(text):
        return int(text.replace(",", ""))
    if text and RE_DECIMAL.fullmatch(text) and str(float(text)) == text:
        return float(text)
    return text


def corrections(context: Context, record: Any) -> Sequence[Correction]:
    """Return the corrections of a record, without those that would show a former name.

    Those of works that a source lists are corrections of the works.
    """
    former = context.kb.identity.former
    return [
        row
        for row in record.corrections
        if row.paper in {None, record.id}
        and not any(map(fold_name(row.printed).__contains__, former))
    ]


def links(_: Context, paper: Paper) -> dict[str, str]:
    """Return all links of a paper by name, those of its DOI and arXiv id too."""
    addresses = dict(paper.links)
    if paper.doi:
        addresses["doi"] = f"https://doi.org/{paper.doi}"
    if paper.arxiv:
        addresses["arxiv"] = f"https://arxiv.org/abs/{paper.arxiv}"
    return dict(sorted(addresses.items()))


def organizations(_: Context, paper: Paper) -> list[str]:
    """Return the organisations behind a paper, each once."""
    names = (paper.institution, paper.detail("organization"), paper.detail("holder"))
    return list(dict.fromkeys(name for name in names if name))


def other_names(context: Context, person: Person) -> list[str]:
    """Return other forms of a person's name: those in the person's file, then those on works."""
    kb, hidden = context.kb, {fold_name(text) for text in person.former_names}
    printed = kb.printed_forms(person.id) if person.id in kb.identity.varied else ()
    forms = dict.fromkeys((*person.names, *printed))
    forms.pop(person.name.text, None)
    return [text for text in forms if not hidden or fold_name(text) not in hidden]


def biography(context: Context, person: Person) -> str | None:
    """Return the text of a person's page, with an empty line between paragraphs."""
    if not person.body:
        return None
    paragraphs = ("".join(span.text for span in line) for line in prose(context.kb, person.body))
    return "\n\n".join(paragraphs) or None


def advised(context: Context, advisee: Advisee) -> str:
    """Return the person id of an advisee."""
    return context.kb.identity.resolve(advisee.name, advisee.person)


def name_of_advised(context: Context, advisee: Advisee) -> str:
    """Return the printed name of an advisee, or the current name if the printed one is former."""
    person = context.kb.people[advised(context, advisee)]
    former = {fold_name(text) for text in person.former_names}
    return person.name.text if fold_name(advisee.name) in former else advisee.name


def sessions(context: Context, event: Any) -> list[Session]:
    """Return the sessions of an event in the order of its programme."""
    lines = [line for line in context.kb.schedule.of_event[event.id] if line.index is not None]
    return sorted(lines, key=attrgetter("index"))


def title(context: Context, session: Session) -> str | None:
    """Return the title of a session, or that of its talk."""
    slot = session.slot
    return slot.title or (context.kb.talks[slot.talk].title if slot.talk else None)


def line_of(context: Context, talk: Talk) -> Slot | Talk:
    """Return the record with a talk's status and note: its slot, or the talk if it has none."""
    session = context.kb.schedule.of_talk.get(talk.id)
    return session.slot if session else talk


def abstract(context: Context, talk: Talk) -> str | None:
    """Return the abstract of a talk, or that of its paper if it has none."""
    paper = context.kb.paper_of(talk)
    return talk.abstract or (paper.abstract if paper else None)


def ends(session: Session) -> tuple[str | None, str | None]:
    """Return when a session begins and ends; only times of day if the day is unknown."""
    start, end = session.start, session.end
    return (
        start.isoformat() if start else session.slot.start,
        end.isoformat() if end else session.slot.end,
    )


def talk_times(context: Context, talk: Talk) -> tuple[str | None, str | None]:
    """Return when a talk begins and ends; if no time is known, its date or that of its event."""
    session = context.kb.schedule.of_talk.get(talk.id)
    if session and (session.slot.start or session.slot.end):
        return ends(session)
    if talk.start or talk.end:
        return talk.start, talk.end
    event = context.kb.event_of(talk)
    return event_dates(
        talk.date or (event.date if event and isinstance(event.date, Date) else None)
    )
