"""The view of a reader's own list of works, which only the browser knows."""

from __future__ import annotations

from typing import Any

from symposium.locale import _


def view() -> dict[str, Any]:
    """Return what ``my-list.html`` needs."""
    return {
        "description": _("The works that a reader has chosen to cite, in all formats."),
        "crumbs": (("papers/index", _("Papers")),),
    }
