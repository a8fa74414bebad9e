"""The names that templates can use; templates of projects rely on them.

A view returns what the class of its template says; the guide has a table of each. A name that is
gone, or means something else, is a line in the changelog.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from markupsafe import Markup

from symposium.kinds.cv import Advisee
from symposium.kinds.event import Event, Slot
from symposium.kinds.organising import Site
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.talk import Talk
from symposium.kinds.venue import Venue
from symposium.pages.deadlines import ShownDeadline
from symposium.pages.evidence import PrintedLine
from symposium.pages.listing import Listing
from symposium.pages.listings.derived import DerivedListings
from symposium.pages.mark_legends import Legend
from symposium.pages.organising import ShownSponsor
from symposium.pages.pagination import Pager
from symposium.pages.programmes.neighbours import NeighbouringTalks
from symposium.pages.programmes.printed_people import PeopleGroup
from symposium.pages.publication_status import PublicationStatus

Ids = Sequence[str]
Counts = Sequence[tuple[str, int]]
"""Ids, each with a number."""
Links = Sequence[tuple[str, str]]
"""Words and addresses."""
Titles = Sequence[tuple[str, str]]
"""Ids and titles."""


class PageNames(TypedDict):
    """All templates of pages."""

    page: str
    """The name of the page, as in ``papers/doe2020``."""
    kind: str
    """The kind of its record; else ``index``, ``year``, ``cv``, ``programme``, ``list`` or
    ``explore``."""
    title: str
    """With mathematics as typed."""
    title_html: Markup
    """With mathematics as MathML."""
    record: Any
    """What the page is about; ``None`` if it is about no record."""
    lists: Sequence[Listing]
    """The page's own lists."""
    after: Sequence[Listing]
    """The records of other kinds that name the record."""
    mentions: Listing | None
    """Where other pages cite or mention it."""
    coauthors: int
    """The number of its co-authors, for a person."""
    publication_status: PublicationStatus | None
    """Whether a work is retracted, withdrawn or superseded."""
    listed: DerivedListings | None
    """What the lists can be narrowed by."""
    files: str
    """The address of the files of its works but for their endings, if it has such files."""
    pager: Pager | None
    """The parts of a long page."""
    letters: Sequence[tuple[str, str]]
    """Letters, and the pages where they begin, for a list from A to Z."""
    added: Sequence[Markup]
    """The sections of plugins."""
    crumbs: Links
    """The pages above: their names and titles."""
    description: str
    """For search engines; empty for a work without an abstract."""
    head: NotRequired[Sequence[tuple[str, str | None]]]
    """Further metadata, as names and values."""


class RecordNames(TypedDict):
    """The pages of records."""

    sources: Ids
    """The sources that its facts rest on."""
    calendar: str | None
    """The address of its calendar."""
    feed: str | None
    """The address of the feed of its works, or of the series of an event."""


class ViewNames(TypedDict):
    """What every view returns."""

    description: str
    crumbs: Links


class PaperNames(ViewNames):
    """``paper.html``; ``record`` is a ``Paper``."""

    venue: Venue | None
    institution: str | None
    """The organisation of a thesis or a report."""
    volume: str | None
    """The volume that it is in, if that has a page."""
    open: str
    """In which way anybody may read it; empty where nobody says so."""
    licence: Markup | None
    counts: Sequence[tuple[str, str, str]]
    """How often it is cited: the words, the id of the source, and the day."""
    versions: Titles
    """Its versions and errata, the earliest first, itself among them."""
    contributions: Sequence[tuple[Markup, Links]]
    """Authors, each with roles of CRediT and what these are called."""
    topics: Titles
    marks: Legend
    """The signs of authors, each with what it means; a note on one has no sign."""
    buttons: Links
    printed_links: str
    """The words of those that the abstract prints."""
    related_works: Sequence[Any]
    """The related works that were found, each with the reason."""
    related: Markup
    """These as items of a list."""
    chosen: bool
    """The authors have chosen the related works themselves."""
    bibtex: str
    keys: Links
    """Programs, each with what cites the work there."""
    forms: Links
    """Its files in other formats."""
    head: Sequence[tuple[str, str | None]]


class PersonNames(ViewNames):
    """``person.html``; ``record`` is a ``Person``."""

    state: str
    """``described``, ``derived`` or ``ambiguous``."""
    candidates: Ids
    """The persons whom an ambiguous name may mean."""
    others: Ids
    """Persons with names alike who are somebody else."""
    forms: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """Printed forms of the name, each with kind and id of the records that print it."""
    more_forms: int
    """How many forms more there are."""
    shown_per_form: int
    printed_at: Sequence[Any]
    """Affiliations as programmes print them: ``affiliation`` and ``talks``."""
    dated_by: Titles
    """Talks, each with its event, that date the affiliations of a file with no other source."""
    topics: Titles
    papers: Ids
    own_page: Ids
    """Papers that a page of the person lists, with the authors cut short before the name."""
    posters: Ids
    talks: Ids
    selected: Ids
    awarded: int
    """The number of works with a prize."""
    years: str
    """From when to when the works are."""
    in_cv: frozenset[str]
    """The sections that the page of the curriculum vitae shows, and this page does not repeat."""
    cv_page: str
    """The address of that page, if there is one."""
    photo: str | None
    advising: Sequence[tuple[str, Sequence[Advisee]]]
    """Levels, each with the advisees."""
    buttons: Links


