"""The sections of a curriculum vitae in their order, for HTML and PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from symposium.kinds.cv import CvOptions
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.volumes import EditedVolume, edited_volumes
from symposium.locale import N_, _, plural, separators
from symposium.model.dates import Date
from symposium.model.ids import sources_of
from symposium.pages.author_links import identifiers_of, link_list, links_of_work
from symposium.pages.cv_lists import FOREVER, LISTS, CvEntry, Entries, years_of
from symposium.pages.shown_times import date_text, first_date
from symposium.pages.small_texts import Line, Span, joined, line, marked, prose
from symposium.pages.vocabulary import MARKS, affiliation_text, issued, legend_of

MAX_AUTHORS = 60
"""Limit of authors to name; of more, the first third and the person themselves are named."""


def works_of(kb: KnowledgeBase, person: Person, section: str) -> list[Paper]:
    """Return the works of a section, newest first; none for a section that has no works."""
    tables = {
        "publications": [kb.relations.papers_of_person],
        "posters": [kb.relations.posters_of_person],
        "selected": [kb.relations.papers_of_person, kb.relations.posters_of_person],
    }.get(section, [])
    works = [kb.works[paper_id] for table in tables for paper_id in table.get(person.id, ())]
    return [work for work in works if work.selected or section != "selected"]


def _works_in(section: str) -> Entries:
    return lambda kb, person: [_work(kb, person, work) for work in works_of(kb, person, section)]


def edited(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield the volumes that the person edited."""
    for volume in edited_volumes(kb, person.id):
        yield _work(kb, person, kb.works[volume.paper]) if volume.paper else _volume(volume)


def _volume(volume: EditedVolume) -> CvEntry:
    """Return the entry of a volume that is not a work itself."""
    year = Date(volume.year) if volume.year else None
    target = ("volume", volume.volume) if volume.volume else ("venue", volume.venue or "")
    title = line(Span(volume.title, "title", *target))
    return CvEntry(str(volume.year or ""), (title,), years_of(year))


def label_of(kb: KnowledgeBase, work: Paper) -> str:
    """Return the text in the margin: the label of the entry, else short venue and year."""
    label = dict(work.fields).get("label", "")
    if label and not set(label) & set("\\{}$"):
        return label
    venue = kb.venue_of(work)
    short = venue.short if venue and venue.short else ""
    return f"{short} {work.year or ''}".strip()


def _work(kb: KnowledgeBase, person: Person, work: Paper) -> CvEntry:
    label = label_of(kb, work)
    where = work.venue or issued(work)
    year = str(work.year or "")
    if year not in label + where:
        where = f"{where}, {year}" if where else year
    if where.replace(",", "") in (label, label.removesuffix(year).strip()):
        where = ""
    awards = [(Span(award, "award"),) for award in work.awards]
    addresses = links_of_work(work, kb.files, "PDF", _("Slides"), _("Code"))
    links = [(Span(text, "muted", href=href),) for text, href in addresses]
    rows = (
        marked(kb, Span(work.title, "title", "paper", work.id)),
        _authors(kb, person, work),
        joined([line(Span(where, "cite")), *awards, *links, *_remarks(kb, person, work)], " · "),
    )
    return CvEntry(label, tuple(row for row in rows if row), years_of(work.date))


def _remarks(kb: KnowledgeBase, person: Person, work: Paper) -> list[Line]:
    """Return a remark on a work that the printed document lacks."""
    sources = (kb.sources[id_] for id_ in sources_of(person.sources) if id_ in kb.sources)
    cvs = {source.id for source in sources if source.kind.casefold() == "cv"}
    if not cvs or cvs.intersection(sources_of(work.sources)):
        return []
    return [line(Span(_("not in the printed curriculum vitae"), "muted"))]


