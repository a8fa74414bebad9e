"""What is kept of programmes for where there is no network."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import programmes
from support.project import Built, MakeProject
from symposium.pages import pagination
from symposium.sphinxext import offline


def kept(built: Built) -> dict[str, Any]:
    first = (built.outdir / offline.WORKER_FILE).read_text(encoding="utf-8").partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const symposiumKept = ").rstrip(";"))
    return found


LINES = "".join(
    f"  - {{time: '{8 + n // 15}:{n % 15 * 4:02}', title: Short talk number {n}}}\n"
    for n in range(120)
)
LAST = "---\ntitle: The Last Talk\n---\nText.\n"
LONG = {
    **programmes.FILES,
    "events/long/index.md": (
        "---\ntitle: A Long Meeting\ndate: 2022-05-01\ntimezone: Asia/Kathmandu\nslots:\n"
        f"{LINES}  - {{time: '23:00-23:30', talk: last}}\n---\n"
    ),
    "events/long/last.md": LAST,
}


def test_what_a_programme_needs_is_kept_and_a_page_differs_by_two_tags(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "BUDGET", 30_000)  # several pages, without hundreds of talks
    made = project(LONG)
    before = made.build().html("events/long/index")
    built = made.build(symposium_offline=["long"])
    first = kept(built)
    files = first["files"]
    assert {"events/long/index.html", "events/long/index/2.html", "events/long/last.html"} <= {
        *files
    }
    assert {"events/long/index.ics", "my-programme.html", "_static/symposium-my-calendar.js"} <= {
        *files
    }
    assert not [one for one in files if one.startswith(("events/relay", "papers/", "api/", "/"))]
    for one in files:
        assert (built.outdir / one.partition("?")[0]).is_file(), one
    with_it = built.html("events/long/index").splitlines()
    added = [line for line in with_it if line not in before.splitlines()]
    assert len(added) == 2
    assert "symposium.webmanifest" in added[0] + added[1]
    assert "symposium-offline.js" in added[0] + added[1]
    assert "symposium-offline.js" not in built.html("people/index")
    assert kept(made.build(symposium_offline=["long"])) == first
    # Its version follows the content.
    made.write({"events/long/last.md": LAST + "\nOne more sentence.\n"})
    assert kept(made.build(symposium_offline=["long"]))["version"] != first["version"]
    # And without the setting, nothing of it is left.
    made.write({"events/long/last.md": LAST})
    after = made.build()
    assert after.html("events/long/index") == before
    assert not (after.outdir / offline.WORKER_FILE).exists()
    assert not (after.outdir / offline.MANIFEST).exists()


def test_mistakes_and_what_is_too_much_are_reported(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(programmes.FILES)
    built = made.build(symposium_offline=["relay-2012", ["a"]])
    assert "there is no event 'relay-2012': did you mean relay-2021?" in built.warnings
    assert "conf.py:1: ERROR: symposium_offline: there is no event \"['a']\"" in built.warnings
    assert (
        json.loads((built.outdir / offline.MANIFEST).read_bytes())["start_url"]
        in kept(built)["files"]
    )
    monkeypatch.setattr(offline, "LIMIT", 1_000)
    assert "these events are not kept: relay-2021" in made.build(symposium_offline=True).warnings
