"""Schemas: every kind has one, its messages are plain, and its JSON Schema says the same."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator
from support.every_field import FILES, trees, written
from support.paths import ROOT
from support.time_limits import ends_in_time
from symposium.cli import main
from symposium.cli.schema_command import json_schema
from symposium.fields.compound_types import FieldGroup
from symposium.fields.date_types import (
    DateField,
    DateOrPresent,
    DatesField,
    TimeRange,
    TimeZone,
    UtcOffset,
)
from symposium.fields.field_types import ListNode, MapNode, Node, Prose, Scalar, WrongValue
from symposium.fields.link_types import Id, Image, LinkType, Orcid, PersonName
from symposium.kinds import BY_NAME, described
from symposium.kinds.event import Slot
from symposium.kinds.kind import Page
from symposium.kinds.paper import PaperListing
from symposium.kinds.participants import Affiliation, Participant
from symposium.model.dates import Date, Period
from symposium.reading import frontmatter

PAGES = {
    "person": Page("people/rosa-badia.md", "rosa-badia"),
    "paper": Page("papers/roles.md", "roles"),
    "event": Page("events/scadl-2021/index.md", "scadl-2021"),
    "talk": Page("events/scadl-2021/opening.md", "scadl-2021/opening", "Text.\n", "scadl-2021"),
    "topic": Page("topics/io.md", "io"),
    "venue": Page("venues/sc.md", "sc"),
    "source": Page("sources/cv.md", "cv"),
    **{kind.name: Page(f"{kind.folder}/lbann.md", "lbann") for kind in described()},
}


def read(kind: str, text: str) -> tuple[Any, list[str]]:
    """The record of a page, and its problems without their path."""
    tree, _, problems = frontmatter.read(f"---\n{text}\n---\n", PAGES[kind].path)
    record, more = BY_NAME[kind].read(tree, PAGES[kind])
    return record, [str(problem).partition(":")[2] for problem in [*problems, *more]]


def json_value(node: Node | None) -> Any:
    """What an editor sees: values by YAML 1.2's core schema."""
    if isinstance(node, MapNode):
        return {key.text: json_value(item) for key, item in node.entries}
    if isinstance(node, ListNode):
        return [json_value(item) for item in node.items]
    if not isinstance(node, Scalar) or node.is_null:
        return None
    if node.plain and re.fullmatch(r"[-+]?\d+", node.text):
        return int(node.text)
    if node.plain and re.fullmatch(r"[-+]?\d+\.\d+", node.text):
        return float(node.text)
    if node.plain and node.text.lower() in ("true", "false"):
        return node.text.lower() == "true"
    return node.text


GOOD = {
    kind: written(trees()[name], kind).split("---\n")[1]
    for name, (kind, _) in FILES.items()
    if name == kind
}
"""Front matter with all fields of a kind."""
EVENT = """\
title: ScaDL 2021
date: 2021-05-17/2021-05-21
utc_offset: -7:00
slots:
  - {time: 7:00-7:10, kind: opening, title: Welcome}
  - {time: 7:10 – 7:50, kind: Invited, talk: opening, room: Hub, track: Systems, utc_offset: -7:00}
  - kind: break"""
PERSON = """\
name: Rosa M. Badia
names: Rosa Badia
topics: workflows; I/O
affiliations: [{organization: BSC, country: Spain, end: present}, ETH Zürich]
awards: [{title: R&D 100 Award, date: 2023}, Best thesis]"""
TALK = """\
title: T
time: 12:00
authors:
  groups:
    - {organization: Tencent, country: China, people: [A B, {name: C D, person: c-d}]}
    - {affiliations: [X, {organization: Y, country: USA}], people: E F}
speakers:
  - {name: Prof. Rosa Badia, bio: Text.}"""
SHORT = [("event", EVENT), ("person", PERSON), ("talk", TALK)]
"""Front matter in its shorter forms."""

