"""Reader of the Atom feeds of arXiv. Source: the user's manual of arXiv's API."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from symposium.model.problems import Code, Place, Problem
from symposium.reading.latex import decode

from symposium_import.latex_writing import printed_name
from symposium_import.works import Answer, ImportedWork, IntakeError, work_of

ATOM, ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
RE_ID = re.compile(r"arxiv\.org/abs/(?P<id>.+?)(?:v\d+)?/?$")
RE_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def read(text: str, path: str) -> Answer:
    """Return the preprints of a feed.

    Raises:
        IntakeError: if it is not a feed of arXiv.
    """
    if RE_DOCTYPE.search(text[:10_000]):  # entities could expand without end
        raise IntakeError(f"{path}: this is not the answer of arXiv: it declares a document type")
    try:
        feed = ET.fromstring(text)  # noqa: S314 - without a document type there are no entities
    except ET.ParseError as error:
        raise IntakeError(f"{path}: this is not XML: {error}") from error
    if feed.tag != f"{ATOM}feed":
        raise IntakeError(f"{path}: this is not the answer of arXiv, but {feed.tag}")
    answer = Answer()
    for entry in feed.iter(f"{ATOM}entry"):
        match = RE_ID.search(_text(entry, f"{ATOM}id"))
        title = _text(entry, f"{ATOM}title")
        if match and title:
            answer.works.append(_work(entry, match["id"], title))
        elif title == "Error":
            message = f"arXiv: {_text(entry, f'{ATOM}summary')}"
            answer.problems.append(Problem(Code.BIB_VALUE, message, Place(path)))
    return answer


def _work(entry: ET.Element, number: str, title: str) -> ImportedWork:
    published = _text(entry, f"{ATOM}published")
    primary = entry.find(f"{ARXIV}primary_category")
    texts = {
        "title": decode(title),
        "abstract": decode(_text(entry, f"{ATOM}summary")),
        "year": published[:4],
        "month": published[5:7].lstrip("0"),
        "eprint": number,
        "eprinttype": "arxiv",
        "primaryclass": primary.get("term", "") if primary is not None else "",
        "doi": _text(entry, f"{ARXIV}doi"),
    }
    names = [_text(author, f"{ATOM}name") for author in entry.iter(f"{ATOM}author")]
    authors = [printed_name(decode(name)) for name in names if name]
    place = Place(f"https://arxiv.org/abs/{number}")
    return work_of("misc", place, texts, authors)


def _text(element: ET.Element, name: str) -> str:
    return " ".join((element.findtext(name) or "").split())
