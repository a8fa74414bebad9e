"""Sections of a curriculum vitae that a person's file lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symposium.kinds.cv import Advisee, Award, Course, Degree, Position
from symposium.kinds.person import Person
from symposium.kinds.software import Software
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.model.dates import Date
from symposium.model.names import fold_name
from symposium.pages.author_links import safe_href
from symposium.pages.shown_times import first_date, printed, span
from symposium.pages.small_texts import Line, Span, joined, line, named, prose
from symposium.pages.views.event import services

FOREVER = 9999
"""The year in which what lasts until now ends."""

Years = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CvEntry:
    """One thing that a person did."""

    when: str
    """The text in the margin."""
    lines: tuple[Line, ...]
    years: Years = None
    """The first and the last year; ``None`` if no date is known."""
    item: tuple[str, int] | None = None
    """The list of the person's file that it is of, and its place there."""
    group: str = ""
    """The heading that it stands under in its section."""


Entries = Callable[[KnowledgeBase, Person], Iterable[CvEntry]]


def years_of(start: Date | None, end: Date | None = None) -> Years:
    """Return the years from a date to another.

    >>> years_of(Date(2019), Date()), years_of(Date(2020)), years_of(None)
    ((2019, 9999), (2020, 2020), None)
    """
    if start is None and end is None:
        return None
    first = start or end
    last = end or start
    return ((first and first.year) or 0, (last and last.year) or FOREVER)


def of_list(
    name: str,
    lines_of: Callable[[KnowledgeBase, Any], Iterable[Line]],
    group_of: Callable[[Any], str] = lambda _item: "",
) -> Entries:
    """Return what makes the entries of a list of a person's file."""

    def entries(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
        for index, one in enumerate(getattr(person, name)):
            day = getattr(one, "date", None)
            start, end = (getattr(one, end, day) for end in ("start", "end"))
            when = getattr(one, "when", None) or span(start, end)
            lines = tuple(filter(None, lines_of(kb, one)))
            yield CvEntry(when, lines, years_of(start, end), (name, index), group_of(one))

    return entries


LEVELS = {
    "bachelor": N_("Bachelor’s students"), "bachelors": N_("Bachelor’s students"),
    "master": N_("Master’s students"), "masters": N_("Master’s students"),
    "phd": N_("PhD students"), "doctoral": N_("PhD students"), "postdoc": N_("Postdocs"),
    "intern": N_("Interns"), "undergraduate": N_("Undergraduates"),
    "high-school": N_("High-school students"),
}  # fmt: skip
"""What the people of a level are called together; others are shown as written."""


def name_line(kb: KnowledgeBase, text: str, explicit: str | None = None, style: str = "") -> Span:
    """Return a printed name that leads to its person; a former name is shown as that of today."""
    person_id = kb.identity.resolve(text, explicit)
    if fold_name(text) in kb.identity.former:
        text = kb.people[person_id].name.text
    return Span(text, style, "person", person_id)


def _degree(kb: KnowledgeBase, one: Degree) -> Iterator[Line]:
    minor = _("Minor in {subject}").format(subject=one.minor) if one.minor else ""
    yield line(Span(one.degree, "title"))
    yield line(one.organization)
    yield line(", ".join(filter(None, (minor, one.honors))))
    if one.advisor:
        yield (Span(_("Advisor:") + " "), name_line(kb, one.advisor))
    if one.committee:
        names = [(name_line(kb, name),) for name in one.committee]
        yield (Span(_("Committee:") + " "), *joined(names, ", "))
    if one.thesis:
        yield (Span(_("Thesis:") + " "), Span(one.thesis, "cite"))


def _position(_kb: KnowledgeBase, one: Award | Position) -> Iterator[Line]:
    yield line(Span(one.title, "title"))
    yield line(one.organization or "")
    yield line(" ".join((one.description or "").split()))


def _course(_kb: KnowledgeBase, one: Course) -> Iterator[Line]:
    description = " ".join((one.description or "").split())
    role = "" if description.casefold().startswith((one.role or "").casefold()) else one.role
    students = _("{count} students").format(count=one.students) if one.students else ""
    about = ", ".join(filter(None, (role, description.removesuffix("."), students)))
    yield line(Span(one.course, "title"))
    yield line(one.organization or "")
    yield line(f"{about}." if about else "")


def _advisee(kb: KnowledgeBase, one: Advisee) -> Iterator[Line]:
    yield line(
        name_line(kb, one.name, one.person, "title"),
        f" ({one.note})" if one.note else "",
        ", " if one.title else "",
        Span(one.title or "", "cite"),
    )


def _place_and_level(one: Advisee) -> str:
    level = _(LEVELS.get(one.level or "", (one.level or "").capitalize()))
    return ": ".join(filter(None, (one.organization, level)))


_services = of_list("service", lambda _kb, one: [line(Span(one.venue, "title"), f": {one.role}")])


def service(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield services to the community, and the events that the person organised."""
    yield from _services(kb, person)
    uses = kb.uses_of(person.id, "event")
    organised = dict.fromkeys(use.id for use in uses if use.role == "organizer")
    own = [(event_id, [_("organizer")]) for event_id in organised]
    for event_id, roles in (*own, *services(kb, person.id)):
        event = kb.events[event_id]
        row = line(Span(event.title, "title", "event", event_id), ": " + ", ".join(roles))
        yield CvEntry(printed(event.date), (row,), years_of(first_date(event.date)))


def software(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield the software that the person works or worked on."""
    ids = kb.relations.naming.get(("person", person.id), {}).get("software", ())
    for one in map(kb.entities["software"].__getitem__, ids):
        years = years_of(one.start, one.end)
        if years and one.end is None:
            years = (years[0], FOREVER)
        lines = tuple(filter(None, _software(kb, person, one)))
        yield CvEntry(one.when or span(one.start, one.end), lines, years)


def _software(kb: KnowledgeBase, person: Person, one: Software) -> Iterator[Line]:
    places = [href for text in one.repositories if (href := safe_href(text))]
    shown = [(Span(href.partition("://")[2].rstrip("/"), "muted", href=href),) for href in places]
    own = [dev for dev in one.people if kb.person_of(dev) == person.id]
    body = prose(kb, next((dev.description for dev in own if dev.description), one.body))
    words = " ".join("".join(span.text for span in row) for row in body).casefold()
    roles = [dev.role for dev in own if dev.role and dev.role.casefold() not in words]
    yield line(Span(one.title, "title", "software", one.id))
    yield joined(shown, ", ")
    yield line(f"{'. '.join(roles)}." if roles else "")
    yield from body
    if papers := [named(kb, Span(kb.works[i].title, "cite", "paper", i)) for i in one.papers]:
        label = _("Paper:") if len(papers) == 1 else _("Papers:")
        yield (Span(f"{label} "), *joined(papers, "; "))


LISTS: Mapping[str, tuple[str, Entries]] = {
    "education": (N_("Education"), of_list("education", _degree)),
    "awards": (N_("Awards and honors"), of_list("awards", _position)),
    "experience": (N_("Professional experience"), of_list("positions", _position)),
    "teaching": (N_("Teaching"), of_list("teaching", _course)),
    "advising": (N_("Advising and mentoring"), of_list("advising", _advisee, _place_and_level)),
    "service": (N_("Service"), service),
    "software": (N_("Software"), software),
}
"""Name of a section to its title and to what makes its entries."""
