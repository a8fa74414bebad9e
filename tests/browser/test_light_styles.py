"""The light copy of the theme's style sheet changes nothing that anybody sees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.browser import in_context, ready
from support.chosen import MANY
from support.example_site import example_site
from support.project import Outcome
from support.real_site import serve
from support.shared_site import SharedSite
from symposium.sphinxext.assets import theme_sheet
from symposium.sphinxext.light_styles import LIGHT

pytestmark = pytest.mark.browser

RULES = r"""(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const comma = /,(?![^(]*\))/; // outside of brackets
  const plain = (text) => text.replace(/\\([0-9a-f]{4})\b ?/gi, (_, code) => // as a copy has it
    String.fromCharCode(Number.parseInt(code, 16)));
  const rules = (list, place) => [...list].flatMap((rule) => {
    if (rule.selectorText) return rule.selectorText.split(comma).map((selector) =>
      [place, selector.trim(), plain(rule.style.cssText)]);
    if (rule.media || rule.conditionText) return rules(rule.cssRules, `${place} ${rule.conditionText}`);
    return [[place, "", rule.cssText]];
  });
  return rules(sheet.cssRules, "");
}"""
"""Returns the rules of a style sheet in order: where it holds, one selector, declarations."""
MATCHING = r"""(selectors) => {
  const state = /:not\(:(hover|focus|disabled)[^()]*\)|:(hover|focus(-visible|-within)?|active|visited|target|disabled|checked)\b/g;
  const anywhen = (text) => text.replace(/::[\w-]+/g, "").replace(state, ":is(*)") || "*";
  return selectors.filter((selector) => document.querySelector(anywhen(selector)));
}"""
"""Returns the selectors that some element matches, or would match in some state."""


def pages(site: Outcome) -> list[str]:
    """One page of each kind, those that there is one of, and the list of papers, or all lists."""
    paths: dict[str, str] = {}
    for path in site.pages():
        if path.startswith("_static"):
            continue
        folder, _, name = path.rpartition("/")
        kind = re.sub(r"^events/.*", "events/x", folder)
        alone = not kind or (name == "index.html" and (MANY or kind == "papers"))
        paths.setdefault(f"{kind}/{name}" if alone else kind, path)
    return list(paths.values())


def test_the_rules_that_are_left_out_are_for_nothing_on_any_kind_of_page(
    browser: Any, shared_site: SharedSite
) -> None:
    site = example_site(shared_site)
    light_pages = 0
    with serve(site.outdir) as root, in_context(browser) as context:
        page = context.new_page()
        light = page.evaluate(RULES, (site.outdir / "_static" / LIGHT).read_text())
        whole = page.evaluate(RULES, theme_sheet().read_text())
        rest = iter(light)
        kept = next(rest)
        left_out = []
        for rule in whole:
            if rule == kept:
                kept = next(rest, None)
            else:
                left_out.append(rule[1])
        assert kept is None, f"not a rule of the whole sheet, or not in its place: {kept}"
        assert len(left_out) > 1_000
        for path in pages(site):
            page.goto(root + path)
            if LIGHT not in page.content():
                continue
            light_pages += 1
            assert ready(page).evaluate(MATCHING, [*dict.fromkeys(left_out)]) == [], path
    assert light_pages > 15
