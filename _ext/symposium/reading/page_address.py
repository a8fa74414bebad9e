"""``was`` and ``gone`` in the front matter of pages that describe no record."""

from __future__ import annotations

from typing import NamedTuple

from symposium.fields.compound_types import Field, ListOf
from symposium.fields.field_types import Log
from symposium.fields.link_types import PagePath
from symposium.fields.nodes import MapNode
from symposium.kinds import BY_FOLDER
from symposium.kinds.kind import GONE
from symposium.model.problems import Code, Place, Problem

FIELDS = {
    "was": Field(ListOf(PagePath()), "Earlier pages, whose addresses redirect here: guide/start."),
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
    if "gone" in values and _is_index(path):
        message = "The list of a folder is always there: it cannot be gone"
        place = next(Place(path, key.line, key.column) for key, _ in entries if key.text == "gone")
        log.problems.append(Problem(Code.GONE_BUT_THERE, message, place, "remove gone:"))
        del values["gone"]
    return Address(**values), log.problems


def _is_index(path: str) -> bool:
    """Tell whether a page is made whatever there is."""
    folder, _, name = path.rpartition("/")
    return name == "index.md" and (folder in BY_FOLDER or folder == "years")