def _authors(kb: KnowledgeBase, person: Person, work: Paper) -> Line:
    """Return the names in order with their marks; that of the person is highlighted."""
    people = work.authors or work.editors
    own = [author for author in people if kb.person_of(author) == person.id]
    shown = people
    if len(people) > MAX_AUTHORS:
        shown = people[: MAX_AUTHORS // 3]
        shown = (*shown, *(author for author in own if author not in shown))
    names = [_author(kb, person, author) for author in shown]
    rest = len(people) - len(shown)
    if rest:
        names.append(line(plural(rest, "and {count} more", "and {count} more")))
    elif work.et_al:
        names.append(line(_("et al.")))
    between = separators(len(names))
    if rest or work.et_al:
        between = [", "] * len(between)
    row = [
        part
        for comma, name in zip(between, names[1:], strict=True)
        for part in (Span(comma), *name)
    ]
    editors = (Span(" " + _("(eds.)")),) if work.editors and not work.authors else ()
    return (*names[0], *row, *editors) if names else editors


def _author(kb: KnowledgeBase, person: Person, author: Contributor) -> Line:
    person_id = kb.person_of(author)
    name = Span(author.name.text, "own" if person_id == person.id else "", "person", person_id)
    signs = "".join(MARKS[mark][0] if mark in MARKS else f" ({mark})" for mark in author.marks)
    return line(name, Span(signs, "mark"))


def talks(kb: KnowledgeBase, person: Person) -> Iterator[CvEntry]:
    """Yield the talks that the person gave, newest first."""
    for talk_id in kb.relations.talks_of_person.get(person.id, ()):
        talk = kb.talks[talk_id]
        # Without speakers, its authors gave it.
        if person.id in map(kb.person_of, talk.speakers or talk.authors):
            yield _talk(kb, talk)


def _talk(kb: KnowledgeBase, talk: Talk) -> CvEntry:
    event, date = kb.event_of(talk), first_date(kb.date_of(talk))
    if event:
        when = date_text(date)
        about = line(Span(event.title, "cite", "event", event.id))
    else:
        when = " ".join(filter(None, (talk.venue, date_text(date))))
        about = line(" ".join((talk.description or "").split()))
    title = marked(kb, Span(talk.title or "", "title", "talk", talk.id))
    return CvEntry(when, tuple(row for row in (title, about) if row), years_of(date))


SECTIONS: Mapping[str, tuple[str, Entries]] = {
    **LISTS,
    "publications": (N_("Publications"), _works_in("publications")),
    "selected": (N_("Selected works"), _works_in("selected")),
    "edited": (N_("Edited volumes"), edited),
    "posters": (N_("Posters"), _works_in("posters")),
    "talks": (N_("Talks"), talks),
}
"""Title and function that makes the entries, by name of the section."""


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


ORDER = (
    "statement", "education", "experience", "awards", "publications", "edited", "posters",
    "talks", "teaching", "advising", "service", "software",
)  # fmt: skip
"""The sections that a curriculum vitae has if its options name none."""


@dataclass(frozen=True, slots=True)
class Cv:
    """A curriculum vitae."""

    person: str
    name: str
    headline: str
    affiliations: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    """Label and address of each."""
    parts: tuple[CvPart, ...]


def pdf_of(person_id: str) -> str:
    """Return the path of a person's PDF, relative to the root of the site."""
    return f"people/{person_id}/cv.pdf"


def people_with_cv(kb: KnowledgeBase) -> Iterable[Person]:
    """Return the persons whose file asks for a curriculum vitae, in order of ids."""
    return (person for person in kb.identity.people.described.values() if person.cv)


def make_cv(kb: KnowledgeBase, person: Person) -> Cv:
    """Return the curriculum vitae of a person; parts without any content are left out."""
    options = person.cv or CvOptions()
    parts = (_part(kb, person, name, options) for name in section_names(options))
    links = [(type_.label, type_.href(text)) for type_, text in identifiers_of(person)]
    current = [post for post in person.affiliations if post.end is None or post.end.year is None]
    return Cv(
        person=person.id,
        name=person.name.text,
        headline=person.headline or "",
        affiliations=tuple(affiliation_text(post) for post in current),
        links=(*links, *link_list(person.links, kb.files)),
        parts=tuple(part for part in parts if part.groups or part.paragraphs),
    )


def section_names(options: CvOptions) -> tuple[str, ...]:
    """Return the names of the sections that a curriculum vitae may have, in order."""
    names = list(options.sections or ORDER)
    if options.selected and "selected" not in names:
        names.insert(1 if names[:1] == ["statement"] else 0, "selected")
    return tuple(dict.fromkeys(names))


def _part(kb: KnowledgeBase, person: Person, name: str, options: CvOptions) -> CvPart:
    if name == "statement":
        return CvPart("statement", "", prose(kb, person.body))
    title, entries = SECTIONS[name]
    groups: dict[str, list[CvEntry]] = {}
    for entry in entries(kb, person):
        first, last = entry.years or (0, FOREVER)
        if first <= (options.last or FOREVER) and last >= (options.first or 0):
            groups.setdefault(entry.group, []).append(entry)
    if not groups:
        return CvPart(name, _(title))
    openings = (prose(kb, opening.text) for opening in options.openings if opening.section == name)
    legend = legend_of(kb, works_of(kb, person, name))
    marks = line(Span(" ".join(f"{a} {b}." if a else b for a, b in legend), "muted"))
    paragraphs = (*chain.from_iterable(openings), *filter(None, [marks]))
    cv_groups = [CvGroup(heading, tuple(rows)) for heading, rows in groups.items()]
    return CvPart(name, _(title), paragraphs, tuple(cv_groups))
