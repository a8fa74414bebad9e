"""Lists of talks, as spreadsheets have them: CSV, or workbooks.

A list becomes the same `ImportedProgramme` as a schedule.
"""

from symposium_import.schedules.lists.reader import ListRead, read_list
from symposium_import.schedules.lists.tables import About

__all__ = ["About", "ListRead", "read_list"]
