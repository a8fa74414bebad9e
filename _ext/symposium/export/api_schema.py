"""The JSON Schema of ``api/v1/``: the promise about field names, types and meanings.

It is written apart from the code that makes the files, so that one is a check of the other.
"""

from __future__ import annotations

from typing import Final

from symposium.export.api_described import schema_of_kind, with_added
from symposium.export.schema_person import person
from symposium.export.schema_words import (
    OFFSET,
    Schema,
    an_id,
    corrections,
    date,
    ids,
    inferred,
    links,
    many,
    maybe,
    number,
    record,
    ref,
    sources,
    talk_id,
    talk_ids,
    text,
    texts,
    time,
    url,
)
from symposium.kinds import KINDS

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Schema:
    """Return the schema of all files.

    ``$defs`` has each record by its kind, and each file by its name (``papers.json`` stands for
    ``papers-0.json``, … too).
    """
    definitions = {**_records(), "index.json": _index()}
    for kind in KINDS:
        if kind.name not in definitions:
            definitions[kind.name] = schema_of_kind(kind)
        definitions[kind.name] = with_added(kind, definitions[kind.name])
        definitions[f"{kind.folder}.json"] = _table(kind.name)
    definitions["poster"] = {
        "$ref": "#/$defs/paper",
        "description": "A poster has the fields of a paper.",
    }
    definitions["posters.json"] = _table("poster")
    return {
        "$schema": DIALECT,
        "title": "Facts of a Symposium site",
        "description": (
            "A file is the index or a list of records of one kind. Every record has all of its "
            "fields: what is not known is null, or an empty list."
        ),
        "anyOf": [ref(f"{name}.json") for name in ("index", *_tables())],
        "$defs": dict(sorted(definitions.items())),
    }


def _tables() -> list[str]:
    return [*(kind.folder for kind in KINDS), "posters"]


def _records() -> dict[str, Schema]:
    return {
        "paper": _paper(),
        "person": person(),
        "event": _event(),
        "talk": _talk(),
        "topic": _topic(),
        "venue": _venue(),
        "source": _source(),
        "contributor": _contributor(),
        "participant": _participant(),
        "correction": _correction(),
    }


def _contributor() -> Schema:
    return record(
        "An author or editor.",
        name=text("The name as printed on the work."),
        person=an_id("Id of the person."),
        marks=many(
            text("equal (equal contribution), student, …"), "Marks that the work puts on the name."
        ),
    )


def _participant() -> Schema:
    return record(
        "Somebody on a programme.",
        person=an_id("Id of the person."),
        name=text("The name as printed in the programme."),
        affiliations=many(
            record(
                "An affiliation.",
                organization=text("The organisation."),
                country=maybe(text("Its country.")),
            ),
            "Affiliations as printed in the programme.",
        ),
        bio=maybe(text("The biography printed in the programme.")),
    )


def _correction() -> Schema:
    return record(
        "A printed slip and its mending.",
        field=text("The field that was mended."),
        printed=text("What is printed."),
        corrected=text("What it was mended to."),
        source=maybe(text("Id of the source that prints it.")),
        note=maybe(text("Why.")),
    )


def _paper() -> Schema:
    return record(
        "A paper or a poster.",
        id=an_id("Id, made of the cite key."),
        key=text("Cite key in the bibliography."),
        type=text("Type of the entry, such as inproceedings."),
        title=text("Title; formulas stand between $ signs."),
        authors=many(ref("contributor"), "Authors in the order of the work."),
        et_al={"type": "boolean", "description": "The entry names not all of the authors."},
        editors=many(ref("contributor"), "Editors in the order of the work."),
        year=maybe({"type": "integer", "description": "Year of publication."}),
        date=date("Date of publication."),
        venue=maybe(
            record(
                "Where it was published.",
                id=an_id("Id of the venue."),
                short=maybe(text("Short name of the venue.")),
                name=text("Name of the venue, without year and ordinal."),
            )
        ),
        abstract=maybe(text("Abstract; an empty line stands between paragraphs.")),
        topics=ids("Ids of topics."),
        categories=texts("Subject classes, such as cs.DC."),
        awards=texts("Awards of the work."),
        status=maybe(text("preprint, published, corrected, superseded, withdrawn, retracted.")),
        links=links("Links by name: doi, arxiv, pdf, code, …."),
        listings=many(_listing(), "Appearances on tracker pages."),
        corrections=corrections(),
        sources=sources(),
        url=url(),
        cited_on=many(
            record(
                "A place that cites the work.",
                url=text("Address of the place, relative to the root of the site."),
                title=text("Title of the page."),
                context=text("The sentence that cites it."),
            ),
            "Where on this site the work is cited.",
        ),
        talks=talk_ids("Ids of talks that present it."),
        inferred=inferred(),
        cites=ids("Ids of papers and posters that it cites, in the order of its list."),
        cited_by=ids("Ids of papers and posters here that cite it, newest first."),
    )


