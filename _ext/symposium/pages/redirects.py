"""Redirects: pages in the place of earlier pages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.model.ids import slug
from symposium.pages.subjects import Subject, exists, subject_of
from symposium.pages.urls import docname


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
                vita = Redirect(
                    docname("cv", record_id),
                    _("Curriculum vitae of {name}").format(name=redirect.title),
                )
                yield docname("cv", earlier), vita
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
