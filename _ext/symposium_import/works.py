"""A work as somebody else describes it: the record that all readers of works make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.paper import Paper
from symposium.model.dates import MONTHS
from symposium.model.names import Name, balanced
from symposium.model.problems import Place, Problem
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.foreign_texts.trees import TextNode
from symposium.reading.latex_tables import LOWERED, RAISED

from symposium_import.latex_writing import names_to_latex, tidy, title_to_latex, to_latex

# Text with HTML, JATS or MathML in it as decoded text. Services keep titles and abstracts as
# publishers sent them: with tags, escaped once or twice, with formulas in MathML, in TeX, or both.
# TeX stays TeX; of MathML its letters are taken. What only looks like a tag (``a<b``) is text.

KNOWN = frozenset({
    "a", "abbr", "alternatives", "b", "bold", "br", "caption", "cite", "code", "disp-formula",
    "div", "em", "ext-link", "font", "h1", "h2", "h3", "h4", "h5", "h6", "i", "img",
    "inline-formula", "inline-graphic", "italic", "label", "li", "list", "list-item", "math",
    "monospace", "named-content", "ol", "overline", "p", "roman", "sc", "scp", "sec", "section",
    "small", "span", "strike", "strong", "styled-content", "sub", "sup", "tex-math", "title",
    "tt", "u", "ul", "underline", "xref", "graphic", "abstract", "break", "email", "uri", "q",
})  # fmt: skip
"""Elements of HTML and JATS; those of MathML are known by where they stand."""
BLOCKS = frozenset({
    "abstract", "caption", "disp-formula", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "list",
    "list-item", "ol", "p", "sec", "section", "title", "ul", "br", "break",
})  # fmt: skip
VOID = frozenset({"br", "break", "img", "graphic", "inline-graphic"})
MATHS = "math"
SCRIPTS = {"msub": "sub", "munder": "sub", "msup": "sup", "mover": "sup"}
MAX_DEPTH = 60

RE_TAG = re.compile(r"<[/a-zA-Z!]")
RE_ENTITY = re.compile(r"&(?:#\d+|#x[\da-fA-F]+|[a-zA-Z]+\d?);")
RE_DOLLARS = re.compile(r"\$\$?([^$]+)\$\$?")
RE_LIKE_TEX = re.compile(r"[\\^_{}]|^\s*[A-Za-z]\s*$")
RE_TEX_BODY = re.compile(r"\\begin\{document\}\s*(.*?)\s*\\end\{document\}", re.DOTALL)
RE_HEADING = re.compile(r"\s*(?:abstract|summary)[.:]?\s*", re.IGNORECASE)


def text_of_markup(source: str, *, paragraphs: bool = False) -> str:
    r"""Return text without tags; with ``paragraphs`` these are told apart.

    >>> text_of_markup("<i>E. coli</i> in H<sub>2</sub>O &amp;amp; a<b")
    'E. coli in H₂O & a<b'
    >>> text_of_markup("<jats:title>Abstract</jats:title><jats:p>A.</jats:p><p>B.</p>", paragraphs=True)
    'A.\n\nB.'
    >>> text_of_markup("<mml:math><mml:msup><mml:mi>α</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>")
    'α²'
    """  # noqa: E501
    if RE_TAG.search(source) or ("&lt;" in source and RE_TAG.search(unescape(source))):
        text = _text(_tree(source if RE_TAG.search(source) else unescape(source)))
    else:
        text = _dollars(unescape(source))
    if RE_ENTITY.search(text):
        text = unescape(text)
    text = tidy(text)
    return text if paragraphs else " ".join(text.split())


def _dollars(text: str) -> str:
    r"""Return text in which each pair of dollar signs that holds TeX is a formula.

    >>> _dollars(r"$\alpha$ for $5 and $6")
    '$\\alpha$ for \\$5 and \\$6'
    """
    if "$" not in text:
        return text
    made, end = "", 0
    for found in RE_DOLLARS.finditer(text.replace("\\$", "$")):
        if RE_LIKE_TEX.search(found[1]) and found[1].count("{") == found[1].count("}"):
            made += text.replace("\\$", "$")[end : found.start()].replace("$", "\\$")
            made += f"${' '.join(found[1].split())}$"
            end = found.end()
    return made + text.replace("\\$", "$")[end:].replace("$", "\\$")


def _tree(source: str) -> TextNode:
    reader = _Reader()
    reader.feed(source)
    reader.close()
    return reader.open[0]


class _Reader(HTMLParser):
    """Builds a tree; the prefixes of names (``jats:p``) are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [TextNode("root")]
        self.maths = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; what only looks like one is text."""
        name = tag.rpartition(":")[2]
        bare = name == tag and len(name) == 1 and any(value is None for _, value in attrs)
        if (name not in KNOWN and not self.maths) or bare:
            self.handle_data(self.get_starttag_text() or "")
            return
        node = TextNode(name, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(node)
        if name not in VOID and len(self.open) < MAX_DEPTH:
            self.open.append(node)
            self.maths += name == MATHS

    def handle_endtag(self, tag: str) -> None:
        """Close an element and all that is open in it."""
        name = tag.rpartition(":")[2]
        at = next((n for n in range(len(self.open) - 1, 0, -1) if self.open[n].tag == name), 0)
        if at:
            self.maths -= sum(node.tag == MATHS for node in self.open[at:])
            del self.open[at:]
        elif name not in KNOWN and not self.maths:
            self.handle_data(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.open[-1].children.append(data)


def _text(node: TextNode) -> str:
    """Return the text of an element and all that is in it."""
    made = ""
    for one in node.children:
        if isinstance(one, str):
            made += one if "$" not in one else _dollars(one)
            continue
        made += _of_element(one)
    return made


def _of_element(node: TextNode) -> str:
    if node.tag == "tex-math":
        return _formula(node.text)
    if node.tag.startswith("annotation"):
        return ""
    if node.tag in {*SCRIPTS, "mfrac"}:
        inside = [one for one in node.children if isinstance(one, TextNode)]
        parts = [_of_element(one).strip() for one in inside]
        if node.tag == "mfrac" or len(parts) != 2:
            return "/".join(parts)
        return parts[0] + _shifted(parts[1], SCRIPTS[node.tag])
    if node.tag == MATHS:
        return " ".join(_text(node).split())
    if node.tag == "alternatives":  # one formula in several forms: TeX is what its author wrote
        forms = [one for one in node.children if isinstance(one, TextNode)]
        best = sorted(forms, key=lambda one: one.tag != "tex-math")
        return _of_element(best[0]) if best else ""
    inner = _text(node)
    if node.tag in {"sub", "sup"}:
        return _shifted(inner, node.tag)
    if node.tag == "title" and RE_HEADING.fullmatch(inner):
        return ""
    return f"\n\n{inner}\n\n" if node.tag in BLOCKS else inner


def _formula(text: str) -> str:
    """Return TeX between dollar signs, if it can be a formula."""
    body = RE_TEX_BODY.search(text)
    tex = (body[1] if body else text).strip().strip("$").removeprefix("\\(").removesuffix("\\)")
    tex = " ".join(tex.replace("$", " ").split())
    usable = tex and tex.count("{") == tex.count("}")
    return f"${tex}$" if usable else " ".join(text.split()).replace("$", "\\$")


def _shifted(text: str, tag: str) -> str:
    r"""Return raised or lowered text, in characters where there are such.

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
"""The order of fields in a new entry; others follow."""
PROSE = frozenset({
    "booktitle", "journal", "publisher", "school", "institution", "series", "edition", "address",
    "howpublished", "abstract", "keywords", "note", "number", "volume", "type",
})  # fmt: skip
"""Fields whose values are text; ``title`` and names have their own way, all else is verbatim."""
CONTAINERS = {
    "article": "journal", "inproceedings": "booktitle", "incollection": "booktitle",
    "inreference": "booktitle",
}  # fmt: skip
"""The field for what a work appeared in, by types of entries."""
PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
"""The field for who published a work, where it is not ``publisher``."""
RE_DASHES = re.compile(r"\s*[-‐‑–—]+\s*")
RE_KEY = re.compile(r"[^\s,{}()=\"#%~\\']+")


