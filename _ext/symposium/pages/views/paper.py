"""The view of a paper or poster."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.printed_names import ISSUED
from symposium.locale import _, plural
from symposium.model.dates import parse_date
from symposium.model.names import fold_name
from symposium.pages.author_links import license_href, link_label, links_of_work
from symposium.pages.citing.bibtex import shown_entry
from symposium.pages.citing.forms import FORMS
from symposium.pages.citing.tags import paper_tags
from symposium.pages.listing import Listing, Listings
from symposium.pages.maths import as_typed
from symposium.pages.publication_status import status_of_paper
from symposium.pages.shown_times import date_text
from symposium.pages.template_compiler import markup
from symposium.pages.view_context import ViewContext
from symposium.pages.views.talk import newest_first
from symposium.pages.vocabulary import ACCESS, CREDIT, work_kind


def view(site: ViewContext, paper: Paper) -> dict[str, Any]:
    """Return what ``paper.html`` needs."""
    kb = site.kb
    related = kb.related_works.of(paper.id)
    related_works = [(work.id, work.reasons) for work in related]
    venue, institutions = kb.venue_of(paper), kb.relations.organization_of_text
    stem = site.file_url(f"papers/{paper.id}")
    return {
        "venue": venue,
        "institution": institutions.get(paper.institution or "") if paper.type in ISSUED else None,
        "volume": kb.relations.volume_of_paper.get(paper.id),
        "open": ACCESS.get(paper.open_access or "", ""),
        "licence": _licence(paper),
        "counts": _counts(paper),
        "versions": _versions(kb, paper),
        "contributions": _contributions(site, paper),
        "marks": site.legend((paper.id,)),
        "buttons": buttons(site, paper),
        "printed_links": ", ".join(map(link_label, paper.links_from_abstract)),
        "related_works": related_works,
        "related": related_rows(site, related_works),
        "chosen": bool(paper.related),
        "bibtex": shown_entry(paper, base=site.urls.base),
        "keys": cite_keys(paper.key),
        "forms": [(form.label, f"{stem}.{form.ending}") for form in FORMS]
        if site.hands_out
        else [],
        "description": _description(paper),
        "head": paper_tags(paper, site.urls, kb.files),
    }


def listings(site: ViewContext, paper: Paper) -> Listings:
    """Return the talks on a paper, its references and other works; most papers have none."""
    rel = site.kb.relations
    lists: list[Listing] = []
    if talks := rel.talks_of_paper.get(paper.id):
        lists.append(Listing("talks", _("Talks"), "items", newest_first(site, talks), "talk"))
    if twins := rel.posters_of_paper.get(paper.id):
        lists.append(
            Listing("papers", _("Papers"), "items", twins, "paper")
            if paper.poster
            else Listing("posters", _("Posters"), "items", twins, "paper")
        )
    if cites := rel.cites.get(paper.id):
        lists.append(Listing("references", _("References"), "items", cites, "paper"))
    if cited_by := rel.cited_by.get(paper.id):
        lists.append(Listing("cited-by", _("Cited by"), "items", cited_by, "paper"))
    if related := paper.related:
        rows = [(work, paper.id) for work in related]
        lists.append(Listing("related", _("Related papers"), "related", rows))
    return tuple(lists)


def _licence(paper: Paper) -> Markup | None:
    """Return the licence of a work, as a link where it has an address."""
    if not paper.license:
        return None
    address = license_href(paper.license)
    if not address:
        return escape(paper.license)
    shown = paper.license.partition("://")[2].rstrip("/") or paper.license
    return Markup('<a rel="license" href="{}">{}</a>').format(address, shown)


def _counts(paper: Paper) -> list[tuple[str, str, str]]:
    """Return how often a work is cited, with the source and the day of each count."""
    rows = []
    for count in paper.counts:
        number = int("".join(filter(str.isdecimal, count.count)) or 0)
        text = plural(number, "{count} citation", "{count} citations")
        rows.append((text, count.source, date_text(parse_date(count.as_of))))
    return rows


def _versions(kb: KnowledgeBase, paper: Paper) -> list[tuple[str, str]]:
    """Return the versions of a work, each with its kind, its venue and its year."""
    rows = []
    for work in [kb.works[version] for version in kb.relations.versions.get(paper.id, ())]:
        venue = kb.venue_of(work)
        kind = _("Erratum") if work.corrects else work_kind(work)
        parts = (kind, (venue.short or venue.name) if venue else "", str(work.year or ""))
        rows.append((work.id, ", ".join(filter(None, parts))))
    return rows


def _contributions(site: ViewContext, paper: Paper) -> list[tuple[Markup, list[tuple[str, str]]]]:
    """Return authors, each with the ids and the names of their CRediT roles."""
    if not paper.contributions:
        return []
    authors = {fold_name(author.name.text): author for author in paper.authors}
    return [
        (
            site.names([authors[fold]]) if (fold := fold_name(row.name)) in authors
            else escape(row.name),
            [(role, _(CREDIT[role])) for role in row.roles],
        )
        for row in paper.contributions
    ]  # fmt: skip


def _description(paper: Paper) -> str:
    """Return the abstract, behind a warning if the paper is retracted or the like.

    A reference manager would take any other text for the abstract.
    """
    abstract = as_typed(paper.abstract or "")
    state = status_of_paper(paper) if abstract else None
    return f"{state.sentence} {abstract}" if state else abstract


def buttons(site: ViewContext, paper: Paper) -> list[tuple[str, str]]:
    """Return (label, address) of a work's identifiers and links."""
    links = links_of_work(paper, site.kb.files)
    taken = {address.lower() for _label, address in links}
    return links + [row for row in site.links(paper) if row[1].lower() not in taken]


