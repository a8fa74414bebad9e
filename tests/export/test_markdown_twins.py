"""Pages in Markdown, and ``llms.txt``."""

from __future__ import annotations

import re

import yaml
from support.builds import differences
from support.project import MakeProject
from support.shared_site import SharedSite
from support.sites import SITE

FILES = {
    **SITE,
    "people/jane-doe.md": (
        "---\nname: Jane Doe\norcid: 0000-0002-1825-0097\n---\n"
        "She wrote {paper}`doe2020fast`.<!-- secret -->\n\n```\n{paper}`doe2020fast`\n```\n"
    ),
    "about.md": "# About\n\nSee {person}`her <jane-doe>` and `{person}`.\n\n% a remark\n",
    "index.md": "# Home\n\n```{toctree}\nabout\n```\n",
}
BASE = 'html_baseurl = "https://example.org/kb/"\n'


def front_and_body(text: str) -> tuple[dict[str, object], str]:
    _, front, body = text.split("---\n", 2)
    return yaml.safe_load(front), body


def test_each_page_of_a_record_or_a_document_has_a_twin_whose_links_lead_to_twins(
    shared_site: SharedSite,
):
    files = shared_site(FILES, conf=BASE).files()
    twins = {path: text.decode() for path, text in files.items() if path.endswith(".md")}
    records = {"papers/doe2020fast.md", "people/jane-doe.md", "about.md", "index.md"}
    assert records <= set(twins)
    for path, text in twins.items():
        folder = path.rpartition("/")[0]
        for link in re.findall(r"\]\(([^)\s]+\.md)\)", text):
            parts = [*folder.split("/"), *link.split("/")] if folder else link.split("/")
            while ".." in parts:
                at = parts.index("..")
                del parts[at - 1 : at + 1]
            assert "/".join(parts) in twins, f"{path}: {link}"


def test_a_twin_has_the_facts_the_ids_and_the_words_of_its_author(shared_site: SharedSite):
    built = shared_site(FILES, conf=BASE)
    front, body = front_and_body((built.outdir / "people/jane-doe.md").read_text("utf-8"))
    assert front["orcid"] == "0000-0002-1825-0097"
    assert front["url"] == "https://example.org/kb/people/jane-doe.html"
    assert "She wrote [Doe" in body
    assert "](../papers/doe2020fast.md)." in body
    assert "secret" not in body
    assert "```\n{paper}`doe2020fast`\n```" in body, "what is shown as it is typed stays"
    front, body = front_and_body((built.outdir / "papers/doe2020fast.md").read_text("utf-8"))
    assert front["key"] == "doe2020fast"
    assert "jane-doe" in str(front["authors"])
    _, body = front_and_body((built.outdir / "about.md").read_text("utf-8"))
    assert "See [her](people/jane-doe.md) and `{person}`." in body
    assert "remark" not in body


def test_llms_txt_names_the_site_its_lists_its_pages_and_its_data(shared_site: SharedSite):
    built = shared_site(FILES, conf=BASE)
    text = (built.outdir / "llms.txt").read_text("utf-8")
    assert text.startswith("# Test project")
    assert "\n> A scholarly knowledge base: " in text
    for address in ("people/index.html", "about.md", "api/v1/index.json"):
        assert f"](https://example.org/kb/{address})" in text


def test_a_change_makes_what_shows_it_again_as_a_clean_build_does(project: MakeProject):
    made = project(FILES)
    made.build()
    made.write({
        "people/jane-doe.md": "---\nname: Jane Doe\n---\nOther words.\n",
        "about.md": "# About\n\nNothing.\n",
    })  # fmt: skip
    again = made.build().files()
    clean = made.build(out="_clean", fresh=True).files()
    changed = [one for one in differences(again, clean) if one.endswith((".md", ".txt"))]
    assert changed == []
    assert b"Other words." in again["people/jane-doe.md"]


def test_the_option_turns_them_off_and_removes_them(project: MakeProject):
    made = project(FILES)
    assert "papers/doe2020fast.md" in made.build().files()
    left = made.build(symposium_markdown=False).files()
    assert not [path for path in left if path.endswith(".md") or path == "llms.txt"]


def test_a_title_cannot_be_markup(project: MakeProject):
    title = "[x](javascript:alert(1)) <script>"
    entry = f"@misc{{bad2020, title = {{{title}}}, author = {{Doe, Jane}}, year = 2020}}\n"
    built = project(
        {**FILES, "refs.bib": FILES["refs.bib"] + entry, "papers/bad2020.md": "Bad.\n"}
    ).build()
    twin = (built.outdir / "papers/bad2020.md").read_text("utf-8")
    assert "# \\[x\\](javascript:alert(1)) \\<script\\>" in twin
