"""Whatever a schedule holds: it is read and written, and a check names what is wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from support.conference_schedule import pretalx, session
from support.hostile_schedule import hostile_schedules, written
from symposium.cli import main

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
