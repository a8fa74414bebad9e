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
    ("papers", "Author = ann-doe", "Author", "write author"),
    ("papers", "tag = hpc", "tag", "did you mean topic?"),
    ("papers", "citations > 3", "citations", "did you mean cited_by?"),
    ("people", "cites = x", "cites", "papers have it"),
    ("papers", "title < 3", "<", "it has =, !=, ~, in and not in"),
    ("papers", "selected > 3", ">", "it has = and !="),
    ("people", "papers ~ 3", "~", "it has =, !=, <, <=, >, >=, in and not in"),
    ("papers", "author == x", "==", "write ="),
    ("papers", "author <> x", "<>", "write !="),
    ("papers", "year => 2021", "=>", "write >="),
    ("papers", "title =~ 'a.*'", "=~", "write ~"),
    ("papers", "title !~ maps", "!~", "write not title ~ maps"),
    ("papers", "year = 2021 && has code", "&&", "write and"),
    ("papers", "year = 2021 || has code", "||", "write or"),
    ("papers", "!selected", "!", "write not"),
    ("papers", "year = 2021 AND has code", "AND", "write and"),
    ("papers", "year = 2021 Or has code", "Or", "write or"),
    ("papers", "NOT selected", "NOT", "write not"),
    ("papers", "year IN (2021)", "IN", "write in"),
    ("papers", "HAS code", "HAS", "write has"),
    ("papers", "author = “Ann Doe”", "“", "write straight quotes"),
    ("papers", "author = ‘Ann Doe’", "‘", "write straight quotes"),
    ("papers", "title ~ 'maps", "'maps", "write ' at its end"),
    ("papers", 'title ~ "maps', '"maps', 'write " at its end'),
    ("papers", 'title ~ "a \\"b\\" c"', "b\\", "write a quote in a text twice"),
    ("papers", "year 2021", "2021", "write year = 2021"),
    ("papers", "author ann-doe", "ann-doe", "write author = ann-doe"),
    ("papers", "author is ann-doe", "is", "write ="),
    ("papers", "author is not ann-doe", "is", "write !="),
    ("papers", "title contains maps", "contains", "write ~"),
    ("papers", "date before 2021", "before", "write <"),
    ("papers", "year between 2019 and 2021", "between", "write year in 2019..2021"),
    ("papers", "author:ann-doe", "author:ann-doe", "write author = ann-doe"),
    ("papers", "year: 2021", "year:", "write year = 2021"),
    ("papers", "author =", "", "write one"),
    ("papers", "author = and year = 2021", "and", 'if "and" is meant, put it in quotes'),
    ("papers", "author = not ann-doe", "not", "write not author = ann-doe"),
    ("papers", "author not = ann-doe", "not", "write not author = ann-doe"),
    ("papers", "author = (ann-doe, li-wei)", "(", "write author in (ann-doe, li-wei)"),
    ("papers", "year = 2021 and", "", "write one, or take the word out"),
    ("papers", "year = 2021 or", "", "write one, or take the word out"),
    ("papers", "not", "", "write one, or take the word out"),
    ("papers", "and year = 2021", "and", "write one"),
    ("papers", "year = 2021 or or year = 2022", "or", "write one"),
    ("papers", "year = 2021 or 2022", "2022", "write year in (2021, 2022)"),
    ("papers", "author = ann-doe and li-wei", "li-wei", "write author = li-wei"),
    ("papers", "title ~ maps or kites", "kites", "write title ~ kites"),
    ("papers", "author = 'Ann Doe' or 'Li Wei'", "'Li Wei'", 'write author in ("Ann Doe", "Li Wei")'),
    ("papers", "year = 2021, 2022", ",", "write year in (2021, 2022)"),
    ("papers", "year in 2021, 2022", "2021, 2022", "write year in (2021, 2022)"),
    ("papers", "year in [2021, 2022]", "[", "write parentheses: ( and )"),
    ("papers", "year in ()", ")", "write one"),
    ("papers", "year in (2021,)", ")", "write one"),
    ("papers", "year in (2021 2022)", "2022", "write a comma between values"),
    ("papers", "year in (2021", "", "write ) at its end"),
    ("papers", "year in 2022..2019", "2022..2019", "write 2019..2022"),
    ("papers", "year in 2019..", "2019..", "write both ends"),
    ("papers", "year in 2019-2022", "2019-2022", "write year in 2019..2022"),
    ("papers", "year in 2019 .. 2022", "2019 .. 2022", "write year in 2019..2022"),
    ("papers", "date in 2019-03/2020", "2019-03/2020", "write date in 2019-03..2020"),
    ("papers", "year = 2019..2022", "2019..2022", "write year in 2019..2022"),
    ("papers", "year = 2019-2022", "2019-2022", "write year in 2019..2022"),
    ("papers", "year = now", "now", "a site is the same whenever it is built"),
    ("papers", "date >= today", "today", "a site is the same whenever it is built"),
    ("papers", "year = 2021-03", "2021-03", "write 2021, or compare the field date"),
    ("papers", "year = twenty", "twenty", "write digits only"),
    ("papers", "year = 12345678901234567890", "12345678901234567890", "write a smaller one"),
    ("papers", "date = 2021-3", "2021-3", "write date = 2021-03"),
    ("papers", "date = 2021-02-30", "2021-02-30", "write it as 2021"),
    ("papers", "selected = maybe", "maybe", "write yes or no"),
    ("papers", "title = ''", "''", "write not has title"),
    ("papers", "author = Ann Doe", "Doe", 'write author = "Ann Doe"'),
    ("papers", "title ~ on sparse maps and year = 2019", "sparse maps", 'write title ~ "on sparse maps"'),
    ("papers", "year > 2019 < 2022", "<", "write year > 2019 and year < 2022"),
    ("papers", "2019 < year < 2022", "2019", "write year > 2019 and year < 2022"),
    ("papers", "2021 = year", "2021", "write year = 2021"),
    ("papers", "year > 2019 and < 2022", "<", "write year < 2022"),
    ("papers", "(year = 2021", "(", "write ) at its end"),
    ("papers", "year = 2021)", ")", "take it out"),
    ("papers", "()", ")", "take them out"),
    ("papers", "has", "", "write one"),
    ("papers", "has code and slides", "slides", "write has slides"),
    ("papers", "has code, slides", ",", "write has code and has slides"),
    ("papers", "has code slides", "slides", "write has code and has slides"),
    ("papers", "has not code", "not", "write not has code"),
    ("papers", "code", "code", "write has code"),
    ("papers", "year", "year", "write has year"),
    ("papers", "sparse maps", "sparse", "write title ~ sparse"),
    ("people", '"Ann"', '"Ann"', "write name ~ Ann"),
    ("papers", "2021", "2021", "write year = 2021"),
    ("papers", "*", "*", "take the option out"),
    ("papers", "year = 2021 order by title", "order", "use the option :sort:"),
    ("papers", "year = 2021; has code", ";", "write and, or"),
    ("papers", "year = 2021 # new", "# new", "take it out"),
    ("papers", "year \u2265 2021", "≥", "write >="),
    ("papers", "year = 20\u200b21", "\u200b", "take it out"),
    ("papers", "year = 2021 year = 2022", "year", "write and, or or, before year"),
    ("papers", "(year = 2021) (year = 2022)", "(", "write and, or or, before ("),
    ("papers", "year = 2019 or 2020 or 2021", "2020", "write year in (2019, 2020, 2021)"),
    ("papers", "author = ann-doe, year = 2021", ",", "write and, or or, in its place"),
    ("papers", "title = *kites*", "*kites*", "write title ~ kites; a * that is meant stands in quotes"),
    ("papers", "title ~ kite*", "kite*", "write title ~ kite; a * that is"),
    ("papers", "title ~ /kites/", "/kites/", "write title ~ kites; a / that is meant"),
    ("papers", "abstract ~ %kites%", "%kites%", "write abstract ~ kites; a % that"),
    ("papers", "year > = 2019", "=", "write >= without a space"),
    ("papers", "year ! = 2019", "!", "write != without a space"),
    ("papers", "author := ann-doe", ":", "write ="),
    ("papers", "has code = yes", "=", "write has code, or not has code"),
    ("papers", "has (code, slides)", "(", "write has in (code, slides) for one of them, or has code and has slides"),
    ("papers", "lower(title) ~ x", "lower", "write title ~ x"),
    ("papers", "where year = 2021", "where", "take the word out"),
    ("papers", "sort = year", "sort", "use the option :sort:"),
    ("papers", "status = retratced", "retratced", "did you mean retracted?"),
    ("people", "role = professor", "professor", "it is faculty, postdoc"),
    # Dates as people write them.
    ("papers", "date = March 2020", "March 2020", "write date = 2020-03"),
    ("papers", "date >= March 5, 2020", "March 5, 2020", "write date >= 2020-03-05"),
    ("papers", "date = 'March 2020'", "'March 2020'", "write date = 2020-03"),
    ("papers", "date < 5.3.2020 and has code", "5.3.2020", "write date < 2020-03-05"),
    ("papers", "date = 03/2020", "03/2020", "write date = 2020-03"),
    ("papers", "date = 2020 fall", "2020 fall", "write date = 2020-autumn"),
    ("papers", "date = Q1 2020", "Q1 2020", "write date in 2020-01..2020-03"),
    ("papers", "date > 2020-Q1", "2020-Q1", "write date > 2020-03"),
    ("papers", "date = 2020-03-05T10:00", "2020-03-05T10:00", "write date = 2020-03-05"),
    ("papers", "date in (2019, May 2020, 2021)", "May 2020", "write 2020-05"),
    ("papers", "date in March 2020 to May 2020", "March 2020 to May 2020", "write date in 2020-03..2020-05"),
    ("papers", "date = 2019/2021", "2019/2021", "write date in 2019..2021"),
    ("papers", "date = 03/04/2020", "03/04/2020", "write it as 2021, 2021-03"),
    ("papers", "year = March 2020", "March 2020", "write date = 2020-03"),
    ("people", "year = March 2020", "March 2020", "write year = 2020"),
    ("papers", "since 2020", "since", "write year >= 2020"),
    ("talks", "before 2020-03", "before", "write date < 2020-03"),
    ("papers", "date from 2019-03 to 2020", "from", "write date in 2019-03..2020"),
    ("papers", "year 2019..2020", "2019..2020", "write year in 2019..2020"),
    ("events", "upcoming", "upcoming", "write a date, such as"),
    ("papers", "year = 2020.0", "2020.0", "write 2020"),
    ("people", "papers > 2.5", "2.5", "write one, such as 3"),
    ("papers", "cited_by > many", "many", "write digits only"),
    # As SQL and Python have it.
    ("papers", "doi IS NULL", "doi IS NULL", "write not has doi"),
    ("papers", "doi is not null", "doi is not null", "write has doi"),
    ("papers", "date != null", "date != null", "write has date"),
    ("papers", "author != none", "none", "write has author"),
    ("papers", "doi exists", "doi exists", "write has doi"),
    ("papers", "code = no", "code = no", "write not has code"),
    ("papers", "selected is not true", "is not true", "write not selected"),
    ("papers", "selected = 1", "1", "write yes"),
    ("papers", "title LIKE '%kites%'", "LIKE", "write title ~ kites"),
    ("papers", "kites in title", "kites", "write title ~ kites"),
    ("papers", "'Ann Doe' not in authors", "'Ann Doe'", 'write not author ~ "Ann Doe"'),
    ("papers", "title.contains('kites')", "title.contains", "write title ~ kites"),
    ("papers", "startswith(title, 'On')", "startswith", "write title ~ On"),
    ("papers", "len(authors) >= 3", "len", "write author >= 3"),
    ("papers", "exists(pdf)", "exists", "write has pdf"),
    ("papers", "author all (ann-doe, li-wei)", "all", "write author = ann-doe and author = li-wei"),
    ("papers", "author any (ann-doe, li-wei)", "any", "write author in (ann-doe, li-wei)"),
    ("papers", "select * from papers where year = 2021", "select", "write what stands behind where"),
    ("papers", "true", "true", "take the option out"),
    ("papers", "title not ~ kites", "not", "write not title ~ kites"),
    ("papers", "has(code)", "(", "write has code"),
    ("papers", "without code", "without", "write not has code"),
    ("papers", "author has wei", "has", "write author ~ wei"),
    # Several values.
    ("papers", "year = (2019 or 2020)", "(", "write year in (2019, 2020)"),
    ("papers", "title ~ (sparse, kites)", "(", "write (title ~ sparse or title ~ kites)"),
    ("papers", "title ~ (sparse maps)", "(", 'write title ~ "sparse maps"'),
    ("papers", "year in 2019 or 2020", "2019 or 2020", "write year in (2019, 2020)"),
    ("papers", "author in (ann-doe or li-wei)", "or", "write a comma between values"),
    ("papers", "author != ann-doe, li-wei", ",", "write author not in (ann-doe, li-wei)"),
    ("papers", "title ~ maps, kites", ",", "write (title ~ maps or title ~ kites)"),
    ("papers", "author = Doe, Ann", ",", 'write author = "Doe, Ann" for one name'),
    ("papers", "author = ann-doe li-wei", "li-wei", "write author in (ann-doe, li-wei)"),
    ("papers", "author = ann-doe + li-wei", "+ li-wei", "write author in (ann-doe, li-wei)"),
    ("papers", "year = 2019 twenty", "twenty", "write one value behind ="),
    ("papers", "cited-by = x", "cited-by", "write cited_by"),
    ("people", "citations > 3", "citations", "people have id"),
    ("papers", "has citations", "citations", "did you mean cited_by?"),
    ("people", "has bio", "bio", "did you mean biography?"),
    ("papers", "isbn = 978", "978", "take the comparison out"),
    ("papers", "year = 2019 -- new", "--", "take it out"),
    ("papers", "year in 2019...2021", "2019...2021", "write year in 2019..2021"),
    ("papers", "year in 2019:2021", "2019:2021", "write year in 2019..2021"),
    ("papers", "year in 2019..2020..2021", "2019..2020..2021", "write digits only"),
    ("papers", "year = ２０２１", "２０２１", "write 2021"),
    ("papers", "date like '2021%'", "like", "write date = 2021"),
    ("papers", "number of authors > 2", "number of authors", "write author > 2"),
    ("papers", "author count > 2", "author count", "write author > 2"),
    ("papers", "author starts with Ann", "starts", "write author ~ Ann"),
    ("papers", "title does not contain kites", "does", "write not title ~ kites"),
    ("papers", "year not 2021", "not", "write not year = 2021"),
    ("papers", "by ann-doe", "by", "write author = ann-doe"),
    ("talks", "about hpc", "about", "write topic = hpc"),
    ("papers", "has no code", "has no", "write not has code"),
    ("papers", "has any (code, slides)", "any", "put has in front of each"),
    ("papers", "has: code", "has:", "write has code"),
    ("papers", "has code is true", "is true", "write has code"),
    ("papers", "either has code or has slides", "either", "take the word out"),
    ("papers", "has code + slides", "+", "write has code and has slides"),
    ("papers", "paper.year = 2021", "paper.year", "write year"),
    ("papers", "'year' = 2021", "'year'", "take the quotes away"),
    ("papers", "year = 2021,", ",", "take it out"),
    ("events", "timezone = Europe/Zurich", "timezone", "write has timezone"),
    ("papers", "title  *kites*", "*kites*", "write title = "),
    ("people", "name = 'Ann Dough'", "'Ann Dough'", "did you mean Ann Doe?"),
    ("papers", "author = %ann%", "%ann%", "write author ~ ann"),
    ("papers", "topic in (hpc and sparsity)", "and", "write topic = hpc and topic = sparsity"),
    ("papers", "title ~ R&D", "&", 'write title ~ "R&D"'),
    ("papers", "title ~ a=b and has code", "=", 'write title ~ "a=b"'),
    ("papers", 'title ~ \\"kites\\"', "\\", "write the quote without it"),
    # What no knowledge base tells stands above; what one tells, below.
    ("papers", "author = ann-do", "ann-do", "did you mean ann-doe?"),
    ("papers", "author = 'Ann Do'", "'Ann Do'", "did you mean ann-doe?"),
    ("papers", "not author = nobody-at-all", "nobody-at-all", "write an id, or ~"),
    ("papers", "author = none", "none", "write not has author"),
    ("papers", "author = ann*", "ann*", "write author ~ ann"),
    ("papers", "author in (ann-doe, li-wie)", "li-wie", "did you mean li-wei?"),
    ("papers", "author = 'Same Name'", "'Same Name'", "write the id of the one that is meant"),
    ("papers", "venue = kitse", "kitse", "did you mean kites?"),
    ("papers", "topic = sparsty", "sparsty", "did you mean sparsity?"),
    ("papers", "cites = li+202", "li+202", "did you mean li+2020?"),
    ("papers", "key != li+202", "li+202", "did you mean li+2020?"),
    ("papers", "event = kytes", "kytes", "did you mean kites?"),
    ("papers", "type = artcle", "artcle", "did you mean article?"),
    ("papers", "category = HPCC", "HPCC", "did you mean HPC?"),
    ("papers", "publisher = A", "A", "write publisher ~ A for a part of it"),
    ("papers", "doi = 10.1/abd", "10.1/abd", "did you mean 10.1/AbC?"),
    ("papers", "has cod", "cod", "did you mean code?"),
    ("people", "country = Spian", "Spian", "did you mean Spain?"),
    ("talks", "kind = keynotes", "keynotes", "did you mean keynote?"),
    ("talks", "kind = keynot", "keynot", "did you mean keynote? otherwise write kind ~ keynot"),
    ("talks", "room = Hal", "Hal", "write room ~ Hal for a part of it"),
    ("events", "series = kite", "kite", "write series ~ kite for a part of it"),
]  # fmt: skip


