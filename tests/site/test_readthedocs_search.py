"""The search of Read the Docs takes clean sections from our pages, each from the page it is about."""

from __future__ import annotations

import re

import pytest
import yaml
from support.paths import ROOT
from support.readthedocs_search import LARGEST, Section, sections
from support.real_site import Site

PAGES = {
    "papers/atre2021distributed": "Distributed Deep Learning Using Volunteer Computing-Like Paradigm",
    "people/nikoli-dryden": "Nikoli Dryden",
    "events/scadl-2021/index": "ScaDL 2021",
    "events/scadl-2021/ai-for-social-impact": "",
    "topics/sparsity": "Sparsity",
    "guide/papers": "Papers",
    "index": "Systems for deep learning",
    "people/index": "People",
    "papers/index": "Papers",
    "years/2021": "2021",
}
NOISE = re.compile(
    r"Link to this section|\S¶|Skip to main|On this page|Back to top|Ctrl ?K|Breadcrumb|[☆★]"
    r"|BibTeX of|\{\"|Filter|Copy\b.*Copied"
)
LISTED = "Clairvoyant Prefetching for Distributed Machine Learning I/O"


def searched(site: Site, page: str) -> tuple[str, list[Section]]:
    """Return the title and the sections of a page."""
    html = (site.outdir / f"{page}.html").read_text("utf-8")
    assert len(html.encode()) < LARGEST
    return sections(html)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_its_title_and_no_noise(real_site: Site, page: str) -> None:
    title, found = searched(real_site, page)
    assert title == PAGES[page] or not PAGES[page]
    assert found[0].title == title
    assert len([one for one in found if one.title == title]) == 1  # nothing counts twice
    html = (real_site.outdir / f"{page}.html").read_text("utf-8")
    for one in found:
        assert not NOISE.search(f"{one.title} {one.content}"), one
        assert f'id="{one.id}"' in html if one.id else True, one
    assert sum(len(one.content) for one in found) < 40_000


def test_an_abstract_is_found_in_its_section(real_site: Site) -> None:
    _, found = searched(real_site, "papers/dryden2021clairvoyant")
    by_id = {one.id: one for one in found}
    abstract = by_id["abstract"]
    assert abstract.title == "Abstract"
    assert abstract.content.startswith("I/O is emerging as a major bottleneck")
    assert abstract.content.endswith("CosmoFlow datasets.")
    assert [one.id for one in found if "major bottleneck for machine" in one.content] == [
        "abstract"
    ]
    assert not [one for one in found if "@inproceedings" in one.content]


def test_a_title_is_found_on_its_page_and_not_on_those_that_list_it(real_site: Site) -> None:
    assert searched(real_site, "papers/dryden2021clairvoyant")[0] == LISTED
    for page in ("people/nikoli-dryden", "papers/index", "years/2021", "venues/sc", "index"):
        assert LISTED not in " ".join(one.content for one in searched(real_site, page)[1]), page


def test_a_paper_is_found_by_its_authors_and_its_venue(real_site: Site) -> None:
    for paper in real_site.api("papers"):
        _, found = searched(real_site, paper["url"].removesuffix(".html"))
        facts = found[0].content
        assert [one["name"] for one in paper["authors"] if one["name"] not in facts] == []
        assert not paper["venue"] or paper["venue"]["name"] in facts


def test_what_a_page_says_itself_is_found(real_site: Site) -> None:
    texts = {
        "people/nikoli-dryden": "I work at the intersection of deep learning",
        "topics/sparsity": "Sparse networks leave out parts of dense ones,",
        "guide/papers": "A paper is an entry in refs.bib.",
        "events/scadl-2021/index": "All times are in Pacific Daylight Time (PDT).",
    }
    for page, text in texts.items():
        title, found = searched(real_site, page)
        (one,) = [section for section in found if text in section.content]
        assert one.title == title, page


def test_the_configuration_ranks_records_and_leaves_out_what_is_no_page() -> None:
    search = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))["search"]
    assert all(-10 <= rank <= 10 for rank in search["ranking"].values())
    assert search["ranking"]["people/*"] > search["ranking"]["papers/*"] > 0
    # To set this list replaces what Read the Docs leaves out itself.
    assert {"search.html", "404.html"} <= set(search["ignore"])
