"""What the API holds of each kind: the described fields of its records, and what is said here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from symposium.export.api_objects import (
    COMMON,
    Shape,
    Table,
    Value,
    an_object,
    contributors,
    objects,
    related,
    shape,
    value_of,
)
from symposium.export.api_person import person
from symposium.export.api_programme import event, talk
from symposium.export.api_values import Context, iso
from symposium.export.schema_words import (
    an_id,
    date,
    ids,
    integer,
    links,
    maybe,
    talk_ids,
    text,
    texts,
    texts_by_name,
)
from symposium.fields.describing import Body, attributes_of
from symposium.kinds import KINDS
from symposium.kinds.kind import Kind
from symposium.kinds.paper import Paper
from symposium.kinds.volume import Volume
from symposium.knowledge.organizations import Membership, memberships
from symposium.knowledge.volumes import editors_of
from symposium.model.dates import SEASONS
from symposium.pages.citing.bibtex import shown_entry

TAIL = ("inferred", "corrections", "sources", "url")
"""What comes last where no other order is promised."""


def of_kind(kind: Kind) -> Shape:
    """Return what the objects of a kind hold."""
    table = TABLES[kind.name]() if kind.name in TABLES else Table()
    fields = {
        "description" if isinstance(said.type, Body) else name: said
        for name, said in attributes_of(kind.record).items()
    }
    address = text(
        "Address of the record's page, relative to the root of the site.", pattern="^[a-z]+/[^:]*$"
    )
    more = {
        "id": Value(an_id("Id.")).at("id"),
        **{name: one for name, one in COMMON.items() if name in fields and fields[name].api},
        "url": Value(address, lambda context, one: context.url(kind.name, one.id)),
        **table.more,
        "origin": Value(maybe(ORIGIN.schema()), _origin),
        **_added(kind),
    }
    rest = (name for name in fields if name not in {*TAIL, *table.last})
    order = (*table.order.split(), "id", *rest, *TAIL, *(table.last and table.more), *table.last)
    about = table.about or (kind.record.__doc__ or kind.title).partition("\n")[0]
    return shape(about, fields, more, order)


ORIGIN = Shape(
    "Where the record is written; null where other records imply it.",
    {
        "file": Value(text("The file, relative to the project.")),
        "line": Value(integer("The line on which it begins.")),
    },
)


def _origin(_: Context, one: Any) -> dict[str, Any] | None:
    place = one.origin.place
    return {"file": place.path, "line": place.line} if place.path else None


def _added(kind: Kind) -> dict[str, Value]:
    """Return the object of the fields that plugins add, if any of these is for the API."""
    fields = {
        name: value_of(said)._replace(get=said.of) for name, said in kind.added.items() if said.api
    }
    made = Shape("Fields that plugins add.", fields)
    return {"added": Value(made.schema(), made.write)} if fields else {}


def paper() -> Table:
    """Return what is peculiar to papers and posters."""
    venue_here = Shape(
        "Where it was published.",
        {
            "id": Value(an_id("Id of the venue.")).at("id"),
            "short": Value(maybe(text("Short name of the venue."))).at("short"),
            "name": Value(text("Name of the venue, without year and ordinal.")).at("name"),
        },
    )
    place = Shape(
        "A place that cites the work.",
        {
            "url": Value(
                text("Address of the place, relative to the root of the site."),
                get=itemgetter("url"),
            ),
            "title": Value(text("Title of the page."), get=itemgetter("title")),
            "context": Value(text("The sentence that cites it."), get=itemgetter("context")),
        },
    )
    order = (
        "id key type title authors et_al editors year date venue abstract topics categories awards "
        "status links listings corrections sources url cited_on talks inferred cites cited_by"
    )
    more = {
        "id": Value(an_id("Id, made of the cite key.")).at("id"),
        "authors": contributors("Authors in the order of the work.", "authors"),
        "editors": contributors("Editors in the order of the work.", "editors"),
        "year": Value(maybe(integer("Year of publication."))).at("year"),
        "venue": an_object(venue_here, lambda context, one: context.kb.venue_of(one)),
        "links": Value(links("Links by name: doi, arxiv, pdf, code, …."), _links),
        "cited_on": objects(
            place,
            "Where on this site the work is cited.",
            lambda context, one: context.cited_on.get(one.id, ()),
        ),
        "talks": related("talks_of_paper", talk_ids("Ids of talks that present it.")),
        "cites": related(
            "cites", ids("Ids of papers and posters that it cites, in the order of its list.")
        ),
        "cited_by": related(
            "cited_by", ids("Ids of papers and posters here that cite it, newest first.")
        ),
    }
    last = ("license", "open_access", "contributions", "counts")
    return Table("A paper or a poster.", order, more | _citation(), last)


def _citation() -> dict[str, Value]:
    """Return what a work is cited by besides its authors, title and links."""
    issued = Shape(
        "Date of publication in its parts, as far as they are known.",
        {
            "year": Value(integer("Year.")),
            "month": Value(maybe(integer("Month, from 1."))),
            "day": Value(maybe(integer("Day."))),
            "season": Value(maybe(text("Season.", enum=[*SEASONS, None]))),
        },
    )
    plain = {
        "doi": "DOI.",
        "arxiv": "Identifier at arXiv, without version.",
        "volume": "Volume.",
        "number": "Number or issue.",
        "pages": "Pages; a dash in a range.",
        "publisher": "Publisher.",
        "series": "Series.",
        "institution": "The first of institution, school and organization that the entry has.",
        "isbn": "ISBN.",
        "issn": "ISSN.",
        "note": "Note.",
        "language": "Language of the title, as a tag (BCP 47).",
    }
    return {
        "container": Value(maybe(text("Where it was published, as printed."))).at("venue"),
        "issued": Value(maybe(issued.schema()), _issued),
        "month": Value(
            maybe(integer("Month of publication.")), lambda _, one: one.date and one.date.month
        ),
        **{name: Value(maybe(text(about))).at(name) for name, about in plain.items()},
        "eid": Value(maybe(text("Number of an article, in place of pages.")), _detail("eid")),
        "edition": Value(maybe(text("Edition.")), _detail("edition")),
        "organizations": Value(
            texts("Organisations that stand behind the work: institution, school, organization."),
            _organizations,
        ),
        "details": Value(
            texts_by_name(
                "Other fields of the entry that citations print, and the key of its parent, as "
                "BibTeX or biblatex calls them."
            ),
            lambda _, one: dict(one.details),
        ),
        "bibtex": Value(
            text("The entry as BibTeX, as others copy it."),
            lambda context, one: shown_entry(one, base=context.urls.base),
        ),
        "links_from_abstract": Value(
            texts("Names of those links that the abstract prints."),
            lambda _, one: list(one.links_from_abstract),
        ),
        "in_volume": Value(
            maybe(an_id("Id of the volume that it is in.")),
            lambda context, one: context.kb.relations.volume_of_paper.get(one.id),
        ),
        "versions": related(
            "versions", ids("Ids of its versions and errata, the earliest first; its own is one.")
        ),
    }


def _issued(_: Context, one: Paper) -> dict[str, Any] | None:
    date = one.date
    if date is None or date.year is None:
        return None
    return {"year": date.year, "month": date.month, "day": date.day, "season": date.season}


def _detail(name: str) -> Callable[[Context, Paper], str | None]:
    return lambda _, one: one.detail(name) if one.details else None


def _organizations(_: Context, one: Paper) -> list[str]:
    """Return organisations, each once."""
    found = (one.institution, one.detail("organization"), one.detail("holder"))
    return list(dict.fromkeys(name for name in found if name))


def topic() -> Table:
    """Return what is peculiar to topics."""
    people = ids("Ids of people who name the topic as theirs.")
    more = {
        "papers": _papers("papers_of_topic"),
        "people": related("people_of_topic", people),
    }
    return Table("A topic.", "id title papers people url editorial", more)


def venue() -> Table:
    """Return what is peculiar to journals and conferences."""
    more = {"papers": _papers("papers_of_venue")}
    return Table("A journal or conference.", "id name short papers url", more)


def volume() -> Table:
    """Return what is peculiar to volumes."""
    editors = contributors("Editors: of the volume's file, of its entry, or of its papers.", "id")
    inside = ids("Ids of papers, in the order of the volume.")
    more = {
        "editors": Value(editors.schema, _editors_of_volume(editors)),
        "papers": related("papers_of_volume", inside),
    }
    order = "id title venue year editors papers"
    return Table("A volume of proceedings or of chapters.", order, more)


def _editors_of_volume(editors: Value) -> Callable[[Context, Volume], Any]:
    def of(context: Context, one: Volume) -> Any:
        kb = context.kb
        inside = kb.relations.papers_of_volume.get(one.id, ())
        return editors.make and editors.make(context, editors_of(one, kb.works, inside))

    return of


def series() -> Table:
    """Return what is peculiar to series of events."""
    more = {"events": related("events_of_series", ids("Ids of its events, newest first."))}
    return Table("A series of events.", "id title names venue events", more)


def organization() -> Table:
    """Return what is peculiar to organisations."""
    line = Shape(
        "What somebody is or was there.",
        {
            "person": Value(an_id("Id of the person."), get=itemgetter(0)),
            "organization": Value(text("Name of the organisation, as printed."), get=_printed),
            "role": Value(maybe(text("What as, as printed.")), get=lambda row: row[1].role or None),
            "start": Value(date("Since when."), get=lambda row: iso(row[1].start)),
            "end": Value(date("Until when."), get=lambda row: iso(row[1].end)),
            "printed_by": Value(
                maybe(text("Kind and id of the talk, event or thesis that prints it.")),
                get=lambda row: " ".join(row[1].at) if row[1].at else None,
            ),
        },
    )
    more = {
        "people": objects(
            line,
            "People, with what files, programmes and theses print.",
            lambda context, one: [
                (person, found)
                for person, lines in memberships(context.kb, one.id)
                for found in lines
            ],
        ),
        "events": related("events_of_organization", ids("Ids of events that it hosts, or that "
                          "somebody of it organizes.")),
        "talks": related("talks_of_organization", talk_ids("Ids of talks that print it.")),
        "papers": related("papers_of_organization", ids("Ids of theses and reports that print it, "
                          "and of papers of these talks.")),
    }  # fmt: skip
    order = "id title names ror country parent people events talks papers"
    return Table("An organisation.", order, more)


def _printed(row: tuple[str, Membership]) -> str:
    return row[1].printed


def source() -> Table:
    """Return what is peculiar to sources."""
    known = [kind.name for kind in KINDS]
    named = Shape(
        "A record.",
        {
            "kind": Value(text("Kind of the record.", enum=known), get=itemgetter(0)),
            "id": Value(text("Id of the record."), get=itemgetter(1)),
        },
    )
    rest = objects(
        named,
        "All records that rest on it.",
        lambda context, one: context.kb.relations.records_of_source.get(one.id, ()),
    )
    owner = Value(
        maybe(an_id("Id of the person whose page it is.")),
        lambda context, one: one.owner and context.kb.find("person", one.owner),
    )
    order = "id title kind date retrieved remark records url inferred corrections"
    return Table("A document that facts come from.", order, {"records": rest, "owner": owner})


TABLES: Mapping[str, Callable[[], Table]] = {
    "paper": paper,
    "person": person,
    "event": event,
    "talk": talk,
    "topic": topic,
    "venue": venue,
    "volume": volume,
    "source": source,
    "series": series,
    "organization": organization,
}
"""What is peculiar to a kind, by its name."""


def _links(_: Context, one: Paper) -> dict[str, str]:
    found = dict(one.links)
    if one.doi:
        found["doi"] = f"https://doi.org/{one.doi}"
    if one.arxiv:
        found["arxiv"] = f"https://arxiv.org/abs/{one.arxiv}"
    return dict(sorted(found.items()))


def _papers(relation: str) -> Value:
    """Return the papers of a record without its posters, which have a file of their own."""

    def of(context: Context, one: Any) -> list[str]:
        kb = context.kb
        found = getattr(kb.relations, relation).get(one.id, ())
        return [paper_id for paper_id in found if not kb.works[paper_id].poster]

    return Value(ids("Ids of papers, newest first."), of)