SLIPS = {
    ("person", "nam: x"): ["2:1: F005 The field `nam` is not known here: did you mean name?", "2:1: F006 The field `name` is missing: add name: a name as printed"],
    ("person", "name: x\nzzz: y"): ["3:1: F005 The field `zzz` is not known here: the known fields are name, names,"],
    ("person", "name: [a, b]"): ["2:7: F007 `name` must be a name as printed, not a list: write a single value"],
    ("person", "name: x\nnames:\n  -A\n  -B"): ["4:3: F007 `names` is not a list: write each item on a line of its own, after a hyphen and a space"],
    ("person", "name: x\norcid: 0000-0002-1825-0098"): ['3:8: D004 `orcid`: "0000-0002-1825-0098" is not an ORCID iD: it has a last digit that does not fit: compare it digit by digit'],
    ("person", "name: x\nrole: facluty"): ['3:7: F008 `role`: "facluty" is not one of faculty, postdoc, phd, student, staff, alumni: did you mean faculty?'],
    ("person", "name: x\nlinks: https://a.b"): ["3:8: F007 `links` must be names, each with a link: https://…, mailto:… or files/…, not text: write one to a line: name, colon, value"],
    ("person", "name: x\nlinks: {a: 'javascript:alert(1)'}"): ['3:12: R007 `a`: "javascript:alert(1)" is not a link: write https://…, mailto:… or files/…'],
    ("person", "name: x\nlinks: {a: files/../conf.py}"): ['3:12: R007 `a`: "files/../conf.py" may not be published: name a file in files/ that ends in bib, csv, gif, ics, jpeg, jpg, mp4, pdf, png, txt, vtt, webp, zip'],
    ("person", "name: x\nlinks: {doi: 10.1000/182}"): ['3:14: F008 `doi`: "10.1000/182" is a DOI, not a link: write https://doi.org/10.1000/182'],
    ("person", "name: x\nphoto: files/c.svg\nalt: y"): ['3:8: R007 `photo`: "files/c.svg" is not a picture in files/: an SVG can run scripts: save it as PNG, JPEG or WebP in files/, and name that'],
    ("person", "name: x\nphoto: files/c.png"): ["2:1: F006 The field `alt` is missing: `photo` needs it: add alt: text"],
    ("person", "name: x\nmetrics: [{name: h-index, value: 12, source: cv}]"): ["3:11: F006 The field `as_of` is missing: add as_of: a date or undated"],
    ("person", "name: x\nsources: [a, The CV]"): ['3:14: F008 item 2 of `sources`: "The CV" is not an id: write the-cv'],
    ("person", "name: x\nawards: [{title: A, date: 2021-02-30}]"): ['3:27: F008 `date`: "2021-02-30" is not a date: write a year, 2021-05, 2021-05-17 or 2016-summer'],
    ("person", "name: x\ncv: yes"): ["3:5: F007 `shown` must be true or false: write it in lower case and without quotes"],
    ("software", "title: x\nrepositories: [github.com/a/b]"): ['3:16: F008 item 1 of `repositories`: "github.com/a/b" is not a link: write https://github.com/a/b'],
    ("event", "title: x\nslots:\n  - {time: 13:20-1:35, kind: talk}"): ['4:12: F008 `time`: "13:20-1:35" ends before it begins: write the times in 24 hours'],
    ("event", "title: x\nslots:\n  - {time: 9.40, kind: talk}"): ['4:12: F008 `time`: "9.40" is not a time: write 9:40, in 24 hours'],
    ("event", "title: x\nslots:\n  - {time: 25:00, kind: talk}"): ['4:12: F008 `time`: "25:00" is not a time: write 9:40-10:20, in 24 hours'],
    ("event", "title: x\ndate: 12.5.2026 - 14.5.2026"): ['3:7: F008 `date`: "12.5.2026 - 14.5.2026" is not a date: write a year, 2021-05, 2021-05-17 or 2016-summer, or a range 2019/2022, or several with commas between'],
    ("event", "title: x\ndate: 2026-05-14/2026-05-12"): ['3:7: F008 `date`: "2026-05-14/2026-05-12" ends before it begins: write 2026-05-12/2026-05-14'],
    ("event", "title: x\nslots:\n  - {time: 9:40}"): ["4:5: F006 At least one of `kind`, `title`, `talk` is required: add one of them"],
    ("event", "title: x\ntimezone: America/Los Angeles"): ['3:11: E003 `timezone`: "America/Los Angeles" is not a time zone: did you mean America/Los_Angeles?'],
    ("event", "title: x\ndate: May 2021"): ['3:7: F008 `date`: "May 2021" is not a date: write a year, 2021-05, 2021-05-17 or 2016-summer, or a range 2019/2022, or several with commas between'],
    ("talk", "title: x\nspeakers: {groups: [{organization: y}]}"): ["3:21: F006 The field `people` is missing: add people: a list of person"],
    ("source", "title: x\nkind: cv\ndate: sometime"): ['4:7: F008 `date`: "sometime" is not a date: write a year, 2021-05, 2021-05-17 or 2016-summer, or undated'],
}  # fmt: skip
BEYOND_JSON = ("that does not fit", "2021-02-30", "ends before it begins")
"""Rules that a JSON Schema cannot state."""


