"""Pages as Markdown, for programs that read text: a twin beside each page that has a source file.

A record's twin has the values of the API in their order, so that a kind of a plugin has one, too,
and the body that its author wrote. Ids, address and links are in its front matter. The twin of a
document's page has what its author wrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context, Json
from symposium.export.schema_words import AN_ID
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Kind
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.short_texts import label
from symposium.model.encodings import decode
from symposium.model.gate import read_file
from symposium.pages.urls import Urls, docname

WORKED_OUT = {"posters": "paper", "cites": "paper", "cited_by": "paper", "committee": "person"}
"""Kinds of the records that values name, where neither a field nor their own name says it."""


def folder_named(kind: Kind, name: str, one: str) -> str:
    """Return the folder of the records that a value names by their ids; an empty one if none.

    ``name`` is that of the value in an object of ``kind``, and ``one`` the id.
    """
    said = kind.fields.get(name)
    if said and (said.refers or said.role):
        return BY_NAME[said.refers or "person"].folder
    if name != "source" and not RE_IDS.fullmatch(one):
        return ""
    if name in BY_FOLDER:
        return name
    other = BY_NAME.get(WORKED_OUT.get(name, name))
    return other.folder if other else ""


RE_IDS = re.compile(f"{AN_ID}(?:/{AN_ID})?")
RE_FRONT_MATTER = re.compile(
    r"\A\s*^---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE | re.DOTALL
)
RE_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,}|:{3,})")
RE_REMARK = re.compile(r"[ \t]*(?:%|\([\w-]+\)=)")
RE_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
RE_ROLE = re.compile(
    r"\{(?:kb:)?(?P<role>[\w:-]{1,50})\}(?P<tick>`{1,9}+)(?P<target>.{1,500}?)(?P=tick)(?!`)"
    r"|(?P<ticks>`{1,9}+)[^`].{0,500}?(?P=ticks)(?!`)"
)
RE_TARGET = re.compile(r"(?P<text>.*\S)\s*<(?P<id>[^<>]+)>", re.DOTALL)
RE_SIGN = re.compile(r"[\\\[\]<>*`]")

FRONT = frozenset({"id", "key", "url", "orcid", "doi", "links"})
"""Values that stand in the front matter."""
CALLED = frozenset({"title", "name"})
BODIES = {"person": "biography", "talk": "abstract"}
"""Values that are made of the body, which stands there as its author wrote it."""
IN_LINE = frozenset({"topics", "sources", "people"})
"""Folders of records whose names stand one after another, not each on a line."""
LONG = 200
"""Characters from which on a text has a section of its own."""


def path_of(page: str) -> str:
    """Return the path of the twin of a page, whatever the builder."""
    return f"{page}.md"


def body_of(path: Path) -> str:
    """Return what a source file says below its front matter; nothing where there is no file."""
    try:
        text = decode(read_file(path)).text.replace("\r\n", "\n").replace("\r", "\n")
    except OSError:
        return ""
    return RE_FRONT_MATTER.sub("", text, count=1).strip()


def document_of(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    """Return the document of a record's page; nothing if the page is made of other facts alone."""
    table = kb.entities[kind] if kind != "person" else kb.identity.people.described
    return getattr(table.get(record_id), "document", None) or ""


class MarkdownPages:
    """Makes the twins of a site's pages."""

    def __init__(self, context: Context, urls: Urls) -> None:
        self._context = context
        self._kb = context.kb
        self._urls = urls
        self._shape = cache(of_kind)

    def record(self, kind_name: str, record_id: str, body: str) -> str:
        """Return the twin of a record's page."""
        kind, page = BY_NAME[kind_name], docname(kind_name, record_id)
        one = self._shape(kind).write(self._context, self._kb.entities[kind_name][record_id])
        title = self._kb.title_of(kind_name, record_id)
        front = {"kind": kind_name, **{name: one[name] for name in one if name in FRONT}}
        front["url"] = self._urls.absolute(page) or self._urls.path(page)
        skipped = FRONT | CALLED | ({BODIES.get(kind_name, "description")} if body else set())
        values = {name: one[name] for name in one if name not in skipped}
        writer = _Writer(self, kind, page)
        lines, sections = [], []
        for name, value in values.items():
            if value in (None, [], {}, "", False):
                continue
            heading = name.replace("_", " ").capitalize()
            inline, text = writer.value(name, value)
            if inline:
                lines.append(f"- {heading}: {text}")
            else:
                sections.append(f"## {heading}\n\n{text}")
        parts = [f"# {escaped(title)}", "\n".join(lines), self.roles(body, page), *sections]
        return _front_matter({**front, "title": title}) + "\n\n".join(filter(None, parts)) + "\n"

    def document(self, page: str, title: str, body: str) -> str:
        """Return the twin of the page of a document."""
        url = self._urls.absolute(page) or self._urls.path(page)
        return _front_matter({"title": title, "url": url}) + self.roles(body, page) + "\n"

    def link(self, page: str, kind: str, record_id: str, text: str = "") -> str:
        """Return the link from a page's twin to that of a record, or to its page if it has none."""
        shown = escaped(text or self._kb.title_of(kind, record_id))
        target = docname(kind, record_id)
        has_twin = document_of(self._kb, kind, record_id)
        path = path_of(target) if has_twin else self._urls.path(target)
        return f"[{shown}]({'../' * page.count('/')}{path})"

    def roles(self, body: str, page: str) -> str:
        """Return Markdown in which our roles are links; comments are left out."""
        lines, fence = [], ""
        for line in RE_COMMENT.sub("", body).split("\n"):
            mark = RE_FENCE.match(line)
            if fence:
                fence = "" if mark and mark[1].startswith(fence) else fence
            elif mark:
                fence = mark[1]
            elif RE_REMARK.match(line):
                continue
            else:
                line = RE_ROLE.sub(lambda found: self._role(found, page), line)  # noqa: PLW2901
            lines.append(line)
        return "\n".join(lines).strip()

    def _role(self, found: re.Match[str], page: str) -> str:
        role, target = found["role"] or "", found["target"]
        if role.startswith("cite"):
            keys = (key.strip().lstrip("!~-") for key in target.split(","))
            works = [one for key in keys if (one := self._kb.find("paper", key))]
            named = [self.link(page, "paper", one, label(self._kb, "paper", one)) for one in works]
            return "; ".join(named) or found[0]
        if role not in BY_NAME:
            return found[0]
        said = RE_TARGET.fullmatch(target)
        record_id = self._kb.find(role, said["id"] if said else target)
        if record_id is None:
            return found[0]
        return self.link(
            page, role, record_id, said["text"] if said else label(self._kb, role, record_id)
        )


