"""The search index of our own: its terms, its format, and that everything can be found in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ask import search_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.files import knowledge_of
from support.pages_site import HOSTILE, by
from support.search_reader import Reader, unpacked
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import KnowledgeBase, build
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.pages.urls import Urls, docname
from symposium.search import index, postings
from symposium.search.fields import Fields
from symposium.search.index import search_words
from symposium.search.postings import cuts, firsts, in_order
from symposium.search.records import IN_FILE, PAGES, ordered
from symposium.search.rows import Rows, patterns
from symposium.search.terms import LONGEST, stem_of, words


def paper(key: str, title: str = "A title", year: int = 2020, **more: object) -> Paper:
    return Paper(id=key, key=key, type="article", title=title, date=Date(year), **more)


def made(*papers: Paper, **entities: tuple[object, ...]) -> KnowledgeBase:
    return build(Records(papers=papers, entities=entities))[0]


def reader(kb: KnowledgeBase, **more: object) -> Reader:
    return Reader(search_files(kb, **more))


SMALL = made(
    paper(
        "doe2020fast", "Fast Reading of $O(n^2)$ Pre-Training Books",
        authors=by("Jane Doe", "Julia Bazińska"), venue="Proceedings of the 5th Reading Conference",
        abstract="We never sleep.", topics=("slow books",), doi="10.1145/3458817.3476181",
        arxiv="2101.08734v2",
    ),
    paper("smith:a/b", "Odd Keys", 2019, authors=by("John O’Neil"), venue="Journal of Keys"),
    paper("poster1", "A Poster on Keys", 2019, authors=by("Jane Doe"), poster=True),
    person=(
        Person(
            id="jane-doe", name=parse_name("Jane Doe"), names=("Jay D.",),
            former_names=("Jane Formerly",), orcid="0000-0002-1825-0097", body="She likes zebras.",
        ),
    ),
    event=(
        Event(
            id="meet-2021", title="The Meeting", date=Date(2021, 5, 30), location="Zürich",
            slots=(Slot(talk="meet-2021/keynote"),),
        ),
    ),
    talk=(
        Talk(
            id="meet-2021/keynote", event="meet-2021", title="On Sleep",
            speakers=(Participant(parse_name("Jane Formerly")),), abstract="A talk about hammocks.",
        ),
    ),
    venue=(Venue(id="keys", name="Journal of Keys", short="JoK"),),
    topic=(Topic(id="reading", title="Reading", names=("lecture",)),),
)  # fmt: skip


# Terms


def test_words_are_folded_and_split():
    assert words("Łukasz Kaiser’s GPT-4 (2nd ed.)") == [
        "lukasz", "kaiser", "s", "gpt", "4", "2nd", "ed",
    ]  # fmt: skip
    assert words("e\u0301te\u0301 ÉTÉ") == ["ete", "ete"]
    assert words("ﬁne Straße") == ["fine", "strasse"]
    assert words("模型model") == ["模", "型", "model"]
    assert words("a" * 50) == ["a" * LONGEST]
    assert words(HOSTILE) == ["script", "alert", "1", "script", "quotes", "break"]


# What is found


def test_former_names_stand_nowhere():
    for path, content in search_files(SMALL):
        if path.endswith(".bin"):
            assert "formerly" not in json.dumps(unpacked(content)).lower(), path


def test_what_is_equally_good_is_ordered_people_first_then_newest():
    found = reader(SMALL)
    kinds = [found.kind(n)[0] for n in sorted(found.search("jane"), reverse=True)]
    assert kinds == ["person", "paper", "poster", "talk"]
    years = [found.kind(n)[1] for n in sorted(found.search("keys"), reverse=True)]
    assert years == [2019, 2019, 0]


def test_pages_without_a_record_are_found_by_their_title_and_hidden_ones_are_not():
    kb = made(person=(Person(id="a", name=parse_name("Ann Hide"), document="people/a"),))
    pages = [("page", "guide/odd name", "How to Begin"), ("home", "index", "Start")]
    found = reader(kb, pages=pages, hidden={"people/a"})
    (number,) = found.search("begin")
    assert found.kind(number) == ("page", 0)
    assert found.row(number) == ["How to Begin", "/guide/odd%20name.html"]
    assert not found.search("hide")


def test_a_row_says_what_else_to_show():
    found = reader(SMALL)
    rows = {row[0]: row for row in map(found.row, range(sum(s[2] for s in found.root["segments"])))}
    assert rows["Odd Keys"] == ["Odd Keys", "smith:a/b", "", ["John O’Neil"], "JoK"]
    assert rows["Jane Doe"] == [
        "Jane Doe", "jane-doe", "", "", "", "She likes zebras.", "", 1,
    ]  # fmt: skip
    assert rows["The Meeting"] == ["The Meeting", "meet-2021", "30 May 2021 · Zürich"]
    assert rows["On Sleep"] == [
        "On Sleep", "meet-2021/keynote", "Talk", ["Jane Doe"], "The Meeting",
        "A talk about hammocks.",
    ]  # fmt: skip
    assert rows["2019"] == ["2019", "2019", "", "", "", "", "", 2]


@pytest.mark.parametrize("urls", [Urls(), Urls("dirhtml")])
def test_the_address_of_a_page_follows_from_its_row(urls: Urls):
    paths = patterns(urls)
    for one, row in zip(
        ordered(SMALL), Rows(SMALL, urls, Fields(SMALL)).of(ordered(SMALL)), strict=True
    ):
        kind = "paper" if one.kind == "poster" else one.kind
        path = row[1].join(paths[kind]) if kind in paths else row[1].removeprefix("/")
        assert path == urls.path(one.id if one.kind in PAGES else docname(one.of, one.id))


WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=8)
TITLES = st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=8)


@settings(max_examples=examples(60))
@given(titles=TITLES, data=st.data())
def test_every_beginning_of_a_word_finds_the_record(titles: list[str], data: st.DataObject):
    kb = made(*(paper(f"k{i}", title) for i, title in enumerate(titles)))
    found = reader(kb)
    for title in titles:
        for word in words(title):
            stem = stem_of("en")(word)
            same = next(
                (n for n, (a, b) in enumerate(zip(word, stem, strict=False)) if a != b), len(stem)
            )
            length = data.draw(st.integers(1, same))
            assert title in found.titles(found.word(word[:length], prefix=True))


@settings(max_examples=examples(60))
@given(terms=st.sets(st.text(min_size=1, max_size=4), min_size=1, max_size=60))
def test_every_term_is_in_the_shard_that_it_leads_to(terms: set[str]):
    rows = {term: [term, [i]] for i, term in enumerate(sorted(terms))}
    order = in_order(rows)
    found = cuts(order, rows, size=20)
    assert [n for cut in found for n in range(cut.start, cut.stop)] == list(range(len(order)))
    keys = [
        one.encode("utf-16-be", "surrogatepass")
        for one in firsts([(order[cut.start], order[cut.stop - 1]) for cut in found])
    ]
    assert keys == sorted(keys)
    for place, cut in enumerate(found):
        for term in order[cut.start : cut.stop]:
            own = term.encode("utf-16-be", "surrogatepass")
            assert sum(key <= own for key in keys) - 1 == place


# The format


def test_the_format_is_what_the_browser_reads():
    kb = made(
        paper("b", "Beta Gamma", 2020, abstract="Delta delta."),
        paper("a", "Beta", 2021, authors=by("Al Beta")),
    )
    lists = {"papers/index", "people/index", "years/index", "my-list"}
    made_files = search_files(kb, hidden=lists)
    files = {path: unpacked(content) for path, content in made_files if path.endswith(".bin")}
    root = files.pop("search/root.bin")
    assert root.pop("letters")["ł"] == "l"
    assert "the" in root.pop("stop")
    assert "how" in root.pop("question")
    assert "papers" in root.pop("asked")
    assert root.pop("nicknames")["bob"] == ["robert"]
    assert len(root.pop("worth")) == 10
    assert len(root.pop("digest")) == 16
    assert root.pop("paths")["paper"] == ["papers/", ".html"]
    assert root == {
        "version": 5, "blocks": [8, 32], "broad": 5,
        "lists": ["person", "topic", "venue", "volume", "year"],
        "segments": [
            ["year", 0, 0], ["year", 2020, 1], ["year", 2021, 1], ["paper", 2020, 1],
            ["paper", 2021, 1], ["person", 0, 1],
        ][1:],
        "words": [""], "near": {"forward": [""], "backward": [""]},
        **json.loads(json.dumps(search_words())),
    }  # fmt: skip
    assert files == {
        "search/records/8/0.bin": [
            0,
            0,
            ["Beta Gamma", "b", "", [], "", "Delta delta."],
            ["Beta", "a", "", ["Al Beta"]],
            0,
        ],
        "search/records/32/0.bin": [
            ["2020", "2020", "", "", "", "", "", 1],
            ["2021", "2021", "", "", "", "", "", 1],
            0,
            0,
            ["Al Beta", "al-beta", "", "", "", "", "", 1],
        ],
        "search/words/0.bin": [
            ["2020", [0], 5, [2]],
            ["2021", [1], 5, [3]],
            ["=a", [3]],
            ["=b", [2]],
            ["a", 1, [4]],
            ["al", 1, [4], 3, [3]],
            ["beta", [3], [2, 2], 3, [3]],
            ["delta", 7, [2]],
            ["gamma", 1, [2]],
            ["year", 6, [0, 1]],
        ],
        "search/heads.bin": {},
        "search/forward/0.bin": "beta1gamma0year1",
        "search/backward/0.bin": "ammag0ateb1raey1",
        "search/facets.bin": {name: [] for name in IN_FILE},
    }


def test_the_same_facts_give_the_same_bytes_and_others_another_digest():
    first, again = (dict(search_files(SMALL)) for _ in range(2))
    assert first == again
    other = reader(made(paper("x", "Another"))).root["digest"]
    assert unpacked(first["search/root.bin"])["digest"] != other


# What a build keeps for the next one

ENTRY = "@misc{{{}, author = {{{}}}, title = {{{}}}, year = {}}}\n"
SOURCE = "---\ntitle: A\nkind: tracker page\ndate: undated\nowner: {}\nlistings: [paper: b]\n---\n"
VARIANTS = {
    "a": [ENTRY.format("a", "Doe, Jane and Roe, Rick", title, 2020) for title in ("Keys", "Öl")],
    "b": [ENTRY.format("b", name, "On keys", 2021) for name in ("Ng, Al and others", "Ng, B.")],
    "c": ["", *(ENTRY.format("c", "Ng, Al", title, 2020) for title in ("New", "Old"))],
    "people/jane-doe.md": [
        "---\nname: Jane Doe\nwas: [janed]\n---\nShe likes {paper}`c`.\n",
        "---\nname: Jane Zed\nnames: [Jane Doe]\nwas: [janed]\n---\n",
    ],
    "people/rick-roe.md": [
        f"---\nname: Rick Roe\nformer_names: {names}\n---\n" for names in ("[]", "[Janed, Al Ng]")
    ],
    "sources/page.md": [SOURCE.format(owner) for owner in ("jane-doe", "rick-roe")],
}
CHANGES = st.permutations([(path, text) for path, texts in VARIANTS.items() for text in texts])


@settings(max_examples=examples(30), suppress_health_check=[*HealthCheck])
@given(changes=CHANGES, small=st.sampled_from([0, 5000]))
def test_an_index_made_with_what_was_kept_is_that_of_a_clean_build(
    tmp_path: Path, changes: list[tuple[str, str]], small: int
):
    parts = {path: texts[0] for path, texts in VARIANTS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "RUN", 1)  # so that many runs stay as they are
        patch.setattr(index, "SMALL", small)
        for changed in changes:
            parts |= [changed]
            files = {path: text for path, text in parts.items() if "/" in path}
            kb, _ = knowledge_of(tmp_path, {**files, "refs.bib": "".join(map(parts.get, "abc"))})
            made = [*search_files(kb, kept=tmp_path / ".kept" / "search")]
            assert made == [*search_files(kb)]


# At size
