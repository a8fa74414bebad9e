"""Pages of persons of whom nothing is known but a few papers: the most by far on a large site.

They are what the view and the template of all persons would make of them, as a test proves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from symposium.kinds import BY_NAME
from symposium.knowledge.identity import State
from symposium.knowledge.relation_table import LISTS, Ids
from symposium.locale import _
from symposium.pages.charts.placement import by_year
from symposium.pages.citing.forms import MANY
from symposium.pages.listing import Listing, years_span
from symposium.pages.view_context import ViewContext
from symposium.pages.views.general import NOTHING
from symposium.pages.views.person import coauthor_lists, description_of, topics_of

PAPERS = "papers_of_person"
NEIGHBOURS = 64
"""The number of lists of papers that are kept, as pages of co-authors follow one another."""


class SparsePeople:
    """The views of persons of whom nothing is known but a few papers."""

    def __init__(self, site: ViewContext) -> None:
        self._site = site
        self._of_papers = lru_cache(maxsize=NEIGHBOURS)(self._names_of_papers)

    def __contains__(self, person_id: str) -> bool:
        papers = self._site.kb.relations.papers_of_person.get(person_id, ())
        return 0 < len(papers) < MANY and person_id not in self._known_better

    def view(self, person_id: str) -> dict[str, Any]:
        """Return what ``sparse/person.html`` needs."""
        kb = self._site.kb
        person, papers = kb.people[person_id], kb.relations.papers_of_person[person_id]
        lists = coauthor_lists(kb, person_id, papers)
        return {
            **self._of_papers(papers),
            "record": person,
            "description": description_of(person, len(papers)),
            "lists": lists,
            "coauthors": lists[0].count if lists else 0,
        }

    @cached_property
    def _known_better(self) -> set[str]:
        """The persons of whom more is known: a file, a form of the name, any record but papers."""
        kb, identity = self._site.kb, self._site.kb.identity
        relations = [getattr(kb.relations, name) for name, _of in LISTS["person"] if name != PAPERS]
        records = (*kb.relations.naming, *kb.relations.evidence, *self._site.often_mentioned(0))
        return {
            *identity.people.described,
            *identity.candidates,
            *identity.varied,
            *(record_id for kind, record_id in records if kind == "person"),
        }.union(*relations)

    def _names_of_papers(self, papers: Ids) -> Mapping[str, Any]:
        """Return what is the same for all persons with these papers."""
        site, kind = self._site, BY_NAME["person"]
        listing = Listing("papers", _("Papers"), "years", papers, "paper")
        show = site.env.macro("macros/listing.html", "listing")
        return {
            **NOTHING,
            **dict.fromkeys(("own_page", "posters", "talks", "in_cv"), ()),
            "state": State.DERIVED.value,
            "cv_page": "",
            "crumbs": ((f"{kind.folder}/index", _(kind.title)),),
            "papers": papers,
            "papers_by_year": show(listing, by_year(site, "person", papers, listing)),
            "years": years_span(site.kb, papers),
            "topics": topics_of(site, papers),
        }
