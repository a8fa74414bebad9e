"""Which pages a site has, what each is about, and how those are split that are too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Named
from symposium.pages.listing import Listings
from symposium.pages.listings.derived import rows_of
from symposium.pages.pagination import Plan, make_plan, part_name
from symposium.pages.subjects import paged
from symposium.pages.template_compiler import LinkedEnvironment, markup
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views.general import long_pages, page_kind
from symposium.pages.views.indexes import letters
from symposium.plugin import PageSection
from symposium.plugin.collection import blamed


class PageTable:
    """All pages of a site; ``listings`` returns the lists of a page by kind and id."""

    def __init__(
        self, kb: KnowledgeBase, site: ViewContext, listings: Callable[[str, str], Listings]
    ) -> None:
        self._kb = kb
        self._site = site
        self._listings = listings

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield (docname, kind, id) of every page, in a stable order.

        Kinds come in the order of their registration, then curricula vitae, years, index pages,
        a reader's own programme, the network of co-authors.
        The parts of a page follow it: ``years/2023``, ``years/2023/2``.
        """
        for kind, name in self.subjects():
            for page in self.parts_of(kind, name):
                yield page, kind, name

    def parts_of(self, kind: str, name: str) -> Iterator[str]:
        """Yield the docnames of a page and of its parts after the first."""
        page = docname(kind, name)
        yield page
        plan = self.plans.get(page)
        for number in range(2, len(plan.parts) + 1) if plan else ():
            yield part_name(page, number)

    def subjects(self) -> Iterator[tuple[str, str]]:
        """Yield (kind, id) of all that has a page."""
        return paged(self._kb, self._site.urls)

    @cached_property
    def by_page(self) -> dict[str, Named]:
        """Docname of each page to the kind and id of what it is about."""
        return {page: (kind, name) for page, kind, name in self.names()}

    def rows_of_parts(self, kind: str, name: str) -> tuple[str, dict[str, list[Named]]]:
        """Return how an index page or a year is split, and what its parts after the first list.

        The parts are named by their docnames, and their rows by kinds and ids.
        """
        page = docname(kind, name)
        if (plan := self.plans.get(page)) is None:
            return "", {}
        listings = self._listings(kind, name)
        found = letters(self._site, page, listings, plan) if kind == "index" else ()
        return repr((plan, found)), {
            part_name(page, one): list(rows_of(plan.cut(listings, one)))
            for one in range(2, len(plan.parts) + 1)
        }

    @cached_property
    def plans(self) -> dict[str, Plan]:
        """Docname to the plan of each page that is too long for one part."""
        plans = (
            make_plan(self._kb, docname(*one), self._listings(*one), page_kind(one[0]).size)
            for one in long_pages(self._site)
        )
        return {plan.page: plan for plan in plans if plan}


class AddedSections:
    """What plugins add to the pages of one site."""

    def __init__(
        self, sections: Sequence[PageSection], kb: KnowledgeBase, env: LinkedEnvironment
    ) -> None:
        self._kb = kb
        self._env = env
        self._of_kind: dict[str, list[PageSection]] = {}
        for one in sections:
            self._of_kind.setdefault(one.kind, []).append(one)

    def of(self, kind: str, record_id: str) -> Iterator[tuple[PageSection, Mapping[str, Any]]]:
        """Yield the sections of a page, each with the names for its template."""
        for one in self._of_kind.get(kind, ()):
            with blamed(f"the section {one.id} of {kind} {record_id}"):
                values = one.values(self._kb, self._kb.entities[kind][record_id])
            if values is not None:
                yield one, values

    def rendered(self, kind: str, record_id: str, data: Mapping[str, Any]) -> tuple[Markup, ...]:
        """Return the sections of a page as they stand there."""
        if kind not in self._of_kind:
            return ()
        section = self._env.macro("macros/layout.html", "section")
        return tuple(
            section(one.id, one.title, caller=lambda body=body: body)
            for one, values in self.of(kind, record_id)
            for body in [markup(self._env.get_template(one.template).render({**data, **values}))]
        )
