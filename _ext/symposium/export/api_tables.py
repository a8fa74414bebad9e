"""The objects of the API by kind: described fields, relations, and the values defined here."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from symposium.export import api_values as values
from symposium.export.api_objects import (
    CONTRIBUTOR,
    CORRECTION,
    OFFSET,
    PARTICIPANT,
    Schema,
    Shape,
    Value,
    an_object,
    group,
    list_schema,
    object_schema,
    objects,
    schema_of,
    shape,
    somebody,
    value,
    value_of,
)  # fmt: skip
from symposium.export.api_values import Make
from symposium.fields.compound_types import Body, attributes_of
from symposium.kinds import KINDS
from symposium.kinds.base import CORRECTIONS
from symposium.kinds.cv import ADVISING, METRICS
from symposium.kinds.kind import Kind
from symposium.kinds.participants import AFFILIATION
from symposium.knowledge.identity import State
from symposium.knowledge.local_times import event_dates, offset_of
from symposium.knowledge.printed_names import memberships
from symposium.knowledge.relation_table import Relations
from symposium.knowledge.volumes import editors_of
from symposium.model.dates import SEASONS
from symposium.model.ids import sources_of
from symposium.pages.citing.bibtex import shown_entry
from symposium.pages.feeds import path_of_calendar
from symposium.pages.urls import docname
from symposium.query.fields import affiliations_of
from symposium.query.selection import context_of

Shapes = Callable[[Kind], Shape]
"""A function that returns the shape of a kind's objects: `of_kind`, or its kept results."""


@cache
def promised() -> Mapping[str, Schema]:
    """Return the values that the published schema promises of each kind, in their order."""
    published = Path(__file__).parents[1] / "schemas" / "api.json"
    definitions = json.loads(published.read_text(encoding="utf-8"))["$defs"]
    return {name: schema.get("properties", {}) for name, schema in definitions.items()}


def of_kind(kind: Kind) -> Shape:
    """Return the shape of a kind's objects; new values come after the promised ones."""
    fields = {
        "description" if isinstance(field.type, Body) else name: field
        for name, field in attributes_of(kind.record).items()
    }
    common = {
        "corrections": objects(CORRECTION, CORRECTIONS.help, values.corrections),
        "sources": value(
            "texts", "Ids of the sources that the record rests on.",
            lambda context, record: list(  # for a person, also those of records that name it
                context.kb.sources_of("person", record.id) if kind.name == "person"
                else sources_of(record.sources)
            ),
        ),
    }  # fmt: skip
    more = {
        "id": value("id", "Id.", "id"),
        **{name: value for name, value in common.items() if name in fields and fields[name].api},
        "url": value(
            "text", "Address of the record's page, relative to the root of the site.",
            lambda context, record: context.urls.path(docname(kind.name, record.id)),
            pattern="^[a-z]+/[^:]*$",
        ),
        **{
            meta["api"]: value(
                "talks" if meta["of"] == "talk" else "ids", meta["about"], _related(field.name)
            )
            for field in dataclasses.fields(Relations)
            if (meta := field.metadata).get("kind") == kind.name and meta["api"]
        },
        **DERIVED.get(kind.name, dict)(),
        "origin": ORIGIN,
        **_added(kind),
    }  # fmt: skip
    about = (kind.record.__doc__ or kind.title).partition("\n")[0]
    return shape(about, fields, more, " ".join(("id", *promised().get(kind.name, ()))))


def _related(relation: str) -> Make:
    return lambda context, record: list(getattr(context.kb.relations, relation).get(record.id, ()))


ORIGIN = an_object(
    Shape("Where the record is written; null where other records imply it.", {
        "file": value("text", "The file, relative to the project.", "path"),
        "line": value("integer", "The line on which it begins.", "line"),
    }),
    lambda _, record: record.origin.place if record.origin.place.path else None,
)  # fmt: skip


def _added(kind: Kind) -> dict[str, Value]:
    """Return the value ``added``, an object of the fields that plugins add, if the API has any."""
    fields = {name: value_of(f)._replace(get=f.of) for name, f in kind.added.items() if f.api}
    added = Shape("Fields that plugins add.", fields)
    return {"added": Value(added.schema(), added.write)} if fields else {}


def _papers(relation: str) -> Value:
    """Return the papers of a record without the posters, which have a file of their own."""
    related = _related(relation)
    return value("ids", "Ids of papers, newest first.", lambda context, record: [
        id_ for id_ in related(context, record) if not context.kb.works[id_].poster
    ])  # fmt: skip


def _calendar(kind: str) -> Value:
    about = "Address of its calendar, relative to the root of the site."
    return value("text?", about, lambda context, record: (
        path_of_calendar(context.urls, context.agenda, kind, record.id)
    ))  # fmt: skip


