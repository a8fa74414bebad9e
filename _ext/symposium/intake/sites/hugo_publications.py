"""Publications of HugoBlox: front matter, and the entry that lies beside it."""

from __future__ import annotations

import re
from dataclasses import replace

from symposium.intake.comparing import says_the_same
from symposium.intake.formats import bibtex
from symposium.intake.latex_writing import printed_name
from symposium.intake.sites.front_matter import OtherFile, said
from symposium.intake.sites.gathered import Fields
from symposium.intake.sites.hugo_site import HugoSite
from symposium.intake.works import ImportedWork, IntakeError, work_of
from symposium.model.problems import Place

TYPES = {
    "article-journal": "article", "paper-conference": "inproceedings", "article": "misc",
    "manuscript": "misc", "report": "techreport", "book": "book", "chapter": "incollection",
    "thesis": "phdthesis", "patent": "patent", "1": "inproceedings", "2": "article", "3": "misc",
    "4": "techreport", "5": "book", "6": "incollection", "7": "phdthesis", "8": "patent",
}  # fmt: skip
"""Types of publications: those of CSL, and the numbers that stood for them."""


def publication(site: HugoSite, file: OtherFile, address: str, folder: str) -> None:
    """Keep a publication: its entry, and what the project says of it besides."""
    work = _entry(site, file, folder)
    picture = site.picture(file, folder)
    fields: Fields = {
        "links": site.links(file, folder),
        "topics": file.texts("tags"), "selected": file.is_true("featured"),
        "thumbnail": picture or "", "alt": f"Picture of {file.text('title')}" if picture else "",
    }  # fmt: skip
    item = site.keep("paper", "", file, address, fields)
    site.found.items.remove(item)
    site.found.works.append((work, item))


def _entry(site: HugoSite, file: OtherFile, folder: str) -> ImportedWork:
    """Return the entry of a publication: that beside it, and what its front matter knows more."""
    date, ids = file.date("date"), file.fields.get("hugoblox")
    ids = ids.get("ids") if isinstance(ids, dict) else {}
    kind = TYPES.get(next(iter(file.texts("publication_types")), ""), "misc")
    printed = re.sub(r"^(?:In|in)\s+|\*", "", file.text("publication")).strip()
    names = [printed_name(site.author(one)) for one in file.texts("authors")]
    arxiv = said(ids, "arxiv")
    texts = {
        "title": file.text("title"), "abstract": file.text("abstract"),
        {"article": "journal", "misc": "howpublished"}.get(kind, "booktitle"): printed,
        "year": str(date.year) if date and date.year else None,
        "month": str(date.month) if date and date.month and date.iso[5:] != "01-01" else None,
        "doi": file.text("doi") or said(ids, "doi"),
        "eprint": arxiv, "eprinttype": "arxiv" if arxiv else None,
    }  # fmt: skip
    work = work_of(kind, file.place(), texts, names)
    notes = [(n, one) for n, one in enumerate(file.texts("author_notes"), 1) if one]
    marks = "; ".join(f"{n}=equal" for n, one in notes if "equal" in one.lower())
    for _, one in notes:
        if "equal" not in one.lower():
            site.found.left(file.place("author_notes"), f"the note on an author: {one}")
    own = {**work.fields, **({"author+an": marks} if marks else {})}
    beside = next((path for path in site.tree.below(folder, ".bib")), "")
    if not beside:
        return replace(work, fields=own)
    try:
        cited = bibtex.read(site.tree.text(beside), beside).works[0]
    except (IntakeError, IndexError):
        site.found.left(Place(beside), "the entry cannot be read")
        return replace(work, fields=own)
    if len(names) != len(cited.fields.get("author", "").split(" and ")):
        site.found.changed(file.place("authors"), f"{beside} names other authors: those are kept")
    if not says_the_same("title", cited.fields.get("title", ""), work.fields.get("title", "")):
        site.found.changed(file.place("title"), f"{beside} has another title: that is kept")
    other = {"journal": "booktitle", "booktitle": "journal", "howpublished": "journal"}
    more = {name: value for name, value in own.items()
            if name not in cited.fields and other.get(name) not in cited.fields
            and not (name == "month" and "date" in cited.fields)}  # fmt: skip
    if "year" not in cited.fields and "date" in cited.fields:
        more.pop("year", None)
    return replace(cited, fields={**cited.fields, **more})
