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
from symposium.pages.shown_times import printed
from symposium.pages.small_texts import shorten
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import field_label

CV_SECTIONS = {
    **{one: one for one in ("advising", "awards", "education", "service", "teaching")},
    "positions": "experience",
}
"""Lists of a person that a curriculum vitae has, and its section."""
ANCHORED = frozenset({"affiliations", "metrics", *CV_SECTIONS})
"""Lists of a page whose items have anchors."""


class Fact(NamedTuple):
    """What rests on a line: a record, or an item of it."""

    kind: str
    id: str
    page: str = ""
    """The docname of the page that shows the item."""
    anchor: str = ""
    """Of the item, on that page."""
    field: str = ""
    """The list that the item is of."""
    text: str = ""
    """What the item is called."""


PrintedLine = tuple[int, str, list[Fact]]
"""The number of a line, the line, and what rests on it."""


def is_undefined(site: ViewContext, metric: Metric) -> bool:
    """Tell whether the source of a metric does not say what it measures."""
    source = site.kb.sources.get(source_of(metric.source))
    return source is not None and metric.name in source.undefined


def anchor_of(name: str, index: int) -> str:
    """Return the anchor of an item: the list that it is of, and its number there.

    >>> anchor_of("awards", 0)
    'awards-1'
    """
    return f"{name}-{index + 1}"


def place_in(at: Locator) -> str:
    """Return how a reader is told the lines or pages of a source; empty for the whole of it."""
    if not at.unit:
        return ""
    one, several = (_("line {first}"), _("lines {first}–{last}"))
    if at.unit == "p":
        one, several = (_("page {first}"), _("pages {first}–{last}"))
    return (one if at.first == at.last else several).format(first=at.first, last=at.last)


def address_of(site: ViewContext, at: Locator) -> str:
    """Return the address of the line of a source, or of its page where no text is kept."""
    url = site.url("source", at.source)
    kept = at.unit == "L" and at.last <= len(site.kb.sources[at.source].lines)
    return f"{url}#L{at.first}" if kept else url


def _known(site: ViewContext, text: str | None) -> Locator | None:
    at = locator(text or "")
    return at if at and at.source in site.kb.sources else None


def source_link(site: ViewContext, text: str) -> Markup:
    """Return a link to what a locator means: "Curriculum vitae, line 57"."""
    at = _known(site, text)
    return _source_link(site, at) if at else escape(text)


def _source_link(site: ViewContext, at: Locator) -> Markup:
    if not at.unit:
        return site.link("source", at.source)
    title = maths(site.kb.title_of("source", at.source))
    return Markup('<a href="{}">{}, {}</a>').format(address_of(site, at), title, place_in(at))


def lines_in(site: ViewContext, kind: str, record_id: str, source: str) -> list[Markup]:
    """Return links to the lines and pages of a source that a record rests on, in order."""
    texts = site.kb.relations.evidence.get((kind, record_id), ())
    found = [at for one in texts if (at := locator(one)) and at.source == source and at.unit]
    return [_line(site, at) for at in sorted(found)]


def line_link(site: ViewContext, text: str) -> Markup:
    """Return a link to the lines or the page that a locator means; nothing for a whole source."""
    at = _known(site, text)
    return _line(site, at) if at and at.unit else Markup()


def _line(site: ViewContext, at: Locator) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address_of(site, at), place_in(at))


def mark(site: ViewContext, kind: str, record: Any, name: str, index: int) -> Markup:
    """Return the mark of an item of a list, from 0: it opens what is known of its origin."""
    at, path = _known(site, getattr(record, name)[index].source), f"{name}.{index}"
    if at is None:
        return Markup()
    mended = [one for one in record.corrections if one.field in {name, path}]
    return _mark(site, at, (kind, record.id, anchor_of(name, index)),
                 inferences(record, path), mended)  # fmt: skip


def record_marks(site: ViewContext, kind: str, record: Any) -> Markup:
    """Return the marks of a record as a whole: one for each part of a source that prints it."""
    found = [at for one in record.sources if (at := _known(site, one)) and at.unit]
    return Markup().join(
        _mark(site, at, (kind, record.id, f"printed-{number}"),
              inferences(record) if number == 1 else (), record.corrections)
        for number, at in enumerate(found, 1)
    )  # fmt: skip