STATUS, NOTE = "cancelled or moved, where it is not as it was.", "What readers should know of it."

# Tables of derived values: name, sort, description in the schema, and the attribute or function
# that gets it.

VENUE = Shape("Where it was published.", {
    "id": value("id", "Id of the venue.", "id"),
    "short": value("text?", "Short name of the venue.", "short"),
    "name": value("text", "Name of the venue, without year and ordinal.", "name"),
})  # fmt: skip
PLACES = list_schema(
    object_schema(
        "A place that cites the work.",
        url=schema_of("text", "Address of the place, relative to the root of the site."),
        title=schema_of("text", "Title of the page."),
        context=schema_of("text", "The sentence that cites it."),
    ),
    "Where on this site the work is cited.",
)
ISSUED = an_object(
    Shape("Date of publication in its parts, as far as they are known.", {
        "year": value("integer", "Year.", "year"),
        "month": value("integer?", "Month, from 1.", "month"),
        "day": value("integer?", "Day.", "day"),
        "season": value("text?", "Season.", "season", enum=[*SEASONS, None]),
    }),
    lambda _, paper: paper.date if paper.date and paper.date.year is not None else None,
)  # fmt: skip
COAUTHORS = list_schema(
    object_schema(
        "A co-author.",
        person=schema_of("id", "Id of the person."),
        count={"type": "integer", "minimum": 1, "description": "Number of joint works."},
    ),
    "Co-authors, most joint works first.",
)
SLOT = Shape("A line of the programme.", {
    "start": value("time", "Begin.", lambda _, session: values.ends(session)[0]),
    "end": value("time", "End.", lambda _, session: values.ends(session)[1]),
    "kind": value("text", "talk, invited, paper, keynote, break, opening, closing, …", "slot.kind"),
    "title": value("text?", "What is printed, or the title of the talk.", values.title),
    "talk": value("talk?", "Id of the talk.", "slot.talk"),
    "room": value("text?", "The room; what has none is for all.", "slot.room"),
    "track": value("text?", "The track, as printed.", "slot.track"),
    "status": value("text?", STATUS, "slot.status"),
    "note": value("text?", NOTE, "slot.note"),
    "chair": objects(PARTICIPANT, "Who chairs it.", "slot.chair")._replace(
        make=lambda context, people: PARTICIPANT.write_all(context, people) or None, sparse=True
    ),
    "talks": value(
        "talks", "Ids of the talks or posters in it that have no lines of their own.",
        lambda _, session: list(session.slot.talks) or None,
    )._replace(sparse=True),
})  # fmt: skip
MEMBER = Shape("What somebody is or was there.", {
    "person": value("id", "Id of the person.", lambda _, row: row[0]),
    "organization": value(
        "text", "Name of the organisation, as printed.", lambda _, row: row[1].printed
    ),
    "role": value("text?", "What as, as printed.", lambda _, row: row[1].role or None),
    "start": value("date", "Since when.", lambda _, row: row[1].start and row[1].start.iso),
    "end": value("date", "Until when.", lambda _, row: row[1].end and row[1].end.iso),
    "printed_by": value(
        "text?", "Kind and id of the talk, event or thesis that prints it.",
        lambda _, row: " ".join(row[1].at) if row[1].at else None,
    ),
})  # fmt: skip

