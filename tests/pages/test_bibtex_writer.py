"""The writer of BibTeX: what is read and exported reads back the same, by every reader."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import bibtexparser
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database.input.bibtex import LowLevelParser
from support.chosen import MANY
from support.paths import ANTHOLOGY, CORPORA, SHARED
from symposium.kinds.base import Origin
from symposium.kinds.paper import Paper
from symposium.model.encodings import decode
from symposium.model.problems import Code
from symposium.pages.citing.bibtex import LISTS, MACROS, delimited, shown_entry, written_entry
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse
from symposium.reading.entry_links import LINK_FIELDS

Entries = list[tuple[str, str, dict[str, str]]]
"""Type, key, and values by the names of their fields."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


def written(papers: Iterable[Paper]) -> str:
    return "\n".join(map(written_entry, papers))


def meant(papers: Iterable[Paper]) -> Entries:
    """Return what a file should say: of a repeated field the first value counts, or all."""
    found = []
    for one in papers:
        values: dict[str, list[str]] = {}
        for name, value in one.fields:
            values.setdefault(name, []).append(value)
        values.pop("xdata", None)
        fields = {k: ", ".join(v) if k in LISTS else v[0] for k, v in values.items()}
        found.append((one.type, one.key, months(fields)))
    return found


def months(fields: dict[str, str]) -> dict[str, str]:
    """Return fields with the macro in place of the name of a month."""
    if "month" not in fields:
        return fields
    month = fields["month"]
    return fields | {"month": MACROS.get(month.strip(" .").lower(), month)}


def by_ours(text: str) -> Entries:
    raw, problems = parse(text, "refs.bib")
    assert problems == []
    return [(one.type, one.key, months(dict(one.fields))) for one in raw]


def by_bibtexparser(text: str) -> Entries:
    library = bibtexparser.parse_string(text, parse_stack=[])
    assert library.failed_blocks == []
    return [
        (one.entry_type, one.key, {field.key: undelimited(field.value) for field in one.fields})
        for one in library.entries
    ]


def undelimited(value: str) -> str:
    return value[1:-1] if value[0] in '{"' else value


def by_pybtex(text: str) -> Entries:
    found = [(kind, *body) for kind, body in LowLevelParser(text)]
    return [
        (kind, key, months({name: "".join(v) for name, v in fields})) for kind, key, fields in found
    ]


READERS = (by_ours, by_bibtexparser, by_pybtex)


def spaced(entries: Entries) -> Entries:
    """Return entries with white space as TeX reads it; a brace is no white space."""
    return [
        (kind, key, {name: " ".join(value.split()) for name, value in sorted(fields.items())})
        for kind, key, fields in entries
    ]


def facts(papers: Iterable[Paper]) -> list[Paper]:
    """Return papers without what depends on where and how their entries were written."""
    return [
        replace(one, origin=Origin(), digest=b"", fields=tuple(sorted(meant([one])[0][2].items())))
        for one in papers
    ]


def corpora() -> Iterator[tuple[str, str]]:
    for path in [*sorted(CORPORA.rglob("*.bib")), ANTHOLOGY]:
        if path.is_file():
            yield str(path.relative_to(SHARED)), decode(path.read_bytes()).text


needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not beside us")


# What hypothesis makes

LETTERS = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff\ufffe\uffff")
SIGNS = st.sampled_from([*"{}\"#@%,=\\$&~()'", "\\{", "\\}", "\\\\", '\\"', '{"}', "\n", "\n\n", " ",
                         "  ", "\t", "@misc{x,", "\n@misc{x,", "\n  @comment (", "jan", " and ", "é"])  # fmt: skip
VALUES = st.lists(st.one_of(SIGNS, LETTERS), max_size=12).map("".join)
KEYS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp"),
                  exclude_characters='\ufeff\ufffe\uffff{}(),="#%~\\'), min_size=1, max_size=12,
)  # fmt: skip
ODD_KEYS = st.from_regex(r"[a-z][a-z#~'\\:.+/-]{0,6}", fullmatch=True)
NAMES = st.from_regex(r"[a-z][a-z0-9+:._/-]{0,8}", fullmatch=True)
TYPES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda one: not one.startswith(("comment", "string", "preamble"))
)
FIELDS = st.lists(st.tuples(NAMES, VALUES), max_size=5, unique_by=lambda one: one[0])
PAPERS = st.lists(
    st.builds(
        lambda kind, key, fields: Paper(id="x", key=key, type=kind, title="x", fields=tuple(fields)),
        TYPES, st.one_of(KEYS, ODD_KEYS), FIELDS,
    ),
    max_size=4, unique_by=lambda one: one.key,
)  # fmt: skip


