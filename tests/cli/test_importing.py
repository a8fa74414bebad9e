"""Schedules of other systems become events: read as far as they can be, written as one would."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from support.conference_schedule import Json, pretalx, session
from symposium.cli import main
from symposium.fields.field_types import ListNode, MapNode, Scalar
from symposium.fields.yaml_repair import document
from symposium.project import read as load
from symposium.reading.frontmatter import read
from symposium_import.foreign_texts.markdown import to_markdown
from symposium_import.schedules.schedule_file import read_schedule

same = partial(settings, deadline=None, derandomize=True, database=None)
"""The same texts in each run."""
MYST = {"amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath",
        "fieldlist", "strikethrough"}  # fmt: skip
PARSER = create_md_parser(
    MdParserConfig(enable_extensions=MYST, disable_syntax=["html_block"]), RendererHTML
)
"""Reads all syntax that a project may switch on."""
ODD = r"""## Goal
Costs $5 and $x^2$, {cite}`x` and {{ jinja }} and [^1] and <script>alert(1)</script> vector<int>.

(target)=
% no comment
+++
---
:::{note}
no directive
:::
: no definition

[^1]: no footnote

![a picture](https://example.org/a.png) and [bad](javascript:alert(1)) and **bold**:__x__

```{include} /etc/passwd
```

| a | b |
|---|---|
| 1 |
"""

OWLCON = pretalx(
    {
        "2025-10-25": {
            "Main hall": [
                session("Opening", "2025-10-25T09:00:00+02:00", "00:15", code="AAAAAA", type="Talk",
                        persons=[{"code": "P1", "name": "Ada Owl", "biography": "*Ada* has $5."},
                                 {"code": "P2", "public_name": "Bo, Ci"}],
                        track={"en": "Birds", "de": "Vögel"}, abstract=ODD, description=None,
                        url="https://talks.example.org/owlcon-2025/talk/AAAAAA/", logo="x.png",
                        links=[{"title": "Slides", "url": "https://example.org/s.pdf"}],
                        attachments=[{"title": "Poster (A0)", "url": "/media/p (1).pdf"}]),
                session("Lunch", "2025-10-25T12:00:00+02:00", "1:00", code="BREAK1"),
                session('Night watch: 100 % "dark" \\o/ $PATH and $HOME <b> 🦉 שלום',
                        "2025-10-26T02:30:00+01:00", "00:45", code="CCCCCC", persons=[]),
                session("index", "2025-10-26T00:30:00+02:00", 30, code="DDDDDD", type=None),
            ],
            "Nest": [
                session("Opening", "2025-10-25T09:00:00+02:00", "00:15", code="BBBBBB"),
                session("Long exhibition", "2025-10-25T10:00:00+02:00", "30:00", code="EEEEEE",
                        url="https://talks.example.org/owlcon-2025/talk/EEEEEE/"),
            ],
        },
        "2025-10-26": {
            "Main hall": [session("Owls again", "2025-10-26T10:00:00+01:00", code="FFFFFF")],
            "Nest": [],
        },
    },
    rooms=[{"name": "Nest", "guid": "1"}, {"name": "Main hall", "guid": "2"}, {"name": "Attic"}],
    tracks=[{"name": "Birds", "color": "#fff"}],
)  # fmt: skip

FRAB = {
    "schedule": {
        "version": "Final 2019-08-01",
        "conference": {
            "acronym": "WoodCamp",
            "title": "Wood Camp",
            "start": "2019-08-21",
            "end": "2019-08-21",
            "daysCount": 1,
            "days": [
                {
                    "index": 0,
                    "date": "2019-08-21",
                    "rooms": {
                        "Oak": [
                            session(
                                "Bark", "2019-08-21T23:30:00+02:00", "01:00", id=7,
                                subtitle="An introduction", abstract="<p>One<br>two</p>",
                                persons=[{"id": 3, "full_public_name": "Di Elm"}],
                                links=["https://example.org", {"url": "ftp://x", "title": "x"}],
                            ),
                            session("Leaves", "2019-08-22T00:45:00+02:00", "0:30:00", id=8),
                        ]
                    },
                }
            ],
        },
    }
}  # fmt: skip


@pytest.fixture
def site(project):
    """A project with one described person."""
    return project({"people/ada-owl.md": "---\nname: Ada Owl\n---\n"})


def imported(site, schedule: Any, *options: str) -> int:
    path = site.root.parent / "schedule.json"
    text = schedule if isinstance(schedule, (str, bytes)) else json.dumps(schedule)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return main(["import", "schedule", str(path), str(site.root), *options])


def moments(schedule: Json) -> dict[str, list[tuple[datetime, int]]]:
    """Return when each session begins, and for how many minutes it is, as the file says."""
    found: dict[str, list[tuple[datetime, int]]] = {}
    for day in schedule["schedule"]["conference"]["days"]:
        for one in (one for room in day["rooms"].values() for one in room):
            parts = [int(part) for part in str(one["duration"]).split(":")]
            length = parts[0] if len(parts) == 1 else parts[-2] * 60 + parts[-1]
            if len(parts) == 3:
                length = parts[0] * 60 + parts[1]
            moment = datetime.fromisoformat(one["date"]).astimezone(UTC)
            found.setdefault(one["title"], []).append((moment, length))
    return {title: sorted(times) for title, times in found.items()}


class TestEvent:
    """An event made of a schedule."""

    @pytest.mark.parametrize("schedule", [OWLCON, FRAB])
    def test_every_session_is_at_the_moment_that_the_schedule_says(self, site, schedule):
        assert imported(site, schedule) == 0
        kb = load(site.root).kb
        (event,) = kb.events.values()
        found: dict[str, list[tuple[datetime, int]]] = {}
        for one in kb.schedule.of_event[event.id]:
            talk = kb.talks[one.slot.talk] if one.slot.talk else None
            title = (talk.title if talk else one.slot.title).removesuffix(": An introduction")
            lasts = int((one.end.astimezone(UTC) - one.start.astimezone(UTC)).total_seconds()
                        // 60) if one.end else 1800  # fmt: skip
            found.setdefault(title.replace("\\$", "$"), []).append(
                (one.start.astimezone(UTC), lasts)
            )
        assert {title: sorted(times) for title, times in found.items()} == moments(schedule)

    def test_it_builds_without_a_warning_and_is_checked(self, site):
        assert imported(site, OWLCON) == 0
        built = site.build(nitpicky=True)
        assert built.warnings == ""
        assert main(["check", "--strict", str(site.root)]) == 0
        page = re.sub(r"<[^>]+>", "", built.html("events/owlcon-2025/opening-aaaaaa"))
        for typed in ("{cite}x", "{{ jinja }}", "$x^2$", "(target)=", "% no comment", "[^1]"):
            assert typed in page.replace("&#39;", "'")
        assert "script>alert" not in built.html("events/owlcon-2025/opening-aaaaaa")
        assert "vector&lt;int&gt;" in page
        assert (
            "<img" not in built.html("events/owlcon-2025/opening-aaaaaa").partition("<article")[2]
        )

    def test_the_index_is_written_as_by_hand(self, site):
        imported(site, OWLCON)
        text = (site.root / "events/owlcon-2025/index.md").read_text("utf-8")
        assert text.startswith(
            "---\ntitle: OwlCon 2025\ndate: 2025-10-25/2025-10-26\ntimezone: Europe/Berlin\n"
        )
        assert "rooms: [Nest, Main hall]\n" in text
        assert (
            "  - day: 2025-10-25\n    time: 12:00-13:00\n    kind: break\n    room: Main hall\n    title: Lunch\n"
        ) in text
        assert 'time: 2:30-3:15\n    utc_offset: "+01:00"\n' in text

    def test_a_talk_has_its_people_links_and_texts(self, site):
        imported(site, OWLCON)
        kb = load(site.root).kb
        talk = kb.talks["owlcon-2025/opening-aaaaaa"]
        assert [one.name.text for one in talk.speakers] == ["Ada Owl", "Bo, Ci"]
        assert kb.person_of(talk.speakers[0]) == "ada-owl"
        assert talk.speakers[0].bio == "Ada has $5."
        assert talk.links == {
            "website": "https://talks.example.org/owlcon-2025/talk/AAAAAA/",
            "slides": "https://example.org/s.pdf",
            "poster": "https://talks.example.org/media/p%20%281%29.pdf",
        }
        assert kb.schedule.of_talk[talk.id].slot.track == "Birds"
        assert talk.abstract.startswith("**Goal**")

    def test_ids_are_told_apart_and_never_reserved(self, site):
        imported(site, OWLCON)
        names = {path.name for path in (site.root / "events/owlcon-2025").iterdir()}
        assert {"opening.md", "opening-aaaaaa.md"} <= names
        assert len(names) == 1 + 6
        assert "dddddd.md" in names  # the one whose title is "index"

    def test_a_file_may_come_by_standard_input_with_a_mark(self, site, monkeypatch):
        class Stdin:
            buffer = __import__("io").BytesIO(b"\xef\xbb\xbf" + json.dumps(FRAB).encode())

        monkeypatch.setattr("sys.stdin", Stdin)
        assert main(["import", "schedule", "-", str(site.root), "--event", "camp"]) == 0
        assert (site.root / "events/camp/bark.md").is_file()


ZONES = {
    "the offset alone": ("", ["2025-06-01T10:00:00+02:00"], "+02:00", "the offset +02:00"),
    "several offsets": ("", ["2025-03-29T10:00:00+01:00", "2025-03-30T10:00:00+02:00",
                             "2025-03-30T11:00:00+02:00"], "+02:00", "no time zone is known"),
    "no such zone": ("CEST", ["2025-06-01T10:00:00+02:00"], "+02:00", "write Europe/Berlin"),
    "offsets of another zone": ("Europe/London", ["2025-06-01T10:00:00+02:00"],
                                "Europe/London", None),
    "UTC in a zone": ("Asia/Kolkata", ["2025-06-01T08:00:00Z"], "Asia/Kolkata", None),
    "odd offsets": ("", ["2025-06-01T08:00:00+05:53:28"], "+05:53", "the offset +05:53"),
}  # fmt: skip


class TestZones:
    """Whatever is said of zones, the moments hold."""

    @pytest.mark.parametrize("name", ZONES)
    def test_moments_hold_and_doubts_are_told(self, site, name, capsys):
        zone, dates, wanted, said = ZONES[name]
        sessions = [session(f"T{n}", date) for n, date in enumerate(dates)]
        schedule = pretalx({dates[0][:10]: {"R": sessions}}, time_zone_name=zone or None)
        schedule["schedule"]["conference"]["end"] = dates[-1][:10]
        imported(site, schedule)
        err = capsys.readouterr().err
        assert (said in err) if said else ("zone" not in err)
        kb = load(site.root).kb
        (event,) = kb.events.values()
        assert wanted in (event.timezone, event.utc_offset)
        found = [one.start.astimezone(UTC) for one in kb.schedule.of_event[event.id]]
        near = timedelta(minutes=1)
        for one, date in zip(found, sorted(dates), strict=True):
            assert abs(one - datetime.fromisoformat(date).astimezone(UTC)) < near
        assert main(["check", "--strict", str(site.root)]) == 0

    def test_a_zone_may_be_given(self, site, capsys):
        schedule = pretalx({"2025-06-01": {"R": [session("A", "2025-06-01T10:00:00")]}},
                           time_zone_name=None)  # fmt: skip
        assert imported(site, schedule) == 1
        assert "no time zone is known, and its times have no offset" in capsys.readouterr().err
        assert imported(site, schedule, "--event", "other", "--timezone", "Europe/Berlin") == 0
        assert imported(site, schedule, "--event", "third", "--timezone", "Berlin") == 2
        one = load(site.root).kb.schedule.of_event["other"][0]
        assert one.start.isoformat() == "2025-06-01T10:00:00+02:00"


class TestUse:
    """How the command ends, and what it says."""

    def test_an_event_that_is_there_is_refused(self, site, capsys):
        assert imported(site, OWLCON) == 0
        assert imported(site, OWLCON) == 2
        assert "--update" in capsys.readouterr().err

    def test_a_preview_writes_nothing(self, site, capsys):
        assert imported(site, OWLCON, "--diff") == 0
        assert not (site.root / "events").exists()
        assert "+title: OwlCon 2025" in capsys.readouterr().out

    def test_problems_have_their_place(self, site, capsys):
        broken = json.loads(json.dumps(FRAB))
        broken["schedule"]["conference"]["days"][0]["rooms"]["Oak"][1]["duration"] = "soon"
        assert imported(site, json.dumps(broken, indent=1)) == 0
        err = capsys.readouterr().err
        assert re.search(
            r"schedule\.json: /schedule/conference/days/0/rooms/Oak/1/duration: "
            r"this is not a duration", err,
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("<!DOCTYPE html><html>", "this is no JSON: Expecting value: line 1"),
            ("", "this is no JSON"),
            ("[" * 100_000, "this is no JSON"),
            ("1" * 5_000, "this is no JSON"),
            ('{"sessions": [{}], "speakers": [], "rooms": []}', "no conference"),
            ('{"schedule": {"conference": {"days": []}}}', "no sessions"),
        ],
    )
    def test_what_is_no_schedule_is_named(self, site, text, said, capsys):
        assert imported(site, text) == 2
        assert said in capsys.readouterr().err
        assert not (site.root / "events").exists()

    def test_a_link_out_of_the_project_is_not_followed(self, site, tmp_path):
        (site.root / "events").symlink_to(tmp_path, target_is_directory=True)
        assert imported(site, OWLCON) == 2
        assert not (tmp_path / "owlcon-2025").exists()

    def test_a_source_that_is_described_stays(self, site):
        path = "sources/owlcon-2025-schedule.md"
        text = "---\ntitle: Ours\nkind: programme\ndate: undated\n---\n"
        site.write({path: text})
        assert imported(site, OWLCON) == 0
        assert (site.root / path).read_text("utf-8") == text

    def test_new_pages_are_listed(self, site, capsys):
        assert main(["check", "--fix", str(site.root)]) == 0
        assert imported(site, OWLCON) == 0
        assert "permalinks.txt lists the new pages" in capsys.readouterr().out
        assert "events/owlcon-2025/lunch" not in (site.root / "permalinks.txt").read_text()
        assert "events/owlcon-2025/owls-again.html" in (site.root / "permalinks.txt").read_text()

    def test_a_name_of_several_people_has_to_be_decided(self, site, capsys):
        site.write({"people/ada-two.md": "---\nname: A. Owl\nnames: [Ada Owl]\n---\n"})
        assert imported(site, OWLCON) == 1
        assert "may be ada-owl (people/ada-owl.md:1) or ada-two" in capsys.readouterr().err


class TestUpdate:
    """A new version of a schedule renews the programme."""

    @pytest.mark.parametrize("address", [None, "https://example.org/programme"])
    def test_it_is_known_without_addresses_of_sessions(self, site, capsys, address):
        session = {"duration": "00:30", "abstract": "Wings.", "url": address}
        rooms = {"A": [
            {**session, "title": "Owls", "subtitle": "by night", "date": "2025-10-25T09:00+02:00"},
            {**session, "title": None, "date": "2025-10-25T10:00+02:00"},
            {**session, "title": "Owl $a$ is $b$", "date": "2025-10-25T11:00+02:00"},
            {**session, "title": "Flights", "date": "2025-10-25T12:00+02:00", "guid": "1"},
            {**session, "title": "Flights", "date": "2025-10-25T14:00+02:00", "guid": "2"},
            {**session, "title": "Flights", "date": "2025-10-26T14:00+01:00", "guid": "3"},
        ]}  # fmt: skip
        made = {"title": "OwlCon", "time_zone_name": "Europe/Berlin", "days": [{"rooms": rooms}]}
        schedule = {"schedule": {"conference": made}}
        imported(site, schedule)
        files = {path: path.read_bytes() for path in site.root.rglob("*.md")}
        assert len(list((site.root / "events").rglob("*.md"))) == 7
        imported(site, schedule, "--update")
        assert files == {path: path.read_bytes() for path in site.root.rglob("*.md")}
        # The first of three of one name is gone: the others are the same as before.
        del rooms["A"][3]
        capsys.readouterr()
        imported(site, schedule, "--update")
        out = capsys.readouterr().out
        assert "changed: events/owlcon-2025/flights.md: the schedule does not have it" in out
        assert "new:" not in out
        assert {*re.findall("changed: (.*?)(?:$|: )", out, re.MULTILINE)} == {
            "events/owlcon-2025/flights.md", "events/owlcon-2025/index.md",
        }  # fmt: skip


class TestTexts:
    """Texts print as they were meant, and nothing in them acts."""

    @given(st.text(st.sampled_from("ab1 \n-+*_`~#>|:=%$^&;()[]{}<!\\/.\"'"), max_size=60))
    @same(max_examples=100)
    def test_no_text_acts(self, source):
        made = to_markdown(source).markdown
        tokens = PARSER.parse(made)
        kinds = {one.type for token in tokens for one in (token, *(token.children or ()))}
        assert not kinds & {"myst_role", "myst_target", "myst_line_comment", "math_inline", "hr",
                            "heading_open", "footnote_ref", "html_inline", "image", "colon_fence",
                            "myst_block_break", "dl_open", "field_list_open"}  # fmt: skip
        assert all(one.info in {"", "text"} or one.type != "fence" for one in tokens)

    @pytest.mark.parametrize(
        ("source", "made"),
        [
            ("# A *b*\n\ntext", "**A b**\n\ntext"),
            ("<p>A<b>b</b> &amp; <i>c</i></p><p>d</p>", "A**b** & *c*\n\nd"),
            ("see https://example.org/x_(y).", None),
            ("Speaker: A\nRoom: B", "Speaker: A\\\nRoom: B"),
            ("a <iframe src='https://example.org/v'></iframe>", "a [video](https://example.org/v)"),
            ("<a href='/x'>y</a>", "[y](https://example.com/x)"),
            ("&lt;p&gt;a &lt;b&gt;c&lt;/b&gt; &amp;amp; d&lt;/p&gt;", "a **c** & d"),
        ],
    )
    def test_markup_becomes_ours(self, source, made):
        found = to_markdown(source, "https://example.com/").markdown
        assert found == (
            made or "see [https://example.org/x\\_(y)](https://example.org/x_%28y%29)."
        )


LINE = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1).map(
    lambda text: " ".join(text.split())
).filter(bool)  # fmt: skip


def plain(node: Any) -> Any:
    if isinstance(node, MapNode):
        return {key.text: plain(value) for key, value in node.entries}
    if isinstance(node, ListNode):
        return [plain(one) for one in node.items]
    assert isinstance(node, Scalar)
    assert not node.is_null
    return node.text


class TestFrontMatter:
    """What is written is read back the same."""

    @given(LINE, st.lists(LINE, min_size=1), st.dictionaries(LINE, LINE, min_size=1), LINE)
    @same(max_examples=80)
    def test_any_text_is_read_back(self, title, items, links, bio):
        fields = {
            "title": title,
            "rooms": items,
            "links": links,
            "slots": [{"time": "9:00-9:30", "title": one} for one in items],
            "speakers": [
                {"name": title, "bio": f"{bio}\n\n{title}"},
                {"name": title * 9, "bio": bio * 9},
            ],
        }
        tree, parts, problems = read(document(fields, ["Body"]), "a.md")
        assert problems == []
        assert plain(tree) == fields
        assert parts.body.strip() == "Body"


class TestReading:
    """Whatever a file holds is read, or said to be none."""

    def test_what_was_made_for_a_page_is_text(self):
        one = session("It&#x27;s &amp; &lt;b&gt; AT&T &copy=1", "2025-01-01T10:00:00")
        (item,) = read_schedule(json.dumps(pretalx({"2025-01-01": {"A": [one]}})))[0].items
        assert item.title == "It's & <b> AT&T &copy=1"
