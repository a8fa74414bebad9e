"""The citation data of records that are no entries: talks, software, datasets, kinds of plugins.

For all but talks it follows from the description of the kind: `Kind.cited_as` says of what type
its records are, and the properties of schema.org say which fields cite them.
"""

from __future__ import annotations

from typing import Any

from symposium.kinds.kind import Kind
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.model.dates import Date, Period
from symposium.pages.author_links import safe_href
from symposium.pages.citing.printed_names import inverted_names
from symposium.pages.citing.tags import Tags, date_tag, pdf_address
from symposium.pages.citing.work_types import DOCUMENT, OF_ENTRIES, POSTER
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import first_date
from symposium.pages.urls import Urls, docname
from symposium.pages.work_languages import language_of

PEOPLE = ("author", "creator")
"""Properties that name who made a work."""


def talk_tags(kb: KnowledgeBase, talk: Talk, abstract: str, urls: Urls) -> Tags:
    """Return the citation data of a talk."""
    event = kb.events.get(talk.event) if talk.event else None
    session = kb.schedule.of_talk.get(talk.id)
    date = talk.date or (first_date(event.date) if event else None)
    if session and session.day:
        date = Date(session.day.year, session.day.month, session.day.day)
    paper = kb.paper_of(talk)
    people = [one.name for one in talk.speakers or talk.authors if one.name.text]
    kind = (talk.kind or "talk").replace("-", " ")
    return [
        ("citation_title", as_typed(kb.title_of("talk", talk.id))),
        *(("citation_author", name) for name in inverted_names(people)),
        ("citation_publication_date", date_tag(date)),
        ("citation_language", language_of(paper) if paper and not talk.title else None),
        ("citation_abstract", abstract),
        ("citation_pdf_url", pdf_address(talk.links, urls, kb.files)),
        ("citation_public_url", urls.absolute(docname("talk", talk.id))),
        ("z:itemType", POSTER.zotero),
        ("z:meetingName", as_typed(event.title) if event else talk.venue),
        ("z:place", event.location if event else None),
        ("z:presentationType", kind if kind.endswith("talk") else f"{kind} talk"),
    ]


def record_tags(kind: Kind, record: Any, title: str, abstract: str, urls: Urls) -> Tags:
    """Return the citation data of a record of a kind that people cite."""
    values = {name: field.of(record) for name, field in kind.said_to_machines.items()}
    people = next((values[name] for name in PEOPLE if values.get(name)), ())
    return [
        ("citation_title", as_typed(title)),
        *(("citation_author", name) for name in inverted_names([one.name for one in people])),
        ("citation_publication_date", date_tag(_day(values.get("datePublished")))),
        ("citation_doi", values.get("identifier")),
        ("citation_publisher", values.get("publisher")),
        ("citation_language", values.get("inLanguage")),
        ("citation_abstract", abstract),
        ("citation_public_url", _address(values) or urls.absolute(docname(kind.name, record.id))),
        ("z:itemType", OF_ENTRIES.get(kind.cited_as, DOCUMENT).zotero),
        ("z:versionNumber", values.get("version")),
        ("z:rights", values.get("license")),
    ]


def _day(value: Date | Period | None) -> Date | None:
    return value.start if isinstance(value, Period) else value


def _address(values: dict[str, Any]) -> str | None:
    """Return where the code of a program is."""
    every = values.get("codeRepository") or ()
    found = [every] if isinstance(every, str) else every
    return next((href for one in found if (href := safe_href(one))), None)
