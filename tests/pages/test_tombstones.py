"""What is gone (``gone:``): a page says why, and nothing else of the record is left."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser
from support.browser import visit, wrong_by_night_and_day
from support.chosen import chosen
from support.project import CONF, Built, MakeProject, Project
from support.real_site import serve
from symposium.cli import main

REASON = "Taken away at the request of <b>the authors</b> & *others*."
FILES = {
    "refs.bib": "@misc{kept, author = {Kept, Kim}, title = {Kept}, year = 2020}\n",
    "papers/secret2020.md": f"---\ngone: {REASON}\nwas: [secret2019]\n---\nHidden words.\n",
    "people/sam-secret.md": f"---\ngone: {REASON}\norcid: 0000-0002-1825-0097\n---\n",
    "events/secret-2021/index.md": f"---\ntitle: Secret Meeting\ngone: {REASON}\n---\n",
    "events/secret-2021/secret.md": "---\ntitle: Hidden Talk\nspeakers: [Sue Secret]\n---\n",
    "events/meet/index.md": "---\ntitle: Meeting\n---\n",
    "events/meet/secret.md": f"---\ngone: {REASON}\n---\n",
    "talks/secret-2020-x.md": f"---\ngone: {REASON}\n---\n",
    "topics/secret.md": f"---\ngone: {REASON}\n---\n",
    "venues/secret.md": f"---\ngone: {REASON}\n---\n",
    "sources/secret.md": f"---\ngone: {REASON}\n---\n",
    "software/secret.md": f"---\ngone: {REASON}\n---\n",
    "guide/secret.md": f"---\ngone: {REASON}\nwas: guide/older\n---\n# Hidden guide\n\nHidden.\n",
    "years/1900.md": f"---\ngone: {REASON}\n---\n",
}
TOMBSTONES = [path.removesuffix(".md") for path in FILES if "secret" in path or "1900" in path]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site of which nearly everything is gone."""
    made = Project(tmp_path_factory.mktemp("gone"))
    made.write({"conf.py": CONF, "index.md": "# Home\n", **FILES})
    return made.build(symposium_search="shards", html_baseurl="https://example.org/")


def test_a_page_that_is_gone_says_why(built: Built) -> None:
    assert built.warnings == ""
    for page in TOMBSTONES:
        html = built.html(page)
        assert "&lt;b&gt;the authors&lt;/b&gt; &amp; *others*." in html, page
        assert '<meta name="robots" content="noindex"' in html
        assert re.search(r"<h1>Removed", html)
        assert "Hidden" not in html
    assert 'href="index.html"' in built.html("papers/secret2020")
    assert ">Removed: Secret Meeting<" in built.html("events/secret-2021/index")


def test_nothing_else_of_it_is_left(built: Built) -> None:
    allowed = {f"{page}.html" for page in TOMBSTONES}
    for path, data in built.files().items():
        if path in allowed or path.startswith("_static"):
            continue
        found = re.findall(rb"(?i)[^\n]{0,30}(?:secret|hidden words|hidden talk)[^\n]{0,30}", data)
        if path in {"papers/secret2019.html", "guide/older.html"}:
            assert b"This page has moved" in data
            continue
        assert not found, (path, found)


NAMING = {
    "role.md": "---\norphan:\n---\n# A\n\n{person}`sam-secret`\n",
    "citation.md": "---\norphan:\n---\n# A\n\n{cite:t}`secret2020`\n",
    "earlier.md": "---\norphan:\n---\n# A\n\n{cite}`secret2019`\n",
    "footnote.md": "---\norphan:\n---\n# A\n\n{footcite}`secret2020`\n",
    "papers/kept.md": "---\nrelated: [secret2020]\nsources: [secret]\n---\n",
    "events/meet/talk.md": "---\npaper: secret2020\ntitle: T\n---\n",
    "events/meet/index.md": "---\ntitle: M\npart_of: secret-2021\n---\n",
    "people/kim-kept.md": "---\nname: Kim Kept\nsoftware: secret\n---\n",
}
SHOWN = {
    "role": "sam-secret",
    "citation": "[secret2020]",
    "earlier": "[secret2019]",
    "footnote": "[secret2020]",
}


