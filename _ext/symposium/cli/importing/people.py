"""Who of a schedule is known already."""

from __future__ import annotations

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.model.names import fold_name
from symposium.reading.schedules.values import Finding, Programme


class People:
    """The people who have files in a project."""

    def __init__(self, kb: KnowledgeBase) -> None:
        described = kb.identity.people.described
        self.claims = claims_of(described.values())
        self.folds = {fold for fold, ids in self.claims.items() if len(ids) == 1}
        self.by_orcid = {one.orcid: one.id for one in described.values() if one.orcid}

    def findings(self, programme: Programme) -> list[Finding]:
        """Return which names could be those of several people, and which are no names."""
        found = {}
        for item in programme.items:
            for one in item.speakers:
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
                    hint = "it is published as it stands there: mend it in the file of the talk"
                    found[one.name] = Finding(one.path, message, hint)
        return list(found.values())
