"""The file ``permalinks.txt``: every address that a site has published, a line for each.

A published page stays, redirects, or gives the reason why it is gone. A line is the path of a page,
two spaces, its kind and its id; all of it follows from the path. Lines are sorted as by
``LC_ALL=C sort``, so that additions of two branches seldom conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.checks import place_in
from symposium.lint.subject import Subject, written
from symposium.model.encodings import decode_file, with_line_feeds
from symposium.model.gate import read_file
from symposium.model.problems import Code, Place, Problem
from symposium.pages.subjects import exists, subject_of, subjects
from symposium.pages.urls import docname

NAME = "permalinks.txt"
HEAD = """\
# Every page that this site has published: its address, its kind and its id.
# Addresses are for ever. New ones are added by: symposium check --fix
"""
ENDING = ".html"
MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""Beginnings of the lines that mark a conflict of a merge."""


def read_permalinks(root: Path) -> tuple[str | None, list[Problem]]:
    """Return the text of a project's file, with line feeds, and its problems.

    Without the file the text is ``None``: the project promises no addresses.
    """
    try:
        data = read_file(root / NAME, within=root)
    except FileNotFoundError:
        return None, []
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}"
        return None, [Problem(Code.PERMALINK_FILE, message, Place(NAME), "put a file in its place")]
    text, problems = decode_file(data, NAME, Code.PERMALINK_FILE)
    return with_line_feeds(text), problems


def line_of(page: str) -> str:
    """Return the line of a page.

    >>> line_of("papers/doe2020fast"), line_of("guide/start")
    ('papers/doe2020fast.html  paper doe2020fast', 'guide/start.html  page guide/start')
    """
    kind, name = subject_of(page) or ("page", page)
    return f"{page}{ENDING}  {kind} {name}"


def current_lines(kb: KnowledgeBase, documents: Iterable[str]) -> set[str]:
    """Return the lines of all pages of a site; parts of split pages have none."""
    lines = {f"{docname(kind, name)}{ENDING}  {kind} {name}" for kind, name in subjects(kb)}
    lines.update(map(line_of, documents))
    return lines


def page_of(line: str) -> str:
    """Return the docname in a line, empty if there is none."""
    path = line.strip().split("  ")[0].split("\t")[0]
    if not path.endswith(ENDING):
        path = path.partition(" ")[0]
    return path.removesuffix(ENDING).strip("/") if path.endswith(ENDING) else ""


