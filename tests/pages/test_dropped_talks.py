"""A talk that was cancelled and that no programme names: its page stays, and nothing counts it."""

from __future__ import annotations

import re

from support.shared_site import SharedSite

FILES = {
    "events/meet/index.md": "---\ntitle: Meeting\ndate: 2026-05-01\ntimezone: Europe/Berlin\n"
    "slots:\n  - {time: 9:00-9:30, talk: tides}\n  - {time: 10:00-10:30, talk: waves}\n---\n",
    "events/meet/tides.md": "---\ntitle: Tides\nspeakers: [Ann Lee]\n---\n",
    "events/meet/waves.md": "---\ntitle: Waves\nspeakers: [Bo Roe]\nstatus: cancelled\n---\n",
    "events/meet/winds.md": "---\ntitle: Winds\nspeakers: [Ann Lee]\ntopics: [air]\n"
    "status: cancelled\n---\n",
}


def test_its_page_stays_and_is_in_no_list_and_no_count(shared_site: SharedSite) -> None:
    built = shared_site(FILES)
    assert built.warnings == ""
    page = built.html("events/meet/winds")
    assert "Cancelled" in page
    assert "data-sy-star=" not in page
    naming = {name for name, html in built.pages().items() if "winds.html" in html}
    assert naming <= {"events/meet/winds.html"}
    assert "2 talks" in built.html("events/meet/index")
    assert "1 talk" in re.sub(r"<[^>]+>", "", built.html("people/ann-lee"))
    assert "waves.html" in built.html("events/meet/index")
    assert "waves.html" in built.html("people/bo-roe")
