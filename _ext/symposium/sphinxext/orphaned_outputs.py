"""Orphaned outputs: pages of ours that no manifest names."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from pathlib import Path

from symposium.kinds import BY_FOLDER

FOLDERS = ("years", "api/v1", "search", "listings")
"""Folders of a site in which all is ours."""
SUFFIXES = (
    ".html", ".pdf", ".json", ".bin", ".bib", ".ics", ".ris", ".markdown", ".atom", ".md",
)  # fmt: skip
"""What we write there."""


def orphaned_outputs(outdir: Path, alive: Container[str]) -> Iterator[str]:
    """Yield the paths of files that look as if they were ours, but for those that are ``alive``."""
    before = len(f"{outdir}/")
    for ours in (*BY_FOLDER, *FOLDERS):
        for folder, _, names in os.walk(f"{outdir}/{ours}"):
            inside = folder[before:].replace(os.sep, "/")
            for name in names:
                path = f"{inside}/{name}"
                if name.endswith(SUFFIXES) and path not in alive:
                    yield path
