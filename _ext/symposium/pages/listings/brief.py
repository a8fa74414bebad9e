"""Records in few words: for one line of a compact list, and for cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from symposium.kinds.paper import Contributor
from symposium.kinds.participants import Participant
from symposium.kinds.software import Developer
from symposium.knowledge.short_texts import authors_label
from symposium.locale import plural
from symposium.pages.described import facts, named_people
from symposium.pages.own_page import more_on_own_page
from symposium.pages.shown_times import printed
from symposium.pages.template_compiler import markup
from symposium.pages.view_context import ViewContext
from symposium.pages.views.whereabouts import when_of
from symposium.pages.vocabulary import year_label

NAMES = 6
"""So many people are named on a card; the others are counted."""


def in_short(site: ViewContext, kind: str, record_id: str, with_people: bool = True) -> str:
    """Return what follows the title of a record, as text; without people on request."""
    if kind in SAID:
        return ", ".join(filter(None, SAID[kind](site, record_id, with_people)))
    return ", ".join(text for _, text in facts(site.kb.entities[kind][record_id], in_item=True))


def people_in(site: ViewContext, kind: str, record_id: str) -> Markup:
    """Return the people of a record as links."""
    people: Sequence[Contributor | Participant | Developer] = ()
    if kind == "paper":
        paper = site.kb.works[record_id]
        people = paper.authors or paper.editors
    elif kind == "talk":
        talk = site.kb.talks[record_id]
        people = talk.speakers or talk.authors
    elif kind not in SAID:
        people = named_people(site.kb.entities[kind][record_id])
    names = [site.person(one) for one in people[:NAMES]]
    more = len(people) - NAMES
    return markup(
        ", ".join(names)
        + (plural(more, ", and {count} more", ", and {count} more") if more > 0 else "")
    )


def _paper(site: ViewContext, record_id: str, with_people: bool) -> tuple[str, ...]:
    paper = site.kb.works[record_id]
    venue = site.kb.venue_of(paper)
    return (
        authors_label(paper) if with_people else "",
        (venue.short or venue.name) if venue else "",
        year_label(paper),
    )


def _person(site: ViewContext, record_id: str, _: bool) -> tuple[str, ...]:
    affiliations = site.kb.people[record_id].affiliations
    papers = len(site.kb.relations.papers_of_person.get(record_id, ()))
    own_page = len(site.kb.relations.listed_of_person.get(record_id, ()))
    return (
        affiliations[0].organization if affiliations else "",
        plural(papers, "{count} paper", "{count} papers") if papers else "",
        more_on_own_page(own_page) if own_page else "",
    )


def _event(site: ViewContext, record_id: str, _: bool) -> tuple[str, ...]:
    event = site.kb.events[record_id]
    return printed(event.date) if event.date else event.when or "", event.location or ""


def _talk(site: ViewContext, record_id: str, with_people: bool) -> tuple[str, ...]:
    kb, talk = site.kb, site.kb.talks[record_id]
    people = [one.name.text for one in talk.speakers or talk.authors]
    more = (
        [plural(len(people) - NAMES, "and {count} more", "and {count} more")]
        if len(people) > NAMES
        else []
    )
    date = when_of(site, talk).date
    event = kb.events.get(talk.event) if talk.event else None
    return (
        *((*people[:NAMES], *more) if with_people else ()),
        event.title if event else talk.venue or "",
        printed(date) if date else talk.when or "",
    )


SAID: Mapping[str, Callable[[ViewContext, str, bool], tuple[str, ...]]] = {
    "event": _event, "paper": _paper, "person": _person, "talk": _talk,
}  # fmt: skip
