"""The linter's rules for what the texts of sources print."""

from __future__ import annotations

import pytest
from support.lint_cases import found

SOURCE = """---
title: A CV
kind: cv
date: undated
text: cv.txt
corrections: [{paper: keys, field: title, printed: KeysAda, corrected: "Keys, Ada", source: cv#L4}]
---
"""
FILES = {
    "sources/cv.md": SOURCE,
    "sources/cv.txt": "Ada Able\n2019 Medall of Keys\nCommittee: Bea Best\nOn KeysAda Able\n",
    "people/ada-able.md": """---
name: Ada Able
sources: [cv]
education: [{degree: Medal, organization: U, committee: [Bea Best], source: cv#L2-L3}]
corrections: [{field: education, printed: Medall, corrected: Medal, source: cv#L2}]
---
""",
    "refs.bib": "@misc{keys, author = {Able, Ada}, title = {On Keys}, sources = {cv#L4}}",
}


def messages(tmp_path, **changes: str) -> list[str]:
    files = {**FILES, **{name.replace("__", "/"): text for name, text in changes.items()}}
    return [f"{one.place}: {one.code.code} {one.message}" for one in found(tmp_path, files, "V")]


def test_what_is_printed_is_not_reported(tmp_path) -> None:
    assert messages(tmp_path) == []


def test_nothing_is_said_of_a_source_without_a_text(tmp_path) -> None:
    source = SOURCE.replace("text: cv.txt\n", "")
    person = FILES["people/ada-able.md"].replace("Bea Best", "Dan Dow")
    changes = {"sources/cv.md": source, "people/ada-able.md": person}
    assert messages(tmp_path, **changes) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        ("people/ada-able.md", "Bea Best", "Dan Dow",
         "people/ada-able.md:4: V001 cv#L2-L3 does not name Dan Dow"),
        ("people/ada-able.md", "cv#L2-L3", "cv#L2",
         "people/ada-able.md:4: V001 cv#L2 does not name Bea Best"),
        ("people/ada-able.md", "name: Ada Able", "name: Ada Abel",
         "people/ada-able.md:3: V001 cv does not name Ada Abel"),
        ("people/ada-able.md", "printed: Medall", "printed: Medul",
         'people/ada-able.md:5: V002 cv#L2 does not print "Medul"'),
        ("people/ada-able.md", "degree: Medal", "degree: Lock",
         'people/ada-able.md:4: V002 cv#L2-L3 does not print "Lock"'),
        ("sources/cv.md", "printed: Keys", "printed: Locks",
         'sources/cv.md:6: V002 cv#L4 does not print "LocksAda"'),
        ("refs.bib", "On Keys", "On Locks", 'V002 cv#L4 does not print "On Locks"'),
    ],
)  # fmt: skip
def test_what_is_not_printed_is_reported_where_it_is_claimed(
    tmp_path, path, old, new, message
) -> None:
    reported = messages(tmp_path, **{path: FILES[path].replace(old, new)})
    assert any(one.endswith(message) for one in reported), reported