def kept(entries: Entries) -> Entries:
    """Return what can be kept of entries that nobody has read: braces that have a partner."""
    return spaced(
        [
            (kind, key, {name: delimited(value)[1:-1] for name, value in fields.items()})
            for kind, key, fields in entries
        ]
    )


@given(PAPERS)
def test_made_entries_read_back_the_same_by_ours_and_pybtex(papers: list[Paper]):
    text = written(papers)
    for read in (by_ours, by_pybtex):
        assert spaced(read(text)) == kept(meant(papers)), read.__name__


@given(PAPERS)
def test_reading_and_writing_again_changes_nothing(papers: list[Paper]):
    first = to_papers(parse(written(papers), "a")[0])[0]
    again = to_papers(parse(written(first), "a")[0])[0]
    assert facts(first) == facts(again)
    assert written(first) == written(again)


AWKWARD = {
    "months": "@a{k, month = jul # {~1}, t = {x}}",
    "abbreviations": '@string{x = "X {Y}"}\n@a{k, t = x # " and " # x}',
    "crossref": "@inproceedings{k, t = {x}, crossref = {p}}\n@proceedings{p, title = {P}, year = 1}",
    "xdata": "@xdata{x, publisher = {P}, note = {N}}\n@book{k, title = {T}, xdata = {x}}",
    "paragraphs": "@a{k, title = {T}, abstract = {One.\n\n  Two.}}",
    "a broken address": "@a{k, title = {T}, url = {https://example.org/a\n  b}}",
    "a repeated field": "@a{k, title = {T}, note = {one}, note = {two}}",
    "keywords of an heir": (
        "@inproceedings{k, title = {T}, keywords = {a}, keywords = {b}, crossref = {p}}\n"
        "@proceedings{p, title = {P}, year = 1, publisher = {Q}, editor = {E. F.}, series = {S}}"
    ),
    "keywords one by one": "@a{k, title = {T}, keywords = {a; b}, year = 2020, keywords = {c}}",
    "escaped braces": r"@a{k, title = {a \{ b \} c}}",
    "quotes": '@a{k, title = "a {\\"o} b", note = {say "so"}}',
    "nothing": "@a{k}",
    "unclosed": "@a{k, title = {x {B},\n note = {y},\n}",
    "odd keys": "@a{k#1~2, title = {T}}\n@b{DBLP:conf/x/Y.Z+1, title = {T}}\n@c{ключ, title = {T}}",
}


@pytest.mark.parametrize("text", AWKWARD.values(), ids=AWKWARD)
def test_awkward_entries_read_back_the_same(text: str):
    papers, _ = to_papers(parse(text, "a")[0])
    again = written(papers)
    for read in READERS:
        assert read(again) == meant(papers), read.__name__
    read_again, problems = to_papers(parse(again, "a")[0])
    assert facts(papers) == facts(read_again)
    assert not [one for one in problems if one.code is Code.BIB_MISSING_PARENT]


@pytest.mark.parametrize("name", [*LINK_FIELDS, "url_x", "bdsk-url-1", "ee"])
def test_addresses_that_run_are_not_exported(name):
    odd = ("javascript:alert(1)", "{JaVa\tScript:x}", "\\url{data:x}", '<a href="vbscript:x">y</a>')
    right = ("https://x.org/a:b", "ftp://x.org", "doi:10.1/2", "x.org:80", "files/a.pdf", "true")
    for value in (*odd, *right):
        paper = Paper(id="k", key="k", type="misc", title="T", fields=((name, value),))
        assert (value in written_entry(paper)) is (value in right)
        assert not (value in odd and ":" in shown_entry(paper))


def test_a_retracted_work_says_so_and_its_own_fields_stay():
    fields = (("title", "T"), ("status", "published"), ("note", "N"))
    links = {"notice": "https://example.org/n?{a}"}
    paper = Paper(
        id="k", key="k", type="misc", title="T", fields=fields, status="retracted", links=links
    )
    expected = (
        "@misc{k,\n  title    = {T},\n  status   = {retracted},\n  note     = {N},\n"
        "  pubstate = {retracted},\n  notice   = {https://example.org/n?%7Ba%7D}\n}\n"
    )
    assert written_entry(paper) == expected == shown_entry(paper)
    (again,), problems = to_papers(parse(expected, "a")[0])
    assert (again.status, again.links, problems) == (
        "retracted", {"notice": "https://example.org/n?%7Ba%7D"}, []
    )  # fmt: skip
    own = replace(paper, fields=(*fields, ("pubstate", "inpress"), ("notice", "x")))
    assert written_entry(own).count("pubstate") == written_entry(own).count("notice") == 1


