"""The rule for fields of entries that are shown nowhere: each is named once, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.lint.subject import Rule, Subject
from symposium.lint.works.entry_syntax import field_meant
from symposium.lint.works.known_fields import KNOWN_FIELDS
from symposium.model.problems import Code, Place, Problem
from symposium.reading.entry_fields import READ_FIELDS, UNSHOWN

MOST = 100
"""Up to so many fields are named."""
READ_OR_MUTED = ("url_", "opt")
"""Beginnings of names: of links, and of fields that their author has switched off."""


def unread_fields(subject: Subject) -> Iterator[Problem]:
    """Report each field that no page shows, at its first entry, with how many there are.

    Fields of BibTeX and biblatex, and those that reference managers write for themselves, are
    in the BibTeX of the page, which is where they are looked for.
    """
    found: dict[tuple[str, str], tuple[Place, int]] = {}
    for paper in subject.kb.works.values():
        for name in {name for name, _ in paper.fields}:
            if name in READ_FIELDS or (name in KNOWN_FIELDS and not UNSHOWN.get(name)):
                continue
            key = (paper.origin.place.path, name)
            if key not in found and len(found) >= MOST:
                continue
            if name.startswith(READ_OR_MUTED) or field_meant(name):  # a slip is reported as one
                continue
            place, times = found.get(key) or (paper.origin.at(name), 0)
            found[key] = place, times + 1
    for (_, name), (place, times) in found.items():
        entries = "1 entry" if times == 1 else f"{times:,} entries"
        message = f"`{name}` of {entries} is shown nowhere"
        hint = UNSHOWN.get(name) or "it stays in the file, and in the BibTeX of the work"
        yield Problem(Code.BIB_FIELD_UNREAD, message, place, hint)


RULES: tuple[Rule, ...] = (unread_fields,)
