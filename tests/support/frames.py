"""Frames of pages for tests that need no theme."""

from __future__ import annotations

from symposium.pages.frame import BODY, Frame


class Bare(dict[tuple[str, int, bool, bool], Frame]):
    """A theme that writes nothing around a page."""

    def __missing__(self, key: tuple[str, int, bool, bool]) -> Frame:
        return Frame(("", BODY, ""), "", "")

    def get(self, key, _default=None):  # type: ignore[no-untyped-def]
        """Return the frame of a page."""
        return self[key]
