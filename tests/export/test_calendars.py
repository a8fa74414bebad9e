"""Calendars: what stands in them, in which moments, and when they were changed."""

from __future__ import annotations

import io
import os
import subprocess
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from dateutil.tz import tzical
from icalendar import Calendar
from support.calendar_cases import all_changes, calendars, knowledge
from support.files import write
from support.judges import judge_calendar
from support.project import MakeProject
from symposium.export.appointments import Appointments, files_with_history
from symposium.knowledge.local_times import instant
from symposium.pages import Urls
from symposium.reading.git_history import changes, first_of_entries

GOLDEN = Path(__file__).with_name("data") / "calendar.ics"

SMALL = {
    "events/meet/index.md": (
        "---\ntitle: The Meeting, 2021\ndate: 2021-05-20\ntimezone: America/Los_Angeles\n"
        "location: Portland\nslots:\n"
        "  - {time: 9:00-9:40, talk: ray, room: Hall, track: Systems}\n"
        "  - {time: 9:40-10:00, kind: break, title: Coffee}\n---\n"
    ),
    "events/meet/ray.md": (
        "---\ntitle: Ray for $n^2$\nkind: invited\nspeakers:\n"
        "  - {name: Ann Onym, affiliations: [{organization: ETH, country: Switzerland}]}\n"
        "links: {slides: https://example.org/ray.pdf}\n---\n"
        "An *abstract* by {person}`ann-onym`; long enough for a line to be folded – twice.\n"
    ),
}


def test_a_small_event_as_it_was_agreed(tmp_path: Path) -> None:
    made = calendars(knowledge(tmp_path, SMALL))
    assert set(made) == {"events/meet/index.ics", "events/meet/ray.ics", "people/ann-onym.ics"}
    assert made["events/meet/index.ics"].encode() == GOLDEN.read_bytes()


def test_a_cancelled_line_is_cancelled_in_all_calendars(tmp_path: Path) -> None:
    page = SMALL["events/meet/index.md"]
    for line in ("room: Hall,", "kind: break,"):
        changed = page.replace(line, f"{line} status: cancelled, note: 'A storm, alas.',")
        made = calendars(knowledge(tmp_path / line[:4], {**SMALL, "events/meet/index.md": changed}))
        entries = {str(one["SUMMARY"]): one for one in Calendar.from_ical(
            made["events/meet/index.ics"]).walk("VEVENT")}  # fmt: skip
        title = "Ray for $n^2$" if "Hall" in line else "Coffee"
        assert {name: str(one["STATUS"]) for name, one in entries.items()} == {
            "Ray for $n^2$": "CONFIRMED", "Coffee": "CONFIRMED", title: "CANCELLED",
        }  # fmt: skip
        assert "Cancelled: A storm, alas." in str(entries[title]["DESCRIPTION"])
        assert entries[title]["TRANSP"] == "TRANSPARENT"
        if "Hall" in line:
            assert "STATUS:CANCELLED" in made["people/ann-onym.ics"]


def moments(text: str) -> dict[str, tuple[object, object]]:
    """Return beginning and end of each entry by its id, as icalendar reads them."""
    return {
        str(one["UID"]): tuple(
            one[name].dt if name in one else None for name in ("DTSTART", "DTEND")
        )
        for one in Calendar.from_ical(text).walk("VEVENT")
    }  # type: ignore[misc]


def test_moments_are_read_as_they_are_meant(tmp_path: Path) -> None:
    """By icalendar, which knows the zones, and by dateutil, from their definitions alone."""
    kb = knowledge(tmp_path, all_changes())
    made, meant = calendars(kb), Appointments(kb, Urls(identity="test"))
    for name in kb.events:
        text = made[f"events/{name}/index.ics"]
        assert not judge_calendar(text.encode())
        read = moments(text)
        zones = tzical(io.StringIO(text)) if "VTIMEZONE" in text else None
        for one in meant.of_event(name):
            # What takes no time, as clocks are put forward, has no end.
            wanted = [instant(moment) for moment in (one.start, one.end) if moment]
            found = [moment for moment in read[one.uid] if moment]
            assert [instant(moment) for moment in found] == wanted, (name, one.title)
            for moment, expected in zip(found, wanted, strict=True):
                if key := getattr(moment.tzinfo, "key", ""):
                    if key == "UTC":
                        continue
                    # Asked first for another time, as vobject does.
                    assert zones.get(key).utcoffset(datetime(2, 1, 1)) is not None  # noqa: DTZ001
                    strict = moment.replace(tzinfo=zones.get(key))
                    assert strict.astimezone(UTC) == expected, (name, one.title)


