"""Reader of RIS, a format of most reference managers.

Tags have the same meaning as in Zotero, and in `symposium.pages.citing.forms`, which writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem

from symposium_import.latex_writing import name_in_parts, names_to_latex, printed_name
from symposium_import.works import CONTAINERS, Answer, ImportedWork, IntakeError, work_of

TYPES = {
    "JOUR": "article", "EJOUR": "article", "MGZN": "article", "NEWS": "article", "ABST": "article",
    "CONF": "inproceedings", "CPAPER": "inproceedings", "CHAP": "incollection",
    "ECHAP": "incollection", "ENCYC": "inreference", "DICT": "inreference", "BOOK": "book",
    "EBOOK": "book", "EDBOOK": "book", "THES": "phdthesis", "RPRT": "techreport",
    "DATA": "dataset", "COMP": "software", "PAT": "patent", "ELEC": "online", "BLOG": "online",
    "MANSCPT": "unpublished", "UNPB": "unpublished", "UNPD": "unpublished",
}  # fmt: skip
"""Types of entries by types of RIS; all others are ``misc``."""
NEWSPAPERS = {"NEWS": "newspaper", "MGZN": "magazine"}
"""Names in biblatex and Zotero for articles outside of journals."""
TEXTS = {
    "TI": "title", "T1": "title", "CT": "title", "VL": "volume", "IS": "number", "PB": "publisher",
    "CY": "address", "PP": "address", "C1": "address", "ET": "edition", "AB": "abstract",
    "N2": "abstract", "N1": "note", "DO": "doi", "T3": "series", "LA": "language", "M3": "type",
}  # fmt: skip
RE_TAG = re.compile(r"([A-Z][A-Z0-9])  ?- ?(.*)")
RE_DATE = re.compile(r"(\d{4})(?:[/-](\d{1,2})?)?")
RE_BOOK_NUMBER = re.compile(r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]")

Tags = Mapping[str, list[str]]


def read(text: str, path: str) -> Answer:
    """Return the works of a file.

    Raises:
        IntakeError: if it is not RIS.
    """
    answer = Answer()
    for line, tags in _records(text):
        if tags.get("TI") or tags.get("T1") or tags.get("DO"):
            answer.works.append(_work(tags, Place(path, line)))
        else:
            message = "A record has neither a title (TI) nor a DOI (DO)"
            place = Place(path, line)
            answer.problems.append(Problem(Code.BIB_TITLE, message, place, "it is left out"))
    if not answer.works and not answer.problems:
        raise IntakeError(f'{path}: this is not RIS: no line begins with "TY  - "')
    return answer


def _records(text: str) -> Iterator[tuple[int, Tags]]:
    """Yield the first line number and the tags of each record; lines without a tag continue it."""
    tags: dict[str, list[str]] = {}
    start, last = 1, ""
    for number, line in enumerate([*text.splitlines(), "ER  - "], 1):
        match = RE_TAG.fullmatch(line.strip("\ufeff "))
        if match and match[1] in {"TY", "ER"}:
            if tags:
                yield start, tags
            tags, start = {}, number
        if match:
            last = match[1]
            if last == "TY" or (tags and last != "ER"):
                tags.setdefault(last, []).append(match[2].strip())
        elif line.strip() and tags.get(last):
            tags[last][-1] += f"\n{line.strip()}"


def _work(tags: Tags, place: Place) -> ImportedWork:
    ris_type = tags.get("TY", [""])[0].upper()
    kind = TYPES.get(ris_type, "misc")
    texts: dict[str, str | None] = {}
    for tag, name in TEXTS.items():
        texts[name] = texts.get(name) or _first(tags, tag)
    field = CONTAINERS.get(kind, "series")
    texts[field] = _first(tags, "C3", "T2", "BT", "JF", "JO", "JA", "J2") or texts.get(field)
    date, year = (RE_DATE.match(_first(tags, *names) or "") for names in (("DA",), ("PY", "Y1")))
    year, date = year or date, date or year
    texts["year"] = year[1] if year else None
    texts["month"] = date[2] if date and year and date[1] == year[1] else None
    texts["entrysubtype"] = NEWSPAPERS.get(ris_type)
    texts["translator"] = names_to_latex(_names(tags, "A4"))
    ends = filter(None, (_first(tags, "SP"), _first(tags, "EP")))
    texts["pages"] = "–".join(dict.fromkeys(ends))
    number = _first(tags, "SN") or ""
    texts["isbn" if RE_BOOK_NUMBER.fullmatch(number) else "issn"] = number
    url = _first(tags, "UR", "LK") or ""
    texts["url"] = "" if "doi.org/" in url else url
    texts["keywords"] = ", ".join(word.replace(",", " ") for word in tags.get("KW", ()) if word)
    editors = _names(tags, "ED") or _names(tags, "A2")
    return work_of(kind, place, texts, _names(tags, "AU", "A1"), editors)


def _first(tags: Tags, *names: str) -> str | None:
    return next((value for name in names for value in tags.get(name, ()) if value), None)


def _names(tags: Tags, *names: str) -> list[Name]:
    return [_name(text) for name in names for text in tags.get(name, ()) if text]


def _name(text: str) -> Name:
    family, comma, rest = (part.strip() for part in text.partition(","))
    if not comma:
        return printed_name(text)
    given, _, suffix = (part.strip() for part in rest.partition(","))
    return name_in_parts(family, given, suffix)
