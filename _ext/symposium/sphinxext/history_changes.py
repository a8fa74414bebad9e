"""Changes of git's history, which change the dates in calendars."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from symposium.export.appointments import epoch
from symposium.export.outputs import Calendars
from symposium.reading.git_history import state
from symposium.sphinxext.manifest import Manifest

HISTORY = "history"
"""Where the manifest remembers which commit told the times."""


def note_history(app: Sphinx, manifest: Manifest) -> None:
    """Remember what the calendars that were made go by."""
    asked = manifest.outputs.get(Calendars.name)  # git is asked only where there are some
    manifest.files[HISTORY] = _state(app) if asked else ""


def has_same_history(app: Sphinx, manifest: Manifest) -> bool:
    """Tell whether what is made now would go by the same."""
    known = manifest.files.get(HISTORY, "")
    return not known or known == _state(app)


def _state(app: Sphinx) -> str:
    """Return what tells when calendars were changed."""
    return f"{state(Path(app.srcdir))} {epoch()}"
