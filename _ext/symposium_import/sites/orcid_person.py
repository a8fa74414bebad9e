"""The site of a person, out of what the person says at ORCID."""

from __future__ import annotations

import re

from symposium.model.ids import slug
from symposium.model.problems import Place

from symposium_import.sites.gathered import Fields, Gathered, Item
from symposium_import.sources import Named, Services

NAME = "ORCID"


def read(services: Services, number: str) -> Gathered:
    """Return a person with all works.

    Raises:
        IntakeError: if there is no such person, or nobody answers.
    """
    person = services.person(number)
    place = Place(f"https://orcid.org/{number}")
    site = Gathered(NAME, person.name.text)
    words = [one.strip() for word in person.keywords for one in re.split(r"[,;]", word)]
    fields: Fields = {
        "name": person.name.text, "names": list(person.others), "orcid": number,
        "links": {name: url for name, url in person.links if re.fullmatch(r"https?://\S+", url)},
        "topics": [one for one in words if one],
    }  # fmt: skip
    site.items.append(Item("person", slug(person.name.text), place, fields, person.biography))
    site.owner = slug(person.name.text)
    answer = services.works(Named("orcid", number))
    site.works = list(answer.works)
    for one in answer.problems:
        site.left(one.place, one.message)
    return site
