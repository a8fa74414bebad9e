"""Lists of talks become events, whoever has exported them: columns in any order, names as typed."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import date, datetime, timedelta
from datetime import time as dtime

import openpyxl
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.guide_project import BLOCKS
from symposium.cli import main
from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages
from symposium_import.schedules.tables import FIELDS, MAX_BYTES, ListOptions
from symposium_import.schedules.talk_list import read_list

CONF = "extensions = ['symposium']\nsymposium_site = True\n"
DAYS = ListOptions(first=date(2026, 6, 3), last=date(2026, 6, 5))

DECIDED = """\
number,title,authors,decision,abstract
7,Owls at noon,"Ada Owl, Bo Li and Cy Doe",accept,Why they sleep.
8,Owls at dusk,Di Elm,reject,When they wake.
"""


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """Return a function that imports a list; it returns the exit code and all that was printed."""
    (tmp_path / "conf.py").write_text(CONF, "utf-8")
    monkeypatch.chdir(tmp_path)

    def run(text: str | bytes, *options: str, name: str = "talks.csv") -> tuple[int, str]:
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(data)
        code = main(["import", "talks", name, "--event", "owls", *options])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_a_column_of_decisions_leaves_out_what_was_rejected():
    programme, findings = read_list(DECIDED.encode(), replace(DAYS, columns={"id": "number"}))
    (talk,) = programme.items
    assert (talk.title, talk.code) == ("Owls at noon", "7")
    assert [one.name for one in talk.authors] == ["Ada Owl", "Bo Li", "Cy Doe"]
    assert [one.message for one in findings][-1:] == ["1 row is left out: rejected, or withdrawn"]


def test_columns_come_in_any_order_and_under_names_of_ones_own(tmp_path, desk):
    text = "Where;When;Wer;Thema;Tag\nNest;9:30 – 10;Owl, Ada;Owls;4.6.2026\n"
    maps = ("--map", "title=Thema,speakers=Wer", "--map", "room=Where,time=When,day=Tag")
    days = ("--title", "Owls", "--timezone", "Europe/Zurich", "--date", "2026-06-03/2026-06-05")
    code, said = desk(text, *days)
    assert code == 2
    assert said == (
        'symposium: talks.csv: no column holds the titles of talks: name it: --map title="…"; '
        'the first line has: "Where", "When", "Wer", "Thema", "Tag"\n'
    )
    assert desk(text, *days, *maps)[0] == 0
    index = (tmp_path / "events/owls/index.md").read_text("utf-8")
    line = "  - day: 2026-06-04\n    time: 9:30-10:00\n    room: Nest\n    talk: owls"
    assert line in index
    assert "speakers: [Ada Owl]" in (tmp_path / "events/owls/owls.md").read_text("utf-8")


def test_a_session_comes_above_its_talks_with_its_chair(tmp_path, desk):
    text = (
        "title,speakers,start,end,room,session,chair\n"
        "Owls,Ada Owl,9:00,9:30,Nest,Naps,\nBats,Bo Li,9:30,10:00,Nest,Naps,Cy Bird (Pond); Di Fox\n"
        "Hoots,Ada Owl,11:00,,Nest,Songs,\nCalls,Bo Li,10:30,11:00,Nest,,Di Fox\n"
    )
    code, _ = desk(text, "--title", "Owls", "--date", "2026-06-03", "--timezone", "Europe/Zurich")
    assert code == 0
    index = (tmp_path / "events/owls/index.md").read_text("utf-8")
    tree = yaml.compose(index.split("---\n")[1])
    slots = yaml.constructor.BaseConstructor().construct_document(tree)["slots"]
    shown = [(one.get("title") or one["talk"], one["time"], one.get("chair")) for one in slots]
    assert shown == [
        ("Naps", "9:00-10:00", [{"name": "Cy Bird", "affiliation": "Pond"}, "Di Fox"]),
        ("owls", "9:00-9:30", None), ("bats", "9:30-10:00", None),
        ("calls", "10:30-11:00", "Di Fox"),
        ("Songs", "11:00", None), ("hoots", "11:00", None),
    ]  # fmt: skip


PROGRAMME = (
    "title,speakers,start,end,room,session,kind,Hat\n"
    "Welcome,,9:00,9:10,All rooms,,opening,red\n"
    "Owls,Ada Owl,9:10,9:30,Nest,,,\n"
    "Bats,Bo Li,14:00,15:00,Nest,Posters,poster,\n"
    "Moths,Cy Bird,14:00,15:00,Nest,Posters,poster,\n"
    "Late,Di Fox,15:00,15:05,Nest,Flashes,poster,\n"
    "Later,Di Fox,15:05,15:10,Nest,Flashes,poster,\n"
    "Closing and walk,,16:00,16:20,ALL,,closing,\n"
)
POSTERS = "    room: Nest\n    title: Posters\n    talks: [bats, moths]\n"
ON_A_DAY = ("--title", "Owls", "--date", "2026-06-03", "--timezone", "Europe/Zurich")


def test_lines_for_everyone_posters_and_ceremonies_are_written_as_the_guide_does(tmp_path, desk):
    code, said = desk(PROGRAMME, *ON_A_DAY)
    assert code == 0
    assert "1 day, 1 room, 5 talks, 2 sessions, 2 breaks" in said
    assert (
        'talks.csv: not taken over: "Hat": to use a column, name the field that it holds: --map FIELD="…"'
        in said
    )
    index = (tmp_path / "events/owls/index.md").read_text("utf-8")
    assert "rooms: [Nest]\n" in index
    assert f"kind: posters\n{POSTERS}" in index
    for line in (
        "  - time: 9:00-9:10\n    kind: opening\n    room: all\n    title: Welcome",
        "  - time: 15:00-15:10\n    kind: posters\n    room: Nest\n    title: Flashes",
        "  - time: 15:05-15:10\n    kind: poster\n    room: Nest\n    talk: later",
        "  - time: 16:00-16:20\n    kind: closing\n    room: all\n    title: Closing and walk",
    ):
        assert f"{line}\n" in index.replace("day: 2026-06-03\n    ", "")
    assert main(["check", "."]) == 0


def test_posters_rewritten_by_hand_stay_so_in_an_update(tmp_path, desk):
    desk(PROGRAMME, *ON_A_DAY)
    path = tmp_path / "events/owls/index.md"
    one = "  - time: 14:00-15:00\n    kind: poster\n    room: Nest\n    talk: bats\n"
    lines = one + one.replace("bats", "moths")
    byhand = path.read_text("utf-8").replace(POSTERS, POSTERS.partition("    talks:")[0] + lines)
    path.write_text(byhand, "utf-8")
    code, said = desk(PROGRAMME.replace("9:10,9:30", "9:10,9:40"), "--update")
    assert code == 0
    assert "deleted here" not in said
    assert path.read_text("utf-8") == byhand.replace("9:10-9:30", "9:10-9:40")


def test_what_columns_say_of_persons_is_as_much_as_there_are_persons(tmp_path, desk):
    rows = (
        "title,speakers,affiliation,orcid,bio\n"
        "Owls,Ada Owl; Bo Li,Pond,0000-0002-1825-0097,Both fly.\n"
        "More owls,Ada Owl; Bo Li,Pond;Pond,0000-0002-1825-0097;,\n"
    )
    _, said = desk(rows, "--title", "Owls", "--date", "2026-06-03", "--timezone", "Europe/Zurich")
    lost = 'talks.csv:2:1: affiliation: 2 persons, but 1 value: "Pond" is left out: write one for'
    assert lost in said
    assert 'orcid: 2 persons, but 1 value: "0000-0002-1825-0097" is left out' in said
    assert 'bio: one biography for 2 persons: "Both fly." is left out: write it into' in said
    assert "talks.csv:3" not in said
    text = (tmp_path / "events/owls/more-owls.md").read_text("utf-8")
    assert text.count("Pond") == 2


def test_days_that_may_be_two_are_asked_for_not_guessed():
    text = "title,day,time\nA,03/06/2026,9:00\nB,4.6.2026,9:00\n"
    programme, findings = read_list(text.encode(), ListOptions())
    assert [one.message for one in findings] == [
        '"03/06/2026" is not a day',
        "this talk has no day",
    ]
    assert [one.start and f"{one.start:%d.%m.}" for one in programme.items] == [None, "04.06."]


def test_an_update_keeps_what_people_wrote_and_what_options_said(tmp_path, desk):
    text = "id,title,speakers,In which,start,end\n7,Owls,Ada Owl,Nest,9:30,10:00\n"
    options = ("--title", "Owl days", "--date", "2026-06-03", "--timezone", "Europe/Zurich")
    room = ("--map", "room=In which")
    assert desk(text, *options, *room)[0] == 0
    page, index = tmp_path / "events/owls/owls.md", tmp_path / "events/owls/index.md"
    page.write_text(page.read_text("utf-8") + "\nMore by hand.\n", "utf-8")
    index.write_text(index.read_text("utf-8").replace("title:", "# ours\ntitle:"), "utf-8")
    moved = text.replace("Nest", "Pond").replace("Owls,", "Owls at noon,")
    _, said = desk(moved, "--update", *room, "--diff")
    assert "changed: events/owls/index.md\n" in said
    assert desk(moved, "--update", *room)[0] == 0
    assert "title: Owls at noon\n" in page.read_text("utf-8")
    assert page.read_text("utf-8").endswith("More by hand.\n")
    after = index.read_text("utf-8")
    assert after.startswith(
        "---\n# ours\ntitle: Owl days\ndate: 2026-06-03\ntimezone: Europe/Zurich\n"
    )
    assert "room: Pond" in after
    code, said = desk(moved.replace("In which", "Whither"), "--update", *room)
    assert (code, after) == (2, index.read_text("utf-8"))
    assert 'there is no column "In which": there are "id", ' in said
    assert desk(moved, "--update", "--map", "room=")[0] == 0
    assert "room:" not in index.read_text("utf-8")


WRONG = {
    "a schedule": b'{"schedule": {"conference": {}}}', "a calendar": b"BEGIN:VCALENDAR\n",
    "a bibliography": b"@article{a, title={B}}\n", "a web page": b"<!DOCTYPE html>",
    "nothing": b"", "an export": b'[{"title": "Owls"}]',
}  # fmt: skip


@pytest.mark.parametrize("data", WRONG.values(), ids=list(WRONG))
def test_wrong_files_are_refused(tmp_path, desk, data):
    code, said = desk(data, name="x")
    assert code == 2
    assert said.startswith("symposium: x: this is not a list of talks: it reads CSV and XLSX; ")
    assert not (tmp_path / "events").exists()


def test_the_example_of_the_guide(tmp_path, capsys):
    blocks = [one for one in BLOCKS if one.page == "importing.md"]
    (table,) = [one for one in blocks if one.caption == "talks.csv"]
    (printed,) = [one for one in blocks if "symposium import talks" in one.text]
    options = ("--title", "Tides 2027", "--timezone", "Europe/Lisbon")
    (tmp_path / "conf.py").write_text(CONF, "utf-8")
    (tmp_path / "talks.csv").write_text(table.text, "utf-8")
    assert main(["import", "talks", str(tmp_path / "talks.csv"), str(tmp_path), *options]) == 0
    assert capsys.readouterr().out.splitlines()[0] in printed.text


CELLS = st.sampled_from(["", "9:30", "25:99", "3/6/2026", "A, B", '"', "a;b", "(", "\x00", "PT"])
FIELD = st.sampled_from(FIELDS)


@given(st.lists(FIELD, min_size=1, max_size=8), st.lists(st.lists(CELLS | st.text(max_size=9))))
@settings(max_examples=examples(150))
def test_any_table_is_read_or_refused_with_a_reason(heads, rows):
    text = "\n".join(",".join(row) for row in [heads, *rows])
    try:
        _, findings = read_list(text.encode(), DAYS)
    except WrongUseError:
        return
    assert all(one.path[0] >= 1 for one in findings if one.path)


def workbook(*sheets: tuple[str, list[list[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


DAY = datetime.fromisoformat("2027-06-03")
TALKS = [
    ["ID", "Title", "Speakers", "Day", "Start", "Duration", "Room"],
    [1, "Owls, at night", "Ada Owl", DAY, dtime(9, 30), 45, "Nest"],
    [],
    [2.0, "Mice", "Ben Maus", DAY, dtime(10, 15), timedelta(minutes=30), None],
]


def test_a_workbook_is_read_like_a_table_with_its_days_and_times(tmp_path, desk):
    options = ("--title", "Owls", "--timezone", "Europe/Zurich")
    code, said = desk(workbook(("Read me", []), ("Talks", TALKS), ("Old", TALKS)), *options)
    assert code == 0, said
    assert "the workbook has other sheets, which are not read: Old" in said
    index = (tmp_path / "events/owls/index.md").read_text("utf-8")
    assert "time: 9:30-10:15\n    room: Nest\n    talk: owls-at-night\n" in index
    assert "time: 10:15-10:45\n    talk: mice\n" in index
    moved = [row if number != 3 else [*row[:6], "Pond"] for number, row in enumerate(TALKS)]
    code, said = desk(workbook(("A", TALKS), ("B", moved)), "--update", "--sheet", "B", *options)
    assert "room: Pond" in (tmp_path / "events/owls/index.md").read_text("utf-8")
    _, said = desk(workbook(("A", [["What"], ["x"]])), "--update", *options)
    assert "talks.csv: no column holds the titles of talks" in said
    _, said = desk(workbook(("A", TALKS)), "--update", "--sheet", "C", *options)
    assert '--sheet: there is no sheet "C": there are "A"' in said


def archive(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name.replace("__", "/"), data)
    return made.getvalue()


WORKBOOKS = {
    "cut off": (lambda: workbook(("A", TALKS))[:-300], "the workbook cannot be read"),
    "an old one": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "an old workbook (XLS)"),
    "an OpenDocument sheet": (
        lambda: archive(**{"content.xml": b"<a/>"}),
        "the workbook cannot be read",
    ),
    "not as it should be": (
        lambda: archive(**{"xl__workbook.xml": b"<a"}),
        "the workbook cannot be read",
    ),
    "a bomb": (
        lambda: archive(**{"xl__workbook.xml": b"<a/>", "xl__sheet.xml": bytes(MAX_BYTES + 1)}),
        "that is too much for a list",
    ),
}
"""What makes a file, and what is said of it; nothing is packed while tests are collected."""


@pytest.mark.parametrize(("make", "message"), WORKBOOKS.values(), ids=list(WORKBOOKS))
def test_workbooks_that_are_not_read_say_why(tmp_path, desk, make, message):
    code, said = desk(make(), "--title", "Owls")
    assert (code, len(said.splitlines())) == (2, 1)
    assert message in said
    assert not (tmp_path / "events").exists()


def test_a_workbook_wants_an_extra(desk, monkeypatch):
    monkeypatch.setattr(optional_packages, "has", lambda _: False)
    code, said = desk(workbook(("A", TALKS)), "--title", "Owls")
    assert code == 2
    assert "needs openpyxl: pip install 'sphinx-symposium[xlsx]'" in said
