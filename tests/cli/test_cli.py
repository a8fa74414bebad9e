"""The command ``symposium``: what it writes, what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from jsonschema.validators import validator_for
from support.paths import ROOT
from symposium.cli import main
from symposium.cli.commands import commands, parser
from symposium.cli.problem_formats import as_github, as_sarif
from symposium.kinds import KINDS
from symposium.knowledge import Mention, Mentions
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.project import bibfiles_in
from symposium.reading.layout import settings_in

BIB = """\
@inproceedings{doe2021paper,
  author = {Doe, Jane and Müller, Jürgen},
  title = {A Paper},
  booktitle = {Workshop},
  year = 2021,
}
"""

EDIT = Edit(Place("people/a, b.md", 3, 2), "nmae", "name")
ERROR = Problem(
    Code.FIELD_UNKNOWN, "no field nmae", Place("people/a, b.md", 3, 2), "write name", (EDIT,)
)
WARNING = Problem(Code.BIB_SYNTAX, "100% odd\r\nentry", Place("refs.bib", 7, 1))
NOTICE = Problem(Code.NAME_SIMILAR, "may be one", Place("people"))


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """A small project without problems; commands are typed in it."""
    folder = tmp_path / "project"
    (folder / "people").mkdir(parents=True)
    (folder / "conf.py").write_text('extensions = ["symposium"]\nsymposium_site = True\n')
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    (folder / "people/jane-doe.md").write_text("---\nname: Jane Doe\n---\n")
    monkeypatch.chdir(folder)
    return folder


def run(*arguments: object) -> int:
    """Run a command; wrong use that the parser finds ends as in a shell."""
    try:
        return main([str(one) for one in arguments])
    except SystemExit as stop:
        return int(stop.code or 0)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# check


@pytest.mark.usefixtures("project")
def test_check_of_a_right_project_is_silent_and_ends_with_0(capsys):
    assert run("check") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "2 people, 1 paper, 1 venue: no problems\n"


def test_check_prints_every_error_with_its_place_and_ends_with_1(project, capsys):
    (project / "people/jane-doe.md").write_text("---\nname: Jane Doe\nnmaes: J. Doe\n---\n")
    (project / "people/x.md").write_text("---\nname: X\nsources: [gone]\norcid: 1\n---\n")
    assert run("check") == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("people/jane-doe.md:3:1: F005 ")
    assert "names" in lines[0]
    assert lines[1].startswith("people/x.md:1:1: I008 ")
    assert lines[2].startswith("people/x.md:4:")
    assert lines == sorted(lines)
    assert err.endswith(": 2 errors, 1 notice\n")


def test_paths_lead_to_the_files_from_where_the_command_was_typed(project, capsys, monkeypatch):
    (project / "people/x.md").write_text("---\nnmae: X\n---\n")
    monkeypatch.chdir(project.parent)
    assert run("check", "project") == 1
    for line in capsys.readouterr().out.splitlines():
        assert Path(line.partition(":")[0]).is_file()


def test_a_warning_ends_with_1_only_if_asked_for(project, capsys):
    (project / "refs.bib").write_text(BIB + BIB, encoding="utf-8")
    assert run("check") == 0
    assert "refs.bib:7:" in capsys.readouterr().out
    assert run("check", "--strict") == 1
    assert run("check", "-W") == 1
    assert capsys.readouterr().err.endswith(": 1 warning\n")


def test_notices_are_shown_and_never_count(project, capsys):
    (project / "people/j-doe.md").write_text("---\nname: J. Doe\nrole: staff\n---\n")
    assert run("check", "-W") == 0
    out, err = capsys.readouterr()
    assert "I006" in out
    assert err.endswith(": 1 notice\n")
    assert run("check", "-W", "--severity", "warning") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(": 1 notice\n")


def test_files_can_be_named_to_hear_of_them_alone(project, capsys):
    (project / "refs.bib").write_text(BIB + BIB, encoding="utf-8")
    (project / "people/x.md").write_text("---\nnmae: X\n---\n")
    assert run("check", "-W", "people/jane-doe.md") == 0
    assert capsys.readouterr().out == ""
    assert run("check", "-W", "people/jane-doe.md", "refs.bib", "conf.py") == 1
    assert {line.split(":")[0] for line in capsys.readouterr().out.splitlines()} == {"refs.bib"}
    assert run("check", project, project / "people/x.md") == 1
    assert "/people/x.md:2:1: F005" in capsys.readouterr().out


def test_every_code_is_explained_by_its_part_of_the_guide(capsys):
    for code in Code:
        assert run("check", "--explain", code.code) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"{code.code} ({code.severity.name.lower()}): {code.meaning}\n\n")
        assert "\n```" in out
        assert ":caption:" not in out
        assert "\n## " not in out


def test_the_hooks_for_pre_commit_are_commands():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["symposium-check", "symposium-fix"]
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program == "symposium"
        words = [*arguments, "docs"]
        assert parser(words).parse_args(words).paths == [Path("docs")]
        assert {"name", "entry", "language", "pass_filenames", "files"} < set(hook)


def test_check_does_not_run_what_stands_in_conf_py(project):
    trap = project / "trap"
    (project / "conf.py").write_text(f"open({str(trap)!r}, 'w').close()\n")
    assert run("check") == 0
    assert not trap.exists()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ("refs.bib",)),
        ('bibtex_bibfiles = ["a.bib", "b.bib"]\n', ["a.bib", "b.bib"]),
        ('bibtex_bibfiles = sorted(["a.bib"])\n', ("refs.bib",)),
        ("this is no Python\n", ("refs.bib",)),
    ],
)
def test_the_bibliographies_are_those_of_conf_py(tmp_path, text, names):
    (tmp_path / "conf.py").write_text(text)
    assert tuple(bibfiles_in(settings_in(tmp_path))) == tuple(names)


def test_a_bibliography_can_be_named(project, capsys):
    (project / "other.bib").write_text("@misc{a, title = {A}}\n@misc{b, title = {B}}\n")
    assert run("check", "--bib", "other.bib") == 0
    assert " 2 papers" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "nowhere"),
        ("check", ".", "people"),
        ("check", "--explain", "b002"),
        ("check", "--ignore", "W,W01"),
        ("check", "--severity", "all"),
        ("check", "--format", "xml"),
        ("check", "empty"),
        ("export", "--format", "json"),
        ("export", "--format", "json", "-o", "conf.py"),
        ("export", "--format", "bibtex", "-o", "conf.py/refs.bib"),
        ("schema", "planet"),
        ("new",),
        ("new", "there", "--bib", "nowhere.bib"),
        ("dance",),
        (),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(project, capsys, arguments):
    (project / "empty").mkdir()
    before = tree(project)
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "symposium" in err
    assert "Traceback" not in err
    assert tree(project) == before


# formats of problems


def test_github_commands_cannot_be_broken_out_of():
    assert "".join(as_github([ERROR, WARNING, NOTICE])).splitlines() == [
        "::error file=people/a%2C b.md,line=3,col=2,title=F005::no field nmae: write name",
        "::warning file=refs.bib,line=7,col=1,title=B001::100%25 odd%0D%0Aentry",
        "::notice file=people,line=1,col=1,title=I006::may be one",
    ]


def test_sarif_names_rule_level_and_place():
    log = json.loads("".join(as_sarif([ERROR, WARNING, NOTICE])))
    (one,) = log["runs"]
    rules = one["tool"]["driver"]["rules"]
    assert (
        [rules[result["ruleIndex"]]["id"] for result in one["results"]]
        == [result["ruleId"] for result in one["results"]]
        == ["F005", "B001", "I006"]
    )
    assert [result["level"] for result in one["results"]] == ["error", "warning", "note"]
    assert one["results"][0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "people/a%2C%20b.md"},
        "region": {"startLine": 3, "startColumn": 2},
    }


# export


def test_export_knows_what_the_last_build_found(project):
    mention = Mention("index", "Home", "", "", "paper", "doe2021paper", (), "cites")
    folder = project / "_build/html/.doctrees"
    folder.mkdir(parents=True)
    (folder / "mentions.json").write_text(Mentions({"index": (mention,)}).to_json())
    assert run("export", "--format", "json", "-o", "out") == 0
    (paper,) = json.loads((project / "out/api/v1/papers.json").read_bytes())
    assert paper["cited_on"] == [{"url": "index.html", "title": "Home", "context": ""}]


def test_export_of_one_file_goes_to_the_terminal_a_file_or_a_folder(project, capsysbinary):
    assert run("export", "--format", "bibtex") == 0
    text = capsysbinary.readouterr().out
    assert text.startswith(b"@inproceedings{doe2021paper,")
    assert "Müller".encode() in text
    (project / "folder").mkdir()
    assert run("export", "--format", "bibtex", "-o", "all.bib") == 0
    assert run("export", "--format", "bibtex", "-o", "folder") == 0
    assert (project / "all.bib").read_bytes() == text
    assert (project / "folder/bibliography.bib").read_bytes() == text


def test_every_kind_has_a_schema(capsys):
    assert run("schema") == 0
    schemas = json.loads(capsys.readouterr().out)
    assert schemas.keys() >= {*(kind.name for kind in KINDS), "api"}
    for schema in schemas.values():
        validator_for(schema).check_schema(schema)


# new


def test_a_new_project_has_all_it_needs_and_is_right(tmp_path, capsys):
    folder = tmp_path / "our-group"
    assert run("new", folder) == 0
    assert {
        ".gitattributes", ".gitignore", "Makefile", "README.md", "conf.py",
        "index.md", "permalinks.txt", "refs.bib", "requirements.txt", "papers/.gitkeep", "topics/.gitkeep", "sources/.gitkeep",
    } <= set(tree(folder))  # fmt: skip
    assert all((folder / name).is_dir() for name in ("people", "papers", "events"))
    assert "project = 'Our group'" in (folder / "conf.py").read_text()
    assert (folder / "index.md").read_text().startswith("# Our group\n")
    texts = [
        content for path, content in tree(folder).items() if not path.endswith((".whl", ".bib"))
    ]
    assert not re.search(r"\{\{\w", b"".join(texts).decode())
    capsys.readouterr()
    assert run("check", "-W", folder) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "2 people" in err
    assert "1 event, 1 talk" in err


def test_a_bibliography_is_taken_over_byte_for_byte_and_nothing_is_invented(tmp_path, capsys):
    data = b"\xef\xbb\xbf% notes \xff\r\n" + BIB.encode("latin-1") + b"@misc{broken, title = {x\n"
    (tmp_path / "my.bib").write_bytes(data)
    assert run("new", tmp_path / "site", "--bib", tmp_path / "my.bib", "--title", "Ours") == 0
    found = tree(tmp_path / "site")
    assert found["refs.bib"] == data
    markdown = [path for path in found if path.endswith(".md")]
    assert sorted(markdown) == ["README.md", "index.md"]
    assert "2 problems in the bibliography" in capsys.readouterr().out


def test_nothing_is_written_into_a_folder_that_is_in_use(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine")
    assert run("new", tmp_path) == 2
    assert "is not empty (notes.txt is there)" in capsys.readouterr().err
    assert tree(tmp_path) == {"notes.txt": b"mine"}


class KilledError(BaseException):
    """Ends a command without a chance to tidy up, as a signal does."""


@pytest.mark.parametrize("words", ["new {site} --bib {bib}", "adopt {bib} {site}",
                                   "import talks {csv} {site} --title Talks --timezone UTC"])  # fmt: skip
def test_the_same_command_finishes_what_was_killed(words, tmp_path, monkeypatch):
    (tmp_path / "a.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "talks.csv").write_text("title,day,time\nA,2026-06-03,9:00\nB,2026-06-03,10:00\n")
    replace, trees = Path.replace, []
    for moment in (99, 1):
        site = tmp_path / f"{moment}/talks"
        site.mkdir(parents=True)
        command = words.format(
            site=site, bib=tmp_path / "a.bib", csv=tmp_path / "talks.csv"
        ).split()
        left = list(range(moment))

        def killed(partial, path, left=left):
            if not left:
                raise KilledError
            left.pop()
            return replace(partial, path)

        with monkeypatch.context() as patch, suppress(KilledError):
            patch.setattr(Path, "replace", killed)
            run(*command)
        assert left or [path for path in tree(site) if path.endswith(".part")]
        assert left or run(*command) == 0
        trees.append(tree(site))
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    "title", ['Say "hi" \\ {it\'s} $x$', "*A* [b](c) `d` <e>", "# {{title_literal}}", "Ünïcode 会"]
)
def test_any_title_is_text_everywhere(tmp_path, title):
    assert run("new", tmp_path / "site", "--title", title) == 0
    settings: dict[str, object] = {}
    exec((tmp_path / "site/conf.py").read_text(encoding="utf-8"), settings)  # noqa: S102
    assert settings["project"] == title
    from markdown_it import MarkdownIt

    tokens = MarkdownIt().parse((tmp_path / "site/index.md").read_text(encoding="utf-8"))
    heading = tokens[1].children or []
    assert "".join(token.content for token in heading) == title
    assert {token.type for token in heading} <= {"text", "text_special"}


# as a process


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_no_command_is_imported_to_list_them(word):
    """The list of commands asks installed plugins for theirs."""
    script = f"""\
