"""Markdown for language models: a twin of each page that has a source file, and ``llms.txt``.

A record's twin has the values of the API as front matter (so this works for kinds of plugins too),
and below it the body as written. The twin of another document has the text of the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from symposium.export.api import INDEX
from symposium.export.build_work import BuildWork, Output, Task
from symposium.export.publishing_files import SITEMAP
from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.model.encodings import decode, with_line_feeds
from symposium.model.gate import read_file
from symposium.pages.fingerprints import number
from symposium.pages.small_texts import records_of_role
from symposium.pages.urls import bibliography_path, docname
from symposium.pages.vocabulary import counted
from symposium.plugin import Files

LLMS = "llms.txt"
BIBLIOGRAPHY = bibliography_path(docname("index", "papers"))
MAX_DEPTH, MAX_PAGES = 1, 100
"""The depth in folders, and the number, of the pages that ``llms.txt`` lists at most."""
MAX_RECORDS = 5_000
"""The most records with which a site has twins by default, as each twin is a file."""

RE_FRONT_MATTER = re.compile(
    r"\A\s*^---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE | re.DOTALL
)
RE_PART = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,}|:{3,})[\s\S]*?(?:^[ \t]*(?P=fence).*|\Z)"
    r"|(?P<comment><!--[\s\S]*?-->|^[ \t]*(?:%|\([\w-]+\)=).*\n?)"
    r"|\{(?P<role>[\w:-]{1,50})\}(?P<tick>`{1,9}+)(?P<target>.{1,500}?)(?P=tick)(?!`)"
    r"|(?P<ticks>`{1,9}+)[^`\n].{0,500}?(?P=ticks)(?!`)",
    re.MULTILINE,
)
"""Parts of Markdown: a block to copy as it is, a comment to leave out, a role, inline code."""
RE_SIGN = re.compile(r"[\\\[\]<>*`]")


def _tasks(work: BuildWork) -> Iterator[Task]:
    if work.markdown is None:
        return
    yield LLMS, None
    if not work.markdown:
        return
    for kind in KINDS:
        if not work.urls.shows(kind.name):
            continue
        for record_id in work.kb.entities[kind.name]:
            if document := document_of(work.kb, kind.name, record_id):
                fingerprint, body = work.shows.facts(kind.name, record_id), body_of(work, document)
                if fingerprint is not None and body:  # a body may refer to any record
                    fingerprint = hash((fingerprint, number(body), work.shows.everything))
                yield f"{docname(kind.name, record_id)}.md", fingerprint
    for _facet, page, title, _words in work.prose:
        if body := body_of(work, page):
            yield f"{page}.md", hash((number(f"{title}\n{body}"), work.shows.everything))


def _file(work: BuildWork, task: str) -> Files:
    text = _llms(work) if task == LLMS else _twin(work, task.removesuffix(".md"))
    yield task, text.encode("utf-8", "replace")


MARKDOWN = Output("markdown", "making Markdown", _tasks, _file)


def document_of(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    """Return the docname of a record's source file, or an empty text if it has none."""
    return getattr(kb.described(kind, record_id), "document", None) or ""


def body_of(work: BuildWork, document: str) -> str:
    """Return the text of a document below its front matter, or an empty text without a file."""
    try:
        text = with_line_feeds(decode(read_file(work.root / f"{document}.md")).text)
    except OSError:
        return ""
    return RE_FRONT_MATTER.sub("", text, count=1).strip()


def _twin(work: BuildWork, page: str) -> str:
    subject = work.pages.table.by_page.get(page)
    front: dict[str, Any] = {}
    heading = ""
    if subject and subject[0] in BY_NAME:  # the page may be a document of the project
        kind, record_id = subject
        title = work.kb.title_of(kind, record_id)
        body = body_of(work, document_of(work.kb, kind, record_id))
        record = work.kb.entities[kind][record_id]
        front = {"record": kind, **work.shapes(BY_NAME[kind]).write(work.api, record)}
        if body:  # it follows the front matter, so its plain text is not repeated there
            made_of_body = {"person": "biography", "talk": "abstract"}
            front.pop(made_of_body.get(kind, "description"), None)
        heading = f"# {escaped(title)}\n\n"
    else:
        title = work.titles[page]
        body = body_of(work, page)
    front |= {"title": title, "url": work.urls.absolute(page) or work.urls.path(page)}
    # JSON is also YAML.
    lines = [
        f"{name}: {json.dumps(fact, ensure_ascii=False)}\n" for name, fact in front.items() if fact
    ]
    return f"---\n{''.join(lines)}---\n\n{heading}{with_links(work, body, page)}\n"


def _link(work: BuildWork, page: str, kind: str, record_id: str, text: str) -> str:
    """Return a link from a page's twin to a record's twin, or to its page if it has no twin."""
    target = docname(kind, record_id)
    has_twin = document_of(work.kb, kind, record_id)
    path = f"{target}.md" if has_twin else work.urls.path(target)
    return f"[{escaped(text)}]({'../' * page.count('/')}{path})"


def with_links(work: BuildWork, body: str, page: str) -> str:
    """Return Markdown with the extension's roles replaced by links, and without comments."""

    def linked(part: re.Match[str]) -> str:
        rows = records_of_role(work.kb, part["role"], part["target"]) if part["role"] else ()
        links = "; ".join(_link(work, page, *row) for row in rows)
        return "" if part["comment"] else links or part[0]

    return RE_PART.sub(linked, body).strip()


def escaped(text: str) -> str:
    r"""Return a text on one line with the characters of Markdown escaped.

    >>> print(escaped("[x] <b>"), escaped("two\nlines"))
    \[x\] \<b\> two lines
    """
    return RE_SIGN.sub(lambda sign: f"\\{sign[0]}", " ".join(text.split()))


def _llms(work: BuildWork) -> str:
    """Return ``llms.txt`` (https://llmstxt.org): a summary of the site and its main addresses."""
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
        if page.count("/") <= MAX_DEPTH and (work.root / f"{page}.md").is_file()
    )
    base, path = work.urls.base, work.urls.path
    facts = "all facts as JSON; `schema.json` beside it describes them"
    data = (
        (work.published_api, "API", INDEX, facts),
        (BIBLIOGRAPHY in work.listed, "Bibliography", BIBLIOGRAPHY, "all papers as BibTeX"),
        (True, "Inventory", "objects.inv", "every record, for links from Sphinx projects"),
        (base, "Sitemap", SITEMAP, "every page"),
    )
    parts = {
        "Lists": ((title, f"{base}{path(page)}", what) for title, page, what in lists),
        "Pages": (
            (title, base + (f"{page}.md" if work.markdown else path(page)), "")
            for _depth, page, title in documents[:MAX_PAGES]
        ),
        "Data": [(title, f"{base}{file}", what) for offered, title, file, what in data if offered],
    }
    blocks = [f"# {escaped(work.title)}", f"> {about[0]}", *about[1:]]
    for heading, rows in parts.items():
        lines = [f"- [{escaped(a)}]({b}){f': {c}' if c else ''}" for a, b, c in rows]
        blocks += [f"## {heading}", "\n".join(lines)] if lines else []
    return "\n\n".join(blocks) + "\n"
