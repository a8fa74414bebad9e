"""The view of an organisation: its people, its events, its talks and papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from symposium.kinds.organization import Organization
from symposium.knowledge.memberships import Membership, memberships
from symposium.locale import _, plural
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import topics_of

ROR = "https://ror.org/"


def view(site: ViewContext, organization: Organization) -> dict[str, Any]:
    """Return what ``organization.html`` needs."""
    rel, one = site.kb.relations, organization.id
    people = len(rel.people_of_organization.get(one, ()))
    papers = len(rel.papers_of_organization.get(one, ()))
    counts = [plural(people, "{count} person", "{count} people")] if people else []
    counts += [plural(papers, "{count} paper", "{count} papers")] if papers else []
    facts = [*filter(None, (organization.country,)), *counts]
    ror = organization.ror
    return {
        "people": people,
        "papers": papers,
        "printed": _printed(site, organization),
        "topics": topics_of(site.kb, organization),
        "buttons": [*([(f"ROR {ror}", f"{ROR}{ror}")] if ror else []), *site.links(organization)],
        "description": f"{organization.title}: {', '.join(facts)}."
        if facts
        else organization.title,
        "crumbs": (("organizations/index", _("Organisations")),),
    }


def listings(site: ViewContext, organization: Organization) -> Listings:
    """Return the people of an organisation, its events, talks and papers."""
    rel, one = site.kb.relations, organization.id
    hosted: list[str] = []
    sponsored: list[str] = []
    others: list[str] = []
    for event in rel.events_of_organization.get(one, ()):
        hosts = {rel.organization_of_text[name] for name in site.kb.events[event].hosts}
        names = any(_hosting(site, one, event))
        (hosted if one in hosts else sponsored if names else others).append(event)
    return filled(
        Listing("people", _("People"), "members", _members(site, one)),
        Listing("hosted", _("Events hosted"), "items", hosted, "event"),
        Listing("sponsored", _("Events sponsored"), "items", sponsored, "event"),
        Listing("events", _("Events organized"), "items", others, "event"),
        Listing("talks", _("Talks"), "items", rel.talks_of_organization.get(one, ()), "talk"),
        Listing("papers", _("Papers"), "items", rel.papers_of_organization.get(one, ()), "paper"),
    )


def _members(site: ViewContext, organization_id: str) -> list[tuple[str, list[Membership]]]:
    """Return people with the lines that say something which no other one says."""
    found = []
    for person, lines in memberships(site.kb, organization_id):
        dated = {(one.start, one.end) for one in lines if one.role}
        shown = [
            one for one in lines
            if one.at or one.role or ((one.start or one.end) and (one.start, one.end) not in dated)
        ]  # fmt: skip
        found.append((person, _once_an_event(site, shown)))
    return found


def _once_an_event(site: ViewContext, lines: Iterable[Membership]) -> list[Membership]:
    """Return lines without those of an event that an earlier one names: of a talk, or its own."""
    found: dict[object, Membership] = {}
    for one in lines:
        kind, name = one.at or ("", "")
        event = site.kb.talks[name].event if kind == "talk" else name
        found.setdefault(event if event and kind in {"talk", "event"} else one, one)
    return [*found.values()]


def _printed(site: ViewContext, organization: Organization) -> list[str]:
    """Return the other forms of the name, those of the file first."""
    forms: dict[str, None] = dict.fromkeys(organization.names)
    rel, one = site.kb.relations, organization.id
    for _person, lines in memberships(site.kb, one):
        forms |= dict.fromkeys(line.printed for line in lines)
    forms |= dict.fromkeys(
        text
        for event in rel.events_of_organization.get(one, ())
        for text in _hosting(site, one, event)
    )
    forms.pop(organization.title, None)
    return list(forms)


def _hosting(site: ViewContext, organization_id: str, event_id: str) -> Iterator[str]:
    """Yield how an event prints an organisation as its host or sponsor."""
    printed = site.kb.relations.printed_organizations
    for one in printed.get((organization_id, "event", event_id), ()):
        if one.who is None:
            yield one.name
