"""The importer of schedules: events of other systems become files of a project."""

from __future__ import annotations

from symposium.plugin import Importer, Plugin

PLUGIN = Plugin(
    name="schedules",
    importers=(
        Importer(
            "schedule",
            "the schedule.json of pretalx, frab and those that write like them",
            "symposium.plugins.schedules.command",
        ),
        Importer(
            "talks",
            "a list of talks: a spreadsheet as CSV or XLSX",
            "symposium.plugins.schedules.talks_command",
        ),
    ),
)
