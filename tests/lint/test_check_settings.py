"""Which problems a project hears of: ``pyproject.toml`` and the options of ``symposium check``."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from symposium.cli import main
from symposium.lint.wanted_problems import WantedProblems, read_settings
from symposium.model.problems import Code, Severity

BIB = """\
@misc{a, title = {A}, author = {Doe, Jane}, title = {Z}}
@misc{a, title = {B}, author = {Doe, J.}}
"""


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """A project with an error, a warning and notices; commands are typed in it."""
    folder = tmp_path / "project"
    (folder / "people").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "refs.bib").write_text(BIB)
    (folder / "people/x.md").write_text("---\nname: Jane Doe\nnmae: X\n---\n")
    monkeypatch.chdir(folder)
    return folder


def codes(capsys, *arguments: str) -> list[str]:
    """Return the codes that a check prints."""
    main(["check", *arguments])
    return [line.split()[1] for line in capsys.readouterr().out.splitlines()]


def settings(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(text)


def test_without_settings_all_is_told(project, capsys):
    assert project.is_dir()
    assert codes(capsys) == ["F005", "B004", "B002"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('select = ["B"]', ["B004", "B002"]),
        ('select = ["B002", "F"]', ["F005", "B002"]),
        ('ignore = ["B"]', ["F005"]),
        ('ignore = ["B"]\nselect = ["ALL", "B002"]', ["F005", "B002"]),
        ('ignore = ["B002"]\nselect = ["B002"]', []),
        ('per-file-ignores = {"refs.bib" = ["B002"]}', ["F005", "B004"]),
        ('per-file-ignores = {"people/**" = ["ALL"]}', ["B004", "B002"]),
        ('per-file-ignores = {"people" = ["F"], "*.bib" = ["B004"]}', ["B002"]),
    ],
)
def test_a_project_selects_what_it_hears(project, capsys, text, expected):
    settings(project, f"[tool.symposium.check]\n{text}\n")
    assert codes(capsys) == expected


def test_the_address_that_services_are_told_is_no_mistake(project, capsys):
    settings(project, '[tool.symposium]\nmailto = "ada@example.org"\n')
    assert "C001" not in codes(capsys)
    settings(project, "[tool.symposium]\nmailto = 1\n")
    assert main(["check"]) == 1
    assert "pyproject.toml:2:1: C001 mailto is not a text: write " in capsys.readouterr().out


def test_what_the_command_line_says_counts_more(project, capsys):
    settings(project, '[tool.symposium.check]\nselect = ["F"]\nignore = ["B002"]\n')
    assert codes(capsys, "--select", "B") == ["B004", "B002"]
    assert codes(capsys, "--select", "B,F", "--ignore", "B004") == ["F005", "B002"]
    assert codes(capsys, "--ignore", "F005") == []
    assert codes(capsys, "--select", "B002", "--select", "B004") == ["B004", "B002"]


def test_a_project_weighs_codes(project, capsys):
    settings(
        project,
        '[tool.symposium.check.severity]\nB = "notice"\nB002 = "error"\nF005 = "warning"\n',
    )
    assert main(["check", "--format", "github"]) == 1
    out, err = capsys.readouterr()
    assert [line.partition(" ")[0] for line in out.splitlines()] == [
        "::warning", "::notice", "::error",
    ]  # fmt: skip
    assert ": 1 error, 1 warning, 1 notice" in err
    settings(project, '[tool.symposium.check]\nseverity = {ALL = "notice"}\n')
    assert main(["check", "-W"]) == 0


def test_settings_above_the_project_count_up_to_the_repository(project, capsys, monkeypatch):
    docs = project / "docs"
    docs.mkdir()
    for name in ("refs.bib", "people"):
        (project / name).rename(docs / name)
    settings(
        project, '[tool.symposium.check]\nignore = ["B004"]\nper-file-ignores."docs/*.bib" = ["B"]'
    )
    assert codes(capsys, "docs") == ["F005"]
    monkeypatch.chdir(docs)
    assert codes(capsys) == ["F005"]
    (docs / "pyproject.toml").write_text("[tool.other]\n")
    assert codes(capsys) == ["F005"], "a file without our table says nothing"
    (docs / ".git").mkdir()
    assert codes(capsys) == ["F005", "B004", "B002"], "the repository ends here"


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('[tool.symposium.check]\nselct = ["B"]', (2, 1), "setting `selct` is not known: did you"),
        ('[tool.symposium.check]\nselect = ["B"]\nignore = [\n  "w001",\n]', (4, 4), "mean W001"),
        ('[tool.symposium.check]\nselect = "B"', (2, 1), "select is not a list of codes"),
        ("[tool.symposium.check]\nper-file-ignores = 1", (2, 1), "per-file-ignores is not a table"),
        (
            '[tool.symposium.check.per-file-ignores]\n# "x"\n"x" = ["Q"]',
            (3, 9), 'No problem has the code "Q"',
        ),
        ('[tool.symposium.check.severity]\nW001 = "off"', (2, 1), "'off' is no severity"),
        ('[tool.symposium.check.severity]\nW999 = "error"', (2, 1), '"W999"'),
        ("[tool.symposium]\nchek = {}", (2, 1), "`chek` is not known: did you mean check?"),
        ("[tool.symposium]\ncheck = 1", (2, 1), "check is not a table"),
        ("[tool]\nsymposium = 1", (2, 1), "symposium is not a table"),
        ("x = 1\n[tool.symposium.check\n", (2, 22), "The file cannot be read"),
        ('x = """', (1, 1), "The file cannot be read"),
        ("x = " + "[" * 5000, (1, 1), "The file cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_line(project, capsys, text, where, what):
    settings(project, text)
    assert main(["check", "--ignore", "ALL"]) == 1
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if what in line)
    assert line.startswith(f"pyproject.toml:{where[0]}:{where[1]}: C001 ")


