"""Works on somebody's own page, such as a tracker page, even if their authors are cut short.

A source may say whose page it is (``owner:``). Where it lists a work whose author list is cut short
("et al.") and does not get as far as the owner, the owner is one of those left out. Such works are
counted and listed apart. No author list is completed: its other names are not known.

If the list is complete and lacks the owner, the work is not theirs, and is reported.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.source import Source
from symposium.knowledge.aliases import aliases_of
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.model.problems import Code, Place, Problem


def owners_of(
    sources: Iterable[Source], people: Mapping[str, Person], known: Container[str]
) -> dict[str, str]:
    """Return the ids of sources, each with that of the person whose page it is.

    ``people`` are those who have a file, ``known`` are all. An owner who is none of these is left
    out.
    """
    owned = [(source.id, source.owner) for source in sources if source.owner]
    earlier = aliases_of(people.values()) if owned else {}
    today = ((source, one if one in known else earlier.get(one)) for source, one in owned)
    return {source: person for source, person in today if person}


def cut_short(
    papers: Iterable[Paper], authors: Mapping[str, Ids], owners: Mapping[str, str]
) -> Iterator[tuple[str, Ids]]:
    """Yield each paper with the owners of the pages that list it and do not get to their names.

    ``authors`` are the persons that each paper prints, ``owners`` those of `owners_of`.
    """
    for paper in papers:
        if paper.et_al and paper.listings:
            found = dict.fromkeys(owners.get(one.source or "") for one in paper.listings)
            named = authors[paper.id]
            yield paper.id, tuple([one for one in found if one and one not in named])


def check_owners(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report works that a page lists, and whose complete authors lack its owner."""
    owned = {source.id: source for source in kb.sources.values() if source.owner}
    people = kb.identity.people
    owners = owners_of(owned.values(), people.described, people) if owned else {}
    whole = [work for work in kb.works.values() if not work.et_al] if owners else []
    for paper, source_id in [(work, one.source) for work in whole for one in work.listings]:
        if source_id in owners and owners[source_id] not in kb.authors_of(paper.id):
            message = f"{owners[source_id]} is not an author of {paper.key}, which the page lists"
            hint = "end its authors with and others if they are cut short, or remove it"
            place = _place(owned[source_id], paper)
            yield Problem(Code.OWNER_NO_AUTHOR, message, place, hint)


def _place(source: Source, paper: Paper) -> Place:
    """Return where a source lists a paper; the beginning of its listings if its own file does."""
    keys = {paper.key, paper.id}
    index = next((i for i, one in enumerate(source.listings) if one.paper in keys), None)
    return source.origin.at("listings" if index is None else f"listings.{index}.paper")
