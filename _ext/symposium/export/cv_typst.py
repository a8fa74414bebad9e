"""Curricula vitae as PDF, and preview pictures for social networks, set by the Typst compiler.

The content goes to fixed layouts as JSON, so that no text of an author is ever read as Typst code.
The bytes of a PDF depend on the facts alone; it has a date of creation only if
``SOURCE_DATE_EPOCH`` is set.
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
"""The longest address that a PDF links to."""


def pdfs(kb: KnowledgeBase, urls: Urls) -> Iterator[tuple[str, str]]:
    """Yield the path of each PDF of a curriculum vitae, and its content as JSON."""
    for person in people_with_cv(kb):
        data = data_of(make_cv(kb, person), urls)
        yield pdf_of(person.id), json.dumps(data, ensure_ascii=False, sort_keys=True)


def source_of(data: str) -> str:
    """Return all sources of the PDF of a curriculum vitae as one text, given its content."""
    return "\n".join((data, LAYOUT, str(epoch()), optional_packages.version_of("typst")))


def data_of(cv: Cv, urls: Urls) -> dict[str, Any]:
    """Return the content of a curriculum vitae for the layout: texts, styles and addresses."""
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


def _plain(part: Any, urls: Urls) -> Any:
    """Return a part of a curriculum vitae as JSON, with all the parts within it."""
    if isinstance(part, str):
        return clean(part)
    if isinstance(part, Span):
        text = clean(as_typed(part.text))
        return {"text": text, "style": part.style, "href": _address(part, urls)}
    if isinstance(part, tuple):
        return [_plain(item, urls) for item in part]
    names = (name for name in part.__slots__ if name not in {"years", "item", "group"})
    return {name: _plain(getattr(part, name), urls) for name in names}


def _address(span: Span, urls: Urls) -> str:
    """Return the address that a span links to, for a document that is read outside the site."""
    if span.kind == "person":
        return ""
    return _href(urls.absolute(docname(span.kind, span.id)) if span.kind else span.href, urls)


def _href(text: str, urls: Urls) -> str:
    """Return an absolute address; empty for a file of a site whose address is not known."""
    if text.startswith(ROOT):
        text = text.replace(ROOT, urls.base) if urls.base else ""
    return text if len(text) <= MAX_LINK else ""


def compile_pdf(data: str) -> bytes:
    """Return the PDF of a curriculum vitae, given as JSON.

    Raises:
        MissingExtraError: if the compiler is not installed.
    """
    timestamp = epoch()
    return typeset(LAYOUT, "pdf", timestamp, cv=data, dated="no" if timestamp is None else "yes")


def typeset(
    layout: str, form: Literal["pdf", "png"], timestamp: int | None = None, **inputs: str
) -> bytes:
    """Return a PDF, or a picture of its single page at 72 pixels per inch.

    Fonts of the machine are only used for characters that those of the compiler lack.

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
    common = (PREVIEW, work.title, optional_packages.version_of("typst"))
    for kind in KINDS if work.urls.base else ():
        for record in work.kb.entities[kind].values():
            if preview := preview_of(work.kb, work.urls, kind, record):
                yield f"{kind} {record.id}", number(repr((preview, common)))


def _preview(work: BuildWork, task: str) -> Files:
    kind, _unused, record_id = task.partition(" ")
    preview = preview_of(work.kb, work.urls, kind, work.kb.entities[kind][record_id])
    if preview:
        texts = {"title": preview.title, "names": preview.names, "site": work.title}
        yield preview.path, typeset(PREVIEW, "png", preview=json.dumps(texts))


PREVIEWS = Output("previews", "drawing previews of links", _preview_tasks, _preview, threaded=True)
