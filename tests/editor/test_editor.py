"""What an editor can offer while a file is written, and the server that editors ask."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest
from support.files import write
from support.guide_blocks import blocks
from support.paths import ROOT
from symposium.cli import main
from symposium.editor.completion import help_at, offer
from symposium.editor.lsp import problems_of
from symposium.knowledge import KnowledgeBase
from symposium.project import read as load

FILES = {
    "refs.bib": """\
@article{gray2023tides,
  author = {Gray, Ella and Holm, Nils}, title = {Tides in Shallow Water}, year = 2023,
  journal = {Journal of Coasts}, keywords = {tide gauges}
}
""",
    "people/ella-gray.md": "---\nname: Ella Gray\n---\n",
    "events/day/index.md": "---\ntitle: Our Day\ndate: 2023-06-12/2023-06-13\n"
    "rooms: [Pier]\nslots: [{kind: talk, talk: opening, track: Tides}, {kind: ferry, room: Dock}]\n---\n",
    "events/day/opening.md": "---\ntitle: Opening\n---\n",
    "sources/cv-gray.md": "---\ntitle: CV\nkind: cv\ndate: undated\n---\n",
    "software/gauge-reader.md": "---\ntitle: Gauge Reader\n---\n",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory) -> KnowledgeBase:
    return load(write(tmp_path_factory.mktemp("project"), FILES)).kb


def offered(path: str, text: str, kb: KnowledgeBase | None = None) -> list[str]:
    """What is offered where the text has a ``|``."""
    before, after = text.split("|")
    lines = (before + after).split("\n")
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    made = offer(path, lines, line, column, kb)
    assert before.endswith(made.typed)
    return [one.text for one in made.suggestions]


PERSON = "people/ada.md"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (PERSON, "---\nname: A\naff|\n---\n", ["affiliations"]),
        (PERSON, "\n---\nrole: |\n---\n", ["faculty", "postdoc", "phd", "student", "staff", "alumni"]),
        (PERSON, "---\nrole: ph|\n---\n", ["phd"]),
        (PERSON, "---\naffiliations:\n  - organization: X\n    c|\n---\n", ["country", "source"]),
        (PERSON, "---\naffiliations:\n  - c|\n  - country: X\n---\n", ["country", "source"]),
        (PERSON, "---\nmetrics: [{name: h, as|\n---\n", ["as_of"]),
        (PERSON, "---\nlinks:\n  |\n---\n", []),
        ("papers/gray.md", "---\nselected: |\n---\n", ["true", "false"]),
        ("events/day/index.md", "---\ntimezone: Lisb|\n---\n", ["Europe/Lisbon"]),
        ("events/day/index.md", "---\norganizers:\n  groups:\n    - coun|\n---\n", ["country"]),
    ],
)  # fmt: skip
def test_fields_and_words_are_offered(path, text, expected):
    assert offered(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (PERSON, "---\nsources: [|\n---\n", ["cv-gray"]),
        (PERSON, "---\ntopics: [tide|]\n---\n", ["tide gauges"]),
        ("papers/x.md", "---\nrelated: gr|\n---\n", ["gray2023tides"]),
        ("events/day/index.md", "---\nslots:\n  - {talk: o|}\n---\n", ["opening"]),
        ("events/day/index.md", "---\norganizers: [Ella|\n---\n", ["Ella Gray"]),
        (
            "events/day/index.md",
            "---\norganizers:\n  - {name: A, person: el|\n---\n",
            ["ella-gray"],
        ),
        ("events/day/index.md", "---\nslots:\n  - {room: |}\n---\n", ["Pier", "Dock"]),
        ("events/day/opening.md", "---\ntrack: |\n---\n", ["Tides"]),
        ("events/day/index.md", "---\nslots:\n  - kind: fer|\n---\n", ["ferry"]),
        ("index.md", "```{schedule} d|", ["day"]),
        ("index.md", "See {cite:p}`gray2023tides,gr|", ["gray2023tides"]),
        (PERSON, "---\nname: A\n---\nWith {person}`el|`.", ["ella-gray"]),
        ("index.md", "{talk}`|", ["day/opening"]),
        ("refs.bib", "@article{a,\n  crossref = {gr|", ["gray2023tides"]),
        ("refs.bib", '  author+an:person = {2="el|', ["ella-gray"]),
        ("refs.bib", "  sources = {x, cv|", ["cv-gray"]),
        ("refs.bib", "  title = {|", []),
    ],
)
def test_what_the_project_knows_is_offered(path, text, expected, kb):
    assert offered(path, text, kb) == expected
    assert offered(path, text) == []


def test_a_large_project_does_not_flood_the_editor(kb):
    made = offer("index.md", ["{person}`"], 0, 9, kb)
    assert made.complete
    assert {one.text for one in made.suggestions} == {"ella-gray", "nils-holm"}
    zones = offer("events/a/index.md", ["---", "timezone: ", "---"], 1, 10, kb)
    assert not zones.complete
    assert len(zones.suggestions) == 500


def test_a_field_is_explained():
    lines = ["---", "role: phd", "affiliations:", "  - country: X", "---"]
    assert help_at(PERSON, lines, 1, 0).startswith("The role in the group")
    assert "faculty, postdoc" in help_at(PERSON, lines, 1, 2)
    assert help_at(PERSON, lines, 3, 6).startswith("The country of the organisation")
    assert help_at(PERSON, lines, 1, 7) == ""
    assert help_at("index.md", lines, 1, 0) == ""
    assert help_at(PERSON, [], 0, 0) == ""


def test_a_file_is_checked_as_it_stands_in_the_editor():
    def codes(path: str, text: str) -> list[str]:
        return [problem.code.code for problem in problems_of(path, text)]

    assert codes(PERSON, "---\nnam: A\n---\n") == ["F005", "F006"]
    assert codes(PERSON, FILES["people/ella-gray.md"]) == []
    assert codes("events/day/opening.md", "---\ntitle: T\nrole: x\n---\n") == ["F005"]
    assert codes("refs.bib", "@misc{a, title = {A}\n") == ["B001"]
    assert codes("refs.bib", "@misc{a, title = {A}, crossref = {elsewhere}}\n") == []
    assert codes("index.md", "---\nnam: A\n---\n") == []


SHOUTING = """
from symposium.fields.field_types import TextType
from symposium.plugin import AddedField, Finding, LintRule, Plugin

