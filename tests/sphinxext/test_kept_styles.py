"""The light copy of the theme's sheet, as the user's cache keeps it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from symposium.model.user_cache import VARIABLE
from symposium.sphinxext import light_styles

SHEET = "a { color: red }\n.btn { color: blue }\n.here { color: green }\n"


def test_a_sheet_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(light_styles, "_words", lambda _app: frozenset({"here"}))
    published: list[Path] = []
    monkeypatch.setattr(light_styles, "publish", lambda _app, folder: published.append(folder))
    sheet = tmp_path / "theme.css"
    sheet.write_text(SHEET, encoding="utf-8")
    app = SimpleNamespace(doctreedir=str(tmp_path))
    assert light_styles.make_light(app, sheet)
    kept = published[0] / light_styles.LIGHT
    right = kept.read_bytes()
    assert b".here" in right
    assert b".btn" not in right
    monkeypatch.setattr(light_styles, "light", lambda *_: pytest.fail("it is there"))
    assert light_styles.make_light(app, sheet)
    assert published == [published[0]] * 2