@pytest.mark.parametrize("kind", BY_NAME)
def test_every_field_can_be_given_and_is_kept(kind):
    record, problems = read(kind, GOOD[kind])
    assert problems == []
    for name in BY_NAME[kind].group.fields.keys() - {"gone"}:
        at = "start" if name == "time" else name
        assert name in GOOD[kind]
        assert getattr(record, at) not in (None, "", {}), name
        assert name in record.origin.fields
    assert record.document == PAGES[kind].path.removesuffix(".md")


@pytest.mark.parametrize(("kind", "text"), SLIPS, ids=[f"{a} {b}" for a, b in SLIPS])
def test_a_wrong_field_is_reported_and_the_record_kept(kind, text):
    record, problems = read(kind, text)
    assert len(problems) == len(SLIPS[kind, text])
    for found, expected in zip(problems, SLIPS[kind, text], strict=True):
        assert found == expected or (
            "the known fields are" in expected and found.startswith(expected)
        )
    assert record.id == PAGES[kind].id


@pytest.mark.parametrize(("kind", "text"), [*GOOD.items(), *SHORT])
def test_json_schema_is_valid_and_accepts_what_we_accept(kind, text):
    assert read(kind, text)[1] == []
    schema = json_schema(kind)
    Draft7Validator.check_schema(schema)
    value = json_value(frontmatter.read(f"---\n{text}\n---\n", "a.md")[0])
    assert [error.message for error in Draft7Validator(schema).iter_errors(value)] == []


@pytest.mark.parametrize(("kind", "text"), SLIPS, ids=[f"{a} {b}" for a, b in SLIPS])
def test_json_schema_refuses_what_we_refuse(kind, text):
    value = json_value(frontmatter.read(f"---\n{text}\n---\n", "a.md")[0])
    known_to_us_alone = any(part in SLIPS[kind, text][0] for part in BEYOND_JSON)
    known_to_us_alone |= "hyphen" in SLIPS[kind, text][0]
    assert Draft7Validator(json_schema(kind)).is_valid(value) is known_to_us_alone


@pytest.mark.parametrize("kind", BY_NAME)
def test_every_field_has_a_sentence_of_help(kind):
    def check(group: FieldGroup, seen: set[int]) -> None:
        seen.add(id(group))
        for name, known in group.fields.items():
            assert re.fullmatch(r"[A-Z].*[.…]", known.help), name
            assert known.type.expected
            inner = getattr(known.type, "item", known.type)
            if isinstance(inner, FieldGroup) and id(inner) not in seen:
                check(inner, seen)

    check(BY_NAME[kind].group, set())


