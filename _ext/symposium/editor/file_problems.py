"""The problems of one file as the editor has it, saved or not."""

from __future__ import annotations

import re

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Page
from symposium.model.problems import Code, Problem
from symposium.reading import bibtex_reader, frontmatter
from symposium.reading.bibliography_files import to_papers

MAX_READ = 500_000
"""Characters of a bibliography that are read again at every key."""

RE_PAGE = re.compile(r"(?P<folder>[^/]+)/(?:(?P<event>[^/]+)/)?(?P<name>[^/]+)\.md")


def page_of(path: str) -> tuple[str, Page] | None:
    """Return the kind of the record that a file describes, and its page, if it does.

    >>> page_of("people/ada.md")[0], page_of("events/a/index.md")[0], page_of("events/a/b.md")[0]
    ('person', 'event', 'talk')
    >>> page_of("index.md"), page_of("people/index.md"), page_of("guide/people.md")
    (None, None, None)
    """
    found = RE_PAGE.fullmatch(path)
    if not found or found["folder"] not in BY_FOLDER or found["folder"] == "talks":
        return None
    kind, event, name = BY_FOLDER[found["folder"]].name, found["event"], found["name"]
    if kind == "event" and event:
        if name == "index":
            return kind, Page(path, event)
        return "talk", Page(path, f"{event}/{name}", event=event)
    return None if event or kind == "event" or name == "index" else (kind, Page(path, name))


def problems_of(path: str, text: str) -> list[Problem]:
    """Return what is wrong with the text of a file by itself, its relations left aside."""
    if path.endswith(".bib") and len(text) <= MAX_READ:
        entries, problems = bibtex_reader.parse(text, path)
        problems += to_papers(entries, path)[1]
        # Parents may stand in another file.
        return [problem for problem in problems if problem.code is not Code.BIB_MISSING_PARENT]
    found = page_of(path)
    if not found:
        return []
    kind, page = found
    tree, _, problems = frontmatter.read(text, path)
    return [*problems, *BY_NAME[kind].read(tree, page)[1]]
