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
from symposium.pages.shown_times import date_text, first_date, span
from symposium.pages.small_texts import Line, Span, joined, line, marked, prose
from symposium.pages.views.event import services

FOREVER = 9999
"""The end year of something that still lasts."""

Years = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CvEntry:
    """An entry of a curriculum vitae."""

    when: str
    """The text in the margin."""
    lines: tuple[Line, ...]
    years: Years = None
    """The first and the last year; ``None`` if no date is known."""
    item: tuple[str, int] | None = None
    """The list of the person's file that it comes from, and its index there."""
    group: str = ""
    """The heading above it in its section."""


Entries = Callable[[KnowledgeBase, Person], Iterable[CvEntry]]


def years_of(start: Date | None, end: Date | None = None) -> Years:
    """Return the first and the last year of a period, or twice that of a single date.

    >>> years_of(Date(2019), Date()), years_of(Date(2020)), years_of(None)
    ((2019, 9999), (2020, 2020), None)
    """
    first, last = start or end, end or start
    if first is None or last is None:
        return None
    return (first.year or 0, last.year or FOREVER)


def _dates_of(item: Any) -> tuple[Date | None, Date | None]:
    day = getattr(item, "date", None)
    return getattr(item, "start", day), getattr(item, "end", day)


def time_of(item: Any) -> str:
    """Return when an item of a person's file was, as printed if the file says that."""
    return getattr(item, "when", None) or span(*_dates_of(item))


def of_list(
    name: str,
    lines_of: Callable[[KnowledgeBase, Any], Iterable[Line]],
    group_of: Callable[[Any], str] = lambda _item: "",
) -> Entries:
    """Return the function that makes entries from a list of a person's file."""

    def entries(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
        for index, item in enumerate(getattr(person, name)):
            lines = tuple(filter(None, lines_of(kb, item)))
            years = years_of(*_dates_of(item))
            yield CvEntry(time_of(item), lines, years, (name, index), group_of(item))

    return entries


LEVELS = {
    "bachelor": N_("Bachelor’s students"), "bachelors": N_("Bachelor’s students"),
    "master": N_("Master’s students"), "masters": N_("Master’s students"),
    "phd": N_("PhD students"), "doctoral": N_("PhD students"), "postdoc": N_("Postdocs"),
    "intern": N_("Interns"), "undergraduate": N_("Undergraduates"),
    "high-school": N_("High-school students"),
}  # fmt: skip
"""Headings of groups of advisees by level; other levels are shown as written."""


def name_line(kb: KnowledgeBase, text: str, explicit: str | None = None, style: str = "") -> Span:
    """Return a printed name with a link to its person; today's name replaces a former one."""
    person_id = kb.identity.resolve(text, explicit)
    if fold_name(text) in kb.identity.former:
        text = kb.people[person_id].name.text
    return Span(text, style, "person", person_id)


def _degree(kb: KnowledgeBase, degree: Degree) -> Iterator[Line]:
    minor = _("Minor in {subject}").format(subject=degree.minor) if degree.minor else ""
    yield line(Span(degree.degree, "title"))
    yield line(degree.organization)
    yield line(", ".join(filter(None, (minor, degree.honors))))
    if degree.advisor:
        yield (Span(_("Advisor:") + " "), name_line(kb, degree.advisor))
    if degree.committee:
        names = [(name_line(kb, name),) for name in degree.committee]
        yield (Span(_("Committee:") + " "), *joined(names, ", "))
    if degree.thesis:
        yield (Span(_("Thesis:") + " "), Span(degree.thesis, "cite"))


def _position(_kb: KnowledgeBase, position: Award | Position) -> Iterator[Line]:
    yield line(Span(position.title, "title"))
    yield line(position.organization or "")
    yield line(" ".join((position.description or "").split()))


def _course(_kb: KnowledgeBase, course: Course) -> Iterator[Line]:
    description = " ".join((course.description or "").split())
    role = "" if description.casefold().startswith((course.role or "").casefold()) else course.role
    students = _("{count} students").format(count=course.students) if course.students else ""
    about = ", ".join(filter(None, (role, description.removesuffix("."), students)))
    yield line(Span(course.course, "title"))
    yield line(course.organization or "")
    yield line(f"{about}." if about else "")


def _advisee(kb: KnowledgeBase, advisee: Advisee) -> Iterator[Line]:
    yield line(
        name_line(kb, advisee.name, advisee.person, "title"),
        f" ({advisee.note})" if advisee.note else "",
        ", " if advisee.title else "",
        Span(advisee.title or "", "cite"),
    )


def _place_and_level(advisee: Advisee) -> str:
    level = _(LEVELS.get(advisee.level or "", (advisee.level or "").capitalize()))
    return ": ".join(filter(None, (advisee.organization, level)))


_services = of_list("service", lambda _kb, job: [line(Span(job.venue, "title"), f": {job.role}")])


def service(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield services to the community, and roles at events such as organiser."""
    yield from _services(kb, person)
    uses = kb.uses_of(person.id, "event")
    organised = dict.fromkeys(use.id for use in uses if use.role == "organizer")
    own = [(event_id, [_("organizer")]) for event_id in organised]
    for event_id, roles in (*own, *services(kb, person.id)):
        event = kb.events[event_id]
        row = line(Span(event.title, "title", "event", event_id), ": " + ", ".join(roles))
        yield CvEntry(date_text(event.date), (row,), years_of(first_date(event.date)))


def software(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield the software that the person works or worked on."""
    ids = kb.relations.naming.get(("person", person.id), {}).get("software", ())
    for package in map(kb.entities["software"].__getitem__, ids):
        years = years_of(package.start, package.end)
        if years and package.end is None:
            years = (years[0], FOREVER)
        lines = tuple(filter(None, _software(kb, person, package)))
        yield CvEntry(package.when or span(package.start, package.end), lines, years)


def _software(kb: KnowledgeBase, person: Person, package: Software) -> Iterator[Line]:
    places = [href for text in package.repositories if (href := safe_href(text))]
    links = [(Span(href.partition("://")[2].rstrip("/"), "muted", href=href),) for href in places]
    own = [dev for dev in package.people if kb.person_of(dev) == person.id]
    body = prose(kb, next((dev.description for dev in own if dev.description), package.body))
    words = " ".join("".join(span.text for span in row) for row in body).casefold()
    roles = [dev.role for dev in own if dev.role and dev.role.casefold() not in words]
    yield line(Span(package.title, "title", "software", package.id))
    yield joined(links, ", ")
    yield line(f"{'. '.join(roles)}." if roles else "")
    yield from body
    if papers := [marked(kb, Span(kb.works[i].title, "cite", "paper", i)) for i in package.papers]:
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
"""Title and function that makes the entries, by name of the section."""
