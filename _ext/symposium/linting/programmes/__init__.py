"""The rules of programmes: slots, days, zones, rooms, talks and speakers."""

from symposium.linting.programmes import offsets, overlaps, presence, rooms, slots, talks

RULES = (
    *overlaps.RULES,
    *talks.RULES,
    *slots.RULES,
    *offsets.RULES,
    *rooms.RULES,
    *presence.RULES,
)

__all__ = ["RULES"]
