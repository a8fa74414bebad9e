"""The view of a curriculum vitae, and styled text as HTML."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds.person import Person
from symposium.locale import _
from symposium.pages.cv_sections import make_cv, pdf_of
from symposium.pages.maths import maths
from symposium.pages.small_texts import BULLET, Line, Span, prose
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext

TAGS = {
    "title": 'span class="sy-cv-title"', "own": 'strong class="sy-cv-own"', "cite": "cite",
    "emphasis": "em", "strong": "strong", "mark": 'sup class="sy-mark"', "code": "code",
    "award": 'span class="sy-badge sy-badge-award"', "muted": 'span class="sy-muted"',
    "standing": 'span class="sy-badge sy-badge-alert"',
}  # fmt: skip
"""The element that shows each style of a span."""


def view(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return what ``cv.html`` needs."""
    return {
        "cv": make_cv(site.kb, person),
        "row": partial(html_of, site),
        "buttons": [("PDF", site.file_url(pdf_of(person.id)))] if site.urls.pdf else [],
        "description": _("Curriculum vitae of {name}.").format(name=person.name.text),
        "crumbs": (("people/index", _("People")), (docname("person", person.id), person.name.text)),
    }


def cv_buttons(site: ViewContext, person: Person) -> list[tuple[str, str]]:
    """Return (label, address) of a person's curriculum vitae, for their own page."""
    if not person.cv:
        return []
    page = [(_("Curriculum vitae"), site.page_url(docname("cv", person.id)))]
    return [*page, *([(_("CV as PDF"), site.file_url(pdf_of(person.id)))] if site.urls.pdf else [])]


def markdown(site: ViewContext, text: str) -> Markup:
    """Return the text of a field as HTML: paragraphs, lists, Markdown and roles within lines."""
    blocks: list[Markup] = []
    for is_list, lines in groupby(prose(site.kb, text), lambda line: line[0] == BULLET):
        if is_list:
            rows = [Markup("<li>{}</li>").format(html_of(site, line[1:])) for line in lines]
            blocks.append(Markup("<ul>\n{}\n</ul>").format(Markup("\n").join(rows)))
        else:
            blocks += [Markup("<p>{}</p>").format(html_of(site, line)) for line in lines]
    return Markup("\n").join(blocks)


def html_of(site: ViewContext, line: Line) -> Markup:
    """Return a line as HTML."""
    return Markup("").join(_span(site, span) for span in line)


def _span(site: ViewContext, span: Span) -> Markup:
    html = maths(span.text)
    address = site.url(span.kind, span.id) if span.kind else span.href
    if address:
        more = site.lang(site.kb.works[span.id]) if span.kind == "paper" else ""
        # In print, the address follows a text that does not show it already.
        if span.href and span.text not in span.href:
            more = Markup(' class="sy-cv-link"')
        html = Markup(f'<a href="{escape(address)}"{more}>{html}</a>')  # noqa: S704 - both are escaped
    tag = TAGS.get(span.style)
    if not tag:
        return html
    return Markup(f"<{tag}>{html}</{tag.partition(' ')[0]}>")  # noqa: S704 - escaped above
