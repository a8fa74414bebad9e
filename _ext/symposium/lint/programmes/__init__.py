"""Rules for programmes: slots, days, zones, rooms, talks and speakers."""

from symposium.lint.programmes import offsets, overlaps, presence, rooms, slots, talk_days

RULES = (
    *overlaps.RULES,
    *talk_days.RULES,
    *slots.RULES,
    *offsets.RULES,
    *rooms.RULES,
    *presence.RULES,
)

__all__ = ["RULES"]
