"""The reader of BibTeX: every entry is read or reported, each at its place."""

from __future__ import annotations

import re

import pytest
from support.time_limits import ends_in_time
from symposium.model.encodings import decode_file
from symposium.model.problems import Code
from symposium.reading.bibtex_reader import parse
from symposium.reading.bibtex_repair import MAX_EXPANDED, MAX_FAULTS


def read(text):
    entries, problems = parse(text, "refs.bib")
    return {entry.key: dict(entry.fields) for entry in entries}, [str(p) for p in problems]


def test_a_plain_entry_with_its_places():
    text = '% note\n@Article{key:1,\n  Title = {A {B} C},\n  year = 2020, note = "x"\n}\n'
    (entry,), problems = parse(text, "refs.bib")
    assert problems == []
    assert (entry.type, entry.key) == ("article", "key:1")
    assert entry.fields == (("title", "A {B} C"), ("year", "2020"), ("note", "x"))
    assert (entry.place.line, entry.place.column) == (2, 1)
    assert entry.places == ((3, 3), (4, 3), (4, 16))


WELL_FORMED = {
    "parentheses": ("@book(k, title = {A (b) c}, year = 1)", {"title": "A (b) c", "year": "1"}),
    "quotes in braces": ('@a{k, t = "a {"}b{"} c"}', {"t": 'a {"}b{"} c'}),
    "accent in quotes": ('@a{k, t = "G{\\"o}del"}', {"t": 'G{\\"o}del'}),
    "joined": ('@string{x = "X"} @a{k, t = x # " y " # {z} # 1}', {"t": "X y z1"}),
    "abbreviations": (
        "@STRING{Foo = {bar}}\n@a{k, t = FOO, m = jan}",
        {"t": "bar", "m": "January"},
    ),
    "month and day": ('@a{k, month = jul # "~1"}', {"month": "July~1"}),
    "commas first": ("@a{k\n , t = {x}\n , u = {y}\n}", {"t": "x", "u": "y"}),
    "comments within": (
        "@a{k, % key\n t = {50% x}, % t\n % u\n u = {y} % z\n}",
        {"t": "50% x", "u": "y"},
    ),
    "an at sign within": (
        "@a{k, t = {me@home{x}}, u = {a @b{c} d}}",
        {"t": "me@home{x}", "u": "a @b{c} d"},
    ),
    "non-ASCII key": ("@a{ключ2020é, t = {x}}", {"t": "x"}),
}


@pytest.mark.parametrize(("text", "fields"), WELL_FORMED.values(), ids=WELL_FORMED)
def test_well_formed(text, fields):
    entries, problems = read(text)
    assert problems == []
    assert list(entries.values()) == [fields]


NOT_ENTRIES = [
    "some text, me@home and you@work {x}",
    "% @article{k, t = {x}}",
    "@comment{@article{k, t = {x}} }",
    '@preamble{"\\newcommand{\\x}{y}" # undefined}',
    "@comment without braces\n",
    "@comment{an unclosed one {",
]


@pytest.mark.parametrize("text", NOT_ENTRIES)
def test_what_is_no_entry(text):
    entries, problems = read(f"{text}\n@misc{{last, t = {{x}}}}")
    assert (entries, problems) == ({"last": {"t": "x"}}, [])


def test_text_before_an_entry_on_its_line_is_skipped():
    assert read("write to me@home (Zurich) @misc{k, t = 1}")[0] == {"k": {"t": "1"}}


