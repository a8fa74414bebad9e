"""Previews: what Read the Docs builds of a change that is proposed, at an address of its own.

A preview is gone when the change is accepted. So its pages give the address of the published site
as theirs, where that is known, and say that they are a preview.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from sphinx.config import Config

PREVIEWED = "READTHEDOCS_CANONICAL_URL"
"""The variable that has the address of the preview, in a preview."""


def is_preview(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether this is the build of a preview.

    >>> is_preview({"READTHEDOCS_VERSION_TYPE": "external"}), is_preview({})
    (True, False)
    """
    return environ.get("READTHEDOCS_VERSION_TYPE") == "external"


def published_at(environ: Mapping[str, str] = os.environ) -> str:
    """Return the address of the site that a preview is of; nothing if nobody says.

    Read the Docs says on which host the project is: its version ``latest`` is taken.

    >>> published_at({"READTHEDOCS_PRODUCTION_DOMAIN": "kb.readthedocs.io"})
    'https://kb.readthedocs.io/en/latest/'
    >>> published_at({"SYMPOSIUM_BASEURL": "https://kb.example.org/"}), published_at({})
    ('https://kb.example.org/', '')
    """
    if given := environ.get("SYMPOSIUM_BASEURL"):
        return given
    domain = environ.get("READTHEDOCS_PRODUCTION_DOMAIN")
    language = environ.get("READTHEDOCS_LANGUAGE", "en")
    return f"https://{domain}/{language}/latest/" if domain else ""


def set_published_address(config: Config) -> None:
    """Set the address of the site where ``conf.py`` takes that of the preview for it."""
    given = config.html_baseurl.rstrip("/")
    if is_preview() and given in {"", os.environ.get(PREVIEWED, "").rstrip("/")}:
        config.html_baseurl = published_at()