def faults(what: str, **options: str) -> tuple[QueryError, ...]:
    query, found = parse(what, options)
    return found if query is None else faults_of(site(), query)


@pytest.mark.parametrize(("what", "text", "place", "hint"), SLIPS)
def test_a_slip_is_shown_where_it_is_and_answered(what, text, place, hint):
    first = faults(what, where=text)[0]
    assert hint in first.hint
    assert text[first.start : first.stop].strip() == place
    line, mark = caret(text, first).split("\n")
    assert mark.strip("^ ") == ""
    assert line


RE_PROPOSED = re.compile(
    r"(?:write|, or) (?P<text>[^;]+?)"
    r"(?=$|;| for | to look|, or | without a|, which|, such as|, in small)"
)


def proposed(what: str, hint: str) -> Iterator[str]:
    """Yield the comparisons that a hint proposes."""
    for one in RE_PROPOSED.finditer(hint):
        text = one["text"].removesuffix("?")
        first = text.removeprefix("(").removeprefix("not ").split()
        if len(first) > 1 and field_name(what, first[0]) and not text.endswith(("…", "a value")):
            yield text


@pytest.mark.parametrize(("what", "text"), [one[:2] for one in SLIPS])
def test_what_a_hint_proposes_is_accepted(what, text):
    first = faults(what, where=text)[0]
    for one in proposed(what, first.hint):
        assert parse(what, {"where": one})[1] == ()
    if meant := re.fullmatch(r"did you mean (\S+|\"[^\"]+\")\?", first.hint):
        mended = text[: first.start] + meant[1] + text[first.stop :]
        assert all(one.start > first.start for one in faults(what, where=mended))


