"""The outputs for language models: ``llms.txt``, and the Markdown twins of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symposium.export.build_work import BuildWork, Output, Task
from symposium.export.markdown_pages import body_of, document_of, llms_text, path_of
from symposium.export.publishing_files import SITEMAP
from symposium.kinds import BY_NAME, KINDS
from symposium.locale import _
from symposium.pages.described import counted
from symposium.pages.fingerprints import number
from symposium.pages.urls import bibliography_path, docname

LLMS = "llms.txt"
BIBLIOGRAPHY = bibliography_path(docname("index", "papers"))
DEEPEST, MOST_PAGES = 1, 100
"""How many folders down, and how many, the pages are that ``llms.txt`` names."""
MOST = 5_000
"""Records of a site that has twins unless it says otherwise: of more, they are as many files."""


class MarkdownTwins(Output):
    """Pages of records and documents as Markdown, and the list that begins them."""

    name = "markdown"
    doing = "making Markdown"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each file; its name is the path."""
        yield LLMS, None
        if not work.markdown:
            return
        for kind in KINDS:
            if not work.urls.shows(kind.name):
                continue
            for one in work.kb.entities[kind.name]:
                if document_of(work.kb, kind.name, one):
                    known, body = work.shows.facts(kind.name, one), _body(work, kind.name, one)
                    if known is not None and body:  # which may name whatever there is
                        known = hash((known, number(body), work.shows.everything))
                    yield path_of(docname(kind.name, one)), known
        for _facet, page, title, _words in work.prose:
            body = body_of(work.root / f"{page}.md")
            if body:
                yield path_of(page), hash((number(f"{title}\n{body}"), work.shows.everything))

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file."""
        yield task, _text(work, task).encode("utf-8", "replace")


def _text(work: BuildWork, task: str) -> str:
    if task == LLMS:
        return _llms(work)
    page = task.removesuffix(".md")
    pages = work.twins
    subject = work.pages.table.by_page.get(page)
    if subject and subject[0] in BY_NAME:  # the page may be a document of the project
        return pages.record(*subject, _body(work, *subject))
    title = next(title for _facet, name, title, _words in work.prose if name == page)
    return pages.document(page, title, body_of(work.root / task))


def _body(work: BuildWork, kind: str, record_id: str) -> str:
    """Return what the author of a record's file wrote below its front matter."""
    document = document_of(work.kb, kind, record_id)
    return body_of(Path(work.root, f"{document}.md")) if document else ""


def _llms(work: BuildWork) -> str:
    kinds = [kind for kind in KINDS if work.kb.entities[kind.name]]
    held = {kind: counted(kind.name, len(work.kb.entities[kind.name])) for kind in kinds}
    about = [f"A scholarly knowledge base: {', '.join(held.values()) or 'nothing yet'}."]
    if work.markdown:
        about.append(
            "Each page that has a source file is there in Markdown, too, such as `about.md` beside "
            "`about.html`; `api/v1` has the facts of all records."
        )
    lists = ((_(kind.title), docname("index", kind.folder), held[kind]) for kind in kinds)
    documents = sorted(
        (page.count("/"), page, title)
        for _facet, page, title, _words in work.prose
        if page.count("/") <= DEEPEST and (work.root / f"{page}.md").is_file()
    )
    base, path = work.urls.base, work.urls.path
    parts = {
        "Lists": ((title, f"{base}{path(page)}", what) for title, page, what in lists),
        "Pages": (
            (title, base + (path_of(page) if work.markdown else path(page)), "")
            for _depth, page, title in documents[:MOST_PAGES]
        ),
        "Data": ((title, f"{base}{file}", what) for title, file, what in _data(work)),
    }
    return llms_text(work.title, about, parts)


def _data(work: BuildWork) -> Iterator[tuple[str, str, str]]:
    """Yield title and path of the files with data, and what they are."""
    if work.published_api:
        yield (
            "API",
            "api/v1/index.json",
            "all facts as JSON; `schema.json` beside it describes them",
        )
    if BIBLIOGRAPHY in work.listed:
        yield "Bibliography", BIBLIOGRAPHY, "all papers as BibTeX"
    yield "Inventory", "objects.inv", "every record, for links from Sphinx projects"
    if work.urls.base:
        yield "Sitemap", SITEMAP, "every page"
