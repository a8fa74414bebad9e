"""``symposium check --fix``: what it changes, what it leaves, and how it shows it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from symposium.cli import main
from symposium.cli.files import difference
from symposium.cli.fix import changed_files
from symposium.lint import rules
from symposium.lint.source_texts import MARK, SourceText
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Edit, Place, Problem

BIB = """\
% a comment that stays
@misc{doe2021paper,
  author = {Doe, Jane},   title = {A Papre},
  year = 2021,
}
"""


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """A small project; commands are typed in it."""
    folder = tmp_path / "project"
    (folder / "people").mkdir(parents=True)
    (folder / "conf.py").write_text('extensions = ["symposium"]\nsymposium_site = True\n')
    (folder / "refs.bib").write_text(BIB)
    (folder / "people/jane-doe.md").write_text("---\nname: Jane Doe\n---\n")
    monkeypatch.chdir(folder)
    # What the program keeps is tested apart.
    monkeypatch.setattr("symposium.cli.fix.permalinks_mended", lambda _: None)
    return folder


Spells = Callable[..., None]


@pytest.fixture
def spelling(monkeypatch) -> Spells:
    """Return a function that makes a rule which replaces words of files, and is the only one."""

    def spell(words: dict[str, str], *paths: str) -> None:
        def rule(subject: Subject) -> Iterator[Problem]:
            for path in paths or ("refs.bib",):
                for old, new in words.items():
                    if place := subject.texts.find(Place(path), old):
                        edits = (Edit(place, old, new),)
                        yield Problem(Code.TITLE_MARKUP, f"{old} is wrong", place, "", edits)

        monkeypatch.setattr(rules, "RULES", (rule,))

    return spell


# a file, and what is changed in it


@given(
    st.lists(st.sampled_from(["a", "é𝔸", "\n", "\r\n", "\r", "\x00", " ", "\ufeff"]), max_size=30),
    st.booleans(),
    st.data(),
)
def test_an_edit_changes_what_it_names_and_no_other_byte(pieces, marked, data):
    raw = "".join(pieces)
    content = (MARK if marked else b"") + raw.encode()
    source = SourceText.of(content)
    text = source.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    line = text.count("\n", 0, start)
    place = Place("x", line + 1, start - text.rfind("\n", 0, start))
    new = data.draw(st.sampled_from(["", "b", "b\nc"]))
    change = source.change(Edit(place, text[start:end], new))
    assert change == (start, end, new)
    made = source.changed([change])
    # A \r and a \n become one line end where what stood between them goes.
    assume(new or made.count(b"\r\n") <= raw.count("\r\n"))
    assert SourceText.of(made).text.removeprefix("\ufeff") == (
        text[:start] + new + text[end:]
    ).removeprefix("\ufeff")
    before, after = source.raw_slice(0, start), source.raw_slice(end, len(text))
    assert made.startswith(source.mark + before.encode())
    assert made.endswith(after.encode())
    assert content == source.mark + (before + source.raw_slice(start, end) + after).encode()


@pytest.mark.parametrize("place", [(0, 1), (3, 1), (1, 0), (1, 9), (2, 2)])
def test_an_edit_beside_the_text_is_none(place):
    assert SourceText.of(b"ab\ncd").change(Edit(Place("x", *place), "ab", "")) is None


# which edits go together


def edits(*changes: tuple[int, str, str], path: str = "x") -> tuple[Edit, ...]:
    return tuple(Edit(Place(path, 1, column), old, new) for column, old, new in changes)


def mended(*groups: tuple[Edit, ...], text: bytes = b"abcdef") -> tuple[dict[str, bytes], int]:
    problems = [
        Problem(Code.TITLE_MARKUP, str(index), Place("x"), "", group)
        for index, group in enumerate(groups)
    ]
    files, refused = changed_files(
        problems, lambda path: "no" if path == "away" else SourceText.of(text)
    )
    return files, len(refused)


def test_edits_that_do_not_touch_each_other_are_made_together():
    two = edits((1, "a", "A"), (2, "b", "B")), edits((6, "f", ""))
    assert mended(*two) == ({"x": b"ABcde"}, 0)


def test_of_two_edits_that_overlap_the_first_is_made():
    assert mended(edits((1, "abc", "-")), edits((3, "cd", "+"))) == ({"x": b"-def"}, 0)
    assert mended(edits((3, "cd", "+")), edits((1, "abc", "-"))) == ({"x": b"ab+ef"}, 0)
    assert mended(edits((2, "", "1")), edits((2, "", "2"))) == ({"x": b"a1bcdef"}, 0)
    assert mended(edits((2, "b", "B")), edits((2, "", "2"))) == ({"x": b"aBcdef"}, 0)


def test_edits_of_a_problem_are_made_all_or_none():
    assert mended(edits((1, "a", "A"), (2, "x", "B"))) == ({}, 1)
    assert mended(edits((1, "a", "A")), edits((5, "e", "E"), (1, "ab", ""))) == (
        {"x": b"Abcdef"}, 0,
    )  # fmt: skip
    away = edits((1, "a", "A")) + edits((1, "a", "A"), path="away")
    assert mended(away) == ({}, 1)
    both = edits((1, "a", "A")) + edits((1, "a", "A"), path="y")
    assert mended(both) == ({"x": b"Abcdef", "y": b"Abcdef"}, 0)


# the command


def test_fix_mends_shows_how_and_leaves_the_rest(project, spelling, capsys):
    spelling({"Papre": "Paper"})
    assert main(["check", "--fix"]) == 0
    assert (project / "refs.bib").read_text() == BIB.replace("Papre", "Paper")
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "--- a/refs.bib",
        "+++ b/refs.bib",
        "@@ -1,5 +1,5 @@",
        " % a comment that stays",
        " @misc{doe2021paper,",
        "-  author = {Doe, Jane},   title = {A Papre},",
        "+  author = {Doe, Jane},   title = {A Paper},",
        "   year = 2021,",
        " }",
    ]
    assert err.startswith("1 file changed\n")
    assert err.endswith(": no problems\n")


@pytest.mark.parametrize("mark", [b"", MARK])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("last", [True, False])
def test_mark_line_ends_and_last_line_stay(project, spelling, mark, end, last):
    data = mark + BIB.encode().replace(b"\n", end)
    data = data if last else data[: -len(end)]
    (project / "refs.bib").write_bytes(data)
    spelling({"Papre": "Paper", "2021,": "2022,"})
    assert main(["check", "--fix"]) == 0
    expected = data.replace(b"Papre", b"Paper").replace(b"2021,", b"2022,")
    assert (project / "refs.bib").read_bytes() == expected


def test_diff_changes_nothing_and_can_be_applied(project, spelling, capsys):
    long = BIB.replace("  year", "  note = {x},\n" * 9 + "  year") + "% end\n"
    (project / "refs.bib").write_text(long.rstrip())
    words = {
        "Papre": "Paper",
        "% end": "% The end",
        "  year = 2021,\n": "",
        "a comment": "one\n% of two lines",
    }
    spelling(words)
    assert main(["check", "--diff"]) == 1
    patch = capsys.readouterr().out
    assert (project / "refs.bib").read_text() == long.rstrip()
    subprocess.run(["git", "apply", "--unsafe-paths", "-"], input=patch, text=True, check=True)
    applied = (project / "refs.bib").read_text()
    (project / "refs.bib").write_text(long.rstrip())
    assert main(["check", "--fix"]) == 0
    assert (project / "refs.bib").read_text() == applied
    assert applied.count("Paper") == 1
    assert main(["check", "--diff"]) == 0


def test_a_diff_does_not_steer_the_terminal(project, spelling, capsys):
    (project / "refs.bib").write_text(BIB.replace("Papre}", "Papre \x1b[1m\u202e}"))
    spelling({"Papre": "Paper"})
    main(["check", "--diff"])
    out = capsys.readouterr().out
    assert r"A Paper \x1b[1m\u202e}" in out


def test_rights_and_links_stay(project, spelling):
    shelf = project / "shelf"
    shelf.mkdir()
    (project / "refs.bib").rename(shelf / "real.bib")
    (shelf / "real.bib").chmod(0o640)
    (project / "refs.bib").symlink_to("shelf/real.bib")
    spelling({"Papre": "Paper"})
    assert main(["check", "--fix"]) == 0
    assert (project / "refs.bib").is_symlink()
    assert "Paper" in (shelf / "real.bib").read_text()
    assert (shelf / "real.bib").stat().st_mode & 0o777 == 0o640
    assert list(shelf.iterdir()) == [shelf / "real.bib"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("conf.py", "such a file is never changed"),
        ("link.md", "such a file is never changed"),
        ("away.md", "the file is not in the project"),
        ("latin.md", "the file is not UTF-8"),
        ("locked.md", "the file is read-only"),
    ],
)
def test_some_files_are_never_changed(project, spelling, capsys, path, reason):
    (project.parent / "outside.md").write_text("Papre\n")
    (project / "link.md").symlink_to("conf.py")
    (project / "away.md").symlink_to("../outside.md")
    (project / "pyproject.toml").write_text("# Papre\n")
    (project / "conf.py").write_text("# Papre\n")
    (project / "latin.md").write_bytes("Papre ü\n".encode("latin-1"))
    (project / "locked.md").write_text("Papre\n")
    (project / "locked.md").chmod(0o444)
    before = (project / path).read_bytes()
    spelling({"Papre": "Paper"}, path)
    assert main(["check", "--fix"]) == 0
    assert (project / path).read_bytes() == before
    assert f"W009 cannot be repaired: {reason}" in capsys.readouterr().err


def test_what_grows_for_ever_ends(project, spelling, monkeypatch):
    monkeypatch.setattr("symposium.cli.fix.MAX_ROUNDS", 3)
    spelling({"Papre": "Papre Papre"})
    main(["check", "--fix"])
    assert (project / "refs.bib").read_text().count("Papre") == 4


# differences


def applied(text: str, patch: str, folder: Path) -> str:
    """Return what git makes of a text and a patch."""
    (folder / "x.md").write_bytes(text.encode())
    done = subprocess.run(
        ["git", "apply", "--unsafe-paths", "-"], input=patch.encode(), cwd=folder, check=False,
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode() + patch
    return (folder / "x.md").read_bytes().decode()


@pytest.mark.parametrize("seed", range(4))
def test_a_difference_is_what_git_understands(tmp_path, seed):
    from random import Random

    random = Random(seed)  # noqa: S311 - only variety is wanted
    text = "".join(
        f"{index} {random.choice('abc')}\n" for index in range(random.choice([1, 9, 90]))
    ).rstrip(random.choice(["\n", ""]))
    source = SourceText.of(text.encode())
    changes, end = [], 0
    while end < len(text):
        start = min(end + random.randrange(1, 60), len(text))
        end = min(start + random.choice([0, 1, 4, 12]), len(text))
        changes.append((start, end, random.choice(["", "x", "x\n", "x\ny\nz\n"])))
    expected = source.changed(changes).decode()
    if patch := difference("x.md", text.encode(), expected.encode()):
        assert applied(text, patch, tmp_path) == expected
