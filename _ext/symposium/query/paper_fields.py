"""The fields of papers."""

from __future__ import annotations

from collections.abc import Iterable

from symposium.query.fields import (
    Fields,
    QueryField,
    Type,
    attribute,
    inverse,
    itself,
    only_itself,
    people,
    related,
    topics,
)
from symposium.query.query_context import QueryContext, Reader

STATUSES = ("preprint", "published", "corrected", "superseded", "withdrawn", "retracted")
TYPES = (
    "article", "book", "conference", "dataset", "inbook", "incollection", "inproceedings",
    "manual", "mastersthesis", "misc", "online", "patent", "phdthesis", "poster", "proceedings",
    "report", "software", "techreport", "thesis", "unpublished",
)  # fmt: skip


def _venues(context: QueryContext) -> Reader:
    works, venue_of = context.kb.works, context.kb.relations.venue_of_text

    def read(paper_id: str) -> Iterable[str]:
        printed = works[paper_id].venue
        return () if printed is None else (venue_of[printed],)

    return read


def _years(context: QueryContext) -> Reader:
    works = context.kb.works

    def read(paper_id: str) -> Iterable[int]:
        date = works[paper_id].date
        return () if date is None or date.year is None else (date.year,)

    return read


def _types(context: QueryContext) -> Reader:
    works = context.kb.works

    def read(paper_id: str) -> Iterable[str]:
        paper = works[paper_id]
        return (paper.type, "poster") if paper.poster else (paper.type,)

    return read


def _editing(context: QueryContext, person: str) -> Iterable[str]:
    relations = context.kb.relations
    posters = [one for kind, one in relations.named_in.get(person, ()) if kind == "paper"]
    return [*relations.edited_by.get(person, ()), *posters]


def _by_person(context: QueryContext, person: str) -> Iterable[str]:
    return [*AUTHORED(context, person), *_editing(context, person)]


def _events(context: QueryContext) -> Reader:
    talks, of_paper = context.kb.talks, context.kb.relations.talks_of_paper
    events = context.kb.events

    def read(paper_id: str) -> Iterable[str]:
        given = (talks[one].event for one in of_paper.get(paper_id, ()))
        return [event for event in given if event and event in events]

    return read


def _at_event(context: QueryContext, event: str) -> Iterable[str]:
    talks = context.kb.talks
    own = (talks[one] for one in context.kb.relations.talks_of_event.get(event, ()))
    papers = (talk.paper for talk in own if talk.event == event)
    return [paper for paper in papers if paper and paper in context.kb.works]


def _of_talk(context: QueryContext, talk: str) -> Iterable[str]:
    paper = context.kb.talks[talk].paper
    return (paper,) if paper and paper in context.kb.works else ()


def _from_source(context: QueryContext, source: str) -> Iterable[str]:
    rows = context.kb.relations.records_of_source.get(source, ())
    return [one for kind, one in rows if kind == "paper"]


AUTHORED = inverse("papers_of_person", "posters_of_person")

PAPERS: Fields = {
    "key": QueryField(
        Type.RECORD, "The paper itself: a cite key or an id.", itself, "paper", only_itself
    ),
    "title": QueryField(Type.TEXT, "The title.", attribute("paper", "title")),
    "author": QueryField(
        Type.RECORD,
        "An author.",
        related("authors_of_paper"),
        "person",
        AUTHORED,
        groups=True,
        several=True,
    ),
    "editor": QueryField(
        Type.RECORD,
        "An editor.",
        people("paper", "editors"),
        "person",
        _editing,
        groups=True,
        several=True,
    ),
    "person": QueryField(
        Type.RECORD,
        "An author or an editor.",
        people("paper", "authors", "editors"),
        "person",
        _by_person,
        groups=True,
        several=True,
    ),
    "year": QueryField(
        Type.NUMBER,
        "The year of publication.",
        _years,
        having=inverse("papers_of_year"),
        keys=lambda context: context.kb.relations.papers_of_year,
        groups=True,
    ),
    "date": QueryField(Type.DATE, "The date of publication.", attribute("paper", "date")),
    "venue": QueryField(
        Type.RECORD,
        "The journal or conference: an id, the short name, or the name as printed.",
        _venues,
        "venue",
        inverse("papers_of_venue"),
        groups=True,
    ),
    "series": QueryField(
        Type.WORD, "The series, as printed.", attribute("paper", "series"), groups=True
    ),
    "type": QueryField(
        Type.WORD,
        "The type of the entry; of posters also `poster`.",
        _types,
        known=TYPES,
        groups=True,
    ),
    "topic": QueryField(
        Type.RECORD,
        "A topic: its id, its title, or a keyword that leads to it.",
        topics("paper"),
        "topic",
        inverse("papers_of_topic"),
        groups=True,
        several=True,
    ),
    "category": QueryField(
        Type.WORD, "A category of the entry.", attribute("paper", "categories"), groups=True
    ),
    "award": QueryField(Type.TEXT, "An award.", attribute("paper", "awards"), groups=True),
    "status": QueryField(
        Type.WORD,
        "What has become of it.",
        attribute("paper", "status"),
        known=STATUSES,
        closed=True,
        groups=True,
    ),
    "selected": QueryField(
        Type.FLAG, "Whether its authors have selected it.", attribute("paper", "selected")
    ),
    "poster": QueryField(Type.FLAG, "Whether it is a poster.", attribute("paper", "poster")),
    "cites": QueryField(
        Type.RECORD,
        "A paper that it cites.",
        related("cites"),
        "paper",
        inverse("cited_by"),
        counts=True,
    ),
    "cited_by": QueryField(
        Type.RECORD,
        "A paper that cites it.",
        related("cited_by"),
        "paper",
        inverse("cites"),
        counts=True,
    ),
    "cited_on": QueryField(
        Type.TEXT,
        "A page of the site that cites it, such as `guide/papers`.",
        lambda context: lambda one: context.pages_of_paper.get(one, ()),
        counts=True,
    ),
    "event": QueryField(
        Type.RECORD, "An event with a talk on it.", _events, "event", _at_event, groups=True
    ),
    "talk": QueryField(
        Type.RECORD, "A talk on it.", related("talks_of_paper"), "talk", _of_talk, counts=True
    ),
    "abstract": QueryField(Type.TEXT, "The abstract.", attribute("paper", "abstract")),
    "doi": QueryField(Type.CODE, "The DOI.", attribute("paper", "doi")),
    "arxiv": QueryField(Type.CODE, "The arXiv id, without version.", attribute("paper", "arxiv")),
    "isbn": QueryField(Type.CODE, "The ISBN.", attribute("paper", "isbn")),
    "issn": QueryField(Type.CODE, "The ISSN.", attribute("paper", "issn")),
    "publisher": QueryField(
        Type.WORD, "The publisher.", attribute("paper", "publisher"), groups=True
    ),
    "institution": QueryField(
        Type.WORD, "The institution.", attribute("paper", "institution"), groups=True
    ),
    "volume": QueryField(Type.TEXT, "The volume.", attribute("paper", "volume")),
    "number": QueryField(Type.TEXT, "The number or issue.", attribute("paper", "number")),
    "pages": QueryField(Type.TEXT, "The pages.", attribute("paper", "pages")),
    "note": QueryField(Type.TEXT, "The note of the entry.", attribute("paper", "note")),
    "source": QueryField(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("paper", "sources"),
        "source",
        _from_source,
        groups=True,
    ),
}
"""In the order of the guide."""
