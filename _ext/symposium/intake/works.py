"""A work as somebody else describes it: the record that all readers of works make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from symposium.cli.wrong_use import WrongUseError
from symposium.intake.latex_writing import names_to_latex, tidy, title_to_latex, to_latex
from symposium.intake.markup import text_of_markup
from symposium.kinds.paper import Paper
from symposium.model.braces import balanced
from symposium.model.dates import MONTHS
from symposium.model.names import Name
from symposium.model.problems import Place, Problem
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import RawEntry

ORDER = (
    "author", "editor", "title", "subtitle", "booktitle", "journal", "year", "month", "volume",
    "number", "pages", "publisher", "school", "institution", "series", "edition", "address",
    "howpublished", "doi", "eprint", "eprinttype", "primaryclass", "url", "isbn", "issn",
    "abstract", "keywords", "note",
)  # fmt: skip
"""The order of fields in a new entry; others follow."""
PROSE = frozenset({
    "booktitle", "journal", "publisher", "school", "institution", "series", "edition", "address",
    "howpublished", "abstract", "keywords", "note", "number", "volume", "type",
})  # fmt: skip
"""Fields whose values are text; ``title`` and names have their own way, all else is verbatim."""
CONTAINERS = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}
"""The field for what a work appeared in, by types of entries."""
PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
"""The field for who published a work, where it is not ``publisher``."""
RE_DASHES = re.compile(r"\s*[-‐‑–—]+\s*")
RE_KEY = re.compile(r"[^\s,{}()=\"#%~\\']+")


class IntakeError(WrongUseError):
    """A source cannot be read; the message says where and why."""


class OfflineError(IntakeError):
    """The name of a service cannot be resolved, as happens without a network."""


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
    lost: tuple[str, ...] = ()
    """What its source says and an entry has no place for."""

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
    lost: tuple[str, ...] = (),
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
    return ImportedWork(kind, fields, place, key, lost)


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
