"""The works of OpenAlex. Source: its documentation of the object "work"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symposium.model.problems import Code, Place, Problem
from symposium.reading.entry_links import RE_ARXIV_IN_TEXT

from symposium_import.formats.json_objects import parsed, part, parts, said
from symposium_import.latex_writing import printed_name
from symposium_import.works import Answer, ImportedWork, IntakeError, work_of

TYPES = {
    "article": "article", "review": "article", "letter": "article", "editorial": "article",
    "book-chapter": "incollection", "book": "book", "dissertation": "phdthesis",
    "report": "techreport", "dataset": "dataset", "software": "software",
    "proceedings-article": "inproceedings", "preprint": "misc",
}  # fmt: skip
MAX_POSITION = 100_000
"""Words of an abstract."""


def objects(text: str, path: str) -> tuple[list[Any], Mapping[str, Any]]:
    """Return the objects of an answer, and what it says of further ones.

    Raises:
        IntakeError: if it is no such answer.
    """
    found = parsed(text, path)
    if isinstance(found, dict) and isinstance(found.get("results"), list):
        return found["results"], found.get("meta") or {}
    if isinstance(found, dict) and str(found.get("id", "")).startswith("https://openalex.org/"):
        return [found], {}
    raise IntakeError(f"{path}: this is not an answer of OpenAlex")


def read(text: str, path: str) -> Answer:
    """Return the works of an answer; raises as `objects` does."""
    answer = Answer()
    for one in objects(text, path)[0]:
        if isinstance(one, dict) and (one.get("title") or one.get("display_name")):
            answer.works.append(_work(one))
        else:
            where = Place(str(one.get("id", path)) if isinstance(one, dict) else path)
            problem = Problem(Code.BIB_TITLE, "A work has no title", where, "it is left out")
            answer.problems.append(problem)
    return answer


def _work(item: Mapping[str, Any]) -> ImportedWork:
    location = part(item, "primary_location")
    source = part(location, "source")
    kind = TYPES.get(str(item.get("type")), "misc")
    crossref = str(item.get("type_crossref") or "")
    if crossref == "proceedings-article" or (
        kind == "article" and source.get("type") == "conference"
    ):
        kind = "inproceedings"
    if kind == "article" and (source.get("type") == "repository" or crossref == "posted-content"):
        kind = "misc"
    address = str(location.get("landing_page_url") or "")
    doi = str(item.get("doi") or "").removeprefix("https://doi.org/")
    arxiv = RE_ARXIV_IN_TEXT.search(f"{doi} {address}")
    own = arxiv is not None and (doi.lower().startswith("10.48550/") or not doi)
    container = str(source.get("display_name") or "")
    biblio = part(item, "biblio")
    first, last = (said(biblio, name) for name in ("first_page", "last_page"))
    texts: dict[str, str | None] = {
        "title": str(item.get("title") or item.get("display_name")),
        "journal" if kind == "article" else "booktitle": container if kind != "misc" else None,
        "howpublished": container if kind == "misc" and not own else None,
        "year": str(item.get("publication_year") or ""),
        "month": str(item.get("publication_date") or "")[5:7].lstrip("0") or None,
        "volume": said(biblio, "volume"), "number": said(biblio, "issue"),
        "pages": f"{first}–{last}" if last and last != first else first,
        "doi": None if own else doi,
        "eprint": arxiv[1] if arxiv else None, "eprinttype": "arxiv" if arxiv else None,
        "url": address if address and "doi.org/" not in address and not arxiv else None,
        "abstract": _abstract(item.get("abstract_inverted_index")),
    }  # fmt: skip
    if str(item.get("publication_date") or "").endswith("-01-01"):
        texts["month"] = None  # what OpenAlex says where it knows the year alone
    names = [_name(one) for one in parts(item, "authorships")]
    authors = [printed_name(name) for name in names if name]
    et_al = bool(item.get("is_authors_truncated"))
    return work_of(kind, Place(str(item.get("id"))), texts, authors, et_al=et_al)


def _name(authorship: Mapping[str, Any]) -> str:
    """Return a name as the work prints it, where OpenAlex has kept that."""
    printed = authorship.get("raw_author_name") or part(authorship, "author").get("display_name")
    return str(printed or "")


def _abstract(index: Any) -> str | None:
    """Return the abstract of which each word has a list of its positions."""
    if not isinstance(index, dict):
        return None
    words: dict[int, str] = {}
    for word, places in index.items():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and place < MAX_POSITION:
                words[place] = str(word)
    return " ".join(words[place] for place in sorted(words)) or None
