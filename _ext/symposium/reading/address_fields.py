"""What the front matter of any page may say about its address: ``was`` and ``gone``."""

from __future__ import annotations

from typing import Any, NamedTuple

from symposium.model.kinds import BY_FOLDER
from symposium.model.problems import Code, Place, Problem
from symposium.reading.compound_types import Field, ListOf
from symposium.reading.field_types import Log, TextType, WrongValue
from symposium.reading.link_types import PagePath
from symposium.reading.nodes import MapNode
from symposium.reading.yaml_repair import shown

INDEXES = frozenset(f"{folder}/index.md" for folder in (*BY_FOLDER, "years"))
"""Pages that are made whatever there is."""


class Reason(TextType):
    """Why a page is gone."""

    expected = "a reason, in a sentence"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the reason."""
        if text.lower() in {"true", "false", "yes", "no"}:
            return WrongValue(
                f"{shown(text)} is no reason", "say in a sentence why the page is gone"
            )
        return super().convert(text)


GONE = Field(Reason(), "Why the page was taken away; then nothing else of the file is shown.")
FIELDS = {
    "was": Field(ListOf(PagePath()), "Earlier pages, which keep leading here: guide/start."),
    "gone": GONE,
}
"""The fields that a page which describes no record may have."""


class Address(NamedTuple):
    """Where a page stood earlier, and why it stands there no more."""

    was: tuple[str, ...] = ()
    gone: str = ""


def address_of(tree: MapNode | None, path: str) -> tuple[Address, list[Problem]]:
    """Return what a page that describes no record says about its address; other fields pass."""
    log = Log(path)
    entries = tree.entries if tree else ()
    values = {
        key.text: value
        for key, item in entries
        if key.text in FIELDS
        and (value := FIELDS[key.text].type.read(item, key.text, log)) is not None
    }
    if "gone" in values and path in INDEXES:
        message = "The list of a folder is always there: it cannot be gone"
        place = next(Place(path, key.line, key.column) for key, _ in entries if key.text == "gone")
        log.problems.append(Problem(Code.GONE_BUT_THERE, message, place, "take gone: out"))
        del values["gone"]
    return Address(**values), log.problems
