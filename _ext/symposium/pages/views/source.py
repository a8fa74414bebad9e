"""The view of a source: the facts that rest on it, and its corrections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symposium import kinds
from symposium.kinds.base import Correction
from symposium.kinds.paper import PaperListing
from symposium.kinds.source import Source
from symposium.locale import _, plural
from symposium.model.locators import source_of
from symposium.pages.evidence import PrintedLine, facts_by_line, source_of_record
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import metric_label


def view(site: ViewContext, source: Source) -> dict[str, Any]:
    """Return what ``source.html`` needs."""
    kb = site.kb
    rests = kb.relations.records_of_source.get(source.id, ())
    return {
        "rests": len(rests),
        "owner": kb.find("person", source.owner) if source.owner else None,
        "undefined": ", ".join(map(metric_label, source.undefined)),
        "buttons": site.links(source),
        "printed": printed(site, source),
        "description": plural(
            len(rests),
            "{source}: {count} record of this site rests on it.",
            "{source}: {count} records of this site rest on it.",
        ).replace("{source}", source.title),
    }


def printed(site: ViewContext, source: Source) -> list[PrintedLine]:
    """Return the lines of the text of a source with their numbers, and the facts of each."""
    facts = facts_by_line(site.kb, source) if source.lines else {}
    return [(number, line, facts.get(number, [])) for number, line in enumerate(source.lines, 1)]


def listings(site: ViewContext, source: Source) -> Listings:
    """Return what a source lists, what rests on it, and what was mended in it."""
    rests = site.kb.relations.records_of_source.get(source.id, ())
    mended = _mended(site, source, rests)
    corrections = sum(len(rows) for _unused, _unused, rows in mended)
    groups = _groups(site, rests)
    return filled(
        Listing("listings", _("Listings"), "tracked", _listings(site, source)),
        *(Listing(anchor, title, "links", ids, kind) for anchor, title, kind, ids in groups),
        Listing("corrections", _("Corrections on file"), "corrections", mended, total=corrections),
    )


def _mended(
    site: ViewContext, source: Source, rests: Iterable[tuple[str, str]]
) -> list[tuple[str, str, tuple[Correction, ...]]]:
    """Return (kind, id, corrections) of mended records; the document itself comes first."""
    found = [("", "", source.corrections)] if source.corrections else []
    for kind, record_id in rests:
        record = site.kb.entities[kind][record_id]
        mended = tuple(
            one
            for one in getattr(record, "corrections", ())
            if (source_of(one.source) if one.source else source_of_record(record)) == source.id
        )
        if mended:
            found.append((kind, record_id, mended))
    return found


def _groups(
    site: ViewContext, rests: Iterable[tuple[str, str]]
) -> list[tuple[str, str, str, list[str]]]:
    """Return (anchor, title, kind, ids) of what rests on a source; posters stand apart."""
    works = site.kb.works
    groups: dict[tuple[str, str, str], list[str]] = {}
    for kind in kinds.KINDS:
        ids = [record_id for name, record_id in rests if name == kind.name]
        if kind.name == "paper":
            groups["papers", _("Papers"), "paper"] = [one for one in ids if not works[one].poster]
            groups["posters", _("Posters"), "paper"] = [one for one in ids if works[one].poster]
        else:
            groups[kind.folder, _(kind.title), kind.name] = ids
    return [(*group, ids) for group, ids in groups.items() if ids]


def _listings(site: ViewContext, source: Source) -> list[tuple[str, PaperListing]]:
    """Return the listings of the source in its order, with the paper each is of."""
    found = ((site.kb.find("paper", one.paper), one) for one in source.listings)
    return [(paper_id, one) for paper_id, one in found if paper_id]
