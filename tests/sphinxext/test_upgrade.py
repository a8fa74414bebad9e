"""A new version of this package reads all documents again, by its own directives."""

from __future__ import annotations

import pytest
from support.project import MakeProject
from symposium import sphinxext


def test_documents_are_read_again_after_an_upgrade(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project({"note.md": "---\norphan:\n---\n# A note\n"})
    assert {"index", "note"} <= {*made.build("dummy").read()}
    assert made.build("dummy").read() == []
    monkeypatch.setattr(sphinxext, "own_code", lambda: "0a")
    assert {"index", "note"} <= {*made.build("dummy").read()}
