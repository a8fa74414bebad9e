"""Files of a project, written from the content of a foreign site."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from symposium.fields.yaml_repair import document
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.lint import permalinks
from symposium.model.encodings import decode
from symposium.model.ids import slug
from symposium.reading.bibtex_reader import parse

from symposium_import import new
from symposium_import.bib_editing import BibFile
from symposium_import.new_files import Home
from symposium_import.sites.bodies import body_of
from symposium_import.sites.gathered import (
    HOME,
    Gathered,
    Item,
    SourceTree,
    earlier,
    free_page,
    page_of,
)
from symposium_import.sites.template_tags import PageContext, block_of
from symposium_import.sites.template_values import TemplateValues, links
from symposium_import.works import IntakeError, key_of


@dataclass
class NewAddresses:
    """Docnames of items, and links to them from old addresses."""

    site: Gathered
    tree: SourceTree
    targets: dict[str, Item] = field(default_factory=dict)
    """Items by the docnames of their old addresses."""
    sources: dict[str, Item] = field(default_factory=dict)
    """Items by the paths and stems of their files."""
    taken: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    """Earlier addresses of items that get no file, as values of ``was:``."""

    def place(self, item: Item) -> None:
        """Give an item a free docname, and register its old addresses."""
        docname = f"{BY_NAME[item.kind].folder}/{item.name}" if item.kind != "page" else ""
        if not docname:
            address = next(iter(item.addresses), f"/{item.name}")
            docname = free_page(page_of(address, self.site.base))
        item.docname, number = docname, 2
        while item.docname in self.taken:
            stem, slash, last = docname.rpartition("/")
            inside = last == HOME and slash
            item.docname = f"{stem}-{number}/{last}" if inside else f"{docname}-{number}"
            number += 1
        if item.kind != "page":
            item.name = item.docname.rpartition("/")[2]
        self.taken.add(item.docname)
        for address in filter(None, item.addresses):
            self.targets.setdefault(page_of(address, self.site.base), item)
        self.sources.setdefault(item.source, item)
        self.sources.setdefault(item.source.rpartition("/")[2].rpartition(".")[0], item)

    def forget(self, item: Item) -> None:
        """Remove an item that gets no file; its addresses lead to the home page."""
        self.gone += filter(None, (earlier(old, self.site.base) for old in item.addresses))
        self.taken.discard(item.docname)
        for places in (self.targets, self.sources):
            for name in [name for name, other in places.items() if other is item]:
                del places[name]

    def earlier(self, item: Item) -> list[str]:
        """Return the earlier pages of an item as values of ``was:``."""
        own = (address for address in item.addresses
               if self.targets.get(page_of(address, self.site.base)) is item)  # fmt: skip
        pages = dict.fromkeys(earlier(address, self.site.base) for address in own)
        here = {"", f"/{item.docname}", f"/{HOME}"}
        return [page for page in pages if page not in here and page[1:] not in self.taken]

    def lines(self) -> list[str]:
        """Return the lines for the list of permalinks, one for each old address."""
        pages = [page for page in self.targets if page != HOME]
        pages += [page.strip("/") for page in self.gone]
        return [permalinks.line_of(page) for page in pages if earlier(f"/{page}.html")]

    def link(self, words: str, target: str, item: Item) -> str | None:
        """Return a link to a target within the old site, or ``None`` if it does not exist."""
        path, base = target.partition("#")[0], self.site.base
        if path.startswith("post:"):
            post = self.sources.get(path[5:].rpartition("/")[2])
            return post.link(words) if post else None
        if file := self.tree.publish(path, item.folder):
            return f"[{words}](/{file})"
        inside = posixpath.normpath(posixpath.join(item.folder, path)) if path else ""
        if heir := self.sources.get(path.lstrip("/")) or self.sources.get(inside):
            return heir.link(words)
        start = posixpath.dirname(page_of(next(iter(item.addresses), "/"), base))
        full = path
        if not path.startswith("/"):
            full = f"/{posixpath.normpath(posixpath.join(start, path))}"
            if file := self.tree.publish(full):
                return f"[{words}](/{file})"  # relative to the page's address
        page = page_of(full + "/" * path.endswith("/"), base)
        for docname in (page, f"{page}/{HOME}", page.removesuffix(f"/{HOME}")):
            if docname in self.targets:
                return self.targets[docname].link(words)
        return f"[{words}](/index.md)" if page == HOME else None


REFS = "refs.bib"
RE_HEADER = re.compile(r"^symposium_navigation = \[\n(?:.*\n)*?\]", re.MULTILINE)
RE_FIRST = re.compile(r"## ([^\n]*?) *(?:\n+|\Z)(?=(?:(?!#+ )[^\n]*\n)*(?:## |(?!#+ )[^\n]*\Z))")
"""A heading at the beginning, without any below it."""
SHORT = 1000
"""Length of a page of publications, in characters, that does not list them itself."""
RE_ITEM = re.compile(r"^(?:[-*+]|\d+\.) ", re.MULTILINE)
WORKS = frozenset({"publication", "publications", "papers"})
"""Names of pages that list works."""


@dataclass
class ProjectWriter:
    """Writer of the files of a project."""

    site: Gathered
    tree: SourceTree
    files: dict[str, bytes] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    keys: frozenset[str] = frozenset()
    """Cite keys of the bibliographies."""

    def write(self) -> dict[str, bytes]:
        """Return all files by path."""
        self.places = NewAddresses(self.site, self.tree)
        self.values = TemplateValues(self.site, self.tree)
        bibliographies = self._bibliographies()
        if owner := self.site.person(self.site.owner):
            owner.fields.setdefault("cv", True)
        self._join_persons()
        for item in self.site.items:
            self.places.place(item)
        bodies = self._without_empty_pages()
        for item in self.site.items:
            self._file(item, bodies[item.docname])
        self.files = self._base(bibliographies) | self.files
        lines = permalinks.updated(permalinks.HEAD, self.places.lines())
        self.files[permalinks.NAME] = lines.encode()
        return self.files

    def _base(self, bibliographies: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the files that every project has."""
        site = self.site
        owner, profile = site.person(site.owner) if site.owner else None, None
        if owner:
            profile = Home("person", str(owner.fields["name"]), "", None, owner.name)
        base = new.project_files(site.title or "Symposium", b"", profile)
        del base[REFS]
        base |= bibliographies or {REFS: b""}
        conf, home = base["conf.py"].decode(), base["index.md"].decode()
        own = [item.docname for item in site.items
               if b"```{listing} papers" in self.files.get(f"{item.docname}.md", b"")]  # fmt: skip
        if own:
            base.pop("publications.md", None)
            conf = conf.replace('"publications"', f'"{own[0]}"')
        if list(bibliographies) not in ([REFS], []):
            conf += f"symposium_bibfiles = {list(bibliographies)!r}\n"
        if any(path.startswith("extra/") for path in self.tree.copies):
            conf += 'html_extra_path = ["extra"]\n'
        if site.language and site.language != "en":
            conf += f"language = {site.language!r}\n"
        base["conf.py"] = self._with_header(conf).encode()
        pages = sorted(item.docname for item in site.items
                       if item.docname != HOME and not _is_listed(item))  # fmt: skip
        if "index.md" in self.files:
            home = f"{self.files.pop('index.md').decode().rstrip()}\n"
        if pages:
            home += "\n```{toctree}\n:hidden:\n\n" + "\n".join([*pages, "```\n"])
        if self.places.gone and not home.startswith("---"):
            home = document({"was": self.places.gone}, [home])
        base["index.md"] = home.encode()
        return base

    def _with_header(self, conf: str) -> str:
        """Return the settings with the header of the site, linked to the new pages."""
        lines = ""
        for address, title in self.site.header:
            item = self.places.targets.get(page_of(address, self.site.base))
            if item and (_is_listed(item) or f"{item.docname}.md" in self.files):
                lines += f"    ({json.dumps(item.docname)}, {json.dumps(title)}),\n"
        if not lines:
            return conf
        navigation = f"symposium_navigation = [\n{lines}]"
        before = RE_HEADER.search(conf)
        return conf.replace(before[0], navigation) if before else f"{conf}\n{navigation}\n"

    def _bibliographies(self) -> dict[str, bytes]:
        """Return the bibliographies; other works are added to the first."""
        files = dict(self.site.bibliographies)
        if len(files) == 1:
            files = {REFS: next(iter(files.values()))}
        taken = {
            slug(entry.key) for data in files.values() for entry in parse(decode(data).text, "")[0]
        }
        self.keys = frozenset(taken)
        if self.site.works:
            target = next(iter(files), REFS)
            file = BibFile.of(target, files.get(target, b""))
            for work in self.site.works:
                key, alone = key_of(work, taken), BibFile.of(REFS, b"")
                alone.add(work.type, key, work.fields)
                try:
                    alone.result()
                except IntakeError as error:
                    self.site.left(work.place.path, f"the entry cannot be written: {error}")
                    continue
                taken.add(slug(key))
                file.add(work.type, key, work.fields)
            files[target] = file.result()
        self.counts["works"] = len(taken)
        return files

    def _join_persons(self) -> None:
        """Merge people with the same id."""
        seen: dict[str, Item] = {}
        for item in [item for item in self.site.items if item.kind == "person"]:
            first = seen.setdefault(item.name, item)
            if first is item:
                continue
            first.fields |= {
                name: value for name, value in item.fields.items() if not first.fields.get(name)
            }
            if item.body.strip() not in first.body:
                first.body = f"{first.body}\n\n{item.body}".strip()
            first.addresses += item.addresses
            self.site.items.remove(item)
            self.site.changed(item.source, f"{item.name} is there twice: both are one file")

    def _without_empty_pages(self) -> dict[str, str]:
        """Return the bodies of all items by docname; pages without any are left out and named."""
        bodies = {item.docname: self._with_list(item, self._body(item)) for item in self.site.items}
        empty = [item for item in self.site.items if item.kind == "page"
                 and not (bodies[item.docname] or self._needless(item))]  # fmt: skip
        if not empty:
            return bodies
        for item in empty:
            self.site.items.remove(item)
            self.places.forget(item)
            reasons = [text for _, path, text in self.site.findings if path == item.source]
            title = item.fields.get("title", item.docname)
            why = "; ".join(dict.fromkeys(reasons)) or "it has no text there"
            self.site.findings.append(("first", item.source, f"{title} is empty: {why}"))
        return self._without_empty_pages()

    def _needless(self, page: Item) -> set[str]:
        """Return the bodies with which a page is no more than the index that every project has."""
        folder = page.docname.removesuffix(f"/{HOME}")
        kind = BY_FOLDER.get(folder)
        records = [item for item in self.site.items if kind and item.kind == kind.name]
        if not records:
            return {""} if folder == "papers" else set()
        return {"", block_of(self.values.chosen(records))}

    def _file(self, item: Item, body: str) -> None:
        fields = {name: value for name, value in item.fields.items()
                  if value and not name.startswith("_")}  # fmt: skip
        was = self.places.earlier(item)
        fields |= {"was": was} if was else {}
        if item.kind == "page":
            if not was and body in self._needless(item):
                return
            title = str(fields.pop("title", item.docname))
            first = RE_FIRST.match(body)
            if first and first[1].lower() == title.lower():
                body = body[first.end() :]
            body = f"# {title}\n\n{body}".strip()
        elif item.kind == "paper" and not fields and not body:
            return
        text = document(fields, [body]) if fields else f"{body}\n"
        self.files[f"{item.docname}.md"] = text.encode("utf-8", "replace")
        self.counts[item.kind] += 1

    def _with_list(self, page: Item, body: str) -> str:
        """Return a body, with a list if it needs one: of works, or of the pages below it."""
        folder = page.docname.removesuffix(f"/{HOME}")
        is_short = len(body) < SHORT and not RE_ITEM.search(body) and "{listing}" not in body
        if page.kind != "page" or not is_short or folder in BY_FOLDER:
            return body
        if folder.rpartition("/")[2].lower() in WORKS:
            return f"{body}\n\n{block_of(self.values.listed_works('', ''))}".strip()
        below = (item for item in self.site.items if item.docname.startswith(f"{folder}/"))
        return body or links(item for item in below if item is not page)

    def _cited(self, keys: str) -> str:
        """Return a citation of works; unknown keys become text."""
        all_keys = keys.replace(",", " ").split()
        cited = ",".join(key for key in all_keys if slug(key) in self.keys)
        others = ", ".join(key for key in all_keys if slug(key) not in self.keys)
        parts = [f"{{cite:t}}`{cited}`"] if cited else []
        return " ".join([*parts, f"\\[{others}]"] if others else parts)

    def _body(self, item: Item) -> str:
        """Return the body of an item, with links and pictures adapted to the project."""
        page = PageContext(
            lambda sort, text: self.site.findings.append((sort, item.source, text)),
            lambda words, target: self.places.link(words, target, item),
            lambda name: self.tree.picture(name.removeprefix(self.site.base), item.folder),
            lambda text: self.values.evaluated(item, text),
            lambda tag: self.values.listed_works(tag, item.source), self._cited,
        )  # fmt: skip
        return body_of(item.body, page)


def _is_listed(item: Item) -> bool:
    """Tell whether an item is in a folder of records, or is the list of one."""
    return item.docname.partition("/")[0] in BY_FOLDER
