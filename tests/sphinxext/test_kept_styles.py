"""The light copy of the theme's sheet, as the user's cache keeps it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from symposium.model.user_cache import VARIABLE
from symposium.sphinxext import light_styles

SHEET = "a { color: red }\n.btn { color: blue }\n.here { color: green }\n"


@pytest.mark.parametrize("damage", [b"", b"\xff", None])
def test_a_sheet_that_is_not_as_it_was_written_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(light_styles, "_words_of_project", lambda _app: frozenset({"here"}))
    monkeypatch.setattr(light_styles, "_words_of_packages", frozenset)
    published: list[bytes] = []
    monkeypatch.setattr(
        light_styles, "publish", lambda _app, _name, files: published.extend(files.values())
    )
    sheet = tmp_path / "theme.css"
    sheet.write_text(SHEET, encoding="utf-8")
    app = SimpleNamespace(doctreedir=str(tmp_path))
    assert light_styles.make_light(app, sheet)
    assert b".here" in published[0]
    assert b".btn" not in published[0]
    kept = next((tmp_path / "cache").rglob("*.css"))
    right = kept.read_bytes()
    half = right[: len(right) // 2]
    kept.write_bytes(half if damage is None else damage + right[len(damage) :])
    assert light_styles.make_light(app, sheet)
    assert kept.read_bytes() == right
    assert published[0] == published[1]
