"""The sections of a curriculum vitae in their order, for HTML and PDF."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from symposium.kinds.cv import CvOptions
from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase
from symposium.pages.author_links import link_list
from symposium.pages.cv_lists import LISTS
from symposium.pages.cv_parts import CvEntry, CvGroup, CvPart
from symposium.pages.cv_works import WORKS
from symposium.pages.plain_markdown import prose
from symposium.pages.vocabulary import affiliation_text

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
    """What each is called, and its address."""
    parts: tuple[CvPart, ...]


def pdf_of(person_id: str) -> str:
    """Return the path of its PDF, relative to the root of the site."""
    return f"people/{person_id}/cv.pdf"


def people_with_cv(kb: KnowledgeBase) -> Iterable[Person]:
    """Return the persons whose file asks for a curriculum vitae, by id."""
    return (person for person in kb.identity.people.described.values() if person.cv)


def make_cv(kb: KnowledgeBase, person: Person) -> Cv:
    """Return the curriculum vitae of a person; parts without any content are left out."""
    options = person.cv or CvOptions()
    parts = (_part(kb, person, name, options) for name in section_names(options))
    links = [("ORCID", f"https://orcid.org/{person.orcid}")] if person.orcid else []
    current = [one for one in person.affiliations if one.end is None or one.end.year is None]
    return Cv(
        person=person.id,
        name=person.name.text,
        headline=person.headline or "",
        affiliations=tuple(affiliation_text(one) for one in current),
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
    part = {**LISTS, **WORKS}[name](kb, person)
    groups = (
        CvGroup(group.title, tuple(one for one in group.entries if _shown(one, options)))
        for group in part.groups
    )
    kept = tuple(group for group in groups if group.entries)
    openings = (prose(kb, one.text) for one in options.openings if one.section == name)
    paragraphs = (*chain.from_iterable(openings), *part.paragraphs) if kept else ()
    return replace(part, groups=kept, paragraphs=paragraphs)


def _shown(entry: CvEntry, options: CvOptions) -> bool:
    """Tell whether any year of an entry is among those that are shown."""
    if entry.years is None:
        return True
    first, last = entry.years
    return (options.last is None or first <= options.last) and (
        options.first is None or last >= options.first
    )
