"""Front matter: taken out of a document, read with places, its usual slips named and mended."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from myst_parser.config.main import read_topmatter
from support.chosen import examples
from support.time_limits import ends_in_time
from symposium.fields.field_types import ListNode, MapNode, Node
from symposium.model.problems import Code
from symposium.reading.frontmatter import MAX_SIZE, hide, passed_on, read, split


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read(f"---\n{text}\n---\n", "a.md")[2]]


def value(node: Node | None) -> object:
    """A tree as plain values."""
    if isinstance(node, MapNode):
        return {key.text: value(item) for key, item in node.entries}
    if isinstance(node, ListNode):
        return [value(item) for item in node.items]
    return node.text if node else None


def tree(text: str) -> object:
    return value(read(f"---\n{text}\n---\n", "a.md")[0])


SLIPS = {
    "title: Roles: a study": 'a.md:2:13: F001 A value with a colon and a space must be in quotes: put the value in quotes: title: "Roles: a study"',
    'title: "A" thing': "a.md:2:11: F001 Text follows the closing quote: put the value in quotes: title: '\"A\" thing'",
    "title: 'tis here": "a.md:2:8: F001 The quote ' is never closed: close the quote, or put the whole value in quotes: title: \"'tis here\"",
    "title: [A] thing": 'a.md:2:11: F001 Text follows the closing bracket: put the value in quotes: title: "[A] thing"',
    'title: "\\d"': "a.md:2:9: F001 A backslash between double quotes has a meaning of its own: put the value in quotes: title: '\\d'",
    "title: |x": 'a.md:2:8: F001 A value cannot begin with |: put the value in quotes: title: "|x"',
    "title: - x": 'a.md:2:8: F001 A value cannot begin with a hyphen and a space: put the value in quotes: title: "- x"',
    "title: {a: A, B and C}": 'a.md:2:15: F001 A comma between { and } begins a field, and "B and C" has no value: put the value in quotes: a: "A, B and C"',
    "links:\n\ta: b": "a.md:3:1: F001 A tab cannot indent a line: indent with spaces",
    "names: [": "a.md:2:8: F001 The bracket [ is never closed: close the bracket",
    "a:\n  - {x: A: b}": "a.md:3:10: F001 A value between brackets is not clear: put a value with a colon, a comma or a bracket in quotes",
    "name: x\n b: y": "a.md:3:3: F001 A field cannot be here: indent it like the field above, or put the value above in quotes if it goes on here",
    "name:x": "a.md:2:5: F001 A space is missing after the colon: write name: x",
    "name": 'a.md:2:1: F001 "name" is not a field: write the name of the field, a colon, a space and its value',
    "title: a\nname": 'a.md:3:1: F001 A colon is missing after "name": write a colon and a value after it, or indent the line if the one above goes on here',
    "- a": "a.md:2:1: F001 A list is not a field: write the name of the field, a colon, a space and its value",
    "[a]: b": "a.md:2:1: F001 The name of a field must be text: put a value that begins with a bracket in quotes",
    "a: b\n--- c": "a.md:3:1: F001 A line that begins with --- ends the front matter: put a value that begins with --- in quotes",
    ": b": "a.md:2:1: F001 This is not valid YAML: see that the lines of a group are indented alike, and that quotes and brackets are closed",
    "a: b\x07": "a.md:2:5: F001 The character U+0007 is not allowed in front matter: remove it",
    "name: &home x": "a.md:2:7: F002 An anchor is not accepted here: if the value is text that begins with &, put it in quotes",
    "a: " + "[" * 25 + "]" * 25: "a.md:2:23: F003 The front matter is nested deeper than 20 levels",
    "a: b\na: c": 'a.md:3:1: F004 The field "a" is repeated: line 2 has it already, and that value is used',
}


@pytest.mark.parametrize(("text", "message"), SLIPS.items(), ids=list(SLIPS))
def test_a_slip_is_named_in_its_place(text, message):
    assert problems(text) == [message]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: Roles: a study\nname: x", {"title": "Roles: a study", "name": "x"}),
        ("a: [b, c\nname: x", {"a": ["b", "c"], "name": "x"}),
        (
            "s:\n  - A: b: c\n  - @x\n  - ok\nname: x",
            {"s": [{"A": "b: c"}, "@x", "ok"], "name": "x"},
        ),
        ("s:\n  - {x: A: b}\n  - {x: c}\nname: x", {"s": [{"x": "c"}], "name": "x"}),
        ("links:\n\ta: b\n\tc: d", {"links": {"a": "b", "c": "d"}}),
    ],
)
def test_a_slip_costs_no_other_value(text, expected):
    assert tree(text) == expected


def test_values_are_text_by_the_rules_of_yaml_1_2():
    text = "a: 7:10\nb: no\nc: 2021-05-17\nd: 0o14\ne: 1_000\nf: 1e3\ng: =\nh: <<"
    assert list(tree(text).values()) == [
        "7:10", "no", "2021-05-17", "0o14", "1_000", "1e3", "=", "<<",
    ]  # fmt: skip
    nodes = read("---\na: ~\nb:\nc: ''\nd: null\n---\n", "a.md")[0]
    assert [item.is_null for _, item in nodes.entries] == [True, True, False, True]


def test_every_node_has_the_line_and_column_of_the_file():
    source = "\ufeff\r\n---\r\n# ünï\r\nname: Äb\r\nlist: [a, b]\r\n\r\nsub:\r\n  x: |\r\n    1\r\n    2\r\n---\r\nText\r\n"
    nodes, parts, found = read(source, "a.md")
    assert not found
    assert [(key.text, key.line, key.column, item.line, item.column) for key, item in nodes.entries] == [
        ("name", 4, 1, 4, 7), ("list", 5, 1, 5, 7), ("sub", 7, 1, 8, 3),
    ]  # fmt: skip
    assert [(item.line, item.column) for item in nodes.get("list").items] == [(5, 8), (5, 11)]
    assert value(nodes)["sub"] == {"x": "1\n2\n"}
    assert (parts.body, parts.body_line) == ("Text\n", 12)


def test_odd_line_breaks_do_not_shift_lines():
    nodes = read("---\na: b\u2028c\x85d\nname: x\n---\n", "a.md")[0]
    assert [(item.text, item.line) for _, item in nodes.entries] == [("b c d", 2), ("x", 3)]


@pytest.mark.parametrize(
    ("source", "text", "body"),
    [
        ("Text\n---\n", "", "Text\n---\n"),
        ("---\na: b\n...\nText", "a: b\n", "Text"),
        ("---\na: |\n  ---\n---  \nText", "a: |\n  ---\n", "Text"),
        (" \n\n---\na: b\n---", "a: b\n", ""),
        ("----\na: b\n----\n", "", "----\na: b\n----\n"),
    ],
)
def test_documents_are_taken_apart(source, text, body):
    parts = split(source)
    assert (parts.text, parts.body) == (text, body)


def test_unclosed_front_matter_is_reported_and_read_up_to_the_first_empty_line():
    nodes, parts, found = read("---\nname: x\nrole: phd\n\nText: a: b\n", "a.md")
    assert [str(problem) for problem in found] == [
        "a.md:1:1: F001 The front matter is not closed: put a line --- below its last field"
    ]
    assert value(nodes) == {"name": "x", "role": "phd"}
    assert parts.body == "\nText: a: b\n"


def test_size_is_bounded():
    found = read(f"---\na: {'x' * MAX_SIZE}\n---\n", "a.md")
    assert found[0] is None
    assert [problem.code for problem in found[2]] == [Code.YAML_TOO_LARGE]


def test_an_alias_bomb_is_not_expanded():
    lines = ["a0: &a0 x", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 15))]
    nodes, _, found = read("---\n" + "\n".join(lines) + "\n---\n", "a.md")
    assert [problem.code for problem in found] == [Code.YAML_ALIAS]
    assert value(nodes)["a14"] == ["*a13"] * 9


@pytest.mark.parametrize(
    "text",
    [
        "a: {b: c" + ", d" * 50_000 + "}",
        "a: 1\n" * 25_000 + "b: &x y\n" * 12_500,
        "a: 'b\n" * 5_000,
        "a:\n" + "  - b: c: d\n" * 5_000,
        "\n".join(f"a{n}: {'[' * 10}" for n in range(10_000)),
        "a" * 500_000 + ":",
        " " * 900_000 + "\t'",
        "a: @b" + " " * 900_000 + "c",
    ],
    ids=["commas", "anchors", "quotes", "colons", "brackets", "name", "indent", "spaces"],
)
def test_the_work_on_bad_input_is_bounded(text):
    with ends_in_time():
        _, _, found = read(f"---\n{text}\n---\n", "a.md")
    assert len(found) <= 100
    assert sum(len(str(problem)) for problem in found) < 100_000


@pytest.mark.parametrize("sign", ["[", "{", "- ", "? ", "a: [", "!a ", "'", '"', "{a: "])
def test_deep_or_unclosed_input_ends(sign):
    assert read("---\nx: 1\n" + sign * 5000 + "\n---\n", "a.md")[2]


def test_fields_of_sphinx_and_the_theme_are_passed_on():
    text = (
        "orphan:\nnosearch: false\nno-search: true\ntocdepth: 2\nhtml_theme.sidebar_primary.remove: true\n"
        "myst: {enable_extensions: [substitution]}\nhtml_meta: {a: b}\nsubstitutions: {a: b}"
    )
    assert passed_on(read(f"---\n{text}\n---\n", "a.md")[0]) == {
        "orphan": True, "no-search": True, "tocdepth": 2, "html_theme.sidebar_primary.remove": True,
    }  # fmt: skip
    assert passed_on(None) == {}
    assert passed_on(read("---\ntocdepth: many\norphan: [a]\n---\n", "a.md")[0]) == {}


LINES = [
    "", " ", "\t", "\r", "\ufeff", "\u2028", "\x0c", " ---", "--- x", "&a *a", "? q", "a: b",
    "  d: [e",
]  # fmt: skip
LINES += ["---", "----", "...", "-", "'", "}", "|", "name:x", "myst:"]
LINES += ["x: y: z", '"\\x"', "{a, b: , c}", "- c"]
DOCUMENTS = st.lists(st.sampled_from(LINES) | st.text(max_size=8)).map("\n".join)


@given(DOCUMENTS)
@settings(max_examples=examples(500))
def test_the_reader_neither_raises_nor_loses_text(source):
    nodes, parts, found = read(source, "a.md")
    assert nodes is None or isinstance(nodes, MapNode)
    lines = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in found:
        assert 1 <= problem.place.line <= len(lines)
        assert problem.place.column >= 1
    assert "\n".join(lines).endswith(parts.body)


@given(DOCUMENTS)
@settings(max_examples=examples(500))
def test_hidden_front_matter_keeps_lines_and_is_found_by_no_markdown_parser(source):
    hidden = hide(source)
    clean = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    assert hidden.count("\n") == clean.count("\n")
    assert hidden.endswith(split(source).body)
    assert read_topmatter(hidden) is None
    assert hide(hidden).strip() == hidden.strip() or hidden.startswith("\n")
