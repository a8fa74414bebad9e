"""Bibliographies as people really write them: every entry of every file is read or reported.

Entries are counted three ways (bibtexparser 2, a regular expression, our reader), and field
values and decoded texts are compared with those of other libraries. Each difference is explained
by name; one without an explanation fails.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter

import bibtexparser
import pytest
from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexWalkerParseError
from support.paths import CORPORA
from symposium.model.encodings import decode as decode_bytes
from symposium.model.problems import Code, Severity
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse
from symposium.reading.latex import decode

needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not beside us")

RE_ENTRY = re.compile(
    r"^[ \t]*@[ \t]*(?!(?:string|comment|preamble)\b)[a-z]\w*\s*[{(]", re.IGNORECASE | re.MULTILINE
)

COUNTS_DIFFER = {
    "typst-biblatex/tests/fixtures/valid/comments.bib": (
        "an entry behind % is commented out; bibtexparser counts it, and one that it cannot read"
    ),
}
VALUES_DIFFER = {
    "typst-biblatex/tests/fixtures/valid/comments.bib": (
        "bibtexparser takes comments between fields for a part of the field's name"
    ),
    "jabref-testbib/jablib/src/test/resources/testbib/simple-search-library.bib": (
        "entries without a key get one of their own"
    ),
}
DECODED_DIFFERENTLY = {
    r"\mbox": "pylatexenc drops the text in the box",
    r"\BibTeX": "pylatexenc does not know it",
    r"\textbar": "pylatexenc does not know it",
    r"\textinterrobangdown": "pylatexenc does not know it",
    r"\unknown": "ours leaves unknown commands as typed",
    r"\begin": "ours leaves environments as typed",
    r"\url": "pylatexenc puts the address in angle brackets",
    r"\href": "pylatexenc fails",
    r"\(": "ours puts maths between dollar signs",
    r"\$": "ours keeps a dollar sign apart from maths",
    r"\-": "pylatexenc keeps the soft hyphen",
    r"\a'": "pylatexenc does not know the accents of tabbing environments",
    r"\''": "no letter under the accent: a slip of the author",
}


def corpora():
    """Return the path of every file, relative to the corpora, with its text."""
    for path in sorted(CORPORA.rglob("*.bib")):
        name = path.relative_to(CORPORA).as_posix()
        text = decode_bytes(path.read_bytes()).text
        yield name, text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.fixture(autouse=True)
def _quiet():
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@needs_corpora
def test_every_entry_is_read_or_reported():
    unexplained, explained, entries = [], set(), 0
    for name, text in corpora():
        raw, problems = parse(text, name)
        papers, more = to_papers(raw, name)
        codes = Counter(problem.code for problem in [*problems, *more])
        library = bibtexparser.parse_string(text, parse_stack=[])
        count = Counter(
            bibtexparser=len(library.entries) + len(library.failed_blocks),
            pattern=len(RE_ENTRY.findall(text)),
            read=len(papers) + sum(entry.type == "xdata" for entry in raw),
            reported=codes[Code.BIB_DUPLICATE_KEY] + codes[Code.BIB_SETTINGS],
        )
        entries += count["read"]
        ours = count["read"] + count["reported"]
        if not ours == count["pattern"] == count["bibtexparser"]:
            (explained.add if name in COUNTS_DIFFER else unexplained.append)(name)
        assert all(problem.place.path == name for problem in [*problems, *more])
        assert all(problem.severity < Severity.ERROR for problem in [*problems, *more])
    assert unexplained == []
    assert explained == set(COUNTS_DIFFER)
    assert entries > 5000


@needs_corpora
def test_values_are_those_of_bibtexparser():
    unexplained, explained, same, expanded = [], set(), 0, 0
    for name, text in corpora():
        ours = {entry.key: dict(reversed(entry.fields)) for entry in parse(text, name)[0]}
        for entry in bibtexparser.parse_string(text, parse_stack=[]).entries:
            for field in entry.fields:
                value = ours.get(entry.key, {}).get(field.key.lower())
                typed = " ".join(str(field.value).split())
                if value is not None and " ".join(value.split()) in {typed, typed[1:-1].strip()}:
                    same += 1
                elif value is not None and (typed[0] not in '{"' or "#" in typed):
                    expanded += 1  # an abbreviation, which they leave and ours expands
                elif name in VALUES_DIFFER:
                    explained.add(name)
                else:
                    unexplained.append((name, entry.key, field.key, value, typed))
    assert unexplained == []
    assert explained == set(VALUES_DIFFER)
    assert same > 30_000
    assert expanded < 800


def folded(text):
    return " ".join(unicodedata.normalize("NFC", text).replace("\u2009", " ").split())


@needs_corpora
def test_names_and_titles_are_decoded_as_pylatexenc_does():
    theirs = LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=False)
    values = {
        value
        for name, text in corpora()
        for entry in parse(text, name)[0]
        for field, value in entry.fields
        if field in {"author", "editor", "title", "booktitle"} and ("\\" in value or "{" in value)
    }
    unexplained, explained = [], set()
    for value in sorted(values):
        try:
            expected = theirs.latex_to_text(re.sub(r"(?<!\\)%", r"\\%", value))
        except (IndexError, LatexWalkerParseError):
            expected = "(pylatexenc fails)"
        if folded(decode(value)) != folded(expected):
            reasons = [command for command in DECODED_DIFFERENTLY if command in value]
            explained.update(reasons)
            if not reasons:
                unexplained.append((value, decode(value), expected))
    assert unexplained == []
    assert explained == set(DECODED_DIFFERENTLY)
    assert len(values) > 2000
