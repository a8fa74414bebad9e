"""Symposium as a guest: record files, the sandbox around them, our settings, and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.guest_site import (
    CONF,
    WITH_US,
    broken_links,
    guest,
    new_warnings,
    search_terms,
    soup,
    text_of,
    words_of,
)
from support.host_builds import HostBuilt, Plan, build, write
from support.hosts import HOSTS, NOTEBOOK

MIRA = """\
---
name: Mira Sol
affiliations: Harbour Office
---
She measures. See {cite:t}`weber2024gauges`.

- [x] a task
"""


Build = Callable[..., list[HostBuilt]]


@pytest.fixture
def built(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Return what builds a host: the build without us, then one with us after each step."""

    def make(name: str, *steps: Mapping[str, str | None], conf: str = "") -> list[HostBuilt]:
        alone, host = guest(name, tmp_path_factory).before, HOSTS[name]
        sources = host.sources()
        write(tmp_path, {**sources, CONF: f"{sources[CONF]}{WITH_US}{conf}"})
        return [alone, *build(tmp_path, [Plan("after", step) for step in steps], host.modules)]

    return make


@pytest.mark.parametrize("name", ["alabaster", "notebooks"])
def test_a_record_file_is_ours_whoever_else_reads_markdown(
    name: str, built: Build, tmp_path: Path
) -> None:
    before, after = built(name, {"docs/people/mira-sol.md": MIRA})
    assert after.status == 0, after.warnings
    assert new_warnings(before, after) == []
    page = after.text("people/mira-sol.html")
    assert "She measures. See Weber and Sol" in text_of(page)
    assert "Harbour Office" in text_of(page)
    assert "Tides of Small Harbours" in text_of(page)
    around = soup(after.text("alone/page.html")).select_one(HOSTS[name].navigation)
    here = soup(page).select_one(HOSTS[name].navigation)
    assert around is not None
    assert here is not None
    assert words_of(here) == words_of(around)
    assert after.titles()["people/mira-sol"] == "Mira Sol"
    new = {one for one in after.pages() - before.pages() if not (tmp_path / "docs" / one).exists()}
    assert not [one for one in new if "readme" in one.lower() or "drafts" in one]
    assert before.files["guide/first.html"] == after.files["guide/first.html"]


ROLES = """\
---
orphan: true
---
# Roles

{person}`mira-sol` wrote {paper}`sol2025tides` about {topic}`tides` for {venue}`jcs`.
"""
BELOW = 'symposium_root = "kb"\nsymposium_pages = ["paper", "person"]\n'


def test_all_that_is_ours_lies_below_one_folder_and_only_pages_that_are_asked_for_are_made(
    built: Build,
) -> None:
    files: dict[str, str | None] = {
        "docs/kb/people/mira-sol.md": MIRA,
        "docs/venues/jcs.md": "# A venue of the host\n",
        "docs/kb/venues/jcs.md": "---\nname: Journal of Coastal Sensors\n---\n",
        "docs/roles.md": ROLES,
        "docs/index.rst": str(HOSTS["pydata"].sources()["docs/index.rst"]).replace(
            "papers/index", "papers/index\n   venues/jcs"
        ),
    }
    before, after = built("pydata", files, conf=BELOW)
    assert after.status == 0, after.warnings
    assert new_warnings(before, after) == []
    own = {"roles.html", "venues/jcs.html"}
    folders = {name.partition("/")[0] for name in after.pages() - before.pages() - own}
    assert folders == {"kb"}
    kinds = {name.split("/")[1] for name in after.pages() if name.startswith("kb/")}
    assert {"papers", "people"} <= kinds
    assert not kinds & {"venues", "years", "topics", "events", "talks", "sources", "software"}
    assert "A venue of the host" in text_of(after.text("venues/jcs.html"))
    assert before.files["papers/index.html"][:200] == after.files["papers/index.html"][:200]
    roles = after.text("roles.html")
    assert "about tides for Journal of Coastal Sensors." in text_of(roles)
    assert 'href="kb/people/mira-sol.html"' in roles
    assert 'href="kb/papers/sol2025tides.html"' in roles
    assert "../kb/papers/weber2024gauges.html" in after.text("papers/plan.html")
    for name in after.pages() - before.pages():
        assert list(broken_links(after, name)) == [], name
    assert after.titles()["kb/people/mira-sol"] == "Mira Sol"
    assert after.titles()["kb/papers/sol2025tides"] == "Tides of Small Harbours"
    other = {name for name in after.files.keys() - before.files.keys() if "kb/" not in name}
    assert {name.partition("/")[0] for name in other - own} <= {"_static", "_sources", "_images"}


HOSTILE = """\
---
name: Mira Sol
myst:
  substitutions:
    sneaky: "{{ 6 * 7 }}"
---
Her prose. {{ env.docname.upper() }} {{ 6 * 7 }} {{ sneaky }} {{ who }}

<script>window.bad = 1;</script> <b onclick="bad()">bold</b>

```{include} ../../../secret.txt
```

```{literalinclude} ../../../secret.txt
```

```{raw} html
<p id="raw-bad">raw</p>
```

```{csv-table}
:file: ../../../secret.txt
```

```{eval-rst}
.. include:: ../../../secret.txt

.. raw:: html

   <p id="raw-bad">raw</p>

.. automodule:: danger
   :members:
```

```{automodule} danger
```

```{code-cell} python
open("executed", "w").close()
```

![secret](../../../secret.png) {download}`../../../secret.txt`
"""
SIGNS = ("SECRET", 'id="raw-bad"', 'onclick="bad()"', "window.bad = 1;</script>", "DANGEROUS", "42")


