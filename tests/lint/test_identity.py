"""The linter's rules of identity: one person or two, named or not, and never by a former name."""

from __future__ import annotations

import pytest
from support.lint_cases import applied, found
from symposium.lint.likeness import mistyped, turned
from symposium.model.names import parse_name


def bib(*works):
    """Return entries, each by its authors and perhaps its year."""
    entries = []
    for number, work in enumerate(works):
        authors, _, year = work.partition("|")
        entries.append(
            f"@misc{{k{number},\n  author = {{{authors}}},\n  title = {{T{number}}},\n"
            f"  year = {year or 2020}\n}}\n"
        )
    return {"refs.bib": "".join(entries)}


def file(name, **fields):
    return "---\n" + "".join(f"{k}: {v}\n" for k, v in {"name": name, **fields}.items()) + "---\n"


ALIKE = {
    (turned, "Jane Doe", "Doe Jane"),
    (turned, "Ludwig van Beethoven", "Beethoven Ludwig"),
    (mistyped, "Torsten Hoefler", "Torsten Hofler"),
    (mistyped, "Torsten Hoefler", "Thorsten Hoefler"),
    (mistyped, "Torsten Hoefler", "Torsten Hoelfer"),
    (mistyped, "Cristian Ursu", "Christian Ursu"),
}
UNLIKE = {
    (turned, "Jane Doe", "Jane Doe Roe"),
    (mistyped, "Jan Doe", "Dan Doe"),
    (mistyped, "J. Hoefler", "K. Hoefler"),
    (mistyped, "Torsten Hoefler", "Torsten Hoeflers-X"),
    (mistyped, "Martin Miller", "Dartin Miller"),
}


@pytest.mark.parametrize(("rule", "one", "other"), sorted(ALIKE, key=str))
def test_names_that_are_alike(rule, one, other):
    names = {text: parse_name(text) for text in (one, other)}
    expected = {(min(one, other), max(one, other))}
    assert set(rule(names)) == expected


@pytest.mark.parametrize(("rule", "one", "other"), sorted(UNLIKE, key=str))
def test_names_that_are_not_alike(rule, one, other):
    assert set(rule({text: parse_name(text) for text in (one, other)})) == set()


ONE = {
    ("J. Doe", "Jane Doe"): '"J. Doe" (j-doe) and "Jane Doe" (jane-doe)',
    ("J. Doe and Al Moe", "Jane Doe and Al Moe", "John Doe"): '"J. Doe" (j-doe) and "Jane Doe" (jane-doe)',
    ("Doe Jane", "Jane Doe"): '"Doe Jane" (doe-jane) and "Jane Doe" (jane-doe)',
    ("Torsten Hoefler and Al Moe", "Torsten Hofler and Al Moe"): '"Torsten Hoefler" (torsten-hoefler) and "Torsten Hofler" (torsten-hofler)',
}  # fmt: skip


@pytest.mark.parametrize("works", ONE)
def test_persons_who_may_be_one(tmp_path, works):
    (problem,) = found(tmp_path, bib(*works), "I006")
    assert problem.message.partition(" may be one person")[0] == ONE[works]
    assert problem.place.path == "refs.bib"
    shared = sum("Al Moe" in work for work in works) == 2
    assert problem.message.endswith(": one of their co-authors is the same") is shared


def test_many_forms_of_one_name_are_one_notice(tmp_path):
    works = [f"{name} and Al Moe and Bo Noe" for name in ("I. Foe", "I. T. Foe", "Ian Foe")]
    (problem,) = found(tmp_path, bib(*works, "Ian T. Foe and Al Moe"), "I006")
    assert [name in problem.message for name in ("(i-foe)", "(i-t-foe)", "(ian-t-foe)")] == [
        True
    ] * 3
    assert "all forms under names:" in problem.hint


TWO = [
    ("Jane Doe", "John Doe"),
    ("J. Doe", "Jane Doe", "John Doe"),  # which of them is not known
    ("J. Doe and Jane Doe",),  # on one paper
    ("Jia Pan", "Jia-Yu Pan"),
    ("Yang Li", "Li Yang", "Yang Wu", "Li Wu", "Bo Yang", "Bo Li"),
    ("Torsten Hoefler", "Torsten Hofler"),  # two letters' evidence is too little
    ("Jian Wang and Al Moe", "Jiang Wang and Al Moe"),
    ("{The J Group}", "{The Jane Group}"),
]


@pytest.mark.parametrize("works", TWO)
def test_persons_who_are_not_taken_for_one(tmp_path, works):
    assert found(tmp_path, bib(*works), "I006") == []


