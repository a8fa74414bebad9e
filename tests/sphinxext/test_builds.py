"""Builds: clean, incremental, parallel, interrupted; and every builder."""

from __future__ import annotations

import re
import zipfile
from itertools import product
from pathlib import Path

import pytest
from support.builds import BuiltBefore, apply, clean, differences
from support.chosen import chosen
from support.markup import all_broken_links
from support.project import Built, MakeProject
from support.sites import REFS, SITE
from symposium.export import api
from symposium.pages.urls import docname
from symposium.sphinxext.build_site import site_of

HOME = (
    "# Home\n\n{cite:t}`doe2020fast` and {person}`julia-bazinska`.\n\n```{overview}\n```\n\n"
    "```{bibliography}\n```\n"
)
FILES: dict[str, str] = {**SITE, "index.md": HOME}


def test_a_parallel_build_writes_the_same_bytes(project: MakeProject) -> None:
    more = {
        f"notes/n{i}.md": f"---\norphan:\n---\n# N{i}\n\n{{cite}}`doe2020fast` {i}.\n"
        for i in range(8)
    }
    made = project({**FILES, **more})
    one = made.build("html", out="_one")
    two = made.build("html", out="_two", parallel=2)
    assert one.warnings == two.warnings == ""
    assert differences(one.files(), two.files()) == []
    again = made.build("html", out="_two", parallel=2)
    assert again.read() == []
    assert differences(one.files(), again.files()) == []


def mtimes(built: Built) -> dict[Path, int]:
    """Return when each page was written; Sphinx writes its search page in every build."""
    return {
        path: path.stat().st_mtime_ns
        for path in built.outdir.rglob("*.html")
        if path not in {built.outdir / "search.html", built.outdir / "search" / "index.html"}
    }


@pytest.mark.parametrize("builder", chosen(["html", "dirhtml"], "html"))
def test_a_build_with_nothing_to_do_reads_and_writes_no_page(
    project: MakeProject, builder: str
) -> None:
    made = project(FILES)
    first = made.build(builder)
    times = mtimes(first)
    second = made.build(builder)
    assert second.read() == []
    assert mtimes(second) == times
    page = second.path("people/julia-bazinska")  # which has no document
    before = page.read_bytes()
    page.unlink()
    made.build(builder)
    assert page.read_bytes() == before


CHANGES: dict[str, dict[str, str | None]] = {
    "a changed name": {
        "people/jane-doe.md": "---\nname: Jane Q. Doe\nnames: [Jane Doe]\n---\nNew.\n"
    },
    "a new paper": {
        "refs.bib": REFS
        + "@misc{new2023, author={Doe, Jane}, title={New}, year=2023, keywords={reading}}\n"
    },
    "a removed paper, and a changed title of a paper with a file": {
        "refs.bib": re.sub(r"@book\{adams.*?\n\}\n", "", REFS, flags=re.DOTALL).replace(
            "Fast Reading of", "Quick Reading of"
        )
    },
    "a new citation": {
        "topics/reading.md": "---\ntitle: Reading\n---\nNow {cite}`größe2018` says so.\n"
    },
    "a removed file of a record with facts": {"papers/doe2020fast.md": None},
    "a removed file of a person": {"people/jane-doe.md": None},
    "a new file of a derived paper": {
        "papers/adams2001book.md": "---\ntopics: [books]\n---\nSee {cite}`größe2018`.\n"
    },
    "a new event": {
        "events/meet-2022/index.md": "---\ntitle: Again\ndate: 2022-05-30\nslots:\n  - talk: x\n---\n",
        "events/meet-2022/x.md": "---\ntitle: X\npaper: doe2020fast\n---\n",
    },
    "a changed style sheet and template": {
        "conf.py": 'project = "Test project"\nauthor = "Somebody"\ncopyright = "the authors"\nextensions = ["symposium"]\nsymposium_site = True\nsymposium_search = False\nhtml_static_path = ["_static"]\nhtml_css_files = ["own.css"]\ntemplates_path = ["_templates"]\n',
        "_static/own.css": "b { color: red }",
        "_templates/symposium-search-box.html": "<p>no box</p>",
    },
    "a new file under files": {
        "files/a.txt": "x",
        "people/jane-doe.md": SITE["people/jane-doe.md"].replace(
            "---\nShe", "links:\n  cv: files/a.txt\n---\nShe"
        ),
    },
}
"""What changes, to the files that are written (or removed) between two builds."""


@pytest.fixture(scope="module")
def built_before(tmp_path_factory: pytest.TempPathFactory) -> BuiltBefore:
    return BuiltBefore(tmp_path_factory.mktemp("before"))


