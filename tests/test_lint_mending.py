"""All that is mended in real bibliographies: what is mended is right, and nothing else changes."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest
from linting_cases import CORPORA
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
