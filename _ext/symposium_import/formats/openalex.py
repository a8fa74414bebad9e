"""Reader of works from OpenAlex. Source: its documentation of the object "work"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symposium.model.problems import Code, Place, Problem
from symposium.reading.entry_links import RE_ARXIV_IN_TEXT

from symposium_import.formats import csl_json
from symposium_import.formats.json_objects import parsed, part, parts, text_in
from symposium_import.latex_writing import printed_name
from symposium_import.works import CONTAINERS, Answer, ImportedWork, IntakeError, work_of

TYPES = csl_json.TYPES | {"article": "article", "letter": "article", "editorial": "article"}
MAX_POSITION = 100_000
"""Largest number of words in an abstract."""


def objects(text: str, path: str) -> tuple[list[Any], Mapping[str, Any]]:
    """Return the objects of an answer, and its metadata about further pages.

    Raises:
        IntakeError: if it is not an answer of OpenAlex.
    """
    answer = parsed(text, path)
    if isinstance(answer, dict) and isinstance(answer.get("results"), list):
        return answer["results"], answer.get("meta") or {}
    if isinstance(answer, dict) and str(answer.get("id", "")).startswith("https://openalex.org/"):
        return [answer], {}
    raise IntakeError(f"{path}: this is not an answer of OpenAlex")


def read(text: str, path: str) -> Answer:
    """Return the works of an answer; raises as `objects` does."""
    answer = Answer()
    for work in objects(text, path)[0]:
        if isinstance(work, dict) and (work.get("title") or work.get("display_name")):
            answer.works.append(_work(work))
        else:
            place = Place(str(work.get("id", path)) if isinstance(work, dict) else path)
            problem = Problem(Code.BIB_TITLE, "A work has no title", place, "it is left out")
            answer.problems.append(problem)
    return answer


def _work(item: Mapping[str, Any]) -> ImportedWork:
    location = part(item, "primary_location")
    source = part(location, "source")
    kind, crossref = TYPES.get(text_in(item, "type"), "misc"), text_in(item, "type_crossref")
    if crossref == "proceedings-article" or (
        kind == "article" and source.get("type") == "conference"
    ):
        kind = "inproceedings"
    if kind == "article" and (source.get("type") == "repository" or crossref == "posted-content"):
        kind = "misc"
    address = text_in(location, "landing_page_url")
    doi = text_in(item, "doi").removeprefix("https://doi.org/")
    arxiv = RE_ARXIV_IN_TEXT.search(f"{doi} {address}")
    own = arxiv is not None and (doi.lower().startswith("10.48550/") or not doi)
    biblio, date = part(item, "biblio"), text_in(item, "publication_date")
    texts = {
        "title": text_in(item, "title", "display_name"),
        CONTAINERS.get(kind, "howpublished"): "" if own else text_in(source, "display_name"),
        "year": text_in(item, "publication_year"),
        # OpenAlex writes 1 January if it knows only the year.
        "month": "" if date.endswith("-01-01") else date[5:7].lstrip("0"),
        "volume": text_in(biblio, "volume"), "number": text_in(biblio, "issue"),
        "pages": "–".join(dict.fromkeys(filter(None, (
            text_in(biblio, "first_page"), text_in(biblio, "last_page"),
        )))),
        "doi": "" if own else doi,
        "eprint": arxiv[1] if arxiv else "", "eprinttype": "arxiv" if arxiv else "",
        "url": "" if "doi.org/" in address or arxiv else address,
        "abstract": _abstract(item.get("abstract_inverted_index")),
    }  # fmt: skip
    # The name as printed in the work, where OpenAlex has it.
    names = [text_in(author, "raw_author_name") or text_in(part(author, "author"), "display_name")
             for author in parts(item, "authorships")]  # fmt: skip
    authors = [printed_name(name) for name in names if name]
    et_al = bool(item.get("is_authors_truncated"))
    return work_of(kind, Place(text_in(item, "id")), texts, authors, et_al=et_al)


def _abstract(index: Any) -> str:
    """Return the abstract from a map of words to lists of their positions."""
    words: dict[int, str] = {}
    for word, places in index.items() if isinstance(index, dict) else ():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and place < MAX_POSITION:
                words[place] = str(word)
    return " ".join(words[place] for place in sorted(words))
