"""Listings of works on pages of others, such as tracker pages: their dates, and their owners.

Where a page prints no year (``Apr 15``), an inferred date may stand beside the printed one. A work
without a date takes the year of its first listing, marked as inferred.

A source may say whose page it is (``owner:``). Where it lists a work whose author list is cut short
("et al.") and does not get as far as the owner, the owner is one of those left out. Such works are
counted and listed apart. No author list is completed: its other names are not known. If the list is
complete and lacks the owner, the work is not theirs, and is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symposium.kinds.paper import Paper, PaperListing
from symposium.kinds.source import Source
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.model.dates import Date, parse_date
from symposium.model.memory import changed
from symposium.model.problems import Code, Place, Problem

Day = tuple[int, int, int]
UNKNOWN: Day = (0, 0, 0)


def date_of(listing: PaperListing) -> Date | None:
    """Return the date of a listing, printed or inferred, if its year is known."""
    return parse_date(listing.inferred_date or listing.date or "")


def with_year(paper: Paper) -> Paper:
    """Return a work that, if it has no date, takes the year of its first listing as inferred."""
    if paper.date is not None:
        return paper
    years = [date.year for one in paper.listings if (date := date_of(one)) and date.year]
    if not years:
        return paper
    inferred = dict.fromkeys((*paper.inferred, "year"))
    return changed(paper, date=Date(min(years)), inferred=tuple(inferred))


def first_listing(paper: Paper) -> tuple[Date, PaperListing] | None:
    """Return date and first listing in the year of a work whose own date has no month."""
    date = paper.date
    if date is None or not date.year or date.month or date.season:
        return None
    dated = [(one, each) for each in paper.listings if (one := date_of(each))]
    listed = [row for row in dated if row[0].year == date.year]
    return min(listed, key=lambda row: row[0].sort_key, default=None)


def when(paper: Paper) -> Day:
    """Return what a work is sorted by: its date, or of a date without month, its first listing.

    A listing counts if it is of the same year.
    """
    date = paper.date
    if date is None or date.year is None:
        return UNKNOWN
    listed = first_listing(paper) if paper.listings else None
    return listed[0].sort_key if listed else date.sort_key


def owners_of(sources: Iterable[Source]) -> dict[str, str]:
    """Return the ids of sources, each with that of the person whose page it is."""
    return {source.id: source.owner for source in sources if source.owner}


def cut_short(
    papers: Iterable[Paper], authors: Mapping[str, Ids], owners: Mapping[str, str]
) -> Iterator[tuple[str, Ids]]:
    """Yield each paper with the owners of the pages that list it and do not get to their names.

    ``authors`` are the persons that each paper prints, ``owners`` those of `owners_of`.
    """
    for paper in papers:
        if paper.et_al and paper.listings:
            found = dict.fromkeys(owners.get(one.source or "") for one in paper.listings)
            named = authors[paper.id]
            yield paper.id, tuple([one for one in found if one and one not in named])


def check_owners(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report works that a page lists, and whose complete authors lack its owner."""
    owners = owners_of(kb.sources.values())
    whole = [work for work in kb.works.values() if not work.et_al] if owners else []
    for paper, source_id in [(work, one.source) for work in whole for one in work.listings]:
        if source_id in owners and owners[source_id] not in kb.authors_of(paper.id):
            message = f"{owners[source_id]} is not an author of {paper.key}, which the page lists"
            hint = "end its authors with and others if they are cut short, or remove it"
            place = _place(kb.sources[source_id], paper)
            yield Problem(Code.OWNER_NO_AUTHOR, message, place, hint)


def _place(source: Source, paper: Paper) -> Place:
    """Return where a source lists a paper; the beginning of its listings if its own file does."""
    keys = {paper.key, paper.id}
    index = next((i for i, one in enumerate(source.listings) if one.paper in keys), None)
    return source.origin.at("listings" if index is None else f"listings.{index}.paper")