class HomeNames(ViewNames):
    """``home.html``; ``record`` is a ``Person``."""

    photo: str | None
    headline: str
    """Who the person is, in one line."""
    links: Sequence[tuple[str, str, str]]
    """The path of an icon, the word and the address of each link."""
    news: Ids
    """The newest."""
    more_news: bool
    works: Ids
    """Those that are selected, else the newest."""
    chosen: bool
    """They are selected."""
    papers: str
    """How many papers there are in all, in words."""
    papers_page: str
    """The address of the list of them."""
    feed: str | None
    """The address of the feed of news."""


class EventNames(ViewNames):
    """``event.html``; ``record`` is an ``Event``."""

    talks: Ids
    """The last changes of its programme; ``None`` where none are known."""
    dated: bool
    """Its day is known, so it has a calendar."""
    topics: Titles
    organizers: Sequence[PeopleGroup]
    committee: Sequence[tuple[str, Sequence[PeopleGroup]]]
    """Roles, each with its people."""
    sponsors: Sequence[tuple[str, Sequence[ShownSponsor]]]
    """Tiers, each with its sponsors: ``sponsor``, and the addresses ``logo`` and ``href``."""
    places: Sequence[tuple[Site, str]]
    """Places, each with the address of a map."""
    deadlines: Sequence[ShownDeadline]
    """The earliest first."""
    buttons: Links


class TalkNames(ViewNames):
    """``talk.html``; ``record`` is a ``Talk``."""

    event: Event | None
    paper: Paper | None
    """The paper that it presents."""
    of_paper: Sequence[Any]
    """Links of that paper: label, address, title."""
    abstract: str | None
    time: Any
    """When it is given: ``line``, ``day``, ``zone``; ``None`` if nobody knows."""
    again: Sequence[Any]
    """The same for each further time."""
    slot: Slot | Talk
    """What says what has become of it: ``status``, ``note``, ``room``, ``track``."""
    session: Any
    """The session that it is in: ``slot``, ``anchor``, ``talk``, ``chair``; ``None`` for none."""
    chair: Sequence[PeopleGroup]
    """Who chairs it, or its session."""
    speakers: Sequence[PeopleGroup]
    authors: Sequence[PeopleGroup]
    bios: Sequence[Participant]
    """Those with a biography."""
    topics: Titles
    buttons: Links
    around: NeighbouringTalks
    """The talks ``before`` and ``after`` it."""
    head: Sequence[tuple[str, str | None]]


class TopicNames(ViewNames):
    """``topic.html``; ``record`` is a ``Topic``."""

    key_papers: Ids
    """The papers to read first, chosen by hand."""
    papers: Ids
    talks: Ids
    people: Counts
    """People, each with the number of works."""
    more_people: int
    network: Markup
    """A picture of who wrote with whom."""
    neighbours: Titles
    """Topics that works often have as well."""
    years: str


class VenueNames(ViewNames):
    """``venue.html``; ``record`` is a ``Venue``."""

    papers: Ids
    forms: int
    """The number of printed forms."""
    printed: Sequence[str]
    """The first of them."""
    people: Counts
    years: str
    buttons: Links


class VolumeNames(ViewNames):
    """``volume.html``; ``record`` is a ``Volume``."""

    papers: Ids
    """In the order of the volume."""
    editors: Sequence[Contributor]
    earlier: str | None
    """The volume of the same venue before it."""
    later: str | None
    topics: Titles
    buttons: Links


class SeriesNames(ViewNames):
    """``series.html``; ``record`` is a ``Series``."""

    events: Ids
    """The newest first."""
    years: str
    topics: Titles
    buttons: Links


class OrganizationNames(ViewNames):
    """``organization.html``; ``record`` is an ``Organization``."""

    people: int
    papers: int
    printed: Sequence[str]
    """Other forms of its name."""
    topics: Titles
    buttons: Links


class SourceNames(ViewNames):
    """``source.html``; ``record`` is a ``Source``."""

    rests: int
    """The number of records that rest on it."""
    owner: str | None
    """The person whose page it is."""
    undefined: str
    """What it prints without saying what that measures."""
    buttons: Links
    printed: Sequence[PrintedLine]
    """The lines of its text, where that is kept."""
