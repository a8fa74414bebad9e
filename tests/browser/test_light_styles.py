"""The light copy of the theme's style sheet changes nothing that anybody sees."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from support.chosen import chosen as representatives
from support.example_site import example_site
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

LOOKS = """(seen) => {
  const looks = [], known = new Set(seen);
  const named = (one) => (one ? `${one.localName}.${one.className}` : "");
  for (const one of document.querySelectorAll("*")) {
    // Rows of a list look alike: the first will do.
    const place = `${named(one.parentElement?.parentElement)} ${named(one.parentElement)} ${named(one)}`;
    if (known.has(place)) continue;
    known.add(place);
    for (const part of [null, "::before", "::after"]) {
      const style = getComputedStyle(one, part);
      if (part && style.content === "none") continue;
      const said = [];  // the text of all together is empty for computed styles
      for (const name of style)
        if (!name.startsWith("--")) said.push(`${name}: ${style.getPropertyValue(name)}`);
      looks.push(`${one.localName}.${one.className} ${part}; ${said.join("; ")}`);
    }
  }
  return [looks, [...known]];
}"""
"""How everything on a page looks: the elements of each class in each place once, and no place that
an earlier page has; with all places up to here."""


@pytest.fixture(scope="module")
def sites(shared_site: SharedSite) -> dict[str, Outcome]:
    full = example_site(shared_site, symposium_full_theme_css=True)
    return {"light": example_site(shared_site), "full": full}


def pages(site: Outcome) -> list[str]:
    """One page of each kind, all lists, and those that there is one of."""
    found: dict[str, str] = {}
    for path in site.pages():
        if path.startswith("_static"):
            continue
        folder, _, name = path.rpartition("/")
        kind = re.sub(r"^events/.*", "events/x", folder)
        found.setdefault(f"{kind}/{name}" if name == "index.html" or not kind else kind, path)
    return list(found.values())


def assets(site: Outcome, page: str) -> dict[str, int]:
    """The files that a page loads, by their size as they are sent."""
    html = site.outdir / page
    found = re.findall(
        r'<(?:link rel="stylesheet"[^>]*href|script[^>]*src)="([^"?]+)', html.read_text("utf-8")
    )
    files = [html, *((html.parent / one).resolve() for one in found)]
    return {one.name: len(gzip.compress(one.read_bytes(), 9)) for one in files}


def test_the_page_of_a_paper_with_all_it_loads_is_small(sites: dict[str, Outcome]) -> None:
    loaded = assets(sites["light"], "papers/placeholder2024knots.html")
    assert "symposium-theme.css" in loaded
    assert sum(loaded.values()) <= 60_000, loaded
    assert "pydata-sphinx-theme.css" in assets(sites["full"], "papers/placeholder2024knots.html")


@pytest.mark.parametrize(
    ("width", "scheme"), representatives([(1280, "light"), (390, "dark")], (1280, "light"))
)
def test_every_kind_of_page_looks_as_with_the_whole_sheet(
    browser: Any, sites: dict[str, Outcome], width: int, scheme: Any
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.route("**/*.woff2", lambda route: route.abort())  # whether one comes in time is chance
    page = context.new_page()
    chosen = pages(sites["light"])
    assert len(chosen) > 15
    places: list[str] = []
    seen = set()
    for one in chosen:
        looks, known = {}, places
        for name, site in sites.items():
            page.goto((site.outdir / one).as_uri())
            looks[name], places = page.evaluate(LOOKS, known)
            seen |= set(looks[name])
        differing = [
            (light, full)
            for light, full in zip(looks["light"], looks["full"], strict=True)
            if light != full and ".css" not in light
        ]
        assert not differing, (one, len(differing), difference(*differing[0]))
    context.close()
    assert any("flex-direction: column" in one for one in seen)  # something was compared


def difference(one: str, other: str) -> tuple[str, list[tuple[str, str]]]:
    """What two looks differ in."""
    pairs = zip(one.split(";"), other.split(";"), strict=False)
    return one[:80], [pair for pair in pairs if pair[0] != pair[1]][:5]