TYPES = [
    (LinkType(), ["https://a.b", "HTTP://a", "mailto:a@b.c", "files/a.pdf", "files/a b/c.tar.ZIP", "files/ä.png"],
     ["http://", "https:///a", "ftp://a", "data:text/html,x", "//a.b", "/etc/passwd", "files/a.html", "files/a.svg", "files/.a.pdf",
      "files/../a.pdf", "files/a/../../b.pdf", "files//a.pdf", "files/a", "../files/a.pdf", "https://a b", 'https://a"b', "mailto:a",
      "files/a\\b.pdf", "vbscript:x", " javascript:x", "java\tscript:x"]),
    (Image(), ["files/a.png", "files/a/b.JPEG", "files/c.webp"], ["files/a.pdf", "files/a.svg", "https://a.b/c.png", "files/../a.png"]),
    (Orcid(), ["0000-0002-1825-0097", "0000-0002-1694-233X", "https://orcid.org/0000-0001-5109-3700"], ["0000-0002-1825", "x", "٠٠٠٠-0002-1825-0097"]),
    (Id(), ["a", "a-1", "2021"], ["A", "a--b", "-a", "a_b", "index", "ä", "a/b"]),
    (DateField(), ["2021", "2021-05", "2021-05-17", "2016-summer"], ["present", "21", "2021-5", "May 2021", "2021/2022"]),
    (DateOrPresent(), ["present"], ["now"]),
    (DatesField(), ["2021", "2019/2022", "2016-summer, 2017, 2018", "2019/present"], ["2021-", "2019//2020", "2019,"]),
    (TimeRange(), ["7:10", "07:10-7:50", "7:10 - 7:50", "7:10–7:50", "23:30-0:30", "7:10 to 7:50"], ["24:00", "7:60", "7", "7:10-", "7.10", "٧:10"]),
    (TimeZone(), ["America/Los_Angeles", "UTC", "Etc/GMT+7"], ["PDT!", "../etc/passwd", "/etc/passwd", "a b"]),
    (UtcOffset(), ["-07:00", "+5:30", "−07:00"], ["7", "-7", "-15:00", "UTC-7"]),
]  # fmt: skip


@pytest.mark.parametrize(("checked", "good", "bad"), TYPES, ids=lambda case: type(case).__name__)
def test_types_accept_and_refuse_what_their_json_schema_does(checked, good, bad):
    schema = Draft7Validator(checked.json_schema())
    for text in good:
        assert schema.is_valid(text), text
        assert not isinstance(checked.convert(text), WrongValue), text
    for text in bad:
        assert not schema.is_valid(text), text
        assert isinstance(checked.convert(text), WrongValue), text


def test_values_are_put_into_the_form_of_the_model():
    event, _ = read("event", EVENT)
    assert event.utc_offset == "-07:00"
    assert event.date == Period(Date(2021, 5, 17), Date(2021, 5, 21))
    assert event.slots[1] == Slot(
        "07:10", "07:50", None, "invited", None, "opening", "Hub", "Systems", "-07:00"
    )
    person, _ = read("person", PERSON)
    assert person.names == ("Rosa Badia",)
    assert person.topics == ("workflows", "I/O")
    assert person.affiliations[1] == Affiliation("ETH Zürich")
    assert TimeRange().convert("7:10") == ("07:10", None)


def test_a_listing_in_the_file_of_its_paper_names_no_key():
    paper, _ = read("paper", "listings: [{source: tracker}]")
    assert paper.listings == (PaperListing("", source="tracker"),)


def test_people_by_organisation_keep_their_order_and_places():
    talk, _ = read("talk", TALK)
    assert [one.name.text for one in talk.authors] == ["A B", "C D", "E F"]
    assert talk.authors[0].affiliations == (Affiliation("Tencent", "China"),)
    assert talk.authors[2].affiliations == (Affiliation("X"), Affiliation("Y", "USA"))
    assert talk.origin.fields["authors.1"] == (6, 61)
    assert talk.origin.at("authors.0.person").column == 56
    assert isinstance(talk.speakers[0], Participant)
    assert talk.speakers[0].bio == "Text."
    assert (talk.event, talk.abstract, talk.start, talk.end) == (
        "scadl-2021", "Text.", "12:00", None,
    )  # fmt: skip


def test_a_record_that_lacks_its_name_is_called_after_its_file():
    assert read("person", "role: phd")[0].name.text == "Rosa Badia"
    assert read("event", "series: x")[0].title == "Scadl 2021"
    assert read("talk", "kind: x")[0].title == "Opening"
    assert (read("source", "remark: x")[0].kind, read("source", "remark: x")[0].date) == (
        "document",
        "undated",
    )


