"""The files of a project, out of what a site of others holds."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from symposium.cli import new
from symposium.cli.new_files import Home
from symposium.fields.yaml_writing import document
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.lint import permalinks
from symposium.model.encodings import decode
from symposium.model.ids import slug
from symposium.reading.bibtex_reader import parse

from symposium_import.bib_editing import BibFile
from symposium_import.sites.bodies import body_of
from symposium_import.sites.gathered import (
    HOME,
    Finding,
    Gathered,
    Item,
    earlier,
    free_page,
    page_of,
)
from symposium_import.sites.source_tree import SourceTree
from symposium_import.sites.template_tags import PageContext
from symposium_import.works import ImportedWork, IntakeError, key_of

RE_NOT_IN_ROLES = re.compile(r"[`<>\[\]\\]")


@dataclass
class NewAddresses:
    """The places of items."""

    site: Gathered
    tree: SourceTree | None
    docnames: dict[int, str] = field(default_factory=dict)
    """By the identity of items."""
    targets: dict[str, Item] = field(default_factory=dict)
    """Items by the pages that their old addresses are."""
    sources: dict[str, Item] = field(default_factory=dict)
    """Items by their files, and by the names of these."""
    taken: set[str] = field(default_factory=set)

    def place(self, item: Item) -> str:
        """Give an item its place; return the docname."""
        wanted = self._wanted(item)
        made, number = wanted, 2
        while made in self.taken:
            stem, slash, last = wanted.rpartition("/")
            made = f"{stem}-{number}/{last}" if last == HOME and slash else f"{wanted}-{number}"
            number += 1
        if made != wanted and item.kind != "page":
            item.name = made.rpartition("/")[2]
        self.taken.add(made)
        self.docnames[id(item)] = made
        for address in filter(None, item.addresses):
            self.targets.setdefault(page_of(address, self.site.base), item)
        self.sources.setdefault(item.source, item)
        self.sources.setdefault(item.source.rpartition("/")[2].rpartition(".")[0], item)
        return made

    def _wanted(self, item: Item) -> str:
        if item.kind == "page":
            address = next(iter(item.addresses), f"/{item.name}")
            return free_page(page_of(address, self.site.base))
        return f"{BY_NAME[item.kind].folder}/{item.name}"

    def earlier(self, item: Item, docname: str) -> list[str]:
        """Return the earlier pages of an item, as ``was:`` takes them."""
        found = dict.fromkeys(earlier(address, self.site.base) for address in item.addresses)
        own = {"", f"/{docname}", f"/{HOME}"}
        return [one for one in found if one not in own and one[1:] not in self.taken]

    def lines(self) -> list[str]:
        """Return the lines of all old addresses for the list of permalinks."""
        pages = [page for page in self.targets if page != HOME]
        return [permalinks.line_of(page) for page in pages if earlier(f"/{page}.html")]

    def link(self, words: str, target: str, item: Item) -> str | None:
        """Return a link to what a target within the site means; nothing if that is nowhere."""
        path, _, _ = target.partition("#")
        if path.startswith("post:"):
            found = self.sources.get(path[5:].rpartition("/")[2])
            return self._to(found, words) if found else None
        if self.tree and path.startswith("/files/") and path[1:] in self.tree.copies:
            return f"[{words}]({path})"  # a file that was published already
        if self.tree and (file := self.tree.published(path, item.folder)):
            return f"[{words}](/{file})"
        inside = posixpath.normpath(posixpath.join(item.folder, path)) if path else ""
        if found := self.sources.get(path.lstrip("/")) or self.sources.get(inside):
            return self._to(found, words)
        home = page_of(next(iter(item.addresses), "/"), self.site.base)
        start = posixpath.dirname(home)
        full = (
            path if path.startswith("/") else f"/{posixpath.normpath(posixpath.join(start, path))}"
        )
        if self.tree and not path.startswith("/") and (file := self.tree.published(full)):
            return f"[{words}](/{file})"  # beside the page on the web
        page = page_of(full + "/" * path.endswith("/"), self.site.base)
        for one in (page, f"{page}/{HOME}", page.removesuffix(f"/{HOME}")):
            if one in self.targets:
                return self._to(self.targets[one], words)
        return f"[{words}](/index.md)" if page == HOME else None

    def _to(self, item: Item, words: str) -> str:
        docname = self.docnames.get(id(item), "")
        if item.kind == "page" and docname:
            return f"[{words}](/{docname}.md)"
        return words if RE_NOT_IN_ROLES.search(words) else f"{{{item.kind}}}`{words} <{item.name}>`"


REFS = "refs.bib"
RE_HEADER = re.compile(r"^symposium_navigation = \[\n(?:.*\n)*?\]", re.MULTILINE)
PAPERS = "```{listing} papers\n:view: detailed\n```"
LISTS = {
    "publication": "papers", "publications": "papers", "papers": "papers", "people": "people",
    "team": "people", "members": "people", "news": "news", "projects": "projects",
}  # fmt: skip
"""Pages and collections of which templates make lists of records, and the folder of these here."""


@dataclass
class ProjectWriter:
    """Makes the files of a project."""

    site: Gathered
    tree: SourceTree | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    """Cite keys of the bibliographies."""

    def write(self) -> dict[str, bytes]:
        """Return the files by their paths."""
        site = self.site
        self.places = NewAddresses(site, self.tree)
        bibliographies = self._bibliographies()
        items = list(site.items)
        if owner := site.person(site.owner):
            owner.fields.setdefault("cv", True)
        self._into_persons(items)
        for item, docname in [(one, self.places.place(one)) for one in items]:
            self._file(item, docname)
        self.files = self._base(bibliographies) | self.files
        lines = permalinks.updated(permalinks.HEAD, self.places.lines())
        self.files[permalinks.NAME] = lines.encode()
        return self.files

    def _base(self, bibliographies: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the files that every project has."""
        site = self.site
        first = next(iter(bibliographies), REFS)
        owner, profile = site.person(site.owner) if site.owner else None, None
        if owner:
            profile = Home("person", str(owner.fields["name"]), "", None, owner.name)
        base = new.project_files(site.title or "Symposium", bibliographies.get(first, b""), profile)
        base = {path: data for path, data in base.items() if path != REFS}
        base |= bibliographies or {REFS: b""}
        if "publications/index.md" in self.files and "publications.md" in base:
            del base["publications.md"]
            base["conf.py"] = base["conf.py"].replace(b'"publications"', b'"publications/index"')
        settings = ""
        if list(bibliographies) not in ([REFS], []):
            settings += f"symposium_bibfiles = {list(bibliographies)!r}\n"
        if site.language and site.language != "en":
            settings += f"language = {site.language!r}\n"
        base["conf.py"] = self._with_header(base["conf.py"].decode() + settings).encode()
        pages = sorted(name for name in self.places.docnames.values()
                       if name != "index" and name.partition("/")[0] not in RECORDS)  # fmt: skip
        home = base["index.md"].decode()
        if pages:
            home += "\n```{toctree}\n:hidden:\n\n" + "".join(f"{one}\n" for one in pages) + "```\n"
        if "index.md" in self.files:
            tree = home[home.index("\n```{toctree}") :] if pages else ""
            home = f"{self.files.pop('index.md').decode().rstrip()}\n{tree}"
        base["index.md"] = home.encode()
        return base

    def _with_header(self, conf: str) -> str:
        """Return the settings with the header of the site, which leads to the pages of today."""
        entries = []
        for address, title in self.site.header:
            page = page_of(address, self.site.base)
            item = self.places.targets.get(page)
            docname = self.places.docnames.get(id(item), "") if item else ""
            if docname and (f"{docname}.md" in self.files or docname.partition("/")[0] in RECORDS):
                entries.append((docname, title))
        if not entries:
            return conf
        lines = "".join(f"    {entry!r},\n".replace("'", '"') for entry in entries)
        made = f"symposium_navigation = [\n{lines}]"
        found = RE_HEADER.search(conf)
        return conf.replace(found[0], made) if found else f"{conf}\n{made}\n"

    def _bibliographies(self) -> dict[str, bytes]:
        """Return the bibliographies; works that are in none yet are added to the first."""
        found = dict(self.site.bibliographies)
        if len(found) == 1:
            found = {REFS: next(iter(found.values()))}
        taken = {
            slug(one.key) for data in found.values() for one in parse(decode(data).text, "")[0]
        }
        self.counts["works"] = len(taken)
        self.keys = frozenset(taken)
        if not self.site.works:
            return found
        target = next(iter(found), REFS)
        file = BibFile.of(target, found.get(target, b""))
        for work in self.site.works:
            self._add(file, work, taken)
        return {**found, target: file.result()}

    def _add(self, file: BibFile, work: ImportedWork, taken: set[str]) -> None:
        key = key_of(work, taken)
        alone = BibFile.of(REFS, b"")
        alone.add(work.type, key, work.fields)
        try:
            alone.result()
        except IntakeError as error:
            self.site.left(work.place.path, f"the entry cannot be written: {error}")
            return
        taken.add(slug(key))
        self.counts["works"] += 1
        file.add(work.type, key, work.fields)

    def _into_persons(self, items: list[Item]) -> None:
        """Join persons who are there twice."""
        seen: dict[str, Item] = {}
        for item in [one for one in items if one.kind == "person"]:
            first = seen.setdefault(item.name, item)
            if first is not item:
                for name, value in item.fields.items():
                    if not first.fields.get(name):
                        first.fields[name] = value
                if item.body.strip() not in first.body:
                    first.body = f"{first.body}\n\n{item.body}".strip()
                first.addresses += item.addresses
                self.site.items.remove(item)
                items.remove(item)
                self.site.changed(item.source, f"{item.name} is there twice: both are one file")

    def _file(self, item: Item, docname: str) -> None:
        fields = {name: value for name, value in item.fields.items()
                  if value and not name.startswith("_")}  # fmt: skip
        was = self.places.earlier(item, docname)
        fields |= {"was": was} if was else {}
        body = self._body(item)
        if item.kind == "page":
            body = body or self._list(docname)
            if body in self._known_lists(docname) and not was:
                return  # the list of a folder of records is there by itself
            title = str(fields.pop("title", docname))
            body = f"# {title}\n\n{body}".strip()
        elif item.kind == "paper" and not fields and not body:
            return
        text = document(fields, [body]) if fields else f"{body}\n"
        self.files[f"{docname}.md"] = text.encode("utf-8", "replace")
        self._count(item.kind)

    def _known_lists(self, docname: str) -> tuple[str, ...]:
        """Return the bodies that the page of a folder of records has by itself."""
        folder = docname.removesuffix(f"/{HOME}")
        kind = next((one for one in BY_NAME.values() if one.folder == folder), None)
        if kind is None or not (kind.name == "paper" or self._records(kind.name)):
            return ()
        return ("", f"```{{listing}} {folder}\n```", PAPERS if folder == "papers" else "")

    def _records(self, kind: str) -> bool:
        return any(item.kind == kind for item in self.site.items)

    def _list(self, docname: str) -> str:
        """Return what an empty page lists: records, or the pages below it."""
        folder = docname.removesuffix(f"/{HOME}")
        if folder in RECORDS:
            return ""
        name = folder.rpartition("/")[2]
        if name in LISTS:
            return self._listed(name)
        return self._pages([
            item for item in self.site.items if item.kind == "page"
            and self.places.docnames.get(id(item), "").startswith(f"{folder}/")
            and self.places.docnames[id(item)] != docname
        ])  # fmt: skip

    def _listed(self, collection: str) -> str:
        """Return what lists a collection: records or pages; nothing if it is not known."""
        folder = LISTS.get(collection)
        if folder == "papers":
            return PAPERS
        if folder and self._records(BY_FOLDER[folder].name):
            return f"```{{listing}} {folder}\n```"
        return self._pages(
            [item for item in self.site.items if item.kind == "page"
             and item.source.startswith(f"_{collection}/")]
        )  # fmt: skip

    def _pages(self, items: Iterable[Item]) -> str:
        """Return links to pages, the newest first."""
        lines = [
            (str(item.fields.get("_date", "")), str(item.fields.get("title", docname)), docname)
            for item in items if (docname := self.places.docnames.get(id(item), ""))
        ]  # fmt: skip
        return "\n".join(
            f"- [{title}](/{docname}.md)" + (f", {date}" if date else "")
            for date, title, docname in sorted(lines, key=lambda one: one[0], reverse=True)
        )

    def _cited(self, keys: str) -> str:
        """Return a reference to works; keys that no bibliography has are text."""
        wanted = keys.replace(",", " ").split()
        known = [one for one in wanted if slug(one) in self.keys]
        made = f"{{cite:t}}`{','.join(known)}`" if known else ""
        others = ", ".join(one for one in wanted if one not in known)
        return " ".join(filter(None, (made, f"[{others}]".replace("[", "\\[") if others else "")))

    def _count(self, kind: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def _body(self, item: Item) -> str:
        """Return the body of an item, in which links and pictures lead to what they mean."""
        tree = self.tree

        def report(sort: str, message: str) -> None:
            self.site.findings.append(Finding(sort, item.source, message))

        def picture(target: str) -> str | None:
            if target.startswith("/files/") and target[1:] in (tree.copies if tree else ()):
                return target[1:]
            return tree.picture(target.removeprefix(self.site.base), item.folder) if tree else None

        if not item.body.strip():
            return ""
        page = PageContext(
            report, lambda words, target: self.places.link(words, target, item), picture,
            self.site.variables, self._listed, self._cited,
        )  # fmt: skip
        return body_of(item.body, page)


RECORDS = frozenset(kind.folder for kind in BY_NAME.values())
"""Folders of records."""
