"""The subjects of pages: records, curricula vitae, years, and index pages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

from symposium import kinds
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.model.ids import is_id, slug
from symposium.pages.charts.networks import has_network
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import first_date, year_of
from symposium.pages.urls import Urls, docname

Subject = tuple[str, str]
"""Kind and id of a record, a person's ``cv``, a ``year``, or the ``index`` of a folder."""

MY_PROGRAMME = ("programme", "my-programme")
"""The page that gathers a reader's own sessions, the only one of its kind."""
EXPLORE = ("explore", "explore")
"""The page that shows the network of all co-authors; likewise."""
MY_LIST = ("list", "my-list")
"""The page that gathers the works that a reader will cite; likewise."""
ALONE = {"programme": MY_PROGRAMME, "explore": EXPLORE, "list": MY_LIST}
"""The only pages of their kinds, by kind; they are at the root of a site."""
TITLES = {"programme": N_("My programme"), "explore": N_("Explore"), "list": N_("My list")}
APART = {
    "source": N_("source"), "volume": N_("volume"), "series": N_("series of events"),
}  # fmt: skip
"""Words for kinds whose records often share their title with other records."""

LISTED = frozenset({"events", "papers", "people", "talks", "topics", "venues"})
"""Folders whose index page has filters of its own for readers."""


def is_listed(folder: str) -> bool:
    """Tell whether the index page of a folder is a list that readers can filter."""
    kind = kinds.BY_FOLDER.get(folder)
    return folder in LISTED or (kind is not None and bool(kind.facets))


def listed_in(folder: str) -> str:
    """Return the kind that the index page of a folder lists.

    >>> listed_in("people"), listed_in("years")
    ('person', 'year')
    """
    return "year" if folder == "years" else kinds.BY_FOLDER[folder].name


def folders() -> tuple[str, ...]:
    """Return the folders that have an index page."""
    return (*(kind.folder for kind in kinds.KINDS), "years")


def subjects(kb: KnowledgeBase) -> Iterator[Subject]:
    """Yield the subjects of all pages, by kind in the order of registration."""
    for kind in kinds.KINDS:
        for record_id in kb.entities.get(kind.name, ()):
            yield kind.name, record_id
    yield from (("cv", person.id) for person in kb.identity.people.described.values() if person.cv)
    for year in years(kb):
        yield "year", year
    for name in folders():
        if has_index(kb, name):
            yield "index", name
    yield from (subject for subject in ALONE.values() if exists(kb, subject))


def paged(kb: KnowledgeBase, urls: Urls) -> Iterator[Subject]:
    """Yield the subjects that have a page on a site with these addresses."""
    for kind, name in subjects(kb):
        if kind != "index":
            if urls.shows(kind):
                yield kind, name
        elif urls.shows(listed_in(name)) and not (urls.hosted and is_empty(kb, name)):
            yield kind, name


def has_index(kb: KnowledgeBase, folder: str) -> bool:
    """Tell whether a folder has an index page; some kinds have one only with records."""
    return folder == "years" or kinds.BY_FOLDER[folder].always_listed or not is_empty(kb, folder)


def is_empty(kb: KnowledgeBase, folder: str) -> bool:
    """Tell whether the list of a folder is empty."""
    return not (years(kb) if folder == "years" else kb.entities.get(listed_in(folder)))


def years(kb: KnowledgeBase) -> list[str]:
    """Return the years of papers, events and talks, newest first."""
    events = {year_of(event.date) for event in kb.events.values()}
    talks = {year_of(talk.date) for talk in kb.talks.values()}
    numbers = {*kb.relations.papers_of_year, *events, *talks} - {None}
    return [str(year) for year in sorted(filter(None, numbers), reverse=True)]


def subject_of(page: str) -> Subject | None:
    """Return the subject of a page by its docname, whether the page exists or not.

    >>> subject_of("papers/x"), subject_of("events/meet/index"), subject_of("events/meet/ray")
    (('paper', 'x'), ('event', 'meet'), ('talk', 'meet/ray'))
    >>> subject_of("people/ada/cv"), subject_of("years/2020"), subject_of("guide/a")
    (('cv', 'ada'), ('year', '2020'), None)
    """
    match page.split("/"):
        case [name]:
            return next((subject for subject in ALONE.values() if subject[1] == name), None)
        case [folder, "index"]:
            return ("index", folder) if folder in folders() else None
        case ["years", name]:
            return ("year", name) if name.isdigit() else None
        case ["events", event, "index"] if is_id(event):
            return "event", event
        case ["events", event, talk] if is_id(event) and is_id(talk):
            return "talk", f"{event}/{talk}"
        case ["people", person, "cv"] if is_id(person):
            return "cv", person
        case [folder, name] if folder in kinds.BY_FOLDER and folder != "events" and is_id(name):
            return kinds.BY_FOLDER[folder].name, page if folder == "talks" else name
    return None


def has_programme(page: str) -> bool:
    """Tell whether a page made from records may have lines of a programme, or a star.

    >>> pages = ("events/index", "events/meet/index", "events/meet/index/2", "events/meet/ray")
    >>> [has_programme(page) for page in pages]
    [False, True, True, True]
    >>> has_programme("talks/ada-2020-x"), has_programme("my-programme")
    (False, True)
    """
    folder, _, name = page.partition("/")
    return page == docname(*MY_PROGRAMME) or (folder == "events" and name != "index")


