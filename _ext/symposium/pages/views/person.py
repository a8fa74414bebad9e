"""The view of a person, who has a file or is known from printed names alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from symposium.kinds.cv import Advisee
from symposium.kinds.participants import Affiliation
from symposium.kinds.person import Person
from symposium.knowledge.base import MANY_AUTHORS, KnowledgeBase
from symposium.knowledge.identity import NameOccurrence, State
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.volumes import edited_volumes
from symposium.locale import _
from symposium.model.ids import sources_of
from symposium.model.names import fold_name
from symposium.pages.author_links import link_label
from symposium.pages.cv_sections import section_names
from symposium.pages.feeds import calendar_buttons
from symposium.pages.listing import Listing, Listings, filled, more_on_own_page, years_span
from symposium.pages.pagination import SHOWN
from symposium.pages.shown_times import first_date
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views.cv import cv_buttons
from symposium.pages.views.event import services
from symposium.pages.views.talk import newest_first
from symposium.pages.vocabulary import ROLES, affiliation_text, counted, role_label

RECENT = 10
"""Papers on the page of a person whose curriculum vitae lists them all."""
TOPICS = 12
"""Topics that the works of a person may add to those of the file."""
COAUTHORS = 1000
"""Co-authors that a page lists: one paper of thousands would list them all on as many pages."""
FORMS = 100
PRINTED = 60
"""The most printed forms of a name on a page, and the most records that print them."""


class PrintedForm(NamedTuple):
    """An affiliation that programmes print beside a name."""

    affiliation: Affiliation
    talks: dict[tuple[str, str], None]
    """Talks that print it, each with its event and the year."""


def view(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return what ``person.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    papers = relations.papers_of_person.get(person.id, ())
    posters = relations.posters_of_person.get(person.id, ())
    talks = relations.talks_of_person.get(person.id, ())
    works = [kb.works[paper] for paper in (*papers, *posters)]
    own_page = relations.listed_of_person.get(person.id, ())
    state = kb.state_of(person.id)
    forms = _forms(site, person)
    calendar = zip(("calendar", "feed"), calendar_buttons(site, "person", person.id), strict=False)
    return {
        "state": state.value,
        "candidates": kb.identity.candidates.get(person.id, ()),
        "others": person.different_from,
        "forms": forms[:FORMS],
        "more_forms": max(0, len(forms) - FORMS),
        "shown_per_form": min(12, max(1, PRINTED // max(1, len(forms)))),
        "printed_at": () if person.affiliations else _affiliations(site, person.id, talks),
        "dated_by": _dated_by(site, person, talks),
        "topics": topics_of(site, papers, site.topics(person)),
        "papers": papers,
        "own_page": own_page,
        "selected": [work.id for work in works if work.selected],
        "posters": posters,
        "talks": talks,
        "apart": MANY_AUTHORS * any(len(work.authors) > MANY_AUTHORS for work in works),
        "awarded": sum([bool(work.awards) for work in works]),
        "years": years_span(kb, (*papers, *posters)),
        "in_cv": shown_in_cv(person),
        "cv_page": site.page_url(docname("cv", person.id)) if person.cv else "",
        "photo": site.href(person.photo) if person.photo else None,
        "advising": [
            (level, [row for row in person.advising if (row.level or "other") == level])
            for level in dict.fromkeys(row.level or "other" for row in person.advising)
        ],
        "buttons": (),
        "links": [*links(site, person), *((name, *button) for name, button in calendar)],
        "description": description_of(person, len(papers), len(own_page), len(talks), state),
    }


def links(site: ViewContext, person: Person) -> list[tuple[str, str, str]]:
    """Return the name, the label and the address of each link, the curriculum vitae first."""
    own = zip(("cv", "pdf"), cv_buttons(site, person), strict=False)
    identifiers = site.identifiers("person", person.id)
    hrefs = ((key, site.href(address)) for key, address in person.links.items())
    return [
        *((name, label, href) for name, (label, href) in own),
        *((label.lower(), f"{label} {text}", href) for label, text, href in identifiers),
        *((key, link_label(key), href) for key, href in hrefs if href),
    ]


def listings(site: ViewContext, person: Person) -> Listings:
    """Return the lists of a person's works, talks and co-authors."""
    relations, id_ = site.kb.relations, person.id
    uses = site.kb.uses_of(id_, "event", "person") if id_ in relations.named_in else ()
    lists: list[Listing] = []
    in_cv = shown_in_cv(person)
    papers = relations.papers_of_person.get(id_, ())
    if "publications" in in_cv and len(papers) > RECENT:
        lists.append(Listing("papers", _("Recent papers"), "years", papers[:RECENT], "paper"))
    elif papers:
        lists.append(Listing("papers", _("Papers"), "years", papers, "paper"))
    if own_page := relations.listed_of_person.get(id_):
        title = _("On their own page, authors cut short")
        lists.append(Listing("listed", title, "years", own_page, "paper",
                             note=_where_listed(site, person, own_page)))  # fmt: skip
    if "posters" not in in_cv and (posters := relations.posters_of_person.get(id_)):
        lists.append(Listing("posters", _("Posters"), "items", posters, "paper"))
    if edited := edited_volumes(site.kb, id_):
        lists.append(Listing("edited", _("Edited volumes"), "edited", edited))
    if id_ in relations.talks_of_person:
        lists.append(Listing("talks", _("Talks"), "given", _talks(site, id_)))
    if organized := list(dict.fromkeys(use.id for use in uses if use.role == "organizer")):
        lists.append(Listing("organized", _("Events organized"), "items", organized, "event"))
    if served := services(site.kb, id_):
        lists.append(Listing("served", _("Service at events"), "served", served))
    lists += coauthor_lists(site.kb, id_, papers)
    if roles := _roles(site, uses):
        title = _("In the CVs of others")
        lists.append(Listing("roles", title, "roles", roles, place="after"))
    return tuple(lists)


