"""Publication status: the mark of retracted and similar works, and its notice.

A work that was retracted, withdrawn, superseded or corrected is marked wherever it is named. In
templates `ViewContext.link` adds the mark to links, in documents `sphinxext.domain` does.
Search, exports and curricula vitae ask here too. A talk has the status of its paper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.pages.author_links import safe_href
from symposium.pages.vocabulary import STATUSES

OF_WORKS = {
    "retracted": (
        N_("Notice of retraction"), N_("Paper retracted"),
        N_("The paper that this talk presents has been retracted."),
    ),
    "withdrawn": (
        N_("Notice of withdrawal"), N_("Paper withdrawn"),
        N_("The paper that this talk presents has been withdrawn."),
    ),
    "superseded": (
        N_("What supersedes it"), N_("Paper superseded"),
        N_("The paper that this talk presents has been superseded."),
    ),
    "corrected": (
        N_("Notice of correction"), N_("Paper corrected"),
        N_("The paper that this talk presents has been corrected."),
    ),
}  # fmt: skip
"""Statuses that readers must notice, the gravest first: label of the link to the notice, then the
mark and a sentence for a talk on such a work."""

MARKED = frozenset({"paper", "talk"})
"""Kinds whose records may have such a status."""

NOTICE = "notice"
"""Name of the link that leads to the notice."""


@dataclass(frozen=True, slots=True)
class PublicationStatus:
    """The status of a work in words, and its notice."""

    status: str
    word: str
    """The mark: ``Retracted``; of a talk ``Paper retracted``."""
    sentence: str
    link: str
    """Label of the link to the notice."""
    notice: str
    """The ``href`` of the notice (see `safe_href`), or an empty text."""

    @property
    def grave(self) -> bool:
        """Whether the work should not be relied on."""
        return self.status in {"retracted", "withdrawn"}


def status_of(kb: KnowledgeBase, kind: str, record_id: str) -> PublicationStatus | None:
    """Return the status to show wherever a record is named; most have none."""
    if kind == "paper":
        return status_of_paper(kb.works[record_id], kb.files)
    paper = kb.paper_of(kb.talks[record_id]) if kind == "talk" else None
    status = status_of_paper(paper, kb.files) if paper else None
    if status is None:
        return None
    _unused, word, sentence = OF_WORKS[status.status]
    return replace(status, word=_(word), sentence=_(sentence))


def status_of_paper(paper: Paper, files: frozenset[str] = frozenset()) -> PublicationStatus | None:
    """Return the status of a paper to show; ``files`` are those that are published."""
    status = paper.status
    if status is None or status not in OF_WORKS:
        return None
    notice = safe_href(paper.links.get(NOTICE, ""), files) or ""
    return PublicationStatus(
        status, _(status.capitalize()), _(STATUSES[status]), _(OF_WORKS[status][0]), notice
    )
