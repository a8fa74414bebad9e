"""Related papers: found by what works share, in an order and for reasons that can be told."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.knowledge.related_works.comparison import CITES, ENOUGH, MAX_WORKS, ONE, row_of
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls
from symposium.pages.fingerprints import Fingerprints, related_fingerprints

FILLERS = [f"filler{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(200)]


def paper(key: str, title: str, *authors: str, year: int = 2020, **more: object) -> Paper:
    """Return a paper."""
    people = tuple(Contributor(parse_name(name)) for name in authors)
    return Paper(key, key, "article", title, people, date=Date(year), **more)  # type: ignore[arg-type]


def others(count: int = 60) -> list[Paper]:
    """Return papers that have nothing to do with each other."""
    return [
        paper(f"other{n:03}", f"{FILLERS[2 * n]} {FILLERS[2 * n + 1]}", f"Nobody Nr{FILLERS[n]}")
        for n in range(count)
    ]


def kb_of(*papers: Paper) -> KnowledgeBase:
    """Return the knowledge base of papers."""
    return build(Records(papers))[0]


def kin(kb: KnowledgeBase, paper_id: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the related papers of a work with the reasons."""
    return [(one.id, one.reasons) for one in kb.related_works.of(paper_id)]


CASES = {
    "authors and words": (
        paper("a", "Silent Rivers", "Ann Bee", "Carl Dee", "Eve Fox"),
        paper("b", "Rivers are Silent", "Eve Fox", "Carl Dee", "Ann Bee"),
        ("3 shared authors", "similar words: rivers, silent"),
    ),
    "one author and a topic": (
        paper("a", "Alpha", "Ann Bee", topics=("sparsity",)),
        paper("b", "Beta", "Ann Bee", topics=("sparsity",)),
        ("1 shared author", "topic: sparsity"),
    ),
    "words": (
        paper("a", "Prefetching on a GPU"),
        paper("b", "Another look", abstract="Prefetching on the GPU. Which GPUs? Prefetching!"),
        ("similar words: GPU, prefetching",),
    ),
    "title": (
        paper("a", "Silent Rivers Rising", "Ann Bee"),
        paper("b", "Silent rivers rising", "Ann Bee"),
        ("same title", "1 shared author", "similar words: rising, rivers, silent"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_reasons_are_plain_and_the_same_from_both_sides(case: str) -> None:
    one, other, expected = CASES[case]
    kb = kb_of(*others(), one, other)
    for mine, theirs in (("a", "b"), ("b", "a")):
        ((found, reasons),) = kin(kb, mine)
        assert found == theirs
        assert [sorted(re.split(r"[:,] ", text)) for text in reasons] == [
            sorted(re.split(r"[:,] ", text)) for text in expected
        ]


def test_citations_say_which_way_they_go() -> None:
    kb = kb_of(
        *others(),
        paper("a", "Alpha", cites=("b", "r", "s")),
        paper("b", "Beta", cites=("r", "s")),
        paper("r", "Rho"),
        paper("s", "Sigma"),
    )
    found = dict(kin(kb, "a"))
    assert found["b"] == ("cited by this work", "both cite 2 of the same")
    assert dict(kin(kb, "b"))["a"] == ("cites this work", "both cite 2 of the same")
    assert dict(kin(kb, "r"))["s"] == ("cited together by 2",)
    assert CITES >= ENOUGH, "a citation alone is reason enough"


def test_what_is_common_says_less_than_what_is_rare() -> None:
    crowd = [paper(f"c{n}", f"Common {FILLERS[150 + n]}") for n in range(20)]
    kb = kb_of(
        *others(), *crowd,
        paper("a", "Common Rivers Silent Cities"),
        paper("b", "Common Rivers Lofty Mountains"),
        paper("c", "Silent Rivers Under Storms"),
    )  # fmt: skip
    assert kin(kb, "a")[0][0] == "c"


def test_one_shared_word_is_no_reason() -> None:
    assert kin(kb_of(*others(), paper("a", "Rivers today"), paper("b", "Rivers")), "a") == []


@pytest.mark.parametrize("title", ["Author Index", "Message from the Programme Chairs", "Erratum"])
def test_front_matter_is_related_to_nothing(title: str) -> None:
    one, other = paper("a", title, "Ann Bee"), paper("b", title, "Ann Bee")
    kb = kb_of(*others(), one, other, paper("c", "Silent Rivers", "Ann Bee"))
    assert kin(kb, "a") == kin(kb, "c") == []


def test_a_title_that_strangers_use_again_says_nothing() -> None:
    names = ("Ann Bee", "Carl Dee", "Eve Fox")
    again = [paper(f"a{n}", "Silent Rivers Rising", name) for n, name in enumerate(names)]
    assert kin(kb_of(*others(), *again), "a0") == []
    assert [one for one, _ in kin(kb_of(*others(), *again[:2]), "a0")] == ["a1"]


def test_authors_alone_are_no_reason_but_decide_between_similar_works() -> None:
    kb = kb_of(
        *others(),
        paper("a", "Silent Rivers Rising", "Ann Bee", "Carl Dee"),
        paper("b", "Quantum Chromodynamics", "Ann Bee", "Carl Dee"),
        paper("c", "Rivers that Stay Silent", "Somebody Else"),
        paper("d", "Rivers that Rest Silent", "Ann Bee"),
    )
    assert [one for one, _ in kin(kb, "a")] == ["d", "c"]


def test_a_poster_is_not_related_to_its_paper_which_its_page_lists() -> None:
    kb = kb_of(
        *others(),
        paper("a", "Silent Rivers Rising", "Ann Bee", "Eve Fox"),
        paper("p", "Silent Rivers Rising", "Ann Bee", "Eve Fox", poster=True),
    )
    assert kin(kb, "a") == []
    assert kin(kb, "p") == []


def test_no_more_than_a_few_the_likest_first_and_ties_by_id() -> None:
    twins = [paper(f"t{n}", "Silent Rivers Rising High", "Ann Bee") for n in (3, 1, 4, 0, 5, 9, 2)]
    kb = kb_of(*others(), *twins)
    assert [one for one, _ in kin(kb, "t9")] == ["t0", "t1", "t2", "t3", "t4"]
    assert len(kin(kb, "t0")) == MAX_WORKS


def test_the_order_of_the_bibliography_changes_nothing() -> None:
    papers = [*others(), *(one for case in CASES.values() for one in case[:2])]
    papers = [
        paper(f"{one.key}{n}", one.title, *(a.name.text for a in one.authors), topics=one.topics,
              abstract=one.abstract)
        for n, one in enumerate(papers)
    ]  # fmt: skip
    before = kb_of(*papers)
    mixed = random.Random(7).sample(papers, len(papers))  # noqa: S311 - the same each time
    after = kb_of(*mixed)
    for one in before.works:
        assert before.related_works.of(one) == after.related_works.of(one)


WORDS = st.sampled_from(["river", "tide", "gauge", "harbour", "salt", "net", "wave", "boat"])
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=8, max_size=24))
def test_rare_words_and_those_of_titles_weigh_most(texts: list[tuple[str, str | None]]) -> None:
    """The plainest way to the same: whole vectors for all pairs."""
    ann = "Ann Bee"
    papers = [paper(f"p{n:02}", one, ann, abstract=text) for n, (one, text) in enumerate(texts)]
    kb, rows = kb_of(*papers), list(map(row_of, papers))
    having = Counter(word for row in rows for word in row)
    bits = len(texts).bit_length()
    weights = {word: bits - (n.bit_length() if n > 1 else 0) for word, n in having.items()}

    def score(one: dict[str, int], other: dict[str, int]) -> float:
        both = [word for word in one.keys() & other.keys() if weights[word]]
        leading = [word for word in both if having[word].bit_length() <= bits // 2 + 2]
        norms = [sum(n * n * weights[word] for word, n in row.items()) for row in (one, other)]
        product = sum(one[word] * other[word] * weights[word] for word in both)
        evidence = sum(map(weights.__getitem__, both))
        return (len(leading) > 1) * product * evidence / (norms[0] * norms[1] or 1) ** 0.5 / bits

    pairs = list(zip(papers, rows, strict=True))
    for mine, row in pairs:
        scores = {one.id: score(row, theirs) for one, theirs in pairs if one is not mine}
        found = kb.related_works.lists[mine.id]
        enough = [n for n in scores.values() if n * ONE > ENOUGH + 1e-6]
        just = [n for n in scores.values() if abs(n * ONE - ENOUGH) <= 1e-6]
        assert 0 <= len(found) - min(MAX_WORKS, len(enough)) <= len(just)
        order = sorted(scores.values(), reverse=True)
        assert [scores[other] for other in found] == pytest.approx(order[: len(found)])


def test_a_change_of_related_papers_changes_the_fingerprint_of_a_page_and_hardly_others() -> None:
    pairs = [(n, m) for n in range(0, 60, 4) for m in (2, 3)]
    papers = [paper(f"r{n}{m}", " ".join([FILLERS[n + i] for i in (0, 1, m)])) for n, m in pairs]
    edited = paper("r02", f"{FILLERS[4]} {FILLERS[5]}")
    before, after = kb_of(*papers), kb_of(edited, *papers[1:])
    old, new = (related_fingerprints(kb, Fingerprints(kb, NO_MENTIONS).items("paper"))
                for kb in (before, after))  # fmt: skip
    other = {one for one in old if related_section(before, one) != related_section(after, one)}
    renewed = {one for one in old if old[one] != new[one]}
    assert {"r03", "r42", "r43"} <= other <= renewed
    assert len(renewed) <= len(other) + 2


def related_section(kb: KnowledgeBase, paper_id: str) -> str:
    """Return the section of a page as HTML."""
    sections = Pages(kb, NO_MENTIONS, Urls()).render(f"papers/{paper_id}").sections
    return sections.partition('<section id="related"')[2].partition("</section>")[0]


def test_a_page_shows_title_authors_year_and_reasons() -> None:
    kb = kb_of(*others(), *CASES["authors and words"][:2])
    html = related_section(kb, "a")
    assert "Related papers" in html
    assert (
        '<li><a href="../papers/b.html">Rivers are Silent</a> <span>Fox et al., 2020</span> '
        "<small>3 shared authors; similar words: rivers, silent</small></li>"
    ) in html
    assert related_section(kb, "other000") == ""


def test_what_was_chosen_by_hand_comes_first_and_once() -> None:
    one, other, _ = CASES["authors and words"]
    chosen = paper("a", one.title, "Ann Bee", "Carl Dee", "Eve Fox", related=("other007", "b", "a"))
    more = paper("m", "Silent, Silent Rivers", "Ann Bee", "Carl Dee")
    html = related_section(kb_of(*others(), chosen, other, more), "a")
    assert re.findall(r'href="../papers/(\w+)\.html"', html) == ["other007", "b", "m"]
    assert re.findall(r"<small>([^<]*)<", html) == [
        "chosen by hand",
        "chosen by hand; 3 shared authors; similar words: rivers, silent",
        "2 shared authors; similar words: rivers, silent",
    ]  # fmt: skip


def test_what_readers_type_is_escaped() -> None:
    bad = "<script>alert(1)</script>"
    kb = kb_of(
        *others(),
        paper("a", "Alpha", "Ann Bee", "Eve Fox", topics=(bad,)),
        paper("b", f"Beta {bad}", "Ann Bee", "Eve Fox", topics=(bad,)),
    )
    assert "topic: &lt;script&gt;" in related_section(kb, "a")
    assert "<script" not in related_section(kb, "a")
