"""Where a fact was printed is for who asks for it, and is copied nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from support.browser import ready, visit
from support.real_site import Site, serve

pytestmark = pytest.mark.browser
WORK = "atre2021distributed"
NEVER = ("Printed:", "Source:")


def test_neither_cards_nor_the_list_of_a_reader_say_where_a_fact_was_printed(
    browser: Browser, real_site: Site
) -> None:
    with serve(real_site.outdir) as root, visit(browser, root) as made:
        page = made.open(f"papers/{WORK}.html")
        assert "Printed:" in page.content()
        page.evaluate(f"localStorage.setItem('symposium-list', '[\"{WORK}\"]')")
        page.goto(f"{root}my-list.html")
        line = ready(page).locator("[data-sy-my-list] .sy-item").first
        expect(line).to_contain_text("2021")
        page.goto(f"{root}people/medha-atre.html")
        ready(page).locator(f"main a[href$='papers/{WORK}.html']").first.hover()
        card = ready(page).locator(".sy-about")
        expect(card).to_contain_text("2021")
        for word in NEVER:
            assert word not in card.inner_text()
        page.goto(f"{root}my-list.html")
        for word in NEVER:
            assert word not in ready(page).locator("[data-sy-my-list]").inner_text()
