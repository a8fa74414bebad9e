"""The manifest tells by names that nothing was taken away."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from symposium.sphinxext.manifest import Manifest


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    """What a build of four files has left, some time ago."""
    outdir = tmp_path / "html"
    for path in ("explore.html", "papers/a.html", "papers/b.html", "people/x.ics"):
        (outdir / path).parent.mkdir(parents=True, exist_ok=True)
        (outdir / path).write_text("")
    pages = {"explore": 1, "papers/a": 2, "papers/b": [3, "papers/b.html"]}
    found = Manifest(tmp_path / "manifest.json", outdir)
    found.outputs = {"pages": pages, "calendars": {"people/x.ics": 4}}
    found.note_names()
    return found


def test_a_site_that_was_left_alone_is_untouched(manifest):
    assert manifest.is_untouched()


def test_a_site_is_untouched_in_whatever_order_its_files_are_listed(manifest, monkeypatch):
    listed = os.walk

    def turned(top: Path) -> list[tuple[str, list[str], list[str]]]:
        return [(folder, below, names[::-1]) for folder, below, names in listed(top)][::-1]

    monkeypatch.setattr(os, "walk", turned)
    assert manifest.is_untouched()


@pytest.mark.parametrize("path", ["explore.html", "papers/a.html", "papers/b.html", "people/x.ics"])
def test_a_file_that_was_removed_is_noticed(manifest, path):
    (manifest.outdir / path).unlink()
    assert not manifest.is_untouched()


def test_a_file_of_others_is_looked_at_once(manifest):
    (manifest.outdir / "papers/theirs.txt").write_text("")
    manifest.unchanged = True
    manifest.note_names()
    assert not manifest.unchanged  # the new names are stored
    assert manifest.is_untouched()
