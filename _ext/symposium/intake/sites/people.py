"""Persons as templates describe them: links by service, roles by what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from symposium.intake.sites.cv_data import Row
from symposium.model.identifiers import orcid_fault

ADDRESSES = {
    "github": "https://github.com/{}", "gitlab": "https://gitlab.com/{}",
    "twitter": "https://twitter.com/{}", "x": "https://x.com/{}",
    "linkedin": "https://www.linkedin.com/in/{}",
    "scholar": "https://scholar.google.com/citations?user={}",
    "dblp": "https://dblp.org/pid/{}", "keybase": "https://keybase.io/{}",
    "researchgate": "https://www.researchgate.net/profile/{}", "youtube": "https://www.youtube.com/@{}",
    "facebook": "https://www.facebook.com/{}", "instagram": "https://www.instagram.com/{}",
    "medium": "https://medium.com/@{}", "kaggle": "https://www.kaggle.com/{}",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/?term={}", "arxiv": "https://arxiv.org/a/{}",
    "semanticscholar": "https://www.semanticscholar.org/author/{}",
    "bluesky": "https://bsky.app/profile/{}", "stackoverflow": "https://stackoverflow.com/users/{}",
    "homepage": "https://{}",
    "inspirehep": "https://inspirehep.net/authors/{}", "osf": "https://osf.io/{}",
    "scopus": "https://www.scopus.com/authid/detail.uri?authorId={}",
    "research_gate": "https://www.researchgate.net/profile/{}",
    "acm": "https://dl.acm.org/profile/{}", "ieee": "https://ieeexplore.ieee.org/author/{}",
    "mastodon": "https://{}", "zotero": "https://www.zotero.org/{}",
    "wikidata": "https://www.wikidata.org/wiki/{}", "leetcode": "https://leetcode.com/u/{}",
    "telegram": "https://telegram.me/{}", "quora": "https://www.quora.com/profile/{}",
    "impactstory": "https://profiles.impactstory.org/u/{}",
}  # fmt: skip
"""What a name at a service is the address of."""
NAMES = {
    "googlescholar": "scholar", "google_scholar": "scholar", "google-scholar": "scholar",
    "envelope": "email", "home-page": "homepage", "website": "homepage", "home": "homepage",
    "academic/google-scholar": "scholar",
}  # fmt: skip
"""What links are called here."""
ROLES = (
    (r"alum|former|past", "alumni"), (r"post-?doc", "postdoc"),
    (r"ph\.?\s?d|doctoral|graduate student|grad student", "phd"),
    (r"professor|faculty|principal investigator|\bpi\b|lecturer|reader", "faculty"),
    (r"student|undergrad|master|bachelor|intern", "student"),
    (r"staff|engineer|administrat|programmer|technician|manager|researcher|scientist", "staff"),
)  # fmt: skip
LONGEST_LINE = 150
"""Characters of a line about a person above their name; what is longer is part of the text."""
RE_URL = re.compile(r"(?:https?://|mailto:)\S+")
RE_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def link_of(service: str, value: str) -> tuple[str, str] | None:
    """Return the name and the target of a link; nothing where none can be told.

    >>> link_of("github_username", "ada"), link_of("envelope", "mailto:a@example.org")
    (('github', 'https://github.com/ada'), ('email', 'mailto:a@example.org'))
    """
    value = value.strip()
    name = re.sub(r"_(?:username|userid|id|url|user|profile)$", "", service.strip().lower())
    name = name.removeprefix("brands/").removeprefix("academicons/").removeprefix("hero/")
    if not value:
        return None
    called = "email" if value.startswith("mailto:") else NAMES.get(name, name)
    if RE_URL.fullmatch(value):
        return called, value
    if RE_MAIL.fullmatch(value):
        return "email", f"mailto:{value}"
    if called in ADDRESSES and not re.search(r"[\s<>\"]", value):
        return called, ADDRESSES[called].format(value.strip("/"))
    return None


def links_of(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], str, list[str]]:
    """Return links, the ORCID iD, and the names of those of which no link can be made."""
    links: dict[str, str] = {}
    orcid, left = "", []
    for service, value in pairs:
        if "orcid" in service.lower() or "orcid.org/" in value:
            number = value.rstrip("/").rpartition("/")[2]
            if not orcid_fault(number):
                orcid = number
                continue
        made = link_of(service, value)
        if made:
            others = (f"{made[0]} {count}" for count in range(2, 100))
            name = next(one for one in (made[0], *others) if links.get(one, made[1]) == made[1])
            links[name] = made[1]
        elif value:
            left.append(service)
    return links, orcid, left


def role_of(*texts: str) -> str:
    """Return the role that texts name, if there is one.

    >>> role_of("Assistant Professor of Tides"), role_of("", "Grad Students"), role_of("friend")
    ('faculty', 'phd', '')
    """
    for text in texts:
        for pattern, role in ROLES:
            if re.search(pattern, text, re.IGNORECASE):
                return role
    return ""


def headline_of(*texts: str) -> str:
    """Return the first of texts that is short enough for a line about a person, without its marks.

    >>> headline_of("", "I measure <b>tides</b>.", "Oceanographer")
    'I measure tides.'
    """
    plain = (Row({}).plain(text) for text in texts)
    return next((one for one in plain if one and len(one) <= LONGEST_LINE), "")


def with_photo(fields: dict[str, Any], path: str | None) -> None:
    """Give a person a portrait, with what it shows."""
    if path:
        fields["photo"] = path
        fields["alt"] = f"Portrait of {fields.get('name', 'the person')}"


def socials(group: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the pairs of a group that names services and accounts."""
    pairs = []
    for name, value in group.items():
        if isinstance(value, dict):  # a service of one's own
            pairs.append((str(value.get("title") or name), str(value.get("url") or "")))
        elif isinstance(value, str) and value:
            pairs.append((name, value))
    return pairs