def missing(text: str, current: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the number and the docname of each line whose page does not exist."""
    for number, line in enumerate(text.split("\n"), 1):
        if line in current or not line.strip() or line.startswith(("#", *MARKERS)):
            continue
        page = page_of(line)
        if page and line_of(page) not in current:
            yield number, page


def damages(text: str, current: Container[str] = ()) -> Iterator[Problem]:
    """Yield the problem of the first faulty line; the lines in ``current`` are right."""
    lines = [
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    expected = {
        line if line in current else line_of(page_of(line)) for _, line in lines if page_of(line)
    }
    for (number, line), expected_line in zip_longest(lines, sorted(expected)):
        if line != expected_line:
            message = (
                "This line is not a path with its kind and id, is repeated or in the wrong place, "
                "or was left by a merge"
            )
            hint = "run symposium check --fix, which loses no line"
            yield Problem(Code.PERMALINK_FILE, message, Place(NAME, number), hint)
            return


def updated(text: str, current: Iterable[str]) -> str:
    r"""Return the text with the lines of all current pages, in order; no line is lost.

    >>> print(updated("# Ours.\nb.html  page b\n", {"a.html  page a"}), end="")
    # Ours.
    a.html  page a
    b.html  page b
    """
    remarks: dict[str, None] = {}
    content = set(current)
    for line in text.split("\n"):
        if line in content or not line.strip() or line.startswith(MARKERS):
            continue
        if line.startswith("#"):
            remarks[line] = None
        elif page := page_of(line):
            content.add(line_of(page))
        else:
            remarks[f"# not a page: {line.strip()}"] = None
    head = "".join(f"{line}\n" for line in remarks) or HEAD
    return head + "".join(f"{line}\n" for line in sorted(content))


MAX_REPORTED = 100
"""Dead addresses that are reported one by one."""


def compare(
    text: str, kb: KnowledgeBase, redirects: Container[str], current: set[str]
) -> Iterator[Problem]:
    """Yield the problems of ``permalinks.txt``, and of dead addresses in it.

    ``current`` are the lines of all existing pages, ``redirects`` the pages that lead elsewhere.
    """
    yield from damages(text, current)
    gone = [(number, page) for number, page in missing(text, current) if page not in redirects]
    for number, page in gone[:MAX_REPORTED]:
        message = f"{page}{ENDING} is listed as published, and no longer exists"
        hint = _advice(kb, number, page)
        yield Problem(Code.PERMALINK_GONE, message, Place(NAME, number), hint)
    if gone[MAX_REPORTED:]:
        more = f"{len(gone) - MAX_REPORTED:,} more addresses"
        message = f"{more} are listed as published, and no longer exist"
        hint = "correct those above first; they may have one cause"
        yield Problem(Code.PERMALINK_GONE, message, Place(NAME, gone[MAX_REPORTED][0]), hint)


def _advice(kb: KnowledgeBase, number: int, page: str) -> str:
    """Return the hint for a line whose page is gone."""
    kind, name = subject_of(page) or ("page", page)
    heir = kb.nearest(kind, name) if kind in BY_NAME else None
    return (
        f"if it {f'is {heir} now' if heir else 'moved'}, write was: "
        f"{name if kind in BY_NAME else f'/{page}'} into "
        f"{f'{docname(kind, heir)}.md' if heir else 'the file of the page that replaces it'}; "
        f"if it was removed, write gone: and the reason into {page}.md; "
        f"if it was never published, delete line {number} of {NAME}"
    )


def permalinks(subject: Subject) -> Iterator[Problem]:
    """Report addresses without a page, and pages whose addresses are not listed yet."""
    if subject.hosted:
        return
    text, problems = read_permalinks(subject.root)
    yield from problems
    if text is None:
        return
    current = current_lines(subject.kb, subject.documents)
    yield from compare(text, subject.kb, subject.redirects, current)
    fresh = sorted(current.difference(text.split("\n")))
    if fresh and len(fresh) < len(current):  # else nothing is published yet
        first = f"{page_of(fresh[0])}{ENDING}"
        message = f"{len(fresh):,} pages are not listed, the first of them {first}"
        yield Problem(Code.PERMALINK_NEW, message, Place(NAME), "run symposium check --fix")


def permalinks_mended(subject: Subject) -> str | None:
    """Return the updated text of ``permalinks.txt``; ``None`` for a folder without a site."""
    if subject.hosted or not (subject.root / "conf.py").is_file():
        return None
    return updated(subject.texts.text_of(NAME), current_lines(subject.kb, subject.documents))


def earlier_pages(subject: Subject) -> Iterator[Problem]:
    """Report earlier pages (``was: /…``) that still exist: these cannot redirect."""
    tables = written(subject.kb).values()
    stated = [
        (page, place_in(record, "was"))
        for record in chain(*(table.values() for table in tables), subject.kb.gone.values())
        for page in (record.earlier_pages if record.was else ())
    ]
    for document in subject.documents.values():
        stated += [(page, Place(document.path)) for page in document.address[0].was]
    for page, place in stated:
        about = subject_of(page)
        if page in subject.documents or (about and exists(subject.kb, about)):
            message = f"The page {page}{ENDING} exists, so it cannot redirect here"
            yield Problem(Code.ID_COLLISION, message, place, "remove it from was:, or move that")


RULES = (permalinks, earlier_pages)
