"""What the front matter of any page may say about its address: ``was`` and ``gone``."""

from __future__ import annotations

from typing import Any, NamedTuple

from symposium.model.problems import Problem
from symposium.reading.fieldtypes import PagePath
from symposium.reading.groups import Field, ListOf
from symposium.reading.nodes import MapNode
from symposium.reading.schema import Log, Text, Wrong
from symposium.reading.slips import shown


class Reason(Text):
    """Why a page is gone."""

    expected = "a reason, in a sentence"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the reason."""
        if text.lower() in {"true", "false", "yes", "no"}:
            return Wrong(f"{shown(text)} is no reason", "say in a sentence why the page is gone")
        return super().convert(text)


GONE = Field(Reason(), "Why the page was taken away; then nothing else of the file is shown.")
FIELDS = {
    "was": Field(ListOf(PagePath()), "Earlier pages, which keep leading here: guide/start."),
    "gone": GONE,
}
"""The fields that a page which describes no record may have."""


class Standing(NamedTuple):
    """Where a page stood earlier, and why it stands there no more."""

    was: tuple[str, ...] = ()
    gone: str = ""


def standing(tree: MapNode | None, path: str) -> tuple[Standing, list[Problem]]:
    """Return what a page that describes no record says about its address; other fields pass."""
    log = Log(path)
    values = {
        key.text: value
        for key, item in (tree.entries if tree else ())
        if key.text in FIELDS
        and (value := FIELDS[key.text].type.read(item, key.text, log)) is not None
    }
    return Standing(**values), log.problems
