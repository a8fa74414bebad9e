"""What a type of entry is called elsewhere: by Zotero, in CSL and RIS, and by schema.org.

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
"""Types of entries in BibTeX and biblatex; what is not here is a document, or a preprint."""

GENRES = {
    "phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis", "mathesis": "Master’s thesis",
    "bachelorsthesis": "Bachelor’s thesis", "bathesis": "Bachelor’s thesis",
    "candthesis": "Candidate thesis", "techreport": "Technical report",
    "resreport": "Research report", "patent": "Patent", "software": "Computer software",
}  # fmt: skip
"""What a type of work is called, by the type of its entry or by biblatex's word for it."""


def work_type(paper: Paper) -> WorkType:
    """Return what a work is called elsewhere.

    An article without a journal and an entry of no special type are preprints if they are on
    arXiv, or say so.
    """
    if paper.poster:
        return POSTER
    if paper.type == "article" and paper.detail("entrysubtype") == "newspaper":
        return NEWSPAPER  # as biblatex and Zotero write it
    found = OF_ENTRIES.get(paper.type, DOCUMENT)
    # The journal may be arXiv itself, as in "arXiv preprint arXiv:2401.00001".
    on_arxiv = "arxiv" in (paper.venue or "").lower()
    vague = found is DOCUMENT or (found in {ARTICLE, CONFERENCE, MANUSCRIPT} and not paper.venue)
    if not (vague or (paper.type == "article" and on_arxiv)):
        return found
    return PREPRINT if paper.arxiv or on_arxiv or paper.status == "preprint" else found
