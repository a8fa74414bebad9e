"""``api/v1/``: the promised fields, a schema that misses no slip, and what the values are."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pypdf import PdfReader
from support import every_field
from support.files import knowledge_of
from support.paths import ROOT
from symposium.export import api
from symposium.export.api import schema
from symposium.export.formats import FORMATS
from symposium.kinds.base import Correction
from symposium.kinds.cv import CvOptions
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.paper import Contributor, Paper, PaperListing
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.software import Developer, Software
from symposium.kinds.source import Source
from symposium.kinds.talk import SoloTalk, Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.model.dates import PRESENT, Date
from symposium.model.names import parse_name
from symposium.pages.urls import Urls

SHIPPED = json.loads((ROOT / "_ext/symposium/schemas/api.json").read_text(encoding="utf-8"))
"""What is promised; `test_schemas` compares it with what the program makes."""
GOLDEN = Path(__file__).with_name("golden")
"""A record of each table as JSON, entered by hand where a field is added at the end."""
TABLES = [
    name for one in SHIPPED["$defs"] if (name := one.removesuffix(".json")) not in {one, "index"}
]


def contributor(name: str, *marks: str) -> Contributor:
    return Contributor(parse_name(name), marks=marks)


SPAIN = Affiliation("Centre of Workflows", "Spain")

ADA = Person(
    id="ada-byron", name=parse_name("Ada Byron"), names=("A. Byron",),
    former_names=("Ada Formerly",), orcid="0000-0002-1825-0097", role="faculty",
    topics=("engines",),
    talks=(
        SoloTalk("Same", Date(2021), "invited", "ISC 2021", "First"),
        SoloTalk("Same", Date(2021), "invited", "Huawei 2021", "Second", "byron2021engine"),
    ),
    software=("engine",), cv=CvOptions(), sources=("cv",),
)  # fmt: skip
ENGINE = Paper(
    id="byron2021engine", key="byron2021engine", type="inproceedings", title="An Engine for $x^2$",
    authors=(contributor("Ada Formerly", "equal"), contributor("Bob Lee", "equal", "student")),
    et_al=True, editors=(contributor("Mary Smith"),), date=Date(2021, 7),
    venue="Proceedings of the 3rd Workshop on Engines 2021", abstract="One.\n\nTwo.",
    topics=("engines", "Sparsity"), categories=("cs.DC",), awards=("Best paper",),
    status="published", doi="10.1000/1", arxiv="2101.00001",
    links={"pdf": "files/engine.pdf", "code": "https://example.org/x"},
    listings=(PaperListing("byron2021engine", "2021-08-01", "ML", "7.5", True, "cv"),),
    corrections=(
        Correction("award", "Bset paper", "Best paper", "cv", "slip"),
        Correction("author", "Ada Formerly", "Ada Byron"),
    ),
    sources=("cv",), cites=("??", "poster"),
    fields=(("author", "Formerly, Ada and Lee, Bob and others"), ("title", "An Engine")),
)  # fmt: skip
POSTER = Paper(
    id="poster", key="poster", type="misc", title="An Engine for $x^2$",
    authors=(contributor("Bob Lee"),), poster=True, topics=("engines",),
)  # fmt: skip
OLD = Paper(id="x-0", key="??", type="proceedings", title="Old", editors=(contributor("Bob Lee"),))
DAY = Event(
    id="day", title="A Day", series="Days", date=Date(2021, 5, 21), timezone="America/Los_Angeles",
    rooms=(Room("Hall"),),
    slots=(
        Slot("09:00", "09:40", None, "opening", "Welcome", room="Hall"),
        Slot("23:30", "00:10", None, "paper", None, "engine"),
    ),
    inferred=("title",), sources=("cv",),
)  # fmt: skip
SOME_DAY = Event(
    id="some-day", title="Some Day", date=Date(2021), utc_offset="-07:00",
    slots=(Slot("07:10", "07:50", None, "invited", None, "flow"),),
)  # fmt: skip
ENGINE_TALK = Talk(
    id="day/engine", event="day", paper="byron2021engine",
    authors=(Participant(parse_name("Bob Lee"), None, (SPAIN,)),),
)  # fmt: skip
FLOW = Talk(
    id="some-day/flow", event="some-day", title="Flow", kind="invited", abstract="Flows.",
    speakers=(Participant(parse_name("Prof. Rosa Badia"), None, (SPAIN, SPAIN), "A bio."),),
)  # fmt: skip

ENGINE_CODE = Software(
    id="engine", title="Engine", start=Date(2019), end=PRESENT, papers=("byron2021engine",),
    people=(Developer(parse_name("Ada Formerly")), Developer(parse_name("Bob Lee"))),
)  # fmt: skip

MENTIONS = Mentions(
    {
        "topics/engines": (
            Mention(
                "topics/engines", "Engines", "How", "how", "paper", "byron2021engine",
                (
                    TextPiece("Work of\n"), TextPiece("", "person", ("ada-byron",)),
                    TextPiece(" in "), TextPiece("", "paper", ("byron2021engine", "??", "gone")),
                    TextPiece("."),
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
            "software": (ENGINE_CODE,),
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
    return {name: json.loads(found[f"api/v1/{name}.json"]) for name in TABLES}


@pytest.fixture(scope="module")
def tables(kb) -> dict[str, list[dict[str, Any]]]:
    return tables_of(kb, MENTIONS)


def files_of(kb: KnowledgeBase, mentions: Mentions = MENTIONS) -> dict[str, Any]:
    found = api.api_files(kb, mentions, Urls())
    return {path.removeprefix("api/v1/"): json.loads(content) for path, content in found}


def validator(name: str = "") -> Draft202012Validator:
    return Draft202012Validator(
        {**SHIPPED, "anyOf": [{"$ref": f"#/$defs/{name}.json"}]} if name else SHIPPED
    )


def by_id(rows: list[dict[str, Any]], record_id: str) -> dict[str, Any]:
    (found,) = (row for row in rows if row["id"] == record_id)
    return found


# The promise


@pytest.fixture(scope="module")
def every_file(tmp_path_factory):
    """The files of a site in which every field of every kind is set."""
    kb, _ = knowledge_of(tmp_path_factory.mktemp("every"), every_field.project())
    cites = Mention("note", "A note", "", "", "paper", "main", (TextPiece("So it is."),), "cites")
    return files_of(kb, Mentions({"note": (cites,)}))


def test_every_file_is_named_by_the_index_and_follows_the_schema(every_file):
    files = {**every_file}
    index = files.pop("index.json")
    assert files.pop(index["schema"]) == schema() == SHIPPED
    assert sorted(files) == sorted(name for names in index["files"].values() for name in names)
    assert index["counts"] == {name: len(files[f"{name}.json"]) for name in TABLES}
    validator("index").validate(index)
    for name, rows in files.items():
        assert rows, name
        validator(name.removesuffix(".json")).validate(rows)
        validator().validate(rows)


@pytest.mark.parametrize("table", TABLES)
def test_a_record_has_the_names_and_the_order_that_its_golden_file_has(every_file, table):
    """The schema cannot tell: the code takes the order from it, and it is made by the code."""
    golden = (GOLDEN / f"{table}.json").read_text("utf-8")
    record = by_id(every_file[f"{table}.json"], json.loads(golden)["id"])
    assert json.dumps(record, ensure_ascii=False, indent=1) + "\n" == golden


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


def test_many_records_are_split_into_files_that_the_index_names(kb, monkeypatch):
    monkeypatch.setattr(api, "MAX_RECORDS", 2)
    files = files_of(kb)
    names = files["index.json"]["files"]["people"]
    assert len(names) > 1
    assert sorted(row["id"] for name in names for row in files[name]) == sorted(kb.people)
    validator("index").validate(files["index.json"])


@given(st.lists(st.integers(0, 10_000), unique=True, max_size=40), st.integers(0, 10_000))
def test_another_record_changes_one_file_or_cuts_it_in_two(numbers, number):
    def parts(papers):
        kb, _ = build(Records(papers=tuple(Paper(f"p{n}", f"p{n}", "misc", "T") for n in papers)))
        return {path: part for path, part in api.parts_of(kb).items() if "/papers" in path}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "MAX_RECORDS", 3)
        before, after = parts(numbers), parts({*numbers, number})
    for file, (_, _, ids) in after.items():
        digits = file.removeprefix("api/v1/papers").strip("-.json")
        assert all(f"{crc32(id_.encode()):032b}".startswith(digits) for id_ in ids)
        assert len(ids) <= 3
    gone = [file for file in before if before[file] != after.get(file)]
    assert len(gone) == (number not in numbers)
    new = [file for file in after if after[file] != before.get(file)]
    assert all(file.startswith(gone[0].removesuffix(".json")) for file in new)


def test_an_empty_site_has_every_file_and_they_are_valid():
    kb, _ = build(Records())
    files = files_of(kb, NO_MENTIONS)
    assert set(files) == {f"{name}.json" for name in (*TABLES, "index", "schema")}
    for name in (*TABLES, "index"):
        validator(name).validate(files[f"{name}.json"])


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
    assert len({*by_id(tables["people"], "ada-byron")["talks"]}) == 2
    assert by_id(tables["people"], "bob-lee")["software"] == ["engine"]
    assert by_id(tables["software"], "engine")["end"] == "present"


def test_a_citation_carries_its_sentence_and_its_place_but_not_the_page_of_the_paper(tables):
    assert by_id(tables["papers"], "byron2021engine")["cited_on"] == [
        {
            "url": "topics/engines.html#how",
            "title": "Engines",
            "context": "Work of Ada Byron in Byron et al. (2021), Lee (n.d.), gone.",
        }
    ]


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


def test_addresses_follow_the_builder(kb):
    rows = tables_of(kb, urls=Urls("dirhtml", "https://example.org/en/"))
    assert by_id(rows["events"], "day")["url"] == "events/day/"
    validator("events").validate(rows["events"])


def test_half_a_surrogate_pair_does_not_stop_the_export():
    kb, _ = build(Records(papers=(Paper("a", "a", "misc", "T\ud800"),)))
    assert files_of(kb, NO_MENTIONS)["papers.json"][0]["title"] == "T?"
    ((_, content),) = FORMATS["bibtex"].files(kb, NO_MENTIONS, Urls())
    assert content.startswith(b"@misc{a")
