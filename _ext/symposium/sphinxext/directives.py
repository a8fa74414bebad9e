"""Directives that show parts of the knowledge base: overview, schedule, listing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from markupsafe import Markup
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from symposium.locale import _
from symposium.pages.listings.authored import ListingRequest
from symposium.pages.views.event import SELECTORS, Excerpt, choose
from symposium.query.options import VIEWS, QueryError, parse
from symposium.query.selection import faults_of
from symposium.sphinxext.allowed_markup import AnyOptions
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import KnowledgeDomain, add_directive
from symposium.sphinxext.fragments import replace_with_fragment
from symposium.sphinxext.reports import warn

NOTE = Markup('<p class="sy-notice sy-notice-alert">{}</p>')


class shown(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Placeholder for the request ``asked``; ``fault`` has the reason why there is no list.

    Without either, it is replaced by the overview of the site.
    """


class OverviewDirective(SphinxDirective):
    """``{overview}``: what the site holds, at a glance."""

    def run(self) -> list[nodes.Node]:
        """Return a placeholder; the overview is made after all documents have been read."""
        facts_of(self.env, self.env.docname).overview = True
        return [shown()]


class ScheduleDirective(SphinxDirective):
    """``{schedule} <event>``: its programme, or some lines of it.

    ``:day:``, ``:room:``, ``:track:``: which lines; lines without a room or track are always kept.
    ``:heading:``: the text of the link above the programme.
    ``:compact:``: only times, titles and speakers.
    ``:name:``: a name for links.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "day": directives.unchanged_required,
        "room": directives.unchanged_required,
        "track": directives.unchanged_required,
        "heading": directives.unchanged_required,
        "compact": directives.flag,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return a link to the event, which counts as a mention, and a placeholder."""
        day, room, track = (self.options.get(name, "").strip() for name in SELECTORS)
        compact = "compact" in self.options
        request = Excerpt(self.arguments[0].strip(), day, room, track, compact)
        facts_of(self.env, self.env.docname).schedules.append(request)
        heading = self.options.get("heading", "").strip()
        link = pending_xref(
            "",
            nodes.inline("", heading or request.event),
            refdomain=KnowledgeDomain.name,
            reftype="event",
            reftarget=request.event,
            refexplicit=bool(heading),
            refwarn=True,
            refdoc=self.env.docname,
        )
        before, _event, after = ("{event}" if heading else _("Programme of {event}")).partition(
            "{event}"
        )
        parts = [nodes.Text(before), link, nodes.Text(after)]
        parts = [part for part in parts if part.astext()]
        title = nodes.paragraph("", "", *parts, classes=["sy-schedule-title"])
        place = shown(asked=request)
        for node in (title, link, place):
            self.set_source_info(node)
        self.add_name(title)
        return [title, place]


class ListingDirective(SphinxDirective):
    """``{listing} papers``: those that fit all options.

    ``:author:``, ``:topic:``, ``:year:``, …: [the field of the records](#selection-fields) and the
    values of which one must fit; with ``not-`` before it, none may.
    ``:sort:``: [the order](#order): fields, separated by commas.
    ``:group:``: [headings](#order), by a field or by ``letter``.
    ``:limit:``: the largest number of records; the list says how many more there are.
    ``:view:``: ``list``, as elsewhere on the site (the default), ``table``, ``cards`` (with
    pictures of works), or ``compact`` (one line each).
    ``:heading:``: a heading above it, with the number of records.
    ``:name:``: a name for links and addresses; without it, ``listing-1``, ``listing-2``, ….
    ``:filter:``: ``off`` shows only the list, without filters.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = AnyOptions()  # the valid options depend on the argument

    def run(self) -> list[nodes.Node]:
        """Return a placeholder; the list is made after all documents have been read."""
        argument = self.arguments[0].strip()
        options = {name: self.options[name] or "" for name in self.options}
        query, faults = parse(argument, options)
        place = shown(document=self.env.docname)
        self.set_source_info(place)
        target = nodes.target()
        self.add_name(target)
        before: list[nodes.Node] = [target] if target["names"] else []
        if query is None or faults:
            _report(place, faults)
            place["fault"] = faults[0].message
            return [*before, place]
        listings = facts_of(self.env, self.env.docname).listings
        number = len(listings) + 1
        request = ListingRequest(
            query,
            options.get("view", "").strip() or VIEWS[0],
            options.get("heading", "").strip(),
            nodes.make_id(options.get("name", "")) or f"listing-{number}",
            number,
            options.get("filter", "").strip() == "off",
        )
        listings.append(request)
        place["asked"] = request
        return [*before, place]


def _report(place: shown, faults: Iterable[QueryError]) -> None:
    """Log faults at the directive."""
    for fault in faults:
        warn(f"{fault.message}: {fault.hint}", "listing", place)


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_node(shown)
    add_directive(app, "overview", OverviewDirective)
    add_directive(app, "schedule", ScheduleDirective)
    add_directive(app, "listing", ListingDirective)
    app.connect("doctree-resolved", fill, priority=400)


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the placeholders of directives by fragments."""
    site = site_of(app)
    page = site.scope.layout.page(docname)
    for place in list(doctree.findall(shown)):
        request = place.get("asked")
        if isinstance(request, Excerpt):
            if site.kb.find("event", request.event) is None:  # its link is already reported
                place.parent.remove(place)
                continue
            for fault in choose(site.kb, request)[1]:
                warn(fault, "schedule", place)
            html = site.pages.schedule(request, page)
        elif request or "fault" in place:
            html = _list(app, site, place, page)
        else:
            html = site.pages.overview(page)
        replace_with_fragment(app, place, html, docname)


def _list(app: Sphinx, site: BuildSite, place: shown, page: str) -> str:
    request: ListingRequest | None = place.get("asked")
    faults = faults_of(site.kb, request.query) if request else []
    _report(place, faults)
    if request is None or faults:
        reason = faults[0].message if faults else place["fault"]
        return NOTE.format(_("This list cannot be shown: {reason}.").format(reason=reason))
    together = len(facts_of(app.env, place["document"]).listings)
    document = site.scope.layout.page(place["document"])
    level = _level(place)
    return str(site.pages.listed(request, document, together, page, level, owner=site.owner))


def _level(place: nodes.Node) -> int:
    """Return the level of the headings in a list: one below that of its section."""
    level, node = 1, place.parent
    while node is not None:
        level += isinstance(node, nodes.section)
        node = node.parent
    return max(2, level)
