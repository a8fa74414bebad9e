"""What the tests of a module have that look at its ``site``: an address, and visits to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser
from support.browser import MakeVisit, revisit
from support.project import Outcome
from support.real_site import serve


@pytest.fixture(scope="module")
def root(site: Outcome) -> Iterator[str]:
    with serve(site.outdir) as address:
        yield address


@pytest.fixture
def visiting(browser: Browser, root: str) -> MakeVisit:
    return partial(revisit, browser, root)