def has_listing(page: str) -> bool:
    """Tell whether a page made from records may be a list or a part of one, to judge by its depth.

    >>> pages = ("papers/index", "people/index/2", "years/2023", "years/2023/2")
    >>> [has_listing(page) for page in pages]
    [True, True, True, True]
    >>> [has_listing(page) for page in ("papers/x", "events/meet/index", "people/ada/cv")]
    [False, False, True]
    """
    folder, *names = page.split("/")
    if folder == "years":
        return names != ["index"]
    if not is_listed(folder):
        return False
    return names == ["index"] or (len(names) == 2 and folder != "events")


def exists(kb: KnowledgeBase, subject: Subject) -> bool:
    """Tell whether a subject exists: a record, or content for a page of another kind."""
    kind, name = subject
    if kind == "cv":
        person = kb.identity.people.described.get(name)
        return person is not None and person.cv is not None
    if kind == "year":
        return name in years(kb)
    if kind == "programme":
        return any(kb.relations.talks_of_event.values())
    if kind == "explore":
        return has_network(kb)
    if kind == "list":
        return bool(kb.works)
    if kind == "index":
        return name in folders() and has_index(kb, name)
    return name in kb.entities.get(kind, ())


def title_of(kb: KnowledgeBase, subject: Subject) -> str:
    """Return the title of the page of a record, or of a page of another kind."""
    kind, name = subject
    if kind == "index":
        return index_title(name)
    if kind == "year":
        return name
    if kind in TITLES:
        return _(TITLES[kind])
    title = kb.title_of("person" if kind == "cv" else kind, name)
    return _("Curriculum vitae of {name}").format(name=title) if kind == "cv" else title


def index_title(folder: str) -> str:
    """Return the title of the index page of a folder."""
    return _("Years") if folder == "years" else _(kinds.BY_FOLDER[folder].title)


def title_addition(kb: KnowledgeBase, kind: str, name: str) -> str:
    """Return the addition to the title of a page in its ``<title>``; empty for most pages."""
    if kind == "paper":
        return _("poster") if kb.works[name].poster else ""
    if kind != "talk":
        return _(APART[kind]) if kind in APART else ""
    talk = kb.talks[name]
    where, date = as_typed(kb.occasion_of(talk)), first_date(kb.date_of(talk))
    year = str(date.year) if date and date.year and str(date.year) not in where else ""
    label = _("talk at {event}").format(event=where) if where else _("talk")
    return f"{label}, {year}" if year else label


class Redirect(NamedTuple):
    """The page that replaces an earlier one."""

    page: str
    title: str


def redirects_of_pages(
    kb: KnowledgeBase, documents: Container[str] = (), others: Iterable[tuple[str, Redirect]] = ()
) -> dict[str, Redirect]:
    """Return the redirect of every page that was moved or removed, by docname.

    ``documents`` are the docnames of written pages, ``others`` the redirects from their earlier
    docnames. An existing page has none; of two redirects from one docname, the last counts.
    """
    redirects = {**dict(_earlier(kb)), **dict(others)}
    return {
        page: redirect
        for page, redirect in redirects.items()
        if page != redirect.page and not is_made(kb, documents, page)
    }


def is_made(kb: KnowledgeBase, documents: Container[str], page: str) -> bool:
    """Tell whether a site has a page of this docname, of a record or a written one."""
    subject = subject_of(page)
    return page in documents or (subject is not None and exists(kb, subject))


def _earlier(kb: KnowledgeBase) -> Iterator[tuple[str, Redirect]]:
    """Yield the earlier pages of all records."""
    for kind, redirects in kb.aliases.items():
        for earlier, record_id in redirects.items():
            redirect = _redirect_of(kb, kind, kb.entities[kind][record_id])
            yield docname(kind, earlier), redirect
            if kind == "person" and kb.people[record_id].cv:
                vita = ("cv", record_id)
                yield docname("cv", earlier), Redirect(docname(*vita), title_of(kb, vita))
    for (kind, name), gone in kb.gone.items():
        redirect = Redirect(gone.document or docname(kind, gone.id), gone.title or _("Removed"))
        yield docname(kind, name), redirect
        if name == gone.id:  # the table has the record under each of its earlier ids, too
            yield from ((page, redirect) for page in gone.earlier_pages)
    tables = {**kb.entities, "person": kb.identity.people.described}
    for kind, table in tables.items():
        for record in table.values():
            if record.was:
                redirect = _redirect_of(kb, kind, record)
                yield from ((page, redirect) for page in record.earlier_pages)


def _redirect_of(kb: KnowledgeBase, kind: str, record: Any) -> Redirect:
    return Redirect(record.document or docname(kind, record.id), kb.title_of(kind, record.id))


def public_aliases(kb: KnowledgeBase) -> Iterator[tuple[str, str, str]]:
    """Yield kind, earlier id and present id for the earlier ids that may be published.

    Ids that may contain a former name are left out: they redirect, but no list has them.
    """
    people = kb.identity.people.described
    former = {slug(name) for person in people.values() for name in person.former_names}
    pattern = re.compile("|".join(map(re.escape, sorted(former))) or "(?!)")
    for kind, redirects in sorted(kb.aliases.items()):
        for earlier, record_id in sorted(redirects.items()):
            if earlier in kb.entities[kind] or pattern.search(earlier):
                continue
            if kind != "person" or not people[record_id].former_names:
                yield kind, earlier, record_id


def earlier_ids(kb: KnowledgeBase) -> dict[Subject, list[str]]:
    """Return the earlier ids that may be published, by kind and present id."""
    ids: dict[Subject, list[str]] = {}
    for kind, earlier, record_id in public_aliases(kb):
        ids.setdefault((kind, record_id), []).append(earlier)
    return ids
