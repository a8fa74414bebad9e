"""Which page has which chart, and above which list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from symposium.kinds.topic import Topic
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.pages.charts.networks import COAUTHORS, coauthors, of_topic
from symposium.pages.charts.year_bars import years_chart
from symposium.pages.listing import YEARLY, Listing
from symposium.pages.template_compiler import markup
from symposium.pages.view_context import ViewContext

NOTHING = markup("")
PICTURES = 16_000
"""What the pictures of a page take at most, about."""
NOUNS = {"person": N_("Papers"), "topic": N_("Works"), "venue": N_("Works")}
"""What the charts of a kind count: the list of a person's papers holds no posters."""


def picture(site: ViewContext, kind: str, record_id: str, listing: Listing) -> Markup:
    """Return the picture above a list, or the part of it, on a record's own page."""
    if listing.anchor == "papers" and listing.style in YEARLY:
        return _by_year(site, kind, record_id, listing)
    if listing.anchor == "coauthors":
        return _coauthors(site, record_id, listing)
    return NOTHING


def picture_of_topic(
    site: ViewContext, topic: Topic, people: Sequence[tuple[str, int]], more: int
) -> Markup:
    """Return the people and works of a topic; ``more`` are the people that its page leaves out."""
    network = of_topic(site.kb, topic.id, people, more)
    if network is None:
        return NOTHING
    made: Markup = _macro(site, "topic")(network, topic.title)
    return made


def _coauthors(site: ViewContext, person_id: str, listing: Listing) -> Markup:
    others = listing.rows
    if len(others) < min(COAUTHORS, listing.count):  # the rest is on another part of the page
        others = site.kb.coauthors_of(person_id)
    network = coauthors(site.kb, person_id, others, listing.count)
    if network is None:
        return NOTHING
    made: Markup = _macro(site, "coauthors")(network, site.kb.title_of("person", person_id))
    return made


def _by_year(site: ViewContext, kind: str, record_id: str, listing: Listing) -> Markup:
    works = site.kb.works
    ids = _works_of(site.kb, kind).get(record_id, ())
    if len(ids) < 3:  # most persons: nothing needs to be counted
        return NOTHING
    years = [works[one].year for one in ids]
    chart = years_chart(years)
    if chart is None:
        return NOTHING
    cut = len(listing.rows) < len(ids)
    shown = {works[one].year for one in listing.rows} if cut else set(years)
    inferred = sum(works[one].is_date_inferred for one in ids)
    made: Markup = _macro(site, "years_chart")(chart, _(NOUNS[kind]), shown, inferred=inferred)
    return made


def _works_of(kb: KnowledgeBase, kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return what the list of papers on a page of this kind holds, by the id of the record."""
    relations = kb.relations
    return {
        "person": relations.papers_of_person,
        "topic": relations.papers_of_topic,
        "venue": relations.papers_of_venue,
    }[kind]


def _macro(site: ViewContext, name: str) -> Any:
    return site.env.macro("macros/charts.html", name)
