"""The works of OpenAlex. Source: its documentation of the object "work"."""

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
        # The first of January is what OpenAlex says where it knows the year alone.
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
    # The name as the work prints it, where OpenAlex has kept that.
    names = [text_in(one, "raw_author_name") or text_in(part(one, "author"), "display_name")
             for one in parts(item, "authorships")]  # fmt: skip
    authors = [printed_name(name) for name in names if name]
    et_al = bool(item.get("is_authors_truncated"))
    return work_of(kind, Place(text_in(item, "id")), texts, authors, et_al=et_al)


def _abstract(index: Any) -> str:
    """Return the abstract of which each word has a list of its positions."""
    words: dict[int, str] = {}
    for word, places in index.items() if isinstance(index, dict) else ():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and place < MAX_POSITION:
                words[place] = str(word)
    return " ".join(words[place] for place in sorted(words))
