"""What every record has: where it was written, what its facts rest on, and its earlier ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symposium.model.lazy_values import on_demand
from symposium.model.problems import Place

NOWHERE = Place("", 0, 0)


@on_demand(fields="places")
@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record was written: its file, and the line and column of each of its fields."""

    place: Place = NOWHERE
    fields: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Dotted path of a field (``affiliations.0.country``) to its 1-based line and column."""

    def at(self, path: str = "") -> Place:
        """Return the place of a field, of the nearest field above it, or of the record."""
        fields = self.fields if path else {}
        while path:
            if path in fields:
                return Place(self.place.path, *fields[path])
            path = path.rpartition(".")[0]
        return self.place


@dataclass(frozen=True, slots=True)
class Correction:
    """A printed slip and its mending: both are kept."""

    field: str
    printed: str
    corrected: str
    source: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBase:
    """What every record has that can have a page of its own."""

    was: tuple[str, ...] = ()
    """Earlier ids, which keep resolving, and earlier pages (``/talks/x``), which keep leading here.
    """
    origin: Origin = Origin()
    document: str | None = None
    """The Sphinx document that holds its prose, without extension; ``None`` for a derived page."""

    @property
    def earlier_ids(self) -> tuple[str, ...]:
        """Ids that it had."""
        return tuple([one for one in self.was if not one.startswith("/")])

    @property
    def earlier_pages(self) -> tuple[str, ...]:
        """Docnames of pages, of whatever kind, in whose place it is."""
        return tuple([one[1:] for one in self.was if one.startswith("/")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced(RecordBase):
    """A record whose facts are traced to their sources."""

    inferred: tuple[str, ...] = ()
    """Fields that the editors inferred."""
    sources: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
