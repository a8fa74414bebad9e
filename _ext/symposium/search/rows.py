"""The rows of search results: the values from which a browser makes the card of a record.

A row is a list of `COLUMNS` without empty values at its end. It omits what the browser can derive:
the address of a page from the id, a person's id from the name, the second line of a card from its
parts (``symposium-index-cards.js`` is the counterpart).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.pages.author_links import ROOT
from symposium.pages.maths import as_typed
from symposium.pages.publication_status import status_of
from symposium.pages.shown_times import date_text
from symposium.pages.urls import Urls, docname
from symposium.pages.vocabulary import affiliation_text, slot_state, talk_kind
from symposium.search.fields import Fields
from symposium.search.records import PAGES, SearchRecord
from symposium.search.terms import words

COLUMNS = (
    "title", "where", "note", "people", "venue", "text", "key", "papers", "affiliation",
    "standing", "notice", "listed",
)  # fmt: skip
"""``where``: the id, or a slash and the path of the page if that does not follow from the id.
``people``: a name, or name and id if the id does not follow; 1 at the end if there are more.
``text``: the long text. ``key``: a cite key other than the id. ``listed``: the number of works on
a person's page besides ``papers``, those with "et al." in their authors."""

AUTHORS = 4
"""The most authors of a result; of more, one less is named before "et al."."""

WITH_PAPERS = frozenset({"person", "topic", "venue", "volume"})
"""Kinds whose rows have the number of papers."""

ID = "\0"
Row = list[Any]
Person = str | list[str]


def patterns(urls: Urls) -> dict[str, list[str]]:
    """Return the texts before and after an id in the path of its page, by kind.

    >>> patterns(Urls())["person"], patterns(Urls("dirhtml"))["event"]
    (['people/', '.html'], ['events/', '/'])
    """
    kinds = (*(kind.name for kind in KINDS), "year")
    paths = {kind: urls.path(docname(kind, ID)).split(ID) for kind in kinds}
    return {**paths, "poster": paths["paper"]}


class Rows:
    """The rows of records of one knowledge base; values that records share are made once."""

    def __init__(self, kb: KnowledgeBase, urls: Urls, fields: Fields) -> None:
        self._kb = kb
        self._urls = urls
        self._text = fields.text
        self._patterns = patterns(urls)
        self._person = cache(self._person_shown)
        self._venue = lru_cache(1 << 14)(self._venue_shown)

    def of(self, entries: Iterable[SearchRecord]) -> Iterator[Row]:
        """Yield the row of each record."""
        for entry in entries:
            shown = {**self._shown(entry), "text": self._text(entry)}
            row = [shown.get(column, "") for column in COLUMNS]
            while not row[-1]:
                row.pop()
            yield row

    def _shown(self, entry: SearchRecord) -> Mapping[str, Any]:
        if entry.kind in PAGES:
            return {"title": entry.title, "where": f"/{quote(self._urls.path(entry.id))}"}
        if entry.kind == "year":
            count = len(self._kb.relations.papers_of_year.get(entry.year, ()))
            return {"title": entry.id, "where": entry.id, "papers": count}
        kind = entry.of
        shown: dict[str, Any] = {
            "title": as_typed(self._kb.title_of(kind, entry.id)),
            "where": self._where(kind, entry.id),
        }
        record = entry.id if kind == "person" else self._kb.entities[kind][entry.id]
        if own := getattr(self, f"_of_{kind}", None):
            shown |= own(record)
        if kind in WITH_PAPERS:
            papers = getattr(self._kb.relations, f"papers_of_{kind}")
            shown["papers"] = len(papers.get(entry.id, ()))
        if standing := status_of(self._kb, kind, entry.id):
            shown |= {"standing": standing.word, "notice": standing.notice.replace(ROOT, "")}
        elif kind == "talk" and (status := self._kb.schedule.status_of(self._kb.talks[entry.id])):
            shown |= {"standing": slot_state(status)}
        return shown

    def _where(self, kind: str, record_id: str) -> str:
        path = self._urls.path(docname(kind, record_id))
        before, after = self._patterns[kind]
        return record_id if path == f"{before}{record_id}{after}" else f"/{path}"

    def _of_paper(self, paper: Any) -> Mapping[str, Any]:
        return {
            "people": self._people(paper.authors or paper.editors, more=paper.et_al),
            "venue": self._venue(paper.venue) if paper.venue else "",
            "key": paper.key if paper.key != paper.id else "",
        }

    def _people(self, people: Sequence[Any], *, more: bool = False) -> list[Person | int]:
        """Return the first few names as printed, which are never former ones."""
        more |= len(people) > AUTHORS
        shown = people[: AUTHORS - 1] if more else people
        names = (self._person(person.name.text, person.person) for person in shown)
        return [*names, *([1] if more else [])]

    def _person_shown(self, printed_name: str, explicit: str | None) -> Person:
        person_id = self._kb.identity.resolve(printed_name, explicit)
        follows = "-".join(words(printed_name)) == person_id
        return printed_name if follows else [printed_name, person_id]

    def _venue_shown(self, printed_venue: str) -> str:
        venue = self._kb.venues[self._kb.relations.venue_of_text[printed_venue]]
        return venue.short or venue.name

    def _of_person(self, person_id: str) -> Mapping[str, Any]:
        described = self._kb.identity.people.described.get(person_id)
        affiliations = described.affiliations if described else ()
        return {
            "listed": len(self._kb.relations.listed_of_person.get(person_id, ())),
            "affiliation": affiliation_text(affiliations[0]) if affiliations else "",
        }

    def _of_event(self, event: Any) -> Mapping[str, Any]:
        parts = (event.when or date_text(event.date), event.location)
        return {"note": " · ".join(part for part in parts if part)}

    def _of_talk(self, talk: Any) -> Mapping[str, Any]:
        return {
            "note": talk_kind(talk.kind),
            "people": self._people(talk.speakers or talk.authors),
            "venue": self._kb.occasion_of(talk),
        }

    def _of_venue(self, venue: Any) -> Mapping[str, Any]:
        return {"note": venue.short if venue.short and venue.short != venue.name else ""}

    def _of_organization(self, organization: Any) -> Mapping[str, Any]:
        return {"note": organization.country or ""}

    def _of_volume(self, volume: Any) -> Mapping[str, Any]:
        venue = self._kb.venues.get(volume.venue or "")
        return {"note": (venue.short or venue.name) if venue else ""}
