"""What the API holds of each kind: fields and relations as described, and what is defined here."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from symposium.export import api_values as made
from symposium.export.api_objects import (
    CONTRIBUTOR,
    CORRECTION,
    OFFSET,
    PARTICIPANT,
    Shape,
    Value,
    an_object,
    group,
    many,
    objects,
    record,
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

TAIL = ("inferred", "corrections", "sources", "url")
"""What comes last where no other order is promised."""


def of_kind(kind: Kind) -> Shape:
    """Return what the objects of a kind hold."""
    fields = {
        "description" if isinstance(field.type, Body) else name: field
        for name, field in attributes_of(kind.record).items()
    }
    common = {
        "corrections": objects(CORRECTION, CORRECTIONS.help, made.corrections),
        "sources": value(
            "texts", "Ids of the sources that the record rests on.",
            lambda context, one: list(  # of a person, also those of what names it
                context.kb.sources_of("person", one.id) if kind.name == "person"
                else sources_of(one.sources)
            ),
        ),
    }  # fmt: skip
    more = {
        "id": value("id", "Id.", "id"),
        **{name: one for name, one in common.items() if name in fields and fields[name].api},
        "url": value(
            "text", "Address of the record's page, relative to the root of the site.",
            lambda context, one: context.url(kind.name, one.id), pattern="^[a-z]+/[^:]*$",
        ),
        **{
            said["api"]: value(
                "talks" if said["of"] == "talk" else "ids", said["about"], _related(one.name)
            )
            for one in dataclasses.fields(Relations)
            if (said := one.metadata).get("kind") == kind.name and said["api"]
        },
        **DERIVED.get(kind.name, dict)(),
        "origin": ORIGIN,
        **_added(kind),
    }  # fmt: skip
    names = (PROMISED.get(kind.name, ""), "id", *(one for one in fields if one not in TAIL), *TAIL)
    about = (kind.record.__doc__ or kind.title).partition("\n")[0]
    return shape(about, fields, more, " ".join(names))


def _related(relation: str) -> Make:
    return lambda context, one: list(getattr(context.kb.relations, relation).get(one.id, ()))


ORIGIN = an_object(
    Shape("Where the record is written; null where other records imply it.", {
        "file": value("text", "The file, relative to the project.", "path"),
        "line": value("integer", "The line on which it begins.", "line"),
    }),
    lambda _, one: one.origin.place if one.origin.place.path else None,
)  # fmt: skip


def _added(kind: Kind) -> dict[str, Value]:
    """Return the object of the fields that plugins add, if any of these is for the API."""
    fields = {
        name: value_of(said)._replace(get=said.of) for name, said in kind.added.items() if said.api
    }
    added = Shape("Fields that plugins add.", fields)
    return {"added": Value(added.schema(), added.write)} if fields else {}


def _papers(relation: str) -> Value:
    """Return the papers of a record without its posters, which have a file of their own."""
    related = _related(relation)
    return value("ids", "Ids of papers, newest first.", lambda context, one: [
        work for work in related(context, one) if not context.kb.works[work].poster
    ])  # fmt: skip


def _calendar(kind: str) -> Value:
    about = "Address of its calendar, relative to the root of the site."
    return value("text?", about, lambda context, one: (
        path_of_calendar(context.urls, context.agenda, kind, one.id)
    ))  # fmt: skip


STATUS, NOTE = "cancelled or moved, where it is not as it was.", "What readers should know of it."

# Tables of derived values: the name of each, its sort, what the schema says of it, and the
# attribute that has it or the function that makes it.

VENUE = Shape("Where it was published.", {
    "id": value("id", "Id of the venue.", "id"),
    "short": value("text?", "Short name of the venue.", "short"),
    "name": value("text", "Name of the venue, without year and ordinal.", "name"),
})  # fmt: skip
PLACES = many(
    record(
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
    lambda _, one: one.date if one.date and one.date.year is not None else None,
)  # fmt: skip
COAUTHORS = many(
    record(
        "A co-author.",
        person=schema_of("id", "Id of the person."),
        count={"type": "integer", "minimum": 1, "description": "Number of joint works."},
    ),
    "Co-authors, most joint works first.",
)
SLOT = Shape("A line of the programme.", {
    "start": value("time", "Begin.", lambda _, session: made.ends(session)[0]),
    "end": value("time", "End.", lambda _, session: made.ends(session)[1]),
    "kind": value("text", "talk, invited, paper, keynote, break, opening, closing, …", "slot.kind"),
    "title": value("text?", "What is printed, or the title of the talk.", made.title),
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

PROMISED: Mapping[str, str] = {
    "paper":
        "id key type title authors et_al editors year date venue abstract topics categories "
        "awards status links listings corrections sources url cited_on talks inferred cites "
        "cited_by container issued month doi arxiv volume number pages publisher series "
        "institution isbn issn note language eid edition organizations details bibtex "
        "links_from_abstract in_volume versions license open_access contributions counts",
    "person":
        "id name names orcid state role affiliations papers posters talks coauthors metrics "
        "sources url education awards positions teaching advising service software biography "
        "links topics inferred corrections listed",
    "event":
        "id title series start end timezone utc_offset inferred slots sources url corrections "
        "rooms calendar",
    "talk":
        "id event kind title start end authors speakers abstract paper sources url venue inferred "
        "corrections room track links calendar description",
    "topic": "id title papers people url editorial",
    "venue": "id name short papers url",
    "volume": "id title venue year editors papers",
    "source": "id title kind date retrieved remark records url inferred corrections",
    "series": "id title names venue events",
    "organization": "id title names ror country parent people events talks papers",
}  # fmt: skip
"""The promised names of a kind in their order; a new field of the record comes after them."""

DERIVED: Mapping[str, Callable[[], Mapping[str, Value]]] = {
    "paper": lambda: {
        "id": value("id", "Id, made of the cite key.", "id"),
        "authors": objects(CONTRIBUTOR, "Authors in the order of the work.", "authors"),
        "editors": objects(CONTRIBUTOR, "Editors in the order of the work.", "editors"),
        "year": value("integer?", "Year of publication.", "year"),
        "venue": an_object(VENUE, lambda context, one: context.kb.venue_of(one)),
        "links": value("links", "Links by name: doi, arxiv, pdf, code, ….", made.links),
        "cited_on": Value(PLACES, lambda context, one: context.cited_on.get(one.id, [])),
        "container": value("text?", "Where it was published, as printed.", "venue"),
        "issued": ISSUED,
        "month": value(
            "integer?", "Month of publication.", lambda _, one: one.date and one.date.month
        ),
        "eid": value("text?", "Number of an article, in place of pages.", made.detail("eid")),
        "edition": value("text?", "Edition.", made.detail("edition")),
        "organizations": value(
            "texts", "Organisations that stand behind the work: institution, school, organization.",
            made.organizations,
        ),
        "details": value(
            "texts by name",
            "Other fields of the entry that citations print, and the key of its parent, as "
            "BibTeX or biblatex calls them.",
            lambda _, one: dict(one.details),
        ),
        "bibtex": value(
            "text", "The entry as BibTeX, as others copy it.",
            lambda context, one: shown_entry(one, base=context.urls.base),
        ),
        "in_volume": value(
            "id?", "Id of the volume that it is in.",
            lambda context, one: context.kb.relations.volume_of_paper.get(one.id),
        ),
    },
    "person": lambda: {
        "names": value(
            "texts", "Other printed forms of the name.", made.other_names,
            items=schema_of("text", "A name."), uniqueItems=True,
        ),
        "state": value(
            "text", "described (has a file), derived (known by printed names), ambiguous (a "
            "name that several persons have).",
            lambda context, one: context.kb.state_of(one.id).value,
            enum=[state.value for state in State],
        ),
        "affiliations": objects(
            group(AFFILIATION),
            "Affiliations of the person; where none is described, those that programmes print.",
            lambda context, one: one.affiliations or context.printed_affiliations.get(one.id, ()),
        ),
        "coauthors": Value(COAUTHORS, lambda context, one: [
            {"person": other, "count": works} for other, works in context.kb.coauthors_of(one.id)
        ]),
        "metrics": objects(
            group(METRICS, order="name value unit"),
            "Numbers about the person, each with its source.", "metrics",
        ),
        "advising": objects(
            group(ADVISING, somebody(person=made.advised, name=made.name_of_advised), "person"),
            "Advising and mentoring.", "advising",
        ),
        "software": value(
            "ids", "Ids of software that the person works or worked on.",
            lambda context, one: list(
                context.kb.relations.naming.get(("person", one.id), {}).get("software", ())
            ),
        ),
        "biography": value(
            "text?", "The text of the page; an empty line stands between paragraphs.",
            made.biography,
        ),
    },
    "event": lambda: {
        "start": value(
            "date", "First day, as precise as it is known.", lambda _, one: event_dates(one.date)[0]
        ),
        "end": value(
            "date", "Last day, as precise as it is known.", lambda _, one: event_dates(one.date)[1]
        ),
        "utc_offset": value(
            "text?", "Offset of its times, such as -07:00.", lambda _, one: offset_of(one),
            pattern=f"^{OFFSET}$",
        ),
        "slots": objects(SLOT, "The programme in its order.", made.sessions),
        "calendar": _calendar("event"),
    },
    "talk": lambda: {
        "id": value(
            "talk", "<event>/<talk>, or talks/<person>-<year>-<title> outside an event.", "id"
        ),
        "event": value("id?", "Id of the event.", "event"),
        "title": value("text", "Title; that of the paper where the talk presents one.", "title"),
        "start": value("time", "Begin.", lambda *of: made.talk_times(*of)[0]),
        "end": value("time", "End.", lambda *of: made.talk_times(*of)[1]),
        "abstract": value(
            "text?", "Abstract (Markdown); that of the paper where it has none.", made.abstract
        ),
        "description": value(
            "text?", "What is printed about a talk outside an event, besides its title.",
            "description",
        ),
        "venue": value("text?", "Where a talk outside an event was given, as printed.", "venue"),
        "calendar": _calendar("talk"),
        "status": value("text?", STATUS, lambda *of: made.line_of(*of).status),
        "note": value("text?", NOTE, lambda *of: made.line_of(*of).note),
    },
    "topic": lambda: {"papers": _papers("papers_of_topic")},
    "venue": lambda: {"papers": _papers("papers_of_venue")},
    "volume": lambda: {"editors": objects(CONTRIBUTOR,
        "Editors: of the volume's file, of its entry, or of its papers.",
        lambda context, one: editors_of(
            one, context.kb.works, context.kb.relations.papers_of_volume.get(one.id, ())
        ),
    )},
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
            lambda context, one: context.kb.relations.records_of_source.get(one.id, ()),
        ),
        "owner": value(
            "id?", "Id of the person whose page it is.",
            lambda context, one: one.owner and context.kb.find("person", one.owner),
        ),
    },
    "organization": lambda: {
        "people": objects(
            MEMBER, "People, with what files, programmes and theses print.",
            lambda context, one: [
                (person, row) for person, rows in memberships(context.kb, one.id) for row in rows
            ],
        ),
    },
}  # fmt: skip
"""What is worked out of a kind, or stands in place of what the fields of the record describe."""
