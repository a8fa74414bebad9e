"""A second reader: ical.js takes the entries of calendars for the same as they are meant."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from support import install_ical
from support.calendar_cases import all_changes, calendars, event, knowledge
from support.paths import ROOT
from symposium.export.appointments import Appointments
from symposium.export.formats import calendar_files
from symposium.kinds.event import Event, Slot
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, build
from symposium.knowledge.local_times import instant
from symposium.pages import Urls

NO_SHRINKING = (Phase.explicit, Phase.generate)
SCRIPT = ROOT / "tests" / "support" / "node" / "read.mjs"


def read(texts: list[str]) -> list[dict[str, Any]]:
    """Return what ical.js reads in calendars; its own machine is in another zone."""
    found = install_ical.find()
    if found is None:
        message = "ical.js is not here: make test installs it"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(message)
        pytest.skip(message)
    node, module = found
    done = subprocess.run(
        [*node, str(SCRIPT), str(module)], input=json.dumps(texts),
        env={**os.environ, "TZ": "Asia/Tokyo"}, check=True, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def test_moments_are_read_as_they_are_meant(tmp_path: Path) -> None:
    kb = knowledge(tmp_path, all_changes())
    made = calendars(kb)
    meant = Appointments(kb, Urls(identity="test"))
    paths = [f"events/{one}/index.ics" for one in kb.events]
    compared = 0
    for name, found in zip(kb.events, read([made[path] for path in paths]), strict=True):
        wanted = {
            one.uid: (instant(one.start).timestamp(), one.end and instant(one.end).timestamp())
            for one in meant.of_event(name)
        }
        assert {one["uid"]: (one["start"], one["end"]) for one in found["entries"]} == wanted, name
        compared += len(wanted)
    assert compared > 150


def test_all_calendars_of_a_person_and_whole_days(tmp_path: Path) -> None:
    slots = [("2021-03-14", "9:00-9:30", "talk: one")]
    talk = "---\ntitle: One\nspeakers: [Ann Onym]\n---\n"
    outside = "talks: [{title: Out, date: 2020-02-29, venue: V}]"
    files = {
        "events/a/index.md": event("America/Los_Angeles", slots), "events/a/one.md": talk,
        "events/b/index.md": event("Europe/Zurich", slots), "events/b/one.md": talk,
        "people/ann-onym.md": f"---\nname: Ann Onym\n{outside}\n---\n",
    }  # fmt: skip
    (found,) = read([calendars(knowledge(tmp_path, files))["people/ann-onym.ics"]])
    assert found["name"] == "Ann Onym"
    assert [(one["start"], one["end"]) for one in found["entries"]] == [
        ("2020-02-29", "2020-03-01"),
        (1615708800, 1615710600),
        (1615737600, 1615739400),
    ]


TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
    | st.sampled_from("\n\t,;:\\\"'^%$ "),
    max_size=40,
)


@settings(max_examples=5, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(TEXT, TEXT), min_size=20, max_size=20))
@example([("Blank", " \n")])
def test_texts_arrive_as_they_were_written(texts: list[tuple[str, str]]) -> None:
    slots = tuple(
        Slot(
            "09:00", "09:30", "2021-05-21", title=f"{i} {title}", room=f"in {room}",
            track=track_of(room),
        )
        for i, (title, room) in enumerate(texts)
    )  # fmt: skip
    meet = Event("a", "Meet", timezone="Europe/Zurich", slots=slots)
    kb, _ = build(Records(entities={"event": (meet,)}))
    ((_, content),) = calendar_files(kb, NO_MENTIONS, Urls())
    (found,) = read([content.decode()])
    rows = {one["summary"].partition(" ")[0]: one for one in found["entries"]}
    for i, (title, room) in enumerate(texts):
        row = rows[str(i)]
        assert row["summary"] == words(f"{i} {title}")
        assert row["location"] == words(f"in {room}")
        assert row["categories"] == [*filter(None, [words(track_of(room))]), "Talk"]


def track_of(text: str) -> str:
    r"""Return a text without backslashes: this reader splits an escaped ``\,`` in a list."""
    return text.replace("\\", "/")


def words(text: str) -> str:
    """Return what of a text can be in one line."""
    return " ".join(text.replace("\\$", "$").split())
