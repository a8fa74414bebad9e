"""A preview says that it is one and gives the published address; every page has one address."""

from __future__ import annotations

import re
import struct

import pytest
from support.chosen import chosen
from support.project import MakeProject, Outcome
from support.shared_site import SharedSite

FILES = {
    "index.md": "# Home & <all>\n\nWelcome.\n",
    "guide.md": "---\norphan:\n---\n# A guide\n\nRead *this*.\n",
    "refs.bib": "@misc{a, title={A}, author={Doe, Jane}, year=2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\norcid: 0000-0002-1825-0097\n---\nI am.\n",
    "datasets/d.md": "---\ntitle: D\ncreators: [{name: Jane Doe}]\nlicense: CC0-1.0\n"
    "doi: 10.5281/zenodo.99\n---\n",
}
PREVIEW = "https://kb--17.org.readthedocs.build/en/17/"
PAGES = ("index", "guide", "papers/a", "people/jane-doe", "people/index", "years/2020", "search")
SELF = re.compile(r'<link rel="canonical" href="([^"]*)" />')
OPEN_GRAPH = re.compile(
    r'<meta (?:name="description" )?property="(og:[a-z]+)" content="([^"]*)" />'
)
ADDONS = '<meta name="readthedocs-addons-api-version" content="1" />'
NOTICE = 'class="sy-preview"'


@pytest.fixture
def preview(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "external")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", PREVIEW)


@pytest.fixture
def built(shared_site: SharedSite) -> Outcome:
    return shared_site(FILES, html_baseurl="https://kb.example.org")


ENVIRON = "import os\nhtml_baseurl = os.environ['READTHEDOCS_CANONICAL_URL']\n"


@pytest.mark.usefixtures("preview")
@pytest.mark.parametrize("conf", chosen(["", ENVIRON], ENVIRON))
def test_a_preview_gives_the_address_of_the_published_site(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, conf: str
) -> None:
    monkeypatch.setenv("READTHEDOCS_PRODUCTION_DOMAIN", "kb.readthedocs.io")
    made = project(FILES, conf=conf).build()
    for page in PAGES:
        html = made.html(page)
        assert SELF.findall(html) == [f"https://kb.readthedocs.io/en/latest/{page}.html"]
        assert html.count(NOTICE) == html.count(ADDONS) == 1
        assert "readthedocs.build" not in html


def test_every_page_names_its_own_address_once(built: Outcome) -> None:
    for page in PAGES:
        html = built.html(page)
        assert SELF.findall(html) == [f"https://kb.example.org/{page}.html"]
        assert ADDONS not in html
        assert NOTICE not in html


def test_networks_are_told_what_a_page_is(built: Outcome) -> None:
    types = {
        "index": "website", "guide": "article", "papers/a": "article",
        "people/jane-doe": "profile", "people/index": "website",
    }  # fmt: skip
    for page, type_ in types.items():
        found = dict(OPEN_GRAPH.findall(built.html(page)))
        assert found["og:type"] == type_
        assert found["og:url"] == f"https://kb.example.org/{page}.html"
        image = found["og:image"].removeprefix("https://kb.example.org/")
        assert (built.outdir / image).read_bytes().startswith(b"\x89PNG")
    assert dict(OPEN_GRAPH.findall(built.html("index")))["og:title"] == "Home &amp; &lt;all&gt;"
    assert dict(OPEN_GRAPH.findall(built.html("guide")))["og:description"] == "Read this."


def test_signposts_lead_to_people_licences_and_identifiers(built: Outcome) -> None:
    def links(page: str) -> set[tuple[str, str]]:
        return set(re.findall(r'<link rel="([a-z-]+)" href="(http[^"]*)" />', built.html(page)))

    orcid = "https://orcid.org/0000-0002-1825-0097"
    assert ("author", orcid) in links("papers/a")
    assert ("type", "https://schema.org/AboutPage") in links("papers/a")
    assert links("datasets/d") >= {
        ("author", orcid), ("license", "https://spdx.org/licenses/CC0-1.0.html"),
        ("related", "https://doi.org/10.5281/zenodo.99"), ("type", "https://schema.org/Dataset"),
    }  # fmt: skip


def test_the_picture_of_a_record_with_a_file_has_its_title_and_names(built: Outcome) -> None:
    images = {
        page: dict(OPEN_GRAPH.findall(built.html(page)))["og:image"].rpartition(".org/")[2]
        for page in ("people/jane-doe", "papers/a")
    }
    assert images == {
        "people/jane-doe": "people/jane-doe.png",
        "papers/a": "_static/symposium-card-paper.png",
    }
    content = (built.outdir / "people/jane-doe.png").read_bytes()
    assert struct.unpack(">4sII", content[12:24]) == (b"IHDR", 600, 315)
