"""The whole site of this repository, as ``make html`` builds it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from jsonschema import Draft202012Validator
from sphinx.util.inventory import InventoryFile
from support.markup import BASE, broken_links, is_external, leads_on, pages_of, read_page
from support.paths import ROOT
from support.real_site import Site
from symposium.kinds import KINDS
from symposium.knowledge import NO_MENTIONS, build
from symposium.pages import Pages, Urls
from symposium.pages.urls import docname
from symposium.reading.folder import read_project

SECONDS, BYTES = 180, 500 * 2**20
"""What a clean build may use of the processor, thrice what it needs alone, and of memory."""
PAPER = 30_000
"""No page of a paper is larger, in bytes. An abstract is in it twice, and its first words a third
time: one of 5,000 characters still fits. What it is about is said once more for machines, and a
mark that opens a source takes 300 bytes. Notes with key figures, and an address, take 2,000."""
RE_URL = re.compile(r"""url\(\s*(?P<quote>["']?)(?P<url>.*?)(?P=quote)\s*\)""")


@pytest.fixture(scope="module")
def pages(real_site: Site) -> list[str]:
    found = [page for page in pages_of(real_site.outdir) if not leads_on(real_site.outdir / page)]
    assert len(found) > 200
    return found


def test_it_builds_without_a_warning(real_site: Site) -> None:
    said = [line for line in real_site.output.splitlines() if "WARNING" in line or "ERROR" in line]
    assert said == []


def test_it_builds_in_time_and_memory(real_site: Site) -> None:
    assert real_site.cpu < SECONDS
    assert real_site.memory < BYTES


def test_every_internal_link_leads_to_a_file_and_every_fragment_to_an_id(
    real_site: Site, pages: list[str]
) -> None:
    broken = [text for page in pages for text in broken_links(real_site.outdir, page)]
    assert broken == []


def test_every_page_is_whole(real_site: Site, pages: list[str]) -> None:
    wrong = [text for page in pages for text in faults(real_site.outdir, page)]
    assert wrong == []


FORBIDDEN = {
    "a part of a table has a role": re.compile(r"<(?:table|thead|tbody|tr|t[dh])\b[^>]*\srole="),
    "a caption amid its figure": re.compile(r"</figcaption>(?!\s*</figure>)"),
    "a form without an address": re.compile(r'\saction=""'),
    "a label that controls": re.compile(r"<label\b[^>]*\saria-controls="),
}
"""What HTML forbids, and was once on our pages."""


def faults(outdir: Path, name: str) -> Iterator[str]:
    """Yield what a page lacks or has twice."""
    page = read_page(outdir / name)
    if [element.attributes.get("lang") for element in page.all("html")] != ["en"]:
        yield f"{name}: no language"
    for tag in ("h1", "main"):
        found = page.all(tag)
        if len(found) != 1 or not found[0].text.strip():
            yield f"{name}: {len(found)} <{tag}>"
    titles = [title for title in page.all("title") if "—" in title.text]  # pictures have titles too
    if len(titles) != 1 or "<no title>" in titles[0].text:
        yield f"{name}: title {titles}"
    descriptions = page.all("meta", name="description")
    # A work without an abstract has none: reference managers would take it for one.
    least = 0 if page.all("meta", name="citation_title") else 1
    if not least <= len(descriptions) <= 1 or not all(
        d.attributes["content"].strip() for d in descriptions
    ):
        yield f"{name}: {len(descriptions)} descriptions"
    if page.unclosed:
        yield f"{name}: not well-formed: {page.unclosed[:5]}"
    html = (outdir / name).read_text("utf-8")
    yield from (f"{name}: {what}" for what, rule in FORBIDDEN.items() if rule.search(html))
    if images := [e.attributes for e in page.all("img") if "alt" not in e.attributes]:
        yield f"{name}: images without a text: {images}"


def test_titles_are_unique(real_site: Site, pages: list[str]) -> None:
    """Two pages with one title could not be told apart in a list of results."""
    titles = Counter(
        read_page(real_site.outdir / name).all("title")[0].text
        for name in pages
        if not name.startswith("guide/")  # chapters are called after lists
    )
    assert [title for title, count in titles.items() if count > 1] == []


def test_nothing_is_loaded_from_elsewhere(real_site: Site, pages: list[str]) -> None:
    foreign = {
        url
        for page in pages
        for url in read_page(real_site.outdir / page).loaded()
        if is_external(url) and not url.startswith("data:")
    }
    assert foreign == set()


def test_stylesheets_load_only_files_of_the_site(real_site: Site) -> None:
    sheets = list(real_site.outdir.rglob("*.css"))
    assert sheets
    wrong = []
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        urls = [found["url"] for found in RE_URL.finditer(text)]
        urls += re.findall(r"""@import\s*["'](.*?)["']""", text)
        for url in urls:
            place = urlsplit(urljoin(f"{BASE}{sheet.relative_to(real_site.outdir)}", url))
            inside = f"{place.scheme}://{place.netloc}/" == BASE
            if not url.startswith(("data:", "#")) and not (
                inside and (real_site.outdir / unquote(place.path).lstrip("/")).is_file()
            ):
                wrong.append(f"{sheet.name}: {url}")
    assert wrong == []


def test_every_entity_has_a_page(real_site: Site) -> None:
    base, problems = build(read_project(ROOT)[0])
    assert problems == []
    names = [name for name, _, _ in Pages(base, NO_MENTIONS, Urls()).table.names()]
    missing = [name for name in names if not (real_site.outdir / f"{name}.html").is_file()]
    assert missing == []
    for kind in KINDS:
        for identifier in base.entities[kind.name]:
            assert docname(kind.name, identifier) in names


def test_other_projects_find_every_entity(real_site: Site, pages: list[str]) -> None:
    with (real_site.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", urljoin)
    base, _ = build(read_project(ROOT)[0])
    for kind in KINDS:
        listed = inventory.get(f"kb:{kind.name}", {})
        assert set(base.entities[kind.name]) <= set(listed), kind.name
        for item in listed.values():
            assert item.uri.split("#")[0] in pages, item
            anchor = item.uri.partition("#")[2]
            assert (
                not anchor or anchor in read_page(real_site.outdir / item.uri.split("#")[0]).ids()
            )


def test_the_api_is_as_its_schema_says(real_site: Site) -> None:
    folder = real_site.outdir / "api" / "v1"
    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    files = sorted(path for path in folder.glob("*.json") if path.name != "schema.json")
    index = real_site.api("index")
    named = [name for names in index["files"].values() for name in names]
    assert [path.name for path in files] == sorted(["index.json", *named])
    assert set(index["files"]) == {*(kind.folder for kind in KINDS), "posters"}
    assert index["digests"] == {n: sha256((folder / n).read_bytes()).hexdigest() for n in named}
    for name, count in index["counts"].items():
        assert count == sum(len(json.loads((folder / f).read_text())) for f in index["files"][name])
    for path in files:
        own = {
            "$schema": schema["$schema"],
            "$ref": f"#/$defs/{path.name}",
            "$defs": schema["$defs"],
        }
        Draft202012Validator(own).validate(json.loads(path.read_text("utf-8")))


def test_every_address_of_the_api_is_a_page(real_site: Site) -> None:
    def addresses(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("url"), str):
                yield value["url"]
            for part in value.values():
                yield from addresses(part)
        elif isinstance(value, list):
            for part in value:
                yield from addresses(part)

    for name in real_site.api("index")["counts"]:
        for url in addresses(real_site.api(name)):
            page, _, anchor = url.partition("#")
            assert (real_site.outdir / page).is_file(), url
            assert not anchor or anchor in read_page(real_site.outdir / page).ids(), url


def test_pages_of_papers_are_light(real_site: Site, pages: list[str]) -> None:
    papers = [one for one in pages if one.startswith("papers/") and not one.endswith("index.html")]
    assert max((real_site.outdir / one).stat().st_size for one in papers) <= PAPER
