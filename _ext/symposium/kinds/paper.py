"""Papers and posters: entries of the bibliography, joined with files in ``papers/``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from symposium.fields.compound_types import Field, FieldGroup, ListOf, again, field, group_of
from symposium.fields.date_types import DateField, DateText, ListingDate
from symposium.fields.field_types import Flag, OneOf, PrintedNumber, Prose, Stated, TextType
from symposium.fields.link_types import Arxiv, Doi, Image
from symposium.kinds.base import LINKS, SOURCE, TEXTS, TOPICS, Origin, Traced
from symposium.kinds.kind import Kind
from symposium.model.dates import Date
from symposium.model.memory import on_demand
from symposium.model.names import Name

DATED = frozenset({"date", "year"})
"""The names of the date of publication in ``inferred:``."""
ACCESS = ("diamond", "gold", "hybrid", "green", "bronze", "closed")
LICENSE = Field(TextType(), "The licence: an SPDX identifier (CC-BY-4.0), or an address.")
OPEN_ACCESS = Field(OneOf(ACCESS), f"Whether anybody may read it: {', '.join(ACCESS)}.")
STATUSES = ("preprint", "published", "corrected", "superseded", "withdrawn", "retracted")


CREDIT = (
    "conceptualization", "data-curation", "formal-analysis", "funding-acquisition",
    "investigation", "methodology", "project-administration", "resources", "software",
    "supervision", "validation", "visualization", "writing-original-draft",
    "writing-review-editing",
)  # fmt: skip
"""The roles of CRediT (ANSI/NISO Z39.104), spelt as in the addresses of their definitions."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """The contribution of an author to a work."""

    name: str = field(TextType(), "The author, as the work prints the name.", required=True)
    roles: tuple[str, ...] = field(
        ListOf(OneOf(CREDIT)), "What the author did: roles of CRediT.", required=True
    )


CREDITED = Field(
    ListOf(group_of(Contribution, "a contribution")),
    "What each author did, in the terms of CRediT.",
)


@dataclass(frozen=True, slots=True)
class Contributor:
    """An author or editor of a work, as printed there."""

    name: Name
    person: str | None = None
    """The id that the entry itself gives, by annotation."""
    marks: tuple[str, ...] = ()
    """``equal``, ``student``, ``corresponding``, …"""


@dataclass(frozen=True, slots=True)
class PaperListing:
    """One appearance of a paper on a tracker page."""

    paper: str = field(TextType(), "The paper: a cite key.", required=True)
    date: str | None = field(
        ListingDate(), "The date of the listing; Mar 9 if the tracker prints no year."
    )
    category: str | None = field(TextType(), "The category in the tracker.")
    score: str | None = field(PrintedNumber(), "The score in the tracker.")
    code: bool | None = field(Stated(), "Whether the tracker marks that there is code.")
    source: str | None = again(SOURCE, sparse=False)
    inferred_date: str | None = field(DateText(), "The full date, if the tracker prints no year.")


LISTING = group_of(PaperListing, "a listing of a paper")
LISTING_HERE = FieldGroup(
    lambda **values: PaperListing(paper="", **values),
    {name: field for name, field in LISTING.fields.items() if name != "paper"},
    expected="a listing of this paper",
)
"""A listing in the paper's own file, without the cite key."""
LISTINGS = ListOf(LISTING_HERE)


@dataclass(frozen=True, slots=True)
class CitationCount:
    """The number of citations of a work, by a source on a day."""

    count: str = field(PrintedNumber(), "How often.", required=True)
    source: str = field(TextType(), "Id of the source.", required=True)
    as_of: str = field(TextType(), "The day.", required=True)


COUNTS = ListOf(group_of(CitationCount, "a count of citations"))