DERIVED: Mapping[str, Callable[[], Mapping[str, Value]]] = {
    "paper": lambda: {
        "id": value("id", "Id, made of the cite key.", "id"),
        "authors": objects(CONTRIBUTOR, "Authors in the order of the work.", "authors"),
        "editors": objects(CONTRIBUTOR, "Editors in the order of the work.", "editors"),
        "year": value("integer?", "Year of publication.", "year"),
        "venue": an_object(VENUE, lambda context, paper: context.kb.venue_of(paper)),
        "links": value("links", "Links by name: doi, arxiv, pdf, code, ….", values.links),
        "cited_on": Value(PLACES, lambda context, paper: context.cited_on.get(paper.id, [])),
        "container": value("text?", "Where it was published, as printed.", "venue"),
        "issued": ISSUED,
        "month": value(
            "integer?", "Month of publication.", lambda _, paper: paper.date and paper.date.month
        ),
        "eid": value("text?", "Number of an article, in place of pages.",
            lambda _, paper: paper.detail("eid"),
        ),
        "edition": value("text?", "Edition.", lambda _, paper: paper.detail("edition")),
        "organizations": value(
            "texts", "Organisations that stand behind the work: institution, school, organization.",
            values.organizations,
        ),
        "details": value(
            "texts by name",
            "Other fields of the entry that citations print, and the key of its parent, as "
            "BibTeX or biblatex calls them.",
            lambda _, paper: dict(paper.details),
        ),
        "bibtex": value(
            "text", "The entry as BibTeX, as others copy it.",
            lambda context, paper: shown_entry(paper, base=context.urls.base),
        ),
        "in_volume": value(
            "id?", "Id of the volume that it is in.",
            lambda context, paper: context.kb.relations.volume_of_paper.get(paper.id),
        ),
    },
    "person": lambda: {
        "names": value(
            "texts", "Other printed forms of the name.", values.other_names,
            items=schema_of("text", "A name."), uniqueItems=True,
        ),
        "state": value(
            "text", "described (has a file), derived (known by printed names), ambiguous (a "
            "name that several persons have).",
            lambda context, person: context.kb.state_of(person.id).value,
            enum=[state.value for state in State],
        ),
        "affiliations": objects(group(AFFILIATION),
            "Affiliations of the person; where none is described, those that programmes print.",
            lambda context, person: affiliations_of(context_of(context.kb), person.id),
        ),
        "coauthors": Value(COAUTHORS, lambda context, person: [
            {"person": other, "count": works} for other, works in context.kb.coauthors_of(person.id)
        ]),
        "metrics": objects(
            group(METRICS, order="name value unit"),
            "Numbers about the person, each with its source.", "metrics",
        ),
        "advising": objects(
            group(ADVISING, somebody(person=values.advised, name=values.name_of_advised), "person"),
            "Advising and mentoring.", "advising",
        ),
        "software": value(
            "ids", "Ids of software that the person works or worked on.",
            lambda context, person: list(
                context.kb.relations.naming.get(("person", person.id), {}).get("software", ())
            ),
        ),
        "biography": value(
            "text?", "The text of the page; an empty line stands between paragraphs.",
            values.biography,
        ),
    },
    "event": lambda: {
        "start": value("date", "First day, as precise as it is known.",
            lambda _, event: event_dates(event.date)[0],
        ),
        "end": value("date", "Last day, as precise as it is known.",
            lambda _, event: event_dates(event.date)[1],
        ),
        "utc_offset": value(
            "text?", "Offset of its times, such as -07:00.", lambda _, event: offset_of(event),
            pattern=f"^{OFFSET}$",
        ),
        "slots": objects(SLOT, "The programme in its order.", values.sessions),
        "calendar": _calendar("event"),
    },
    "talk": lambda: {
        "id": value(
            "talk", "<event>/<talk>, or talks/<person>-<year>-<title> outside an event.", "id"
        ),
        "event": value("id?", "Id of the event.", "event"),
        "title": value("text", "Title; that of the paper where the talk presents one.", "title"),
        "start": value("time", "Begin.", lambda *args: values.talk_times(*args)[0]),
        "end": value("time", "End.", lambda *args: values.talk_times(*args)[1]),
        "abstract": value(
            "text?", "Abstract (Markdown); that of the paper where it has none.", values.abstract
        ),
        "description": value(
            "text?", "What is printed about a talk outside an event, besides its title.",
            "description",
        ),
        "venue": value("text?", "Where a talk outside an event was given, as printed.", "venue"),
        "calendar": _calendar("talk"),
        "status": value("text?", STATUS, lambda *args: values.line_of(*args).status),
        "note": value("text?", NOTE, lambda *args: values.line_of(*args).note),
    },
    "topic": lambda: {"papers": _papers("papers_of_topic")},
    "venue": lambda: {"papers": _papers("papers_of_venue")},
    "volume": lambda: {
        "editors": objects(
            CONTRIBUTOR, "Editors: of the volume's file, of its entry, or of its papers.",
            lambda context, volume: editors_of(context.kb, volume),
        ),
    },
    "source": lambda: {
        "records": objects(
            Shape("A record.", {
                "kind": value(
                    "text", "Kind of the record.", lambda _, row: row[0],
                    enum=[kind.name for kind in KINDS],
                ),
                "id": value("text", "Id of the record.", lambda _, row: row[1]),
            }),
            "All records that rest on it.",
            lambda context, source: context.kb.relations.records_of_source.get(source.id, ()),
        ),
        "owner": value(
            "id?", "Id of the person whose page it is.",
            lambda context, source: source.owner and context.kb.find("person", source.owner),
        ),
    },
    "organization": lambda: {
        "people": objects(
            MEMBER, "People, with what files, programmes and theses print.",
            lambda context, org: [
                (person, row) for person, rows in memberships(context.kb, org.id) for row in rows
            ],
        ),
    },
}  # fmt: skip
"""The computed values of each kind; they also replace described fields of the same name."""
