"""The light copy of the theme's style sheet changes nothing that anybody sees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.chosen import MANY
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
      let hash = 0;
      for (const name of style) {
        if (name.startsWith("--")) continue;
        for (const letter of style.getPropertyValue(name)) hash = (hash * 31 + letter.codePointAt(0)) | 0;
      }
      looks.push(`${one.localName}.${one.className} ${part} ${hash}`);
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
    """One page of each kind, those that there is one of, and the list of papers, or all lists."""
    found: dict[str, str] = {}
    for path in site.pages():
        if path.startswith("_static"):
            continue
        folder, _, name = path.rpartition("/")
        kind = re.sub(r"^events/.*", "events/x", folder)
        alone = not kind or (name == "index.html" and (MANY or kind == "papers"))
        found.setdefault(f"{kind}/{name}" if alone else kind, path)
    return list(found.values())


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
        assert not differing, (one, len(differing), differing[:5])
    context.close()
    assert len(seen) > 400