RE_PANDOC = re.compile(r"\w+(?:[:.#$%&+?<>~/-]\w+)*")
"""Cite keys that need no braces in Pandoc's Markdown."""
RE_TYPST = re.compile(r"[^\W\d][\w-]*(?:[.:][\w-]+)*")
"""Cite keys that Typst accepts as labels."""


def cite_keys(key: str) -> list[tuple[str, str]]:
    """Return programs, each with the text that cites ``key`` there.

    >>> [cite for _, cite in cite_keys("doe2020")][1:]
    ['{cite:t}`doe2020`', '[@doe2020]', '@doe2020']
    >>> [cite for _, cite in cite_keys("10.1/a b")][2:]
    ['[@{10.1/a b}]', '#cite(label("10.1/a b"))']
    """
    pandoc = key if RE_PANDOC.fullmatch(key) else f"{{{key}}}"
    quoted = key.replace("\\", "\\\\").replace('"', '\\"')
    return [
        ("LaTeX", f"\\cite{{{key}}}"),
        ("MyST", f"{{cite:t}}`{key}`"),
        ("Pandoc", f"[@{pandoc}]"),
        ("Typst", f"@{key}" if RE_TYPST.fullmatch(key) else f'#cite(label("{quoted}"))'),
    ]


Row = tuple[str, tuple[str, ...]]
"""Id of a related work, and the reasons for naming it."""


def by_hand(kb: KnowledgeBase, rows: Iterable[tuple[str, str]]) -> list[Row]:
    """Return works that were chosen by hand, from pairs with the work that names each."""
    return [(work, (_("chosen by hand"), *kb.related_works.reasons(by, work))) for work, by in rows]


def related_rows(site: ViewContext, rows: Iterable[Row]) -> Markup:
    """Return related works as items of a list, with the reasons for each."""
    return markup("\n".join([
        f"<li>{site.head(work)} <small>{_in_words(reasons)}</small></li>" for work, reasons in rows
    ]))  # fmt: skip


@lru_cache(maxsize=1 << 10)
def _in_words(reasons: tuple[str, ...]) -> Markup:
    """Return the reasons for naming a related work; many works have the same."""
    return escape("; ".join(reasons))
