"""Importers: they make files of a project from works, sites and programmes kept elsewhere.

A plugin like those of other packages: it uses only the parts of ``symposium`` that the guide lists
as public, and ``symposium`` does not import it.
"""

from __future__ import annotations

from symposium.plugin import Importer, Plugin

PLUGIN = Plugin(
    name="importers",
    commands=(
        Importer("new", "start a new project, or add a file to one", "symposium_import.new"),
        Importer(
            "add",
            "add works to the bibliography: by DOI, arXiv number or person, or from a file",
            "symposium_import.add",
        ),
        Importer(
            "adopt",
            "make a project of a site that was made otherwise, of a library, or of an ORCID iD",
            "symposium_import.adopt",
        ),
        Importer(
            "citations",
            "ask OpenAlex how often the works of a project are cited",
            "symposium_import.citations",
        ),
    ),
    importers=(
        Importer(
            "schedule",
            "the schedule.json of pretalx, frab and those that write like them",
            "symposium_import.schedules.schedule_file",
        ),
        Importer(
            "talks",
            "a list of talks: a spreadsheet as CSV or XLSX",
            "symposium_import.schedules.talk_list",
        ),
    ),
)
