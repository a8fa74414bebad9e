"""All that is mended in real bibliographies: what is mended is right, and nothing else changes."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linting_cases import CORPORA, applied
from symposium.cli.check import subject_of
from symposium.cli.fix import Checked, fix
from symposium.cli.project import load
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.linting import lint

CHANGED = {
    ("leanprover", "CommelinLewis21", "abstract"): "&gt; in an abstract",
    ("nilearn", "Shehzad2009", "abstract"): r"\\&gt; in an abstract",
    ("sundials", "Tsitouras:11", "venue"): "&amp; in the name of a journal",
}
"""Values that are others afterwards: what was HTML is none any more."""
SOURCES = (
    "biblatex-chem", "citation-js", "ddsystemlab", "hdc-arizona", "leanprover", "libbib",
    "mystmd", "nilearn", "pmlr-papersite", "robjhyndman", "sundials", "symbioticlab",
)  # fmt: skip
NAMES = ("title", "abstract", "authors", "et_al", "doi", "arxiv", "venue", "links", "date")


def values(kb: KnowledgeBase) -> dict[tuple[str, str], object]:
    return {(work.key, name): getattr(work, name) for work in kb.works.values() for name in NAMES}


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not beside us")
@pytest.mark.parametrize("source", SOURCES)
def test_what_is_mended_changes_no_value(source, tmp_path):
    mended: Counter[str] = Counter()
    differing = set()
    for number, path in enumerate(sorted((CORPORA / source).rglob("*.bib"))):
        root = tmp_path / str(number)
        root.mkdir()
        shutil.copyfile(path, root / "refs.bib")

        def look(root=root) -> Checked:
            project = load(root)
            subject = subject_of(project)
            problems = sorted_problems((*lint(subject), *project.problems))
            return Checked(subject, problems, lambda *_: True)

        first = look()
        before = values(first.subject.kb)
        done = fix(look, lambda _: None, write=True)
        after = values(done.checked.subject.kb)
        assert after.keys() == before.keys()
        assert done.refused == ()
        assert not [one for one in done.checked.problems if one.edits]
        differing |= {name for name in before if before[name] != after[name]}
        mended.update(one.code.code for one in first.problems)
        mended.subtract(one.code.code for one in done.checked.problems)
        assert min(mended.values(), default=0) >= 0, "mending made a new problem"
    assert differing == {(key, name) for where, key, name in CHANGED if where == source}


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


@settings(deadline=None, max_examples=100)
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
