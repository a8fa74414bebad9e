"""The names of a stranger's site and records are text, whatever is at home there and whoever hosts us."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from support.project import Built, MakeProject

EVIL = "<script>canary(1)</script><x-evil onclick=canary(1)>Mine"
FILES = {
    "refs.bib": f"@article{{a, author = {{{{{EVIL}}} and Doe, Jane}}, title = {{{EVIL}}}, year = 2020, journal = {{{EVIL}}}}}\n",
    "people/jane-doe.md": f"---\nname: Jane Doe\nheadline: {EVIL!r}\n---\nShe reads.\n",
    "events/meet/index.md": f"---\ntitle: {EVIL!r}\ndate: 2021-05-30\n---\n",
    "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" />',
}
CONF = 'extensions = ["symposium"]\n'
SITE = f"{CONF}symposium_site = True\nproject = {EVIL!r}\n"
# The name of a host is its own, which its theme may print as it likes.
SETTINGS = {
    "a site with a logo": f'{SITE}html_logo = "logo.svg"\n',
    "a person's site, with initials": f'{SITE}symposium_home = "people/jane-doe"\n',
    "an event's site": f'{SITE}symposium_home = "events/meet"\n',
    "a guest": 'extensions = ["myst_parser", "symposium"]\nhtml_theme = "alabaster"\n',
}


def run(built: Built) -> list[str]:
    """Return the elements of all pages by which a text of the enemy would run."""
    found = []
    for name, text in built.pages().items():
        page = BeautifulSoup(text, "html.parser")
        scripts = [
            one for one in page.find_all("script") if "canary" in one.text and not one.get("type")
        ]
        events = page.find_all(lambda one: any(key.startswith("on") for key in one.attrs))
        found += [f"{name}: {one}"[:200] for one in (*scripts, *events, *page.find_all("x-evil"))]
    return found


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_name_of_a_site_or_a_record_runs(project: MakeProject, setting: str) -> None:
    made = project(FILES)
    made.write({"conf.py": SETTINGS[setting]})
    built = made.build(symposium_search=False)
    assert len(built.pages()) > 5
    assert run(built) == []
