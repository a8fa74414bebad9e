"""Plugins: what they add is there; one that is broken, or not trusted, is one clear message."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest
import symposium
from sphinx.errors import ConfigError
from symposium.cli import main
from symposium.cli.commands import commands
from symposium.editor.lsp import make_server
from symposium.plugin import Importer, Plugin
from symposium.plugin.collection import Plugins
from symposium.plugin.loading import GROUP, load_plugins
from symposium.sphinxext import stopping

ACME = """
from pathlib import Path
from symposium import Place, Severity
from symposium.plugin import ExportFormat, Finding, LintRule, PageSection, Plugin

def lines(kb, mentions, urls):
    yield "titles.txt", "".join(f"{one.title}\\n" for one in kb.papers).encode()

def short_titles(subject):
    for paper in subject.kb.works.values():
        if len(paper.title) < 16:
            yield Finding(f'"{paper.title}" is short', paper.origin.place, "say more")

def initials(kb, person):
    return None if person.id == "john-smith" else {"letters": person.name.text[0]}

PLUGIN = Plugin(
    name="acme",
    formats=(ExportFormat("titles", ".txt", lines, "titles", single=True, published=True),),
    rules=(LintRule("ACM001", "A title is short.", short_titles, Severity.WARNING, "Why: *so*."),),
    sections=(PageSection("person", "initials", "Initials", "initials.html", initials),),
    templates=str(Path(__file__).parent / "acme_templates"),
)
"""
INITIALS = "<p>{{ letters }} of {{ link('person', record.id) }}</p>\n"
CONF = 'symposium_plugins = ["acme:PLUGIN"]\n'
SITE = {
    "refs.bib": (
        "@misc{odd, title = {Odd Keys Considered}, author = {Smith, John}, year = 2019}\n"
        "@book{many, title = {A Book of Many}, author = {Doe, Jane and Größe, Karl}, year = 2001}\n"
    ),
    "people/jane-doe.md": "---\nname: Jane Doe\n---\nShe reads.\n",
}
FILES = {**SITE, "acme.py": ACME, "acme_templates/initials.html": INITIALS}
BOMB = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"


@pytest.fixture(autouse=True)
def _forget_modules():
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if not name.startswith("symposium"):
            del sys.modules[name]


def packaged(folder: Path, plugin: str, name: str = "acme", entry: str = "") -> Path:
    """Install a package, as pip would: a module and its metadata."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(plugin, encoding="utf-8")
    (folder / "acme_templates").mkdir(exist_ok=True)
    (folder / "acme_templates/initials.html").write_text(INITIALS, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {entry or f'{name}:PLUGIN'}\n")
    return folder


def test_a_plugin_that_is_installed_is_used_without_a_word(project, tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(packaged(tmp_path / "packages", ACME))
    made = project(SITE)
    assert main(["check", str(made.root), "--select", "ACM"]) == 0
    assert 'ACM001 "A Book of Many" is short: say more' in capsys.readouterr().out
    built = made.build()
    assert '<section id="initials" class="sy-section">' in built.html("people/jane-doe")


def test_a_format_is_exported_and_published(project, shared_site, capsysbinary):
    made = project(FILES, conf=CONF)
    assert main(["export", str(made.root), "--format", "titles", "--plugin", "acme:PLUGIN"]) == 0
    titles = capsysbinary.readouterr().out
    assert b"Odd Keys Considered\n" in titles
    assert (shared_site(FILES, conf=CONF).outdir / "titles.txt").read_bytes() == titles


def test_a_rule_is_selected_weighed_and_explained_like_ours(project, capsys):
    made = project(FILES, conf=CONF)
    check = ["check", str(made.root), "--plugin", "acme:PLUGIN"]
    assert main([*check, "--select", "ACM001", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(one["code"], one["severity"]) for one in found} == {("ACM001", "warning")}
    assert '"A Book of Many" is short' in [one["message"] for one in found]
    assert main([*check, "--select", "ACM", "--strict"]) == 1
    capsys.readouterr()
    assert main([*check, "--ignore", "ACM", "--strict", "--severity", "warning"]) == 0
    assert "ACM001" not in capsys.readouterr().out
    made.write({"pyproject.toml": '[tool.symposium.check.severity]\nACM001 = "error"\n'})
    assert main([*check, "--select", "ACM"]) == 1
    assert main([*check, "--select", "ACM", "--format", "sarif"]) == 1
    assert '"ruleId": "ACM001"' in capsys.readouterr().out
    assert main([*check, "--explain", "ACM001"]) == 0
    assert capsys.readouterr().out == "ACM001 (warning): A title is short.\n\nWhy: *so*.\n"


def test_a_section_is_on_every_page_of_its_kind_and_in_the_contents(shared_site):
    built = shared_site(FILES, conf=CONF)
    page = built.html("people/jane-doe")
    assert '<h2>Initials <a class="headerlink"' in page
    assert re.search(r'<p>J of <a href="[^"]*jane-doe.html"[^>]*>Jane Doe</a></p>', page)
    assert '<a class="nav-link" href="#initials">' in page
    assert 'id="initials"' not in built.html("people/john-smith"), "it has no values"
    assert 'id="initials"' in built.html("people/karl-grosse"), "a page without a document"


def test_what_a_plugin_shows_is_made_again_when_it_changes_and_goes_with_the_plugin(project):
    plugin = ACME.replace("person.name.text[0]", "len(kb.papers)")
    made = project({**FILES, "acme.py": plugin}, conf=CONF)
    made.build()
    new = "@misc{new2021, author = {Other, Ann}, title = {Quite Another Thing}, year = 2021}\n"
    made.write({"refs.bib": SITE["refs.bib"] + new})
    after = made.build().pages()
    clean = project({**FILES, "acme.py": plugin, "refs.bib": SITE["refs.bib"] + new}, conf=CONF,
                    root="clean").build().pages()  # fmt: skip
    assert after == clean
    made.write({"acme_templates/initials.html": "<p>other</p>"})
    assert "<p>other</p>" in made.build().html("people/karl-grosse")
    made.write({"conf.py": (made.root / "conf.py").read_text().replace(CONF, "")})
    without = made.build()
    assert not (without.outdir / "titles.txt").exists()
    assert 'id="initials"' not in without.html("people/karl-grosse")


def test_an_error_of_a_plugin_names_its_line_in_a_build_and_in_a_command(
    project, monkeypatch, capsys
):
    def stopped(reason):
        raise SystemExit(reason)

    monkeypatch.setattr(stopping, "stop", stopped)
    broken = ACME.replace("one.title}", "one.titel}").replace("len(paper.title)", "paper.titel")
    made = project({**FILES, "acme.py": broken}, conf=CONF)
    with pytest.raises(SystemExit, match=r"acme\.py:7: the format titles: AttributeError: .*titel"):
        made.build()
    assert main(["check", str(made.root), "--plugin", "acme:PLUGIN"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "acme.py:11: the rule ACM001: AttributeError: " in line
    assert main(["export", str(made.root), "--format", "titles", "--plugin", "acme:PLUGIN"]) == 2


def test_a_format_writes_nothing_outside_of_the_site(project, tmp_path, capsys):
    outside = ACME.replace('"titles.txt"', '"../titles.txt"')
    made = project({**FILES, "acme.py": outside}, conf=CONF)
    words = ["--format", "titles", "--plugin", "acme:PLUGIN", "-o", str(tmp_path / "out")]
    assert main(["export", str(made.root), *words]) == 2
    assert "'../titles.txt' is not a path inside the site" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        ("PLUGIN = (", "acme.py:1: SyntaxError: '(' was never closed"),
        ("\n1 / 0", "acme.py:2: ZeroDivisionError: division by zero"),
        ("OTHER = 1", "acme.py has no PLUGIN"),
        ("PLUGIN = 1", "it is a int, not a symposium.plugin.Plugin"),
        (ACME.replace('"ACM001"', '"W001"'), "the code 'W001' is not two to eight capitals"),
        (ACME.replace('"person", "init', '"persons", "init'), "for 'persons', which is not a kind"),
        (ACME.replace('"initials.html"', '"none.html"'), "there is no template "),
        (ACME.replace("rules=(Lint", "rules=(1, Lint"), "'int' object has no attribute 'code'"),
    ],
)
def test_a_broken_plugin_is_one_located_error(project, capsys, plugin, message):
    made = project({**FILES, "acme.py": plugin}, conf=CONF)
    assert main(["check", str(made.root), "--select", "C", "--plugin", "acme:PLUGIN"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f'{made.root}/conf.py:7:1: C002 The plugin "acme:PLUGIN" cannot be ')
    assert message in line


def test_a_build_stops_at_a_broken_plugin_with_the_same_error(project):
    made = project({**FILES, "acme.py": "\n1 / 0"}, conf=CONF)
    with pytest.raises(ConfigError) as error:
        made.build("dummy")
    assert str(error.value).startswith('conf.py:7: The plugin "acme:PLUGIN" cannot be used: ')
    assert "acme.py:2: ZeroDivisionError: division by zero" in str(error.value)


HOSTILE = {
    **SITE,
    "evil.py": BOMB + "PLUGIN = None\n",
    "evil-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n",
    "evil-1.0.dist-info/entry_points.txt": f"[{GROUP}]\nevil = evil:PLUGIN\n",
    "conf.py": BOMB + 'symposium_site = True\nsymposium_plugins = ["evil:PLUGIN"]\n',
}


@pytest.mark.parametrize("importable", [False, True])
def test_no_command_imports_the_plugin_of_a_hostile_repository(
    project, tmp_path, monkeypatch, capsys, importable
):
    made = project(HOSTILE)
    made.write(HOSTILE)
    monkeypatch.chdir(made.root)
    if importable:  # as ``python -m`` has it, or a variable of a shell
        monkeypatch.syspath_prepend(str(made.root))
        monkeypatch.syspath_prepend("")
    assert main(["check", ".", "--select", "C"]) == 0
    said = capsys.readouterr().out
    assert 'conf.py:4:1: C002 The plugin "evil:PLUGIN" is not installed' in said
    assert main(["check", ".", "--fix", "--diff"]) in {0, 1}
    assert main(["check", ".", "--explain", "W001"]) == 0
    assert main(["export", ".", "--format", "bibtex"]) in {0, 1}
    assert main(["export", ".", "--format", "json", "-o", str(tmp_path / "out")]) in {0, 1}
    with pytest.raises(SystemExit):
        main(["import", "--help"])
    server = make_server(made.root)
    server.show = lambda *_: None
    server.check_once()
    symposium.load(made.root)
    assert not (made.root / "ran").exists()
    assert "evil" not in sys.modules
    assert main(["check", ".", "--plugin", "evil:PLUGIN"]) == 1
    assert (made.root / "ran").exists(), "whoever names it trusts it"


def test_python_m_symposium_looks_for_no_module_in_the_folder(project):
    made = project({**SITE, "yaml.py": BOMB, "jinja2.py": BOMB})
    done = subprocess.run(
        [sys.executable, "-m", "symposium", "check", "."], cwd=made.root, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert not (made.root / "ran").exists(), done.stderr
    assert "no problems" in done.stderr or "notice" in done.stderr


def test_other_processes_find_the_same_plugins(project):
    made = project(FILES)
    plugins, problems = load_plugins(made.root, (), ["acme:PLUGIN"])
    assert problems == []
    again = pickle.loads(pickle.dumps(plugins))  # noqa: S301 - just written
    assert [one.name for one in again.loaded] == [one.name for one in plugins.loaded]
    assert "titles" in again.formats


def test_a_plugin_adds_a_command_and_takes_none_but_new(monkeypatch):
    added = Plugin("acme", commands=(Importer("sing", "sing", "m"), Importer("check", "no", "m")))
    monkeypatch.setattr("symposium.plugin.loading.load_plugins", lambda _: (Plugins((added,)), []))
    assert commands("sing")["sing"].module == "m"
    assert commands("new")["check"].module == "symposium.cli.check"
