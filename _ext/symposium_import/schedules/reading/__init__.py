"""Programmes as conference systems export them: pretalx, frab and those that write like them.

Their ``schedule.json`` becomes plain values; what cannot be used is told with its place in it.
Nothing here knows what our own files look like.
"""

from symposium_import.schedules.reading.reader import read_schedule
from symposium_import.schedules.reading.values import (
    Finding,
    ImportedProgramme,
    Item,
    Reference,
    Speaker,
)

__all__ = ["Finding", "ImportedProgramme", "Item", "Reference", "Speaker", "read_schedule"]
