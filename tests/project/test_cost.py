"""The guard of speed: no page and no build takes more steps than the committed table says."""

from __future__ import annotations

import json

import pytest
from cost import SIZES, TABLE, count_anew, flat, made_with, weights
from support.example_site import example_site
from support.shared_site import SharedSite

MORE = 1.03
"""What a figure may rise to: a little more is rounding, and much more a decision."""


def test_no_page_and_no_build_costs_more_than_the_table_says(shared_site: SharedSite) -> None:
    table = json.loads(TABLE.read_text("utf-8"))
    if (known := table.pop("made with")) != made_with():
        pytest.skip(f"the table was made with {known}; this is {made_with()}")
    # That twice as many are twice the work, `test_growth` shows.
    for figures, wanted in (("steps of a page", "example"), ("calls of a build", str(SIZES[0]))):
        table[figures] = {wanted: table[figures][wanted]}
    weight = dict(weights(example_site(shared_site).outdir))
    allowed = dict(flat(table))
    found = dict(flat({**count_anew(SIZES[:1]), "weight of a page": weight}))
    assert found.keys() == allowed.keys(), (
        "run python bench/cost.py, and say in docs/CHANGELOG.md why"
    )
    risen = {
        name: f"{allowed[name]:,} → {now:,}"
        for name, now in found.items()
        if now > allowed[name] * MORE
    }
    assert not risen, (
        "make it cheaper, or run python bench/cost.py and say in docs/CHANGELOG.md why"
    )