def test_two_orcids_are_two_persons(tmp_path):
    files = {
        "people/jane-doe.md": file("Jane Doe", orcid="0000-0002-1825-0097"),
        "people/j-doe.md": file("J. Doe", orcid="0000-0001-5109-3700"),
    }
    assert found(tmp_path, files, "I006") == []


SHARED = {
    ("Doe, Jane and Roe, Al and Doe, Jane",): '"Jane Doe" is named 2 times among the authors of k0',
    ("Doe, Jane|1920", "Doe, Jane|2019"): '"Jane Doe" (jane-doe) has works from 1920 and from 2019',
}  # fmt: skip


@pytest.mark.parametrize("works", SHARED)
def test_one_name_that_may_be_two_persons(tmp_path, works):
    messages = {one.message for one in found(tmp_path, bib(*works), "I007")}
    assert SHARED[works] in messages
    assert all('"Jane Doe"' in one or "1920" not in works for one in messages)


NAMING = {
    "events/meet/talk.md": "---\ntitle: T\nspeakers: [Jane Doe]\n---\n",
    "people/bob.md": "---\nname: Bob\n---\nWith [Jane](jane-doe.md).\n",
    "people/cid.md": "---\nname: Cid\n---\nWith JANE DOE.\n",
    "people/eve.md": "---\nname: Eve\nadvising:\n  - {name: Jane Doe, level: phd}\n---\n",
    "software/tool.md": "---\ntitle: Tool\npeople: [Jane Doe]\n---\n",
    "refs.bib": "@misc{k, title = {T}, editor = {Doe, Jane}}\n",
}


def test_a_described_person_whom_nothing_names(tmp_path):
    files = {"people/jane-doe.md": file("Jane Doe") + "Jane Doe, {person}`jane-doe`, is herself.\n"}
    (problem,) = found(tmp_path, files, "I008")
    assert problem.message == "nothing names Jane Doe: no work, talk, event or page"


@pytest.mark.parametrize("path", NAMING)
def test_a_described_person_whom_something_names(tmp_path, path):
    files = {"people/jane-doe.md": file("Jane Doe"), path: NAMING[path]}
    assert [one for one in found(tmp_path, files, "I008") if "Jane" in one.message] == []


def test_members_of_the_group_need_no_mention(tmp_path):
    assert found(tmp_path, {"people/jane-doe.md": file("Jane Doe", role="staff")}, "I008") == []


JANE = {"people/jane-doe.md": file("Jane Doe", former_names="[Jane Roé Müller]")}
LEAKS = {
    "notes.md": ("---\ntitle: x\n---\n# N\n\nBy Jane\nRoe Muller.\n", "notes.md:6:4", "the page"),
    "people/ann.md": (file("Ann") + "She met MÜLLER, JANE ROÉ.\n", "people/ann.md:4:9", "the page"),
    "people/jane-doe.md": (JANE["people/jane-doe.md"] + "Once Jane Roé-Müller.\n", "people/jane-doe.md:5:6", "the page"),
    "people/bob.md": (file("Bob", photo="files/x.png", alt="with Jane Roé Müller"), "people/bob.md:4:11", "the page"),
    "people/jane-roe-muller.md": (file("Jane Doe"), "people/jane-roe-muller.md:1:1", "the name of the file"),
    "files/jane-roe-muller.pdf": ("x", "files/jane-roe-muller.pdf:1:1", "the name of the file"),
    "refs.bib": ("@misc{k,\n  title = {On the work of Jane Ro{\\'e} M{\\\"u}ller}}\n", "refs.bib:2:3", "the field title"),
    "conf.py": ('copyright = "Jane Roé Müller"\n', "conf.py:1:1", "copyright"),
    "events/m/index.md": ("---\ntitle: M\nslots:\n  - {title: On Jane Roe Muller, chair: Jane Roe Muller}\n---\n", "events/m/index.md:4:16", "the page"),
    "topics/a.md": ("---\ntitle: A\nwas: [jane-roe-muller]\n---\n", "topics/a.md:3:7", "the page"),
}  # fmt: skip


@pytest.mark.parametrize("path", LEAKS)
def test_a_former_name_that_would_be_published(tmp_path, path):
    text, place, what = LEAKS[path]
    problems = found(tmp_path, {**JANE, path: text}, "I009")
    where = {f"{one.place.path}:{one.place.line}:{one.place.column}" for one in problems}
    assert where == {place}
    message = f'"Jane Roé Müller", a former name of jane-doe, is in {what}'
    assert message in {one.message for one in problems}


