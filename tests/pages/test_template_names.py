"""The names that templates know are those that the guide promises."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from support.pages_site import site_kb
from support.paths import ROOT
from symposium.knowledge import NO_MENTIONS
from symposium.pages import Pages, Urls
from symposium.pages.frame import Fragment

sys.path.insert(0, str(ROOT / "tools"))
import template_tables


def test_the_pages_of_the_guide_are_made_of_the_code():
    for path, text in template_tables.pages().items():
        assert path.read_text(encoding="utf-8") == text, "run python tools/template_tables.py"


@pytest.fixture(scope="module")
def known() -> dict[str, set[str]]:
    """The names that each template is given, over all pages of a site that has every kind."""
    found: dict[str, set[str]] = {}
    pages = Pages(site_kb(), NO_MENTIONS, Urls())

    def note(*given: Any) -> Fragment:
        *_, template, data = given
        found.setdefault(template, set()).update(data, {"page", "kind", "title", "title_html"})
        return Fragment("", "", "", "", "", "", (), (), "")

    pages._fragment = note  # type: ignore[assignment,method-assign]
    for page, _, _ in pages.table.names():
        pages.render(page)
    pages.home("person", next(iter(site_kb().people)), "index")
    return found


def test_every_template_is_given_what_is_promised_and_nothing_else(known):
    promised = template_tables.names()
    assert {one for one in promised if one.endswith(".html")} <= set(known)
    always = promised[template_tables.ON_ALL]
    for template, names in known.items():
        if template in {"part.html", "sparse/person.html"}:
            continue
        own = promised.get(template, set())
        if template.startswith("indexes/"):
            assert names - always <= promised["indexes/…"], template
        elif "sources" in names:
            own |= promised[template_tables.OF_RECORDS]
        missing = (always | own) - names - {"head"}
        assert missing == set(), template
        assert template.startswith("indexes/") or names - always - own == set(), template


def test_every_promised_name_of_an_index_is_given_to_one(known):
    given = set().union(*(names for name, names in known.items() if name.startswith("indexes/")))
    promised = template_tables.names()["indexes/…"]
    assert promised - given <= {"most"}
