"""The view of a reader's own list of works, which only the browser knows."""

from __future__ import annotations

from symposium.locale import _
from symposium.pages.template_names import ViewNames


def view() -> ViewNames:
    """Return what ``my-list.html`` needs."""
    return {
        "description": _("The works that a reader has chosen to cite, in all formats."),
        "crumbs": (("papers/index", _("Papers")),),
    }
