"""The user's cache: for its user alone, and nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from symposium.model.user_cache import VARIABLE, user_cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_it_is_made_for_its_user_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        assert user_cache("styles") == home / "styles"
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o777 == 0o700


def test_one_that_was_open_is_closed(home: Path) -> None:
    home.mkdir()
    home.chmod(0o777)
    assert user_cache() == home
    assert home.stat().st_mode & 0o777 == 0o700


def test_one_of_somebody_else_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: home.stat().st_uid + 1)
    assert user_cache("templates") is None


def test_one_that_cannot_be_made_is_not_used(home: Path) -> None:
    home.write_text("a file")
    assert user_cache("templates") is None


def test_nothing_is_kept_where_the_variable_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert user_cache("styles") is None
