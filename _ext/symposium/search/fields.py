"""The terms of a record for the search, in levels by what they say about it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from typing import Any

from symposium.kinds import BY_NAME, BY_RECORD, KINDS
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.printed_names import participants
from symposium.knowledge.volumes import editors_of
from symposium.model.names import fold_name
from symposium.pages.small_texts import plain_text
from symposium.pages.subjects import earlier_ids
from symposium.search.records import PAGES, SearchRecord, award_titles
from symposium.search.terms import STOP, addresses, arxiv_term, id_term, name_terms, suffix, words

WHOLE, NAME, SHORT, TITLE, LONG, PEOPLE, ABOUT = LEVELS = range(7)
"""Titles of one word; names; titles by their length; people; venue, year, topics and the
like."""
IDS = -1
"""The terms of ids: no words, but worth as much as a title of one."""
WORTH = (14.0, 12.0, 9.2, 8.0, 6.8, 6.0, 4.0)
"""What a word is worth in each."""

LENGTHS = ((1, WHOLE), (3, NAME), (6, SHORT), (10, TITLE))
"""Up to so many words a title is of a level: each of its words says more than one of a longer."""

COMMON = frozenset({"paper", "person"})
"""Kinds of so many records that their name says nothing: "software" is a word to find some by."""

SHORTEST, LONGEST = 3, 6
"""Letters of the acronyms that are found."""
RE_BEHIND = re.compile("[(:,]")
"""The end of a name, before remarks."""
RE_SHORT = re.compile(r"\((\w*[A-Z]\w*[A-Z][\w-]*)\)")
"""An abbreviation in parentheses."""

Texts = tuple[str, ...]
Found = dict[int, set[str]]
"""The terms of each level that has any."""


class Fields:
    """The terms of records of one knowledge base; what many records share is made once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._name_terms = cache(name_terms)
        self._person_terms = cache(self._terms_of_person)
        self._published = cache(self._published_terms)
        self._topics = cache(self._topic_terms)

    def of(self, entry: SearchRecord) -> Found:
        """Return the terms of a record, by level."""
        found: Found = defaultdict(set)
        if entry.kind in PAGES:
            self._title(found, entry.title)
            found[IDS].add(id_term(entry.id))
            return found
        if entry.kind == "year":
            self._title(found, entry.id)
            found[ABOUT].add(entry.kind)
            return found
        kind = entry.of
        record = self._kb.described(kind, entry.id)
        if kind == "person":
            self._person(found, entry.id)
        else:
            self._title(found, self._kb.title_of(kind, entry.id))
            getattr(self, f"_of_{kind}", self._of_any)(found, record)
        if kind not in {"person", "paper"}:
            found[IDS].add(id_term(entry.id))
        if entry.kind not in COMMON:
            found[ABOUT] = found[ABOUT] | {entry.kind}
        found[IDS].update(map(id_term, addresses(getattr(record, "links", None))))
        if earlier := self._earlier.get((kind, entry.id)):
            found[IDS].update(map(id_term, (*earlier, *self._earlier_keys(kind, entry.id))))
        if entry.year and kind != "paper":
            found[ABOUT].add(str(entry.year))
        for said in BY_NAME[kind].further.values() if record else ():
            if said.search:
                found[ABOUT] = found[ABOUT].union(words(text_of(said.of(record))))
        if awards := getattr(record, "awards", ()):
            found[ABOUT] = found[ABOUT].union(words("award"), *map(words, award_titles(awards)))
        return found

    def _earlier_keys(self, kind: str, record_id: str) -> list[str]:
        """Return the earlier cite keys of a work as its entry writes them."""
        fields = dict(self._kb.works[record_id].fields) if kind == "paper" else {}
        return [key.strip() for key in fields.get("ids", "").split(",") if key.strip()]

    @cached_property
    def _earlier(self) -> Mapping[tuple[str, str], list[str]]:
        """The earlier ids of records that had any."""
        return earlier_ids(self._kb)

    @cached_property
    def _owners(self) -> Mapping[str, list[set[str]]]:
        """Names of those whose pages list a work with the authors cut short, by the work."""
        found: dict[str, list[set[str]]] = defaultdict(list)
        for person, works in self._kb.relations.listed_of_person.items():
            terms = self._name_terms(self._kb.identity.names[person].text)
            for work in works:
                found[work].append(terms)
        return found

    @cached_property
    def _printed(self) -> Mapping[str, set[str]]:
        """The forms of a name that are not the person's own, by person."""
        identity, entities = self._kb.identity, self._kb.entities
        found: dict[str, set[str]] = defaultdict(set)
        for text, person_id in identity.by_text.items():
            if person_id in identity.varied:
                found[person_id].add(text)
        works = entities["paper"].values()
        printing = [one for work in works for one in (*work.authors, *work.editors)]
        for kind in KINDS:
            for record in entities[kind.name].values() if kind.people else ():
                printing += [one for _, _, one in kind.named_people(record)]
        for one in printing:
            if one.person is not None:
                found[identity.by_explicit[one.person]].add(one.name.text)
        return found

    def text(self, entry: SearchRecord) -> str:
        """Return the long text of a record: an abstract, a biography; it is read only here."""
        if entry.kind in PAGES:
            return entry.words
        record = self._kb.described(entry.of, entry.id)
        return getattr(record, "abstract", None) or plain_text(
            self._kb, getattr(record, "body", None) or ""
        )

    def _title(self, found: Found, title: str) -> None:
        terms = name_terms(title)
        count = len(terms - STOP)
        level = next((level for most, level in LENGTHS if count <= most), LONG)
        found[level].update(terms)

    def _person(self, found: Found, person_id: str) -> None:
        """Every form of a name but former ones."""
        identity = self._kb.identity
        person = self._kb.described("person", person_id)
        forms = [identity.names[person_id].text, *(person.known_as if person else ())]
        forms += self._printed.get(person_id, ())
        known = [form for form in forms if not self._is_former(form)]
        # Too many names begin with a letter for a browser to ask for all.
        initials = {"".join(words(form))[:1] for form in known} - {""}
        found[NAME] = set().union(*map(self._name_terms, known), initials)
        if person is None:
            return
        found[IDS].add(id_term(person_id))
        if person.orcid:
            found[IDS].add(id_term(person.orcid))
        for one in person.affiliations:
            found[ABOUT].update(words(one.organization))
        found[ABOUT].update(self._topics(person.topics))

    def _of_paper(self, found: Found, paper: Any) -> None:
        found[IDS].add(id_term(paper.key))
        if paper.id != paper.key:
            found[IDS].add(id_term(paper.id))
        if paper.doi:
            found[IDS].update(map(id_term, (paper.doi, *suffix(paper.doi))))
        if paper.arxiv:
            found[IDS].add(arxiv_term(paper.arxiv))
        self._people(found, paper.authors or paper.editors)
        found[ABOUT] = self._published(paper.venue, paper.year, paper.topics, paper.categories)
        if owners := self._owners.get(paper.id):
            found[ABOUT] = found[ABOUT].union(*owners)

    def _of_event(self, found: Found, event: Any) -> None:
        self._of_any(found, event)
        found[NAME].update(words(event.id))
        self._people(found, participants(event))

    def _of_talk(self, found: Found, talk: Any) -> None:
        event = self._kb.events.get(talk.event) if talk.event else None
        self._of_any(found, talk)
        found[ABOUT].update(words((event.title if event else talk.venue) or ""), ["talk"])

    def _of_venue(self, found: Found, venue: Any) -> None:
        works = self._kb.relations.papers_of_venue.get(venue.id, ())
        years = {str(self._kb.works[one].year or "") for one in works} - {""}
        found[ABOUT] = found[ABOUT] | years
        self._of_any(found, venue)
        self._title(found, venue.short or "")
        found[NAME].update(acronyms(venue.name), self._called(works))

    def _of_organization(self, found: Found, organization: Any) -> None:
        self._of_any(found, organization)
        if organization.ror:
            found[WHOLE].add(id_term(organization.ror))
        for text in self._forms_of_organizations[organization.id]:
            self._title(found, text)

    @cached_property
    def _forms_of_organizations(self) -> Mapping[str, list[str]]:
        """The forms in which each organisation is printed."""
        found: dict[str, list[str]] = defaultdict(list)
        for text, one in self._kb.relations.organization_of_text.items():
            found[one].append(text)
        return found

    def _of_volume(self, found: Found, volume: Any) -> None:
        self._of_any(found, volume)
        inside = self._kb.relations.papers_of_volume.get(volume.id, ())
        self._people(found, editors_of(volume, self._kb.works, inside))
        found[ABOUT].add(str(volume.year or ""))
        found[NAME].update(acronyms(volume.title), self._called(inside))

    def _called(self, works: Sequence[str]) -> set[str]:
        """Return what the ids of works call their venue; two of them must agree."""
        ends = [self._kb.works[one] for one in {works[0], works[-1]}] if works else []
        found = [id_names(one.doi or "", one.links) for one in ends]
        return found[0] & found[1] if len(found) > 1 else set()

    def _of_any(self, found: Found, record: Any) -> None:
        """Add what the fields of a kind say: names, people, topics, and its fields."""
        kind = BY_RECORD[type(record)]
        self._people(found, [one for field in kind.people for one in getattr(record, field)])
        found[ABOUT].update(self._topics(getattr(record, "topics", ())))
        for said in kind.fields.values():
            if said.search:
                found[ABOUT].update(words(text_of(said.of(record))))
        for name in getattr(record, "names", ()):
            self._title(found, name.replace("{year}", " ").replace("{ordinal}", " "))

    def _people(self, found: Found, people: Iterable[Any]) -> None:
        """Names as printed, and as the persons have them."""
        terms = [self._person_terms(one.name.text, one.person) for one in people]
        found[PEOPLE] = set().union(*terms)

    def _is_former(self, text: str) -> bool:
        former = self._kb.identity.former
        return bool(former) and fold_name(text) in former

    def _terms_of_person(self, printed: str, explicit: str | None) -> AbstractSet[str]:
        """Return the terms of a name as it is printed, and as the person has it."""
        identity = self._kb.identity
        name = identity.names[identity.resolve(printed, explicit)].text
        if name == printed or self._is_former(printed):
            return self._name_terms(name)
        return self._name_terms(name) | self._name_terms(printed)

    def _published_terms(
        self, printed: str | None, year: int | None, topics: Texts, categories: Texts
    ) -> set[str]:
        """Return what papers of one venue and year are about: one set for all, not to be changed.

        The venue counts as they print it, and as it has its name.
        """
        texts = [printed or "", str(year or ""), *categories]
        if printed:
            venue = self._kb.venues[self._kb.relations.venue_of_text[printed]]
            texts += (venue.name, venue.short or "")
        return set(words(" ".join(texts))) - STOP | self._topics(topics)

    def _topic_terms(self, texts: Texts) -> frozenset[str]:
        titles = (topic.title for topic in self._kb.topics_of(texts))
        return frozenset(term for text in (*texts, *titles) for term in words(text))


