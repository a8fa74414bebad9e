"""The description and the citation data of kinds that have no view of their own."""

from __future__ import annotations

from typing import Any

from symposium.kinds import BY_NAME
from symposium.pages.citing.record_tags import record_tags
from symposium.pages.citing.tags import Tags
from symposium.pages.plain_markdown import plain_text
from symposium.pages.small_texts import shorten
from symposium.pages.view_context import ViewContext


def view(site: ViewContext, kind: str, record: Any) -> dict[str, str | Tags]:
    """Return the names for ``<head>``; most kinds are cited by nobody.

    A reference manager takes a description for an abstract, so it is the text of the record.
    """
    known = BY_NAME[kind]
    text = plain_text(site.kb, getattr(record, "body", ""))
    if not known.cited_as:
        return {"description": shorten(text)} if text else {}
    title = site.kb.title_of(kind, record.id)
    return {
        "description": shorten(text),
        "head": record_tags(known, record, title, text, site.urls),
    }
