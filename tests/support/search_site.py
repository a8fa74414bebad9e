"""A search index of this repository's records, made without a build."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from ask import Answer, node, search_files
from symposium.knowledge import KnowledgeBase, build
from symposium.reading.folder import read_project

from support.paths import ROOT
from support.search_queries import ADDED

FOLDERS = ("people", "papers", "events", "topics", "venues", "software", "sources")
RE_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


Wanted = Mapping[str, str | tuple[str, ...]]
"""Queries, each with the page, or the pages, of which one is to be found."""


def need_node() -> None:
    """Skip a test where nothing runs the site's scripts; fail it under ``CI=true``."""
    if node() is None:
        say = pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip
        say("no node, or an old one: make test installs it")


def make_index(folder: Path) -> tuple[KnowledgeBase, Path]:
    """Return what is known and the folder of a site that has nothing but its index.

    It has the records of this repository, some more that have ids, and the guide's titles.
    """
    project, site = folder / "project", folder / "site"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, project / name)
    shutil.copyfile(ROOT / "refs.bib", project / "refs.bib")
    for name, text in ADDED.items():
        (project / name).write_text(text, encoding="utf-8")
    records, _ = read_project(project, ["refs.bib", "added.bib"])
    kb, _ = build(records)
    write_index(kb, site, list(_guide()))
    return kb, site


def write_index(kb: KnowledgeBase, site: Path, pages: Sequence[tuple[str, str, str]] = ()) -> None:
    """Write the index of what is known, and of ``pages``, into the folder of a site."""
    for path, content in search_files(kb, pages):
        target = site / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _guide() -> Iterator[tuple[str, str, str]]:
    for path in sorted((ROOT / "guide").rglob("*.md")):
        found = RE_HEADING.search(path.read_text(encoding="utf-8"))
        if found:
            name = path.relative_to(ROOT).with_suffix("").as_posix()
            yield "page", name, found[1].replace("`", "")


def documents(answer: Answer) -> list[str]:
    """Return the names of the pages that were found."""
    return [url.removesuffix(".html") for url in answer.urls]


def misses(table: Wanted, answers: list[Answer], places: int) -> list[str]:
    """Return the queries that none of the wanted pages answers in the first places."""
    found = []
    for (query, wanted), answer in zip(table.items(), answers, strict=True):
        good = {wanted} if isinstance(wanted, str) else set(wanted)
        if not good & set(documents(answer)[:places]):
            found.append(f"{query!r}: not {' or '.join(sorted(good))}, but {instead(answer)}")
    return found


def instead(answer: Answer) -> str:
    """Return what was found first, and what was taken for a mistyped word."""
    corrected = "".join(f" ({typed} -> {taken})" for typed, taken in answer.corrected)
    return f"{documents(answer)[:3]} of {answer.total}{corrected}"
