"""Pages: the way from the knowledge base to the fragments of every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from typing import Any

from markupsafe import Markup

from symposium.knowledge import KnowledgeBase, Mentions
from symposium.model import kinds
from symposium.pages.cv import people_with_cv
from symposium.pages.environment import make_environment
from symposium.pages.fragment import Fragment, Section
from symposium.pages.head import meta
from symposium.pages.links import ROOT
from symposium.pages.maths import as_typed, maths
from symposium.pages.prose import clean
from symposium.pages.site import Site
from symposium.pages.urls import Urls, docname
from symposium.pages.views import VIEWS, cv, indexes, years

BREAK = "<!--break-->"
"""Stands in ``page.html`` between the header and the sections; escaped text cannot hold it."""

RE_SECTION = re.compile(r'<section id="([\w-]+)" class="sy-section">\s*<h2>(.*?)\s*<(?:span|a) ')


class Pages:
    """The renderer of all pages of a site.

    What it returns depends on its arguments alone. Templates are compiled when they are first
    needed, and so is every table that several pages share.
    """

    def __init__(self, kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> None:
        self._env = make_environment()
        self._site = Site(kb, mentions, urls, self._env)
        site = self._site
        self._env.globals |= {
            "site": site, "kb": kb, "link": site.link, "url": site.url, "page_url": site.page_url,
            "person": site.person, "person_named": site.person_named, "items": site.items,
            "piece": site.piece,
            "prose": site.prose,
        }  # fmt: skip

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield (docname, kind, id) of every page, in a stable order.

        Kinds come in the order of their registration, then curricula vitae, years, index pages.
        """
        for kind in kinds.KINDS:
            for record_id in self._site.kb.entities.get(kind.name, ()):
                yield docname(kind.name, record_id), kind.name, record_id
        for person in people_with_cv(self._site.kb):
            yield docname("cv", person.id), "cv", person.id
        for year in self._site.years:
            yield docname("year", year), "year", year
        for name in (*(kind.folder for kind in kinds.KINDS), "years"):
            yield f"{name}/index", "index", name

    @cached_property
    def _table(self) -> dict[str, tuple[str, str]]:
        return {page: (kind, record_id) for page, kind, record_id in self.names()}

    def render(self, page: str) -> Fragment:
        """Return the fragment of a page.

        Raises:
            KeyError: if there is no such page.
        """
        kind, name = self._table[page]
        if kind == "index":
            data = {"record": None, "crumbs": (), **indexes.view(self._site, name)}
            title, template = indexes.index_title(name), f"indexes/{name}.html"
        elif kind == "year":
            year = years.Year(name)
            data = {"record": year, **years.view(self._site, year)}
            title, template = name, "year.html"
        elif kind == "cv":
            person = self._site.kb.people[name]
            data = {"record": person, **cv.view(self._site, person)}
            title, template = f"Curriculum vitae of {person.name.text}", "cv.html"
        else:
            data = self._entity(kind, name)
            title, template = self._site.kb.title_of(kind, name), f"{kind}.html"
        return self._fragment(page, kind, title, template, data)

    def overview(self, page: str) -> str:
        """Return what the site holds at a glance, as it stands on ``page``."""
        template = self._env.get_template("overview.html")
        return self._finish(template.render(page=page, **indexes.overview(self._site)), page)

    def item(self, kind: str, record_id: str, page: str) -> str:
        """Return the line of a list (``<li>``) that stands for a record, on ``page``."""
        return self._finish(self._site.item(kind, record_id), page)

    def _entity(self, kind: str, record_id: str) -> dict[str, Any]:
        """Return the names for the template of a record: those of all kinds, and of its view."""
        record = self._site.kb.entities[kind][record_id]
        data: dict[str, Any] = {
            "record": record,
            "filters": [("kind", kind)],
            "crumbs": ((f"{kinds.BY_NAME[kind].folder}/index", kinds.BY_NAME[kind].title),),
            "description": self._site.kb.title_of(kind, record_id),
            "mentions": self._site.mentions(kind, record_id),
            "sources": self._site.kb.sources_of(kind, record_id),
            "naming": self._site.naming(kind, record_id),
        }
        view = VIEWS.get(kind)
        return {**data, **view(self._site, record)} if view else data

    def _fragment(
        self, page: str, kind: str, title: str, template: str, data: dict[str, Any]
    ) -> Fragment:
        title_html = Markup(clean(maths(title)))  # noqa: S704 - escaped by maths
        names = [template, "indexes/any.html"] if kind == "index" else [template]
        html = self._env.select_template(names).render(
            data, page=page, kind=kind, title=title, title_html=title_html
        )
        header, _, sections = self._finish(html, page).partition(BREAK)
        sections = sections.strip()
        return Fragment(
            page=page,
            kind=kind,
            title=clean(as_typed(title)),
            title_html=str(title_html),
            header=header.strip(),
            sections=sections,
            toc=tuple(Section(one, unescape(t)) for one, t in RE_SECTION.findall(sections)),
            crumbs=tuple(data["crumbs"]),
            head=clean(meta([("description", data["description"]), *data.get("head", ())])),
            filters=tuple(data["filters"]),
        )

    def _finish(self, html: str, page: str) -> str:
        """Make the links of a page relative to it; one to the page itself says so."""
        urls = self._site.urls
        here = f'href="{ROOT}{urls.path(page)}"'
        if here in html:
            html = html.replace(here, f'{here} aria-current="page"')
        return clean(html.replace(ROOT, urls.root(page)))
