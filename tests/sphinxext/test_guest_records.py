"""Symposium as a guest: record files, the sandbox around them, a folder of ours, and changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.guest_site import Guest, guest, new_warnings, search_terms, soup, text_of
from support.markup import broken_links


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Guest]:
    return lambda name: guest(name, tmp_path_factory)


@pytest.mark.parametrize("name", ["alabaster", "notebooks"])
def test_a_record_file_is_ours_whoever_else_reads_markdown(
    name: str, host: Callable[[str], Guest]
) -> None:
    after = host(name).after
    text = text_of(after.text("people/mira-sol.html"))
    for part in ("She measures. See Weber and Sol", "Harbour Office", "Tides of Small Harbours"):
        assert part in text
    assert after.titles()["people/mira-sol"] == "Mira Sol"


@pytest.mark.faults  # `test_guest_rules` and the next test have a folder of ours, too
def test_all_that_is_ours_lies_below_one_folder_and_only_pages_that_are_asked_for_are_made(
    host: Callable[[str], Guest],
) -> None:
    before, after = host("pydata").before, host("pydata").built("below")
    assert after.status == 0, after.warnings
    assert new_warnings(before, after) == []
    own = {"roles.html", "venues/jcs.html"}
    folders = {name.partition("/")[0] for name in after.pages() - before.pages() - own}
    assert folders == {"kb"}
    kinds = {name.split("/")[1] for name in after.pages() if name.startswith("kb/")}
    assert {"papers", "people"} <= kinds
    assert not kinds & {"venues", "years", "topics", "events", "talks", "sources", "software"}
    assert "A venue of the host" in text_of(after.text("venues/jcs.html"))
    assert before.files["papers/index.html"][:200] == after.files["papers/index.html"][:200]
    roles = after.text("roles.html")
    assert "about tides for Journal of Coastal Sensors." in text_of(roles)
    assert 'href="kb/people/mira-sol.html"' in roles
    assert 'href="kb/papers/sol2025tides.html"' in roles
    assert "../kb/papers/weber2024gauges.html" in after.text("papers/plan.html")
    for name in after.pages() - before.pages():
        assert broken_links(after.outdir, name) == [], name
    assert after.titles()["kb/people/mira-sol"] == "Mira Sol"
    assert after.titles()["kb/papers/sol2025tides"] == "Tides of Small Harbours"
    other = {name for name in after.files.keys() - before.files.keys() if "kb/" not in name}
    assert {name.partition("/")[0] for name in other - own} <= {"_static", "_sources", "_images"}


SIGNS = ("SECRET", 'id="raw-bad"', 'onclick="bad()"', "window.bad = 1;</script>", "DANGEROUS", "42")


def test_what_strangers_contribute_runs_nothing_and_publishes_nothing(
    host: Callable[[str], Guest],
) -> None:
    made = host("notebooks")
    before, after = made.before, made.built("hostile")
    assert after.status in {0, 1}, after.warnings
    assert "Her prose." in text_of(after.text("kb/people/mira-sol.html"))
    for name, data in after.files.items():
        if name.startswith("kb/") or name not in before.files:
            if name.endswith(".html"):
                shown = str(soup(data.decode()).select_one("[role=main], .body") or "")
                assert [sign for sign in SIGNS if sign in shown] == [], name
            assert b"SECRET" not in data, name
    assert not (made.root / "imported").exists()
    assert not (made.root / "executed").exists()
    refused = [one for one in new_warnings(before, after) if "kb/people/mira-sol.md" in one]
    assert len(refused) >= 6, refused
    # The host's own pages do the same, and may.
    assert before.files["guide/first.html"] == after.files["guide/first.html"]
    assert before.files["guide/markdown.html"] == after.files["guide/markdown.html"]


def test_one_entry_that_changes_changes_the_pages_that_show_it(
    host: Callable[[str], Guest],
) -> None:
    made = host("alabaster")
    before, after, citing = made.before, made.built("again"), made.host.citing
    edited, clean = made.built("edited"), made.built("clean")
    assert edited.status == 0
    assert new_warnings(made.after, edited) == []
    assert sorted(edited.files) == sorted(clean.files)
    different = {name for name, data in clean.files.items() if edited.files[name] != data}
    # Sphinx numbers citations and documents as it comes to them.
    assert different <= {"searchindex.js", *citing}
    assert search_terms(edited) == search_terms(clean)
    for name in citing:
        assert text_of(edited.text(name)) == text_of(clean.text(name))
    assert "Tides of Big Harbours" in text_of(edited.text("papers/sol2025tides.html"))
    assert "Tides of Big Harbours" in text_of(edited.text("people/mira-sol.html"))
    written = {name for name in edited.pages() if edited.times[name] != after.times[name]}
    documents = {name for name in before.pages() if f"_sources/{name[:-5]}.rst.txt" in before.files}
    # What is cited is read again, and Sphinx writes whatever lists that in its contents.
    assert written & documents <= {*citing, "index.html"}
    ours = edited.pages() - before.pages()
    changed = {name for name in ours if edited.files[name] != after.files[name]}
    assert written & ours <= changed | {"people/mira-sol.html"}
    assert "papers/mueller2020third.html" in ours - written
