"""Importing the schedules of other systems: events of theirs become files of ours."""

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
    ),
)
