"""Reader of CSL-JSON, which reference managers write and registries of DOIs return.

Crossref's own format is nearly the same: titles and containers are lists, and some fields have
other names. Sources: the schema of CSL 1.0.2; the formats of Crossref's and DataCite's APIs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem
from symposium.reading.entry_links import RE_ARXIV_IN_TEXT

from symposium_import.formats.json_objects import parsed
from symposium_import.latex_writing import name_in_parts, printed_name
from symposium_import.works import CONTAINERS, Answer, ImportedWork, IntakeError, work_of

TYPES = {
    "article-journal": "article", "journal-article": "article", "article-magazine": "article",
    "article-newspaper": "article", "review": "article", "paper-conference": "inproceedings",
    "proceedings-article": "inproceedings", "chapter": "incollection", "book-chapter":
    "incollection", "book-section": "incollection", "entry-encyclopedia": "incollection",
    "reference-entry": "incollection", "book": "book", "monograph": "book", "edited-book": "book",
    "reference-book": "book", "proceedings": "proceedings", "thesis": "phdthesis",
    "dissertation": "phdthesis", "report": "techreport", "dataset": "dataset",
    "software": "software", "patent": "patent", "webpage": "online", "post-weblog": "online",
    "manuscript": "unpublished",
}  # fmt: skip
"""Types of entries by types of CSL and Crossref; all others are ``misc``."""
TEXTS = {
    "publisher": "publisher", "publisher-place": "address",
    "publisher-location": "address", "volume": "volume", "issue": "number",
    "number": "number", "page": "pages", "collection-title": "series", "edition": "edition",
    "abstract": "abstract", "note": "note", "DOI": "doi", "ISBN": "isbn", "ISSN": "issn",
    "keyword": "keywords", "genre": "type", "version": "version",
}  # fmt: skip
DATES = ("issued", "published", "published-print", "published-online", "posted")
"""Fields with the date of publication, the best first."""
RE_LITERAL = re.compile(r"(\d{4})(?:-0?(\d{1,2}))?")


def read(text: str, path: str) -> Answer:
    """Return the works of a file, or of a registry's answer.

    Raises:
        IntakeError: if it is not CSL-JSON.
    """
    answer = Answer()
    for number, item in enumerate(_items(text, path), 1):
        if isinstance(item, dict) and (_first(item.get("title")) or item.get("DOI")):
            answer.works.append(work(item, Place(path)))
        else:
            message = f"Item {number} has neither a title nor a DOI"
            answer.problems.append(Problem(Code.BIB_TITLE, message, Place(path), "it is left out"))
    return answer


def _items(text: str, path: str) -> list[Any]:
    items = parsed(text, path)
    for name, kind in (("message", dict), ("items", list)):  # Crossref's envelope
        if isinstance(items, dict) and isinstance(items.get(name), kind):
            items = items[name]
    if isinstance(items, dict):
        items = [items]
    if not isinstance(items, list):
        raise IntakeError(f"{path}: this is not CSL-JSON: it holds no list of works")
    return items


def work(item: Mapping[str, Any], place: Place) -> ImportedWork:
    """Return the work of one item."""
    csl_type = str(item.get("type") or "")
    kind = TYPES.get(csl_type, "misc")
    container = _first(item.get("container-title"))
    if kind == "misc" and container and csl_type != "posted-content":
        kind = "incollection"
    texts: dict[str, str | None] = {}
    for name, field in TEXTS.items():
        texts[field] = texts.get(field) or _first(item.get(name))
    texts["pages"] = texts["pages"] or _first(item.get("article-number"))
    texts["title"] = _title(item)
    texts[CONTAINERS.get(kind, "howpublished")] = container
    texts["year"], texts["month"] = _date(item)
    texts |= _address(item, texts["doi"] or "")
    key = str(item.get("citation-key") or "")
    authors, editors = (list(_names(item.get(role))) for role in ("author", "editor"))
    return work_of(kind, place, texts, authors, editors, key=key)


def _title(item: Mapping[str, Any]) -> str:
    title, subtitle = _first(item.get("title")) or "", _first(item.get("subtitle"))
    if not subtitle or subtitle.lower() in title.lower():
        return title
    return f"{title}{' ' if title.endswith(('?', '!', ':', '.')) else ': '}{subtitle}"


def _address(item: Mapping[str, Any], doi: str) -> dict[str, str | None]:
    """Return the fields for arXiv, or for an address other than that of the DOI."""
    url = _first(item.get("URL")) or ""
    match = RE_ARXIV_IN_TEXT.search(f"{doi} {url}")
    if match:
        own = doi.lower().startswith("10.48550/")
        fields = {"eprint": match[1], "eprinttype": "arxiv"}
        return {**fields, "doi": None, "publisher": None} if own else fields
    return {} if not url or "doi.org/" in url else {"url": url}


def _first(value: Any) -> str | None:
    """Return a value, or the first of a list, as text."""
    if isinstance(value, list):
        value = next((part for part in value if part), None)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip() or None


def _date(item: Mapping[str, Any]) -> tuple[str | None, str | None]:
    for date in (item.get(name) for name in DATES):
        if not isinstance(date, dict):
            continue
        parts = date.get("date-parts")
        first = parts[0] if isinstance(parts, list) and parts else None
        if isinstance(first, list) and first and str(first[0] or "").isdecimal():
            return f"{int(first[0]):04}", str(first[1]) if len(first) > 1 and first[1] else None
        literal = _first(date.get("raw") or date.get("literal") or date.get("date-time"))
        if match := RE_LITERAL.match(literal or ""):
            return match[1], match[2]
    return None, None


def _names(people: Any) -> Iterator[Name]:
    for person in people if isinstance(people, list) else ():
        if isinstance(person, str) and person.strip():
            yield printed_name(person)
        if not isinstance(person, dict):
            continue
        family, given = (_first(person.get(part)) or "" for part in ("family", "given"))
        full_name = _first(person.get("literal") or person.get("name"))
        if family or given:
            prefix = _first(person.get("non-dropping-particle") or person.get("dropping-particle"))
            suffix = _first(person.get("suffix")) or ""
            yield name_in_parts(family or given, given if family else "", suffix, prefix or "")
        elif full_name:
            yield Name(full_name, full_name, corporate=" " in full_name)
