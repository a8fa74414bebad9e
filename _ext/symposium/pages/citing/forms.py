"""Forms of citations of works: one list for pages, files and ``symposium export``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.relation_table import Ids
from symposium.model.dates import Date
from symposium.model.names import Name
from symposium.pages.author_links import ROOT
from symposium.pages.citing.bibtex import note_of, shown_entry
from symposium.pages.citing.csl_json import Item, csl_item, names_in
from symposium.pages.citing.work_types import work_type
from symposium.pages.listings.derived import works_behind
from symposium.pages.maths import as_typed
from symposium.pages.small_texts import encode
from symposium.pages.urls import Urls, docname

# Works as RIS, which most reference managers read. Tags are those that Zotero writes and reads for
# each type; other programs read them alike.

TITLED_BY_SERIES = frozenset({"BOOK", "RPRT", "COMP"})
"""Types whose second title is that of the series; the others have it in the third."""

NUMBERS = {"CHAP": "SV", "RPRT": "SN", "PAT": "SN", "STAND": "SN", "MANSCPT": "AN"}
"""Tags of the number of a work by type, if not ``M1``."""


def ris_record(paper: Paper, item: Item) -> str:
    """Return a work as RIS, with a line end; ``item`` is its full `csl_item`."""
    lines = [
        f"{tag}  - {text}\r\n"
        for tag, value in _tags(paper, item)
        if value and (text := " ".join(value.split()))
    ]
    return "".join([*lines, "ER  - \r\n"])


def _tags(paper: Paper, item: Item) -> Iterator[tuple[str, str]]:
    """Yield tags with values, which may be empty."""
    kind, get = work_type(paper), item.get
    yield "TY", kind.ris
    yield "ID", paper.key
    yield "TI", as_typed(paper.title)
    for contributor in paper.authors:
        yield "AU", inverted(contributor.name)
    for contributor in paper.editors:
        yield "ED", inverted(contributor.name)
    for name in filter(None, names_in(paper, "translator")):
        yield "A4", inverted(name)
    yield from _container(paper, kind.ris, item)
    yield from _date(paper.known_date)
    first, _, last = get("page", "").partition("-")
    yield "VL", get("volume", "")
    yield "IS", get("issue", "")
    number = get("collection-number") or get("number") or ""
    yield NUMBERS.get(kind.ris, "M1"), number if number != first else ""
    yield "SP", first
    yield "EP", last.strip("-")
    yield "ET", get("version" if kind.ris == "COMP" else "edition", "")
    yield "NV", get("number-of-volumes", "")
    yield "PB", get("publisher", "")
    yield ("C1" if kind.ris == "CONF" else "CY"), get("publisher-place", "")
    yield "M3", get("genre", "")
    yield "SN", (get("ISBN") or get("ISSN") or "") if NUMBERS.get(kind.ris) != "SN" else ""
    yield "DO", get("DOI", "")
    yield "UR", get("URL", "")
    yield "LA", get("language", "") if kind.ris != "COMP" else ""
    yield "ST", as_typed(paper.detail("shorttitle") or "")
    yield "Y2", "/".join(f"{part:02}" for part in get("accessed", NO_DATE)["date-parts"][0])
    for topic in paper.topics:
        yield "KW", as_typed(topic)
    yield "AB", as_typed(paper.abstract or "")
    yield "N1", as_typed(note_of(paper) or "")


NO_DATE: dict[str, list[list[int]]] = {"date-parts": [[]]}


def inverted(name: Name) -> str:
    """Return a name with the family name first; a name without parts loses its commas.

    >>> inverted(Name("Jan van der Berg, Jr.", "Berg", "Jan", "van der", "Jr."))
    'van der Berg, Jan, Jr.'
    """
    if name.corporate or not name.family:
        return name.text.replace(",", "")  # text behind a comma would be a given name
    family = f"{name.prefix} {name.family}".strip()
    return ", ".join(part for part in (family, name.given, name.suffix) if part)


def _container(paper: Paper, kind: str, item: Item) -> Iterator[tuple[str, str]]:
    venue = as_typed(paper.venue or "") if "container-title" in item else ""
    event = item.get("event-title", "")
    series = as_typed(paper.series or "")
    if kind == "CONF":
        yield "T2", event or venue
        yield "C3", venue
    elif kind in TITLED_BY_SERIES:
        yield "T2", series
    else:
        yield "T2", venue or event
    yield "T3", series if kind not in TITLED_BY_SERIES else ""
    yield "J2", item.get("container-title-short", "")


def _date(date: Date | None) -> Iterator[tuple[str, str]]:
    """Yield the year, and the date with three slashes."""
    if date and date.year:
        month, day = (f"{part:02}" if part else "" for part in (date.month, date.day))
        yield "PY", f"{date.year:04}"
        yield "DA", f"{date.year:04}/{month}/{day}/{(date.season or '').capitalize()}"


@dataclass(frozen=True, slots=True)
class Form:
    """A form of citations, in files and on pages."""

    name: str
    """Its name for ``symposium export --format``."""
    label: str
    """Its name for readers, which is not translated."""
    ending: str
    """The ending of its files, without the dot."""
    media_type: str
    entry: Callable[[Paper, Item, str], str]
    """Returns the entry of a work, from its full `csl_item`, which BibTeX does not need, and the
    address of the site, if that is known."""
    between: str = "\n"
    """The text between two works."""
    around: tuple[str, str] = ("", "")
    """The texts before the first work and behind the last."""

    def file(self, entries: Iterable[str]) -> bytes:
        """Return the content of a file of these entries."""
        before, behind = self.around
        return f"{before}{self.between.join(entries)}{behind}".encode("utf-8", "replace")


def entries(paper: Paper, base: str, forms: Iterable[Form]) -> tuple[str, ...]:
    """Return the entries of a work in some forms."""
    item = csl_item(paper, full=True)
    return tuple([form.entry(paper, item, base) for form in forms])


FORMS = (
    Form(
        "bibtex", "BibTeX", "bib", "application/x-bibtex",
        lambda paper, _, base: shown_entry(paper, base=base),
    ),
    Form(
        "ris", "RIS", "ris", "application/x-research-info-systems",
        lambda paper, item, _: ris_record(paper, item), "\r\n",
    ),
    Form(
        "csl-json", "CSL-JSON", "csl.json", "application/vnd.citationstyles.csl+json",
        lambda _, item, __: encode(item), ",\n", ("[\n", "\n]\n"),
    ),
)  # fmt: skip
"""All forms, to which a new one is added here. BibTeX is the first."""


COLLECTIONS = ("person", "venue", "topic", "event", "volume")
"""Kinds of records that have works."""
MANY = 10
"""Works that a record without a file of its own needs for a feed and files beside its page."""


def has_by_products(kb: KnowledgeBase, kind: str, record_id: str, works: int) -> bool:
    """Tell whether a record with ``works`` works has a feed and files of citations beside its page.

    If all authors had them, these would be more files than pages.
    """
    if works >= MANY:
        return True
    if kind == "person":
        return record_id in kb.identity.people.described
    return kb.entities[kind][record_id].document is not None


def files_of(kb: KnowledgeBase, urls: Urls, kind: str, record_id: str) -> str:
    """Return the address of a record's files of citations without ending; empty if it has none."""
    if kind not in COLLECTIONS or not urls.hands_out(kb.works):
        return ""
    return f"{ROOT}{docname(kind, record_id)}." if works_of(kb, kind, record_id) else ""


def works_of(kb: KnowledgeBase, kind: str, record_id: str) -> Ids:
    """Return the works in the files of citations beside the page of a record.

    For a person, works of more than `MANY_AUTHORS` are left to their own files, which name all of
    them: so many times would so many files name them.
    """
    if kind in {"venue", "volume", "topic"}:
        works: Ids = getattr(kb.relations, f"papers_of_{kind}").get(record_id, ())
    else:
        works = works_behind(kb, kind, (record_id,))
    if kind == "person":
        works = tuple([work for work in works if len(kb.works[work].authors) <= MANY_AUTHORS])
    # A single work has files of its own, which suffice.
    return works if len(works) > 1 and has_by_products(kb, kind, record_id, len(works)) else ()
