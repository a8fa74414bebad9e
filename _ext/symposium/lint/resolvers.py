"""Rules for links to identifiers: ORCID, ROR, and addresses of resolvers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from symposium.fields.link_types import MAX_LINK
from symposium.fields.yaml_repair import shown
from symposium.lint.subject import Rule, Subject
from symposium.lint.works.entry_walk import WalkedEntry
from symposium.model.identifiers import orcid_fault, ror_fault
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.reading.entry_links import LINK_FIELDS, verbatim

RESOLVERS = {
    "doi": r"(?:dx\.|www\.)?doi\.org/",
    "arxiv": r"(?:www\.)?arxiv\.org/(?:abs|pdf|html)/",
    "orcid": r"(?:www\.)?orcid\.org/",
    "ror": r"(?:www\.)?ror\.org/",
    "handle": r"hdl\.handle\.net/",
    "dblp": r"(?:www\.)?dblp\.org/rec/",
    "openalex": r"(?:www\.)?openalex\.org/",
    "wikidata": r"(?:www\.)?wikidata\.org/wiki/",
}
RE_TWICE = re.compile(
    "|".join(
        rf"https?://{place}(?=(?:https?:/{{1,2}})?(?:{place}|{name}:\s*))"
        for name, place in RESOLVERS.items()
    ),
    re.IGNORECASE,
)
"""A resolver before itself, or before the prefix of its identifiers."""
RE_PREFIX = re.compile(r"\b(?:doi|arxiv):\s*", re.IGNORECASE)
RE_SCHEME_TWICE = re.compile(r"https?:/{0,2}(?=https?://)", re.IGNORECASE)
RE_ORCID_LINK = re.compile(r"https?://(?:www\.)?orcid\.org/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE)
RE_ROR_LINK = re.compile(r"https?://(?:www\.)?ror\.org/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE)
RE_WANTED = re.compile(
    r"//(?:[a-z]+\.)?(?:orcid|ror)\.org/|.https?:|/(?:doi|arxiv):", re.IGNORECASE
)
"""What is in every link that a rule here speaks of."""


def mended(link: str) -> str:
    """Return a link without what stands twice in it.

    >>> mended("https://doi.org/https://doi.org/10.1/x"), mended("https://doi.org/doi:10.1/x")
    ('https://doi.org/10.1/x', 'https://doi.org/10.1/x')
    >>> mended("https://https://x.org/a"), mended("https://web.archive.org/web/https://x.org")
    ('https://x.org/a', 'https://web.archive.org/web/https://x.org')
    """
    if len(link) > MAX_LINK:
        return link
    while found := RE_SCHEME_TWICE.match(link) or RE_TWICE.match(link):
        rest = link[found.end() :]
        prefix = RE_PREFIX.match(rest)
        if prefix:
            link = found[0] + rest[prefix.end() :]
        else:
            link = rest if rest.lower().startswith("http") else f"https://{rest}"
    return link


def of_entry(entry: WalkedEntry) -> Iterator[Problem]:
    """Report links of an entry."""
    for name, value in entry.fields.items():
        if (name in LINK_FIELDS or name.startswith("url_")) and RE_WANTED.search(value):
            link = verbatim(value)
            edits = entry.replaced(name, link, mended(link))
            yield from _of_link(link, entry.at(name), edits)


def of_records(subject: Subject) -> Iterator[Problem]:
    """Report links in front matter."""
    kb = subject.kb
    for table in {**kb.entities, "person": kb.identity.people.described}.values():
        for record in table.values():
            for path, link in _links(record):
                if not RE_WANTED.search(link):
                    continue
                origin = getattr(record, "notes", None) or record.origin
                if path in origin.fields and origin.place.path.endswith(".md"):
                    place = origin.at(path)
                    edits = subject.texts.edits(place, link, mended(link))
                    yield from _of_link(link, place, edits)


def _links(record: Any) -> Iterator[tuple[str, str]]:
    """Yield the dotted paths of the links of a record, with the links."""
    links: Mapping[str, str] = getattr(record, "links", None) or {}
    for name, link in links.items():
        yield f"links.{name}", link
    for index, link in enumerate(getattr(record, "repositories", ())):
        yield f"repositories.{index}", link
    for index, talk in enumerate(getattr(record, "talks", ())):
        for name, link in (getattr(talk, "links", None) or {}).items():
            yield f"talks.{index}.links.{name}", link


def _of_link(link: str, place: Place, edits: tuple[Edit, ...]) -> Iterator[Problem]:
    right = mended(link)
    if right != link:
        message = f"The link {shown(link)} repeats its beginning"
        yield Problem(Code.RESOLVER_TWICE, message, place, f"write {right}", edits)
    if (found := RE_ORCID_LINK.fullmatch(right)) and (fault := orcid_fault(found[1])):
        message = f"{shown(found[1])} is not an ORCID iD: it {fault}"
        yield Problem(Code.ORCID_FORM, message, place, "compare it digit by digit")
    if (found := RE_ROR_LINK.fullmatch(right)) and (fault := ror_fault(found[1])):
        message = f"{shown(found[1])} is not a ROR identifier: it {fault}"
        yield Problem(Code.ROR_FORM, message, place, "compare it letter by letter")


RULES: tuple[Rule, ...] = (of_records,)
