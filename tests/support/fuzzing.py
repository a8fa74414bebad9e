"""What must hold of every reader, whatever it is given: for short runs here, long ones by make fuzz.

A target is a function of a text that fails where something does not hold. Its strategy makes texts
that are nearly right: well-formed ones, cut, swapped, doubled and sprinkled with odd characters.
"""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from hypothesis import strategies as st
from symposium.fields.field_types import Node, Scalar
from symposium.kinds import BY_NAME
from symposium.kinds.base import Origin
from symposium.kinds.kind import Page
from symposium.kinds.paper import Paper
from symposium.model.dates import parse_date, parse_dates
from symposium.model.encodings import decode_file
from symposium.model.names import fold_name, fold_text, parse_name
from symposium.model.problems import Code, Problem
from symposium.pages.citing.bibtex import shown_entry, written_entry
from symposium.pages.maths import as_typed, maths, unconverted
from symposium.pages.small_texts import clean
from symposium.reading import frontmatter
from symposium.reading.bibliography_files import read_bibliographies, to_papers
from symposium.reading.bibtex_reader import parse
from symposium.reading.cache import Cache
from symposium.reading.entry_fields import parse_edtf, parse_year
from symposium.reading.latex import decode, segments, unknown_commands

from support.paths import ROOT, SHARED

SLOWEST = 10.0
"""Seconds that no text of these sizes may take, on however busy a machine."""

RE_ENTRY = re.compile(
    r"^[ \t]*@(?!comment|string|preamble)[A-Za-z_]\w*\{", re.IGNORECASE | re.MULTILINE | re.ASCII
)
"""Where an entry is for certain; counted without our reader."""
RE_FIELD = re.compile(r"^([a-z_]+):(?= [^\s#&*!|>%@`-])", re.MULTILINE)
"""Where a field of front matter is for certain, if nothing is quoted or in brackets."""
RE_LOST = re.compile(r"\\\Z|\n\s*@")
RE_UNSURE = re.compile(
    r"[\"'{}\[\]|>#?\t\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]"
)


def _shown(papers: list[Paper], problems: list[Problem]) -> tuple[Any, list[str]]:
    facts = [
        {one.name: getattr(paper, one.name) for one in fields(Paper)}
        | {"origin": (paper.origin.place, dict(paper.origin.fields))}
        for paper in papers
    ]
    return facts, sorted(map(str, set(problems)))


def bibtex(text: str) -> None:
    """Entries read and entries reported are the entries there, and pieces say what the whole says."""
    data = text.encode("utf-8", "replace")
    text, odd = decode_file(data, "refs.bib", Code.BIB_ENCODING)
    raw, problems = parse(text, "refs.bib")
    papers, more = to_papers(raw, "refs.bib")
    settings = sum(one.code is Code.BIB_SETTINGS for one in more)
    lenders = sum(one.type == "xdata" for one in raw)
    again = sum(one.code is Code.BIB_DUPLICATE_KEY for one in more)
    assert len(papers) + settings + lenders + again == len(raw)
    assert len({paper.id for paper in papers}) == len(papers)
    known = {one.place.line for one in raw} | {one.place.line for one in problems}
    if "comment" not in text.lower():  # a comment may hold what looks like an entry
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        there = [text.count("\n", 0, one.start()) + 1 for one in RE_ENTRY.finditer(text)]
        assert set(there) <= known, sorted(set(there) - known)
    found = _shown(*read_bibliographies([("refs.bib", data)], Cache(None)))
    assert found == _shown(papers, [*odd, *problems, *more])
    assert not [one for one in [*problems, *more] if one.place.line < 1 or one.place.column < 1]


def writer(text: str) -> None:
    """What is read and written reads back the same, and is then written the same."""
    papers, _ = to_papers(parse(text, "refs.bib")[0], "refs.bib")
    written = "\n".join(map(written_entry, papers))
    raw, problems = parse(written, "refs.bib")
    assert problems == []
    again, _ = to_papers(raw, "refs.bib")
    for one, other in zip(papers, again, strict=True):
        # What cannot be kept, see there: a backslash at the end, a line that begins with @.
        if not any(RE_LOST.search(value) for _, value in one.fields):
            assert _facts(one) == _facts(other)
    assert "\n".join(map(written_entry, again)) == written
    shown = "\n".join(map(shown_entry, papers))
    assert len(parse(shown, "refs.bib")[0]) == len(papers)


def _facts(paper: Paper) -> Paper:
    return replace(paper, origin=Origin(), digest=b"", fields=())


