"""Facts about documents, kept in the environment: their mentions, listings, words, links.

The knowledge base itself is never kept there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.knowledge import Mention
from symposium.pages.listings.authored import ListingRequest
from symposium.pages.subjects import Redirect
from symposium.pages.views.event import Excerpt
from symposium.reading.layout import Layout


@dataclass(slots=True)
class DocumentFacts:
    """The facts about one document."""

    title: str | None = None
    """The heading that was added to the document of a record."""
    mentions: tuple[Mention, ...] = ()
    bibliographies: list[Mapping[str, Any]] = field(default_factory=list)
    """The options of ``{bibliography}`` directives."""
    overview: bool = False
    """Whether it shows the overview of the site."""
    schedules: list[Excerpt] = field(default_factory=list)
    """The excerpts of programmes that it shows."""
    listings: list[ListingRequest] = field(default_factory=list)
    """The listings that it shows."""
    was: tuple[str, ...] = ()
    """Earlier docnames, if it describes no record."""
    gone: str = ""
    """The reason why the page was removed, if it was."""
    links: tuple[str, ...] = ()
    """The pages that it links to by file name."""
    words: str = ""
    """Its text for the search index, if it describes no record."""
    targets: tuple[str, ...] = ()
    """Targets of references, to documents, labels, terms or, by ``{any}``, whatever there is."""


def all_facts(env: BuildEnvironment) -> dict[str, DocumentFacts]:
    """Return the facts about all documents, by docname."""
    if not hasattr(env, "symposium_facts"):
        env.symposium_facts = {}  # type: ignore[attr-defined]
    facts: dict[str, DocumentFacts] = env.symposium_facts  # type: ignore[attr-defined]
    return facts


def facts_of(env: BuildEnvironment, docname: str) -> DocumentFacts:
    """Return the facts about a document, to be filled in while it is read."""
    return all_facts(env).setdefault(docname, DocumentFacts())


def listings_in(env: BuildEnvironment, layout: Layout) -> tuple[tuple[str, ListingRequest], ...]:
    """Return the listings of all documents, each with its page."""
    return tuple(
        (layout.page(name), request)
        for name, facts in sorted(all_facts(env).items())
        for request in facts.listings
    )


def moved_documents(env: BuildEnvironment, layout: Layout) -> tuple[tuple[str, Redirect], ...]:
    """Return the earlier pages of documents that describe no record, with their successors."""
    return tuple(
        (layout.page(earlier), Redirect(layout.page(docname), env.titles[docname].astext()))
        for docname, facts in sorted(all_facts(env).items())
        for earlier in facts.was
        if docname in env.titles
    )


def are_shown(env: BuildEnvironment) -> bool:
    """Tell whether any document uses a directive of this extension."""
    return any(doc.overview or doc.listings or doc.schedules for doc in all_facts(env).values())


def setup(app: Sphinx) -> None:
    """Keep the facts in step with documents that are read again, removed, or read in parallel."""
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _merge)


def _forget(_app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    all_facts(env).pop(docname, None)


def _merge(
    _app: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment
) -> None:
    other_facts = all_facts(other)
    all_facts(env).update({name: other_facts[name] for name in docnames if name in other_facts})
