"""The language of selections as a whole: printed trees read back, odd texts, and an oracle."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.query_site import site
from symposium.kinds import BY_FOLDER
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name
from symposium.query import caret, faults_of, parse, select
from symposium.query.expressions import DEEPEST, parse_where
from symposium.query.field_tables import FIELDS, OWN
from symposium.query.fields import Type
from symposium.query.literals import FLAGS, days_meant, extent_of
from symposium.query.query_context import context_of
from symposium.query.record_names import containing, named, part_of_name
from symposium.query.syntax_tree import And, Compare, Node, Not, OperandValue, Or

ODDITIES = st.text(st.characters(max_codepoint=0x2100), min_size=1, max_size=9).filter(str.strip)
WHATS = st.sampled_from(sorted(OWN))
TEXTS = (
    "ann-doe", "Ann Doe", "ANN", "li-wei", "rosa", "and", "or", "Doe:2019", "li+2020", "2021x",
    "kites", "KITES", "hpc", "sparsity", "article", "poster", "HPC", "cv", "it's", 'say "x"',
    "both ' and \"", "Best Paper", "Spain", "keynote", "10.1/abc", "2011.00001v2", "a..b",
    "  spaced  out ", "10:00", "x=y", "(a, b)", "#1", "Bazińska", "Hall", "talk", "-", "a\nb", "“q”",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "3", "2019", "2020", "2021", "2027")
DATES = ("2019", "2019-03", "2020", "2020-11-05", "2021-summer", "2027-03-27", "2027-03")


def values(field: Any) -> st.SearchStrategy[str]:
    if field.type is Type.NUMBER:
        return st.sampled_from(NUMBERS)
    if field.type is Type.DATE:
        return st.sampled_from(DATES)
    if field.type is Type.FLAG:
        return st.sampled_from(sorted(FLAGS))
    if field.closed:
        return st.sampled_from(field.known)
    return st.sampled_from(TEXTS) | ODDITIES


@st.composite
def comparisons(draw: st.DrawFn, what: str) -> Compare:
    if draw(st.integers(0, 9)) == 0:
        names = st.sampled_from([*FIELDS[what], "code", "slides", "homepage", "nothing", "links"])
        return Compare("has", draw(st.sampled_from(["=", "!="])), (OperandValue(draw(names)),))
    name = draw(st.sampled_from(sorted(FIELDS[what])))
    field = FIELDS[what][name]
    operator = draw(st.sampled_from(field.operators))
    several = operator in {"in", "not in"}
    drawn = st.sampled_from(NUMBERS) if field.compares_number(operator) else values(field)
    texts = draw(st.lists(drawn, min_size=1, max_size=3 if several else 1))
    found = [OperandValue(text) for text in texts]
    if several and field.type in {Type.NUMBER, Type.DATE} and draw(st.booleans()):
        first, last = sorted(draw(st.tuples(values(field), values(field))))
        found.append(OperandValue(first, last))
    return Compare(name, operator, tuple(found))


def trees(what: str) -> st.SearchStrategy[Node]:
    return st.recursive(
        comparisons(what),
        lambda inner: (
            st.builds(Not, inner)
            | st.lists(inner, min_size=2, max_size=3).map(tuple).map(And)
            | st.lists(inner, min_size=2, max_size=3).map(tuple).map(Or)
        ),
        max_leaves=6,
    )


DRAWN = st.one_of([st.tuples(st.just(what), trees(what)) for what in OWN])


@given(DRAWN)
def test_what_is_printed_reads_back(drawn):
    what, tree = drawn
    found, faults = parse_where(what, str(tree))
    if faults:  # a date such as 2021-summer may end after the one before which it sorts as text
        assert {one.message for one in faults} == {"the range begins after its end"}
    else:
        assert found == tree
        assert str(found) == str(tree)


WORDS = ("and", "or", "not", "in", "has", "author", "year", "title", "date", "selected", "code",
         "=", "!=", "<", "<=", ">", ">=", "~", "==", "&&", "(", ")", ",", "'", '"', "2021", "x",
         "2019..2022", "..", "“", "#", "\n", "  ", "AND", "is", "\u200b", "\\", "[", ";", "[]", "*")  # fmt: skip
ODD = st.text(st.characters(max_codepoint=0x2100), max_size=40) | st.lists(
    st.sampled_from(WORDS), max_size=14
).map(" ".join)


@settings(max_examples=examples(200))
@given(
    WHATS | ODDITIES,
    st.fixed_dictionaries({}, optional=dict.fromkeys(("where", "sort", "group", "limit"), ODD)),
)
def test_any_text_is_a_query_or_faults(what, options):
    query, faults = parse(what, options)
    assert (query is None) == bool(faults)
    if query is not None:
        faults = faults_of(site(), query)
        select(site(), query)
    for one in faults:
        text = what if one.option == "what" else options[one.option]
        assert 0 <= one.start < one.stop
        assert one.start <= len(text)
        assert one.message
        assert one.hint
        assert "\n" not in one.message + one.hint or "\n" in text
        line, mark = caret(text, one).split("\n")
        assert set(mark) == {"^"} or set(mark) == {" ", "^"}
        assert line.isprintable()


def fits(what: str, record: str, node: Node) -> bool:
    """The plainest way to tell whether a record fits."""
    if isinstance(node, Not):
        return not fits(what, record, node.part)
    if isinstance(node, And):
        return all(fits(what, record, part) for part in node.parts)
    if isinstance(node, Or):
        return any(fits(what, record, part) for part in node.parts)
    opposite = {"!=": "=", "not in": "in"}.get(node.operator)
    if opposite:
        return not fits(what, record, Compare(node.field, opposite, node.values))
    if node.field == "has":
        return any(has(what, record, one.text) for one in node.values)
    field = FIELDS[what][node.field]
    found = list(field.values(context_of(site()))(record))
    if field.compares_number(node.operator):
        sign = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
        return sign[node.operator](len(set(found)), int(node.values[0].text))
    return any(matches(field, node.operator, one, value) for one in found for value in node.values)


def has(what: str, record: str, name: str) -> bool:
    kind = BY_FOLDER[what].name
    links = getattr(site().entities[kind][record], "links", {})
    if name == "links":
        return bool(links)
    field = FIELDS[what].get(name)
    plain = field is not None and field.type is not Type.FLAG
    if field is not None and plain and any(field.values(context_of(site()))(record)):
        return True
    if what == "papers" and name == "poster":
        return record in site().relations.posters_of_paper or "poster" in links
    return name in links


def matches(field: Any, operator: str, one: Any, value: OperandValue) -> bool:
    context = context_of(site())
    if field.type is Type.RECORD:
        find = containing if operator == "~" else named
        return one in find(context, field.kind, value.text)
    if field.type is Type.NUMBER:
        low, high = int(value.text), int(value.last or value.text)
        return {"<": one < low, "<=": one <= low, ">": one > high, ">=": one >= high}.get(
            operator, low <= one <= high
        )
    if field.type is Type.DATE:
        extent, days = extent_of(one), days_meant(value)
        return {
            "<": extent.end.last < days.first,
            "<=": extent.end.last <= days.last,
            ">": extent.begin.first > days.last,
            ">=": extent.begin.first >= days.first,
        }.get(operator, extent.within(days))
    if field.type is Type.FLAG:
        return one is FLAGS[value.text]
    if field.type is Type.NAME:
        same = fold_name(one) == fold_name(value.text)
        return part_of_name(value.text)(one) if operator == "~" else same
    shape = code if field.type is Type.CODE else folded
    wanted, there = shape(value.text), shape(one)
    return wanted in there if operator == "~" else wanted == there


@settings(max_examples=examples(200))
@given(DRAWN)
def test_answers_are_those_of_the_plainest_way(drawn):
    what, tree = drawn
    query, faults = parse(what, {"where": str(tree)})
    if query is None:
        assert faults
        return
    everything = parse(
        what, {"where": "poster or not poster" if what == "papers" else "has x or not has x"}
    )
    assert everything[0] is not None
    order = [one for one in context_of(site()).universe(what) if fits(what, one, tree)]
    found = list(select(site(), query).ids)
    assert [one for one in order if one in found] == found
    left_out = set(order) - set(found)
    apart = context_of(site()).posters | set(site().identity.candidates)
    assert left_out <= apart


def test_levels_are_counted_before_they_are_too_many():
    fine = "not " * (DEEPEST - 1) + "(" * 900 + "year = 2021" + ")" * 900
    assert parse("papers", {"where": fine})[1] == ()
    for text in ("(" * 9_000, "not " * 2_400, f"not {fine}", f"not not {fine}", "(" * 200_000):
        query, (fault,) = parse("papers", {"where": text})
        assert query is None
        assert fault.hint


def test_a_long_expression_is_no_deep_one():
    text = " or ".join(f"year = {year}" for year in range(1500, 2100))
    query, faults = parse("papers", {"where": text})
    assert faults == ()
    assert list(select(site(), query).ids) == ["x2021", "li-2020", "doe-2019"]  # type: ignore[arg-type]
