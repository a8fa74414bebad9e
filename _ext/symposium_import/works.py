"""Imported works: the record that all readers of bibliographic formats return."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import product
from string import ascii_lowercase

from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.paper import Paper
from symposium.model.dates import MONTHS
from symposium.model.ids import slug
from symposium.model.names import Name, balanced, fold_name
from symposium.model.problems import Place, Problem
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.latex import plain
from symposium.reading.latex_tables import LOWERED, RAISED

from symposium_import.latex_writing import names_to_latex, tidy, title_to_latex, to_latex

# HTML, JATS and MathML become plain text. Services keep titles and abstracts as publishers sent
# them: with tags, escaped once or twice, with formulas in MathML, in TeX, or both. TeX stays TeX;
# of MathML the letters are taken. A text such as ``a<b`` has no tag.

BLOCKS = (
    "abstract|caption|disp-formula|div|h[1-6]|li|list|list-item|ol|p|sec|section|title|ul|br|break"
)
TAGS = (
    rf"{BLOCKS}|a|abbr|alternatives|b|bold|cite|code|em|email|ext-link|font|graphic|i|img|"
    "inline-formula|inline-graphic|italic|label|m(?:ath|[inso]|text|row|sub|sup|subsup|frac|sqrt|"
    "root|over|under|style|fenced|space|table|tr|td|phantom|padded)|monospace|named-content|"
    "overline|q|roman|sc|scp|semantics|small|span|strike|strong|styled-content|sub|sup|tex-math|tt|"
    "u|underline|uri|xref"
)
"""Names of elements in HTML, JATS and MathML."""


def _element(names: str, inside: str = ".*?") -> re.Pattern[str]:
    """Return a pattern of an element with one of these names, and of its content."""
    return re.compile(
        rf"<(?:\w+:)?({names})\b[^<>]*>({inside})</(?:\w+:)?\1\s*>", re.DOTALL | re.IGNORECASE
    )


RE_TAG = re.compile(r"<[/a-zA-Z!]")
RE_ENTITY = re.compile(r"&(?:#\d+|#x[\da-fA-F]+|[a-zA-Z]+\d?);")
RE_DOLLARS = re.compile(r"\$\$?([^$<]+)\$\$?|\$")
RE_LIKE_TEX = re.compile(r"[\\^_{}]|^\s*[A-Za-z]\s*$")
RE_TEX_BODY = re.compile(r"\\begin\{document\}\s*(.*?)\s*\\end\{document\}", re.DOTALL)
RE_TEX = _element("tex-math")
RE_FORMS = _element("alternatives")
RE_NOTE = _element("annotation(?:-xml)?")
RE_HEADING = _element("title", r"\s*(?:abstract|summary)[.:]?\s*")
RE_SHIFTED = _element("sub|sup", r"(?:[^<]|<(?!/?(?:\w+:)?su[bp]\b))*")
RE_PART = r"\s*<(?:\w+:)?m[\w-]+[^<>]*>([^<]*)</(?:\w+:)?m[\w-]+>\s*"
RE_PAIR = _element("m(?:sub|under|sup|over|frac)", RE_PART * 2)
RE_ROW = _element("mrow|mstyle", r"(?:[^<]|<(?=/?(?:\w+:)?m[inso]\b)[^<>]*>)*")
RE_BLOCK = re.compile(rf"</?(?:\w+:)?(?:{BLOCKS})\b[^<>]*>", re.IGNORECASE)
RE_MARKUP = re.compile(
    rf"</?(?:\w+:[\w-]+|(?:{TAGS})(?=[\s/>]))(?:\s[^<>]*)?>|<!--.*?-->", re.DOTALL | re.IGNORECASE
)


def text_of_markup(source: str, *, paragraphs: bool = False) -> str:
    r"""Return text without tags; ``paragraphs`` keeps empty lines between paragraphs.

    >>> text_of_markup("<i>E. coli</i> in H<sub>2</sub>O &amp;amp; a<b")
    'E. coli in H₂O & a<b'
    >>> text_of_markup("<jats:title>Abstract</jats:title><jats:p>A.</jats:p><p>B.</p>", paragraphs=True)
    'A.\n\nB.'
    >>> text_of_markup("<mml:math><mml:msup><mml:mi>α</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>")
    'α²'
    """  # noqa: E501
    if RE_TAG.search(source) or ("&lt;" in source and RE_TAG.search(unescape(source))):
        text = source if RE_TAG.search(source) else unescape(source)
        text = RE_NOTE.sub("", RE_HEADING.sub("", text))
        # Of several forms of a formula, TeX is the one that its author wrote.
        text = RE_FORMS.sub(lambda match: (RE_TEX.search(match[2]) or [match[2]])[0], text)
        text = _dollars(RE_TEX.sub(lambda match: _formula(match[2]), text))
        text = _without_rows(text)
        text = RE_SHIFTED.sub(lambda tag: _shifted(RE_MARKUP.sub("", tag[2]), tag[1].lower()), text)
        text = unescape(RE_MARKUP.sub("", RE_BLOCK.sub("\n\n", text)))
    else:
        text = _dollars(unescape(source))
    if RE_ENTITY.search(text):
        text = unescape(text)
    text = tidy(text)
    return text if paragraphs else " ".join(text.split())


def _dollars(text: str) -> str:
    r"""Return text in which dollar signs enclose formulas only; all others are escaped.

    >>> _dollars(r"$\alpha$ for $5 and $6")
    '$\\alpha$ for \\$5 and \\$6'
    """
    return RE_DOLLARS.sub(_between_dollars, text.replace("\\$", "$"))


def _between_dollars(match: re.Match[str]) -> str:
    tex = match[1] or ""
    if RE_LIKE_TEX.search(tex) and tex.count("{") == tex.count("}"):
        return f"${' '.join(tex.split())}$"
    return match[0].replace("$", "\\$")


def _without_rows(text: str) -> str:
    """Return text with the fractions and indices of MathML written in a line."""
    before = ""
    while text != before:
        before = text
        text = RE_ROW.sub(lambda match: f"<mi>{RE_MARKUP.sub('', match[2])}</mi>", text)
        text = RE_PAIR.sub(_pair, text)
    return text


def _pair(match: re.Match[str]) -> str:
    kind, first, second = match[1].lower(), match[3].strip(), match[4].strip()
    if kind == "mfrac":
        return f"<mi>{first}/{second}</mi>"
    return f"<mi>{first}{_shifted(second, 'sub' if kind in {'msub', 'munder'} else 'sup')}</mi>"


def _formula(text: str) -> str:
    """Return TeX between dollar signs, if it can be a formula."""
    body = RE_TEX_BODY.search(text)
    tex = (body[1] if body else text).strip().strip("$").removeprefix("\\(").removesuffix("\\)")
    tex = " ".join(tex.replace("$", " ").split())
    return f"${tex}$" if RE_LIKE_TEX.search(tex) else tex


def _shifted(text: str, tag: str) -> str:
    r"""Return raised or lowered text, in Unicode characters where these exist.

    >>> _shifted("2", "sub"), _shifted("th", "sup"), _shifted("max", "sub")
    ('₂', 'th', '$_{\\mathrm{max}}$')
    """
    table = LOWERED if tag == "sub" else RAISED
    if all(char in table for char in text.strip()):
        return "".join(table[char] for char in text.strip())
    if tag == "sup" or "$" in text or not text.strip().isalnum():
        return text
    return f"$_{{\\mathrm{{{text.strip()}}}}}$"


ORDER = (
    "author", "editor", "translator", "title", "subtitle", "booktitle", "journal", "year", "month",
    "volume", "number", "pages", "publisher", "school", "institution", "series", "edition",
    "address", "howpublished", "doi", "eprint", "eprinttype", "primaryclass", "url", "isbn", "issn",
    "abstract", "keywords", "note",
)  # fmt: skip
"""Order of fields in a new entry; others follow."""
PROSE = frozenset({
    "booktitle", "journal", "publisher", "school", "institution", "series", "edition", "address",
    "howpublished", "abstract", "keywords", "note", "number", "volume", "type",
})  # fmt: skip
"""Fields whose values are text; titles and names are special, all other fields verbatim."""
CONTAINERS = {
    "article": "journal", "inproceedings": "booktitle", "incollection": "booktitle",
    "inreference": "booktitle",
}  # fmt: skip
"""Field for the container of a work, by type of entry."""
PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
"""Field for the publisher of a work where it is not ``publisher``, by type of entry."""
RE_DASHES = re.compile(r"\s*[-‐‑–—]+\s*")
RE_KEY = re.compile(r"[^\s,{}()=\"#%~\\']+")


class IntakeError(WrongUseError):
    """A source cannot be read; the message gives the place and the reason."""


@dataclass(frozen=True, slots=True)
class ImportedWork:
    """A work in a foreign format, as an entry of BibTeX."""

    type: str
    fields: Mapping[str, str]
    """Values as LaTeX, in the order to write them."""
    place: Place
    """Origin: a file and line, or an address."""
    key: str = ""
    """Cite key in the source, if it has one."""


@dataclass(slots=True)
class Answer:
    """Result of a reader: works, and problems with others."""

    works: list[ImportedWork] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, other: Answer) -> None:
        """Add the works and problems of another answer."""
        self.works += other.works
        self.problems += other.problems


def work_of(
    kind: str,
    place: Place,
    texts: Mapping[str, str | None],
    authors: Sequence[Name] = (),
    editors: Sequence[Name] = (),
    *,
    key: str = "",
    et_al: bool = False,
) -> ImportedWork:
    """Return a work from texts by field, which may hold HTML, JATS or MathML.

    ``month`` may be a number; a range of pages may have any dash.
    """
    if kind in PUBLISHERS:
        texts = {PUBLISHERS[kind] if n == "publisher" else n: text for n, text in texts.items()}
    if kind == "phdthesis" and "master" in (texts.get("type") or "").lower():
        kind = "mastersthesis"
    values = {
        "author": names_to_latex(authors, et_al=et_al),
        "editor": names_to_latex(editors),
        **{name: _value(name, text) for name, text in texts.items() if text},
    }
    order = {name: at for at, name in enumerate(ORDER)}
    names = sorted(values, key=lambda name: order.get(name, len(order)))
    fields = {name: values[name] for name in names if values[name]}
    return ImportedWork(kind, fields, place, key)


def _value(name: str, text: str) -> str:
    """Return the value of a field as LaTeX."""
    if name in {"title", "subtitle"}:
        return title_to_latex(text_of_markup(text))
    if name == "abstract":
        return to_latex(text_of_markup(text, paragraphs=True))
    if name in PROSE:
        return to_latex(text_of_markup(text))
    if name == "month":
        number = int(text) if text.isascii() and text.isdigit() else 0
        return MONTHS[number - 1][:3] if 1 <= number <= 12 else to_latex(tidy(text))
    if name == "pages":
        return to_latex(RE_DASHES.sub("–", tidy(text))).replace("–", "--")
    return balanced("".join(tidy(text).split()) if name in {"doi", "url", "eprint"} else tidy(text))


def usable_key(text: str) -> str:
    """Return a text without the characters that a cite key cannot have.

    >>> usable_key("DBLP:conf/sc/Doe20"), usable_key("a b,c")
    ('DBLP:conf/sc/Doe20', 'abc')
    """
    return "".join(RE_KEY.findall(text))


def paper_of(work: ImportedWork, key: str) -> Paper | None:
    """Return the paper that a build reads from a work, or ``None`` if it rejects the entry."""
    places = ((work.place.line, work.place.column),) * len(work.fields)
    papers, _ = to_papers([RawEntry(work.type, key, (*work.fields.items(),), work.place, places)])
    return papers[0] if papers else None


RE_WORD = re.compile(r"[^\W_]+")
RE_OTHER = re.compile(r"[^a-z0-9]+")
STOP_WORDS = frozenset({
    "a", "an", "and", "are", "as", "at", "by", "can", "das", "de", "der", "die", "do", "does",
    "ein", "eine", "for", "from", "how", "in", "into", "is", "it", "its", "la", "le", "les", "of",
    "on", "or", "our", "the", "their", "to", "towards", "toward", "un", "une", "using", "via",
    "we", "what", "when", "where", "which", "why", "with", "über", "und",
})  # fmt: skip
"""Words of titles that are useless in a key."""


def key_of(work: ImportedWork, taken: Container[str]) -> str:
    """Return a cite key whose id is free; ``taken`` are the ids of all other works."""
    own = usable_key(work.key)
    if own and slug(own) not in taken:
        return own
    paper = paper_of(work, "x")
    people = (*paper.authors, *paper.editors) if paper else ()
    family = _ascii(people[0].name.family if people else "")
    year = str(paper.year) if paper and paper.year else ""
    title = RE_WORD.findall(plain(paper.title)) if paper else []
    words = [word for token in title if token.lower() not in STOP_WORDS and (word := _ascii(token))]
    key = f"{family or 'anon'}{year}{next(iter(words), '')}"
    for letters in ("", *ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))):
        if slug(f"{key}{letters}") not in taken:
            return f"{key}{letters}"
    return f"{key}-{len(work.fields)}"


def _ascii(text: str) -> str:
    return RE_OTHER.sub("", fold_name(text))
