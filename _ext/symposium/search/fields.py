"""The terms of a record for the search, in levels by their worth."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from typing import Any

from symposium.kinds import BY_NAME, BY_RECORD
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.printed_names import participants
from symposium.knowledge.volumes import editors_of
from symposium.model.names import fold_name
from symposium.pages.author_links import identifiers_of
from symposium.pages.small_texts import plain_text
from symposium.pages.subjects import earlier_ids
from symposium.search.records import PAGES, SearchRecord, award_titles
from symposium.search.terms import STOP, addresses, arxiv_term, id_term, name_terms, suffix, words

WHOLE, NAME, SHORT, TITLE, LONG, PEOPLE, ABOUT = LEVELS = range(7)
"""Levels: titles of one word; names; titles by their length; people; venue, year, topics and the
like."""
IDS = -1
"""The terms of ids: they are no words, but worth as much as a title of one word."""
WORTH = (14.0, 12.0, 9.2, 8.0, 6.8, 6.0, 4.0)
"""The worth of a word in each level."""

LENGTHS = ((1, WHOLE), (3, NAME), (6, SHORT), (10, TITLE))
"""The most words of a title in each level: a word of a short title is worth more."""

COMMON = frozenset({"paper", "person"})
"""Kinds that are not found by their name: most records are of these."""

SHORTEST, LONGEST = 3, 6
"""The least and most letters of an acronym."""
RE_BEHIND = re.compile("[(:,]")
"""The end of a name, before remarks."""
RE_SHORT = re.compile(r"\((\w*[A-Z]\w*[A-Z][\w-]*)\)")
"""An abbreviation in parentheses."""

Texts = tuple[str, ...]
TermLevels = dict[int, set[str]]
"""The terms of a record by level."""


class Fields:
    """The terms of records of one knowledge base; those that records share are made once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._name_terms = cache(name_terms)
        self._person_terms = cache(self._terms_of_person)
        self._published = cache(self._published_terms)
        self._topics = cache(self._topic_terms)

    def of(self, entry: SearchRecord) -> TermLevels:
        """Return the terms of a record, by level."""
        levels: TermLevels = defaultdict(set)
        if entry.kind in PAGES:
            self._title(levels, entry.title)
            levels[IDS].add(id_term(entry.id))
            return levels
        if entry.kind == "year":
            self._title(levels, entry.id)
            levels[ABOUT].add(entry.kind)
            return levels
        kind = entry.of
        record = self._kb.described(kind, entry.id)
        if kind == "person":
            self._person(levels, entry.id)
        else:
            self._title(levels, self._kb.title_of(kind, entry.id))
            getattr(self, f"_of_{kind}", self._of_any)(levels, record)
        if kind not in {"person", "paper"}:
            levels[IDS].add(id_term(entry.id))
        if record and kind != "paper":  # whose identifiers have further forms
            levels[IDS].update(id_term(text) for _type, text in identifiers_of(record))
        if entry.kind not in COMMON:
            levels[ABOUT] = levels[ABOUT] | {entry.kind}
        levels[IDS].update(map(id_term, addresses(getattr(record, "links", None))))
        if earlier := self._earlier.get((kind, entry.id)):
            levels[IDS].update(map(id_term, (*earlier, *self._earlier_keys(kind, entry.id))))
        if entry.year and kind != "paper":
            levels[ABOUT].add(str(entry.year))
        for field in BY_NAME[kind].further.values() if record else ():
            if field.search:
                levels[ABOUT] = levels[ABOUT].union(words(text_of(field.of(record))))
        if awards := getattr(record, "awards", ()):
            levels[ABOUT] = levels[ABOUT].union(words("award"), *map(words, award_titles(awards)))
        return levels

    def _earlier_keys(self, kind: str, record_id: str) -> list[str]:
        """Return the earlier cite keys of a work as written in its entry."""
        fields = dict(self._kb.works[record_id].fields) if kind == "paper" else {}
        return [key.strip() for key in fields.get("ids", "").split(",") if key.strip()]

    @cached_property
    def _earlier(self) -> Mapping[tuple[str, str], list[str]]:
        """The earlier ids of records, by kind and id."""
        return earlier_ids(self._kb)

    @cached_property
    def _owners(self) -> Mapping[str, list[str]]:
        """Names of the persons whose pages list a work with "et al." in its authors, by work."""
        owners: dict[str, list[str]] = defaultdict(list)
        for person, works in self._kb.relations.listed_of_person.items():
            for work in works:
                owners[work].append(self._kb.identity.names[person].text)
        return owners

    def beyond(self, entry: SearchRecord) -> list[str] | None:
        """Return what the terms of a record depend on beyond the reach of its page.

        ``None`` if that may be anything, because its text names other records.
        """
        key = entry.of, entry.id
        if "{" in (getattr(self._kb.described(*key), "body", None) or ""):
            return None
        return self._earlier.get(key, []) + self._owners.get(entry.id, [])

    def text(self, entry: SearchRecord) -> str:
        """Return the long text of a record: its abstract, or the text of its page."""
        if entry.kind in PAGES:
            return entry.words
        record = self._kb.described(entry.of, entry.id)
        return getattr(record, "abstract", None) or plain_text(
            self._kb, getattr(record, "body", None) or ""
        )

    def _title(self, levels: TermLevels, title: str) -> None:
        terms = name_terms(title)
        count = len(terms - STOP)
        level = next((level for limit, level in LENGTHS if count <= limit), LONG)
        levels[level].update(terms)

    def _person(self, levels: TermLevels, person_id: str) -> None:
        """Add the terms of a person: every form of the name but former ones, ids, topics."""
        identity = self._kb.identity
        person = self._kb.described("person", person_id)
        forms = [identity.names[person_id].text, *(person.known_as if person else ())]
        if person_id in identity.varied:
            forms += self._kb.printed_forms(person_id)
        current = [form for form in forms if not self._is_former(form)]
        # Too many names share a first letter for a browser to fetch all their shards.
        initials = {"".join(words(form))[:1] for form in current} - {""}
        levels[NAME] = set().union(*map(self._name_terms, current), initials)
        if person is None:
            return
        levels[IDS].add(id_term(person_id))
        for affiliation in person.affiliations:
            levels[ABOUT].update(words(affiliation.organization))
        levels[ABOUT].update(self._topics(person.topics))

    def _of_paper(self, levels: TermLevels, paper: Any) -> None:
        levels[IDS].add(id_term(paper.key))
        if paper.id != paper.key:
            levels[IDS].add(id_term(paper.id))
        if paper.doi:
            levels[IDS].update(map(id_term, (paper.doi, *suffix(paper.doi))))
        if paper.arxiv:
            levels[IDS].add(arxiv_term(paper.arxiv))
        self._people(levels, paper.authors or paper.editors)
        levels[ABOUT] = self._published(paper.venue, paper.year, paper.topics, paper.categories)
        if owners := self._owners.get(paper.id):
            levels[ABOUT] = levels[ABOUT].union(*map(self._name_terms, owners))

    def _of_event(self, levels: TermLevels, event: Any) -> None:
        self._of_any(levels, event)
        levels[NAME].update(words(event.id))
        self._people(levels, participants(event))

    def _of_talk(self, levels: TermLevels, talk: Any) -> None:
        self._of_any(levels, talk)
        levels[ABOUT].update(words(self._kb.occasion_of(talk)), ["talk"])

    def _of_venue(self, levels: TermLevels, venue: Any) -> None:
        works = self._kb.relations.papers_of_venue.get(venue.id, ())
        years = {str(self._kb.works[work].year or "") for work in works} - {""}
        levels[ABOUT] = levels[ABOUT] | years
        self._of_any(levels, venue)
        self._title(levels, venue.short or "")
        levels[NAME].update(acronyms(venue.name), self._names_in_ids(works))

    def _of_organization(self, levels: TermLevels, organization: Any) -> None:
        self._of_any(levels, organization)
        for text in self._forms_of_organizations[organization.id]:
            self._title(levels, text)

    @cached_property
    def _forms_of_organizations(self) -> Mapping[str, list[str]]:
        """The forms in which each organisation is printed."""
        forms: dict[str, list[str]] = defaultdict(list)
        for text, organization in self._kb.relations.organization_of_text.items():
            forms[organization].append(text)
        return forms

    def _of_volume(self, levels: TermLevels, volume: Any) -> None:
        self._of_any(levels, volume)
        inside = self._kb.relations.papers_of_volume.get(volume.id, ())
        self._people(levels, editors_of(self._kb, volume))
        levels[ABOUT].add(str(volume.year or ""))
        levels[NAME].update(acronyms(volume.title), self._names_in_ids(inside))

    def _names_in_ids(self, works: Sequence[str]) -> set[str]:
        """Return the names of a venue in the ids of its works; the first and last must agree."""
        ends = [self._kb.works[work] for work in {works[0], works[-1]}] if works else []
        names = [id_names(work.doi or "", work.links) for work in ends]
        return names[0] & names[1] if len(names) > 1 else set()

    def _of_any(self, levels: TermLevels, record: Any) -> None:
        """Add the terms of the fields of any kind: people, topics, names, searchable fields."""
        kind = BY_RECORD[type(record)]
        self._people(levels, [person for field in kind.people for person in getattr(record, field)])
        levels[ABOUT].update(self._topics(getattr(record, "topics", ())))
        for field in kind.fields.values():
            if field.search:
                levels[ABOUT].update(words(text_of(field.of(record))))
        for name in getattr(record, "names", ()):
            self._title(levels, name.replace("{year}", " ").replace("{ordinal}", " "))

    def _people(self, levels: TermLevels, people: Iterable[Any]) -> None:
        """Add the names of people, as printed and as in their own files."""
        terms = [self._person_terms(person.name.text, person.person) for person in people]
        levels[PEOPLE] = set().union(*terms)

    def _is_former(self, text: str) -> bool:
        former = self._kb.identity.former
        return bool(former) and fold_name(text) in former

    def _terms_of_person(self, printed_name: str, explicit: str | None) -> AbstractSet[str]:
        """Return the terms of a name, as printed and as in the person's own file."""
        identity = self._kb.identity
        name = identity.names[identity.resolve(printed_name, explicit)].text
        if name == printed_name or self._is_former(printed_name):
            return self._name_terms(name)
        return self._name_terms(name) | self._name_terms(printed_name)

    def _published_terms(
        self, venue_text: str | None, year: int | None, topics: Texts, categories: Texts
    ) -> set[str]:
        """Return the terms of venue, year and topics: one shared set, not to be changed.

        The venue counts both as printed and by its own names.
        """
        texts = [venue_text or "", str(year or ""), *categories]
        if venue_text:
            venue = self._kb.venues[self._kb.relations.venue_of_text[venue_text]]
            texts += (venue.name, venue.short or "")
        return set(words(" ".join(texts))) - STOP | self._topics(topics)

    def _topic_terms(self, texts: Texts) -> frozenset[str]:
        titles = (topic.title for topic in self._kb.topics_of(texts))
        return frozenset(term for text in (*texts, *titles) for term in words(text))


