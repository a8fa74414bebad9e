"""The kinds of things that have pages: the one place where a kind is registered.

A kind is one record (`symposium.model.records`), one schema (`symposium.reading.schemas`), one
template (``pages/templates/<name>.html``) and one line here.
"""

from __future__ import annotations

from dataclasses import dataclass

from symposium.model import programme_records, records


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing: its role, template and schema have its name, its pages lie in its folder."""

    name: str
    folder: str
    """Where its files and its pages are."""
    record: type
    title: str
    """Heading of its index page."""


KINDS = (
    Kind("person", "people", records.Person, "People"),
    Kind("paper", "papers", records.Paper, "Papers"),
    Kind("event", "events", programme_records.Event, "Events"),
    Kind("talk", "talks", programme_records.Talk, "Talks"),
    Kind("topic", "topics", records.Topic, "Topics"),
    Kind("venue", "venues", records.Venue, "Venues"),
    Kind("source", "sources", records.Source, "Sources"),
    Kind("software", "software", records.Software, "Software"),
)
BY_NAME = {kind.name: kind for kind in KINDS}
BY_FOLDER = {kind.folder: kind for kind in KINDS}
