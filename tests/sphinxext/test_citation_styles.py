"""The styles of references that a project asks for."""

from __future__ import annotations

import re

from support.project import CONF, MakeProject

STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Mine</title><id>mine</id><updated>2026-01-01T00:00:00Z</updated></info>
<citation><layout><text variable="title"/></layout></citation>
<bibliography><layout suffix="."><text variable="title" prefix="Mine: "/></layout></bibliography>
</style>
"""
FILES = {"index.md": "# Home\n", "refs.bib": "@misc{a, author = {Doe, Jane}, title = {First}}\n"}


def shown(html: str) -> dict[str, str]:
    return dict(re.findall(r'<p class="sy-copy" data-sy-copy="([^"]+)">(.*?)</p>', html))


def test_a_project_has_the_usual_styles_and_may_have_its_own_and_none(project: MakeProject) -> None:
    made = project({"conf.py": CONF, **FILES})
    assert list(shown(made.build().html("papers/a"))) == ["APA", "IEEE", "ACM"]
    own = f'{CONF}\nsymposium_citation_styles = ["styles/my-own.csl", "IEEE"]\n'
    made.write({"conf.py": own, "styles/my-own.csl": STYLE})
    found = shown(made.build().html("papers/a"))
    assert found == {"My own": "Mine: First.", "IEEE": "J. Doe, “First.”"}
    # A style of the project is read again when it changes.
    made.write({"styles/my-own.csl": STYLE.replace("Mine: ", "Yours: ")})
    assert shown(made.build().html("papers/a"))["My own"] == "Yours: First."
    made.write({"conf.py": f"{CONF}\nsymposium_citation_styles = []\n"})
    assert shown(made.build().html("papers/a")) == {}


def test_what_is_no_style_is_reported_with_the_nearest_one(project: MakeProject) -> None:
    conf = f'{CONF}\nsymposium_citation_styles = ["iee", "no.csl", "bad.csl", 3, "apa"]\n'
    built = project({"conf.py": conf, "bad.csl": "<style", **FILES}).build()
    assert "'iee' is not a style that comes with Symposium: did you mean ieee?" in built.warnings
    assert "'no.csl' is not a style that comes with Symposium: " in built.warnings
    assert "3 is not a style" in built.warnings
    assert re.search(r"conf\.py:\d+: ERROR: symposium_citation_styles", built.warnings)
    assert "bad.csl cannot be used as a style of CSL" in built.warnings
    assert list(shown(built.html("papers/a"))) == ["APA"]
