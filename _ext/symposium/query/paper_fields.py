"""The fields of papers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symposium.query.fields import (
    QueryField,
    Type,
    by_id,
    inverse,
    itself,
    people,
    related,
    source_field,
    topic_field,
)
from symposium.query.query_context import QueryContext

STATUSES = ("preprint", "published", "corrected", "superseded", "withdrawn", "retracted")
TYPES = (
    "article", "book", "conference", "dataset", "inbook", "incollection", "inproceedings",
    "manual", "mastersthesis", "misc", "online", "patent", "phdthesis", "poster", "proceedings",
    "report", "software", "techreport", "thesis", "unpublished",
)  # fmt: skip


@by_id
def _venues(context: QueryContext, paper: str) -> Iterable[str]:
    printed = context.kb.works[paper].venue
    return () if printed is None else (context.kb.relations.venue_of_text[printed],)


@by_id
def _volumes(context: QueryContext, paper: str) -> Iterable[str]:
    found = context.kb.relations.volume_of_paper.get(paper)
    return () if found is None else (found,)


def _editing(context: QueryContext, person: str) -> Iterable[str]:
    relations = context.kb.relations
    posters = [one for kind, one in relations.named_in.get(person, ()) if kind == "paper"]
    return [*relations.edited_by.get(person, ()), *posters]


def _by_person(context: QueryContext, person: str) -> Iterable[str]:
    return [*AUTHORED(context, person), *_editing(context, person)]


@by_id
def _events(context: QueryContext, paper: str) -> Iterable[str]:
    kb = context.kb
    given = (kb.talks[one].event for one in kb.relations.talks_of_paper.get(paper, ()))
    return [event for event in given if event and event in kb.events]


def _at_event(context: QueryContext, event: str) -> Iterable[str]:
    kb = context.kb
    own = (kb.talks[one] for one in kb.relations.talks_of_event.get(event, ()))
    papers = (talk.paper for talk in own if talk.event == event)
    return [paper for paper in papers if paper and paper in kb.works]


def _of_talk(context: QueryContext, talk: str) -> Iterable[str]:
    paper = context.kb.talks[talk].paper
    return (paper,) if paper and paper in context.kb.works else ()


AUTHORED = inverse("papers_of_person", "posters_of_person")

PAPERS = (
    itself("paper", "The paper itself: a cite key or an id.", "key"),
    QueryField("title", Type.TEXT, "The title."),
    QueryField("author", Type.RECORD, "An author.", related("authors_of_paper"),
               kind="person", having=AUTHORED, groups=True, several=True),
    QueryField("editor", Type.RECORD, "An editor.", people("paper", "editors"),
               kind="person", having=_editing, groups=True, several=True),
    QueryField("person", Type.RECORD, "An author or an editor.",
               people("paper", "authors", "editors"),
               kind="person", having=_by_person, groups=True, several=True),
    QueryField("year", Type.NUMBER, "The year of publication.", read=lambda paper: paper.year,
               having=inverse("papers_of_year"),
               keys=lambda context: context.kb.relations.papers_of_year, groups=True),
    QueryField("date", Type.DATE, "The date of publication."),
    QueryField("in_volume", Type.RECORD, "The volume that contains it.", _volumes, kind="volume",
               having=inverse("papers_of_volume")),
    QueryField("venue", Type.RECORD,
               "The journal or conference: an id, the short name, or the name as printed.",
               _venues, kind="venue", having=inverse("papers_of_venue"), groups=True),
    QueryField("series", Type.WORD, "The series, as printed.", groups=True),
    QueryField("type", Type.WORD, "The type of the entry; posters also have `poster`.",
               read=lambda paper: (paper.type, "poster") if paper.poster else paper.type,
               known=TYPES, groups=True),
    replace(topic_field("paper", inverse("papers_of_topic")),
            help="A topic: its id, its title, or one of its keywords."),
    QueryField("category", Type.WORD, "A category of the entry.",
               read=lambda paper: paper.categories, groups=True),
    QueryField("award", Type.TEXT, "An award.", read=lambda paper: paper.awards, groups=True),
    QueryField("status", Type.WORD, "Its status: published, retracted, …",
               known=STATUSES, closed=True, groups=True),
    QueryField("selected", Type.FLAG, "Whether it is one of the selected works."),
    QueryField("poster", Type.FLAG, "Whether it is a poster."),
    QueryField("cites", Type.RECORD, "A paper that it cites.", related("cites"),
               kind="paper", having=inverse("cited_by"), counts=True),
    QueryField("cited_by", Type.RECORD, "A paper that cites it.", related("cited_by"),
               kind="paper", having=inverse("cites"), counts=True),
    QueryField("cited_on", Type.TEXT, "A page of the site that cites it, such as `guide/papers`.",
               lambda context: lambda one: context.pages_of_paper.get(one, ()), counts=True,
               repeats=True),
    QueryField("event", Type.RECORD, "An event with a talk about it.", _events,
               kind="event", having=_at_event, groups=True),
    QueryField("talk", Type.RECORD, "A talk about it.", related("talks_of_paper"),
               kind="talk", having=_of_talk, counts=True),
    QueryField("abstract", Type.TEXT, "The abstract."),
    QueryField("doi", Type.CODE, "The DOI."),
    QueryField("arxiv", Type.CODE, "The arXiv id, without version."),
    QueryField("isbn", Type.CODE, "The ISBN."),
    QueryField("issn", Type.CODE, "The ISSN."),
    QueryField("publisher", Type.WORD, "The publisher.", groups=True),
    QueryField("institution", Type.WORD, "The institution.", groups=True),
    QueryField("volume", Type.TEXT, "The volume."),
    QueryField("number", Type.TEXT, "The number or issue."),
    QueryField("pages", Type.TEXT, "The pages."),
    QueryField("note", Type.TEXT, "The note of the entry."),
    source_field("paper"),
)  # fmt: skip
"""In the order of the guide."""