def test_what_has_no_time_or_no_zone_is_of_whole_days(tmp_path: Path) -> None:
    whole = "---\ntitle: Whole\ndate: 2021-05-20/2021-05-22\nslots: [{title: A}]\n---\n"
    naive = "---\ntitle: Naive\ndate: 2021-05-20\nslots: [{time: 9:00-9:30, title: B}]\n---\n"
    mixed = SMALL["events/meet/index.md"].replace(
        "slots:", "slots:\n  - {talk: late}\n  - {title: Tea}"
    )
    late = "---\ntitle: Late\n---\n"
    files = {
        "events/whole/index.md": whole, "events/naive/index.md": naive,
        "events/mixed/index.md": mixed, "events/mixed/late.md": late,
        "events/mixed/ray.md": SMALL["events/meet/ray.md"],
    }  # fmt: skip
    made = calendars(knowledge(tmp_path, files))
    days = (date(2021, 5, 20), date(2021, 5, 23))
    assert list(moments(made["events/whole/index.ics"]).values()) == [days]
    assert "DESCRIPTION:09:00–09:30 B" in made["events/naive/index.ics"]
    assert "DTSTART;VALUE=DATE:20210520" in made["events/naive/index.ics"]
    assert made["events/mixed/index.ics"].count("BEGIN:VEVENT") == 3
    assert (date(2021, 5, 20), date(2021, 5, 21)) in moments(made["events/mixed/late.ics"]).values()


def test_without_an_address_of_the_site_nothing_points_to_it(tmp_path: Path) -> None:
    for text in calendars(knowledge(tmp_path, SMALL), base="").values():
        assert "\r\nURL:" not in text
        assert "\r\nSOURCE" not in text


def test_former_names_are_in_no_calendar(tmp_path: Path) -> None:
    person = "---\nname: Ann Onym\nformer_names: [Ann Formerly]\nwas: [ann-formerly]\n---\n"
    ray = SMALL["events/meet/ray.md"].replace("name: Ann Onym", "name: Ann Formerly")
    files = {**SMALL, "people/ann-onym.md": person, "events/meet/ray.md": ray}
    made = calendars(knowledge(tmp_path, files))
    assert "Ann Onym" in made["people/ann-onym.ics"]
    assert not any("ormerly" in path + text for path, text in made.items())


