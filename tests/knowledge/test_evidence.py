"""Which sources a record rests on, and where in them."""

from __future__ import annotations

from pathlib import Path

from support.files import knowledge_of, write
from symposium.knowledge import KnowledgeBase
from symposium.model.problems import Problem
from symposium.reading.folder import read_project

HEAD = "kind: cv\ndate: undated\n"
FILES = {
    "refs.bib": """
@article{keys, author = {Able, Ada and Best, Bea}, title = {Keys}, journal = {Journal of Keys},
  keywords = {locks}, sources = {cv, tracker#L2-L3}}
""",
    "sources/cv.md": f"---\ntitle: A CV\n{HEAD}text: cv.txt\n---\n",
    "sources/cv.txt": "Ada Able\r\nCommittee: Cyd Cole\r\nBEST, Bea. Keys. Journal of Keys\r\n",
    "sources/tracker.md": f"---\ntitle: A tracker\n{HEAD}text: tracker.txt\n---\n",
    "sources/tracker.txt": "Bea Best reads this page\nKeys\nOn Locks and KeysAda Able et al.\n",
    "people/ada-able.md": """---
name: Ada Able
sources: [cv, tracker]
education: [{degree: PhD, organization: U, committee: [Cyd Cole], source: cv#L2}]
advising: [{name: Dan Dow}]
---
""",
}


def made(root: Path, files: dict[str, str] | None = None) -> tuple[KnowledgeBase, list[Problem]]:
    return knowledge_of(root, {**FILES, **(files or {})})


def test_a_person_rests_on_the_items_that_name_it(tmp_path: Path) -> None:
    kb, problems = made(tmp_path)
    assert problems == []
    evidence = kb.relations.evidence
    assert evidence["person", "cyd-cole"] == ("cv#L2",)
    assert kb.sources_of("person", "cyd-cole") == ("cv",)
    assert evidence["paper", "keys"] == ("cv", "tracker#L2-L3")
    # Of several lines the one counts that prints the name.
    assert evidence["person", "ada-able"] == ("cv#L2", "tracker#L3")


def test_a_source_that_does_not_print_the_name_does_not_count(tmp_path: Path) -> None:
    kb, _ = made(tmp_path)
    assert kb.sources_of("person", "dan-dow") == ()
    # The page names Bea Best, the lines of the paper do not; the CV has the family name first.
    assert kb.sources_of("person", "bea-best") == ()
    kb, _ = made(tmp_path, {"sources/cv.txt": "Ada Able\nCyd Cole, Bea\nBest\n"})
    assert kb.sources_of("person", "bea-best") == ("cv",)


def test_a_venue_and_a_topic_rest_on_the_sources_that_print_them(tmp_path: Path) -> None:
    kb, _ = made(tmp_path)
    assert kb.sources_of("venue", "journal-of-keys") == ("cv",)
    assert kb.sources_of("topic", "locks") == ("tracker",)


def test_an_organisation_rests_on_the_items_that_print_it(tmp_path: Path) -> None:
    person = FILES["people/ada-able.md"].replace(
        "sources:",
        """affiliations:
  - {organization: Guild of Keys, source: cv#L3}
  - {organization: Journal of Keys, source: cv#L2-L3}
  - organization: Unheard Guild
sources:""",
    )
    kb, _ = made(tmp_path, {"people/ada-able.md": person})
    evidence = kb.relations.evidence
    assert evidence["organization", "journal-of-keys"] == ("cv#L3",)
    assert not kb.sources_of("organization", "guild-of-keys")
    assert not kb.sources_of("organization", "unheard-guild")


def test_without_a_text_nobody_can_tell_otherwise(tmp_path: Path) -> None:
    source = FILES["sources/cv.md"].replace("text: cv.txt\n", "")
    kb, problems = made(tmp_path, {"sources/cv.md": source})
    assert problems == []
    for person in ("bea-best", "dan-dow"):
        assert "cv" in kb.sources_of("person", person)


def test_a_line_beyond_the_text_and_an_unknown_source_are_reported(tmp_path: Path) -> None:
    person = FILES["people/ada-able.md"].replace("cv#L2", "cv#L4").replace("tracker]", "cw#L1]")
    _, problems = made(tmp_path, {"people/ada-able.md": person})
    assert [(str(one.place), one.message) for one in problems] == [
        ("people/ada-able.md:3", 'no source has the id "cw"'),
        ("people/ada-able.md:4", "the text of cv has no line 4"),
    ]


def test_what_is_no_locator_is_refused(tmp_path: Path) -> None:
    for text in ("cv#57", "cv#L0", "cv#L3-L2", "CV#L1"):
        person = f"---\nname: Ada Able\nawards: [{{title: A, source: '{text}'}}]\n---\n"
        _, problems = made(tmp_path, {"people/ada-able.md": person})
        assert [one.code.code for one in problems] == ["F008"], text


def test_a_text_lies_beside_its_source_and_nowhere_else(tmp_path: Path) -> None:
    for text, code in (("../refs.txt", "R007"), ("cv.md", "R007"), ("none.txt", "R006")):
        source = FILES["sources/cv.md"].replace("cv.txt", text)
        _, problems = made(tmp_path, {"sources/cv.md": source})
        assert [one.code.code for one in problems] == [code], text


def test_a_text_that_leads_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, FILES)
    (tmp_path / "secret.txt").write_text("a secret")
    (root / "sources/cv.txt").unlink()
    (root / "sources/cv.txt").symlink_to(tmp_path / "secret.txt")
    records, problems = read_project(root)
    assert all("secret" not in "".join(one.lines) for one in records.entities["source"])
    assert {one.code.code for one in problems} == {"F011", "R006"}


def test_an_earlier_id_of_a_source_is_followed_with_its_lines(tmp_path: Path) -> None:
    source = FILES["sources/cv.md"].replace("title: A CV", "title: A CV\nwas: vita")
    person = FILES["people/ada-able.md"].replace("cv#L2", "vita#L2").replace("[cv,", "[vita,")
    kb, problems = made(tmp_path, {"sources/cv.md": source, "people/ada-able.md": person})
    assert problems == []
    assert kb.relations.evidence["person", "cyd-cole"] == ("cv#L2",)
    assert kb.sources_of("person", "ada-able") == ("cv", "tracker")


def test_a_reason_for_what_is_not_inferred_is_reported(tmp_path: Path) -> None:
    person = "---\nname: Ada Able\ninferred: [role]\nrole: phd\nbecause: {rol: she says so}\n---\n"
    _, problems = made(tmp_path, {"people/ada-able.md": person})
    assert [(str(one.place), one.message) for one in problems] == [
        ("people/ada-able.md:5", "rol is not among the inferred fields"),
    ]