@pytest.mark.parametrize(
    "change",
    chosen(
        CHANGES, "a changed name", "a removed paper, and a changed title of a paper with a file",
        "a new citation", "a new file of a derived paper", "a new event",
        "a changed style sheet and template",
    ),
)  # fmt: skip
def test_an_incremental_build_writes_the_bytes_of_a_clean_one(
    built_before: BuiltBefore, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "MAX_RECORDS", 2)
    # The frame is tested with the theme of real sites; what is out of date is the same in any.
    theme = {} if "conf.py" in CHANGES[change] else {"html_theme": "basic"}
    made = built_before(FILES, **theme)
    apply(made, CHANGES[change])
    built = made.build(**theme)
    assert differences(built.files(), clean(made, **theme)) == []


@pytest.mark.parametrize("builder", chosen(["html", "dirhtml"], "dirhtml"))
def test_every_internal_link_leads_somewhere(project: MakeProject, builder: str) -> None:
    made = project(
        {
            **FILES,
            "files/a.txt": "x",
            "people/jane-doe.md": CHANGES["a new file under files"]["people/jane-doe.md"] or "",
        }
    )
    built = made.build(builder)
    assert built.warnings == ""
    assert all_broken_links(built.outdir) == []
    made.write({"files/a.txt": "y"})
    assert made.build(builder).files()["files/a.txt"] == b"y"


GUIDE = {
    "index.md": HOME
    + "\n```{toctree}\npeople/jane-doe\npapers/doe2020fast\nevents/meet-2021/index\n"
    "events/meet-2021/keynote\ntopics/reading\nvenues/keys\nsources/programme\n```\n"
}
OWN = "https://example.org/"
TITLES = ("Julia Bazińska", "Journal of Keys", "On Reading", "Reading is old.")


def text_of(built: Built) -> str:
    """Return all text that a build wrote."""
    texts = []
    for path in sorted(built.outdir.rglob("*")):
        if path.suffix in {".txt", ".tex", ".html", ".xhtml", ".pot"}:
            texts.append(path.read_text(encoding="utf-8"))
        elif path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                texts += [book.read(n).decode() for n in book.namelist() if n.endswith(".xhtml")]
    return " ".join(" ".join(texts).split())


@pytest.mark.parametrize(
    ("builder", "base"),
    chosen(
        product(["text", "epub", "latex", "singlehtml"], ["", OWN]),
        ("text", OWN), ("epub", ""), ("latex", OWN),
    ),
)  # fmt: skip
def test_other_builders_have_titles_prose_and_addresses(
    project: MakeProject, builder: str, base: str
) -> None:
    built = project({**FILES, **GUIDE}).build(builder, html_baseurl=base)
    assert built.warnings == ""
    assert built.statuscode == 0
    text = text_of(built)
    for title in TITLES:
        assert title in text, title
    assert ("https://example.org/people/jane-doe.html" in text) == bool(base)


@pytest.mark.parametrize(
    "builder",
    chosen(["gettext", "linkcheck", "pseudoxml", "xml", "man", "texinfo"], "gettext", "xml"),
)
def test_builders_that_carry_no_page_run_without_a_warning(
    project: MakeProject, builder: str
) -> None:
    built = project({**FILES, **GUIDE}).build(builder, linkcheck_ignore=["https?://.*"])
    assert built.warnings == ""
    assert built.statuscode == 0


def other_project(project: MakeProject, inventory: Path, page: str, conf: str) -> Built:
    made = project({"index.md": page}, root="other")
    made.write(
        {
            "conf.py": 'project = "Other"\n' + conf + "intersphinx_mapping = "
            f"{{'kbsite': ('https://kb.example/', {str(inventory)!r})}}\nnitpicky = True\n"
        }
    )
    return made.build("html", html_theme="basic")


def test_records_of_every_kind_are_reached_by_roles_of_another_project(
    project: MakeProject,
) -> None:
    entry = "@misc{Sol:2020/A, title={Key}, author={Sol, Ines}, year=2020, howpublished={Here}}\n"
    made = project({**FILES, "refs.bib": FILES["refs.bib"] + entry}).build()
    kb = site_of(made.app).kb
    rows = [(kind, next(iter(kb.entities[kind]))) for kind in
            ("event", "paper", "person", "talk", "topic", "venue")]  # fmt: skip
    asked = [*rows, ("paper", "Sol:2020/A")]
    lines = [f"{{external{where}:kb:{kind}}}`{name}`" for kind, name in asked
             for where in ("", "+kbsite")]  # fmt: skip
    conf = 'extensions = ["myst_parser", "sphinx.ext.intersphinx", "symposium.roles"]\n'
    page = "# Other\n\n" + "\n\n".join(lines) + "\n"
    built = other_project(project, made.outdir / "objects.inv", page, conf)
    assert built.warnings == ""
    for kind, name in asked:
        found = kb.find(kind, name)
        assert found is not None
        address = f'href="https://kb.example/{docname(kind, found)}.html"'
        assert built.html("index").count(address) >= 2, (kind, name)
