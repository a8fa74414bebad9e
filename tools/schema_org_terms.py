"""Writes the terms of schema.org that pages use, for a test without network.

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
    """Return the terms in a value of the vocabulary."""
    every = value if isinstance(value, list) else [value] if value else []
    return sorted(term["@id"].removeprefix(SCHEMA) for term in every)


def terms(vocabulary: Path) -> dict[str, Any]:
    """Return types with their parents, and properties with their domains and ranges.

    Raises:
        KeyError: if schema.org lacks a term.
    """
    graph = json.loads(vocabulary.read_text(encoding="utf-8"))["@graph"]
    nodes = {node["@id"].removeprefix(SCHEMA): node for node in graph}
    types: dict[str, list[str]] = {}
    queue = list(TYPES)
    for term in queue:
        if term not in types:
            parents = names(nodes[term].get("rdfs:subClassOf"))
            types[term] = [parent for parent in parents if ":" not in parent]
            queue += types[term]
    properties = {
        term: {
            "of": names(nodes[term].get("schema:domainIncludes")),
            "is": names(nodes[term].get("schema:rangeIncludes")),
        }
        for term in PROPERTIES
    }
    return {
        "source": "schema.org 30.0, https://schema.org/version/30.0/schemaorg-all-https.jsonld",
        "types": dict(sorted(types.items())),
        "properties": dict(sorted(properties.items())),
    }


if __name__ == "__main__":
    table = terms(Path(sys.argv[1]))
    TERMS.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
