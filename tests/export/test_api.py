"""``api/v1/``: the promised fields, a schema that misses no slip, and what the values are."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pypdf import PdfReader
from support.paths import ROOT
from symposium import kinds
from symposium.export import api
from symposium.export.api import schema
from symposium.export.api_tables import TABLES, of_kind
from symposium.export.formats import FORMATS
from symposium.fields.describing import again, field
from symposium.fields.field_types import PrintedNumber, TextType
from symposium.kinds.base import SOURCES, Correction, RecordBase
from symposium.kinds.cv import Advisee, Award, Course, CvOptions, Degree, Metric, Position, Service
from symposium.kinds.dataset import Dataset
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.news import News
from symposium.kinds.paper import Contributor, Paper, PaperListing
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.project import Project
from symposium.kinds.records import Records
from symposium.kinds.software import Developer, Software
from symposium.kinds.source import Source
from symposium.kinds.talk import SoloTalk, Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.model.dates import PRESENT, Date, parse_dates
from symposium.model.names import parse_name
from symposium.pages.urls import Urls

PAPER = (
    "id key type title authors et_al editors year date venue abstract topics categories awards "
    "status links listings corrections sources url cited_on talks inferred cites cited_by "
    "container issued month doi arxiv volume number pages publisher series institution isbn issn "
    "note language eid edition organizations details bibtex links_from_abstract in_volume "
    "versions license open_access contributions counts"
)
PARTICIPANT = "person name affiliations bio"
PROMISED = {
    "papers": PAPER,
    "posters": PAPER,
    "people": (
        "id name names orcid state role affiliations papers posters talks coauthors metrics "
        "sources url education awards positions teaching advising service software "
        "biography links topics inferred corrections listed native_name pronunciation pronouns "
        "verified different_from"
    ),
    "events": (
        "id title series start end timezone utc_offset inferred slots sources url corrections "
        "rooms calendar hosts place committee sponsors call deadlines"
    ),
    "talks": (
        "id event kind title start end authors speakers abstract paper sources url "
        "venue inferred corrections room track links calendar description status note"
    ),
    "topics": "id title papers people url editorial key_papers",
    "venues": "id name short papers url",
    "sources": "id title kind date retrieved remark records url inferred corrections owner entered undefined",
    "software": (
        "id title start end when description repositories people papers topics links inferred "
        "corrections sources url"
    ),
    "datasets": (
        "id title creators date version publisher license doi description papers topics links "
        "inferred corrections sources url"
    ),
    "projects": (
        "id title people start end when funder grant status description papers software datasets "
        "topics links inferred corrections sources url"
    ),
    "news": (
        "id title date people papers events topics links description inferred corrections sources "
        "url"
    ),
    "organizations": (
        "id title names ror country parent people events talks papers description topics links "
        "inferred corrections sources url"
    ),
    "series": "id title names venue events description topics links inferred corrections sources url",
    "volumes": (
        "id title venue year editors papers entry publisher series number isbn event description "
        "topics links inferred corrections sources url"
    ),
}
"""The fields of each table's records, in their order, before ``origin``."""
NAME = "name person marks family given particle suffix literal"

PROMISED_INSIDE = {
    ("papers", "authors"): NAME,
    ("papers", "editors"): NAME,
    ("papers", "venue"): "id short name",
    ("papers", "listings"): "date category score code source inferred_date",
    ("papers", "corrections"): "field printed corrected source note",
    ("papers", "cited_on"): "url title context",
    ("people", "affiliations"): "organization country start end",
    ("people", "coauthors"): "person count",
    ("people", "metrics"): "name value unit source as_of note",
    ("people", "education"): "degree organization start end minor honors committee thesis",
    ("people", "awards"): "title organization date description",
    ("people", "positions"): "title organization start end when description",
    ("people", "teaching"): "course organization role when description students",
    ("people", "advising"): "person name level organization date title note",
    ("people", "service"): "venue role date",
    ("events", "slots"): "start end kind title talk room track status note",
    ("events", "rooms"): "name timezone",
    ("talks", "authors"): PARTICIPANT,
    ("talks", "speakers"): PARTICIPANT,
    ("sources", "records"): "kind id",
    ("software", "people"): "person name role",
    ("software", "corrections"): "field printed corrected source note",
    ("datasets", "creators"): "person name role",
    ("projects", "people"): "person name role",
    ("news", "people"): "person name role",
    ("volumes", "editors"): NAME,
    ("organizations", "people"): "person organization role start end printed_by",
}