EVENT = """---
title: M
date: 2025-01-01
timezone: UTC
organizers: [Jane Roé Müller]
committee:
  - {role: PC, people: {groups: [{organization: X, people: [Al Moe, "Jane Roé Müller"]}]}}
slots:
  - time: 9:00-10:00
    title: S
    chair:
      - affiliation: X
        name: Jane Roé Müller
---
"""
CV = """---
name: Eve
advising: [{level: phd, name: "Müller, Jane Roé"}]
education:
  - {degree: PhD, organization: X, advisor: Jane Roé Müller, committee: [Al Moe, Jane Roé Müller]}
---
"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("refs.bib", "@misc{k, title = {T}, author = {Roe Muller, Jane}, editor = {Jane Roé Müller}}\n"),
        ("events/m/t.md", "---\ntitle: T\nspeakers:\n  - name: Jane Roé Müller\nauthors: [Jane Roe Muller]\n---\n"),
        ("events/m/index.md", EVENT),
        ("people/eve.md", CV),
        ("software/a.md", "---\ntitle: A\npeople: [Jane Roé Müller]\n---\n"),
        ("notes.md", "# N\n\nJane Doe, Jane Müller, Roe Müller, and Jane Roe Mullerson.\n"),
    ],
)  # fmt: skip
def test_a_former_name_that_is_read_as_that_of_today(tmp_path, path, text):
    assert found(tmp_path, {**JANE, path: text}, "I009") == []


def test_a_short_form_of_a_former_name_has_a_page(tmp_path):
    files = {
        "people/jane-doe.md": file("Jane Doe", former_names="[Jane Roe]"),
        **bib("J. Roe and Al Moe", "Jane Doe and Al Moe"),
    }
    (problem,) = found(tmp_path, files, "I009")
    assert (
        problem.message == '"J. Roe" has a page, and may be "Jane Roe", a former name of jane-doe'
    )
    assert (problem.place.path, problem.hint) == ("refs.bib", "if so, add it to former_names:")


ANN = {"people/ann-doe-lab.md": file("Ann Doe", was="[ann-doe]"), **bib("Pat Roe and Ann Doe")}
IDS = {
    # front matter, and where it says what of whom; after --fix
    "organizers: [ann-doe-lab, Pat Roe]": ("3:14", "{person: ann-doe-lab}", "[{person: ann-doe-lab}, Pat Roe]"),
    "organizers:\n  - ann-doe-lab  # hers\n": ("4:5", "{person: ann-doe-lab}", "- {person: ann-doe-lab}  # hers"),
    "organizers: [ann-doe]": ("3:14", "{person: ann-doe-lab}", "{person: ann-doe-lab}"),
    "organizers:\n  - name: ann-doe-lab": ("4:5", "the name: Ann Doe", "name: ann-doe-lab"),
    "organizers:\n  groups:\n    - organization: X\n      people: [ann-doe-lab]": (
        "6:16", "{person: ann-doe-lab}", "[{person: ann-doe-lab}]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fields", IDS)
def test_an_id_that_stands_where_a_name_is_printed(tmp_path, fields):
    path = "events/m/index.md"
    text = f"---\ntitle: M\n{fields}\n---\n"
    place, hint, mended = IDS[fields]
    (problem,) = found(tmp_path, {**ANN, path: text}, "I010")
    assert f"{problem.place.line}:{problem.place.column}" == place
    assert hint in problem.hint
    after = applied(tmp_path, [problem]).get(path, text)
    assert mended in after
    if after != text:
        assert found(tmp_path, {path: after}, "I010", "F") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("events/m/t.md", "---\ntitle: T\nspeakers: [ann-doe-lab]\nauthors: [Ann Doe]\n---\n"),
        ("software/a.md", "---\ntitle: A\npeople: [ann-doe-lab]\n---\n"),
        ("refs.bib", "@misc{z, title = {Z}, author = {ann-doe-lab}}\n"),
    ],
)
def test_ids_are_no_names_in_other_fields(tmp_path, path, text):
    (problem,) = found(tmp_path, {**ANN, path: text}, "I010")
    assert problem.place.path == path
    after = applied(tmp_path, [problem])
    assert not problem.edits or found(tmp_path, after, "I010", "F") == []


def test_names_that_look_like_ids_are_names(tmp_path):
    text = "---\ntitle: M\norganizers: [k8s-team, {person: ann-doe-lab}, Ann Doe, al-lower]\n---\n"
    lower = file("Al Lower", names="[al-lower]")
    files = {**ANN, "people/al-lower.md": lower, "events/m/index.md": text}
    assert found(tmp_path, files, "I010") == []
