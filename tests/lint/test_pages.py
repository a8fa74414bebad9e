"""The linter's rules for pages: what a build refuses, a check names, at the same line."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.lint_cases import found
from support.page_cases import ABOVE, BESIDE, ONLY_A_BUILD, RIGHT, SYNTAX, WRONG
from support.project import CONF, Project
from support.sites import SITE
from symposium.cli.project import load
from symposium.lint.pages import RULES
from symposium.lint.subject import Subject


def cuts(body):
    """Texts that end anywhere in a body, or begin there."""
    return st.integers(0, len(body)).map(lambda at: body[at:] + body[:at])


REFERENCES = {
    "See {cite:t}`doe2020fats`.": (
        "R001 1:14", 'no entry has the key "doe2020fats"', "did you mean doe2020fast?",
    ),
    "See {cite}`doe2020fast, nobody1999`.": (
        "R001 1:25", 'no entry has the key "nobody1999"', "add the entry, or correct the key",
    ),
    "{cite:p}`{see}doe2020fast{p. 3},\nsmith`": (
        "R001 2:1", 'no entry has the key "smith"', "add the entry, or correct the key",
    ),
    "{footcite:t}`nobody`": ("R001 1:14", 'no entry has the key "nobody"', None),
    "{cite:authorpars}`nobody`": ("R001 1:19", 'no entry has the key "nobody"', None),
    "{CITE}`nobody`": ("R001 1:8", 'no entry has the key "nobody"', None),
    "```{bibliography}\nnobody\n```": ("R001 2:1", 'no entry has the key "nobody"', None),
    "{cite:t}`a b`": ("R001 1:1", '"a b" is not a citation', None),
    "- x\n\n  > {person}`jane-do`": (
        "R008 3:14", 'no person has the id "jane-do"', "did you mean jane-doe?",
    ),
    ":::{note}\n{kb:talk}`Words <keynot>`\n:::": (
        "R008 2:18", 'no talk has the id "keynot"', "did you mean keynote?",
    ),
    "{venue}`xyz`": (
        "R008 1:9", 'no venue has the id "xyz"', "correct the id, or write the words without a role",
    ),
}  # fmt: skip


def page(body):
    return {**SITE, "index.md": f"{ABOVE}{body}\n"}


@pytest.mark.parametrize("body", REFERENCES)
def test_what_a_page_names_is_there(tmp_path, body):
    (problem,) = found(tmp_path, page(body), "R")
    where, message, hint = REFERENCES[body]
    place = problem.place
    assert f"{problem.code.code} {place.line - 5}:{place.column}" == where
    assert problem.message == message
    assert hint in {problem.hint, None}


@pytest.mark.parametrize(
    "body",
    [
        "{cite:t}`doe2020fast` {footcite}`smith:a/b.c+d` {cite}`{cf.}größe2018{p. 1}, adams2001book`",
        "{person}`jane-doe` {person}`J. <janed>` {person}`julia-bazinska` {talk}`keynote`",
        "{person}`!nobody` ``{person}`nobody` `` \\{person}`nobody`",
        "```\n{person}`nobody`\n```",
        "$$\n{cite}`nobody`\n$$",
        "% {person}`nobody`",
        "{event}`meet-2021` {topic}`Slow Books` {venue}`keys` {source}`programme`",
    ],
)
def test_what_is_right_is_not_reported(tmp_path, body):
    assert found(tmp_path, page(body), "R", "S") == []


BODIES = [*WRONG, *RIGHT, *ONLY_A_BUILD]
RE_WARNING = re.compile(r"guide/n(\d+)\.md(?::(\d*))?: (?:WARNING|ERROR): (.*)")


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """For each body: the lines about which a build warns, and what a check says, code and line."""
    made = Project(tmp_path_factory.mktemp("both"))
    pages = {f"guide/n{number:03}.md": f"{ABOVE}{body}\n" for number, body in enumerate(BODIES)}
    made.write({**BESIDE, "conf.py": CONF, **pages})
    warned, said = defaultdict(list), defaultdict(list)
    for line in made.build(html_theme="basic").warnings.splitlines():
        if one := RE_WARNING.match(line):
            warned[BODIES[int(one[1])]].append(int(one[2] or 6) - 5)
    for problem in found(made.root, {}, "R", "S"):
        if problem.place.path in pages and problem.code.code != "S002":
            where = f"{problem.code.code}:{problem.place.line - 5}"
            said[BODIES[list(pages).index(problem.place.path)]].append(where)
    return warned, said


@pytest.mark.parametrize("body", WRONG)
def test_what_a_build_refuses_a_check_names(both, body):
    warned, said = both
    assert " ".join(sorted(set(said[body]))) == WRONG[body]
    # A build names the line of the block, a check the line in it.
    line = int(WRONG[body].split()[0].partition(":")[2])
    assert any(abs(line - one) <= 4 for one in warned[body]), warned[body]


@pytest.mark.parametrize("body", RIGHT)
def test_what_a_build_accepts_a_check_accepts(both, body):
    warned, said = both
    assert (warned[body], said[body]) == ([], [])


@pytest.mark.parametrize("body", ONLY_A_BUILD)
def test_what_only_a_build_can_know(both, body):
    warned, said = both
    assert warned[body]
    assert said[body] == []


HEADS = {
    "---\norphan: [\n---\n# N\n": "F001",
    "---\norphan: true\n# N\n\nText\n": "F001",
    "---\norphan: true\nwas: [../x]\n---\n# N\n": "F",
    "---\norphan: true\n---\n# N \x0b\n": "F009",
}


@pytest.mark.parametrize("text", HEADS)
def test_the_head_of_a_page_is_checked_as_that_of_a_record(tmp_path, text):
    made = Project(tmp_path)
    made.write({"conf.py": CONF, "index.md": "# Home\n", "note.md": text})
    warnings = made.build("dummy").warnings
    (problem, *_) = found(tmp_path, {}, HEADS[text])
    assert problem.place.path == "note.md"
    assert f"note.md:{problem.place.line}: " in warnings
    assert problem.message in warnings


def test_a_link_to_where_a_page_was_is_none_to_nowhere(tmp_path):
    files = {
        **SITE,
        "index.md": "# Home\n\n[a](old.md) [b](people/janed.md)\n",
        "new.md": "---\norphan: true\nwas: [old]\n---\n# New\n",
    }
    assert found(tmp_path, files, "S001") == []


@settings(max_examples=examples(60))
@given(st.lists(SYNTAX, max_size=60).map("".join) | st.sampled_from(BODIES).flatmap(cuts))
def test_no_page_is_too_much_for_the_rules(site_of_one, text):
    site_of_one(text)


@pytest.fixture(scope="module")
def site_of_one(tmp_path_factory):
    """What lints a site with one page of the text given."""
    root = tmp_path_factory.mktemp("one")
    Project(root).write({**SITE, "conf.py": CONF})
    project = load(root)

    def lint(text):
        (root / "index.md").write_text(text, encoding="utf-8", errors="replace")
        lines = text.count("\n") + text.count("\r") + 2
        subject = Subject(root, project.kb)
        for rule in RULES:
            for problem in rule(subject):
                if problem.place.path == "index.md":
                    assert 1 <= problem.place.line <= lines, problem

    return lint


def test_an_option_that_stands_twice_is_reported_where_it_stands_again(tmp_path):
    body = (
        "```{figure} a.png\n:alt: A\n:width: 3em\n:alt: B\n```\n\n"
        "```{listing} papers\n---\nlimit: 3\nlimit: 4\n---\nyear = 3\n```"
    )
    texts = [
        (one.place.line - 1, one.message, one.hint) for one in found(tmp_path, page(body), "S008")
    ]
    first = len(ABOVE.splitlines())
    assert (first + 3, "{figure} has the option alt more than once", "keep one") in texts
    assert (first + 9, "{listing} has the option limit more than once", "keep one") in texts
    assert any("a colon and two spaces" in hint for _, _, hint in texts)
