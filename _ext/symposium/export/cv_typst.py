"""Curricula vitae as PDF, and pictures that networks show with a link, set by the Typst compiler.

The layouts never change with the content: what they set is handed over as JSON, so that no text of
an author is ever read as Typst. The bytes of a PDF depend on the facts alone; a date of creation
stands in the file only where ``SOURCE_DATE_EPOCH`` is set.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from symposium.export.appointments import epoch
from symposium.export.build_work import BuildWork, Output, Task
from symposium.knowledge import KnowledgeBase
from symposium.locale import _, current
from symposium.model import optional_packages
from symposium.pages.author_links import ROOT
from symposium.pages.cv_sections import Cv, make_cv, pdf_of, people_with_cv
from symposium.pages.fingerprints import number
from symposium.pages.maths import as_typed
from symposium.pages.page_head import KINDS, RE_BEYOND, preview_of
from symposium.pages.small_texts import Span, clean
from symposium.pages.urls import Urls, docname
from symposium.plugin import Files

LAYOUT, PREVIEW = (
    Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("cv.typ", "preview.typ")
)
MAX_LINK = 2_000
"""Longer addresses are no links in a PDF."""


def pdfs(kb: KnowledgeBase, urls: Urls) -> Iterator[tuple[str, str]]:
    """Yield the path of each curriculum vitae, and its content as JSON."""
    for person in people_with_cv(kb):
        data = data_of(make_cv(kb, person), urls)
        yield pdf_of(person.id), json.dumps(data, ensure_ascii=False, sort_keys=True)


def source_of(data: str) -> str:
    """Return all that the PDF of a curriculum vitae is made from, given its content as JSON."""
    return "\n".join((data, LAYOUT, str(epoch()), optional_packages.version_of("typst")))


def data_of(cv: Cv, urls: Urls) -> dict[str, Any]:
    """Return what the layout sets: texts, styles and addresses, nothing else."""
    return {
        "title": _("Curriculum vitae of {name}").format(name=clean(cv.name)),
        "language": current().language.partition("_")[0],
        "name": clean(cv.name),
        "headline": clean(cv.headline),
        "affiliations": list(map(clean, cv.affiliations)),
        "links": [{"text": clean(text), "href": _href(href, urls)} for text, href in cv.links],
        "page": urls.absolute(docname("person", cv.person)),
        "parts": [_plain(part, urls) for part in cv.parts],
    }


def _plain(one: Any, urls: Urls) -> Any:
    """Return a part of a curriculum vitae, or what it is made of, as JSON has it."""
    if isinstance(one, str):
        return clean(one)
    if isinstance(one, Span):
        text = clean(as_typed(one.text))
        return {"text": text, "style": one.style, "href": _address(one, urls)}
    if isinstance(one, tuple):
        return [_plain(inner, urls) for inner in one]
    names = (name for name in one.__slots__ if name not in {"years", "item", "group"})
    return {name: _plain(getattr(one, name), urls) for name in names}


def _address(span: Span, urls: Urls) -> str:
    """Return where a span leads in a document that is read outside the site."""
    if span.kind == "person":
        return ""
    return _href(urls.absolute(docname(span.kind, span.id)) if span.kind else span.href, urls)


def _href(text: str, urls: Urls) -> str:
    """Return an address that leads on from anywhere; nothing for a file of a site without one."""
    if text.startswith(ROOT):
        text = text.replace(ROOT, urls.base) if urls.base else ""
    return text if len(text) <= MAX_LINK else ""


def compile_pdf(data: str) -> bytes:
    """Return the PDF of a curriculum vitae, given as JSON.

    Raises:
        MissingExtraError: if the compiler is not installed.
    """
    made = epoch()
    return typeset(LAYOUT, "pdf", made, cv=data, dated="no" if made is None else "yes")


def typeset(
    layout: str, form: Literal["pdf", "png"], timestamp: int | None = None, **inputs: str
) -> bytes:
    """Return a document of one PDF, or the picture of its one page, at 72 pixels an inch.

    Fonts of the machine are used for letters that those of the compiler lack.

    Raises:
        MissingExtraError: if the compiler is not installed.
    """
    optional_packages.require("pdf", "a PDF")
    import typst  # noqa: PLC0415 - a large package, only needed here

    compiler = typst.Compiler(
        layout.encode(),
        ignore_system_fonts=not any(map(RE_BEYOND.search, inputs.values())),
        sys_inputs=inputs,
    )
    content = compiler.compile(format=form, ppi=72, timestamp=timestamp)
    if not isinstance(content, bytes):
        raise TypeError(type(content))
    return content


def _preview_tasks(work: BuildWork) -> Iterator[Task]:
    around = (PREVIEW, work.title, optional_packages.version_of("typst"))
    for kind in KINDS:
        for record in work.kb.entities[kind].values():
            if preview := preview_of(work.kb, work.urls, kind, record):
                yield f"{kind} {record.id}", number(repr((preview, around)))


def _preview(work: BuildWork, task: str) -> Files:
    kind, _unused, record_id = task.partition(" ")
    preview = preview_of(work.kb, work.urls, kind, work.kb.entities[kind][record_id])
    if preview:
        texts = {"title": preview.title, "names": preview.names, "site": work.title}
        yield preview.path, typeset(PREVIEW, "png", preview=json.dumps(texts))


PREVIEWS = Output("previews", "drawing previews of links", _preview_tasks, _preview, threaded=True)