def contributor(name: str, *marks: str) -> Contributor:
    return Contributor(parse_name(name), marks=marks)


SPAIN = Affiliation("Centre of Workflows", "Spain")

ADA = Person(
    id="ada-byron",
    name=parse_name("Ada Byron"),
    names=("A. Byron",),
    former_names=("Ada Formerly",),
    orcid="0000-0002-1825-0097",
    role="faculty",
    affiliations=(Affiliation("Analytical Society", "UK", None, Date(2019), PRESENT),),
    topics=("engines",),
    education=(
        Degree(
            "PhD", "London", Date(2014), Date(2019), "Maths", "Hons", ("Mary Smith",), None, "T"
        ),
    ),
    positions=(Position("Fellow", "London", Date(2019), Date(2022), "2019–22", "Did."),),
    awards=(Award("Medal", "Society", Date(2023), "For it."),),
    talks=(
        SoloTalk("Same", Date(2021), "invited", "ISC 2021", "First"),
        SoloTalk("Same", Date(2021), "invited", "Huawei 2021", "Second", "byron2021engine"),
    ),
    teaching=(Course("Engines I", "London", "lecturer", "2020", "All.", "12"),),
    advising=(Advisee("Bob Lee", None, "master", "London", Date(2020), "Thesis", "note"),),
    service=(Service("SC", "reviewer", Date(2022)),),
    software=("engine",),
    cv=CvOptions(),
    metrics=(Metric("h-index", "44", "cv", "2024-05", None, "beware"),),
    sources=("cv",),
)
ENGINE = Paper(
    id="byron2021engine",
    key="byron2021engine",
    type="inproceedings",
    title="An Engine for $x^2$",
    authors=(contributor("Ada Formerly", "equal"), contributor("Bob Lee", "equal", "student")),
    et_al=True,
    editors=(contributor("Mary Smith"),),
    date=Date(2021, 7),
    venue="Proceedings of the 3rd Workshop on Engines 2021",
    abstract="One.\n\nTwo.",
    topics=("engines", "Sparsity"),
    categories=("cs.DC",),
    awards=("Best paper",),
    status="published",
    doi="10.1000/1",
    arxiv="2101.00001",
    links={"pdf": "files/engine.pdf", "code": "https://example.org/x"},
    listings=(PaperListing("byron2021engine", "2021-08-01", "ML", "7.5", True, "cv"),),
    corrections=(
        Correction("award", "Bset paper", "Best paper", "cv", "slip"),
        Correction("author", "Ada Formerly", "Ada Byron"),
    ),
    sources=("cv",),
    cites=("??", "poster"),
    fields=(("author", "Formerly, Ada and Lee, Bob and others"), ("title", "An Engine")),
)
POSTER = Paper(
    id="poster",
    key="poster",
    type="misc",
    title="An Engine for $x^2$",
    authors=(contributor("Bob Lee"),),
    poster=True,
    topics=("engines",),
)
OLD = Paper(id="x-0", key="??", type="proceedings", title="Old", editors=(contributor("Bob Lee"),))
DAY = Event(
    id="day",
    title="A Day",
    series="Days",
    date=Date(2021, 5, 21),
    timezone="America/Los_Angeles",
    rooms=(Room("Hall"),),
    slots=(
        Slot("09:00", "09:40", None, "opening", "Welcome", room="Hall"),
        Slot("23:30", "00:10", None, "paper", None, "engine"),
    ),
    inferred=("title",),
    sources=("cv",),
)
SOME_DAY = Event(
    id="some-day",
    title="Some Day",
    date=Date(2021),
    utc_offset="-07:00",
    slots=(Slot("07:10", "07:50", None, "invited", None, "flow"),),
)
ENGINE_TALK = Talk(
    id="day/engine", event="day", paper="byron2021engine",
    authors=(Participant(parse_name("Bob Lee"), None, (SPAIN,)),),
)  # fmt: skip
FLOW = Talk(
    id="some-day/flow", event="some-day", title="Flow", kind="invited", abstract="Flows.",
    speakers=(Participant(parse_name("Prof. Rosa Badia"), None, (SPAIN, SPAIN), "A bio."),),
)  # fmt: skip