class IntakeError(WrongUseError):
    """A source cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class ImportedWork:
    """An entry of BibTeX that somebody else's description of a work comes to."""

    type: str
    fields: Mapping[str, str]
    """Values as LaTeX, in the order in which they are written."""
    place: Place
    """Where it was read: a file and line, or an address."""
    key: str = ""
    """The cite key that its source gives it, if that has cite keys."""

    def entry(self, key: str) -> RawEntry:
        """Return the entry as our reader would return it."""
        here = (self.place.line, self.place.column)
        places = (here,) * len(self.fields)
        return RawEntry(self.type, key, tuple(self.fields.items()), self.place, places)


@dataclass(slots=True)
class Answer:
    """What a reader found in one text: works, and what is wrong with others."""

    works: list[ImportedWork] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


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
    """Return a work made of texts, which may hold HTML, JATS or MathML.

    ``month`` may be a number; a range of pages may be written with any dash.
    """
    if kind in PUBLISHERS:
        texts = {PUBLISHERS[kind] if n == "publisher" else n: text for n, text in texts.items()}
    if kind == "phdthesis" and "master" in (texts.get("type") or "").lower():
        kind = "mastersthesis"
    found = {
        "author": names_to_latex(authors, et_al=et_al),
        "editor": names_to_latex(editors),
        **{name: _value(name, text) for name, text in texts.items() if text},
    }
    order = {name: at for at, name in enumerate(ORDER)}
    names = sorted(found, key=lambda name: order.get(name, len(order)))
    fields = {name: found[name] for name in names if found[name]}
    return ImportedWork(kind, fields, place, key)


def _value(name: str, text: str) -> str:
    """Return the value of a field."""
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
    """Return a text as a cite key, without what no key can hold.

    >>> usable_key("DBLP:conf/sc/Doe20"), usable_key("a b,c")
    ('DBLP:conf/sc/Doe20', 'abc')
    """
    return "".join(RE_KEY.findall(text))


def paper_of(work: ImportedWork, key: str) -> Paper | None:
    """Return a work as the paper that a build would make of it; ``None`` if it is none."""
    papers, _ = to_papers([work.entry(key)])
    return papers[0] if papers else None