def text_of(value: Any) -> str:
    """Return the value of a field as text."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value or "")


def acronyms(name: str) -> set[str]:
    """Return what a name may be abbreviated to: the initials of its last words, three or more.

    A chapter of a society is often abbreviated without that word. What stands in parentheses as
    an abbreviation is one.

    >>> sorted(acronyms("Meeting of the Association for Computational Linguistics (Volume 1)"))
    ['acl', 'macl']
    >>> sorted(acronyms("European Chapter of the Association for Computational Linguistics"))
    ['acl', 'cacl', 'eacl', 'ecacl']
    >>> sorted(acronyms("Workshop on Noisy User-generated Text (WNUT)"))
    ['nut', 'wnut']
    """
    found = set(words(" ".join(RE_SHORT.findall(name))))
    for part in RE_BEHIND.split(name)[0].split(" and the "):
        capitals = [word for word in part.split() if word[0].isupper()]
        for said in (capitals, [word for word in capitals if word != "Chapter"]):
            letters = "".join([word[0] for word in said]).lower()
            most = min(LONGEST, len(letters))
            found.update(letters[-length:] for length in range(SHORTEST, most + 1))
    return found


def id_names(doi: str, links: Mapping[str, str] | None) -> set[str]:
    """Return the names in the ends of a DOI and of addresses, where these are ids: with a digit.

    >>> sorted(id_names("10.18653/v1/2020.coling-main.1", {"url": "https://openreview.net/forum"}))
    ['coling', 'main']
    """
    ends = [end for text in (doi, *addresses(links)) for end in suffix(text)]
    found = words(" ".join(ends))
    return {word for word in found if word.isalpha() and len(word) >= SHORTEST}
