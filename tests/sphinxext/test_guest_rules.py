"""What strangers may not, and what a host keeps, in a small documentation without a theme."""

from __future__ import annotations

import re

import pytest
from support.project import CONF as SITE_CONF
from support.project import Built, MakeProject, Project
from symposium.pages.citing.forms import FORMS
from symposium.sphinxext import executors

CONF = """
symposium_site = False
symposium_root = "kb"
html_theme = "basic"
extensions = ["myst_parser", "sphinx.ext.mathjax", "symposium"]
exclude_patterns = ["drafts"]
html_extra_path = ["extra"]


def setup(app):
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class Listing(Directive):
        def run(self):
            return [nodes.paragraph("", "A listing of the host")]

    app.add_directive("listing", Listing)
    app.add_role("shell", lambda name, raw, text, *rest: ([nodes.Text("RAN " + text)], []))
"""
REFS = "@article{doe2020, title = {Doors}, author = {Doe, Jane}, journal = {Keys}, year = 2020}"
FILES = {
    "refs.bib": "",
    "kb/refs.bib": REFS,
    "index.md": '# Home\n\n<b class="own">raw</b> {shell}`x` {paper}`doe2020`\n\n```{listing}\n```\n',
    "deep/page.md": "---\norphan: true\n---\n# Deep\n\n```{kb:listing} papers\n```\n",
    "extra/kb/papers/doe2020.html": "The host's own file",
    "kb/people/jane-doe.md": (
        "---\nname: Jane Doe\n---\nShe. {shell}`x` $\\href{javascript:alert(1)}{x}$\n\n"
        "```{eval-rst}\n.. role:: file(strong)\n\n:file:`a`\n```\n"
    ),
    "kb/notes.md": '---\norphan: true\n---\n# Notes\n\n<b class="own">raw</b>\n',
    "kb/files/evil.md": "# Evil\n",
    "zz.md": "---\norphan: true\n---\n# Z\n\n{file}`a`\n\n```{include} part.txt\n```\n",
    "part.txt": "Included.\n",
}  # fmt: skip


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    made = Project(tmp_path_factory.mktemp("host"))
    made.write({"conf.py": SITE_CONF + CONF, **FILES})
    return made.build(request.param)


def test_strangers_run_nothing_and_the_host_does_as_before(built: Built) -> None:
    home, person = built.html("index"), built.html("kb/people/jane-doe")
    assert "RAN x" in home
    assert "RAN" not in person
    assert "She. x" in person
    assert 'the role "shell" is left out' in built.warnings
    assert 'the directive "role" is left out' in built.warnings
    assert "a formula that links, styles or defines is shown as typed" in built.warnings
    shown = person.partition("</head>")[2]
    assert "<code" in shown.partition("javascript:")[0].rpartition("<p")[2]
    assert '<b class="own">raw</b>' in home
    assert '<b class="own">raw</b>' not in built.html("kb/notes")
    assert not any("evil" in one for one in built.files())
    assert 'class="file"' not in built.html("zz")  # a role that a stranger has defined
    assert "Included." in built.html("zz")


def test_what_the_host_has_itself_stays(built: Built) -> None:
    assert "A listing of the host" in built.html("index")
    if built.app.builder.name == "html":
        assert built.html("kb/papers/doe2020") == "The host's own file"
    assert built.app.config.exclude_patterns == ["drafts"]


