"""Lists of talks, as spreadsheets and reviewing systems export them: CSV, or JSON.

A list becomes the same `ImportedProgramme` as a schedule.
"""

from symposium.plugins.schedules.lists.reader import ListRead, read_list
from symposium.plugins.schedules.lists.rows import About

__all__ = ["About", "ListRead", "read_list"]