def front_matter(text: str) -> None:
    """Every field is read or reported, and hiding front matter keeps the lines of the body."""
    tree, parts, problems = frontmatter.read(text, "people/x.md")
    hidden = frontmatter.hide(text)
    assert not hidden.startswith("---")  # what every Markdown parser takes for front matter
    if parts.exists and parts.closed:
        assert hidden.count("\n", 0, len(hidden) - len(parts.body)) == parts.body_line - 1
    read = {key.text for key, _ in tree.entries} if tree else set()
    lines = {one.place.line for one in problems}
    if parts.closed and not RE_UNSURE.search(parts.text) and len(problems) < 50:
        for field in RE_FIELD.finditer(parts.text):
            line = parts.first_line + parts.text.count("\n", 0, field.start())
            assert field[1] in read or line in lines, field[0]
    given = {key.text for key, value in tree.entries if not _is_nothing(value)} if tree else set()
    for kind, schema in BY_NAME.items():
        page = Page(f"{kind}/x.md", "x", body=parts.body)
        record, more = schema.read(tree, page)
        assert record.id == "x"
        for key in given:
            told = any(one.startswith(key) for one in record.origin.fields)
            assert told or more or problems, (kind, key)


def _is_nothing(value: Node) -> bool:
    """Tell whether a field has no value: that is as good as no field."""
    return isinstance(value, Scalar) and (value.is_null or not value.text)


def latex(text: str) -> None:
    """Every LaTeX becomes text, which is text from then on."""
    made = decode(text)
    assert "\x00" not in made or "\x00" in text
    unknown_commands(text)
    assert "".join(part for _, part in segments(text)) is not None


def names(text: str) -> None:
    """Every name has parts, and folding folds once."""
    name = parse_name(text, decode)
    assert isinstance(name.text, str)
    assert isinstance(name.inverted + name.sort_key, str)
    assert fold_text(fold_text(text)) == fold_text(text)
    if not set(name.text) & set(",="):  # else it is read as parts in another order
        assert fold_name(name.text) == fold_name(parse_name(name.text).text)


def dates(text: str) -> None:
    """Every text is a date that can be printed and sorted, or none."""
    for read in (parse_date, parse_edtf, parse_year):
        date = read(text)
        if date is not None:
            assert (date.iso, date.printed, date.sort_key) is not None
            assert parse_date(date.iso) is not None or date.season or date.year is None
    parse_dates(text)


def formulas(text: str) -> None:
    """Every formula becomes well-formed markup without scripts and links, or stays as typed."""
    html = clean(str(maths(text)))
    tree = ET.fromstring(f"<x>{html}</x>")  # noqa: S314 - our own output
    for element in tree.iter():
        assert element.tag not in {"script", "style", "img", "a", "maction", "mglyph"}
        assert not [one for one in element.keys() if one.startswith("on") or "href" in one]  # noqa: SIM118 - of XML
    unconverted(text)
    as_typed(text)


# Texts that are nearly right

CHARACTERS = st.one_of(
    st.sampled_from(
        list("{}\"#@%,=\\$&~()[]:;-_^'`|<>*!?/ \t\n\r\x00\x0c\x85\u2028\ufeff\u200b\u0301éßł王")
    ),
    st.characters(exclude_categories=("Cs",)),
)
KEYS = st.sampled_from(["k", "a:b/c.d", "K", "größe2020", "x y", "", "1"])
NAMES = st.sampled_from([
    "Doe, Jane", "Jane Doe", "van der Berg, Jan, Jr.", "{The Group}", "others", r"M{\"u}ller, {\'E}va",
    "family=Doe, given=Jane", "Charles Louis Xavier Joseph de la Vall{\\'e}e Poussin", "王 小明", "J.-P. S",
])  # fmt: skip
TEXTS = st.sampled_from([
    "A Title", "A {B} C", r"On $O(n^2)$ \& {\"o}", r"\emph{x} \unknown{y}", "10.1000/x_y", "10--20",
    "https://example.org/a%20b", "2020-05-17", "2020-13-45", "2019/2021", "true", "retracted", "a, b; c",
    "One.\n\nTwo.", "1=equal; 2=student", "k", r"$\frac{1}{2}$ and $x", r"\url{x}", "~45% of_it #1",
])  # fmt: skip
FIELD_NAMES = st.sampled_from([
    "title", "author", "year", "date", "month", "journal", "booktitle", "abstract", "keywords", "doi",
    "url", "eprint", "crossref", "xdata", "author+an", "author+an:person", "pages", "status", "note",
    "ids", "sources", "title", "series", "editor", "notice",
])  # fmt: skip
VALUES = st.one_of(
    st.one_of(TEXTS, NAMES).map(lambda one: f"{{{one}}}"),
    st.one_of(TEXTS, NAMES).map(lambda one: f'"{one}"'),
    st.lists(NAMES, max_size=4).map(lambda many: "{" + " and ".join(many) + "}"),
    st.sampled_from(["jan", "2020", "jan # {~1}", "abc", "undefined", '"a" # abc', "{}", ""]),
)


@st.composite
def entries(draw: st.DrawFn) -> str:
    """Return a bibliography that is well-formed."""
    blocks = []
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(
            st.sampled_from(["article", "misc", "proceedings", "inproceedings", "xdata", "book"])
        )
        rows = draw(st.lists(st.tuples(FIELD_NAMES, VALUES), max_size=5))
        body = "".join(f",\n  {name} = {value}" for name, value in rows)
        blocks.append(f"@{kind}{{{draw(KEYS)}{body}\n}}\n")
    blocks += draw(st.lists(st.sampled_from([
        "@string{abc = {An Abbreviation}}\n", "@comment{@misc{k, title = {x}}}\n", "text me@home (Z)\n",
        '@preamble{"\\newcommand"}\n', "% @misc{k,}\n", "@control{s, a = 1}\n",
    ]), max_size=2))  # fmt: skip
    return "".join(draw(st.permutations(blocks)))