def hostile(root: Path) -> dict[str, str | None]:
    """Return files of strangers, and what they would publish or run."""
    notebook = NOTEBOOK.replace("print(6 * 7)", f"open({str(root / 'executed')!r}, 'w').close()")
    return {
        "secret.txt": "SECRET\n",
        "secret.png": "SECRET\n",
        "src/danger.py": (f'"""DANGEROUS."""\nopen({str(root / "imported")!r}, "w").close()\n'),
        "docs/kb/people/mira-sol.md": HOSTILE.replace('"executed"', repr(str(root / "executed"))),
        "docs/kb/people/other.rst": (
            'Other\n=====\n\n.. raw:: html\n\n   <p id="raw-bad">raw</p>\n\n'
            ".. include:: ../../../secret.txt\n\n.. automodule:: danger\n"
        ),
        "docs/kb/people/third.ipynb": notebook,
    }


RUNNING = (
    'symposium_root = "kb"\nnb_execution_mode = "force"\n'
    'nb_execution_excludepatterns = ["guide/*"]\n'
)


def test_what_strangers_contribute_runs_nothing_and_publishes_nothing(
    built: Build, tmp_path: Path
) -> None:
    before, after = built("notebooks", hostile(tmp_path), conf=RUNNING)
    assert after.status in {0, 1}, after.warnings
    assert "Her prose." in text_of(after.text("kb/people/mira-sol.html"))
    for name, data in after.files.items():
        if name.startswith("kb/") or name not in before.files:
            if name.endswith(".html"):
                shown = str(soup(data.decode()).select_one("[role=main], .body") or "")
                assert [sign for sign in SIGNS if sign in shown] == [], name
            assert b"SECRET" not in data, name
    assert not (tmp_path / "imported").exists()
    assert not (tmp_path / "executed").exists()
    refused = [one for one in new_warnings(before, after) if "kb/people/mira-sol.md" in one]
    assert len(refused) >= 6, refused
    # The host's own pages do the same, and may.
    assert before.files["guide/first.html"] == after.files["guide/first.html"]
    assert before.files["guide/markdown.html"] == after.files["guide/markdown.html"]


TRUSTED = """\
---
name: Mira Sol
---
Her prose.

```{include} ../../../secret.txt
```

```{raw} html
<p id="raw-bad">raw</p>
```

![harbour](../../harbour.png)
"""


def test_whoever_trusts_record_folders_says_so(built: Build) -> None:
    files: dict[str, str | None] = {
        "secret.txt": "SECRET\n",
        "docs/kb/people/mira-sol.md": TRUSTED,
    }
    before, after = built(
        "alabaster", files, conf='symposium_root = "kb"\nsymposium_trust = True\n'
    )
    assert new_warnings(before, after) == []
    page = after.text("kb/people/mira-sol.html")
    assert "SECRET" in page
    assert '<p id="raw-bad">raw</p>' in page
    assert "_images/harbour" in page


FORBIDDING = {
    "symposium_navigation": 'symposium_navigation = [("nowhere/index", "Nowhere")]\n',
    "symposium_search": 'symposium_search = "auto"\n',
    "symposium_pages": 'symposium_pages = ["paper", "persn"]\n',
    "html_file_suffix": 'html_file_suffix = ".htm"\n',
}


def test_a_setting_that_forbids_something_of_ours_is_named_once(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before, host = guest("alabaster", tmp_path_factory).before, HOSTS["alabaster"]
    sources = host.sources()
    write(tmp_path, sources)
    confs = [f"{sources[CONF]}{WITH_US}{conf}" for conf in FORBIDDING.values()]
    plans = [Plan(f"after{number}", {CONF: conf}) for number, conf in enumerate(confs)]
    for named, after in zip(FORBIDDING, build(tmp_path, plans, host.modules), strict=True):
        new = new_warnings(before, after)
        assert [named in one for one in new] == [True], new
        assert after.status == 0, after.warnings


def test_one_entry_that_changes_changes_the_pages_that_show_it(
    built: Build, tmp_path: Path
) -> None:
    refs = str(HOSTS["furo"].sources()["docs/bib/refs.bib"])
    edit = {"docs/bib/refs.bib": refs.replace("Tides of Small Harbours", "Tides of Big Harbours")}
    before, after, edited = built("furo", {"docs/people/mira-sol.md": MIRA}, edit)
    (clean,) = build(tmp_path, [Plan("clean", {})], HOSTS["furo"].modules)
    assert edited.status == 0
    assert new_warnings(after, edited) == []
    assert sorted(edited.files) == sorted(clean.files)
    different = {name for name, data in clean.files.items() if edited.files[name] != data}
    # Sphinx numbers citations and documents as it comes to them.
    assert different <= {"searchindex.js", *HOSTS["furo"].citing}
    assert search_terms(edited) == search_terms(clean)
    for name in HOSTS["furo"].citing:
        assert text_of(edited.text(name)) == text_of(clean.text(name))
    assert "Tides of Big Harbours" in text_of(edited.text("papers/sol2025tides.html"))
    assert "Tides of Big Harbours" in text_of(edited.text("people/mira-sol.html"))
    written = {name for name in edited.pages() if edited.times[name] != after.times[name]}
    documents = {name for name in before.pages() if f"_sources/{name[:-5]}.rst.txt" in before.files}
    # What is cited is read again, and Sphinx writes whatever lists that in its contents.
    assert written & documents <= {*HOSTS["furo"].citing, "index.html"}
    ours = edited.pages() - before.pages()
    changed = {name for name in ours if edited.files[name] != after.files[name]}
    assert written & ours <= changed | {"people/mira-sol.html"}
    assert "papers/mueller2020third.html" in ours - written