class Repository:
    """A repository of git with a clock of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, day: int = 1) -> None:
        """Run git as if it were a day of June 2021."""
        own = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        when = f"2021-06-{day:02}T12:00:00Z"
        env = {**os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}
        subprocess.run(["git", *own, *arguments], cwd=self.root, env=env, check=True,
                       capture_output=True)  # fmt: skip

    def commit(self, day: int, files: dict[str, str]) -> None:
        """Write and commit files."""
        write(self.root, files)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", f"{day}", day=day)


def seconds(day: int) -> int:
    return int(datetime(2021, 6, day, 12, tzinfo=UTC).timestamp())


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit(1, {f"site/{name}": text for name, text in SMALL.items()})
    made.commit(2, {"site/events/meet/ray.md": f"{SMALL['events/meet/ray.md']}More.\n"})
    made.commit(3, {"site/other.md": "# Other\n"})
    return made


RAY, MEET = "events/meet/ray.md", "events/meet/index.md"


def test_stamps_are_those_of_the_last_commit_that_changed_it(repository: Repository) -> None:
    kb = knowledge(repository.root / "site", {})
    assert kb.changed == {MEET: seconds(1), RAY: seconds(2)}
    rows = Calendar.from_ical(calendars(kb)["events/meet/index.ics"]).walk("VEVENT")
    found = {str(one["SUMMARY"]): (one["DTSTAMP"].dt, int(one["SEQUENCE"])) for one in rows}
    epoch = int(datetime(2000, 1, 1, tzinfo=UTC).timestamp())
    assert found == {
        "Ray for $n^2$": (datetime(2021, 6, 2, 12, tzinfo=UTC), seconds(2) - epoch),
        "Coffee": (datetime(2021, 6, 1, 12, tzinfo=UTC), seconds(1) - epoch),
    }


def test_a_merge_is_a_change_when_it_is_made(repository: Repository) -> None:
    repository.git("switch", "-q", "-c", "branch")
    repository.commit(4, {f"site/{RAY}": "---\ntitle: Branch\n---\n"})
    repository.git("switch", "-q", "main")
    repository.commit(5, {"site/other.md": "# Again\n"})
    repository.git("merge", "-q", "--no-ff", "branch", "-m", "6", day=6)
    assert changes(repository.root / "site", {RAY}).last == {RAY: seconds(6)}


def test_an_entry_begins_with_the_first_commit_that_has_it(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    made.commit(1, {"refs.bib": "@misc{old, year = 2020}\n"})
    made.commit(2, {"refs.bib": "@misc{new, year = 2021}\n@misc{old, year = 2020}\n"})
    made.commit(3, {"refs.bib": "@book{old, year = 2020}\n@misc{new, year = 2021}\n"})
    assert first_of_entries(tmp_path, {"refs.bib"}) == {"old": seconds(1), "new": seconds(2)}


def test_names_of_files_may_be_odd(tmp_path: Path) -> None:
    odd = ["events/a/ü \"q'.md", "events/a/-x.md", "events/a/new\nline.md", "people/:(top)x.md"]
    odd += ["events/a/x\x01y.md", "events/\x01123 /x.md"]
    made = Repository(tmp_path / "odd")
    made.commit(1, dict.fromkeys(odd, "x"))
    assert changes(made.root, odd).last == dict.fromkeys(odd, seconds(1))


def test_a_clone_has_the_same_stamps_and_a_shallow_one_only_those_it_knows(
    repository: Repository, tmp_path: Path
) -> None:
    origin = repository.root.as_uri()
    repository.git("clone", "-q", origin, str(tmp_path / "whole"))
    repository.git("clone", "-q", "--depth", "1", origin, str(tmp_path / "one"))
    repository.git("clone", "-q", "--depth", "2", origin, str(tmp_path / "two"))
    whole = calendars(knowledge(tmp_path / "whole" / "site", {}))
    assert whole == calendars(knowledge(repository.root / "site", {}))
    assert changes(tmp_path / "one" / "site", {RAY, MEET}).last == {}
    repository.commit(4, {f"site/{RAY}": "---\ntitle: Late\n---\n"})
    subprocess.run(["git", "pull", "-q"], cwd=tmp_path / "two", check=True, capture_output=True)
    assert changes(tmp_path / "two" / "site", {RAY, MEET}).last == {RAY: seconds(4)}


def test_without_git_stamps_are_given_or_made_of_the_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    kb = knowledge(tmp_path, SMALL)
    assert "DTSTAMP:20210101T000000Z" in calendars(kb)["events/meet/index.ics"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(seconds(1)))
    assert "DTSTAMP:20210601T120000Z" in calendars(kb)["events/meet/index.ics"]
    monkeypatch.setenv("PATH", "")
    assert changes(tmp_path, files_with_history(kb)).last == {}


def test_nothing_in_a_repository_is_run(repository: Repository, tmp_path: Path) -> None:
    trace = tmp_path / "run"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {trace}\n", encoding="utf-8")
    script.chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "pager.log", "diff.external", "gpg.program",
                 "diff.x.textconv", "diff.x.command", "core.sshCommand", "alias.log",
                 "core.alternateRefsCommand", "core.editor", "credential.helper"):  # fmt: skip
        value = f"!{script}" if name.startswith("alias") else str(script)
        repository.git("config", name, value)
    repository.git("config", "log.showSignature", "true")
    repository.git("config", "log.showRoot", "false")
    (repository.root / ".gitattributes").write_text("* diff=x\n", encoding="utf-8")
    (repository.root / ".git" / "hooks" / "post-index-change").write_bytes(script.read_bytes())
    found = changes(repository.root / "site", {RAY, MEET}).last
    assert found == {MEET: seconds(1), RAY: seconds(2)}
    assert not trace.exists()


def test_calendars_are_made_again_where_something_changed(project: MakeProject) -> None:
    files = {
        **SMALL,
        "events/other/index.md": SMALL["events/meet/index.md"].split("slots")[0] + "---\n",
    }
    made = project(files, 'html_baseurl = "https://example.org/"\n')
    subprocess.run(["git", "init", "-q"], cwd=made.root, check=True)
    first = made.build()
    assert first.warnings == ""
    html = first.html("events/meet/index")
    assert '<a class="sy-button" href="../../events/meet/index.ics">Calendar (.ics)</a>' in html
    assert 'href="webcal://example.org/events/meet/index.ics">Subscribe</a>' in html
    assert '<link rel="alternate" type="text/calendar" href="../people/ann-onym.ics"' in (
        first.html("people/ann-onym")
    )
    before = first.files()
    made.write({RAY: SMALL[RAY].replace("Ray for", "Rays for")})
    after = made.build().files()
    changed = {name for name in after if name.endswith(".ics") and after[name] != before[name]}
    assert changed == {"events/meet/index.ics", "events/meet/ray.ics", "people/ann-onym.ics"}
    # A commit changes no source, and the stamps.
    Repository(made.root).commit(7, {})
    committed = made.build().files()
    assert b"DTSTAMP:20210607T120000Z" in committed["events/meet/ray.ics"]
    clean = made.build(out="_clean").files()
    names = [name for name in clean if name.endswith(".ics")]
    assert names
    assert {name: committed[name] for name in names} == {name: clean[name] for name in names}
