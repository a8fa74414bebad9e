"""Reader of records of ORCID: a person, and their works. Source: ORCID's API 3.0.

The list of works has little more than titles and identifiers, and no authors; most works are
therefore requested from the registry of their DOI.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from symposium.model.problems import Place
from symposium.reading.entry_links import RE_ARXIV, RE_DOI_PREFIX

from symposium_import.formats import bibtex, csl_json
from symposium_import.formats.json_objects import parsed, part, parts, text_in
from symposium_import.latex_writing import name_in_parts, printed_name
from symposium_import.works import CONTAINERS, ImportedWork, IntakeError, work_of

TYPES = csl_json.TYPES | {
    "magazine-article": "article", "conference-paper": "inproceedings",
    "conference-abstract": "inproceedings", "dissertation-thesis": "phdthesis",
    "data-set": "dataset", "website": "online",
}  # fmt: skip
RE_WEB = re.compile(r"https?://\S+")


class ListedWork(NamedTuple):
    """A work in the list of a person, by its identifiers."""

    title: str
    code: str
    """ORCID's own number (put-code), for a request of the whole work."""
    doi: str = ""
    arxiv: str = ""


def person(text: str, path: str) -> tuple[dict[str, Any], str]:
    """Return the fields and biography of a person.

    Raises:
        IntakeError: if it is not an answer of ORCID, or has no name.
    """
    answer = _json(text, path)
    name = part(answer, "name")
    given, family = _value(name, "given-names"), _value(name, "family-name")
    credit = _value(name, "credit-name")
    if not (given or family or credit):
        raise IntakeError(f"{path}: the person shows no name")
    parted = name_in_parts(family or given, given if family else "")
    others = (text_in(other, "content") for other in _list(answer, "other-names"))
    words = ",".join(text_in(keyword, "content") for keyword in _list(answer, "keywords"))
    fields = {
        "name": (printed_name(credit) if credit else parted).text,
        "names": list(filter(None, others)),
        "links": {
            text_in(link, "url-name") or "homepage": _value(link, "url")
            for link in _list(answer, "researcher-urls") if RE_WEB.fullmatch(_value(link, "url"))
        },
        "topics": list(filter(None, map(str.strip, re.split("[,;]", words)))),
    }  # fmt: skip
    return fields, text_in(part(answer, "biography"), "content")


def listed(text: str, path: str) -> list[ListedWork]:
    """Return the list of a person's works; raises as `person` does."""
    works = []
    for group in parts(_json(text, path), "group"):
        summaries = parts(group, "work-summary")
        index = (text_in(summary, "display-index") for summary in summaries)
        ranks = [int(rank) if rank.isdecimal() else 0 for rank in index]
        if not ranks:
            continue
        best = summaries[ranks.index(max(ranks))]
        doi = arxiv = ""
        for id_ in (*_list(group, "external-ids"), *_list(best, "external-ids")):
            value, kind = text_in(id_, "external-id-value"), id_.get("external-id-type")
            if kind == "doi" and not doi:
                doi = RE_DOI_PREFIX.sub("", value, count=1)
            if kind == "arxiv" and not arxiv and (number := RE_ARXIV.fullmatch(value)):
                arxiv = number[1]
        if title := _value(part(best, "title"), "title"):
            works.append(ListedWork(title, text_in(best, "put-code"), doi, arxiv))
    return works


def work(text: str, path: str) -> ImportedWork | None:
    """Return one work, or ``None`` if it has no title; raises as `person` does.

    BibTeX attached to the work is preferred, as it is more complete than the other fields.
    """
    answer = _json(text, path)
    citation = part(answer, "citation")
    if text_in(citation, "citation-type").lower() == "bibtex":
        try:
            entry = bibtex.read(text_in(citation, "citation-value"), path).works[0]
        except (IntakeError, IndexError):
            entry = None
        if entry and entry.fields.get("title"):
            return ImportedWork(entry.type, entry.fields, Place(path))
    title = part(answer, "title")
    if not _value(title, "title"):
        return None
    kind = TYPES.get(text_in(answer, "type").lower().replace("_", "-"), "misc")
    date = part(answer, "publication-date")
    ids = {
        id_.get("external-id-type"): text_in(id_, "external-id-value")
        for id_ in _list(answer, "external-ids")
    }
    texts = {
        "title": _value(title, "title"), "subtitle": _value(title, "subtitle"),
        CONTAINERS.get(kind, "howpublished"): _value(answer, "journal-title"),
        "year": _value(date, "year"), "month": _value(date, "month").lstrip("0"),
        "doi": ids.get("doi"), "isbn": ids.get("isbn"), "url": _value(answer, "url"),
    }  # fmt: skip
    names = [_value(author, "credit-name") for author in _list(answer, "contributors")]
    return work_of(kind, Place(path), texts, [printed_name(name) for name in names if name])


def _json(text: str, path: str) -> Mapping[str, Any]:
    answer = parsed(text, path)
    if not isinstance(answer, dict):
        raise IntakeError(f"{path}: this is not an answer of ORCID")
    return answer


def _list(item: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the objects of a list, which ORCID nests as ``plural: {singular: […]}``."""
    return parts(part(item, name), name.removesuffix("s"))


def _value(item: Mapping[str, Any], name: str) -> str:
    return text_in(part(item, name), "value")