def test_whoever_names_it_is_told_the_reason(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({**FILES, **NAMING})
    built = made.build()
    lines = built.warnings.strip().split("\n")
    assert sorted({line.partition(":")[0] for line in lines}) == sorted(NAMING)
    for line in lines:
        assert f" is gone: {REASON[:-1]}: " in line
        assert line.endswith("[symposium.P005]")
    assert len(lines) == len(NAMING) + 1
    assert built.statuscode == 0
    for page, text in SHOWN.items():
        assert text in built.html(page)
    main(["check", "--format", "json", "--select", "P,R", str(made.root)])
    found = json.loads(capsys.readouterr().out)
    paths = sorted(one["path"].removeprefix(f"{made.root}/") for one in found)
    assert paths == sorted([*NAMING, "papers/kept.md"])
    assert {one["code"] for one in found} == {"P005"}


STILL = {
    "refs.bib": """\
@misc{secret2020, author = {Secret, Sue}, title = {Title}, year = 2020}
@article{kept, author = {Sam Secret}, title = {Kept}, journal = {Secret}, keywords = {secret}, year = 2020}
"""
}


def test_what_is_gone_and_still_there_is_an_error_and_shown_nowhere(project: MakeProject) -> None:
    built = project({**FILES, **STILL}).build()
    for message in (
        '"secret2020" is marked as gone, but its entry is in refs.bib:1: remove the entry',
        "people/sam-secret is marked as gone, but is still named in refs.bib:2",
        "topics/secret is marked as gone, but is still named in refs.bib:2",
        "venues/secret is marked as gone, but is still named in refs.bib:2",
    ):
        assert f"ERROR: {message}" in built.warnings
    assert built.warnings.count("[symposium.P004]") == 4
    assert built.statuscode == 1
    assert "Removed" in built.html("papers/secret2020")
    assert "Title" not in built.html("papers/index")
    assert not built.path("people/sue-secret").exists(), "no person is made of its authors"


def test_what_is_gone_comes_back_and_goes_again(project: MakeProject) -> None:
    there = {
        "events/secret-2021/index.md": "---\ntitle: Secret Meeting\n---\n",
        "papers/secret2020.md": "---\n---\n",
        "refs.bib": "@misc{secret2020, title = {Title}, year = 2020}\n",
    }
    made = project({**FILES, **there})
    first = made.build()
    assert "<h1>Hidden Talk" in first.html("events/secret-2021/secret").replace("\n", "")
    made.write({path: FILES[path] for path in there})
    gone = made.build()
    assert gone.warnings == ""
    assert "Hidden" not in gone.html("events/secret-2021/secret")
    clean = made.build(out="_clean")
    for path, data in clean.pages().items():
        assert gone.pages()[path] == data, path
    assert set(gone.pages()) == set(clean.pages())
    made.write(there)
    again = made.build()
    assert again.pages() == first.pages()


def test_a_tombstone_keeps_the_address(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({"people/ada.md": "---\nname: Ada\ntalks: [{title: Hi, date: 2020}]\n---\n"})
    main(["check", "--fix", "--select", "P", str(made.root)])
    capsys.readouterr()
    made.write({"people/ada.md": "---\nname: Ada\ngone: She asked for it.\n---\n"})
    built = made.build()
    assert "talks/ada-2020-hi.html is listed as published, and no longer exists" in built.warnings
    assert "people/ada.html" not in built.warnings
    assert "years/2020.html is listed as published" in built.warnings
    made.write({
        "talks/ada-2020-hi.md": "---\ngone: Its speaker is.\n---\n",
        "years/2020.md": "---\ngone: Nothing is left of it.\n---\n",
    })  # fmt: skip
    assert made.build().warnings == ""
    main(["check", "--format", "json", "--select", "P", str(made.root)])
    assert json.loads(capsys.readouterr().out) == []


def test_a_reason_is_asked_for_and_the_list_of_a_folder_cannot_be_gone(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({
        "people/flag.md": "---\ngone: true\n---\n",
        "people/empty.md": "---\ngone:\n---\n",
        "people/list.md": "---\ngone: [a]\n---\n",
        "papers/index.md": "---\ngone: No more papers.\n---\n# All papers\n",
    })  # fmt: skip
    built = made.build()
    said = {one.partition(":")[0]: one for one in built.warnings.splitlines()}
    reason = '"true" is not a reason: write in a sentence why the page is gone'
    assert reason in said["people/flag.md"]
    assert "The field `name` is missing" in said["people/empty.md"]
    assert "`gone` must be a reason, in a sentence, not a list" in said["people/list.md"]
    message = "The list of a folder is always there: it cannot be gone"
    assert f"papers/index.md:2: ERROR: {message}" in built.warnings
    assert "<h1>All papers" in built.html("papers/index")
    main(["check", "--select", "P", str(made.root)])
    assert capsys.readouterr().out.count(message) == 1


@pytest.mark.parametrize("builder", chosen(["dirhtml", "text"], "text"))
def test_other_builders_show_the_reason(project: MakeProject, builder: str) -> None:
    built = project(FILES).build(builder)
    assert built.warnings == ""
    suffix = "/index.html" if builder == "dirhtml" else ".txt"
    text = (built.outdir / f"papers/secret2020{suffix}").read_text(encoding="utf-8")
    assert "the authors" in text


@pytest.mark.browser
def test_a_tombstone_is_accessible(built: Built, browser: Browser) -> None:
    with serve(built.outdir) as root, visit(browser, root) as seen:
        assert wrong_by_night_and_day(seen.open("papers/secret2020.html")) == []