def test_most_hints_propose_what_can_be_asked_for():
    hints = [faults(what, where=text)[0].hint for what, text, *_ in SLIPS]
    assert sum(any(proposed(one[0], hint)) for one, hint in zip(SLIPS, hints, strict=True)) > 70


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
        ("where", "  ", " ", "take it out"),
        ("sort", "-yeer", "-yeer", "did you mean year?"),
        ("sort", "year desc", "year desc", "write -year, or year descending"),
        ("sort", "year asc", "year asc", "write year alone"),
        ("sort", "+year", "+year", "write year, which sorts upwards"),
        ("sort", "year, -year", "-year", "keep one"),
        ("sort", "year,,title", ",", "take the comma out"),
        ("sort", "has", "has", "write the name of a field"),
        ("sort", "descending year", "descending year", "write -year"),
        ("sort", "- year", "- year", "write -year"),
        ("sort", "-year title", "-year title", "write -year, title"),
        ("sort", "year and -title", "year and -title", "write year, -title"),
        ("group", "yaer", "yaer", "did you mean year?"),
        ("group", "title", "title", "group by"),
        ("group", "year, venue", "year, venue", "name one field"),
        ("limit", "0", "0", "write a whole number from 1"),
        ("limit", "-3", "-3", "write a whole number from 1"),
        ("limit", "ten", "ten", "write a whole number from 1"),
        ("limit", "1.5", "1.5", "write a whole number from 1"),
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
        ("person", "did you mean people?"),
        ("Papers", "did you mean papers?"),
        ("speakers", "did you mean people?"),
        ("publications", "did you mean papers?"),
        ("posters", "list papers, with :where: poster"),
        ("venues", "there are papers, people, events, talks"),
        ("", "there are papers, people, events, talks"),
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
