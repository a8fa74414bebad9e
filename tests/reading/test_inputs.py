"""The digest of all that a project is read from: where it is the same, so are the records."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.files import write
from symposium.reading.folder import inputs_digest, read_project

FILES = {
    "refs.bib": "@misc{a, title = {T}}\n",
    "more.bib": "@misc{b, title = {U}}\n",
    "people/ada.md": "---\nname: Ada\n---\nText\n",
    "papers/a.md": "---\ntopics: [x]\n---\n",
    "events/e/index.md": "---\ntitle: E\n---\n",
    "events/e/t.md": "---\ntitle: T\n---\n",
    "files/a.pdf": "",
}
BIBS = ("refs.bib", "more.bib")


def fresh(root, files):
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    return write(root, files)


CHANGES = {
    "an entry": {"refs.bib": "@misc{a, title = {V}}\n"},
    "a body": {"people/ada.md": "---\nname: Ada\n---\nOther\n"},
    "a new record": {"people/bob.md": "---\nname: Bob\n---\n"},
    "a file to publish": {"files/deep/b.pdf": "x"},
    "a file in the wrong place": {"people/ada.rst": "x"},
    "a file one folder too deep": {"people/deep/eve.md": "x"},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_read_changes_the_digest(tmp_path, change):
    before = inputs_digest(fresh(tmp_path / "p", FILES), BIBS)
    assert inputs_digest(fresh(tmp_path / "q", FILES), BIBS) == before
    assert inputs_digest(fresh(tmp_path / "p", FILES | change), BIBS) != before


def test_what_is_not_read_does_not_change_it(tmp_path):
    root = fresh(tmp_path / "p", FILES)
    before = inputs_digest(root, BIBS)
    (root / "guide.md").write_text("x")
    (root / "files" / "a.pdf").write_text("content is copied, not read")
    (root / "files" / ".hidden.pdf").write_text("x")
    (root / "people" / ".draft.md").write_text("x")
    assert inputs_digest(root, BIBS) == before


def test_options_count(tmp_path):
    root = fresh(tmp_path / "p", FILES)
    found = [
        inputs_digest(root, BIBS),
        inputs_digest(root, BIBS[::-1]),
        inputs_digest(root, BIBS[:1]),
        inputs_digest(root, BIBS, ["people/*"]),
        inputs_digest(root, [*BIBS, "missing.bib"]),
    ]
    assert len(set(found)) == len(found)


paths = st.sampled_from([*FILES, "people/bob.md", "events/e/u.md", "topics/x.md", "files/b/c.png"])
trees = st.dictionaries(paths, st.sampled_from([*FILES.values(), "---\ntitle: X\n---\n", "\x00"]))


@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(trees, trees)
def test_where_digests_agree_so_do_the_records(tmp_path, one, other):
    found = []
    for files in (one, other):
        root = fresh(tmp_path / "p", files)
        found.append((inputs_digest(root, BIBS), str(read_project(root, BIBS))))
    if found[0][1] != found[1][1]:
        assert found[0][0] != found[1][0]
