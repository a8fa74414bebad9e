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
"""Kind and id: of a record, of a person with a ``cv``, a ``year``, the ``index`` of a folder."""

MY_PROGRAMME = ("programme", "my-programme")
"""The page that gathers a reader's own sessions; its kind has no other."""
EXPLORE = ("explore", "explore")
"""The page that shows the network of all co-authors; likewise."""
MY_LIST = ("list", "my-list")
"""The page that gathers the works that a reader will cite; likewise."""
ALONE = {"programme": MY_PROGRAMME, "explore": EXPLORE, "list": MY_LIST}
"""Pages that are the only ones of their kind, by it; they lie at the root of a site."""
TITLES = {"programme": N_("My programme"), "explore": N_("Explore"), "list": N_("My list")}
APART = {
    "source": N_("source"), "volume": N_("volume"), "series": N_("series of events"),
}  # fmt: skip
"""Kinds of what is often called like something else: what it tells of, its event, its venue."""

LISTED = frozenset({"events", "papers", "people", "talks", "topics", "venues"})
"""Folders whose index page readers can narrow by rules of its own."""


def is_listed(folder: str) -> bool:
    """Tell whether the index page of a folder is a list that readers can narrow."""
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
    """Yield all that has a page, kinds in the order of their registration."""
    for kind in kinds.KINDS:
        for record_id in kb.entities.get(kind.name, ()):
            yield kind.name, record_id
    yield from (("cv", one.id) for one in kb.identity.people.described.values() if one.cv)
    for year in years(kb):
        yield "year", year
    for name in folders():
        if has_index(kb, name):
            yield "index", name
    yield from (one for one in ALONE.values() if exists(kb, one))


def paged(kb: KnowledgeBase, urls: Urls) -> Iterator[Subject]:
    """Yield all that has a page where pages are addressed in this way."""
    for kind, name in subjects(kb):
        if kind != "index":
            if urls.shows(kind):
                yield kind, name
        elif urls.shows(listed_in(name)) and not (urls.hosted and is_empty(kb, name)):
            yield kind, name


def has_index(kb: KnowledgeBase, folder: str) -> bool:
    """Tell whether a folder has an index page: of some kinds only where there are records."""
    return folder == "years" or kinds.BY_FOLDER[folder].always_listed or not is_empty(kb, folder)


def is_empty(kb: KnowledgeBase, folder: str) -> bool:
    """Tell whether nothing is in the list of a folder."""
    return not (years(kb) if folder == "years" else kb.entities.get(listed_in(folder)))


def years(kb: KnowledgeBase) -> list[str]:
    """Return the years that anything falls into, newest first."""
    events = {year_of(event.date) for event in kb.events.values()}
    talks = {year_of(talk.date) for talk in kb.talks.values()}
    found = {*kb.relations.papers_of_year, *events, *talks} - {None}
    return [str(year) for year in sorted(filter(None, found), reverse=True)]


def subject_of(page: str) -> Subject | None:
    """Return what a page of this name is about, whether it exists or not.

    >>> subject_of("papers/x"), subject_of("events/meet/index"), subject_of("events/meet/ray")
    (('paper', 'x'), ('event', 'meet'), ('talk', 'meet/ray'))
    >>> subject_of("people/ada/cv"), subject_of("years/2020"), subject_of("guide/a")
    (('cv', 'ada'), ('year', '2020'), None)
    """
    match page.split("/"):
        case [name]:
            return next((one for one in ALONE.values() if one[1] == name), None)
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
    """Tell whether a page made from records may hold lines of a programme, or a star.

    >>> pages = ("events/index", "events/meet/index", "events/meet/index/2", "events/meet/ray")
    >>> [has_programme(page) for page in pages]
    [False, True, True, True]
    >>> has_programme("talks/ada-2020-x"), has_programme("my-programme")
    (False, True)
    """
    folder, _, name = page.partition("/")
    return page == docname(*MY_PROGRAMME) or (folder == "events" and name != "index")


def has_listing(page: str) -> bool:
    """Tell whether a page made from records may be a list, or a part of one: all in one frame.

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
    """Tell whether there is such a record, or such a page of another kind."""
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


def told_apart(kb: KnowledgeBase, kind: str, name: str) -> str:
    """Return what ``<title>`` says of a page besides its title; nothing for most pages."""
    if kind == "paper":
        return _("poster") if kb.works[name].poster else ""
    if kind != "talk":
        return _(APART[kind]) if kind in APART else ""
    talk = kb.talks[name]
    event = kb.events.get(talk.event or "")
    where = as_typed(event.title) if event else talk.venue or ""
    date = talk.date or (first_date(event.date) if event else None)
    year = str(date.year) if date and date.year and str(date.year) not in where else ""
    said = _("talk at {event}").format(event=where) if where else _("talk")
    return f"{said}, {year}" if year else said


class Redirect(NamedTuple):
    """The page in the place of an earlier one."""

    page: str
    title: str


def redirects_of_pages(
    kb: KnowledgeBase, documents: Container[str] = (), others: Iterable[tuple[str, Redirect]] = ()
) -> dict[str, Redirect]:
    """Return the docname of every page that is no more, with its redirect.

    ``documents`` are the docnames of written pages, ``others`` what these say of their earlier
    places. Where there is a page today, it stays; of two redirects the last gets the place.
    """
    found = {**dict(_earlier(kb)), **dict(others)}
    return {
        page: redirect
        for page, redirect in found.items()
        if page != redirect.page and not is_made(kb, documents, page)
    }


def is_made(kb: KnowledgeBase, documents: Container[str], page: str) -> bool:
    """Tell whether a site has a page of this name: of a record, or a written one."""
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
    for (kind, name), one in kb.gone.items():
        redirect = Redirect(one.document or docname(kind, one.id), one.title or _("Removed"))
        yield docname(kind, name), redirect
        if name == one.id:  # the record stands there under each of its earlier ids, too
            yield from ((page, redirect) for page in one.earlier_pages)
    tables = {**kb.entities, "person": kb.identity.people.described}
    for kind, table in tables.items():
        for record in table.values():
            if record.was:
                redirect = _redirect_of(kb, kind, record)
                yield from ((page, redirect) for page in record.earlier_pages)


def _redirect_of(kb: KnowledgeBase, kind: str, record: Any) -> Redirect:
    return Redirect(record.document or docname(kind, record.id), kb.title_of(kind, record.id))


def told(kb: KnowledgeBase) -> Iterator[tuple[str, str, str]]:
    """Yield kind, earlier id and id of today for the earlier ids that may be published.

    Those that former names may stand in are left out: redirects work, and nothing lists them.
    """
    people = kb.identity.people.described
    former = {slug(name) for person in people.values() for name in person.former_names}
    shown = re.compile("|".join(map(re.escape, sorted(former))) or "(?!)")
    for kind, redirects in sorted(kb.aliases.items()):
        for earlier, record_id in sorted(redirects.items()):
            if earlier in kb.entities[kind] or shown.search(earlier):
                continue
            if kind != "person" or not people[record_id].former_names:
                yield kind, earlier, record_id


def earlier_ids(kb: KnowledgeBase) -> dict[Subject, list[str]]:
    """Return what `told` yields by kind and id of today."""
    found: dict[Subject, list[str]] = {}
    for kind, earlier, record_id in told(kb):
        found.setdefault((kind, record_id), []).append(earlier)
    return found