def text_of(value: Any) -> str:
    """Return the value of a field as text."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value or "")


def acronyms(name: str) -> set[str]:
    """Return possible abbreviations of a name: the initials of its last words, three to six.

    The word Chapter, of a society, is often left out. An abbreviation in parentheses counts too.

    >>> sorted(acronyms("Meeting of the Association for Computational Linguistics (Volume 1)"))
    ['acl', 'macl']
    >>> sorted(acronyms("European Chapter of the Association for Computational Linguistics"))
    ['acl', 'cacl', 'eacl', 'ecacl']
    >>> sorted(acronyms("Workshop on Noisy User-generated Text (WNUT)"))
    ['nut', 'wnut']
    """
    forms = set(words(" ".join(RE_SHORT.findall(name))))
    for part in RE_BEHIND.split(name)[0].split(" and the "):
        capitals = [word for word in part.split() if word[0].isupper()]
        for variant in (capitals, [word for word in capitals if word != "Chapter"]):
            letters = "".join([word[0] for word in variant]).lower()
            longest = min(LONGEST, len(letters))
            forms.update(letters[-length:] for length in range(SHORTEST, longest + 1))
    return forms


def id_names(doi: str, links: Mapping[str, str] | None) -> set[str]:
    """Return the words in the last parts of a DOI and of addresses, if these have a digit.

    >>> sorted(id_names("10.18653/v1/2020.coling-main.1", {"url": "https://openreview.net/forum"}))
    ['coling', 'main']
    """
    ends = [end for text in (doi, *addresses(links)) for end in suffix(text)]
    terms = words(" ".join(ends))
    return {word for word in terms if word.isalpha() and len(word) >= SHORTEST}