def test_links_of_listings_lead_below_our_folder(built: Built) -> None:
    links = re.findall(r'href="([^"]*doe2020[^"]*)"', built.html("deep/page"))
    ending = ".html" if built.app.builder.name == "html" else "/"
    up = "../" if ending == ".html" else "../../"
    assert f"{up}kb/papers/doe2020{ending}" in links
    files = re.findall(r'href="([^"]*/listings/[^"]*)"', built.html("deep/page"))
    assert len(files) == len(FORMS)
    for file in files:
        assert file.startswith(f"{up}kb/listings/")
        assert (built.path("deep/page").parent / file).resolve().is_file()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("symposium_trust", "flase", "write True or False"),
        ("symposium_root", "../x", "is not the name of a folder inside the documentation"),
        ("symposium_root", None, "is of the wrong type"),
        ("symposium_navigation", [5], "is not an entry of the header"),
        ("symposium_bibfiles", None, "is of the wrong type"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(
    project: MakeProject, name: str, value: object, said: str
) -> None:
    conf = f"symposium_site = False\nroot_doc = 'x'\n{name} = {value!r}\n"
    built = project({"x.rst": "X\n=\n"}, conf=conf).build("dummy")
    assert (
        f"conf.py:9: ERROR: {name}: {value if name != 'symposium_navigation' else 5!r} "
        in built.warnings
    )
    assert said in built.warnings
    assert built.statuscode == 1


FORBIDDING = {
    "symposium_navigation": 'symposium_navigation = [("nowhere/index", "Nowhere")]\n',
    "symposium_search": 'symposium_search = "auto"\n',
    "symposium_pages": 'symposium_pages = ["paper", "persn"]\n',
    "html_file_suffix": 'html_file_suffix = ".htm"\n',
}


def test_a_setting_that_forbids_something_of_ours_is_named_once(project: MakeProject) -> None:
    made = project({"kb/refs.bib": REFS}, conf=CONF + "".join(FORBIDDING.values()))
    (made.root / "extra").mkdir()
    built = made.build()
    warnings = built.warnings.splitlines()
    assert len(warnings) == len(FORBIDDING), warnings
    for name in FORBIDDING:
        assert sum(name in one for one in warnings) == 1, (name, warnings)


TRUSTED = """\
---
name: Jane Doe
---
Her prose.

```{include} ../../../secret.txt
```

```{raw} html
<p id="raw-bad">raw</p>
```

![harbour](../../harbour.png)
"""


def test_whoever_trusts_record_folders_says_so(project: MakeProject) -> None:
    files = {"kb/people/jane-doe.md": TRUSTED, "harbour.png": b"\x89PNG", "extra/x.txt": ""}
    made = project(files, conf=CONF + "symposium_trust = True\n")
    (made.root.parent / "secret.txt").write_text("SECRET\n", "utf-8")
    built = made.build()
    assert [one for one in built.warnings.splitlines() if "symposium_search" not in one] == []
    page = built.html("kb/people/jane-doe")
    assert "SECRET" in page
    assert '<p id="raw-bad">raw</p>' in page
    assert "_images/harbour" in page


def test_the_sandbox_is_switched_off_by_no_word_for_off(project: MakeProject) -> None:
    made = project({"index.md": '# Home\n\n<b class="own">raw</b>\n'})
    assert 'class="own"' not in made.build(symposium_trust="off").html("index")


OWN_PAGES = {
    "refs.bib": f"{REFS}\n{REFS.replace('doe2020', 'doe2021').replace('Doors', 'Gates')}",
    "index.rst": "Home\n====\n\n:cite:t:`doe2020` and :cite:t:`doe2021`.\n\n.. bibliography::\n",
    "papers/doe2020.rst": ":orphan:\n\nNotes of the host\n=================\n",
}


def test_a_host_gets_pages_of_papers_and_people_and_hears_of_those_whose_place_is_taken(
    project: MakeProject,
) -> None:
    conf = 'extensions = ["sphinxcontrib.bibtex", "symposium"]\nbibtex_bibfiles = ["refs.bib"]\n'
    made = project({"conf.py": conf, **OWN_PAGES})
    (made.root / "index.md").unlink()
    built = made.build()
    ours = {"my-list", "papers/doe2020", "papers/doe2021", "papers/index"}
    ours |= {"people/jane-doe", "people/index"}
    assert {f"{one}.html" for one in ours} | {
        "index.html", "genindex.html", "search.html"
    } == built.pages().keys()  # fmt: skip
    assert "papers/doe2020.rst: WARNING: this document is in the place of" in built.warnings
    assert 'href="papers/index.html"' in built.html("index")
    assert 'href="papers/doe2021.html"' in built.html("index")
    assert "2 papers at papers/index.html: link to it" in built.status
    assert not list((built.outdir / "_static").glob("symposium-programme*"))
    assert executors.jobs(built.app) == 1