YAML_VALUES = st.sampled_from([
    "A title", "Jane Doe", "[a, b]", "{a: b, c: d}", "2020-05-17", "2020", "9:00-9:40", "yes", "true", "null",
    '"quoted"', "'it''s'", "- a\n- b", "\n  - a\n  - b", "\n  - name: A\n    organization: B\n",
    "\n  homepage: https://example.org", "|\n  text\n  more", "Europe/Zurich", "0000-0002-1825-0097",
    "files/x.jpg", "&a b", "*a", "!!str x", "", "a: b", "{a", "[a, ", "# no", "@x", "%x", "`x", "- - - x",
])  # fmt: skip
YAML_FIELDS = st.sampled_from(
    sorted({name for one in BY_NAME.values() for name in one.group.fields})
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Return a document with front matter."""
    rows = draw(st.lists(st.tuples(YAML_FIELDS, YAML_VALUES), max_size=6))
    text = "".join(f"{name}: {value}\n" for name, value in rows)
    return f"---\n{text}---\nBody\n\n--- not this\n"


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[str]) -> str:
    """Return a text of which some is missing, doubled, swapped or replaced."""
    text = draw(whole)
    for _ in range(draw(st.integers(0, 4))):
        how = draw(st.sampled_from(["delete", "double", "swap", "insert", "cut", "none"]))
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        part = text[start:end]
        if how == "delete":
            text = text[:start] + text[end:]
        elif how == "double":
            text = text[:end] + part + text[end:]
        elif how == "swap":
            text = text[:start] + part[::-1] + text[end:]
        elif how == "insert":
            text = text[:start] + draw(st.text(CHARACTERS, max_size=3)) + text[start:]
        elif how == "cut":
            text = text[: max(start, len(text) // 2)]
    return text


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return texts made of parts and odd characters."""
    return spoilt(st.lists(st.one_of(parts, CHARACTERS), max_size=8).map("".join))


COMMANDS = st.sampled_from([
    r"\frac", r"\sqrt", r"\left(", r"\right)", r"\begin{matrix}", r"\end{matrix}", r"\\", "&", "^", "_",
    r"\text{a}", r"\href{x}", r"\style", r"\alpha", r"\sum", "$", "$$", r"\(", r"\)", "{", "}", "x", "1",
    r'\"o', r"\'{e}", r"\v{c}", r"\emph{", r"\textbf{a}", r"\ss", r"{\o}", r"\verb|x|", "--", "``", "~",
    r"\color{red}", r"\operatorname{x}", r"\limits", r"\begin{cases}", r"\hline", r"\mathbb{R}", r"\not",
])  # fmt: skip
DATES = st.sampled_from([
    "2020", "2020-05", "2020-05-17", "2020/2021", "May 2020", "17 May 2020", "2020-05-17/..", "present",
    "2020-21", "spring 2020", "19XX", "-", "/", "..", "2020~", "in press", "9999-99-99", "0", "１９９９",
])  # fmt: skip


@dataclass(frozen=True)
class Target:
    """A reader, and how texts for it are made."""

    check: Callable[[str], None]
    texts: st.SearchStrategy[str]
    suffix: str = ""
    """Of files that are texts for it."""

    def ask(self, text: str) -> None:
        """Check one text, and the time that it takes."""
        start = time.process_time()
        self.check(text)
        taken = time.process_time() - start
        assert taken < SLOWEST, f"{taken:.1f} s"


TARGETS = {
    "bibtex": Target(bibtex, spoilt(entries()), ".bib"),
    "writer": Target(writer, spoilt(entries()), ".bib"),
    "front-matter": Target(front_matter, spoilt(documents()), ".md"),
    "latex": Target(latex, joined(st.one_of(COMMANDS, TEXTS)), ".bib"),
    "names": Target(names, joined(st.one_of(NAMES, COMMANDS)), ".bib"),
    "dates": Target(dates, joined(DATES)),
    "formulas": Target(formulas, joined(COMMANDS).map(lambda one: f"a ${one}$ b"), ".bib"),
}


def seeds(suffix: str, most: int = 4096) -> Iterator[str]:
    """Yield texts of real files to begin with: those beside us, and those of the tests."""
    folders = [SHARED / "corpora", ROOT] if suffix else []
    for folder in folders:
        for path in sorted(folder.rglob(f"*{suffix}")) if folder.is_dir() else ():
            if not {".venv", "_build", "node_modules"}.intersection(path.parts):
                text = path.read_bytes().decode("utf-8", "replace")
                # Whole entries of a large file, a few at a time.
                yield from (text[at : at + most] for at in range(0, min(len(text), 8 * most), most))
