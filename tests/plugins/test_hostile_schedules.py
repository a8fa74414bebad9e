"""Whatever a schedule holds: it is read and written, and a check names what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.conference_schedule import Json, pretalx, session
from symposium.cli import main

TEXTS = (
    "javascript:alert(1)", "\u202eevil\u202c", "a\x00b\x1b[31m", "HUGE", "LONG",
    "<script>alert(1)</script>", "{{ jinja }} {cite}`x`", "---", "...", "# x", "- a", "? a: b",
    "&anchor", "*alias", "!tag", "%YAML 1.2", "@x", "`x`", "null", "~", "no", "2025-01-01", "index",
    "", " ", "\u2028\u2029\x85", "\ud800", "\ufeffx", "'\"\\", "a: b, c", "$x^2$ $", "../../etc/passwd",
    ", ,", "and others", "A and B", "{Ada}", "Ada, Lovelace, Countess, of", "@", "a@b.org", "\u2067x",
    "https://example.org/FAR", "https://[::1", "//example.org", "files/x.pdf", "x" * 300,
    "mailto:", "http://user:pass@example.org:99999/", "\u0301", "ﷺ" * 40, "👩‍👩‍👧‍👦", "{" * 50, "[" * 50,
)  # fmt: skip
SHORT = {"HUGE": "T" * 60_000, "LONG": "word " * 3_000, "FAR": "a" * 3_000}
"""What long texts are called, so that an example that fails can be read."""
TIMES = (
    "2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00", "2025-06-01", "25:61", "1900-01-01T00:00Z",
    "8999-12-31T23:59:59+14:00", "2025-06-01T10:00:00-23:59", -5, 1e300, "noon", None, True,
)  # fmt: skip
DURATIONS = ("00:30", "-1:00", "99:99", "P40D", 1e9, -30, "", None, "30:00", 0, [], {})

TEXT = st.sampled_from(TEXTS) | st.text(max_size=12)
LINK = st.builds(lambda url, title: {"url": url, "title": title}, TEXT, TEXT)
PERSON = TEXT | st.fixed_dictionaries(
    {"name": TEXT},
    optional={"biography": TEXT, "code": TEXT, "affiliation": TEXT, "orcid": TEXT},
)
SESSION = st.fixed_dictionaries(
    {"title": TEXT, "date": st.sampled_from(TIMES) | TEXT, "duration": st.sampled_from(DURATIONS)},
    optional={
        "code": TEXT, "type": TEXT, "track": TEXT, "url": TEXT, "abstract": TEXT, "start": TEXT,
        "description": TEXT, "subtitle": TEXT, "persons": st.lists(PERSON, max_size=4),
        "links": st.lists(LINK | TEXT, max_size=3), "room": TEXT,
    },
)  # fmt: skip


@st.composite
def hostile_schedules(draw: st.DrawFn) -> Json:
    """Draw a schedule."""
    sessions = draw(st.lists(SESSION, min_size=1, max_size=5))
    conference: dict[str, Any] = draw(st.fixed_dictionaries({}, optional={
        "title": TEXT, "acronym": TEXT, "url": TEXT, "time_zone_name": TEXT, "start": TEXT,
        "venue": TEXT, "description": TEXT, "end": st.sampled_from(TIMES),
    }))  # fmt: skip
    rooms = {draw(TEXT): sessions[:2], f"{draw(TEXT)} 2": sessions[2:]}
    conference["days"] = [{"date": draw(st.sampled_from(TIMES)), "rooms": rooms}]
    return {"schedule": {"conference": conference, "version": draw(TEXT)}}


def written(schedule: Json) -> bytes:
    """Return a schedule as a file, with its long texts."""
    text = json.dumps(schedule)
    for name, long in SHORT.items():
        text = text.replace(name, long)
    return text.encode()


CONF = "extensions = ['symposium']\nsymposium_site = True\n"
CROWD = [{"name": f"P {n}", "biography": "word " * 9_000} for n in range(25)]


@given(hostile_schedules())
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_any_schedule_is_written_and_again_the_same(tmp_path_factory, capsys, schedule):
    root = tmp_path_factory.mktemp("hostile")
    (root / "conf.py").write_text(CONF, "utf-8")
    file = root / "schedule.json"
    file.write_bytes(written(schedule))
    assert main(["import", "schedule", str(file), str(root), "--event", "x"]) in {0, 1}
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert all(char.isprintable() or char == "\n" for char in told.out + told.err)
    before = {path: path.read_bytes() for path in root.rglob("*.*")}
    main(["import", "schedule", str(file), str(root), "--event", "x", "--update"])
    assert before == {path: path.read_bytes() for path in root.rglob("*.*")}


@pytest.mark.parametrize(
    ("more", "conference", "said"),
    [
        ({}, {"url": "javascript:alert(1)"}, '"javascript:alert(1)" is not a link'),
        ({"persons": CROWD}, {}, "longer than 1,000,000 characters"),
        ({"links": ["https://e.org/" + "a" * 3000]}, {}, "is longer than 2000 characters"),
    ],
)
def test_what_is_wrong_is_reported(project, capsys, more, conference, said):
    root = project({}).root
    one = session("A", "2025-06-01T10:00:00+02:00") | more
    schedule = pretalx({"2025-06-01": {"R": [one]}})
    schedule["schedule"]["conference"] |= conference
    if conference:
        schedule["schedule"] |= conference
    file = root.parent / "schedule.json"
    file.write_text(json.dumps(schedule), "utf-8")
    main(["import", "schedule", str(file), str(root)])
    assert said in capsys.readouterr().err