def quiet(subject):
    for person in subject.kb.people.values():
        if person.added:
            yield Finding("This is not loud", person.origin.at("shout"))

PLUGIN = Plugin(
    "shouting", fields=(AddedField("person", "shout", TextType(), "What is shouted."),),
    rules=(LintRule("SHOUT001", "A shout.", quiet),),
)
"""


class Editor:
    """A small editor: it speaks the protocol, and does nothing else."""

    def __init__(self, root: Path, *arguments: str, cwd: Path | None = None) -> None:
        self.root = root
        self.count = 0
        self.answers: Queue[dict[str, Any]] = Queue()
        self.problems: Queue[dict[str, Any]] = Queue()
        self.server = subprocess.Popen(
            [sys.executable, "-m", "symposium", "lsp", *arguments], cwd=cwd,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.listener = Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self) -> None:
        out = self.server.stdout
        assert out
        while header := out.readline():
            if header.lower().startswith(b"content-length"):
                length = int(header.split(b":")[1])
                while out.readline().strip():
                    pass
                message = json.loads(out.read(length))
                if message.get("method") == "textDocument/publishDiagnostics":
                    self.problems.put(message["params"])
                elif "id" in message and "method" not in message:
                    self.answers.put(message)

    def tell(self, method: str, params: Any = None, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.server.stdin
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def ask(self, method: str, params: Any = None) -> Any:
        self.count += 1
        self.tell(method, params, id=self.count)
        return self.answers.get(timeout=600)["result"]

    def uri(self, name: str) -> dict[str, Any]:
        return {"uri": (self.root / name).as_uri()}

    def codes(self, name: str, wanted: list[str]) -> bool:
        """Whether the editor is told of these problems of a file, sooner or later."""
        try:
            while found := self.problems.get(timeout=600):
                if found["uri"] == self.uri(name)["uri"]:
                    self.last = found["diagnostics"]
                    codes = {one["code"] for one in self.last}
                    if set(wanted) <= codes and bool(wanted) == bool(codes):
                        return True
        except Empty:
            return False


@contextmanager
def edited(root: Path, *arguments: str, cwd: Path | None = None) -> Iterator[Editor]:
    """An editor that has a folder open."""
    made = Editor(root, *arguments, cwd=cwd)
    with made.server:
        try:
            made.ask(
                "initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}}
            )
            made.tell("initialized", {})
            yield made
            assert made.ask("shutdown") is None
            made.tell("exit")
            assert made.server.wait(30) == 0
            made.listener.join(30)
            assert made.server.stderr
            assert made.server.stderr.read() == b""
        finally:
            made.server.kill()  # where something failed, it would be waited for without end


@pytest.fixture(scope="module")
def editor(tmp_path_factory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("ä project"), FILES)
    (root / "people" / "ella-gray.md").write_text("---\nname: Ella Gray\nrole: PhD\n---\n", "utf-8")
    with edited(root) as made:
        yield made


def test_a_project_may_be_a_folder_of_what_is_open(tmp_path):
    root = write(tmp_path / "docs", FILES)
    (root / "people" / "ella-gray.md").write_text("---\nnam: Ella Gray\n---\n", "utf-8")
    with edited(tmp_path, "--stdio", "docs", cwd=tmp_path) as editor:
        assert editor.codes("docs/people/ella-gray.md", ["F005"])


def test_a_plugin_in_the_folder_is_used_when_it_is_named(tmp_path):
    root = write(tmp_path, FILES)
    (root / "shouting.py").write_text(SHOUTING, "utf-8")
    (root / "people" / "ella-gray.md").write_text("---\nname: Ella Gray\nshout: hi\n---\n", "utf-8")
    with edited(root, "--plugin", "shouting:PLUGIN") as editor:
        assert editor.codes("people/ella-gray.md", ["SHOUT001"])
        assert {one["code"] for one in editor.last} == {"SHOUT001"}


def test_an_editor_shows_problems_and_completes(editor):
    name = "people/ella-gray.md"
    uri = editor.uri(name)
    assert editor.codes(name, ["F008"])
    assert editor.last[0]["range"]["start"] == {"line": 2, "character": 6}
    assert editor.last[0]["range"]["end"] == {"line": 2, "character": 9}

    text = "---\nname: Ella 😀 Gray\nrol: phd\n---\nSee 😀 {cite:t}`gr"
    opened = {**uri, "languageId": "markdown", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", {"textDocument": opened})
    change = {"textDocument": {**uri, "version": 2}, "contentChanges": [{"text": text}]}
    editor.tell("textDocument/didChange", change)
    assert editor.codes(name, ["F005"])
    assert "did you mean role?" in editor.last[0]["message"]

    # The editor counts 😀 twice.
    there = {"textDocument": uri, "position": {"line": 4, "character": 18}}
    (item,) = editor.ask("textDocument/completion", there)["items"]
    assert item["textEdit"] == {
        "newText": "gray2023tides",
        "range": {
            "start": {"line": 4, "character": 16},
            "end": {"line": 4, "character": 18},
        },
    }
    there = {"textDocument": uri, "position": {"line": 2, "character": 1}}
    (item,) = editor.ask("textDocument/completion", there)["items"][:1]
    assert item["textEdit"]["newText"] == "role: "
    there = {"textDocument": uri, "position": {"line": 1, "character": 1}}
    assert "name as the person" in editor.ask("textDocument/hover", there)["contents"]["value"]


def test_a_new_project_tells_editors_how_to_start_the_server(tmp_path):
    assert main(["new", str(tmp_path / "site")]) == 0
    settings = json.loads((tmp_path / "site" / ".vscode" / "settings.json").read_bytes())
    shown = [b for b in blocks(ROOT / "guide" / "editors.md") if b.name.startswith(".vscode")]
    assert [json.loads(block.text) for block in shown] == [settings]
    command = [settings["glspc.server.command"], *settings["glspc.server.commandArguments"]]
    words = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    said = b""
    for word in words:
        body = json.dumps({"jsonrpc": "2.0", **word}).encode()
        said += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run(
        command, cwd=tmp_path / "site", input=said, capture_output=True, check=True
    )
    assert done.stdout.startswith(b"Content-Length: ")
    assert b'"completionProvider"' in done.stdout
    assert done.stderr == b""


def test_what_check_prints_is_found_by_the_task(tmp_path, capsys):
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "a b.md").write_text("---\nnam: A\n---\n", "utf-8")
    main(["check", str(tmp_path)])
    template = ROOT / "_ext/symposium_import/templates/project/vscode/tasks.json.txt"
    tasks = json.loads(template.read_bytes())["tasks"]
    matcher = next(task for task in tasks if task["label"] == "check")["problemMatcher"]
    lines = capsys.readouterr().out.splitlines()
    codes = set()
    for line in lines:
        found = re.match(matcher["pattern"]["regexp"], line)
        assert found, line
        assert found[1].endswith("people/a b.md")
        codes.add(found[4])
    assert {"F005", "F006", "F010"} <= codes


def test_saving_checks_the_whole_project(editor):
    path = editor.root / "papers" / "gray2032tides.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("---\nawards: A\n---\n", "utf-8")
    editor.tell("textDocument/didSave", {"textDocument": editor.uri("people/ella-gray.md")})
    assert editor.codes("papers/gray2032tides.md", ["R001"])
    path.unlink()
    editor.tell("textDocument/didSave", {"textDocument": editor.uri("people/ella-gray.md")})
    assert editor.codes("papers/gray2032tides.md", [])


def test_what_is_safe_to_mend_is_offered(editor):
    path = editor.root / "refs.bib"
    text = (
        "% 😀\n@misc{lind2024,\n  title = {T}, year = 2024, doi = {https://doi.org/10.1000/182}}\n"
    )
    path.write_text(text, "utf-8")
    uri = editor.uri("refs.bib")
    opened = {**uri, "languageId": "bibtex", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", {"textDocument": opened})
    editor.tell("textDocument/didSave", {"textDocument": uri})
    assert editor.codes("refs.bib", ["D002"])
    asked = {
        "textDocument": uri,
        "range": {"start": {"line": 2, "character": 30}, "end": {"line": 2, "character": 30}},
        "context": {"diagnostics": []},
    }
    (action,) = editor.ask("textDocument/codeAction", asked)
    ((name, (edit,)),) = action["edit"]["changes"].items()
    assert name == uri["uri"]
    start, end = edit["range"]["start"], edit["range"]["end"]
    assert start["line"] == end["line"] == 2
    line = text.split("\n")[2]
    mended = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    assert "doi = {10.1000/182}" in mended
    change = {"textDocument": {**uri, "version": 2}, "contentChanges": [{"text": "@misc{a}\n"}]}
    editor.tell("textDocument/didChange", change)
    assert editor.ask("textDocument/codeAction", asked) == []
