"""The context of all templates: links, items of lists, and access to the knowledge base.

Links begin with `ROOT`, a placeholder for the path to the root of the site until a page is finished
(`pages.render`). So an item of a list is the same on every page, and is rendered once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds import BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.kind import Kind
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.software import Developer
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, Mention, Mentions
from symposium.knowledge.mentions import (
    TextPiece,
    authors_label,
    piece_labels,
    piece_text,
    pieces_of_text,
)
from symposium.locale import _
from symposium.model.language_names import is_same
from symposium.model.names import fold_name, parse_name
from symposium.pages.author_links import ROOT, identifiers_of, link_list, safe_href
from symposium.pages.citing.tags import work_in_list
from symposium.pages.maths import language_of, maths
from symposium.pages.pagination import Alphabet, all_from_a_to_z
from symposium.pages.programmes.agenda import Agenda, Neighbours
from symposium.pages.programmes.day_lines import Row, rows_of
from symposium.pages.publication_status import MARKED, PublicationStatus, status_of
from symposium.pages.shown_times import year_of
from symposium.pages.subjects import EXPLORE, exists, subject_of, years
from symposium.pages.template_compiler import markup
from symposium.pages.template_environment import LinkedEnvironment
from symposium.pages.urls import Urls, docname
from symposium.pages.vocabulary import Legend, legend_of
from symposium.pages.watching import Notes, watched

NOTHING = markup("")


class ViewContext:
    """The knowledge base as templates see it."""

    def __init__(
        self,
        kb: KnowledgeBase,
        mentions: Mentions,
        urls: Urls,
        env: LinkedEnvironment,
        notes: Notes | None = None,
    ) -> None:
        """Take ``notes`` to note there all that is read of the knowledge base."""
        self._whole = kb
        """The knowledge base without notes, for tables of all records that several pages share."""
        self.kb = kb if notes is None else watched(kb, notes)
        self.urls = urls
        self.env = env
        self._mentions = mentions
        self._macros: dict[str, Callable[[Any, str], Markup]] = {}
        # With notes, nothing is cached, as reading is noted for the first page only. Without, items
        # take about 40 MB, and links 60, for the names of a hundred thousand persons.
        items, links = (1 << 15, 1 << 18) if notes is None else (0, 0)
        self.item: Callable[[str, str], Markup] = lru_cache(maxsize=items)(self._item)
        self.programme: Callable[[str], tuple[Row, ...]] = lru_cache(maxsize=8)(
            lambda event_id: rows_of(self.kb, self.agenda, self.kb.events[event_id])
        )
        """Return the lines of an event in order, each with its day."""
        self.neighbours: Callable[[str], Neighbours] = lru_cache(maxsize=8)(
            partial(Neighbours, self.kb)
        )
        """Return the neighbours of the talks of an event in its programme."""
        self.alphabet: Callable[[str], Alphabet] = cache(partial(all_from_a_to_z, kb))
        """Return the records of a kind from A to Z, sorted once."""
        self.head: Callable[[str], str] = lru_cache(maxsize=links)(
            self._head if notes is None else notes.unnoted(self._head)
        )
        """Return a short line on a work: title, first authors, year."""
        self.link: Callable[..., Markup] = lru_cache(maxsize=links)(self._link)
        self.identifiers: Callable[[str, str], list[tuple[str, str, str]]] = lru_cache(
            maxsize=items
        )(self._identifiers)
        """Return label, text and address of the identifiers of a record, such as an ORCID iD."""

    def url(self, kind: str, record_id: str) -> str:
        """Return the address of a record's page."""
        return ROOT + self.urls.path(docname(kind, record_id))

    def _identifiers(self, kind: str, record_id: str) -> list[tuple[str, str, str]]:
        record = self.kb.described(kind, record_id)
        identifiers = identifiers_of(record) if record else ()
        return [(type_.label, text, type_.href(text)) for type_, text in identifiers]

    def page_url(self, page: str, anchor: str = "") -> str:
        """Return the address of a page by its docname."""
        address = ROOT + self.urls.path(page)
        return f"{address}#{anchor}" if anchor else address

    def _link(self, kind: str, record_id: str, text: str | None = None) -> Markup:
        """Return a link to a record, with the record's title unless a text is given."""
        if text is None:  # most names are printed as the person has them: one link for both
            return self.link(kind, record_id, self.kb.title_of(kind, record_id))
        shown = maths(text)
        # Ids and the names of folders have nothing that must be escaped.
        behind = self.mark(kind, record_id) if kind in MARKED else ""
        lang = self.lang(self.kb.works[record_id]) if kind == "paper" else ""
        return markup(f'<a href="{self.url(kind, record_id)}"{lang}>{shown}</a>{behind}')

    def _head(self, paper_id: str) -> str:
        """Return title, first authors and year of a work."""
        subline = escape(byline(self.kb.works[paper_id]))
        link = self.link("paper", paper_id)
        return f"{link} <span>{subline}</span>" if subline else str(link)

    def lang(self, paper: Paper | None, abstract: str | None = None) -> Markup:
        """Return the attribute for a title or an abstract that is not in the page's language."""
        language = language_of(paper, abstract) if paper else None
        if language is None or is_same(language, self.env.texts.tag):
            return NOTHING
        return Markup(' lang="{}"').format(language)

    def mark(self, kind: str, record_id: str) -> Markup:
        """Return the mark of a record's status, to print behind its name; most have none."""
        return self._status_mark(status_of(self.kb, kind, record_id))

    def mark_of_page(self, page: str) -> Markup:
        """Return the mark after the title of an author's page."""
        return self._status_mark(self._status_by_document.get(page))

    def _status_mark(self, status: PublicationStatus | None) -> Markup:
        return self.env.macro("macros/works.html", "status_mark")(status) if status else NOTHING

    @cached_property
    def _status_by_document(self) -> dict[str, PublicationStatus]:
        kb = self._whole
        return {
            record.document: status
            for kind in sorted(MARKED)
            for record in kb.entities[kind].values()
            if record.document and (status := status_of(kb, kind, record.id))
        }

    def person(self, contributor: Contributor | Developer | Participant) -> Markup:
        """Return a printed name as a link to its person."""
        return self.link("person", self.kb.person_of(contributor), contributor.name.text)

    def names(self, people: Sequence[Contributor]) -> Markup:
        """Return printed names in a row, each a link to its person, with the author's marks."""
        link, ids = self.link, self.kb.identity.resolve_all(people)
        names = [link("person", id_, one.name.text) for id_, one in zip(ids, people, strict=True)]
        for at, contributor in enumerate(people):
            if contributor.marks:
                marks = self.env.macro("macros/works.html", "marks")(contributor.marks)
                names[at] += marks.strip()
        return markup(", ".join(names))

    def person_named(self, text: str, explicit: str | None = None) -> Markup:
        """Return a name in a CV as a link to its person, or as text if it is unknown."""
        person_id = self.kb.identity.by_fold.get(fold_name(parse_name(text).text))
        if explicit:
            person_id = self.kb.identity.by_explicit.get(explicit, person_id)
        return self.link("person", person_id, text) if person_id else escape(text)

    def any_of(self, kind: str, ids: Iterable[str]) -> Markup:
        """Return links to the records that may be meant, each with its id."""
        links = (Markup("{} ({})").format(self.link(kind, id_), id_) for id_ in ids)
        return Markup(" {} ").format(_("or")).join(links)

    def legend(self, paper_ids: Iterable[str]) -> Legend:
        """Return the legend of the marks of works; most works have none."""
        works = map(self.kb.works.__getitem__, paper_ids)
        marked = [work for work in works if work.id in self._marked]
        return legend_of(self.kb, marked) if marked else []

    def _item(self, kind: str, record_id: str) -> Markup:
        """Return the line of a record in a list."""
        macro = self._macros.get(kind)
        if macro is None:
            has_macro = hasattr(self.env.get_template("!macros/items.html").module, f"{kind}_item")
            name = f"{kind}_item" if has_macro else "any_item"
            macro = self._macros[kind] = self.env.macro("macros/items.html", name)
        return macro(self.kb.entities[kind][record_id], kind)

    def items(self, kind: str, ids: Iterable[str]) -> Markup:
        """Return the lines of records in a list."""
        item = self.item
        return markup("\n".join([item(kind, record_id) for record_id in ids]))

    def picked(self, paper: Paper) -> Markup:
        """Return the markup by which a reference manager picks a work from a list."""
        return work_in_list(paper, self.urls) if self.urls.files else markup("")

    def links(self, record: Any) -> list[tuple[str, str]]:
        """Return (label, address) of the links of a record that may be published."""
        return link_list(record.links, self.kb.files)

    def repositories(self, record: Any) -> list[tuple[str, str]]:
        """Return (label, address) of the repositories of software; labels are short addresses."""
        hrefs = [href for text in record.repositories if (href := self.href(text))]
        return [(href.partition("://")[2].rstrip("/") or href, href) for href in hrefs]

    def topics(self, record: Any) -> list[tuple[str, str]]:
        """Return (id, title) of the topics that a record names."""
        return [(topic.id, topic.title) for topic in self.kb.topics_of(record.topics)]

    def naming(self, kind: str, record_id: str) -> list[tuple[Kind, tuple[str, ...]]]:
        """Return the records of other kinds that name a record, by their kind."""
        by_kind = self.kb.relations.naming.get((kind, record_id), {})
        return [(BY_NAME[name], ids) for name, ids in by_kind.items()]

    def file_url(self, path: str) -> str:
        """Return the address of a file of the site."""
        return ROOT + path

    def href(self, text: str) -> str | None:
        """Return the ``href`` or ``src`` of a link that an author wrote, ``None`` if refused."""
        return safe_href(text, self.kb.files)

    @cached_property
    def _targets(self) -> dict[tuple[str, str], list[Mention]]:
        """Mentions by the record that they mean."""
        by_target: dict[tuple[str, str], list[Mention]] = {}
        for _page, rows in sorted(self._mentions.by_page.items()):
            for mention in rows:
                if (record_id := self._whole.find(mention.kind, mention.id)) is not None:
                    by_target.setdefault((mention.kind, record_id), []).append(mention)
        return by_target

    @cached_property
    def _marked(self) -> set[str]:
        """The works with marks of authors, or a note on them."""
        works = self._whole.works.values()
        return {w.id for w in works if w.marks_note or any(who.marks for who in w.authors)}

    @cached_property
    def explored(self) -> bool:
        """Whether the site has a page to explore the network of co-authors."""
        return exists(self._whole, EXPLORE)

    @cached_property
    def hands_out(self) -> bool:
        """Whether records have files of citations beside their pages, in each form."""
        return self.urls.hands_out(self._whole.works)

    @cached_property
    def agenda(self) -> Agenda:
        """The lines of all programmes."""
        return Agenda(self._whole, self.urls.identity)

    @cached_property
    def events_of_year(self) -> dict[int, list[str]]:
        """Events by the year in which they begin."""
        return _by_year(self._whole.events.values())

    @cached_property
    def talks_of_year(self) -> dict[int, list[str]]:
        """Talks that have a date of their own, by year."""
        return _by_year(self._whole.talks.values())

    @cached_property
    def years(self) -> list[str]:
        """The years of papers, events and talks, newest first."""
        return years(self._whole)

    def often_mentioned(self, times: int) -> list[tuple[str, str]]:
        """Return (kind, id) of the records that are mentioned more than ``times`` times."""
        return [target for target, rows in self._targets.items() if len(rows) > times]

    def mentions(self, kind: str, record_id: str) -> list[Mention]:
        """Return the mentions of a record on other pages, once per place."""
        rows = self._targets.get((kind, record_id))
        if not rows:
            return []
        own = docname(kind, record_id)
        seen = {(m.page, m.anchor, m.sentence): m for m in rows if m.page != own}
        events = self._events_of(kind, record_id)
        return [
            mention
            for mention in seen.values()
            if not events or not self._is_of_programme(mention.page, kind, events)
        ]

    def _is_of_programme(self, page: str, kind: str, events: set[str | None]) -> bool:
        """Tell whether a page and a record of these events lead to each other by a programme."""
        subject = subject_of(page) or ("", "")
        is_one = not {"event", "talk"}.isdisjoint((kind, subject[0]))
        return is_one and not events.isdisjoint(self._events_of(*subject))

    def _events_of(self, kind: str, record_id: str) -> set[str | None]:
        """Return the events whose programmes have a record: a person, a paper, or a part of one."""
        kb, records = self._whole, [(kind, record_id)]
        if kind == "person":
            records = [*kb.relations.named_in.get(record_id, ())]
        elif kind == "paper":
            records = [("talk", talk) for talk in kb.relations.talks_of_paper.get(record_id, ())]
        talks = [kb.talks[id_].event for of, id_ in records if of == "talk" and id_ in kb.talks]
        return {*talks, *(id_ for of, id_ in records if of == "event")} - {None}

    def heading(self, text: str) -> Markup:
        """Return the title of a page or section; references in it are names without a link."""
        return maths("".join(piece_text(self.kb, piece) for piece in pieces_of_text(text)))

    def piece(self, piece: TextPiece) -> Markup:
        """Return a part of a citing sentence."""
        if not piece.kind:
            return maths(piece.text)
        parts = [
            self.link(piece.kind, record_id, text) if record_id else escape(text)
            for record_id, text in piece_labels(self.kb, piece)
        ]
        joined = Markup(", ").join(parts)
        return Markup("({})").format(joined) if piece.bracketed else joined


def _by_year(records: Iterable[Event | Talk]) -> dict[int, list[str]]:
    """Return the ids of records by the year in which they begin; those without one are left out."""
    ids: dict[int, list[str]] = {}
    for record in records:
        if (year := year_of(record.date)) is not None:
            ids.setdefault(year, []).append(record.id)
    return ids


def byline(paper: Paper) -> str:
    """Return the first authors and the year of a work."""
    authors = authors_label(paper) if paper.authors or paper.editors else ""
    return ", ".join(part for part in (authors, str(paper.year or "")) if part)
