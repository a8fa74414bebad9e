"""What ``{listing}`` asks for, as the environment keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.query import Query


@dataclass(frozen=True, slots=True)
class ListingRequest:
    """A listing on a page of somebody's own."""

    query: Query
    view: str = "list"
    """One of `symposium.query.VIEWS`."""
    heading: str = ""
    name: str = "listing-1"
    """Before its parameters in addresses."""
    number: int = 1
    """Which listing of its page it is."""
    plain: bool = False
    """Whether it is shown without anything to narrow it."""
