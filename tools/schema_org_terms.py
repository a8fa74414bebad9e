"""Writes the terms of schema.org that pages use, for the test that knows no network.

    python tools/schema_org_terms.py schemaorg-all-https.jsonld

The vocabulary is published at https://schema.org/docs/developers.html. A term is added by naming it
in `TYPES` or `PROPERTIES`; one that does not exist is refused.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TERMS = Path(__file__).parent.parent / "tests/support/schema_org.json"
TYPES = (
    "Book", "BreadcrumbList", "Chapter", "CollectionPage", "CreativeWork", "CreativeWorkSeries",
    "Dataset", "DefinedTerm", "Event", "EventSeries", "GeoCoordinates", "ListItem", "NewsArticle",
    "Organization", "Periodical", "Person", "Place", "PresentationDigitalDocument", "ProfilePage",
    "PublicationIssue", "PublicationVolume", "Report", "ResearchProject", "ScholarlyArticle",
    "SoftwareSourceCode", "Thesis", "VideoObject", "WebPage",
)  # fmt: skip
PROPERTIES = (
    "abstract", "address", "affiliation", "alternateName", "author", "award", "bookEdition",
    "codeRepository", "contributor", "creativeWorkStatus", "creator", "dateCreated",
    "datePublished", "description", "dissolutionDate", "editor", "endDate", "eventStatus",
    "foundingDate", "funder", "geo", "headline", "identifier", "image", "inLanguage",
    "isAccessibleForFree", "isBasedOn", "isPartOf", "isbn", "issn", "issueNumber", "item",
    "itemListElement", "jobTitle", "keywords", "latitude", "license", "location", "longitude",
    "mainEntity", "member", "name", "organizer", "pageEnd", "pageStart", "pagination",
    "parentOrganization", "performer", "position", "publisher", "recordedAt", "reportNumber",
    "sameAs", "sourceOrganization", "sponsor", "startDate", "subEvent", "subjectOf", "superEvent",
    "url", "version", "volumeNumber", "workFeatured",
)  # fmt: skip
SCHEMA = "schema:"


def names(value: Any) -> list[str]:
    """Return the terms that a property of the vocabulary names."""
    every = value if isinstance(value, list) else [value] if value else []
    return sorted(one["@id"].removeprefix(SCHEMA) for one in every)


def terms(vocabulary: Path) -> dict[str, Any]:
    """Return the terms with what schema.org says of them.

    Raises:
        KeyError: if it has no such term.
    """
    graph = json.loads(vocabulary.read_text(encoding="utf-8"))["@graph"]
    known = {one["@id"].removeprefix(SCHEMA): one for one in graph}
    types: dict[str, list[str]] = {}
    wanted = list(TYPES)
    for one in wanted:
        if one not in types:
            types[one] = [up for up in names(known[one].get("rdfs:subClassOf")) if ":" not in up]
            wanted += types[one]
    properties = {
        one: {
            "of": names(known[one].get("schema:domainIncludes")),
            "is": names(known[one].get("schema:rangeIncludes")),
        }
        for one in PROPERTIES
    }
    return {
        "source": "schema.org 30.0, https://schema.org/version/30.0/schemaorg-all-https.jsonld",
        "types": dict(sorted(types.items())),
        "properties": dict(sorted(properties.items())),
    }


if __name__ == "__main__":
    found = terms(Path(sys.argv[1]))
    TERMS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