ENGINE_CODE = Software(
    id="engine", title="Engine", start=Date(2019), end=PRESENT, when="since 2019",
    repositories=("https://example.org/engine",),
    people=(
        Developer(parse_name("Ada Formerly"), None, "lead"), Developer(parse_name("Bob Lee")),
    ),
    papers=("byron2021engine",), topics=("engines",), links={"docs": "https://example.org/docs"},
    inferred=("end",), sources=("cv",), corrections=(Correction("title", "Engin", "Engine"),),
    body="It *runs*.",
)  # fmt: skip
PIXELS = Dataset(
    id="pixels", title="Pixels", creators=(Developer(parse_name("Bob Lee"), None, "curator"),),
    date=Date(2019, 3), publisher="Zenodo", papers=("byron2021engine",), topics=("engines",),
)  # fmt: skip
STEAM = Project(
    id="steam", title="Steam", people=(Developer(parse_name("Bob Lee"), None, "lead"),),
    start=Date(2020), funder="EuroHPC", software=("engine",), datasets=("pixels",),
)  # fmt: skip
PRIZE = News(
    id="prize", title="A prize", date=Date(2025, 3, 1),
    people=(Developer(parse_name("Bob Lee"), None, "winner"),), papers=("byron2021engine",),
    body="They *won*.",
)  # fmt: skip
OTHER_CODE = Software("other", "Other", Date(2020), people=(Developer(parse_name("Ada Byron")),))

MENTIONS = Mentions(
    {
        "topics/engines": (
            Mention(
                "topics/engines", "Engines", "How", "how", "paper", "byron2021engine",
                (
                    TextPiece("Work of\n"), TextPiece("", "person", ("ada-byron",)), TextPiece(" in "),
                    TextPiece("", "paper", ("byron2021engine", "??", "gone")), TextPiece("."),
                ),
                "cites",
            ),
            Mention("topics/engines", "Engines", "", "", "person", "ada-byron"),
            Mention("topics/engines", "Engines", "", "", "paper", "no-such-paper"),
        ),
        "papers/byron2021engine": (
            Mention("papers/byron2021engine", "Itself", "", "", "paper", "byron2021engine"),
        ),
    }
)  # fmt: skip


def records() -> Records:
    return Records(
        papers=(ENGINE, POSTER, OLD),
        files=frozenset({"files/engine.pdf"}),
        entities={
            "person": (ADA,),
            "event": (DAY, SOME_DAY),
            "talk": (ENGINE_TALK, FLOW),
            "topic": (Topic("engines", "Engines"),),
            "venue": (Venue("woe", "Workshop on Engines", "WoE", ("{ordinal} Workshop on Engines",
                      "Proceedings of the {ordinal} Workshop on Engines {year}")),),
            "software": (ENGINE_CODE, OTHER_CODE),
            "dataset": (PIXELS,),
            "project": (STEAM,),
            "news": (PRIZE,),
            "source": (Source("cv", "A CV", "cv", "undated", "2024-05-01", "Damaged."),),
        },
    )  # fmt: skip


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    made, problems = build(records())
    assert problems == []
    return made


def tables_of(
    kb: KnowledgeBase,
    mentions: Mentions = NO_MENTIONS,
    urls: Urls = Urls(),  # noqa: B008
) -> dict[str, list[dict[str, Any]]]:
    found = dict(api.api_files(kb, mentions, urls))
    return {name: json.loads(found[f"api/v1/{name}.json"]) for name in api.table_ids(kb)}


@pytest.fixture(scope="module")
def tables(kb) -> dict[str, list[dict[str, Any]]]:
    return tables_of(kb, MENTIONS)


