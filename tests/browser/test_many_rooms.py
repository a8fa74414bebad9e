"""A programme of many rooms scrolls in its own frame, and the page does not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from support.browser import ready, visit
from support.chosen import chosen
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser
ROOMS = range(8)
PROGRAMME = "---\ntitle: Many Rooms\ndate: 2022-05-01/2022-05-02\ntimezone: Europe/Zurich\nslots:\n" + "".join(
    f"  - {{day: 2022-05-0{day}, time: '{hour}:00-{hour}:50', title: Talk {day} {hour} {room}, room: Room {room}, track: Track {hour} {room}}}\n"
    for day in (1, 2)
    for hour in (9, 10, 14)
    for room in ROOMS
)  # fmt: skip


@pytest.mark.parametrize("width", chosen([390, 1024, 1280, 1440, 1920], 390, 1440))
def test_many_rooms_do_not_widen_the_page(
    browser: Browser, shared_site: SharedSite, width: int
) -> None:
    built = shared_site({"events/rooms/index.md": f"{PROGRAMME}---\n"})
    with serve(built.outdir) as root, visit(browser, root, width=width) as made:
        page = ready(made.open("events/rooms/index.html"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
