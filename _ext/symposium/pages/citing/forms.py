"""The forms in which works are handed out: one list, for pages, files and ``symposium export``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symposium.kinds.paper import Paper
from symposium.pages.citing.bibtex import BIBLATEX, shown_entry
from symposium.pages.citing.csl_json import Item, csl_item
from symposium.pages.citing.markdown import markdown_line
from symposium.pages.citing.ris import ris_record

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Form:
    """A form in which works are handed out."""

    name: str
    """As ``symposium export --format`` calls it."""
    label: str
    """As readers call it: a name, which is not translated."""
    ending: str
    """Of its files, without the dot before it."""
    media_type: str
    entry: Callable[[Paper, Item, str], str]
    """Returns what a file says of a work. It is given the full `csl_item`, which BibTeX does not
    look at, and the address of the site, if that is known."""
    between: str = "\n"
    """Stands between two works."""
    around: tuple[str, str] = ("", "")
    """Stands before the first work and behind the last."""
    published: bool = True
    """Whether a site has files of it beside its pages."""

    def file(self, entries: Iterable[str]) -> bytes:
        """Return the content of a file of these entries."""
        before, behind = self.around
        return f"{before}{self.between.join(entries)}{behind}".encode("utf-8", "replace")


def entries(paper: Paper, base: str, forms: Iterable[Form]) -> tuple[str, ...]:
    """Return what files say of a work in some forms."""
    item = csl_item(paper, full=True)
    return tuple([form.entry(paper, item, base) for form in forms])


FORMS = (
    Form(
        "bibtex", "BibTeX", "bib", "application/x-bibtex",
        lambda paper, _, base: shown_entry(paper, base=base),
    ),
    Form(
        "biblatex", "biblatex", "biblatex.bib", "application/x-bibtex",
        lambda paper, _, base: shown_entry(paper, dialect=BIBLATEX, base=base),
        published=False,
    ),
    Form(
        "ris", "RIS", "ris", "application/x-research-info-systems",
        lambda paper, item, _: ris_record(paper, item), "\r\n",
    ),
    Form(
        "csl-json", "CSL-JSON", "csl.json", "application/vnd.citationstyles.csl+json",
        lambda _, item, __: _encode(item), ",\n", ("[\n", "\n]\n"),
    ),
    Form(
        "markdown", "Markdown", "markdown", "text/markdown",
        lambda paper, item, _: markdown_line(paper, item), "", published=False,
    ),
)  # fmt: skip
"""A new one is a line here. BibTeX is the first.

No file ends in ``.md``: Sphinx would read it where the output lies among the sources, and the page
of a record may have a twin of that name.
"""
PUBLISHED = tuple(form for form in FORMS if form.published)
