"""The linter's rules on entries as odd as can be."""

from __future__ import annotations

import shutil

from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.lint_cases import applied
from symposium.cli.check import subject_of
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.project import read as load

PIECES = st.lists(
    st.sampled_from([
        "Doe", "J.", "and", "et al.", "others", ",", ";", "&", "\\&", "&amp;", "&#x2013;", "{", "}",
        "<i>", "</i>", "<sub>", "</sub>", "$", "\\$", "\\", "GPU", "PyTorch", " ", "\n", "~", "-", "--",
        "10.1145/1.2", "doi:", "https://doi.org/", "https://", "arXiv:", "2101.00001", "120", "12",
        "978-3-16-148410-1", "0378-5956", "0000-0002-1825-0098", "xii", "und", "、", "é", "%", "#", "=",
        '"', "@", "\x00", "\u2028",
    ]),
    max_size=8,
).map("".join)  # fmt: skip
FIELDS = st.dictionaries(
    st.sampled_from([
        "title", "author", "editor", "doi", "url", "eprint", "eprinttype", "isbn", "issn", "pages",
        "year", "date", "journal", "booktitle", "abstract", "tilte", "orcid", "status", "note",
    ]),
    PIECES,
    max_size=6,
)  # fmt: skip
KINDS = st.sampled_from(["article", "misc", "inproceedings", "artcle", "phdthesis", "book"])


@settings(max_examples=examples(100))
@given(entries=st.lists(st.tuples(KINDS, FIELDS), max_size=3), quotes=st.booleans())
def test_no_entry_is_too_odd(tmp_path_factory, entries, quotes):
    root = tmp_path_factory.mktemp("odd")
    opening, closing = ('"', '"') if quotes else ("{", "}")
    text = "\n".join(
        f"@{kind}{{key{number},\n"
        + "".join(f"  {name} = {opening}{value}{closing},\n" for name, value in fields.items())
        + "}"
        for number, (kind, fields) in enumerate(entries)
    )
    (root / "refs.bib").write_text(text, encoding="utf-8", newline="")
    project = load(root)
    problems = sorted_problems((*lint(subject_of(project)), *project.problems))
    for problem in problems:
        assert problem.place.path == "refs.bib"
        assert "\n" not in problem.text
        applied(root, [problem])  # which asserts that each edit says what stands there
    shutil.rmtree(root)
