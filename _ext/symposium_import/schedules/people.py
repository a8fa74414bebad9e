"""Finding the persons of a schedule who already have a file."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.model.names import fold_name

from symposium_import.schedules.values import Finding, ImportedProgramme, Path


class KnownPeople:
    """The people who have files in a project."""

    def __init__(self, kb: KnowledgeBase) -> None:
        described = kb.identity.people.described
        self.claims = claims_of(described.values())
        self.folds = {fold for fold, ids in self.claims.items() if len(ids) == 1}
        self.by_orcid = {one.orcid: one.id for one in described.values() if one.orcid}

    def findings(self, programme: ImportedProgramme) -> list[Finding]:
        """Return which names could be those of several people, and which are no names."""
        found = {}
        for item in programme.items:
            for one in (*item.speakers, *item.authors):
                ids = self.claims.get(fold_name(one.name), ())
                if one.name in found or one.orcid in self.by_orcid:
                    continue
                if len(ids) > 1:
                    who = " and ".join(f"people/{one}.md" for one in ids)
                    message = f'the name "{one.name}" is claimed by {who}'
                    hint = "write person: with the right id beside the name"
                    found[one.name] = Finding(one.path, message, hint, decide=True)
                elif "@" in one.name.strip("@"):
                    message = f'"{one.name}" looks like an address for mail, not like a name'
                    hint = "it is published as it stands there: correct it in the file of the talk"
                    found[one.name] = Finding(one.path, message, hint)
        return [*found.values(), *_shared(programme)]


def _shared(programme: ImportedProgramme) -> Iterator[Finding]:
    """Yield names of several persons, and persons of several names, as their keys tell."""
    keys: dict[str, dict[str, Path]] = {}
    names: dict[str, dict[str, tuple[str, Path]]] = {}
    for item in programme.items:
        for one in (*item.speakers, *item.authors):
            if one.key:
                keys.setdefault(fold_name(one.name), {}).setdefault(one.key, one.path)
                by_fold = names.setdefault(one.key, {})
                by_fold.setdefault(fold_name(one.name), (one.name, one.path))
    for found in keys.values():
        if len(found) > 1:
            message = "another person of the schedule has this name too"
            hint = "both are one here: if they are two, write a file for each, and person: here"
            yield Finding([*found.values()][-1], message, hint)
    for both in names.values():
        if len(both) > 1:
            printed = [name for name, _ in both.values()]
            message = "one person of the schedule has several names"
            hint = f"they are several here: put {' and '.join(printed[:3])} into names: of one file"
            yield Finding([*both.values()][-1][1], message, hint)
