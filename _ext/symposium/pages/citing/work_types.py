"""Names of the types of works: in Zotero, CSL, RIS and schema.org.

Sources: the item types of Zotero, the types of CSL 1.0.2, the reference types of RIS as Zotero
writes them, schema.org 30. Zotero refuses a whole CSL file for one type that it does not know, and
``software`` is one: it is a ``document`` there.
"""

from __future__ import annotations

from typing import NamedTuple

from symposium.kinds.paper import Paper


class WorkType(NamedTuple):
    """The names of one type of work."""

    zotero: str
    csl: str
    ris: str
    schema_org: str


ARTICLE = WorkType("journalArticle", "article-journal", "JOUR", "ScholarlyArticle")
BOOK = WorkType("book", "book", "BOOK", "Book")
CHAPTER = WorkType("bookSection", "chapter", "CHAP", "Chapter")
CONFERENCE = WorkType("conferencePaper", "paper-conference", "CONF", "ScholarlyArticle")
DATASET = WorkType("dataset", "dataset", "DATA", "Dataset")
DOCUMENT = WorkType("document", "document", "GEN", "CreativeWork")
ENCYCLOPEDIA = WorkType("encyclopediaArticle", "entry-encyclopedia", "ENCYC", "Chapter")
MANUSCRIPT = WorkType("manuscript", "manuscript", "MANSCPT", "ScholarlyArticle")
NEWSPAPER = WorkType("newspaperArticle", "article-newspaper", "NEWS", "NewsArticle")
PATENT = WorkType("patent", "patent", "PAT", "CreativeWork")
POSTER = WorkType("presentation", "speech", "SLIDE", "ScholarlyArticle")
PREPRINT = WorkType("preprint", "article", "MANSCPT", "ScholarlyArticle")
REPORT = WorkType("report", "report", "RPRT", "Report")
SOFTWARE = WorkType("computerProgram", "document", "COMP", "SoftwareSourceCode")
STANDARD = WorkType("standard", "standard", "STAND", "Report")
THESIS = WorkType("thesis", "thesis", "THES", "Thesis")
VIDEO = WorkType("videoRecording", "motion_picture", "VIDEO", "VideoObject")
WEB_PAGE = WorkType("webpage", "webpage", "ELEC", "WebPage")

OF_ENTRIES = {
    "article": ARTICLE, "suppperiodical": ARTICLE, "review": ARTICLE,
    "newspaper": NEWSPAPER,
    "book": BOOK, "mvbook": BOOK, "collection": BOOK, "mvcollection": BOOK, "proceedings": BOOK,
    "mvproceedings": BOOK, "reference": BOOK, "mvreference": BOOK, "periodical": BOOK,
    "booklet": BOOK, "manual": BOOK,
    "inbook": CHAPTER, "bookinbook": CHAPTER, "suppbook": CHAPTER, "incollection": CHAPTER,
    "suppcollection": CHAPTER, "inreference": ENCYCLOPEDIA,
    "inproceedings": CONFERENCE, "conference": CONFERENCE,
    "dataset": DATASET, "software": SOFTWARE,
    "phdthesis": THESIS, "mastersthesis": THESIS, "bachelorsthesis": THESIS, "thesis": THESIS,
    "techreport": REPORT, "report": REPORT, "standard": STANDARD,
    "online": WEB_PAGE, "electronic": WEB_PAGE, "www": WEB_PAGE,
    "patent": PATENT, "unpublished": MANUSCRIPT,
    "video": VIDEO, "movie": VIDEO, "preprint": PREPRINT,
}  # fmt: skip
"""Types of works by type of entry; other entries are a document or a preprint."""

GENRES = {
    "phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis", "mathesis": "Master’s thesis",
    "bachelorsthesis": "Bachelor’s thesis", "bathesis": "Bachelor’s thesis",
    "candthesis": "Candidate thesis", "techreport": "Technical report",
    "resreport": "Research report", "patent": "Patent", "software": "Computer software",
}  # fmt: skip
"""Genres by type of entry, or by biblatex's word in the field ``type``."""


def work_type(paper: Paper) -> WorkType:
    """Return the type of a work.

    An article without a journal, or an entry of no special type, is a preprint if it is on arXiv,
    or if that is its status.
    """
    if paper.poster:
        return POSTER
    if paper.type == "article" and paper.detail("entrysubtype") == "newspaper":
        return NEWSPAPER  # as biblatex and Zotero write it
    type_ = OF_ENTRIES.get(paper.type, DOCUMENT)
    # The journal may be arXiv itself, as in "arXiv preprint arXiv:2401.00001".
    on_arxiv = "arxiv" in (paper.venue or "").lower()
    vague = type_ is DOCUMENT or (type_ in {ARTICLE, CONFERENCE, MANUSCRIPT} and not paper.venue)
    if not (vague or (paper.type == "article" and on_arxiv)):
        return type_
    return PREPRINT if paper.arxiv or on_arxiv or paper.status == "preprint" else type_
