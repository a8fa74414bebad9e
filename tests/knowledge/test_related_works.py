"""Related papers: found by what works share, in an order and for reasons that can be told."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.kinds.keywords import OFTENEST, keyword_of
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.knowledge.related_works.features import LED, READ, WHOLE
from symposium.knowledge.related_works.ranking import CITES, ENOUGH, MAX_WORKS
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls

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
    "authors": (
        paper("a", "Alpha", "Ann Bee", "Carl Dee", "Eve Fox"),
        paper("b", "Beta", "Eve Fox", "Carl Dee", "Ann Bee"),
        ("3 shared authors, nothing else",),
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
    crowd = [paper(f"c{n}", FILLERS[150 + n], "Busy Body") for n in range(20)]
    kb = kb_of(
        *others(), *crowd,
        paper("a", "Alpha", "Busy Body", "Rare Bird"),
        paper("b", "Beta", "Rare Bird", "Other One"),
    )  # fmt: skip
    scores, place = kb.related_works.people("a"), kb.relations.position
    assert scores[place["b"]] > scores[place["c0"]]
    assert kin(kb, "a")[0][0] == "b"


def test_one_word_is_reason_enough_only_where_both_are_about_little_else() -> None:
    kb = kb_of(*others(), paper("a", "Rivers today"), paper("b", "Rivers"))
    assert [one for one, _ in kin(kb, "a")] == ["b"]
    kb = kb_of(
        *others(),
        paper("a", "Rivers between lofty mountains today"),
        paper("b", "Silent cities beside rivers bloom"),
    )
    assert kin(kb, "a") == []


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


def test_shared_authors_alone_come_after_every_shared_subject() -> None:
    kb = kb_of(
        *others(),
        paper("a", "Silent Rivers Rising", "Ann Bee", "Carl Dee"),
        paper("b", "Quantum Chromodynamics", "Ann Bee", "Carl Dee"),
        paper("c", "Rivers that Stay Silent", "Somebody Else"),
    )
    assert kin(kb, "a") == [
        ("c", ("similar words: rivers, silent",)), ("b", ("2 shared authors, nothing else",)),
    ]  # fmt: skip


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
def test_words_are_weighed_by_their_frequency_and_rarity(
    texts: list[tuple[str, str | None]],
) -> None:
    """The plainest way to the same: whole vectors for all pairs."""
    kb = kb_of(
        *(paper(f"p{n}", title, "Ann Bee", abstract=text) for n, (title, text) in enumerate(texts))
    )
    often = []
    for title, text in texts:
        counts = Counter(map(keyword_of, f"{title} {title} {text or ''}".split()))
        often.append({w: min(n, OFTENEST) for w, n in counts.items() if n > 1})
    having = Counter(word for one in often for word in one)
    bits = len(texts).bit_length()

    def vector(one: dict[str, int]) -> dict[str, int]:
        root = {word: isqrt(10_000 * (bits - having[word].bit_length())) for word in one}
        length = isqrt(sum((n * root[word]) ** 2 for word, n in one.items())) or 1
        return {word: n * root[word] * WHOLE // length for word, n in one.items()
                if having[word] > 1 and root[word]}  # fmt: skip

    vectors = list(map(vector, often))
    assert len(texts) <= LED
    for n, mine in enumerate(vectors):
        if sum(having[word] for word in mine) > READ:
            continue
        expected = {
            m: score
            for m, theirs in enumerate(vectors)
            if (score := sum(mine[w] * theirs[w] for w in mine.keys() & theirs.keys()))
        }
        assert kb.related_works.scores(f"p{n}") == {
            kb.relations.position[f"p{m}"]: score for m, score in expected.items()
        }


def related_section(kb: KnowledgeBase, paper_id: str) -> str:
    """Return the section of a page as HTML."""
    sections = Pages(kb, NO_MENTIONS, Urls()).render(f"papers/{paper_id}").sections
    return sections.partition('<section id="related"')[2].partition("</section>")[0]


def test_a_page_shows_title_authors_year_and_reasons() -> None:
    kb = kb_of(*others(), *CASES["authors"][:2])
    html = related_section(kb, "a")
    assert "Related papers" in html
    assert (
        '<li><a href="../papers/b.html">Beta</a> <span>Fox et al., 2020</span> '
        "<small>3 shared authors, nothing else</small></li>"
    ) in html
    assert related_section(kb, "other000") == ""


def test_what_was_chosen_by_hand_comes_first_and_once() -> None:
    one, other, _ = CASES["authors"]
    chosen = paper("a", one.title, "Ann Bee", "Carl Dee", "Eve Fox", related=("other007", "b", "a"))
    more = paper("m", "More", "Ann Bee", "Carl Dee")
    html = related_section(kb_of(*others(), chosen, other, more), "a")
    assert re.findall(r'href="../papers/(\w+)\.html"', html) == ["other007", "b", "m"]
    assert re.findall(r"<small>([^<]*)<", html) == [
        "chosen by hand", "chosen by hand; 3 shared authors", "2 shared authors, nothing else",
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