def coauthor_lists(kb: KnowledgeBase, person_id: str, papers: Ids) -> Listings:
    """Return the list of a person's co-authors, unless all stand beside a single paper."""
    is_single = len(papers) == 1 and person_id not in kb.relations.posters_of_person
    if is_single and len(kb.works[papers[0]].authors) <= SHOWN:
        return ()
    others = kb.coauthors_of(person_id)
    more, first = max(0, len(others) - COAUTHORS), others[:COAUTHORS]
    return filled(Listing("coauthors", _("Co-authors"), "columns", first, "person",
                          total=len(others), left_out=more))  # fmt: skip


def _where_listed(site: ViewContext, person: Person, papers: Iterable[str]) -> Markup:
    """Return a sentence on works whose authors are cut short, with the pages that list them."""
    kb, ids = site.kb, {person.id, *person.earlier_ids}
    listings = (listing for paper in papers for listing in kb.works[paper].listings)
    sources = map(kb.sources.get, dict.fromkeys(listing.source or "" for listing in listings))
    pages = [source.id for source in sources if source and source.owner in ids]
    text = _(
        "Listed on: {pages}. The authors of these works are cut short (“et al.”) before this name."
    )
    links = Markup(", ").join(site.link("source", page) for page in pages)
    return escape(text).format(pages=links)


def shown_in_cv(person: Person) -> frozenset[str]:
    """Return the sections that the page of the curriculum vitae shows whole."""
    if not person.cv or not person.cv.whole:
        return frozenset()
    return frozenset(section_names(person.cv))


def _talks(site: ViewContext, person_id: str) -> list[tuple[str, str]]:
    """Return (role, talk) of a person, the newest first; the role is empty for a speaker."""
    rows = []
    for talk_id in newest_first(site, site.kb.relations.talks_of_person.get(person_id, ())):
        talk = site.kb.talks[talk_id]
        speaks = any(site.kb.person_of(speaker) == person_id for speaker in talk.speakers)
        rows.append((_("Author") if talk.speakers and not speaks else "", talk_id))
    return rows


