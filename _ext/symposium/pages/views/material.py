"""The material of a talk: abstract, slides, video, also from its paper; and the text of news."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup, escape

from symposium.kinds.news import News
from symposium.kinds.talk import Talk
from symposium.locale import _
from symposium.pages.author_links import link_label, safe_href
from symposium.pages.maths import as_typed
from symposium.pages.plain_markdown import prose
from symposium.pages.programmes.day_lines import BEGINNING
from symposium.pages.small_texts import paragraphs, shorten
from symposium.pages.spans import Span, text_of
from symposium.pages.view_context import ViewContext
from symposium.pages.views.cv import html_of

OF_PAPER = ("pdf", "code", "data", "slides", "video", "poster")
"""Links of a paper that are shown with its talks."""

Material = tuple[str, str, str]
"""Label, address, and whose it is where the label does not say."""


def material(site: ViewContext, talk: Talk) -> list[Material]:
    """Return the paper of a talk, its own links, and those of its paper and of its poster."""
    paper = site.kb.paper_of(talk)
    found: list[Material] = []
    if paper:
        found.append((_("Paper"), site.url("paper", paper.id), paper.title))
    found += [(label, address, talk.title or "") for label, address in site.links(talk)]
    return [*found, *of_paper(site, talk)]


def of_paper(site: ViewContext, talk: Talk) -> list[Material]:
    """Return the links of the paper of a talk that the talk does not have itself."""
    paper = site.kb.paper_of(talk)
    if paper is None:
        return []
    found: list[Material] = []
    own = {key.lower() for key in talk.links}
    for key in OF_PAPER:
        address = next((paper.links[one] for one in paper.links if one.lower() == key), None)
        href = safe_href(address, site.kb.files) if address and key not in own else None
        if href:
            found.append((link_label(key), href, paper.title))
    for one in site.kb.relations.posters_of_paper.get(paper.id, ()):
        poster = site.kb.works[one]
        if not paper.poster:
            found.append((_("Poster"), site.url("paper", poster.id), poster.title))
    return found


def abstract(site: ViewContext, talk: Talk) -> Markup:
    """Return the whole abstract of a talk, or that of its paper."""
    if not talk.abstract:
        paper = site.kb.paper_of(talk)
        made = paragraphs((paper.abstract if paper else None) or "")
        lang = site.lang(paper)
        return Markup("<div{}>{}</div>").format(lang, made) if lang else made
    lines = prose(site.kb, talk.abstract)
    return Markup("\n").join(
        Markup("<p>{}</p>").format(html_of(site, tuple(map(_emphasis, one)))) for one in lines
    )


def text_of_news(site: ViewContext, news: News) -> Markup:
    """Return the text of a news item for a list, of a long one with a title the beginning."""
    paragraphs_of = prose(site.kb, news.body)
    text = " ".join(map(text_of, paragraphs_of))
    if not news.is_whole and len(text) > BEGINNING:
        return Markup("<p>{}</p>").format(shorten(text, BEGINNING))
    lines = [html_of(site, tuple(map(_emphasis, one))) for one in paragraphs_of]
    return Markup("\n").join(Markup("<p>{}</p>").format(one) for one in lines)


def _emphasis(span: Span) -> Span:
    """Return a part of an abstract; what is emphasized in a curriculum vitae is a title."""
    return replace(span, style="emphasis") if span.style == "cite" and not span.kind else span


def beginning(site: ViewContext, talk: Talk) -> Markup:
    """Return the beginning of the abstract, formulas as typed."""
    if talk.abstract:
        text = " ".join(text_of(one) for one in prose(site.kb, talk.abstract))
    else:
        paper = site.kb.paper_of(talk)
        text = as_typed((paper.abstract if paper else None) or "")
        if lang := site.lang(paper):
            return Markup("<span{}>{}</span>").format(lang, shorten(text, BEGINNING))
    return escape(shorten(text, BEGINNING))
