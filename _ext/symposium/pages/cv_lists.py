"""Sections of a curriculum vitae that a person's file lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from symposium.kinds.cv import Advisee, Course, Degree
from symposium.kinds.person import Person
from symposium.kinds.software import Software
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.model.dates import Date
from symposium.model.names import fold_name
from symposium.pages.author_links import safe_href
from symposium.pages.organising import services
from symposium.pages.plain_markdown import prose
from symposium.pages.publication_status import named
from symposium.pages.shown_times import first_date, printed, span
from symposium.pages.spans import Line, Span, joined, line

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


@dataclass(frozen=True, slots=True)
class CvGroup:
    """Entries under a heading of their own, or under none."""

    title: str
    entries: tuple[CvEntry, ...]


@dataclass(frozen=True, slots=True)
class CvPart:
    """A section: paragraphs, then groups of entries."""

    id: str
    title: str
    paragraphs: tuple[Line, ...] = ()
    groups: tuple[CvGroup, ...] = ()


def part(name: str, title: str, entries: list[CvEntry], *paragraphs: Line) -> CvPart:
    """Return a section whose entries are in one group."""
    return CvPart(name, title, paragraphs, (CvGroup("", tuple(entries)),) if entries else ())


def of_list(name: str, entries: Iterable[CvEntry]) -> list[CvEntry]:
    """Return the entries of a list of the person's file, each with its place there."""
    return [replace(one, item=(name, index)) for index, one in enumerate(entries)]


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


def education(kb: KnowledgeBase, person: Person) -> CvPart:
    """Return the degrees."""
    entries = [
        CvEntry(span(one.start, one.end), _degree(kb, one), years_of(one.start, one.end))
        for one in person.education
    ]
    return part("education", _("Education"), of_list("education", entries))


def _degree(kb: KnowledgeBase, one: Degree) -> tuple[Line, ...]:
    more = [
        _("Minor in {subject}").format(subject=one.minor) if one.minor else "",
        one.honors or "",
    ]
    committee = joined([(name_line(kb, name),) for name in one.committee], ", ")
    rows = [
        line(Span(one.degree, "title")),
        line(one.organization),
        line(", ".join(filter(None, more))),
        (Span(_("Advisor:") + " "), name_line(kb, one.advisor)) if one.advisor else (),
        (Span(_("Committee:") + " "), *committee) if committee else (),
        (Span(_("Thesis:") + " "), Span(one.thesis, "cite")) if one.thesis else (),
    ]
    return tuple(row for row in rows if row)


def awards(_kb: KnowledgeBase, person: Person) -> CvPart:
    """Return awards and honours."""
    entries = [
        _entry(printed(one.date), one.title, one.organization, one.description, years_of(one.date))
        for one in person.awards
    ]
    return part("awards", _("Awards and honors"), of_list("awards", entries))


def experience(_kb: KnowledgeBase, person: Person) -> CvPart:
    """Return the positions."""
    entries = [
        _entry(
            one.when or span(one.start, one.end), one.title, one.organization, one.description,
            years_of(one.start, one.end),
        )
        for one in person.positions
    ]  # fmt: skip
    return part("experience", _("Professional experience"), of_list("positions", entries))


def _entry(
    when: str,
    title: str,
    where: str | None,
    description: str | None,
    years: tuple[int, int] | None,
) -> CvEntry:
    rows = (
        line(Span(title, "title")),
        line(where or ""),
        line(" ".join((description or "").split())),
    )
    return CvEntry(when, tuple(row for row in rows if row), years)


def teaching(_kb: KnowledgeBase, person: Person) -> CvPart:
    """Return the courses."""
    courses = [_course(one) for one in person.teaching]
    return part("teaching", _("Teaching"), of_list("teaching", courses))


def _course(one: Course) -> CvEntry:
    description = " ".join((one.description or "").split())
    role = "" if description.casefold().startswith((one.role or "").casefold()) else one.role
    students = _("{count} students").format(count=one.students) if one.students else ""
    about = ", ".join(filter(None, (role, description.removesuffix("."), students)))
    rows = (
        line(Span(one.course, "title")),
        line(one.organization or ""),
        line(f"{about}." if about else ""),
    )
    return CvEntry(one.when or "", tuple(row for row in rows if row))


