"""Evidence on pages: links between a fact and the line of a source that prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from symposium.kinds.cv import CvOptions, Metric
from symposium.kinds.kind import located_items
from symposium.kinds.paper import DATED, Paper
from symposium.kinds.source import Source
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.entry_index import date_of
from symposium.locale import _
from symposium.model.ids import Locator, locator, source_of
from symposium.pages.maths import maths
from symposium.pages.shown_times import date_text
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import field_label

CV_SECTIONS = {
    **{name: name for name in ("advising", "awards", "education", "service", "teaching")},
    "positions": "experience",
}
"""Sections of a curriculum vitae by the list of a person that they show."""
ANCHORED = frozenset({"affiliations", "metrics", *CV_SECTIONS})
"""Lists of a page whose items have anchors."""


class Fact(NamedTuple):
    """A record, or an item of one of its lists, that rests on a line of a source."""

    kind: str
    id: str
    page: str = ""
    """The docname of the page that shows the item."""
    anchor: str = ""
    """The anchor of the item on that page."""
    field: str = ""
    """The name of the item's list."""
    text: str = ""
    """The title of the item."""


PrintedLine = tuple[int, str, list[Fact]]
"""The number of a line, its text, and the facts that rest on it."""


def is_undefined(site: ViewContext, metric: Metric) -> bool:
    """Tell whether the source of a metric does not define it."""
    source = site.kb.sources.get(source_of(metric.source))
    return source is not None and metric.name in source.undefined


def anchor_of(name: str, index: int) -> str:
    """Return the anchor of an item: the name of its list, and its number there, from 1.

    >>> anchor_of("awards", 0)
    'awards-1'
    """
    return f"{name}-{index + 1}"


def place_in(at: Locator) -> str:
    """Return the lines or pages of a locator in words; empty for a whole source."""
    if not at.unit:
        return ""
    singular, plural = (_("line {first}"), _("lines {first}–{last}"))
    if at.unit == "p":
        singular, plural = (_("page {first}"), _("pages {first}–{last}"))
    return (singular if at.first == at.last else plural).format(first=at.first, last=at.last)


def address_of(site: ViewContext, at: Locator) -> str:
    """Return the address of the line of a source, or of its page where no text is kept."""
    url = site.url("source", at.source)
    kept = at.unit == "L" and at.last <= len(site.kb.sources[at.source].lines)
    return f"{url}#L{at.first}" if kept else url


def _known_locator(site: ViewContext, text: str | None) -> Locator | None:
    at = locator(text or "")
    return at if at and at.source in site.kb.sources else None


def source_link(site: ViewContext, text: str) -> Markup:
    """Return a link to the place of a locator: "Curriculum vitae, line 57"."""
    at = _known_locator(site, text)
    return _source_link(site, at) if at else escape(text)


def _source_link(site: ViewContext, at: Locator) -> Markup:
    if not at.unit:
        return site.link("source", at.source)
    title = maths(site.kb.title_of("source", at.source))
    return Markup('<a href="{}">{}, {}</a>').format(address_of(site, at), title, place_in(at))


def lines_in(site: ViewContext, kind: str, record_id: str, source: str) -> list[Markup]:
    """Return links to the lines and pages of a source that a record rests on, in order.

    Behind each are the titles of the record's items that it prints.
    """
    titles: dict[str, list[str]] = {}
    for _path, item in located_items(site.kb.entities[kind][record_id]):
        if title := _title_of(item):
            titles.setdefault(item.source, []).append(title)
    texts = site.kb.relations.evidence.get((kind, record_id), ())
    rows = sorted((at, text) for text in texts if (at := locator(text)))
    return [
        _line(site, at, "; ".join(titles.get(text, ())))
        for at, text in rows
        if at.source == source and at.unit
    ]


def line_link(site: ViewContext, text: str) -> Markup:
    """Return a link to the lines or pages of a locator; empty for a whole source."""
    at = _known_locator(site, text)
    return _line(site, at) if at and at.unit else Markup()


def _line(site: ViewContext, at: Locator, titles: str = "") -> Markup:
    link = Markup('<a href="{}">{}</a>').format(address_of(site, at), place_in(at))
    return Markup("{} ({})").format(link, maths(titles)) if titles else link


def inferences(record: Any) -> list[str]:
    """Return what is inferred on the page of a record, with known reasons."""
    texts = [inference(record, name) for name in getattr(record, "inferred", ())]
    if any(listing.inferred_date for listing in getattr(record, "listings", ())):
        texts.append(_(
            "The page prints no year; by the order and the dates of its other lines, only this "
            "year is possible."
        ))  # fmt: skip
    return texts


def inference(record: Any, name: str) -> str:
    """Return the name of an inferred field in words, with the reason if it is known.

    A work that no source dates has the year of its first listing.
    """
    reason = record.because.get(name) or _reason_of_year(record, name)
    pattern = _("{field}, because {reason}") if reason else "{field}"
    return pattern.format(field=field_label(name), reason=reason)


def _reason_of_year(record: Any, name: str) -> str:
    """Return why the year of a work was inferred, if it is that of a listing."""
    if name not in DATED or not isinstance(record, Paper):
        return ""
    for listing in record.listings:
        if (date := date_of(listing)) and date.year == record.year:
            return _("its listing is dated {date}").format(date=date_text(date))
    return ""


def facts_by_line(kb: KnowledgeBase, source: Source) -> dict[int, list[Fact]]:
    """Return the facts that rest on lines of a source, by the first line of their locators."""
    by_line: dict[int, dict[Fact, None]] = {}
    for kind, record_id in kb.relations.records_of_source.get(source.id, ()):
        for text, fact in _facts(kb, kind, record_id):
            at = locator(text)
            if at and at.source == source.id and at.lines:
                by_line.setdefault(at.first, {})[fact] = None
    return {line: list(facts) for line, facts in by_line.items()}


def _facts(kb: KnowledgeBase, kind: str, record_id: str) -> Iterator[tuple[str, Fact]]:
    """Yield each locator of a record with its fact: those of items, then the record's own."""
    items = set()
    record = kb.entities[kind][record_id]
    for path, item in located_items(record):
        name, __, index = path.partition(".")
        if name in ANCHORED:
            items.add(item.source)
            page = docname("cv" if _in_cv(record, name) else kind, record_id)
            anchor = anchor_of(name, int(index))
            yield item.source, Fact(kind, record_id, page, anchor, name, _title_of(item))
    for text in kb.relations.evidence.get((kind, record_id), ()):
        if text not in items:
            yield text, Fact(kind, record_id)


def _in_cv(record: Any, name: str) -> bool:
    """Tell whether a list of a person is on the page of the curriculum vitae."""
    section = CV_SECTIONS.get(name)
    options: CvOptions | None = getattr(record, "cv", None)
    return bool(section and options and section in (options.sections or CV_SECTIONS.values()))


def _title_of(item: Any) -> str:
    names = ("title", "degree", "course", "name", "venue", "organization")
    return next((text for name in names if (text := getattr(item, name, None))), "")
