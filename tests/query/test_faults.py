"""What is said of expressions and options that cannot be read, or that name nothing: each slip in
its place, with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.lint_cases import found
from support.query_site import site
from symposium.cli.problem_formats import as_text
from symposium.query import QueryError, caret, faults_of, parse, select
from symposium.query.field_tables import field_name

SLIPS = [
    # (what, expression, the place, hint)
    ("papers", "auther = x", "auther", "did you mean author?"),
    ("papers", "tag = hpc", "tag", "did you mean topic?"),
    ("people", "cites = x", "cites", "papers have it"),
    ("papers", "title < 3", "<", "it has =, !=, ~, in and not in"),
    ("papers", "selected > 3", ">", "it has = and !="),
    ("papers", "author == x", "==", "write ="),
    ("papers", "title !~ maps", "!~", "write not title ~ maps"),
    ("papers", "year = 2021 && has code", "&&", "write and"),
    ("papers", "!selected", "!", "write not"),
    ("papers", "year = 2021 AND has code", "AND", "write and"),
    ("papers", "NOT selected", "NOT", "write not"),
    ("papers", "year IN (2021)", "IN", "write in"),
    ("papers", "author = “Ann Doe”", "“", 'write straight quotes: " or \''),
    ("papers", "title ~ 'maps", "'maps", "write ' at its end; outside of quotes, # begins a comment"),
    ("papers", "year 2021", "2021", "write year = 2021"),
    ("papers", "author ann-doe", "ann-doe", "write author = ann-doe"),
    ("papers", "author is not ann-doe", "is", "write author != ann-doe"),
    ("papers", "title contains maps", "contains", "write title ~ maps"),
    ("papers", "year between 2019 and 2021", "between", "write year in 2019..2021"),
    ("papers", "author:ann-doe", "author:ann-doe", "write author = ann-doe"),
    ("papers", "author =", "", "write one; put and, or, not, in and has in quotes"),
    ("papers", "author = not ann-doe", "not", "write not author = ann-doe"),
    ("papers", "author = (ann-doe, li-wei)", "(", "write author in (ann-doe, li-wei)"),
    ("papers", "year = 2021 and", "", "write one, or remove it"),
    ("papers", "and year = 2021", "and", "write one, or remove it"),
    ("papers", "year = 2021 or 2022", "2022", "write year in (2021, 2022)"),
    ("papers", "author = 'Ann Doe' or 'Li Wei'", "'Li Wei'", 'write author in ("Ann Doe", "Li Wei")'),
    ("papers", "year = 2021, 2022", ",", "write year in (2021, 2022)"),
    ("papers", "year in [2021, 2022]", "[", "write year in (2021, 2022)"),
    ("papers", "year in (2021 2022)", "2022", "write a comma between values, and ) at its end"),
    ("papers", "year in 2022..2019", "2022..2019", "write 2019..2022"),
    ("papers", "year in 2019-2022", "2019-2022", "write year in 2019..2022"),
    ("papers", "year in 2019 .. 2022", "2019", "write year in 2019..2022"),
    ("papers", "year = 2019..2022", "2019..2022", "write year in 2019..2022"),
    ("papers", "date >= today", "today", "a site is the same whenever it is built: write a date, such as 2026-03"),
    ("papers", "year = 2021-03", "2021-03", "write a whole number of up to nine digits, such as 2026"),
    ("papers", "date = 2021-3", "2021-3", "write it as 2026, 2026-03, 2026-03-05 or 2026-summer"),
    ("papers", "selected = maybe", "maybe", "write yes or no"),
    ("papers", "title = ''", "''", "write not has title"),
    ("papers", "author = Ann Doe", "Doe", 'write author = "Ann Doe"'),
    ("papers", "title ~ on sparse maps and year = 2019", "sparse maps", 'write title ~ "on sparse maps"'),
    ("papers", "year > 2019 < 2022", "<", "write year > 2019 and year < 2022"),
    ("papers", "2019 < year < 2022", "<", "write year > 2019 and year < 2022"),
    ("papers", "2021 = year", "2021", "write year = 2021"),
    ("papers", "year > 2019 and < 2022", "<", "write year > 2019 and year < 2022"),
    ("papers", "(year = 2021", "(", "write ) at its end"),
    ("papers", "year = 2021)", ")", "remove it, or open it before"),
    ("papers", "()", ")", "write one, or remove it"),
    ("papers", "has", "", "write one; put and, or, not, in and has in quotes"),
    ("papers", "has code and slides", "slides", "write has slides"),
    ("papers", "has code, slides", ",", "write has code and has slides"),
    ("papers", "has not code", "code", "write not has code"),
    ("papers", "code", "code", "write has code"),
    ("papers", "year", "year", "write has year"),
    ("papers", "sparse maps", "sparse", "write title ~ sparse to look for it"),
    ("papers", "*", "*", "remove it"),
    ("papers", "year = 2021 order by title", "order", "use the option :sort:"),
    ("papers", "year = 2021; has code", ";", "write and, or, or a comma in a list"),
    ("papers", "year = 2021 # new", "# new", "remove it, or put a value that begins with # in quotes"),
    ("papers", "year ≥ 2021", "≥", "write >="),
    ("papers", "year = 20\u200b21", "\u200b", "remove it"),
    ("papers", "year = 2021 year = 2022", "year", "write and, or or, before year"),
    ("papers", "author = ann-doe, year = 2021", ",", "write and, or or, in its place, or remove it"),
    ("papers", "title = *kites*", "*kites*", "write title ~ kites"),
    ("papers", "year > = 2019", "=", "write year >= 2019"),
    ("papers", "has (code, slides)", "(", "write has in (code, slides)"),
    ("papers", "lower(title) ~ x", "lower", "write title ~ x"),
    ("papers", "sort = year", "sort", "use the option :sort:"),
    ("papers", "status = retratced", "retratced", "did you mean retracted?"),
    ("people", "role = professor", "professor", "it is faculty, postdoc, phd, student, staff, alumni"),
    ("papers", "date = March 2020", "March 2020", "write it as 2026, 2026-03, 2026-03-05 or 2026-summer"),
    ("papers", "date = 2019/2021", "2019/2021", "write date in 2019..2021"),
    ("papers", "since 2020", "since", "write year >= 2020"),
    ("papers", "date from 2019-03 to 2020", "from", "write date in 2019-03..2020"),
    ("papers", "doi IS NULL", "IS", "write not has doi"),
    ("papers", "doi exists", "exists", "write has doi"),
    ("papers", "code = no", "code", "write not has code"),
    ("papers", "selected is not true", "is", "write not selected"),
    ("papers", "title LIKE '%kites%'", "LIKE", "write title ~ kites"),
    ("papers", "kites in title", "title", "write title ~ kites"),
    ("papers", "title.contains('kites')", "title.contains", "write title ~ kites"),
    ("papers", "len(authors) >= 3", "len", "write authors >= 3"),
    ("papers", "author all (ann-doe, li-wei)", "all", "write author = ann-doe and author = li-wei"),
    ("papers", "has(code)", "(", "write has code"),
    ("papers", "without code", "without", "write not has code"),
    ("papers", "author has wei", "has", "write author ~ wei"),
    ("papers", "title ~ (sparse, kites)", "(", "write title ~ sparse or title ~ kites"),
    ("papers", "cited-by = x", "cited-by", "write cited_by"),
    ("people", "has bio", "bio", "did you mean biography?"),
    ("papers", "isbn = 978", "978", "remove the comparison"),
    ("papers", "title does not contain kites", "does", "write not title ~ kites"),
    ("papers", "has no code", "code", "write not has code"),
    ("papers", "title ~ R&D", "&", 'write title ~ "R&D"'),
    ("papers", "author = ann-do", "ann-do", "did you mean ann-doe?"),
    ("papers", "not author = nobody-at-all", "nobody-at-all", "write an id, or ~ and a part of it"),
    ("papers", "author in (ann-doe, li-wie)", "li-wie", "did you mean li-wei?"),
    ("papers", "author = 'Same Name'", "'Same Name'", "write the id of the one that is meant"),
    ("papers", "venue = kitse", "kitse", "did you mean kites?"),
    ("papers", "type = artcle", "artcle", "did you mean article?"),
    ("papers", "publisher = A", "A", "write publisher ~ A for a part of it"),
    ("talks", "kind = keynot", "keynot", "did you mean keynote? otherwise write kind ~ keynot for a part of it"),
    ("events", "series = kite", "kite", "write series ~ kite for a part of it"),
]  # fmt: skip


def faults(what: str, **options: str) -> tuple[QueryError, ...]:
    query, found = parse(what, options)
    return found if query is None else faults_of(site(), query)


RE_PROPOSED = re.compile(r"write (?P<text>[^;]+?)(?=$|;| for | to look|, or | without a|, such as)")


def proposed(what: str, hint: str) -> Iterator[str]:
    """Yield the comparisons that a hint proposes."""
    for one in RE_PROPOSED.finditer(hint):
        first = one["text"].removeprefix("not ").split()
        if len(first) > 1 and field_name(what, first[0]):
            yield one["text"]


@pytest.mark.parametrize(("what", "text", "place", "hint"), SLIPS)
def test_a_slip_is_shown_where_it_is_and_what_its_hint_proposes_is_accepted(
    what, text, place, hint
):
    first = faults(what, where=text)[0]
    assert hint in first.hint
    assert text[first.start : first.stop].strip() == place
    line, mark = caret(text, first).split("\n")
    assert mark.strip("^ ") == ""
    assert line
    for one in proposed(what, first.hint):
        assert parse(what, {"where": one})[1] == ()
    if meant := re.fullmatch(r"did you mean (\S+|\"[^\"]+\")\?", first.hint):
        mended = text[: first.start] + meant[1] + text[first.stop :]
        assert all(one.start > first.start for one in faults(what, where=mended))


def test_most_hints_propose_what_can_be_asked_for():
    hints = [(what, faults(what, where=text)[0].hint) for what, text, *_ in SLIPS]
    assert sum(any(proposed(*one)) for one in hints) > len(SLIPS) / 2


def test_a_long_text_is_not_said_over():
    for text in ("author = " + "a b " * 2_000, f"author = {'a' * 9_000}", "x" * 9_999):
        for one in faults("papers", where=text):
            assert len(one.message + one.hint) < 500


def test_a_number_of_values_can_be_compared():
    def ids(where: str) -> list[str]:
        query, wrong = parse("papers", {"where": where})
        assert query is not None, wrong
        return list(select(site(), query).ids)

    assert ids("cited_by > 0") == ["doe-2019"]
    assert ids("author >= 2") == ["li-2020", "doe-2019"]
    assert ids("author < 2 and cites <= 0") == ["x2021", "and"]


def test_all_fields_that_are_wrong_are_named_at_once():
    found = faults(
        "papers", where="auther = x and title < 3 and year = now", sort="yeer", limit="0"
    )
    assert [one.option for one in found] == ["where", "where", "where", "sort", "limit"]


@pytest.mark.parametrize(
    ("option", "text", "place", "hint"),
    [
        ("where", "  ", " ", "remove it"),
        ("sort", "-yeer", "-yeer", "did you mean year?"),
        ("sort", "year desc", "year desc", "in their order: -year, title"),
        ("sort", "+year", "+year", "did you mean year?"),
        ("sort", "year, -year", "-year", "name fields once"),
        ("sort", "year,,title", ",", "name fields once"),
        ("sort", "has", "has", "in their order: -year, title"),
        ("sort", "descending year", "descending year", "papers have"),
        ("sort", "-year title", "-year title", "in their order: -year, title"),
        ("group", "yaer", "yaer", "did you mean year?"),
        ("group", "title", "title", "group by"),
        ("group", "year, venue", "year, venue", "name one field"),
        ("limit", "0", "0", "write a whole number from 1"),
        ("limit", "ten", "ten", "write a whole number from 1"),
        ("limit", "99999999999999999999", "99999999999999999999", "write a whole number from 1"),
    ],
)
def test_an_option_that_cannot_be_is_shown(option, text, place, hint):
    (fault,) = faults("papers", **{option: text})
    assert fault.option == option
    assert hint in fault.hint
    assert text[fault.start : fault.stop] == place


@pytest.mark.parametrize(
    ("what", "hint"),
    [
        ("paper", "did you mean papers?"),
        ("Papers", "did you mean papers?"),
        ("posters", "list papers, with :where: poster"),
        ("venue", "did you mean venues?"),
        (
            "",
            "there are papers, people, events, talks, topics, venues, sources, software, datasets, projects, volumes, series, organizations",
        ),
    ],
)
def test_what_cannot_be_listed_is_said(what, hint):
    (fault,) = faults(what)
    assert fault.option == "what"
    assert fault.hint == hint


@pytest.mark.parametrize(
    ("text", "start", "stop", "shown"),
    [
        ("ab cd", 3, 5, "ab cd\n   ^^"),
        ("ab", 2, 3, "ab\n  ^"),
        ("", 0, 1, "\n^"),
        ("one\ntwo three", 8, 13, "two three\n    ^^^^^"),
        ("候 = x", 4, 5, "候 = x\n     ^"),
        ("候", 0, 1, "候\n^^"),
        ("x" * 200 + "!" + "y" * 200, 200, 201, f"…{'x' * 60}!{'y' * 59}…\n{' ' * 61}^"),
    ],
)
def test_the_mark_stands_below_the_place(text, start, stop, shown):
    assert caret(text, QueryError("where", "", "", start, stop)) == shown


PAGES = {
    "```{listing} papers\n:where: year = 2020 and auther = x\n```": (2, 25, "auther"),
    "```{listing} papers\n:where: year = 2020\n:  and auther = x\n```": (3, 8, "auther"),
    "```{listing} papers\n---\nwhere: |\n  year = 2020\n  and auther = x\n---\n```": (
        5,
        7,
        "auther",
    ),
    "> - x\n>\n>   ```{listing} papers\n>   :where: auther = x\n>   ```": (4, 13, "auther"),
    ':::{listing} papers\n:where: "auther = x"\n:::': (2, 10, "auther"),
    "```{listing} papers\n:where: year = 2020 and\n```": (2, 24, ""),
    "```{listing} papers\n:where: author = jane-do # hers\n```": (2, 18, "jane-do"),
    "```{listing} papers\n:limit: 0\n:where: author = jane-do\n```": (2, 9, "0"),
    "```{listing} papers\n:where: title ~ 'C #1'\n```": (2, 17, "'C"),
    "```{listing} papers\n:view: grid\n```": (2, 8, "grid"),
    "```{listing} papers\n:sort: -year, titel\n```": (2, 15, "titel"),
    "```{listing} paper\n```": (1, 14, "paper"),
    "```{listing} papers\n:where: 'title ~ ''a'' and auther = x'\n```": (2, 28, "auther"),
    '```{listing} papers\n---\nwhere: "year = 2020\n  and auther = x"\n---\n```': (4, 7, "auther"),
}


@pytest.mark.parametrize("body", PAGES)
def test_a_check_shows_the_place_in_the_file(body, tmp_path):
    bib = "@misc{k, author = {Doe, Jane}, title = {T}, year = 2020}\n"
    problems = found(tmp_path, {"refs.bib": bib, "index.md": f"{body}\n"}, "S008")
    first = problems[0]
    line, column, text = PAGES[body]
    assert (first.place.path, first.place.line, first.place.column) == ("index.md", line, column)
    row = body.split("\n")[line - 1]
    assert row[column - 1 :].startswith(text)
    _, shown, mark = "".join(as_text([first])).rstrip("\n").split("\n")
    assert shown[mark.index("^") :].startswith(text)


RIGHT = (
    ":where: author = jane-doe and year in 2019..2020  # hers\n:sort: -year\n:view: table",
    ":where: 'title ~ ''t'''",
    ':where: "title ~ \\"t\\" or year = 2020"',
    "---\nwhere: \"title ~ 't'\n  and year = 2020\"  # both\n---",
    "---\nwhere: >\n  year = 2020\n\n  and title ~ t\n---",
)


@pytest.mark.parametrize("options", RIGHT)
def test_a_right_listing_is_no_problem(tmp_path, options):
    bib = "@misc{k, author = {Doe, Jane}, title = {T}, year = 2020}\n"
    body = f"```{{listing}} papers\n{options}\n```\n"
    assert found(tmp_path, {"refs.bib": bib, "index.md": body}, "S008") == []