def files_of(kb: KnowledgeBase, mentions: Mentions = MENTIONS) -> dict[str, Any]:
    found = api.api_files(kb, mentions, Urls())
    return {path.removeprefix("api/v1/"): json.loads(content) for path, content in found}


def validator(name: str = "") -> Draft202012Validator:
    whole = schema()
    return Draft202012Validator(
        {**whole, "anyOf": [{"$ref": f"#/$defs/{name}.json"}]} if name else whole
    )


def by_id(rows: list[dict[str, Any]], record_id: str) -> dict[str, Any]:
    (found,) = (row for row in rows if row["id"] == record_id)
    return found


# The promise


def test_every_file_is_named_by_the_index_and_follows_the_schema(kb):
    files = files_of(kb)
    index = files.pop("index.json")
    assert files.pop(index["schema"]) == schema()
    assert sorted(files) == sorted(name for names in index["files"].values() for name in names)
    assert index["counts"] == {name: len(files[f"{name}.json"]) for name in PROMISED}
    validator("index").validate(index)
    whole = validator()
    for name, rows in files.items():
        validator(name.removesuffix(".json")).validate(rows)
        whole.validate(rows)


def test_the_schema_is_itself_a_schema():
    Draft202012Validator.check_schema(schema())


def test_records_have_the_promised_fields_in_their_order(tables):
    assert {name: set(map(tuple, rows)) for name, rows in tables.items()} == {
        name: {(*fields.split(), "origin")} for name, fields in PROMISED.items()
    }


@pytest.mark.parametrize(("table", "field"), PROMISED_INSIDE)
def test_what_stands_in_a_field_has_the_promised_fields_too(tables, table, field):
    values = [row[field] for row in tables[table]]
    inside = [item for value in values for item in (value if isinstance(value, list) else [value])]
    optional = {"locator"} | ({"source"} - {*PROMISED_INSIDE[table, field].split()})
    assert {tuple(one for one in item if one not in optional) for item in inside if item} == {
        tuple(PROMISED_INSIDE[table, field].split())
    }


