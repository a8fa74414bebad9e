"""The parts that things of every type are made of: people, organisations, addresses, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Contributor
from symposium.kinds.participants import Participant
from symposium.kinds.software import Developer
from symposium.model.dates import Date, Dates, Period
from symposium.pages.citing.work_types import work_type
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import first_date
from symposium.pages.urls import docname
from symposium.pages.view_context import FLAT, ViewContext

Thing = dict[str, Any]
PrintedName = Contributor | Developer | Participant

MOST = 100
"""People of a work and parts of an event that are named; a work may have thousands."""

RE_SPDX = re.compile(r"[A-Za-z0-9.+-]+")
HTTP = ("https://", "http://")


class Describer:
    """Makes the parts of the things on one page, with addresses as they are seen from there."""

    def __init__(self, site: ViewContext, page: str) -> None:
        self.site = site
        self.kb = site.kb
        self.urls = site.urls
        self.page = page
        self.prefix = site.urls.base or site.urls.root(page)
        self.own = self.address(page)
        """The address of the page itself."""
        self._ending = site.urls.path("")

    def address(self, page: str) -> str:
        """Return the address of a page: absolute where that is known, else relative."""
        return self.urls.absolute(page) or self.urls.relative(self.page, page)

    def url(self, kind: str, record_id: str) -> str | None:
        """Return the address of a record, if its kind has pages."""
        if self.urls.kinds and not self.urls.shows(kind):
            return None
        if (folder := FLAT.get(kind)) is None:
            return self.address(docname(kind, record_id))
        return f"{self.prefix}{folder}/{record_id}{self._ending}"

    def reference(self, kind: str, record_id: str) -> Thing:
        """Return what stands for a record on the page of another one."""
        return said(**{
            "@type": type_of(kind, self.kb.entities[kind][record_id]),
            "@id": self.url(kind, record_id),
            "name": self.kb.title_of(kind, record_id),
        })  # fmt: skip

    def topics(self, record: Any) -> list[str]:
        """Return the titles of a record's topics."""
        texts = getattr(record, "topics", ())
        return [as_typed(topic.title) for topic in self.kb.topics_of(texts)] if texts else []

    def people(self, printed: Iterable[PrintedName]) -> list[Thing]:
        """Return people by the names that are printed, the first `MOST` of them."""
        resolve, described = self.kb.identity.resolve, self.kb.identity.people.described
        shown = not self.urls.kinds or self.urls.shows("person")
        before, behind = f"{self.prefix}{FLAT['person']}/", self._ending
        found: list[Thing] = []
        for one in islice(printed, MOST):
            name = one.name
            person_id = resolve(name.text, one.person)
            made = {"@type": "Organization" if name.corporate else "Person", "name": name.text}
            if shown:
                made["url"] = f"{before}{person_id}{behind}"
            if person_id in described and (orcid := described[person_id].orcid):
                made["sameAs"] = orcid_href(orcid)
            found.append(made)
        return found

    def editors(self, printed: Iterable[PrintedName]) -> Thing:
        """Return editors as properties: schema.org knows people as such, others as contributors."""
        found = self.people(printed)
        return said(
            editor=[one for one in found if one["@type"] == "Person"],
            contributor=[one for one in found if one["@type"] != "Person"],
        )


def type_of(kind: str, record: Any) -> str:
    """Return the type of schema.org of a record."""
    return work_type(record).schema_org if kind == "paper" else BY_NAME[kind].schema_org


def said(**values: Any) -> Thing:
    """Return the properties that have a value."""
    return {name: value for name, value in values.items() if value}


def organization(name: str | None) -> Thing | None:
    """Return an organisation by its name."""
    return {"@type": "Organization", "name": name} if name else None


def iso(date: Date | None) -> str | None:
    """Return a date as ISO 8601 has it; a season counts as its year."""
    if date is None or date.year is None:
        return None
    return str(date.year) if date.season else date.iso


def ends(dates: Dates | None) -> tuple[str | None, str | None]:
    """Return the first and the last day of something.

    >>> ends(Period(Date(2021, 5, 17), Date(2021, 5, 18))), ends(Date(2021, 5))
    (('2021-05-17', '2021-05-18'), ('2021-05', '2021-05'))
    """
    every = dates if isinstance(dates, tuple) else (dates,) if dates else ()
    last = [one.end if isinstance(one, Period) else one for one in every]
    final = max(last, key=lambda one: one.sort_key) if last else None
    return iso(first_date(dates)), iso(final)


def identifier(doi: str | None) -> Thing | None:
    """Return a DOI as a value that says what it is."""
    return {"@type": "PropertyValue", "propertyID": "DOI", "value": doi} if doi else None


def license_of(text: str) -> str | Thing:
    """Return the address of a licence, or its name where it has none.

    >>> license_of("CC-BY-4.0"), license_of("as the owner allows")["name"]
    ('https://spdx.org/licenses/CC-BY-4.0.html', 'as the owner allows')
    """
    if text.startswith(HTTP):
        return text
    if RE_SPDX.fullmatch(text):
        return f"https://spdx.org/licenses/{text}.html"
    return {"@type": "CreativeWork", "name": text}


def orcid_href(orcid: str) -> str:
    """Return the address of an ORCID iD."""
    return f"https://orcid.org/{orcid}"


def elsewhere(links: Mapping[str, str], *names: str) -> list[str]:
    """Return the addresses of links that lead out of the site: all, or those of some names."""
    return [
        address
        for name, address in links.items()
        if address.startswith(HTTP) and (not names or name.lower() in names)
    ]


def one_or_all(values: list[Any]) -> Any:
    """Return the only value, or the list of them."""
    return values[0] if len(values) == 1 else values
