"""Functions and values that all templates may use; the guide has a table of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from symposium import kinds, locale
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import State
from symposium.knowledge.mentions import authors_label
from symposium.locale import Texts, _, plural
from symposium.model.names import SIGNS
from symposium.pages import evidence, pagination, vocabulary
from symposium.pages.author_links import FILES, arxiv_href, doi_href, link_label, safe_href
from symposium.pages.charts.placement import picture
from symposium.pages.citing.forms import FORMS
from symposium.pages.cv_lists import time_of
from symposium.pages.listing import by_year, tally
from symposium.pages.listings.authored import in_short
from symposium.pages.maths import maths
from symposium.pages.pagination import by_letter, key_of
from symposium.pages.programmes.day_lines import bands, days_shown, jumps
from symposium.pages.shown_times import date_text, span
from symposium.pages.small_texts import paragraphs, shorten
from symposium.pages.urls import Urls, docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views import paper, talk
from symposium.pages.views.cv import markdown
from symposium.pages.views.indexes import topic_count
from symposium.pages.views.paper import by_hand, related_rows
from symposium.pages.vocabulary import counted, facts, named_people


def template_functions(site: ViewContext, texts: Texts) -> dict[str, Any]:
    """Return the names that templates know on every page."""
    kb = site.kb
    plain: Sequence[Callable[..., Any]] = (
        arxiv_href, authors_label, bands, by_first, counted, days_shown, doi_href,
        facts, jumps, locale.number, locale.pgettext, maths,
        named_people, paragraphs, plural, shorten, span, time_of,
        vocabulary.field_label, vocabulary.issued, vocabulary.metric_label, vocabulary.role_label,
        vocabulary.slot_state, vocabulary.talk_kind, vocabulary.work_kind,
        vocabulary.work_kind_presented,
    )  # fmt: skip
    of_site: Sequence[Callable[..., Any]] = (
        embedded, evidence.is_undefined, evidence.line_link, evidence.lines_in,
        evidence.source_link, in_short, markdown, picture, related_rows, talk.abstract_of,
        talk.beginning_of, talk.material_of, talk.text_of_news, talk.when_of,
    )  # fmt: skip
    return {
        **{function.__name__: function for function in plain},
        **{function.__name__: partial(function, site) for function in of_site},
        "date": date_text, "FORMS": FORMS, "MARKS": vocabulary.MARKS, "SIGNS": SIGNS,
        "SHOWN": pagination.SHOWN, "STATUSES": vocabulary.STATUSES, "texts": texts, "translated": _,
        "adding": frozenset(kind.name for kind in kinds.KINDS if kind.further),
        "site": site, "kb": kb, "link": site.link, "url": site.url, "page_url": site.page_url,
        "person": site.person, "person_named": site.person_named, "items": site.items,
        "names_of": site.names, "any_of": site.any_of, "piece": site.piece,
        "mark_of_page": site.mark_of_page, "heading": site.heading,
        "by_hand": partial(by_hand, kb), "buttons_of": partial(paper.buttons, site),
        "by_letter": lambda kind, ids: by_letter(ids, key_of(kb, kind)),
        "by_year": lambda ids: by_year(kb, ids),
        "is_described": lambda person: kb.state_of(person) is State.DESCRIBED,
        "marks_in": site.legend,
        "tally": lambda person: tally(kb, person),
        "topic_count": lambda topic: topic_count(kb, topic),
    }  # fmt: skip


def by_first(rows: Iterable[tuple[Any, Any]]) -> list[tuple[Any, list[Any]]]:
    """Return the second members of pairs, in groups of neighbours with the same first member.

    >>> by_first([("a", 1), ("a", 2), ("b", 3)])
    [('a', [1, 2]), ('b', [3])]
    """
    return [(first, [row[1] for row in group]) for first, group in groupby(rows, lambda r: r[0])]


PLAYERS = (
    (
        re.compile(r"https://(?:(?:www\.|m\.)?youtube\.com/(?:watch\?v=|live/|embed/)|youtu\.be/)"
                   r"([\w-]{11})(?![\w-])"),
        "https://www.youtube-nocookie.com/embed/{}", "youtube-nocookie.com",
    ),
    (
        re.compile(r"https://(?:player\.)?vimeo\.com/(?:video/)?(\d{4,12})(?!\d)"),
        "https://player.vimeo.com/video/{}?dnt=1", "player.vimeo.com",
    ),
)  # fmt: skip
"""Patterns of addresses of videos, addresses of their players, and hosts of the players."""


class Embedded(NamedTuple):
    """A video or PDF that a page can show in place."""

    label: str
    """Label of the link: Video, PDF, …"""
    href: str
    """Its address."""
    player: str
    """The address of a player elsewhere; empty for a file of the site."""
    host: str
    """The host of that player."""
    video: bool


def embedded(site: ViewContext, links: Mapping[str, str]) -> list[Embedded]:
    """Return the links of a record that its page can show in place."""
    media = []
    for key, text in links.items():
        href = safe_href(text, site.kb.files)
        if href is None:
            continue
        if text.startswith(FILES) and text.endswith((".pdf", ".mp4")):
            media.append(Embedded(link_label(key), href, "", "", text.endswith(".mp4")))
        for pattern, player, host in PLAYERS:
            if video := pattern.match(text):
                media.append(Embedded(link_label(key), href, player.format(video[1]), host, True))
    return media


LINED_WORKS = 2_000
"""Limit of works for links to the line of an entry: forges open no longer files, and a page with a
number of a line changes whenever something is written above that line."""


def correction(kb: KnowledgeBase, urls: Urls, kind: str, record_id: str) -> str:
    """Return the address for corrections of a record; empty without a forge.

    It is that of an editor, at the line of the record's entry; that of a new issue or mail for
    records without a file, and for entries of long bibliographies.
    """
    record: Any = kb.entities.get(kind, {}).get(record_id) if urls.forge else None
    if urls.forge is None or record is None:
        return ""
    title = _("Correction: {page}").format(page=docname(kind, record_id))
    place, has_line = record.origin.place, kind != "paper" or len(kb.works) <= LINED_WORKS
    if not has_line or not place.path.endswith((".md", ".bib")):
        return urls.forge.message(title, "")
    editor = urls.forge.editor(place.path, place.line)
    return editor or urls.forge.message(title, f"{place.path}:{place.line}")