def inferences(record: Any, path: str = "") -> list[str]:
    """Return what of a record, or of the item at a path, was inferred, and why if that is known.

    The year of a work that no source dates is that of its first listing.
    """
    found = []
    for name in record.inferred:
        if not path or name == path or name.startswith(f"{path}."):
            label, reason = field_label(name), record.because.get(name, "") or _listed(record, name)
            told = _("{field}, because {reason}") if reason else "{field}"
            found.append(told.format(field=label, reason=reason))
    return found


def _listed(record: Any, name: str) -> str:
    """Return why the year of a work was inferred, if it is that of a listing."""
    if name not in DATED or not isinstance(record, Paper):
        return ""
    for one in record.listings:
        if (date := date_of(one)) and date.year == record.year:
            return _("its listing is dated {date}").format(date=printed(date))
    return ""


def _mark(
    site: ViewContext,
    at: Locator,
    of: tuple[str, str, str],
    inferred: Sequence[str],
    corrections: Iterable[Correction],
) -> Markup:
    """Return a mark with what it opens; ``of`` is the kind and id of the record, and the anchor."""
    kind, record_id, anchor = of
    number = site.kb.sources_of(kind, record_id).index(at.source) + 1
    lines = site.kb.sources[at.source].lines[at.first - 1 : at.last] if at.unit == "L" else ()
    words = " ".join(" ".join(lines).split())
    parts = [Markup("{} {}.").format(_("Source:"), _source_link(site, at))]
    if words:
        parts.append(Markup("{} <q>{}</q>").format(_("Printed:"), shorten(words, 160)))
    parts += [
        Markup("{} <ins>{}</ins>{}").format(
            _("Corrected:"), one.corrected, f" ({one.note})" if one.note else "."
        )
        for one in corrections
        if one.corrected != one.printed and one.printed in words
    ]
    if inferred:
        told = _("Inferred by the editors: {fields}.").format(fields="; ".join(inferred))
        parts.append(escape(told))
    return Markup(
        '<button type="button" class="sy-mark" id="{0}" popovertarget="source-{0}" title="{1}">{2}'
        '</button><span class="sy-mark-text" id="source-{0}" popover="auto">{3}</span>'
    ).format(anchor, _("Source of this"), number, Markup(" ").join(parts))


def facts_by_line(kb: KnowledgeBase, source: Source) -> dict[int, list[Fact]]:
    """Return what rests on each line of a source, by the first line of each locator."""
    found: dict[int, dict[Fact, None]] = {}
    for kind, record_id in kb.relations.records_of_source.get(source.id, ()):
        for text, fact in _facts(kb, kind, record_id):
            at = locator(text)
            if at and at.source == source.id and at.lines:
                found.setdefault(at.first, {})[fact] = None
    return {line: list(facts) for line, facts in found.items()}


def _facts(kb: KnowledgeBase, kind: str, record_id: str) -> Iterator[tuple[str, Fact]]:
    """Yield what a record says with a locator, and the locator: items first, then the record."""
    items = set()
    record = kb.entities[kind][record_id]
    for path, one in located_items(record):
        name, __, index = path.partition(".")
        if name in ANCHORED:
            items.add(one.source)
            page = docname("cv" if _in_cv(record, name) else kind, record_id)
            anchor = anchor_of(name, int(index))
            yield one.source, Fact(kind, record_id, page, anchor, name, _called(one))
    for text in kb.relations.evidence.get((kind, record_id), ()):
        if text not in items:
            yield text, Fact(kind, record_id)


def _in_cv(record: Any, name: str) -> bool:
    """Tell whether a list of a person is on the page of the curriculum vitae."""
    section = CV_SECTIONS.get(name)
    options: CvOptions | None = getattr(record, "cv", None)
    return bool(section and options and section in (options.sections or CV_SECTIONS.values()))


def _called(item: Any) -> str:
    names = ("title", "degree", "course", "name", "venue", "organization")
    return next((text for one in names if (text := getattr(item, one, None))), "")