def description_of(
    person: Person, papers: int, own_page: int = 0, talks: int = 0, state: State = State.DERIVED
) -> str:
    """Return a line on a person: role, affiliation, and how many works there are."""
    counts = [counted("paper", papers)] if papers else []
    counts += [more_on_own_page(own_page)] if own_page else []
    counts += [counted("talk", talks)] if talks else []
    where = person.affiliations[0].organization if person.affiliations else ""
    role = role_label(person.role) if person.role in ROLES else ""
    facts = ", ".join(part for part in (role, where, *counts) if part)
    if state is State.AMBIGUOUS:
        facts = _("a name that several people share")
    return f"{person.name.text}: {facts}." if facts else f"{person.name.text}."


def _forms(site: ViewContext, person: Person) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return other printed forms of a name with the records that print each; no former names."""
    if person.id not in site.kb.identity.varied and not person.names:
        return []
    forms = dict(site.kb.printed_forms(person.id))
    forms |= {text: () for text in person.names if text not in forms}
    former = site.kb.identity.former
    return [
        (text, where)
        for text, where in forms.items()
        if text != person.name.text and fold_name(text) not in former
    ]


def _affiliations(site: ViewContext, person_id: str, talks: Iterable[str]) -> list[PrintedForm]:
    """Return the affiliations of a person as programmes print them, each with its talks."""
    forms: dict[str, PrintedForm] = {}
    for place in _places(site, talks):
        talk = site.kb.talks[place[0]]
        for who in (*talk.speakers, *talk.authors):
            for affiliation in who.affiliations if site.kb.person_of(who) == person_id else ():
                form = PrintedForm(affiliation, {})
                forms.setdefault(affiliation_text(affiliation), form).talks[place] = None
    return list(forms.values())


def _dated_by(site: ViewContext, person: Person, talks: Iterable[str]) -> list[tuple[str, str]]:
    """Return the talks of a person whose file has no other sources than the programmes of these.

    They tell when a person had the affiliations of the file.
    """
    if not person.affiliations or not person.sources:
        return []
    kb = site.kb
    events = (kb.event_of(kb.talks[talk]) for talk in talks)
    programmes = {source for event in events if event for source in sources_of(event.sources)}
    return _places(site, talks) if programmes.issuperset(sources_of(person.sources)) else []


def _places(site: ViewContext, talks: Iterable[str]) -> list[tuple[str, str]]:
    """Return each talk with the title of its event, and the year unless the title has it."""
    rows = []
    for talk in talks:
        event = site.kb.event_of(site.kb.talks[talk])
        title = event.title if event else site.kb.title_of("talk", talk)
        day = first_date(event.date) if event else None
        year = str(day.year) if day and day.year else ""
        rows.append((talk, title if year in title else f"{title}, {year}"))
    return rows


def topics_of(
    site: ViewContext, papers: Iterable[str], own: Sequence[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Return a person's ``own`` topics, then those of the papers, most frequent first."""
    kb = site.kb
    topic_of, works = kb.relations.topic_of_text, kb.works
    counts: dict[str, int] = {}
    for paper in papers:
        for topic in dict.fromkeys([topic_of[text] for text in works[paper].topics]):
            counts[topic] = counts.get(topic, 0) + 1
    rows = [(topic, kb.topics[topic].title) for topic in counts]
    if len(rows) > 1:
        rows.sort(key=lambda row: (-counts[row[0]], row[1].casefold()))
    return [*own, *[row for row in rows if row not in own][:TOPICS]]


class PersonRole(NamedTuple):
    """The role of a person in the curriculum vitae of another."""

    role: str
    person: str
    """The id of that other person."""
    advisee: Advisee | None = None


def _roles(site: ViewContext, uses: Iterable[NameOccurrence]) -> list[PersonRole]:
    """Return the roles of a person in the CVs of others; a student has one for each line."""
    roles: dict[PersonRole, None] = {}
    for use in uses:
        if use.kind == "person":
            advisee = None
            if use.role == "student":
                index = int(use.field.rpartition(".")[2])
                advisee = site.kb.people[use.id].advising[index]
            roles[PersonRole(use.role, use.id, advisee)] = None
    return list(roles)
