"""The record of a person at ORCID: who it is, and which works. Source: ORCID's API 3.0.

A list of works says of each little more than its title and identifiers, and no authors; so most
are asked for at whoever registered them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symposium.model.names import Name
from symposium.model.problems import Place
from symposium.reading.entry_links import RE_ARXIV, RE_DOI_PREFIX

from symposium_import.formats import bibtex
from symposium_import.formats.json_objects import parsed, part, parts, said
from symposium_import.latex_writing import name_in_parts, printed_name
from symposium_import.works import ImportedWork, IntakeError, work_of

TYPES = {
    "journal-article": "article", "magazine-article": "article", "conference-paper":
    "inproceedings", "conference-abstract": "inproceedings", "book": "book", "edited-book": "book",
    "book-chapter": "incollection", "dissertation-thesis": "phdthesis", "dissertation":
    "phdthesis", "report": "techreport", "data-set": "dataset", "software": "software",
    "patent": "patent", "website": "online",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work in a list: what identifies it."""

    title: str
    code: int
    """By which ORCID has more about it."""
    doi: str = ""
    arxiv: str = ""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """What a person says of herself."""

    name: Name
    others: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    biography: str = ""


def person(text: str, path: str) -> PersonRecord:
    """Return the person of an answer.

    Raises:
        IntakeError: if it is no such answer.
    """
    found = _json(text, path)
    name = part(found, "name")
    given, family = (_value(name, one) for one in ("given-names", "family-name"))
    credit = _value(name, "credit-name")
    if not (given or family or credit):
        raise IntakeError(f"{path}: the person shows no name")
    others = [said(one, "content") for one in _list(found, "other-names", "other-name")]
    links = [(said(one, "url-name") or "homepage", _value(one, "url"))
             for one in _list(found, "researcher-urls", "researcher-url")]  # fmt: skip
    words = [said(one, "content") for one in _list(found, "keywords", "keyword")]
    return PersonRecord(
        printed_name(credit) if credit else name_in_parts(family or given, given if family else ""),
        tuple(filter(None, others)),
        tuple((name, url) for name, url in links if url),
        tuple(filter(None, words)),
        said(part(found, "biography"), "content"),
    )


def listed(text: str, path: str) -> list[ListedWork]:
    """Return the works in the list of a person; raises as `person` does."""
    return list(_each(_json(text, path)))


def _each(found: Mapping[str, Any]) -> Iterator[ListedWork]:
    for group in parts(found, "group"):
        summaries = parts(group, "work-summary")
        if not summaries:
            continue
        best = max(summaries, key=lambda one: _number(one, "display-index"))
        title = _value(part(best, "title"), "title")
        ids = [one for item in (group, best) for one in _list(item, "external-ids", "external-id")]
        doi = arxiv = ""
        for one in ids:
            value, kind = said(one, "external-id-value"), one.get("external-id-type")
            if kind == "doi" and not doi:
                doi = RE_DOI_PREFIX.sub("", value.strip(), count=1)
            if kind == "arxiv" and not arxiv and (number := RE_ARXIV.fullmatch(value.strip())):
                arxiv = number[1]
        if title:
            yield ListedWork(title, _number(best, "put-code"), doi, arxiv)


def work(text: str, path: str) -> ImportedWork | None:
    """Return the work of an answer; raises as `person` does.

    BibTeX that somebody has left there knows more than the other fields.
    """
    found = _json(text, path)
    citation = part(found, "citation")
    if str(citation.get("citation-type")).lower() == "bibtex":
        try:
            works = bibtex.read(str(citation.get("citation-value")), path).works
        except IntakeError:
            works = []
        if works and works[0].fields.get("title"):
            one = works[0]
            return ImportedWork(one.type, one.fields, Place(path))
    title = _value(part(found, "title"), "title")
    if not title:
        return None
    kind = TYPES.get(str(found.get("type")).lower().replace("_", "-"), "misc")
    date = part(found, "publication-date")
    ids = {
        one.get("external-id-type"): said(one, "external-id-value")
        for one in _list(found, "external-ids", "external-id")
    }
    container = _value(found, "journal-title")
    where = {"article": "journal", "misc": "howpublished"}.get(kind, "booktitle")
    texts = {
        "title": title, "subtitle": _value(part(found, "title"), "subtitle"), where: container,
        "year": _value(date, "year"), "month": _value(date, "month").lstrip("0"),
        "doi": ids.get("doi"), "isbn": ids.get("isbn"), "url": _value(found, "url"),
    }  # fmt: skip
    names = [_value(one, "credit-name") for one in _list(found, "contributors", "contributor")]
    return work_of(kind, Place(path), texts, [printed_name(one) for one in names if one])


def _json(text: str, path: str) -> Mapping[str, Any]:
    found = parsed(text, path)
    if not isinstance(found, dict):
        raise IntakeError(f"{path}: this is not an answer of ORCID")
    return found


def _list(item: Mapping[str, Any], outer: str, inner: str) -> list[Mapping[str, Any]]:
    return parts(part(item, outer), inner)


def _value(item: Mapping[str, Any], name: str) -> str:
    return said(part(item, name), "value")


def _number(item: Mapping[str, Any], name: str) -> int:
    found = said(item, name)
    return int(found) if found.isdecimal() else 0
