"""Fingerprints of the related papers of a page.

Which works are related is found out when a page is made, by whichever process makes it. Its number
covers what that rests on: of each thing that a work has (its authors, topics, references, telling
words) which other works have it, and all that their entries say. So a changed entry concerns the
pages of those works that share something with it, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.related_works import NOTHING
from symposium.pages.related_papers import chosen


def related_fingerprints(
    kb: KnowledgeBase, records: Mapping[str, Mapping[str, int]]
) -> dict[str, int]:
    """Return of each work the number of what its related papers are found from.

    ``records`` are the numbers of records, by kind and id.
    """
    shared, relations = kb.related_works.shared, kb.relations
    vectors = {one: hash(vector) for one, (_, vector) in shared.vectors.items()}
    # What a work brings into the comparison is its entry and its vector.
    papers, nothing = records["paper"], hash(NOTHING[1])
    silent = shared.silent
    works = {one: hash((papers[one], vectors.get(one, nothing), one in silent)) for one in kb.works}
    work = works.__getitem__

    def number(having: Iterable[str]) -> int:
        """Return the number of works that have something; of very many only which they are."""
        ids = tuple(having)
        if shared.worth(len(ids)):
            return hash(tuple(map(work, ids)))
        return crc32("\n".join(ids).encode())

    at = tuple(works.values()).__getitem__
    words = {word: hash(tuple(map(at, places))) for word, (places, _) in shared.postings.items()}
    people = {one: number(ids) for one, ids in relations.papers_of_person.items()}
    for one in relations.posters_of_person:
        people[one] = number(shared.works_of(one))
    topics = {one: number(ids) for one, ids in relations.papers_of_topic.items()}
    found = {}
    for one, record in kb.works.items():
        shown = [shared.bits, works[one], *[words[word] for word, _ in shared.leading(one)]]
        shown += map(people.__getitem__, relations.authors_of_paper[one])
        if record.topics:
            for topic, _, _ in shared.topics(one):
                shown += (records["topic"][topic], topics[topic])
        if relations.cites:
            for other, _, citing in shared.citations(one):
                shown += (works[other], number(citing))
        if record.related:
            shown += map(work, chosen(kb, one))
        found[one] = hash(tuple(shown))
    return found