import sys
from symposium.cli import main
class Last:
    def __del__(self):
        print("freed at the end, which takes its time")
last = Last()
last.loop = last
try:
    main([{word!r}])
finally:
    names = set(sys.modules) - before
    print(*sorted(n for n in names if n.partition(".")[0] not in sys.stdlib_module_names))
"""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; before = set(sys.modules)\n{script}"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    ours = "", ".cli", ".cli.commands", ".cli.wrong_use", ".model", ".model.errors"
    names = set(done.stdout.splitlines()[-1].split())
    assert names == {f"symposium{one}" for one in ours} or word == "--help"
    assert not names & {one.module for one in commands().values()}


def test_a_reader_who_leaves_early_gets_no_traceback(project):
    entries = "".join(f"@misc{{k{n}, title = undefined{n}}}\n" for n in range(1200))
    (project / "refs.bib").write_text(entries)
    with subprocess.Popen(
        [sys.executable, "-m", "symposium", "check"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_the_package_is_a_command_and_a_terminal_that_lacks_a_letter_shows_its_number(project):
    (project / "people/x.md").write_text("---\nname: X\nrole: 教授\n---\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "symposium", "check"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 1
    assert b"\\u6559" in done.stdout
    assert b": 1 error" in done.stderr
    assert b"Traceback" not in done.stderr
