"""Whatever a schedule holds: what is written of it passes the check, the rest is reported."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from support.conference_schedule import pretalx, session
from support.hostile_schedule import hostile_schedules, written
from symposium.cli import main
from symposium.cli.check import subject_of
from symposium.cli.project import load
from symposium.lint.rules import lint
from symposium.model.problems import Severity

CONF = "extensions = ['symposium']\nsymposium_site = True\n"
CROWD = [{"name": f"P {n}", "biography": "word " * 9_000} for n in range(25)]


def errors(root) -> list[str]:
    project = load(root)
    every = (*project.problems, *lint(subject_of(project)))
    return [str(one) for one in every if one.severity >= Severity.ERROR]


@given(hostile_schedules())
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_is_written_has_no_error(tmp_path_factory, capsys, schedule):
    root = tmp_path_factory.mktemp("hostile")
    (root / "conf.py").write_text(CONF, "utf-8")
    file = root / "schedule.json"
    file.write_bytes(written(schedule))
    assert main(["import", "schedule", str(file), str(root), "--event", "x"]) in {0, 1}
    assert errors(root) == []
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
        ({"persons": [f"P {n}" for n in range(10_000)]}, {}, "more than 1,000 persons"),
        ({"persons": CROWD}, {}, "longer than 1,000,000 characters"),
        ({"links": ["https://e.org/" + "a" * 3000]}, {}, "is longer than 2000 characters"),
        ({"title": "A \u202eevil"}, {}, "U+202E"),
        ({"title": "T" * 60_000}, {}, "title"),
    ],
)
def test_what_is_left_out_is_reported(project, capsys, more, conference, said):
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
    assert errors(root) == []
