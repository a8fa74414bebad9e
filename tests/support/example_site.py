"""The example of this repository, for tests that look at its site."""

from __future__ import annotations

from typing import Any

from support.paths import ROOT
from support.project import Outcome
from support.shared_site import SharedSite

EXAMPLE = ROOT / "docs" / "conference"


def example_site(shared_site: SharedSite, **config: Any) -> Outcome:
    """Return the site of the example, with a search, as it is or with other settings."""
    files = {
        path.relative_to(EXAMPLE).as_posix(): path.read_bytes()
        for path in EXAMPLE.rglob("*")
        if path.is_file() and "_build" not in path.parts
    }
    return shared_site(files, nitpicky=True, symposium_search="shards", **config)
