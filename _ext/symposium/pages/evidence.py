"""Evidence on pages: links between a fact and the line of a source that prints it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from symposium.kinds.base import Correction
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
from symposium.pages.small_texts import shorten
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
    """Return links to the lines and pages of a source that a record rests on, in order."""
    texts = site.kb.relations.evidence.get((kind, record_id), ())
    locators = [at for text in texts if (at := locator(text)) and at.source == source and at.unit]
    return [_line(site, at) for at in sorted(locators)]


def line_link(site: ViewContext, text: str) -> Markup:
    """Return a link to the lines or pages of a locator; empty for a whole source."""
    at = _known_locator(site, text)
    return _line(site, at) if at and at.unit else Markup()


def _line(site: ViewContext, at: Locator) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address_of(site, at), place_in(at))


def mark(site: ViewContext, kind: str, record: Any, name: str, index: int) -> Markup:
    """Return the mark of a list's item, counted from 0: a button that opens its source."""
    at, path = _known_locator(site, getattr(record, name)[index].source), f"{name}.{index}"
    if at is None:
        return Markup()
    corrections = [fix for fix in record.corrections if fix.field in {name, path}]
    return _mark(site, at, (kind, record.id, anchor_of(name, index)),
                 inferences(record, path), corrections)  # fmt: skip


def record_marks(site: ViewContext, kind: str, record: Any) -> Markup:
    """Return the marks of a record as a whole: one for each part of a source that prints it."""
    locators = [at for text in record.sources if (at := _known_locator(site, text)) and at.unit]
    return Markup().join(
        _mark(site, at, (kind, record.id, f"printed-{number}"),
              inferences(record) if number == 1 else (), record.corrections)
        for number, at in enumerate(locators, 1)
    )  # fmt: skip


def inferences(record: Any, path: str = "") -> list[str]:
    """Return the inferred fields of a record, or of its item at a path, with known reasons.

    A work that no source dates has the year of its first listing.
    """
    texts = []
    for name in record.inferred:
        if not path or name == path or name.startswith(f"{path}."):
            reason = record.because.get(name, "") or _reason_of_year(record, name)
            pattern = _("{field}, because {reason}") if reason else "{field}"
            texts.append(pattern.format(field=field_label(name), reason=reason))
    return texts


def _reason_of_year(record: Any, name: str) -> str:
    """Return why the year of a work was inferred, if it is that of a listing."""
    if name not in DATED or not isinstance(record, Paper):
        return ""
    for listing in record.listings:
        if (date := date_of(listing)) and date.year == record.year:
            return _("its listing is dated {date}").format(date=date_text(date))
    return ""


def _mark(
    site: ViewContext,
    at: Locator,
    of: tuple[str, str, str],
    inferred: Sequence[str],
    corrections: Iterable[Correction],
) -> Markup:
    """Return a mark with the text it opens; ``of`` is the record's kind and id, and the anchor."""
    kind, record_id, anchor = of
    number = site.kb.sources_of(kind, record_id).index(at.source) + 1
    lines = site.kb.sources[at.source].lines[at.first - 1 : at.last] if at.unit == "L" else ()
    words = " ".join(" ".join(lines).split())
    parts = [Markup("{} {}.").format(_("Source:"), _source_link(site, at))]
    if words:
        parts.append(Markup("{} <q>{}</q>").format(_("Printed:"), shorten(words, 160)))
    parts += [
        Markup("{} <ins>{}</ins>{}").format(
            _("Corrected:"), fix.corrected, f" ({fix.note})" if fix.note else "."
        )
        for fix in corrections
        if fix.corrected != fix.printed and fix.printed in words
    ]
    if inferred:
        note = _("Inferred by the editors: {fields}.").format(fields="; ".join(inferred))
        parts.append(escape(note))
    return Markup(
        '<button type="button" class="sy-mark" id="{0}" popovertarget="source-{0}" title="{1}">{2}'
        '</button><span class="sy-mark-text" id="source-{0}" popover="auto">{3}</span>'
    ).format(anchor, _("Source of this"), number, Markup(" ").join(parts))


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
