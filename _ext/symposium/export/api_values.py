"""Values of the API that are worked out of a record and the knowledge base."""

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
from symposium.kinds.participants import Affiliation
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.local_times import event_dates
from symposium.knowledge.mentions import TextPiece, piece_text, pieces_of_text
from symposium.knowledge.printed_names import printed_affiliations
from symposium.knowledge.schedule import Session
from symposium.model.dates import Date
from symposium.model.names import fold_name
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.small_texts import prose
from symposium.pages.urls import Urls, docname

Json = dict[str, Any]

# Bounded, as Python refuses to convert some thousands of digits.
RE_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,999}|[0-9]{1,3}(?:,[0-9]{3}){1,300}")
RE_DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")


@dataclass
class Context:
    """What values are made of besides the record."""

    kb: KnowledgeBase
    mentions: Mentions
    urls: Urls

    @cached_property
    def agenda(self) -> Agenda:
        """The lines of all programmes."""
        return Agenda(self.kb, self.urls.identity)

    @cached_property
    def printed_affiliations(self) -> Mapping[str, tuple[Affiliation, ...]]:
        """Person id to the affiliations that programmes print."""
        return printed_affiliations(self.kb)

    @cached_property
    def cited_on(self) -> Mapping[str, list[Json]]:
        """Where each paper is cited: the page, its title and the sentence; not its own page."""
        places: dict[str, list[Json]] = defaultdict(list)
        for page, rows in sorted(self.mentions.by_page.items()):
            for mention in rows:
                paper_id = self.kb.find("paper", mention.id) if mention.kind == "paper" else None
                if paper_id is None or page == docname("paper", paper_id):
                    continue
                anchor = f"#{mention.anchor}" if mention.anchor else ""
                places[paper_id].append(
                    {
                        "url": self.urls.path(page) + anchor,
                        "title": self._text(pieces_of_text(mention.title)),
                        "context": self._text(mention.sentence),
                    }
                )
        return places

    def _text(self, sentence: Iterable[TextPiece]) -> str:
        """Return a text; a reference without words of its own is shown by its label."""
        return " ".join("".join(piece_text(self.kb, piece) for piece in sentence).split())

    def url(self, kind: str, record_id: str) -> str:
        """Return the address of a record's page, relative to the root of the site."""
        return self.urls.path(docname(kind, record_id))


Make = Callable[[Context, Any], Any]
"""Makes a value of a record, or of an attribute."""


def number(text: str | None) -> int | float | str | None:
    """Return a number where the text is one and nothing of how it is printed gets lost.

    Commas between thousands are not kept.

    >>> number("44"), number("7.5"), number("7.50"), number("1,234"), number("nan"), number(None)
    (44, 7.5, '7.50', 1234, 'nan', None)
    """
    if text and RE_INTEGER.fullmatch(text):
        return int(text.replace(",", ""))
    if text and RE_DECIMAL.fullmatch(text) and str(float(text)) == text:
        return float(text)
    return text


def corrections(context: Context, one: Any) -> Sequence[Correction]:
    """Return printed slips and their mendings without those that would show a former name."""
    former = context.kb.identity.former
    return [
        row for row in one.corrections if not any(name in fold_name(row.printed) for name in former)
    ]


def links(_: Context, one: Paper) -> dict[str, str]:
    """Return all links of a work, those of its identifiers too."""
    found = dict(one.links)
    if one.doi:
        found["doi"] = f"https://doi.org/{one.doi}"
    if one.arxiv:
        found["arxiv"] = f"https://arxiv.org/abs/{one.arxiv}"
    return dict(sorted(found.items()))


def detail(name: str) -> Make:
    """Return what gets a field of the entry."""
    return lambda _, one: one.detail(name) if one.details else None


def organizations(_: Context, one: Paper) -> list[str]:
    """Return organisations, each once."""
    found = (one.institution, one.detail("organization"), one.detail("holder"))
    return list(dict.fromkeys(name for name in found if name))


def other_names(context: Context, one: Person) -> list[str]:
    """Return the other printed forms of a name: those of the file, then those of the works."""
    hidden = {fold_name(text) for text in one.former_names}
    forms = dict.fromkeys((*one.names, *context.kb.printed_forms(one.id)))
    forms.pop(one.name.text, None)
    return [text for text in forms if not hidden or fold_name(text) not in hidden]


def biography(context: Context, one: Person) -> str | None:
    """Return the words of a body; an empty line stands between paragraphs."""
    if not one.body:
        return None
    paragraphs = ("".join(span.text for span in line) for line in prose(context.kb, one.body))
    return "\n\n".join(paragraphs) or None


def advised(context: Context, one: Advisee) -> str:
    """Return the id of somebody advised."""
    return context.kb.identity.resolve(one.name, one.person)


def name_of_advised(context: Context, one: Advisee) -> str:
    """Return the name as printed, but for a former one."""
    someone = context.kb.people[advised(context, one)]
    former = {fold_name(text) for text in someone.former_names}
    return someone.name.text if fold_name(one.name) in former else one.name


Ends = tuple[str | None, str | None]
"""Start and end, as they are exported."""


def sessions(context: Context, one: Any) -> list[Session]:
    """Return the lines of a programme in their order."""
    lines = (found for found in context.kb.schedule.of_event[one.id] if found.index is not None)
    return sorted(lines, key=attrgetter("index"))


def title(context: Context, session: Session) -> str | None:
    """Return what a line shows: its title, or that of its talk."""
    slot = session.slot
    return slot.title or (context.kb.talks[slot.talk].title if slot.talk else None)


def line_of(context: Context, one: Talk) -> Slot | Talk:
    """Return what says what has become of a talk: its line, or its file where it has none."""
    session = context.kb.schedule.of_talk.get(one.id)
    return session.slot if session else one


def abstract(context: Context, one: Talk) -> str | None:
    """Return the abstract of a talk, or that of its paper."""
    presented = context.kb.paper_of(one)
    return one.abstract or (presented.abstract if presented else None)


def ends(session: Session) -> Ends:
    """Return when a line begins and ends: what clocks show where its day is unknown."""
    start, end = session.start, session.end
    return (
        start.isoformat() if start else session.slot.start,
        end.isoformat() if end else session.slot.end,
    )


def talk_times(context: Context, one: Talk) -> Ends:
    """Return when a talk begins and ends; without a time, the date as far as it is known."""
    session = context.kb.schedule.of_talk.get(one.id)
    if session and (session.slot.start or session.slot.end):
        return ends(session)
    if one.start or one.end:
        return one.start, one.end
    held = context.kb.events.get(one.event) if one.event else None
    return event_dates(one.date or (held.date if held and isinstance(held.date, Date) else None))
