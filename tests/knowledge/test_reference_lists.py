"""What works cite of each other: from the field `cites` to relations, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from support.files import knowledge_of
from symposium.kinds.base import Origin
from symposium.kinds.paper import Paper
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.model.dates import Date
from symposium.model.problems import Code, Place, Problem
from symposium.pages import Pages, Urls
from symposium.pages.citing.bibtex import written_entry
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse


def paper(key: str, *cites: str, year: int = 2020, was: tuple[str, ...] = ()) -> Paper:
    """Return a paper that cites some keys."""
    origin = Origin(Place("refs.bib", 1), {"cites": (2, 3)})
    return Paper(key.lower(), key, "article", f"On {key}", date=Date(year), cites=cites, was=was,
                 origin=origin)  # fmt: skip


def made(*papers: Paper) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base of papers, and its problems."""
    return build(Records(papers))


def read(text: str) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base of a bibliography, and all problems."""
    entries, problems = parse(text, "refs.bib")
    papers, found = to_papers(entries, "refs.bib")
    kb, more = build(Records(tuple(papers)))
    return kb, [*problems, *found, *more]


def test_references_stand_in_the_order_of_the_list_and_citing_works_newest_first() -> None:
    kb, problems = made(
        paper("old", year=1999),
        paper("a", "old", year=2001),
        paper("b", "a", "old", year=2003),
        paper("c", "old", "b", "a", year=2002),
    )
    assert problems == []
    assert kb.relations.cites == {"a": ("old",), "b": ("a", "old"), "c": ("old", "b", "a")}
    assert kb.relations.cited_by == {"old": ("b", "c", "a"), "a": ("b", "c"), "b": ("c",)}


def test_a_reference_is_found_by_key_id_and_earlier_key() -> None:
    kb, problems = made(paper("A:1", was=("old-key",)), paper("B"), paper("x", "A:1", "b"),
                        paper("y", "a:1"), paper("z", "Old:Key"))  # fmt: skip
    assert problems == []
    assert kb.relations.cites == {"x": ("a:1", "b"), "y": ("a:1",), "z": ("a:1",)}


def test_an_entry_is_read_with_all_separators_and_keeps_its_field() -> None:
    text = "@misc{a, title={A}}\n@misc{b, title={B}}\n@misc{c, title={C},\n cites = { a ; b,\n}}\n"
    kb, problems = read(text)
    assert problems == []
    assert kb.works["c"].cites == ("a", "b")
    assert kb.relations.cites == {"c": ("a", "b")}
    assert "cites = {" in written_entry(kb.works["c"])
    assert read("".join(map(written_entry, kb.works.values())))[0].relations == kb.relations


def test_an_unknown_key_in_an_entry_is_a_warning_with_its_place_and_the_nearest() -> None:
    _, problems = read("@misc{gray2023, title={A}}\n@misc{b, title={B},\n  cites = {gray2032}}\n")
    assert [str(one) for one in problems] == [
        'refs.bib:3:3: B022 no entry has the key "gray2032": did you mean gray2023?'
    ]


def test_a_file_adds_to_the_list_of_its_entry(tmp_path: Path) -> None:
    files = {
        "refs.bib": "@misc{a, title={A}}\n@misc{b, title={B}}\n@misc{c, title={C}, cites={b}}\n",
        "papers/c.md": "---\ncites: [a, no, b]\n---\n",
    }
    kb, problems = knowledge_of(tmp_path, files)
    assert kb.relations.cites == {"c": ("b", "a")}
    assert [str(one) for one in problems] == [
        'papers/c.md:2:12: R001 no entry has the key "no": add its entry to the bibliography',
        'papers/c.md:2:16: W012 "c" cites "b" twice: remove it',
    ]


def test_a_work_that_cites_itself_or_another_twice_is_noticed() -> None:
    text = "@misc{a, title={A}, ids={aa}}\n@misc{b, title={B},\n cites = {a, b, a, aa}}\n"
    kb, problems = read(text)
    assert kb.relations.cites == {"b": ("a",)}
    assert {one.code for one in problems} == {Code.WORK_CITES}
    assert [one.message for one in problems] == [
        '"b" cites "a" twice', '"b" cites "aa" twice', '"b" cites itself',
    ]  # fmt: skip


def test_an_heir_does_not_cite_what_its_proceedings_cite() -> None:
    text = (
        "@misc{a, title={A}}\n@inproceedings{b, title={B}, crossref={p}}\n"
        "@proceedings{p, title={P}, cites={a}}\n"
    )
    kb, _ = read(text)
    assert kb.relations.cites == {"p": ("a",)}


def sections(kb: KnowledgeBase, page: str) -> str:
    """Return the sections of a page as text."""
    return Pages(kb, NO_MENTIONS, Urls()).render(page).sections


def test_a_page_has_its_references_in_order_and_those_that_cite_it_newest_first() -> None:
    kb, _ = made(paper("a", year=1999), paper("b", "a", year=2000), paper("c", "b", "a", year=2001))
    references = sections(kb, "papers/c").partition('id="references"')[2]
    assert references.index("On b") < references.index("On a")
    cited_by = sections(kb, "papers/a").partition('id="cited-by"')[2]
    assert cited_by.index("On c") < cited_by.index("On b")
    assert 'id="references"' not in sections(kb, "papers/a")
    assert 'id="cited-by"' not in sections(kb, "papers/c")
