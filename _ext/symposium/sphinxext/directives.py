"""Directives that show what the knowledge base holds."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from symposium.knowledge.programme_excerpts import SELECTORS, Excerpt, faults_of
from symposium.locale import _
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import KnowledgeDomain, add_directive
from symposium.sphinxext.fragments import replace_with_fragment
from symposium.sphinxext.reports import warn


class overview(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Where the overview of the site is to stand."""


class schedule(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Where lines of a programme are to stand; ``asked`` says which."""


class OverviewDirective(SphinxDirective):
    """``{overview}``: what the site holds, at a glance."""

    def run(self) -> list[nodes.Node]:
        """Leave a place; the overview is made when all documents have been read."""
        facts_of(self.env, self.env.docname).overview = True
        return [overview()]


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
        """Link to the event, which mentions it, and leave a place for the lines."""
        day, room, track = (self.options.get(name, "").strip() for name in SELECTORS)
        compact = "compact" in self.options
        asked = Excerpt(self.arguments[0].strip(), day, room, track, compact)
        facts_of(self.env, self.env.docname).schedules.append(asked)
        heading = self.options.get("heading", "").strip()
        link = pending_xref(
            "",
            nodes.inline("", heading or asked.event),
            refdomain=KnowledgeDomain.name,
            reftype="event",
            reftarget=asked.event,
            refexplicit=bool(heading),
            refwarn=True,
            refdoc=self.env.docname,
        )
        before, _event, after = ("{event}" if heading else _("Programme of {event}")).partition(
            "{event}"
        )
        around = [nodes.Text(before), link, nodes.Text(after)]
        around = [one for one in around if one.astext()]
        title = nodes.paragraph("", "", *around, classes=["sy-schedule-title"])
        place = schedule(asked=asked)
        for node in (title, link, place):
            self.set_source_info(node)
        self.add_name(title)
        return [title, place]


def setup(app: Sphinx) -> None:
    """Register the directives."""
    for node in (overview, schedule):
        app.add_node(node)
    add_directive(app, "overview", OverviewDirective)
    add_directive(app, "schedule", ScheduleDirective)
    app.connect("doctree-resolved", fill, priority=400)


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the overview and the lines of programmes where directives left a place."""
    site = site_of(app)
    for place in list(doctree.findall(overview)):
        html = site.pages.overview(site.scope.layout.page(docname))
        replace_with_fragment(app, place, html, docname)
    for lines in list(doctree.findall(schedule)):
        _fill_schedule(app, lines, docname)


def _fill_schedule(app: Sphinx, place: schedule, docname: str) -> None:
    site, asked = site_of(app), place["asked"]
    if site.kb.find("event", asked.event) is None:  # the link to it says so
        place.parent.remove(place)
        return
    for fault in faults_of(site.kb, asked):
        warn(f"{fault.message}: {fault.hint}", "schedule", place)
    html = site.pages.schedule(asked, site.scope.layout.page(docname))
    replace_with_fragment(app, place, html, docname)
