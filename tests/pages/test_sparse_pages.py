"""Pages of persons of whom little is known are what the view of all persons makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate import bibliography
from support.pages_site import MENTIONS, site_kb
from support.paths import ANTHOLOGY, ROOT
from symposium.knowledge import KnowledgeBase, build
from symposium.pages import Pages, Urls
from symposium.reading.folder import read_project


def of_folder(folder: Path, bibtex: str = "") -> KnowledgeBase:
    if bibtex:
        (folder / "refs.bib").write_text(bibtex, "utf-8")
    return build(read_project(folder)[0])[0]


def anthology(folder: Path) -> KnowledgeBase:
    if not ANTHOLOGY.exists():
        pytest.skip("the large bibliography is not beside this checkout")
    return of_folder(folder, ANTHOLOGY.read_text("utf-8"))


SITES = {
    "example": (lambda _: of_folder(ROOT / "docs" / "conference"), 0),
    "this site": (lambda _: of_folder(ROOT), 0),
    "records of all kinds": (lambda _: site_kb(), 0),
    "bibliography": (lambda folder: of_folder(folder, "\n".join(bibliography(60))), 0.9),
    "anthology": (anthology, 0.9),
}
"""The knowledge base of each site, and the least share of persons of whom little is known."""


@pytest.mark.parametrize("site", SITES)
def test_every_page_is_what_the_whole_view_makes(site, tmp_path):
    make, share = SITES[site]
    kb = make(tmp_path)
    pages, whole = Pages(kb, MENTIONS, Urls()), Pages(kb, MENTIONS, Urls())
    whole._sparse_people = None
    for page, (kind, _) in pages.table.by_page.items():
        if kind == "person":
            assert pages.render(page) == whole.render(page), "see views/sparse.py and its template"
    sparse = [person for person in kb.people if person in pages._sparse_people]
    assert len(sparse) >= share * len(kb.people)