# What others copy


def shown(text: str, **options: Any) -> str:
    (paper,), _ = to_papers(parse(text, "a")[0])
    return shown_entry(paper, **options)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("month = {July}", "  year  = {2020},\n  month = jul"),
        ("month = {Juli}", "  year  = {2020},\n  month = jul"),
        ("month = {Summer}", "  year  = {2020},\n  month = {Summer}"),
        ("date = {2020-07-03}", "  year  = {2020},\n  month = jul,\n  day   = {3}"),
        ("date = {2019-22}", "  year  = {2019},\n  month = {Summer}"),
    ],
)
def test_months_are_macros_in_what_others_copy(written: str, expected: str):
    assert expected in shown(f"@misc{{k, title = {{T}}, year = {{2020}}, {written}}}")


def test_a_month_in_the_whole_export_is_a_macro_too():
    (paper,), _ = to_papers(parse("@misc{k, title = {T}, year = 2020, month = {July}}", "a")[0])
    assert "  month = jul\n" in written_entry(paper)


def test_files_of_the_site_have_their_address_or_are_left_out():
    text = "@misc{k, title = {T}, pdf = {files/a b.pdf}, url = {https://example.org/x}}"
    assert "pdf" not in shown(text)
    assert "pdf   = {https://x.org/kb/files/a%20b.pdf}" in shown(text, base="https://x.org/kb/")


def test_an_address_in_html_is_written_as_an_address():
    text = "@misc{k, title = {T}, url = {doi:<a href='https://doi.org/10.1/x'>10.1/x</a>}}"
    assert "url   = {https://doi.org/10.1/x}" in shown(text)


def test_fields_of_tools_stay_in_the_source():
    text = "@misc{k, title = {T}, abbr = {X}, preview = {x.png}, selected = {true}, code = {c}}"
    assert shown(text) == "@misc{k,\n  title = {T}\n}\n"
    (paper,), _ = to_papers(parse(text, "a")[0])
    assert "preview" in written_entry(paper)


@pytest.mark.parametrize(
    ("written", "bibtex"),
    [
        ("@dataset{k, title = {T}}", "@misc{k,"),
        ("@report{k, type = {techreport}, title = {T}}", "@techreport{k,\n  title"),
        ("@thesis{k, type = {phdthesis}, institution = {E}}", "@phdthesis{k,\n  school = {E}"),
        ("@thesis{k, type = {Master's thesis}}", "@mastersthesis{k,\n  type = "),
        ("@article{k, journaltitle = {J}, location = {L}}",
         "@article{k,\n  journal = {J},\n  address = {L}"),
        ("@misc{k, archiveprefix = {arXiv}, primaryclass = {cs}}", "@misc{k,\n  archiveprefix"),
        ("@book{k, title = {Why?}, subtitle = {An answer}}", "@book{k,\n  title = {Why? An answer}"),
        ("@poster{k, title = {T}}", "@misc{k,\n  title        = {T},\n  entrysubtype = {poster}"),
    ],
)  # fmt: skip
def test_what_others_copy_is_called_as_in_bibtex(written: str, bibtex: str):
    assert shown(written).startswith(bibtex)


@needs_corpora
def test_what_is_copied_says_the_same_of_every_work():
    """Names, titles, dates and places stay; only the types of some entries are others.

    Every fifteenth work is enough, or all of them in ``make faults``.
    """
    different = []
    for name, text in corpora():
        papers = to_papers(parse(text, name)[0], name)[0][:: 1 if MANY else 5]
        copied = "\n".join(shown_entry(one) for one in papers)
        again, _ = to_papers(parse(copied, name)[0], name)
        for one, other in zip(papers, again, strict=True):
            if essence(one) != essence(other):
                different.append((name, essence(one), essence(other)))
    assert different == []


def essence(paper: Paper) -> tuple[object, ...]:
    texts = (paper.title, paper.venue, paper.volume, paper.number, paper.pages, paper.institution)
    return (paper.key, paper.authors, paper.et_al, paper.editors, paper.date, paper.doi,
            paper.arxiv, paper.poster, *[" ".join((text or "").split()) for text in texts])  # fmt: skip