class _Writer:
    """Writes the values of one record."""

    def __init__(self, pages: MarkdownPages, kind: Kind, page: str) -> None:
        self._pages = pages
        self._kind = kind
        self._page = page

    def value(self, name: str, value: Any) -> tuple[bool, str]:
        """Return whether a value fits into a line, and its text."""
        if not isinstance(value, list):
            long = isinstance(value, str) and (len(value) > LONG or "\n" in value)
            return not long, value if long else self._one(name, value)
        texts = [self._one(name, one) for one in value]
        if isinstance(value[0], dict):
            short = {"name", "person"} <= set(value[0]) and max(map(len, texts)) < LONG
        else:
            folder = folder_named(self._kind, name, value[0])
            short = not folder or folder in IN_LINE
        return short, ", ".join(texts) if short else "\n".join(f"- {one}" for one in texts)

    def _one(self, name: str, value: Any) -> str:
        """Return a value as a piece of a line."""
        if isinstance(value, list):
            return ", ".join(self._one(name, one) for one in value)
        if isinstance(value, dict):
            return self._object(name, value)
        if value is True:
            return "yes"
        folder = folder_named(self._kind, name, str(value))
        kind = BY_FOLDER[folder].name if folder else ""
        found = self._pages._kb.find(kind, str(value)) if kind else None  # noqa: SLF001 - of this module
        return self._pages.link(self._page, kind, found) if found else escaped(str(value))

    def _object(self, name: str, value: Json) -> str:
        """Return an object: whom or what it names, and the rest of it in parentheses."""
        rest = {one: value[one] for one in value if value[one] not in (None, [], "", False)}
        first = self._name(name, rest)
        if "talk" in rest:
            rest.pop("title", "")  # it is that of the talk
        if "start" in rest and "end" in rest:
            rest["start"] = f"{rest['start']} – {rest.pop('end')}"
        others = [self._one(one, rest[one]) for one in rest]
        if not first:
            return ", ".join(others)
        return f"{first} ({', '.join(others)})" if others else first

    def _name(self, name: str, rest: Json) -> str:
        """Take out of an object what it is called, and return that, as a link if it can be."""
        pages, page = self._pages, self._page
        if name in BY_NAME and "id" in rest:
            found, text = rest.pop("id"), rest.pop("name", "")
            return pages.link(page, name, found, text)
        if "kind" in rest and "id" in rest:
            return pages.link(page, rest.pop("kind"), rest.pop("id"))
        if "url" in rest and "title" in rest:
            address = f"{'../' * page.count('/')}{rest.pop('url')}"
            return f"[{escaped(rest.pop('title'))}]({address})"
        text = rest.pop("name", "")
        if person := rest.pop("person", ""):
            return pages.link(page, "person", person, text)
        return escaped(text)


def escaped(text: str) -> str:
    r"""Return a text in which nothing is markup.

    >>> print(escaped("[x] <b>"), escaped("two\nlines"))
    \[x\] \<b\> two lines
    """
    return RE_SIGN.sub(lambda sign: f"\\{sign[0]}", " ".join(text.split()))


def _front_matter(values: Mapping[str, Any]) -> str:
    """Return front matter; JSON is YAML, too."""
    lines = (
        f"{name}: {json.dumps(one, ensure_ascii=False)}" for name, one in values.items() if one
    )
    return "---\n" + "\n".join(lines) + "\n---\n\n"


def llms_text(
    title: str, about: Sequence[str], parts: Mapping[str, Iterable[tuple[str, str, str]]]
) -> str:
    """Return ``llms.txt`` (https://llmstxt.org): what a site is, and its main addresses.

    ``about`` are paragraphs, the first a summary; each of ``parts`` has rows of a title, an address
    and what is there.
    """
    blocks = [f"# {escaped(title)}", f"> {about[0]}", *about[1:]]
    for heading, rows in parts.items():
        lines = [f"- [{escaped(a)}]({b}){f': {c}' if c else ''}" for a, b, c in rows]
        blocks += [f"## {heading}", "\n".join(lines)] if lines else []
    return "\n\n".join(blocks) + "\n"