def advising(kb: KnowledgeBase, person: Person) -> CvPart:
    """Return the people advised, by organisation and level in the order of the file."""
    groups: dict[str, list[CvEntry]] = {}
    entries = of_list("advising", [_advisee(kb, one) for one in person.advising])
    for one, entry in zip(person.advising, entries, strict=True):
        level = _(LEVELS.get(one.level or "", (one.level or "").capitalize()))
        title = ": ".join(filter(None, (one.organization, level)))
        groups.setdefault(title, []).append(entry)
    made = tuple(CvGroup(title, tuple(rows)) for title, rows in groups.items())
    return CvPart("advising", _("Advising and mentoring"), (), made)


def _advisee(kb: KnowledgeBase, one: Advisee) -> CvEntry:
    about = line(
        name_line(kb, one.name, one.person, "title"),
        f" ({one.note})" if one.note else "",
        ", " if one.title else "",
        Span(one.title or "", "cite"),
    )
    return CvEntry(printed(one.date), (about,), years_of(one.date))


def service(kb: KnowledgeBase, person: Person) -> CvPart:
    """Return services to the community, and the events that the person organised."""
    entries = [
        CvEntry(
            printed(one.date),
            (line(Span(one.venue, "title"), f": {one.role}"),),
            years_of(one.date),
        )
        for one in person.service
    ]
    entries = of_list("service", entries)
    uses = kb.uses_of(person.id, "event")
    for event_id in dict.fromkeys(use.id for use in uses if use.role == "organizer"):
        event = kb.events[event_id]
        row = line(Span(event.title, "title", "event", event_id), ": " + _("organizer"))
        entries.append(CvEntry(printed(event.date), (row,), years_of(first_date(event.date))))
    for event_id, roles in services(kb, person.id):
        event = kb.events[event_id]
        row = line(Span(event.title, "title", "event", event_id), ": " + ", ".join(roles))
        entries.append(CvEntry(printed(event.date), (row,), years_of(first_date(event.date))))
    return part("service", _("Service"), entries)


def software(kb: KnowledgeBase, person: Person) -> CvPart:
    """Return the software that the person works or worked on."""
    ids = kb.relations.naming.get(("person", person.id), {}).get("software", ())
    table: Mapping[str, Software] = kb.entities["software"]
    return part("software", _("Software"), [_software(kb, person, table[one]) for one in ids])


def _software(kb: KnowledgeBase, person: Person, one: Software) -> CvEntry:
    places = [href for text in one.repositories if (href := safe_href(text))]
    shown = [(Span(href.partition("://")[2].rstrip("/"), "muted", href=href),) for href in places]
    own = [dev for dev in one.people if kb.person_of(dev) == person.id]
    body = prose(kb, next((dev.description for dev in own if dev.description), one.body))
    roles = [dev.role for dev in own if dev.role]
    said = " ".join("".join(span.text for span in row) for row in body).casefold()
    role = ". ".join(role for role in roles if role.casefold() not in said)
    papers = [named(kb, Span(kb.works[i].title, "cite", "paper", i)) for i in one.papers]
    rows = (
        line(Span(one.title, "title", "software", one.id)),
        joined(shown, ", "),
        line(f"{role}." if role else ""),
        *body,
        (Span((_("Paper:") if len(papers) == 1 else _("Papers:")) + " "), *joined(papers, "; "))
        if papers
        else (),
    )
    years = years_of(one.start, one.end)
    if years and one.end is None:
        years = (years[0], FOREVER)
    return CvEntry(one.when or span(one.start, one.end), tuple(row for row in rows if row), years)


LISTS: Mapping[str, Callable[[KnowledgeBase, Person], CvPart]] = {
    "education": education,
    "awards": awards,
    "experience": experience,
    "teaching": teaching,
    "advising": advising,
    "service": service,
    "software": software,
}
"""Name of a section to the function that makes it."""
