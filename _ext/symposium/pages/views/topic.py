"""The view of a topic."""

from __future__ import annotations

from collections import Counter
from typing import Any

from symposium.kinds.topic import Topic
from symposium.locale import _, plural
from symposium.pages.charts.placement import picture_of_topic
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import frequent_authors, topics_of, years_span

PEOPLE = 24
"""How many people the page of a topic shows: first who name it, then who have most papers."""
NEIGHBOURS = 12
MANY_TOPICS = 100
"""A work of more keywords does not tell which topics belong together."""


def view(site: ViewContext, topic: Topic) -> dict[str, Any]:
    """Return what ``topic.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    works = relations.papers_of_topic.get(topic.id, ())
    talks = relations.talks_of_topic.get(topic.id, ())
    authors = frequent_authors(kb, works)
    counts = dict(authors)
    named = relations.people_of_topic.get(topic.id, ())
    people = dict.fromkeys([*named, *[one for one, _unused in authors]])
    few = (one for one in map(kb.works.__getitem__, works) if len(one.topics) <= MANY_TOPICS)
    near = Counter(row for one in few for row in topics_of(kb, one))
    near.pop((topic.id, topic.title), None)
    neighbours = sorted(near, key=lambda row: (-near[row], row[1].casefold()))
    shown = [(one, counts.get(one, 0)) for one in list(people)[:PEOPLE]]
    more = max(0, len(people) - PEOPLE)
    return {
        "key_papers": [one for one in topic.key_papers if one in kb.works],
        "papers": works,
        "talks": talks,
        "people": shown,
        "more_people": more,
        "network": picture_of_topic(site, topic, shown, more),
        "neighbours": neighbours[:NEIGHBOURS],
        "years": years_span(kb, works),
        "description": _("{topic}: {works} by {authors}.").format(
            topic=topic.title,
            works=plural(len(works), "{count} work", "{count} works"),
            authors=plural(len(authors), "{count} author", "{count} authors"),
        ),
        "crumbs": (("topics/index", _("Topics")),),
    }


def listings(site: ViewContext, topic: Topic) -> Listings:
    """Return the works and talks on a topic."""
    rel = site.kb.relations
    return filled(
        Listing("papers", _("Papers"), "years", rel.papers_of_topic.get(topic.id, ()), "paper"),
        Listing("talks", _("Talks"), "items", rel.talks_of_topic.get(topic.id, ()), "talk"),
    )
