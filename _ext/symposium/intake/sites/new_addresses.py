"""Where the items of a site lie in the project, and what leads there from their old addresses."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field

from symposium.intake.sites.addresses import HOME, earlier, free_page, page_of
from symposium.intake.sites.gathered import Gathered, Item
from symposium.intake.sites.source_tree import SourceTree
from symposium.kinds import BY_NAME
from symposium.lint.permalinks import line_of

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
        self.sources.setdefault(item.place.path, item)
        self.sources.setdefault(item.place.path.rpartition("/")[2].rpartition(".")[0], item)
        return made

    def _wanted(self, item: Item) -> str:
        if item.kind == "page":
            address = next(iter(item.addresses), f"/{item.name}")
            return free_page(page_of(address, self.site.base))
        kind = BY_NAME.get(item.kind)
        return f"{kind.folder}/{item.name}" if kind else f"{item.kind}/{item.name}"

    def earlier(self, item: Item, docname: str) -> list[str]:
        """Return the earlier pages of an item, as ``was:`` takes them."""
        found = [earlier(address, self.site.base) for address in item.addresses if address]
        for address, made in zip(filter(None, item.addresses), found, strict=True):
            if not made and "/" in address:
                self.site.left(item.place, f"no page can have the address {address}")
        own = {f"/{docname}", f"/{HOME}"}
        wanted = [one for one in dict.fromkeys(found) if one and one not in own]
        for one in wanted:
            if one[1:] in self.taken:
                self.site.left(item.place, f"another page has the address {one}")
        return [one for one in wanted if one[1:] not in self.taken]

    def lines(self) -> list[str]:
        """Return the lines of all old addresses for the list of permalinks."""
        pages = [page for page in self.targets if page != HOME]
        return [line_of(page) for page in pages if earlier(f"/{page}.html")]

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
