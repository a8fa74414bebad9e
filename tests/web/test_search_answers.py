"""What the scripts of the search index answer, run by node: results, facets, slips, ids, order."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from ask import Answer, Question, ask
from support.pages_site import by
from support.search_site import need_node, write_index
from symposium.kinds.cv import Award
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import build
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.search import index
from symposium.search.postings import cuts

WORDS = ["".join(Random(n).choices("aeioulmnrst", k=8)) for n in range(106)]  # noqa: S311


def paper(key: str, title: str, year: int = 2020, **more: object) -> Paper:
    return Paper(id=key, key=key, type="article", title=title, date=Date(year), **more)


SMALL = build(
    Records(
        papers=(
            paper(
                "doe2020fast", "Fast Reading of Sparse Books",
                authors=by("Jane Doe", "Julia Bazińska", "A. Roe", "B. Roe", "C. Roe"),
                venue="Journal of Keys", topics=("reading",), awards=("Best Paper",),
                sources=("diary",), abstract="We compare hammocks.", doi="10.1145/3458817.3476181",
                arxiv="math.GT/0309136",
                links={
                    "code": "https://github.com/doe/fast",
                    "acl": "https://www.aclanthology.org/2020.acl-main.1/", "pdf": "files/fast.pdf",
                },
            ),
            paper("roe2019slow", "Slow Books for Fast Reading", 2019, authors=by("A. Roe")),
            paper("roe2018sparse", "Sparse Reading", 2018, authors=by("B. Roe"), venue="Odd Keys"),
            paper("poster1", "A Poster on Keys", 2019, authors=by("Jane Doe"), poster=True),
            paper("zhou2017", "Zebras", 2017, authors=by("Jon Zhou"), arxiv="2101.08734v2"),
        ),
        entities={
            "person": (
                Person(
                    id="jane-doe", name=parse_name("Jane Doe"), names=("Jay Dee",),
                    orcid="0000-0002-1825-0097",
                    affiliations=(Affiliation("Odd University", country="Norway"),),
                    awards=(Award("Fellow"),),
                ),
            ),
            "event": (
                Event(
                    id="meet-2021", title="The Meeting", date=Date(2021, 5, 30),
                    slots=(Slot(talk="meet-2021/keynote"),),
                ),
            ),
            "talk": (
                Talk(
                    id="meet-2021/keynote", event="meet-2021", title="On Sleep",
                    speakers=(Participant(parse_name("Jane Doe")),),
                    links={"slides": "https://slides.example/1"},
                ),
            ),
            "venue": (Venue(id="keys", name="Journal of Keys", short="JoK"),),
            "topic": (Topic(id="reading", title="Reading"),),
            "source": (Source(id="diary", title="The Diary", kind="page", date="undated"),),
        },
    )
)[0]  # fmt: skip
PAGES = [("page", "guide/search", "How to Find"), ("home", "index", "Start")]
FAST, SLOW, SPARSE = "papers/doe2020fast", "papers/roe2019slow", "papers/roe2018sparse"
READING, POSTER, KEYS, ODD = "topics/reading", "papers/poster1", "venues/keys", "venues/odd-keys"
ZEBRAS, JANE, TALK = "papers/zhou2017", "people/jane-doe", "events/meet-2021/keynote"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_node()
    folder = tmp_path_factory.mktemp("answers")
    write_index(SMALL, folder, PAGES)
    return folder


def pages(answer: Answer) -> list[str]:
    return [url.removesuffix(".html") for url in answer.urls]


def whole(answer: Answer) -> list[str]:
    """Return the pages of what lacks nothing that was asked for."""
    found = zip(pages(answer), answer.results, strict=True)
    return [page for page, result in found if not result["missing"]]


def test_a_result_says_what_its_card_shows(site: Path) -> None:
    fast, jane, talk, poster = ask(site, ["doe2020fast", "Jay Dee", "on sleep", "poster1"])
    host = "http://site.invalid/"
    assert fast.results[0] == {
        "title": "Fast Reading of Sparse Books", "url": f"{host}{FAST}.html", "kind": "paper",
        "year": "2020", "note": "",
        "people": [
            ["Jane Doe", f"{host}{JANE}.html"],
            ["Julia Bazińska", f"{host}people/julia-bazinska.html"],
            ["A. Roe", f"{host}people/a-roe.html"],
        ],
        "more_people": True, "venue": "JoK", "key": "doe2020fast", "affiliation": "", "papers": 0,
        "listed": 0, "parts": [], "missing": [], "standing": "", "notice": "",
    }  # fmt: skip
    first = jane.results[0]
    assert (first["affiliation"], first["papers"]) == ("Odd University, Norway", 1)
    assert (first["key"], first["year"], first["kind"]) == ("", "", "person")
    shown = talk.results[0]
    assert (shown["note"], shown["people"][0][0], shown["venue"]) == (
        "Talk", "Jane Doe", "The Meeting",
    )  # fmt: skip
    assert talk.urls[0] == f"{TALK}.html"
    assert poster.urls[0] == "papers/poster1.html"
    assert (poster.results[0]["kind"], poster.results[0]["key"]) == ("poster", "poster1")


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("10.1145/3458817.3476181", FAST),
        ("HTTP://DX.DOI.ORG/10.1145%2F3458817.3476181/", FAST),
        ("https://dl.acm.org/doi/pdf/10.1145/3458817.3476181.pdf", FAST),
        ("https://arxiv.org/abs/math/0309136", FAST),
        ("arXiv:2101.08734v2", ZEBRAS),
        ("https://doi.org/10.48550/arXiv.2101.08734", ZEBRAS),
        ("0000-0002-1825-0097", JANE),
        ("0000–0002–1825–0097", JANE),
        ("https://orcid.org/0000-0002-1825-0097/", JANE),
        ("@doe2020fast", FAST),
        ("https://aclanthology.org/2020.acl-main.1", FAST),
        ("https://github.com/doe/fast/", FAST),
        ("https://papers.example/site/papers/doe2020fast.html#abstract", FAST),
        ("https://papers.example/people/jane-doe/?x=1", JANE),
        (f"https://papers.example/{TALK}.html", TALK),
        ("https://papers.example/guide/search.html", "guide/search"),
    ],
)
def test_an_id_finds_its_record_however_it_is_pasted(
    answers: dict[str, Answer], query: str, page: str
) -> None:
    assert pages(answers[query])[:1] == [page]


def test_one_slip_is_forgiven_and_said(site: Path) -> None:
    slips = {
        "zebars": ("zebras", ZEBRAS),
        "zbras": ("zebras", ZEBRAS),
        "zebrax": ("zebras", ZEBRAS),
        "bazinksa": ("bazinska", "people/julia-bazinska"),
        "bezinnska": ("bazinska", "people/julia-bazinska"),  # two in a long word
        "zho": ("zhou", "people/jon-zhou"),
    }
    for (query, (taken, page)), answer in zip(slips.items(), ask(site, list(slips)), strict=True):
        if query == "zho":  # the beginning of the name as it is
            assert answer.corrected == ()
        else:
            assert answer.corrected == ((query, taken),), query
        assert pages(answer)[0] == page


def test_what_is_there_is_not_taken_for_another(site: Path) -> None:
    there = ["hammocks", "sparse", "jane bazinska", "roe xyzzy"]
    nowhere = ["zibrax", "jab", "2071", "bizonskas", "kubernetes", "hammering"]
    found = ask(site, [*there, *nowhere])
    assert [answer.corrected for answer in found] == [()] * len(found)
    assert [answer.total > 0 for answer in found] == [True] * len(there) + [False] * len(nowhere)
    # Both are words, and no record has both: each finds its own, and is said to lack the other.
    (answer,) = ask(site, ["jane zhou"])
    assert (answer.corrected, whole(answer)) == ((), [])
    assert answer.results[0]["missing"] == ["jane"]


@pytest.mark.parametrize(
    ("query", "page", "corrected"),
    [
        ("author:zhou", "people/jon-zhou", ()),
        ("<i>Zebras</i>", ZEBRAS, ()),
        ("jon.zhou@inf.example.org", "people/jon-zhou", ()),
        ("jul bazinska", "people/julia-bazinska", ()),
        ("odd keys 18", ODD, (("18", "2018"),)),
        ("jok '20", KEYS, ()),
        ("jok2020", KEYS, (("jok2020", "jok 2020"),)),
        ("best paper award", FAST, ()),
    ],
)
def test_what_people_type_besides_words_is_understood(
    answers: dict[str, Answer], query: str, page: str, corrected: object
) -> None:
    answer = answers[query]
    assert (pages(answer)[:1], answer.corrected) == ([page], corrected)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("reading -sparse", {SLOW, READING}),
        ("reading NOT sparse", {SLOW, READING}),
        ("reading -hammocks -topic:slow", {SPARSE, READING}),
        ("reading -Roe", {READING}),
        ('reading -"fast books"', {SPARSE, READING}),
        ("sparse -doe2020fast", {SPARSE}),
        ("zebras -17", {ZEBRAS}),  # a number, and a short year
        ("zebras --books", set()),  # no record has both
        ("zebras OR sleep", {ZEBRAS, TALK}),
        ("jon zhou OR sparse reading -fast", {ZEBRAS, "people/jon-zhou", SPARSE}),
        ('"zebras OR sleep"', set()),
        ("AND zebras NOT", {ZEBRAS}),
        ("zebras OR " * 200 + "sleep", {ZEBRAS}),  # as many alternatives as are taken
        ("constructor", set()),  # which every table of a script has
        ("keys", {FAST, SPARSE, POSTER, KEYS, ODD}),
        ("title:keys", {POSTER, KEYS, ODD}),
        ("title: keys -title:poster", {KEYS, ODD}),
        ('title:"fast reading" doe', {FAST}),
        ('"doe2020fast"', {FAST}),
    ],
)
def test_words_can_be_left_out_or_stand_for_each_other(
    answers: dict[str, Answer], query: str, found: set[str]
) -> None:
    assert set(whole(answers[query])) == found


@pytest.fixture(scope="module")
def answers(site: Path) -> dict[str, Answer]:
    """The answers to all queries of the tables above: one process gives them."""
    tests: tuple[Any, ...] = (
        test_an_id_finds_its_record_however_it_is_pasted,
        test_what_people_type_besides_words_is_understood,
        test_words_can_be_left_out_or_stand_for_each_other,
    )
    queries = [query for test in tests for query, *_ in test.pytestmark[0].args[1]]
    return dict(zip(queries, ask(site, queries), strict=True))


def test_a_reference_finds_what_it_names_and_nothing_that_is_only_like_it(site: Path) -> None:
    known, unknown = ask(
        site,
        [
            "B. Roe, Q. Xyzzy: Slow books for fast reading. In Proc. 3rd Conf. on Readers, Oslo, 12-17",
            "J. Smith, B. Miller, Q. Xyzzy: Fast frogs of rivers. In Journal of Odd Frogs 33, Oslo, 12-17",
        ],
    )
    assert (pages(known)[0], pages(unknown)) == (SLOW, [])


def test_a_year_that_no_record_has_is_left_out(site: Path) -> None:
    (answer,) = ask(site, ["zebras 2020"])
    assert pages(answer)[0] == ZEBRAS
    assert answer.results[0]["missing"] == ["2020"]
    (answer,) = ask(site, ["zebras 2017"])
    assert whole(answer) == [ZEBRAS]


def test_long_texts_are_asked_only_if_wanted(site: Path) -> None:
    for text, total in ((True, 1), (False, 0)):
        (answer,) = ask(site, [Question("hammocks", text=text)])
        assert answer.total == total


def test_a_result_shows_where_its_text_has_the_words(site: Path) -> None:
    (answer,) = ask(site, ["comparing hammock"])
    pieces = answer.results[0]["parts"]
    assert "".join(one["text"] for one in pieces) == "We compare hammocks."
    assert [one["text"] for one in pieces if one.get("mark")] == ["compare", "hammocks"]
    (title,) = ask(site, ["zebras"])
    assert title.results[0]["parts"] == []


def test_a_phrase_is_found_in_titles_word_by_word(site: Path) -> None:
    found = ask(site, ['"fast reading"', '"reading fast"', '"sparse books" doe'])
    assert [set(pages(answer)) for answer in found] == [{FAST, SLOW}, set(), {FAST}]


def test_people_come_first_on_a_name_and_papers_where_titles_have_the_words(site: Path) -> None:
    jane, reading, fast, unknown = ask(
        site, ["jane doe", "sparse reading", "reading", "xyzzy reading"]
    )
    assert jane.kinds == ("person", "paper", "poster", "talk")
    assert pages(reading)[0] == SPARSE
    assert fast.kinds == unknown.kinds == ("paper", "topic")


def test_prose_comes_behind_records_unless_the_question_asks_how(tmp_path: Path) -> None:
    kb = build(Records(papers=(paper("doe2020", "A Study of How Keys Are Lost in Deep Rivers"),)))[
        0
    ]
    write_index(kb, tmp_path, [("page", "guide/keys", "Lost Keys"), ("home", "index", "Keys")])
    plain, how, more = ask(
        tmp_path,
        ["keys lost", Question("how keys lost", how=True), "lost keys here"],
    )
    assert plain.kinds == ("paper", "page", "home")
    assert how.kinds == ("page", "paper", "home")
    assert more.kinds == ("paper", "page", "home")


def test_nothing_typed_lists_all_that_fits(site: Path) -> None:
    (answer,) = ask(site, [Question("", {"has": ["code", "slides"]})])
    assert set(pages(answer)) == {FAST, TALK}
    (answer,) = ask(site, [Question("", {"venue": ["JoK"], "year": ["2019"]})])
    assert answer.total == 0


def test_facets_tell_what_choosing_a_value_would_give(site: Path) -> None:
    question = Question("", {"kind": ["paper", "talk"], "year": ["2020"]})
    (answer,) = ask(site, [question], facets=True)
    assert answer.facets is not None
    assert answer.facets["year"] == [
        ("2021", 1), ("2020", 1), ("2019", 1), ("2018", 1), ("2017", 1),
    ]  # fmt: skip
    assert dict(answer.facets["kind"]) == {"paper": 1, "year": 1, "talk": 0}
    assert answer.facets["venue"] == [("JoK", 1)]
    assert answer.facets["topic"] == [("Reading", 1)]
    assert answer.facets["has"] == [("award", 1), ("code", 1), ("pdf", 1)]
    assert answer.facets["award"] == [("Best Paper", 1)]
    assert answer.facets["source"] == [("The Diary", 1)]
    (answer,) = ask(site, [Question("doe")], facets=True)
    assert answer.facets is not None
    assert answer.facets["award"] == [("Best Paper", 1), ("Fellow", 1)]


def test_facets_are_loaded_only_where_they_are_needed(site: Path) -> None:
    def asked(question: Question, *, facets: bool = False) -> bool:
        (answer,) = ask(site, [question], facets=facets, cold=True)
        return "search/facets.bin" in answer.asked

    assert not asked(Question("doe", {"kind": ["paper"], "year": ["2020"]}))
    assert asked(Question("doe", {"venue": ["JoK"]}))
    assert asked(Question("doe"), facets=True)


def test_a_first_answer_takes_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_node()
    monkeypatch.setattr(index.postings, "cuts", partial(cuts, size=60))
    kb = build(Records(papers=[
        paper(f"k{n}", " ".join(WORDS[n * at % 97 + at] for at in range(1, 9)), 1900 + n % 99)
        for n in range(200)
    ]))[0]  # fmt: skip
    write_index(kb, tmp_path)
    titles = [kb.works[f"k{n}"].title for n in (7, 77)]
    slips = [title[:9] + title[10:] for title in titles]
    questions = [*titles, *slips, *(text[:n] for text in (*titles, *slips) for n in (2, 3, 8, 20))]
    answers = ask(tmp_path, questions, cold=True)
    assert all(answer.results for answer in answers)
    assert max(len(answer.asked) for answer in answers) == 11  # and the facets
