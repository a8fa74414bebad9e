"""Rendering: from the knowledge base to the fragments of all pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from html import escape, unescape
from typing import Any
from urllib.parse import quote

from jinja2 import BytecodeCache
from jinja2.defaults import DEFAULT_NAMESPACE as DEFAULTS

from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.relation_table import RecordKey
from symposium.locale import ENGLISH, Texts, _, use
from symposium.pages.author_links import RE_LINK, ROOT
from symposium.pages.citing.forms import files_of
from symposium.pages.citing.references import USUAL, StyleFile, is_small, references
from symposium.pages.frame import Fragment, Section
from symposium.pages.listings import authored
from symposium.pages.listings.authored import ListingRequest
from symposium.pages.maths import as_typed, maths
from symposium.pages.page_head import of_one_work, page_head
from symposium.pages.small_texts import clean
from symposium.pages.subjects import (
    Redirect,
    index_title,
    listed_in,
    subject_of,
    title_addition,
    title_of,
)
from symposium.pages.template_compiler import markup
from symposium.pages.template_environment import make_environment, rendering
from symposium.pages.template_functions import correction, template_functions
from symposium.pages.urls import Urls, docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views import event, home, indexes
from symposium.pages.views.event import Excerpt
from symposium.pages.views.general import (
    PageTable,
    all_listings,
    common_names,
    names_for,
    page_kind,
)
from symposium.pages.views.sparse import SparsePeople
from symposium.pages.watching import Notes, seen_by_templates
from symposium.plugin import PageSection
from symposium.plugin.collection import Plugins, blamed, lasting

BREAK = "<!--break-->"
"""Stands in ``page.html`` between the header and the sections; escaped text cannot hold it."""

QUOTING = ("heading", "mark_of_page", "piece")
"""Functions that show sentences of documents with all names in them."""

RE_SECTION = re.compile(r'<section id="([\w-]+)" class="sy-section">\s*<h2>(.*?)\s*<(?:span|a) ')


class Pages:
    """The renderer of all pages of a site.

    What it returns depends on its arguments alone. Templates are compiled when they are first
    needed, and so is every table that several pages share. ``templates`` are the folders in which
    a project has its own; ``plugins`` add sections. ``styles`` are those of formatted references;
    with ``None`` these are the usual ones, unless there are too many works.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        mentions: Mentions,
        urls: Urls,
        templates: Sequence[str] = (),
        *,
        plugins: Plugins | None = None,
        texts: Texts = ENGLISH,
        compiled: BytecodeCache | None = None,
        styles: Sequence[StyleFile] | None = (),
    ) -> None:
        use(texts)
        plugins = plugins or Plugins()
        self._env = make_environment(templates, plugins.templates, texts)
        if not (templates or plugins.templates):  # errors in those name their lines
            self._env.bytecode_cache = compiled
        self._kb = kb
        self._sections = plugins.sections
        self._mentions = mentions
        self._notes = Notes() if templates or plugins.templates else None
        self._site = site = ViewContext(kb, mentions, urls, self._env, self._notes)
        if styles is None:
            styles = USUAL if is_small(kb) else ()
        # The parts of a page are rendered one after another, and share its listings.
        self._listings = lru_cache(maxsize=0 if self._notes else 8)(partial(all_listings, site))
        self.table = PageTable(kb, site, self._listings)
        """Which pages there are."""
        # What templates and plugins from outside add must be seen on all pages of persons.
        is_changed = self._notes or any(section.kind == "person" for section in self._sections)
        self._sparse_people = None if is_changed else SparsePeople(site)
        self._template = cache(lambda *names: self._env.select_template(names))
        self.correction = partial(correction, kb, urls)
        """Return where the facts of a record are corrected, by its kind and id."""
        self._env.globals |= {
            **template_functions(site, texts),
            "references": partial(references, styles=styles),
            "correction": self.correction,
        }
        if self._notes:
            names: dict[str, Any] = self._env.globals
            names |= {name: self._notes.unnoted(names[name]) for name in QUOTING}
            names |= seen_by_templates(site.kb, site, self._notes)

    def prepare(self, pages: Iterable[str]) -> None:
        """Make a page of each kind, so that processes that are forked next have what all need.

        Templates are compiled then, those that the pages need and no others: to compile all takes
        longer than to make a thousand pages.
        """
        kinds_of = ((self.table.by_page[page], page) for page in pages)
        first = {
            (kind, kind == "index" and name, bool(self._sparse(kind, name))): page
            for (kind, name), page in kinds_of
        }
        for page in () if self.notes_reading else first.values():
            self.render(page)

    def _sparse(self, kind: str, name: str) -> SparsePeople | None:
        """Return the short view of a page, if it is that of a person with nothing but papers."""
        people = self._sparse_people if kind == "person" else None
        return people if people and name in people else None

    def functions(self) -> Mapping[str, Any]:
        """Return what all templates know, whatever they are about."""
        return {name: one for name, one in self._env.globals.items() if name not in DEFAULTS}

    @property
    def notes_reading(self) -> bool:
        """Whether templates from outside may read beyond the reach of a page."""
        return self._notes is not None

    def beyond_reach(self, page: str) -> set[RecordKey]:
        """Return what the page that was made last, and is this one, has read beyond its reach."""
        return self._notes.beyond(self._kb, *self.table.by_page[page]) if self._notes else set()

    def made_from(self, page: str) -> tuple[set[RecordKey], list[str]]:
        """Make a page, noting what it reads; return its records and its templates' paths."""
        self.render(page)
        return self._notes.records if self._notes else set(), self._env.files

    @rendering
    def render(self, page: str, at: str = "") -> Fragment:
        """Return the fragment of a page; ``at`` is the page that shows it, if it is the home page.

        Raises:
            KeyError: if there is no such page.
        """
        kind, name = self.table.subject(page)
        if self._notes:
            self._notes.records.clear()
        first = docname(kind, name)
        plan = self.table.plan(kind, name)
        number = int(page[len(first) + 1 :]) if page != first else 1
        title = title_of(self._site.kb, (kind, name))
        if (people := self._sparse(kind, name)) and plan is None:
            return self._fragment(page, kind, title, "sparse/person.html", people.view(name))
        data = common_names(self._site, (kind, name), self._listings(kind, name), plan, number)
        if number > 1:
            return self._part(page, kind, title, data)
        data["files"] = files_of(self._kb, self._site.urls, kind, name)
        data |= names_for(self._site, kind, name)
        template = page_kind(kind).template.format(kind=kind, name=name)
        if at:
            data["crumbs"] = ()
        data["added"] = [
            self._env.macro("macros/layout.html", "section")(
                one.id, one.title, caller=lambda body=body: body
            )
            for one, values in self._added(kind, name)
            for body in [markup(self._env.get_template(one.template).render({**data, **values}))]
        ]
        made = self._fragment(at or page, kind, title, template, data)
        if behind := title_addition(self._site.kb, kind, name):
            made.title_html += f'<span class="sy-hidden"> · {escape(behind)}</span>'
        return made

    def _part(self, page: str, kind: str, title: str, data: dict[str, Any]) -> Fragment:
        """Return a part of a page after its first one: the lists alone, which no search finds."""
        pager = data["pager"]
        folder = pager.page.partition("/")[0]
        parents = () if kind == "index" else ((f"{folder}/index", index_title(folder)),)
        place = _("page {number} of {count}").format(number=pager.number, count=pager.count)
        data |= {
            "record": None,
            "crumbs": (*parents, (pager.page, clean(as_typed(title)))),
            "description": f"{as_typed(title)}, {place}: {pager.label}.",
        }
        made = self._fragment(page, kind, title, "part.html", data)
        # A theme shows the title without its tags in <title>, and with them in the breadcrumbs.
        before = f'<span class="sy-hidden">{made.title_html}, </span>'
        shown = _("page {number}").format(number=pager.number)
        of_all = _("of {count}").format(count=pager.count)
        after = f'<span class="sy-hidden"> {of_all}</span>'
        return replace(
            made,
            title=f"{made.title}, {place}",
            title_html=f'{before}<span class="sy-pagenumber">{shown}</span>{after}',
            part=pager.number,
        )

    def added_values(self, kind: str, name: str) -> str:
        """Return what tells whether the sections that plugins add to a page have changed."""
        found = [values for _unused, values in self._added(kind, name)]
        return lasting(found) if found else ""

    def _added(self, kind: str, name: str) -> Iterator[tuple[PageSection, Mapping[str, Any]]]:
        """Yield the sections that plugins add to a page, each with the names for its template."""
        for one in self._sections:
            if one.kind != kind:
                continue
            with blamed(f"the section {one.id} of {kind} {name}"):
                values = one.values(self._kb, self._kb.entities[kind][name])
            if values is not None:
                yield one, values

    @rendering
    def overview(self, page: str) -> str:
        """Return what the site holds at a glance, as it stands on ``page``."""
        return self._shown("overview.html", page, indexes.overview(self._site))

    @rendering
    def home(self, kind: str, name: str, page: str) -> Fragment:
        """Return the fragment of a home page: the profile of a person, or the page of a record.

        The name of the person leads to their own page, and is marked as on that.
        """
        if kind != "person":
            return self.render(docname(kind, name), page)
        person = self._site.kb.people[name]
        data = common_names(self._site, (kind, name), ()) | home.data(self._site, person)
        made = self._fragment(page, kind, person.name.text, "home.html", data)
        own = self._site.urls.relative(page, docname(kind, name))
        made.header = home.own_marked(made.header, own)
        made.sections = home.own_marked(made.sections, own)
        return made

    @rendering
    def schedule(self, asked: Excerpt, page: str) -> str:
        """Return an excerpt of the programme of a known event, as it stands on ``page``."""
        return self._shown("schedule.html", page, event.excerpt(self._site, asked))

    @rendering
    def listed(
        self,
        asked: ListingRequest,
        document: str,
        together: int = 1,
        page: str = "",
        level: int = 2,
        *,
        owner: str | None = None,
    ) -> str:
        """Return a listing of a document, one of so many ``together``, as it stands on ``page``.

        The name of the ``owner``, the person whose site it is, is marked.
        """
        names = authored.view(self._site, asked, document, together)
        headings = {"level": min(level, 6), "below": min(level + bool(asked.heading), 6)}
        at = page or document
        html = self._shown("listed.html", at, names | headings)
        if owner is None:
            return html
        return home.own_marked(html, self._site.urls.relative(at, docname("person", owner)))

    @rendering
    def redirect(self, page: str, there: Redirect) -> str:
        """Return a complete page that redirects to another, independent of the theme."""
        urls, title = self._site.urls, clean(there.title)
        target = quote(urls.relative(page, there.page))  # a file may be named "javascript:…"
        made = self._env.get_template("redirect.html").render(
            title=as_typed(title),
            title_html=maths(title),
            target=target,
            canonical=f"{urls.base}{quote(urls.path(there.page))}" if urls.base else target,
        )
        return f"{made}\n"

    def _shown(self, template: str, page: str, names: Mapping[str, Any]) -> str:
        """Return what a template makes of names, as it stands on ``page``."""
        made = self._env.get_template(template).render(page=page, **names)
        return finished(self._site.urls, made, page)

    def _fragment(
        self, page: str, kind: str, title: str, template: str, data: dict[str, Any]
    ) -> Fragment:
        title = clean(title)
        title_html = maths(title)
        names = [template, "indexes/any.html" if kind == "index" else "described.html"]
        html = self._template(*names).render(
            data, page=page, kind=kind, title=title, title_html=title_html
        )
        html = of_one_work(finished(self._site.urls, html, page), data.get("head", ()))
        header, _, sections = html.partition(BREAK)
        sections = sections.strip()
        return Fragment(
            page=page,
            kind=kind,
            title=as_typed(title),
            title_html=str(title_html),
            header=header.strip(),
            sections=sections,
            toc=tuple(Section(one, unescape(t)) for one, t in RE_SECTION.findall(sections)),
            crumbs=tuple(data["crumbs"]),
            head=page_head(self._site, page, kind, as_typed(title), data),
            parts=data["pager"].count if data["pager"] else 1,
            hosted=self._site.urls.hosted,
        )


def finished(urls: Urls, html: str, page: str) -> str:
    """Return HTML of a page with relative links, and those to the page itself marked."""
    here = f'href="{ROOT}{urls.path(page)}"'
    if here in html:
        html = html.replace(here, f'{here} aria-current="page"')
    if urls.kinds:  # of a link that leads to no page, what stands in it is left
        html = RE_LINK.sub(lambda link: link[0 if _leads_to_page(urls, link[1]) else 2], html)
    return clean(html.replace(ROOT, urls.root(page)))


def _leads_to_page(urls: Urls, path: str) -> bool:
    """Tell whether there is something at an address of the site, where some kinds have no page.

    What is no page of a record is there: a file, a page of the project.
    """
    page = path.partition("#")[0].removesuffix(".html").rstrip("/")
    subject = subject_of(page) or subject_of(f"{page}/index")
    if subject is None:
        return True
    kind, name = subject
    return urls.shows(listed_in(name) if kind == "index" else kind)