@on_demand(abstract="abstract", fields="fields", origin="origin")
@dataclass(frozen=True, slots=True)
class Paper(Traced):
    """A paper or a poster.

    It is an entry of ``refs.bib`` with what ``papers/<id>.md`` adds. A poster, with ``poster`` set,
    is listed apart and not counted as a paper.
    """

    id: str
    key: str = field(TextType(), "Cite key in the bibliography.", required=True)
    type: str = field(TextType(), "Type of the entry, such as inproceedings.", required=True)
    """In lower case."""
    title: str = field(TextType(), "Title; formulas stand between $ signs.", required=True)
    authors: tuple[Contributor, ...] = ()
    et_al: bool = field(Flag(), "The entry names not all of the authors.")
    editors: tuple[Contributor, ...] = ()
    date: Date | None = field(DateField(), "Date of publication.")
    venue: str | None = None
    """Booktitle, journal, … as printed; `KnowledgeBase` maps it to a venue."""
    poster: bool = False
    abstract: str | None = field(
        Prose(), "Abstract; an empty line stands between paragraphs.", entry="abstract"
    )
    topics: tuple[str, ...] = again(TOPICS)
    """As written; their slugs are the topics' ids."""
    categories: tuple[str, ...] = field(TEXTS, "Subject classes, such as cs.DC.")
    awards: tuple[str, ...] = field(TEXTS, "Awards of the work.", schema_org="award")
    status: str | None = field(
        OneOf(STATUSES), f"{', '.join(STATUSES)}.", schema_org="creativeWorkStatus"
    )
    doi: str | None = field(Doi(), "DOI.", schema_org="identifier")
    arxiv: str | None = field(Arxiv(), "Identifier at arXiv, without version.", schema_org="sameAs")
    links: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """``pdf``, ``code``, ``slides``, ``video``, ``data``, ``url``, … to a URL or a file."""
    volume: str | None = field(TextType(), "Volume.", entry="volume")
    number: str | None = field(TextType(), "Number or issue.")
    pages: str | None = field(TextType(), "Pages; a dash in a range.")
    publisher: str | None = field(
        TextType(), "Publisher.", schema_org="publisher", entry="publisher"
    )
    series: str | None = field(TextType(), "Series.", entry="series")
    institution: str | None = field(
        TextType(), "The first of institution, school and organization that the entry has.",
        schema_org="sourceOrganization",
    )  # fmt: skip
    isbn: str | None = field(TextType(), "ISBN.", entry="isbn")
    issn: str | None = field(TextType(), "ISSN.", entry="issn")
    note: str | None = field(TextType(), "Note.", entry="note")
    details: tuple[tuple[str, str], ...] = ()
    """Other fields of the entry that citations print, such as ``edition``: names and texts."""
    listings: tuple[PaperListing, ...] = field(LISTINGS, "Appearances on tracker pages.")
    related: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    """The works in its list of references, as written; `Relations.cites` has their ids."""
    selected: bool = False
    marks_note: str | None = None
    """What a reader should know about the marks of its authors."""
    thumbnail: str | None = None
    alt: str | None = None
    license: str | None = again(LICENSE, schema_org="license")
    open_access: str | None = again(OPEN_ACCESS)
    contributions: tuple[Contribution, ...] = again(CREDITED)
    counts: tuple[CitationCount, ...] = field(
        COUNTS, "How often it is cited, by the sources that count it."
    )
    replaces: str | None = None
    """The version before it: an id."""
    corrects: str | None = None
    """The work whose errors it lists: an id."""
    fields: tuple[tuple[str, str], ...] = ()
    """The entry's own fields in order, names in lower case, values as LaTeX, strings expanded."""
    words: str | None = None
    """Its `symposium.kinds.keywords`, found on reading; ``None`` if they are still to be found."""
    notes: Origin | None = None
    """Where its file in ``papers/`` was written, if it has one."""
    language: str | None = field(TextType(), "Language of the title, as a tag (BCP 47).")
    """The language of title and abstract, as HTML writes it, if the entry names one."""
    links_from_abstract: tuple[str, ...] = field(
        TEXTS, "Names of those links that the abstract prints."
    )
    digest: bytes = b""
    """A digest of all fields of the entry, its own and inherited ones, but not of its place."""

    @property
    def year(self) -> int | None:
        """The year of publication, if the entry gives one."""
        return self.date.year if self.date else None

    @property
    def is_date_inferred(self) -> bool:
        """Whether no source says when it was published."""
        return bool(self.inferred) and not DATED.isdisjoint(self.inferred)

    @property
    def known_date(self) -> Date | None:
        """The date for metadata: if it is inferred, its year alone, as no month was printed."""
        if self.date and self.is_date_inferred:
            return Date(self.date.year)
        return self.date

    def detail(self, *names: str) -> str | None:
        """Return the value of the first of these fields that is among the details."""
        return next(filter(None, map(dict(self.details).get, names)), None)


@dataclass(frozen=True, slots=True)
class PaperNotes(Traced):
    """The file ``papers/<id>.md``, which adds to an entry; unset fields (``None``) add nothing."""

    id: str
    """The name of the file."""
    key: str | None = field(TextType(), "The cite key, if the name of the file is not its id.")
    topics: tuple[str, ...] = again(TOPICS)
    links: Mapping[str, str] = again(LINKS)
    awards: tuple[str, ...] = field(TEXTS, "Awards of the paper.")
    status: str | None = field(OneOf(STATUSES), "The state of the paper: published, retracted, …")
    listings: tuple[PaperListing, ...] = field(LISTINGS, "Its appearances on tracker pages.")
    related: tuple[str, ...] = field(TEXTS, "Papers to show first among related papers: cite keys.")
    cites: tuple[str, ...] = field(
        ListOf(TextType(), separators=",;"), "Works in its list of references: cite keys."
    )
    selected: bool = field(Flag(), "Whether it is among the selected works.")
    marks_note: str | None = field(
        TextType(), "A note about the marks of its authors, shown in every legend."
    )
    thumbnail: str | None = field(Image(), "A picture in files/.")
    alt: str | None = field(TextType(), "What the picture shows, for those who cannot see it.")
    license: str | None = again(LICENSE)
    open_access: str | None = again(OPEN_ACCESS)
    contributions: tuple[Contribution, ...] = again(CREDITED)
    replaces: str | None = field(
        TextType(), "The version before it, such as its preprint: a cite key."
    )
    corrects: str | None = field(TextType(), "The work whose errors it lists: a cite key.")


KIND = Kind(
    "paper", "papers", Paper, "Papers", one="notes on a paper", front_matter=PaperNotes,
    fallbacks={}, options={"needs": {"thumbnail": "alt"}}, always_listed=True,
    own_relations=True, schema_org="ScholarlyArticle", has_feed=False,
)  # fmt: skip
