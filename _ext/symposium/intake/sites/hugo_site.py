"""A site of HugoBlox: its pages, their addresses, their links and pictures."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from symposium.intake.sites.front_matter import OtherFile, data_of, groups, said
from symposium.intake.sites.gathered import Fields, Item
from symposium.intake.sites.site_reader import SiteReader
from symposium.intake.sites.source_tree import SourceTree
from symposium.model.ids import slug
from symposium.model.problems import Place

CONTENT = "content"
PUBLICATIONS = ("publication", "publications")
EVENTS = ("event", "events", "talk", "talks")
POSTS = ("post", "posts", "blog", "news")
PROJECTS = ("project", "projects")
AUTHORS = ("author", "authors")
RE_CONTENT = re.compile(
    rf"((?:.*?/)?){CONTENT}/(?:([a-z]{{2}}(?:-[A-Za-z]{{2,4}})?)/)?"
    rf"(?:{'|'.join((*PUBLICATIONS, *AUTHORS, *EVENTS))})/"
)
LOOKS = frozenset({
    "type", "layout", "design", "sections", "weight", "draft", "publishDate", "featured", "image",
    "cover", "cms_exclude", "header", "view", "reading_time", "share", "profile", "comments",
    "commentable", "editable", "show_date", "show_breadcrumb", "all_day", "event_all_day", "toc",
    "math", "diagram", "highlight", "widget", "headless", "active", "private", "sitemap", "robots",
    "cascade", "outputs", "url_preprint_icon", "content_meta", "pager", "show_related", "icon",
    "publication_short_icon", "highlight_name", "sidebar", "banner", "block",
})  # fmt: skip
READ = frozenset({
    "title", "subtitle", "summary", "abstract", "date", "authors", "tags", "categories", "aliases",
    "url", "slug", "doi", "publication_types", "publication", "publication_short", "author_notes",
    "links", "projects", "slides", "event", "event_name", "event_url", "location", "address",
    "date_end", "event_start", "event_end", "lastmod", "hugoblox", "external_link", "linkTitle",
    "publisher", "description", "time_start", "time_end",
})  # fmt: skip


@dataclass
class HugoSite(SiteReader):
    """A site of Hugo, read into `Gathered`."""

    top: str = ""
    """The folder that the site lies in, with a slash at its end."""
    content: str = CONTENT
    """The folder of its pages: one of a language, if there are several."""

    LOOKS = LOOKS
    READ = READ

    def files(self, *sections: str) -> Iterator[tuple[OtherFile, str, str]]:
        """Yield the pages of sections, each with its address and the folder of its own files."""
        for section in sections:
            for path in self.tree.below(f"{self.content}/{section}", ".md"):
                if found := self.page_at(path):
                    yield *found, path.rpartition("/")[0]

    def page_at(self, path: str) -> tuple[OtherFile, str] | None:
        """Return a page and its address; nothing if it cannot be read, or is a draft."""
        file = self.file(path)
        if file is None:
            return None
        if file.is_true("draft"):
            self.found.left(Place(path), "a draft")
            return None
        place = path.removeprefix(f"{self.content}/").removesuffix(".md")
        name = place.rpartition("/")[2]
        if name in {"index", "_index"}:
            place = place.rpartition("/")[0]
        if file.text("slug") and name != "_index":
            place = posixpath.join(posixpath.dirname(place), file.text("slug"))
        return file, file.text("url") or f"/{place}/".replace("//", "/").lower()

    def keep(self, kind: str, name: str, file: OtherFile, address: str, fields: Fields) -> Item:
        """Keep an item with its addresses."""
        also = {one: "" for one in file.fields if one.startswith("url_")}
        return self.item(kind, name, file, [address, *file.texts("aliases")], also | fields)

    def links(self, file: OtherFile, folder: str) -> Fields:
        """Return the links of a page: fields such as ``url_pdf``, and those of ``links``."""
        pairs = [(one[4:], value) for one, value in file.fields.items()
                 if one.startswith("url_") and isinstance(value, str)]  # fmt: skip
        pairs += [(said(one, "name", "type", "label") or "link", said(one, "url"))
                  for one in file.items("links")]  # fmt: skip
        names = {"source": "website", "dataset": "data", "site": "website"}
        links: Fields = {}
        for name, value in pairs:
            if not value or value == "#":
                continue
            made = value if re.match(r"https?://\S+$", value) else None
            made = made or self.tree.published(value, folder, f"{self.top}static/")
            called = names.get(name.lower(), name.lower() if name.islower() else name)
            if made:
                links.setdefault(called, made)
            else:
                self.found.left(file.place(f"url_{name}"), f"{name}: {value} is not there")
        name = folder.rpartition("/")[2]  # a PDF that is called as its folder needs no field
        for ending in ("pdf", "PDF"):
            if beside := self.tree.published(f"{name}.{ending}", folder):
                links.setdefault("pdf", beside)
        return links

    def menu(self) -> list[tuple[str, str]]:
        """Return the addresses and the words of the header that lead to pages."""
        for path in self.tree.below(f"{self.top}config/_default"):
            if path.rpartition("/")[2].partition(".")[0] == "menus":
                data, _ = data_of(self.tree.text(path), path)
                rows = groups(data.get("main")) if isinstance(data, dict) else []
                rows.sort(key=lambda one: said(one, "weight").rjust(9, "0"))
                urls = [(said(one, "url"), said(one, "name")) for one in rows]
                pages = [(f"/{url.strip('/')}/", name) for url, name in urls
                         if url and not re.match(r"\w+:|/?#|//", url)]  # fmt: skip
                return pages if len(pages) == len(rows) else []  # sections of one page are gone
        return []

    def picture(self, file: OtherFile, folder: str) -> str | None:
        """Return the picture that belongs to a page."""
        for ending in ("jpg", "jpeg", "png", "webp", "gif"):
            for name in ("featured", "cover"):
                if f"{folder}/{name}.{ending}" in self.tree:
                    return self.tree.copy(f"{folder}/{name}.{ending}")
        named = said(file.fields.get("image"), "filename", "src")
        return self.tree.picture(named, folder) if named else None

    def author(self, name: str) -> str:
        """Return the name of an author who is named by a user name."""
        person = self.found.person(slug(name)) if name else None
        person = person or next((one for one in self.found.items if one.kind == "person"
                                 and name in one.fields.get("_known_as", ())), None)  # fmt: skip
        return str(person.fields["name"]) if person else name


def content_of(tree: SourceTree, wanted: str = "") -> tuple[str, str] | None:
    """Return the folder in which such a site lies, with a slash at its end, and that of its pages.

    Of a site in several languages, the pages are those of the language that is wanted, of English,
    or of the first one.
    """
    found = {(one[1], one[2] or "") for path in tree.paths if (one := RE_CONTENT.match(path))}
    if not found:
        return None
    top = min((one for one, _ in found), key=len)
    languages = sorted(language for one, language in found if one == top)
    language = next((one for one in ("", wanted, "en") if one in languages), languages[0])
    return top, f"{top}{CONTENT}/{language}".rstrip("/")