def _listing() -> Schema:
    return record(
        "An appearance on a tracker page.",
        date=maybe(text("Date of the appearance, as printed.")),
        category=maybe(text("Category there.")),
        score=maybe(number("Score there.")),
        code=maybe({"type": "boolean", "description": "Whether code is marked as available."}),
        source=maybe(text("Id of the source.")),
    )


def _event() -> Schema:
    return record(
        "An event.",
        id=an_id("Id."),
        title=text("Title."),
        series=maybe(text("The series that it belongs to.")),
        start=date("First day, as precise as it is known."),
        end=date("Last day, as precise as it is known."),
        timezone=maybe(text("Name of its time zone, such as America/Los_Angeles.")),
        utc_offset=maybe(text("Offset of its times, such as -07:00.", pattern=f"^{OFFSET}$")),
        inferred=inferred(),
        slots=many(
            record(
                "A line of the programme.",
                start=time("Begin."),
                end=time("End."),
                kind=text("talk, invited, paper, keynote, break, opening, closing, …"),
                title=maybe(text("What is printed, or the title of the talk.")),
                talk=maybe(talk_id("Id of the talk.")),
                room=maybe(text("The room; what has none is for all.")),
                track=maybe(text("The track, as printed.")),
            ),
            "The programme in its order.",
        ),
        sources=sources(),
        url=url(),
        corrections=corrections(),
        rooms=many(
            record(
                "A room.",
                name=text("Name."),
                timezone=maybe(text("Name of its own time zone, where it has one.")),
            ),
            "Rooms, in the order in which they are shown.",
        ),
        calendar=maybe(text("Address of its calendar, relative to the root of the site.")),
    )


def _talk() -> Schema:
    return record(
        "A talk.",
        id=talk_id("<event>/<talk>, or talks/<person>-<year>-<title> outside an event."),
        event=maybe(an_id("Id of the event.")),
        kind=maybe(text("invited, paper, keynote, contributed, …")),
        title=text("Title; that of the paper where the talk presents one."),
        start=time("Begin."),
        end=time("End."),
        authors=many(ref("participant"), "Authors as printed in the programme."),
        speakers=many(ref("participant"), "Speakers as printed in the programme."),
        abstract=maybe(text("Abstract (Markdown); that of the paper where it has none.")),
        paper=maybe(an_id("Id of the paper that it presents.")),
        sources=sources(),
        url=url(),
        venue=maybe(text("Where a talk outside an event was given, as printed.")),
        inferred=inferred(),
        corrections=corrections(),
        room=maybe(text("The room.")),
        track=maybe(text("The track, as printed.")),
        links=links("Links by name: slides, video, poster, …."),
        calendar=maybe(text("Address of its calendar, relative to the root of the site.")),
    )


def _topic() -> Schema:
    return record(
        "A topic.",
        id=an_id("Id."),
        title=text("Title."),
        papers=ids("Ids of papers, newest first."),
        people=ids("Ids of people who name the topic as theirs."),
        url=url(),
        editorial={"type": "boolean", "description": "Its text was written by the editors."},
    )


def _venue() -> Schema:
    return record(
        "A journal or conference.",
        id=an_id("Id."),
        name=text("Name, without year and ordinal."),
        short=maybe(text("Short name.")),
        papers=ids("Ids of papers, newest first."),
        url=url(),
    )


def _source() -> Schema:
    return record(
        "A document that facts come from.",
        id=an_id("Id."),
        title=text("Title."),
        kind=text("What it is: cv, programme, page, …"),
        date=text("Its date, or undated."),
        retrieved=maybe(text("When it was retrieved.")),
        remark=maybe(text("A remark about its state.")),
        records=many(
            record(
                "A record.",
                kind=text("Kind of the record.", enum=[kind.name for kind in KINDS]),
                id=text("Id of the record."),
            ),
            "All records that rest on it.",
        ),
        url=url(),
        inferred=inferred(),
        corrections=corrections(),
    )


def _table(name: str) -> Schema:
    return many(ref(name), "A file of records, sorted by id.")


def _index() -> Schema:
    names = _tables()
    count = {"type": "integer", "minimum": 0, "description": "Number of records."}
    files = many(
        text("Name of a file, beside the index.", pattern=r"^[a-z]+(-\d+)?\.json$"),
        "The files that hold the records, in order.",
        minItems=1,
    )
    return record(
        "The index: how many records there are, and which files hold them.",
        schema=text("Name of the file that describes all files.", const="schema.json"),
        counts=record("Number of records by table.", **dict.fromkeys(names, count)),
        files=record("Files by table.", **dict.fromkeys(names, files)),
    )
