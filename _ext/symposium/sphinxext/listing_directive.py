"""``{listing}``: a selection of papers, people, events or talks in any page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from symposium.locale import _
from symposium.pages.listings.authored import ListingRequest
from symposium.query.options import VIEWS, QueryError, parse
from symposium.query.selection import faults_of
from symposium.sphinxext.allowed_markup import AnyOptions
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import add_directive
from symposium.sphinxext.fragments import replace_with_fragment
from symposium.sphinxext.reports import warn

NOTE = Markup('<p class="sy-notice sy-notice-alert">{}</p>')


class listing(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Where a list is to stand; ``asked`` says which, ``fault`` why there is none."""


class ListingDirective(SphinxDirective):
    """``{listing} papers``: those that fit all options.

    ``:author:``, ``:topic:``, ``:year:``, …: [the field of the records](#selection-fields) and the
    values of which one must fit; with ``not-`` before it, none may.
    ``:sort:``: [the order](#order): fields, separated by commas.
    ``:group:``: [headings](#order), by a field or by ``letter``.
    ``:limit:``: the largest number of records; the list says how many more there are.
    ``:view:``: ``list``, as elsewhere on the site (the default), ``table``, ``cards`` (with
    pictures of works), ``compact`` (one line each), or ``detailed`` (works [with picture and
    buttons](personal-site.md#works-at-length)).
    ``:heading:``: a heading above it, with the number of records.
    ``:name:``: a name for links and addresses; without it, ``listing-1``, ``listing-2``, ….
    ``:filter:``: ``off`` shows only the list, without filters.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = AnyOptions()  # the argument decides which there are

    def run(self) -> list[nodes.Node]:
        """Leave a place; the list is made when all documents have been read."""
        what = self.arguments[0].strip()
        options = {name: self.options[name] or "" for name in self.options}
        query, faults = parse(what, options)
        place = listing(
            block=self.block_text,
            first=self.lineno,
            document=self.env.docname,
        )
        self.set_source_info(place)
        target = nodes.target()
        self.add_name(target)
        before: list[nodes.Node] = [target] if target["names"] else []
        if query is None or faults:
            _report(place, faults)
            place["fault"] = faults[0].message
            return [*before, place]
        known = facts_of(self.env, self.env.docname).listings
        number = len(known) + 1
        asked = ListingRequest(
            query,
            options.get("view", "").strip() or VIEWS[0],
            options.get("heading", "").strip(),
            nodes.make_id(options.get("name", "")) or f"listing-{number}",
            number,
            options.get("filter", "").strip() == "off",
        )
        known.append(asked)
        place["asked"] = asked
        return [*before, place]


def _report(place: listing, faults: Iterable[QueryError]) -> None:
    """Log faults, each with the line of its option."""
    for fault in faults:
        line = place["first"] + _lines_before(place["block"], fault.option)
        warn(f"{fault.message}: {fault.hint}", "listing", (place["document"], line))


def _lines_before(block: str, option: str) -> int:
    """Return how many lines of a directive stand before an option of it."""
    head = len(block.split("\n", 1)[0])
    found = re.compile(rf"^[ \t>]*:?{re.escape(option)}[ \t]*:", re.MULTILINE).search(block, head)
    return block.count("\n", 0, found.start()) if found else 0


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_node(listing)
    add_directive(app, "listing", ListingDirective)
    app.connect("doctree-resolved", fill, priority=400)


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the lists where directives left a place."""
    site = site_of(app)
    for place in list(doctree.findall(listing)):
        asked: ListingRequest | None = place.get("asked")
        fault = place.get("fault", "")
        if asked and (faults := faults_of(site.kb, asked.query)):
            _report(place, faults)
            fault = faults[0].message
        if asked is None or fault:
            replace_with_fragment(
                app,
                place,
                NOTE.format(_("This list cannot be shown: {reason}.").format(reason=fault)),
                docname,
            )
            continue
        together = tuple(facts_of(app.env, place["document"]).listings)
        document, page = map(site.scope.layout.page, (place["document"], docname))
        level = _level(place)
        html = site.pages.listed(asked, document, together, page, level, owner=site.owner)
        replace_with_fragment(app, place, html, docname)


def _level(place: nodes.Node) -> int:
    """Return the level of headings below the section in which a list stands."""
    level, node = 1, place.parent
    while node is not None:
        level += isinstance(node, nodes.section)
        node = node.parent
    return max(2, level)