@pytest.mark.parametrize("content", [b"\xff", b"\x00", b"x" * 2_000_000])
def test_a_file_that_is_no_text_is_told(project, content, capsys):
    (project / "pyproject.toml").write_bytes(content)
    assert main(["check"]) == 1
    assert "pyproject.toml:1:1: C001 " in capsys.readouterr().out


def test_what_can_be_used_is_used_beside_what_cannot(project, capsys):
    settings(project, '[tool.symposium.check]\nignore = ["B004", "Q"]\nseverity = {F005 = 1}\n')
    assert codes(capsys) == ["F005", "C001", "C001", "B002"]


def test_only_what_is_selected_is_mended(project, monkeypatch):
    from symposium.lint import rules
    from symposium.model.problems import Edit, Place, Problem

    def rule(subject):
        if subject.texts.text_of("refs.bib") == BIB:
            edit = Edit(Place("refs.bib", 1, 19), "A", "C")
            yield Problem(Code.TITLE_MARKUP, "wrong", edit.place, "", (edit,))

    monkeypatch.setattr(rules, "RULES", (rule,))
    for arguments in (
        ["--ignore", "W009"], ["--select", "B"], ["people/x.md"],
    ):  # fmt: skip
        main(["check", "--fix", *arguments])
        assert (project / "refs.bib").read_text() == BIB
    main(["check", "--fix", "refs.bib", "--select", "W009"])
    assert (project / "refs.bib").read_text() == BIB.replace("{A}", "{C}", 1)


WORDS = st.sampled_from(
    ["[tool.symposium.check]\n", "select", "ignore", "severity", "per-file-ignores", " = ", '"B"',
     '["B"]', "{", "}", "[", "]", "\n", "1", '"W001"', ".", ",", "#", "x", '"notice"']
)  # fmt: skip


@given(st.lists(WORDS, max_size=12))
def test_no_settings_stop_a_check(words):
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".git").mkdir()
        (root / "pyproject.toml").write_text("".join(words))
        selection, problems = read_settings(root)
        assert isinstance(selection, WantedProblems)
        lines = "".join(words).count("\n") + 1
        assert all(1 <= one.place.line <= lines and one.place.column >= 1 for one in problems)
        assert all(one.severity is Severity.ERROR for one in problems)