def objects(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every object with promised fields inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    if isinstance(value, dict) and path[-1:] not in {("links",), ("details",)}:
        yield path
    for key, item in items:
        if isinstance(item, dict | list):
            yield from objects(item, (*path, key))


def mutations(rows: Any, path: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Yield copies in which one field of the object there is missing, renamed, or one too many."""
    keys = list(_at(rows, path))
    for change, key in [("drop", key) for key in keys] + [("rename", key) for key in keys]:
        changed = copy.deepcopy(rows)
        value = _at(changed, path).pop(key)
        if change == "rename":
            _at(changed, path)[f"{key}_"] = value
        yield f"{change} {path} {key}", changed
    changed = copy.deepcopy(rows)
    _at(changed, path)["more"] = None
    yield f"add {path}", changed


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("name", [*PROMISED, "index"])
def test_a_field_dropped_renamed_or_added_anywhere_fails(kb, name):
    rows = files_of(kb)[f"{name}.json"]
    own, whole = validator(name), validator()
    shapes: set[tuple[Any, ...]] = set()
    # Each row by itself, since the others would be validated again for each change of one; and of
    # objects that have the same fields in the same place, the first.
    for alone in [[row] for row in rows] if isinstance(rows, list) else [rows]:
        assert own.is_valid(alone)
        for path in objects(alone):
            shape = (*(key for key in path if isinstance(key, str)), *_at(alone, path))
            if shape in shapes:
                continue
            shapes.add(shape)
            for what, changed in mutations(alone, path):
                assert not own.is_valid(changed), what
            assert not whole.is_valid(changed), what
    assert shapes


def test_every_object_of_the_schema_names_all_its_fields():
    found = 0

    def visit(node: Any) -> None:
        nonlocal found
        if isinstance(node, dict):
            if "properties" in node:
                found += 1
                names = list(node["properties"])
                assert node["required"] == names or {*names}.difference(node["required"]) <= {
                    "chair", "locator", "source", "talks"
                }  # fmt: skip
                assert node["additionalProperties"] is False
                assert all("description" in one or "$ref" in str(one)
                           for one in node["properties"].values())  # fmt: skip
            for value in node.values():
                visit(value)
        elif isinstance(node, list):
            for value in node:
                visit(value)

    visit(schema())
    assert found > 20


def test_files_are_the_same_for_the_same_facts_in_any_order():
    forwards, _ = build(records())
    given = records()
    backwards, _ = build(
        Records(given.papers[::-1], (), {kind: rows[::-1] for kind, rows in given.entities.items()})
    )
    other = Mentions(dict(reversed(MENTIONS.by_page.items())))
    first = dict(api.api_files(forwards, MENTIONS, Urls()))
    second = dict(api.api_files(backwards, other, Urls()))
    assert list(first) == list(second)
    assert first == second


def test_each_record_stands_on_its_own_line(kb):
    content = dict(api.api_files(kb, MENTIONS, Urls()))["api/v1/papers.json"].decode()
    assert [json.loads(line.rstrip(","))["id"] for line in content.splitlines()[1:-1]] == [
        "byron2021engine",
        "x-0",
    ]


def test_many_records_are_split_into_numbered_files(kb, monkeypatch):
    monkeypatch.setattr(api, "MOST", 2)
    files = files_of(kb)
    names = files["index.json"]["files"]["people"]
    assert names == ["people-0.json", "people-1.json"]
    assert [row["id"] for name in names for row in files[name]] == sorted(kb.people)
    assert files["index.json"]["counts"]["people"] == 4
    assert "people.json" not in files
    validator("index").validate(files["index.json"])


def test_an_empty_site_has_every_file_and_they_are_valid():
    kb, _ = build(Records())
    files = files_of(kb, NO_MENTIONS)
    assert set(files) == {f"{name}.json" for name in (*PROMISED, "index", "schema")}
    for name in (*PROMISED, "index"):
        validator(name).validate(files[f"{name}.json"])


@dataclass(frozen=True)
class Film(RecordBase):
    """A film."""

    id: str
    title: str = field(TextType(), "The title.", required=True)
    minutes: str | None = field(TextType(), "How long it is.")
    sources: tuple[str, ...] = again(SOURCES)


FILM = kinds.Kind("film", "films", Film, "Films")


@pytest.fixture
def films() -> Iterator[None]:
    kinds.use([FILM])
    yield
    kinds.use()


@pytest.mark.usefixtures("films")
def test_a_new_kind_is_exported_and_described_as_soon_as_it_is_registered():
    kb, _ = build(Records(entities={"film": (Film("ray", "Ray", "90", ("cv",)),)}))
    files = files_of(kb, NO_MENTIONS)
    assert files["films.json"] == [
        {
            "id": "ray",
            "title": "Ray",
            "minutes": "90",
            "sources": ["cv"],
            "url": "films/ray.html",
            "origin": None,
        }
    ]
    assert files["index.json"]["counts"]["films"] == 1
    assert files["schema.json"] == schema()
    validator("films").validate(files["films.json"])
    validator("index").validate(files["index.json"])
    kinds.use()
    assert "film" not in files_of(build(Records())[0], NO_MENTIONS)["schema.json"]["$defs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperWithMore(Paper):
    instrument: str | None = field(TextType(), "The instrument.", described="What it measured.")
    score: str | None = field(PrintedNumber(), "The score, as printed.")
    hidden: str | None = field(TextType(), "Nobody's business.", api=False)


def test_a_field_that_a_record_describes_is_written_and_described_after_the_promised_ones(kb):
    shape = of_kind(replace(kinds.BY_NAME["paper"], record=PaperWithMore))
    context = api.make_context(kb, NO_MENTIONS, Urls())
    paper = PaperWithMore("x-0", "??", "book", "Old", instrument="Sieve", score="7.5", hidden="x")
    row = shape.write(context, paper)
    promised = TABLES["paper"].order.split()
    assert list(row)[: len(promised)] == promised
    assert set(row) - {*PAPER.split(), "origin"} == {"instrument", "score"}
    assert (row["instrument"], row["score"]) == ("Sieve", 7.5)
    made = shape.schema()
    assert made["required"] == list(row)
    assert made["properties"]["instrument"] == {
        "type": ["string", "null"],
        "description": "What it measured.",
    }
    assert "text where a number" in made["properties"]["score"]["description"]


def test_the_order_of_the_api_names_only_what_there_is():
    for name, table in TABLES.items():
        assert set(table.order.split()) <= set(of_kind(kinds.BY_NAME[name]).values), name


# The values


def test_a_paper_shows_printed_names_and_links_to_persons(tables):
    row = by_id(tables["papers"], "byron2021engine")
    assert row["authors"][1] == {
        "name": "Bob Lee", "person": "bob-lee", "marks": ["equal", "student"],
        "family": "Lee", "given": "Bob", "particle": None, "suffix": None, "literal": None,
    }  # fmt: skip
    assert row["et_al"] is True
    assert row["year"] == 2021
    assert row["date"] == "2021-07"
    assert row["venue"] == {"id": "woe", "short": "WoE", "name": "Workshop on Engines"}
    assert row["topics"] == ["engines", "sparsity"]
    assert row["listings"][0]["score"] == 7.5
    assert row["url"] == "papers/byron2021engine.html"
    assert list(row["links"].items()) == [
        ("arxiv", "https://arxiv.org/abs/2101.00001"),
        ("code", "https://example.org/x"),
        ("doi", "https://doi.org/10.1000/1"),
        ("pdf", "files/engine.pdf"),
    ]
    assert row["talks"] == ["day/engine", "talks/ada-byron-2021-same-" + row["talks"][1][-6:]]
    assert row["cites"] == ["x-0", "poster"]
    assert by_id(tables["papers"], "x-0")["cited_by"] == ["byron2021engine"]


def test_what_a_paper_does_not_say_is_null_or_empty(tables):
    row = by_id(tables["papers"], "x-0")
    assert row["authors"] == []
    assert [row[name] for name in ("year", "date", "venue", "abstract", "status")] == [None] * 5


def test_a_citation_carries_its_sentence_and_its_place_but_not_the_page_of_the_paper(tables):
    assert by_id(tables["papers"], "byron2021engine")["cited_on"] == [
        {
            "url": "topics/engines.html#how",
            "title": "Engines",
            "context": "Work of Ada Byron in Byron et al. (2021); Lee (n.d.); gone.",
        }
    ]


def test_posters_have_a_file_of_their_own(tables):
    assert [row["id"] for row in tables["posters"]] == ["poster"]
    lee = by_id(tables["people"], "bob-lee")
    assert (lee["papers"], lee["posters"]) == (["byron2021engine"], ["poster"])
    assert by_id(tables["topics"], "engines")["papers"] == ["byron2021engine"]


def test_former_names_appear_nowhere(kb):
    for name, format_ in FORMATS.items():
        files = list(format_.files(kb, MENTIONS, Urls()))
        content = "".join(_words(path, content) for path, content in files)
        assert "Formerly" not in content, name
        assert "Byron" in content or name == "ics", name  # she gives no talk that has a day


def _words(path: str, content: bytes) -> str:
    if not path.endswith(".pdf"):
        return content.decode(errors="replace")  # a database holds its texts as they are
    pdf = PdfReader(io.BytesIO(content))
    return "".join(page.extract_text() for page in pdf.pages) + str(pdf.metadata)


def test_a_person_has_the_lists_of_a_cv(tables):
    ada = by_id(tables["people"], "ada-byron")
    assert ada["state"] == "described"
    assert ada["names"] == ["A. Byron"]
    assert ada["affiliations"] == [
        {"organization": "Analytical Society", "country": "UK", "start": "2019", "end": "present"}
    ]
    assert ada["education"][0]["committee"] == ["mary-smith"]
    assert ada["advising"][0]["person"] == "bob-lee"
    assert ada["metrics"] == [
        {
            "name": "h-index", "value": 44, "unit": None, "source": "cv", "as_of": "2024-05",
            "note": "beware",
        }
    ]  # fmt: skip
    assert ada["coauthors"] == [{"person": "bob-lee", "count": 1}]
    assert len(set(ada["talks"])) == 2


def test_affiliations_of_a_person_without_a_file_are_those_that_programmes_print(tables):
    (badia,) = (row for row in tables["people"] if row["name"].endswith("Rosa Badia"))
    assert badia["state"] == "derived"
    assert badia["affiliations"] == [
        {"organization": "Centre of Workflows", "country": "Spain", "start": None, "end": None}
    ]


def test_times_have_an_offset_where_the_day_is_known(tables):
    day = by_id(tables["events"], "day")
    assert (day["start"], day["end"], day["utc_offset"]) == ("2021-05-21", "2021-05-21", "-07:00")
    assert day["slots"][0] == {
        "start": "2021-05-21T09:00:00-07:00", "end": "2021-05-21T09:40:00-07:00",
        "kind": "opening", "title": "Welcome", "talk": None, "room": "Hall", "track": None,
        "status": None, "note": None,
    }  # fmt: skip
    assert day["calendar"] == "events/day/index.ics"
    talk = by_id(tables["talks"], "day/engine")
    assert talk["calendar"] == "events/day/engine.ics"
    assert (talk["start"], talk["end"]) == (
        "2021-05-21T23:30:00-07:00",
        "2021-05-22T00:10:00-07:00",
    )
    assert day["slots"][1]["end"] == talk["end"]
    assert day["slots"][1]["title"] == talk["title"] == "An Engine for $x^2$"
    assert talk["abstract"] == "One.\n\nTwo."


def test_times_are_local_where_the_day_is_open(tables):
    some_day = by_id(tables["events"], "some-day")
    assert (some_day["start"], some_day["utc_offset"]) == ("2021", "-07:00")
    assert some_day["calendar"] is None
    talk = by_id(tables["talks"], "some-day/flow")
    assert (talk["start"], talk["end"]) == ("07:10", "07:50")
    assert some_day["slots"][0]["start"] == "07:10"
    assert talk["speakers"] == [
        {
            "person": talk["speakers"][0]["person"],
            "name": "Prof. Rosa Badia",
            "affiliations": [{"organization": "Centre of Workflows", "country": "Spain"}] * 2,
            "bio": "A bio.",
        }
    ]


def test_a_talk_without_a_time_has_its_date(tables):
    talk = by_id(tables["talks"], "talks/ada-byron-2021-same")
    assert (talk["event"], talk["start"], talk["end"]) == (None, "2021", "2021")
    assert (talk["abstract"], talk["description"]) == (None, "First")


def one_event(**fields: Any) -> dict[str, Any]:
    kb, _ = build(Records(entities={"event": (Event("e", "E", **fields),)}))
    rows = tables_of(kb)["events"]
    validator("events").validate(rows)
    return rows[0]


@pytest.mark.parametrize(
    ("fields", "start"),
    [
        ({"timezone": "Europe/Zurich"}, "2021-10-31T01:30:00+02:00"),
        ({"timezone": "Nowhere/Land", "utc_offset": "+05:30"}, "2021-10-31T01:30:00+05:30"),
        ({"timezone": "../etc/passwd"}, "2021-10-31T01:30:00"),
        ({}, "2021-10-31T01:30:00"),
    ],
)
def test_the_zone_gives_the_offset_of_the_day(fields, start):
    row = one_event(date=Date(2021, 10, 31), slots=(Slot("01:30"),), **fields)
    assert row["slots"][0]["start"] == start
    assert row["slots"][0]["end"] is None


def test_an_event_of_several_days_takes_the_day_from_the_slot():
    days = (Slot("09:00", day="2021-05-18"), Slot("09:00", day="Day 2"), Slot("09:00"))
    row = one_event(date=parse_dates("2021-05-17/2021-05-21"), timezone="UTC", slots=days)
    assert (row["start"], row["end"], row["utc_offset"]) == ("2021-05-17", "2021-05-21", "+00:00")
    assert [slot["start"] for slot in row["slots"]] == [
        "2021-05-18T09:00:00+00:00", "09:00", "09:00",
    ]  # fmt: skip


def test_the_last_evening_of_all_does_not_stop_the_export():
    row = one_event(date=Date(9998, 12, 31), slots=(Slot("23:00", "01:00"),))
    assert row["slots"][0]["end"] == "9999-01-01T01:00:00"
    row = one_event(date=Date(9999, 12, 31), slots=(Slot("23:00", "01:00"),))
    assert row["slots"][0]["start"] == "23:00"  # no day follows, so none is known


def test_software_shows_its_people_and_a_person_their_software(tables):
    row = by_id(tables["software"], "engine")
    assert row["people"] == [
        {"person": "ada-byron", "name": "Ada Byron", "role": "lead"},  # not the former name
        {"person": "bob-lee", "name": "Bob Lee", "role": None},
    ]
    assert (row["start"], row["end"], row["description"]) == ("2019", "present", "It *runs*.")
    assert (row["papers"], row["topics"]) == (["byron2021engine"], ["engines"])
    assert by_id(tables["people"], "ada-byron")["software"] == ["engine", "other"]
    assert by_id(tables["people"], "bob-lee")["software"] == ["engine"]


def test_a_source_lists_all_that_rests_on_it(tables):
    (row,) = tables["sources"]
    assert {"kind": "paper", "id": "byron2021engine"} in row["records"]
    assert {"kind": "person", "id": "ada-byron"} in row["records"]


def test_addresses_follow_the_builder(kb):
    rows = tables_of(kb, urls=Urls("dirhtml", "https://example.org/en/"))
    assert by_id(rows["events"], "day")["url"] == "events/day/"
    validator("events").validate(rows["events"])


def test_half_a_surrogate_pair_does_not_stop_the_export():
    kb, _ = build(Records(papers=(Paper("a", "a", "misc", "T\ud800"),)))
    assert files_of(kb, NO_MENTIONS)["papers.json"][0]["title"] == "T?"
    ((_, content),) = FORMATS["bibtex"].files(kb, NO_MENTIONS, Urls())
    assert content.startswith(b"@misc{a")


def test_the_bibliography_holds_every_entry_in_the_order_of_the_file(kb):
    ((path, content),) = FORMATS["bibtex"].files(kb, NO_MENTIONS, Urls())
    assert path == "bibliography.bib"
    text = content.decode()
    assert [text.index(f"{{{key}") for key in ("byron2021engine", "poster", "??")] == sorted(
        text.index(f"{{{key}") for key in ("byron2021engine", "poster", "??")
    )


# This project


@pytest.fixture(scope="module")
def own_files() -> dict[str, Any]:
    from symposium.reading.folder import read_project

    found, _ = read_project(ROOT)
    return files_of(build(found)[0], NO_MENTIONS)


def test_ids_in_the_files_of_this_project_lead_to_records(own_files):
    ids = {name: {row["id"] for row in own_files[f"{name}.json"]} for name in PROMISED}
    works = ids["papers"] | ids["posters"]
    for row in own_files["people.json"]:
        assert set(row["papers"]) <= ids["papers"]
        assert set(row["posters"]) <= ids["posters"]
        assert set(row["talks"]) <= ids["talks"]
        assert {one["person"] for one in row["coauthors"]} <= ids["people"]
    for row in own_files["papers.json"] + own_files["posters.json"]:
        assert {one["person"] for one in row["authors"]} <= ids["people"]
        assert row["venue"] is None or row["venue"]["id"] in ids["venues"]
        assert set(row["topics"]) <= ids["topics"]
        assert {*row["cites"], *row["cited_by"]} <= works
        assert set(row["talks"]) <= ids["talks"]
    for row in own_files["events.json"]:
        assert {slot["talk"] for slot in row["slots"] if slot["talk"]} <= ids["talks"]
    for row in own_files["talks.json"]:
        assert row["event"] is None or row["event"] in ids["events"]
        assert row["paper"] is None or row["paper"] in works
    for row in own_files["topics.json"] + own_files["venues.json"]:
        assert set(row["papers"]) <= ids["papers"]