NEXT = "\n@misc{next, t = {n}}\n"
DAMAGED = {
    "missing comma": (
        "@a{k, t = {x}\n u = {y}}", {"t": "x", "u": "y"},
        'refs.bib:1:1: B001 This @a is damaged: a comma is missing after "t"',
    ),
    "no comma after the key": (
        "@a{k\n t = {x}}", {"t": "x"},
        "refs.bib:1:1: B001 This @a is damaged: a comma is missing after the cite key",
    ),
    "unclosed entry": (
        "@a{k, t = {x},\n u = {y}", {"t": "x", "u": "y"},
        "refs.bib:1:1: B001 This @a is damaged: its closing brace is missing",
    ),
    "unclosed value": (
        "@a{k,\n t = {x {B},\n u = {y},\n}", {"t": "x {B}", "u": "y"},
        'refs.bib:1:1: B001 This @a is damaged: the braces of "t" do not close',
    ),
    "unclosed last value": (
        "@a{k, t = {x\n}", {"t": "x"},
        'refs.bib:1:1: B001 This @a is damaged: the braces of "t" do not close',
    ),
    "unclosed quotes": (
        '@a{k,\n t = "x,\n u = {y}\n}', {"t": "x", "u": "y"},
        'refs.bib:1:1: B001 This @a is damaged: the quotes of "t" do not close',
    ),
    "other bracket": (
        "@a{k, t = {x})", {"t": "x"},
        ("refs.bib:1:1: B001 This @a is damaged: "
        "it opens with one kind of bracket and closes with the other"),
    ),
    "junk": (
        "@a{k, what is this, t = {x}}", {"t": "x"},
        'refs.bib:1:1: B001 This @a is damaged: "what is this" is not a field and is left out',
    ),
    "undefined abbreviation": (
        "@a{k, t = nature}", {"t": "nature"},
        ('refs.bib:1:11: B003 No @string defines "nature"; it is taken as text: '
        "define it before its use, or put the value in braces"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "fields", "problem"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_entries_are_kept_and_reported_and_the_next_one_is_whole(text, fields, problem):
    entries, problems = read(text + NEXT)
    assert entries == {"k": fields, "next": {"t": "n"}}
    assert problems == [problem]


def test_an_entry_without_key_gets_one():
    entries, problems = read("@a{t = {x}}\n@a{, t = {y}}" + NEXT)
    assert list(entries.values()) == [{"t": "x"}, {"t": "y"}, {"t": "n"}]
    assert [re.sub("entry-[0-9a-f]{8}", "entry-…", p) for p in problems] == [
        'refs.bib:1:1: B001 This @a is damaged: it has no cite key and is read as "entry-…"',
        'refs.bib:2:1: B001 This @a is damaged: it has no cite key and is read as "entry-…"',
    ]


def test_a_second_entry_with_a_key_is_set_aside_and_the_rest_is_read():
    entries, problems = read("@a{k, t = 1}\n\n@a{k, t = 2}" + NEXT)
    assert entries == {"k": {"t": "1"}, "next": {"t": "n"}}
    assert problems == [
        (
            'refs.bib:3:1: B002 The key "k" is already in line 1; this entry is left out: '
            "give one of them another key, or remove it"
        )
    ]


def test_line_ends_and_bom():
    text = "\ufeff@a{k,\r\n t = {x},\r u = {y}\r\n}\r\n"
    (entry,), problems = parse(text, "refs.bib")
    assert (entry.fields, entry.places, problems) == (
        (("t", "x"), ("u", "y")),
        ((2, 2), (3, 2)),
        [],
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_encodings(encoding):
    text, problems = decode_file(
        "@a{k,\n t = {Bö}}".encode(encoding), "refs.bib", Code.BIB_ENCODING
    )
    assert text == "@a{k,\n t = {Bö}}"
    assert [p.code for p in problems] == ([] if "8" in encoding else [Code.BIB_ENCODING])
    if encoding == "latin-1":
        assert (problems[0].place.line, problems[0].place.column) == (2, 8)


def test_a_bomb_of_abbreviations_is_bounded():
    lines = ['@string{a0 = "0123456789"}']
    lines += [f"@string{{a{n} = a{n - 1} # a{n - 1}}}" for n in range(1, 60)]
    lines += ["@misc{k, title = a59, note = {fine}}", "@misc{l, title = a0}"]
    entries, problems = parse("\n".join(lines), "refs.bib")
    assert all(len(value) <= MAX_EXPANDED for entry in entries for _, value in entry.fields)
    assert [entry.key for entry in entries] == ["k", "l"]
    assert entries[0].fields[1] == ("note", "fine")
    assert Code.BIB_TOO_LARGE in {problem.code for problem in problems}


HOSTILE = {
    "unclosed": "@a{k, t = {x\n" * 5000,
    "unclosed fields": "@a{k,\n" + "x = {\n" * 20000,
    "comments": "@comment{ " * 20000,
    "heads": "@a{" * 20000,
    "quotes": '@a{k, t = "' + '\\"' * 20000,
    "one line": "@a{k, t = 1} " * 10000,
    "braces": "@a{k, t = " + "{" * 50000 + "}" * 50000 + "}",
    "junk": "@a{k, " + "junk " * 20000,
    "hashes": "@a{k, t = " + "1 # " * 20000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_take_linear_time(text):
    with ends_in_time():
        parse(text, "refs.bib")


def test_a_problem_names_some_of_many_faults():
    _, (problem,) = read("@a{k, " + "".join(f"?x{n}, " for n in range(1000)) + "}")
    assert problem.count("is not a field") == MAX_FAULTS
    assert problem.endswith("; and 980 more")


def test_control_characters_are_reported_and_read_as_spaces():
    text, problems = decode_file(b"@a{k,\n t = {B\x00\x01}}\n\x0c", "refs.bib", Code.BIB_ENCODING)
    assert text == "@a{k,\n t = {B  }}\n\x0c"
    assert [(p.place.line, p.place.column) for p in problems] == [(2, 8)]