def test_a_page_without_front_matter_is_told_how_to_begin():
    _, problems = BY_NAME["person"].read(None, PAGES["person"])
    assert [str(problem) for problem in problems] == [
        "people/rosa-badia.md:1:1: F006 `name` and all other front matter are missing: begin the file with three lines: ---, name: …, ---"
    ]
    assert BY_NAME["paper"].read(None, PAGES["paper"])[1] == []


@pytest.mark.parametrize("name", ["²", "1" * 900, "a.b", "0"])
def test_odd_names_of_links_are_named(name):
    _, problems = read("person", f"name: x\nlinks: {{'{name}': y}}")
    assert len(problems) == 1
    assert ' "y" is not a link' in problems[0]


def test_a_syntax_error_is_not_reported_twice():
    record, problems = read("person", "name: x\nrole: [\nlinks: {a: [}")
    assert all(" F001 " in problem for problem in problems)
    assert record.name.text == "x"


@pytest.mark.parametrize(
    ("checked", "text"),
    [
        (LinkType(), "mailto:" + "@" * 900_000 + "<"),
        (LinkType(), "files/" + "a/" * 400_000),
        (Image(), "files/" + "a." * 400_000),
        (Id(), "a-" * 400_000),
        (DatesField(), "2021," * 200_000),
        (TimeRange(), "7:10" + " " * 900_000),
        (PersonName(), "a " * 400_000),
        (Prose(), "a " * 400_000),
    ],
    ids=lambda case: type(case).__name__ if not isinstance(case, str) else "",
)
def test_the_work_on_a_long_value_is_bounded(checked, text):
    with ends_in_time():
        value = checked.convert(text)
    assert not isinstance(value, WrongValue) or len(value.message + value.hint) < 500


def test_problems_of_one_file_are_bounded():
    _, problems = read("person", "name: x\n" + "\n".join(f"f{n}: 1" for n in range(5000)))
    assert len(problems) == 100


@pytest.mark.parametrize("date", ["Mar 9", "Feb 29", "2022-11-24", "undated"])
def test_a_listing_keeps_a_date_that_is_printed_without_its_year(date: str) -> None:
    text = f"title: T\nkind: tracker\ndate: undated\nlistings:\n  - {{paper: a, date: {date}}}"
    source, problems = read("source", text)
    assert (source.listings[0].date, problems) == (date, [])
    tree, _, _ = frontmatter.read(f"---\n{text}\n---\n", PAGES["source"].path)
    Draft7Validator(json_schema("source")).validate(json_value(tree))


SHIPPED = ROOT / "_ext" / "symposium" / "schemas"


def test_the_schemas_in_the_package_are_those_of_the_program(tmp_path):
    assert main(["schema", "-o", str(tmp_path)]) == 0
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    there = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
    assert there == made, "run symposium schema -o _ext/symposium/schemas"
    assert set(BY_NAME) < {name.removesuffix(".json") for name in made}


def fields_in(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every field that a schema describes, at any depth."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"].items()
        for value in schema.values():
            yield from fields_in(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from fields_in(value)


def test_examples_are_right():
    shown = set()
    for kind in BY_NAME:
        schema = json_schema(kind)
        for name, field in fields_in(schema):
            for example in field.get("examples", ()):
                whole = {"$defs": schema.get("$defs", {}), **field}
                Draft7Validator(whole).validate(example)
                shown.add(name)
    assert {"orcid", "photo", "date", "time", "timezone"} <= shown


def test_patterns_can_be_read_by_editors_too():
    """JavaScript, told to mind Unicode, refuses escapes that mean nothing; Python does not."""
    for kind in BY_NAME:
        for pattern in re.findall(r'"pattern": "((?:[^"\\]|\\.)*)"', json.dumps(json_schema(kind))):
            escapes = re.findall(r"\\(.)", json.loads(f'"{pattern}"'), re.DOTALL)
            assert set(escapes) <= set("dDwWsSbBxu^$\\.*+?()[]{}|/-"), pattern
