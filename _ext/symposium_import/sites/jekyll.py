"""Sites of Jekyll: their settings, collections, pages, posts, and the addresses of all of these.

Source: Jekyll's documentation of permalinks, collections and front matter defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.kinds import BY_NAME
from symposium.model.ids import slug
from symposium.model.problems import Place

from symposium_import.sites.front_matter import OtherFile, data_of, said, split
from symposium_import.sites.gathered import Fields, Gathered, Item
from symposium_import.sites.source_tree import SourceTree
from symposium_import.works import IntakeError

CONFIG = ("_config.yml", "_config.yaml")
MARKDOWN = (".md", ".markdown")
PAGES = (*MARKDOWN, ".html")
STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title.html",
    "none": "/:categories/:title.html",
}
RE_POST = re.compile(r"(?:.*/)?(\d{4})-(\d{1,2})-(\d{1,2})-(.*)\.\w+")
RE_NAME_FIELDS = re.compile(r":(\w+)")

LOOKS = frozenset({
    "layout", "nav", "nav_order", "dropdown", "children", "related_posts", "related_publications",
    "giscus_comments", "disqus_comments", "toc", "importance", "inline", "horizontal", "sitemap",
    "published", "output", "pretty_table", "code_diff", "chart", "map",
    "mermaid", "images", "tabs", "typograms", "tikzjax", "echarts", "vega_lite", "bibliography",
    "display_categories", "pagination", "selected_papers", "social", "latest_posts",
    "announcements", "_styles", "enable_math", "mathjax", "search_exclude", "hide_title", "weight",
})  # fmt: skip
"""Fields that say how a page looks, or what a template puts beside it."""
READ = frozenset({
    "title", "permalink", "redirect_from", "redirect_to", "date", "description", "excerpt", "tags",
    "categories", "category", "img", "image", "authors", "author", "subtitle", "slug", "github",
    "github_stars", "url", "summary", "last_modified_at", "redirect",
})  # fmt: skip


@dataclass
class JekyllSite:
    """A site of Jekyll, read into `Gathered`."""

    tree: SourceTree
    found: Gathered
    config: Mapping[str, Any] = field(default_factory=dict)
    config_path: str = CONFIG[0]

    @classmethod
    def of(cls, tree: SourceTree, template: str) -> JekyllSite:
        """Return a site with its settings."""
        path = next((one for one in CONFIG if one in tree), "")
        config: Mapping[str, Any] = {}
        found = Gathered(template)
        if path:
            text = tree.text(path)
            made, fault = data_of(text)
            if fault:
                found.left(Place(path), f"the settings cannot be read: {fault}")
            config = made if isinstance(made, dict) else {}
        found.title = said(config, "title") if said(config, "title") != "blank" else ""
        found.language = said(config, "lang", "locale")[:2]
        found.base = "/" + said(config, "baseurl").strip("/") if said(config, "baseurl") else ""
        found.base = found.base if found.base != "/" else ""
        plain = {name: value for name, value in config.items() if isinstance(value, str)}
        found.variables = {f"site.{name}": " ".join(value.split()) for name, value in plain.items()}
        return cls(tree, found, config=config, config_path=path or CONFIG[0])

    def file(self, path: str) -> OtherFile | None:
        """Return a file taken apart; one that cannot be read is reported."""
        try:
            made = split(self.tree.text(path), path)
        except IntakeError as error:
            self.found.left(Place(path), str(error))
            return None
        if made.fault:
            self.found.left(Place(path), f"the front matter cannot be read: {made.fault}")
        return made

    def item(
        self, kind: str, name: str, file: OtherFile, addresses: list[str], fields: Fields
    ) -> Item:
        """Keep an item made of a file; fields that nobody reads are reported."""
        for one, value in file.fields.items():
            if one not in LOOKS | READ and one not in fields and value not in ("", [], {}):
                self.found.left(file.place(one), f"{one}: is not taken over")
        made = Item(
            kind, name, Place(file.path), {one: value for one, value in fields.items() if value},
            file.body, file.body_line, tuple(addresses), file.path.rpartition("/")[0],
        )  # fmt: skip
        self.found.items.append(made)
        return made

    def data(self, name: str) -> tuple[Any, str]:
        """Return what a file in ``_data`` holds, and its path; nothing if it is not there."""
        for ending in (".yml", ".yaml"):
            path = f"_data/{name}{ending}"
            if path in self.tree:
                made, fault = data_of(self.tree.text(path))
                if fault:
                    self.found.left(Place(path), f"the data cannot be read: {fault}")
                return made, path
        return None, ""

    def collection(self, name: str) -> Iterator[tuple[OtherFile, str]]:
        """Yield the files of a collection, each with its address."""
        for path in self.tree.below(f"_{name}", *MARKDOWN):
            if is_hidden(path):
                continue
            file = self.file(path)
            if file is None or file.text("published") == "false":
                continue
            yield file, file.text("permalink") or self._address(name, path, file)

    def _address(self, name: str, path: str, file: OtherFile) -> str:
        own = self.config.get("collections")
        settings = own.get(name) if isinstance(own, dict) else None
        style = said(settings, "permalink")
        site = said(self.config, "permalink") or "date"
        if not style:
            pretty = site == "pretty" or site.endswith("/")
            style = "/:collection/:path/" if pretty else "/:collection/:path.html"
        inner = path.removeprefix(f"_{name}/").rpartition(".")[0]
        stem = re.sub(r"^\d{4}-\d{2}-\d{2}-", "", inner.rpartition("/")[2])
        date = file.date("date")
        values = {
            "collection": name, "path": inner, "name": stem, "output_ext": "html",
            "title": file.text("slug") or stem, "slug": file.text("slug") or stem,
            "year": f"{date.year:04}" if date and date.year else "",
        }  # fmt: skip
        made = _filled(style, values)
        return _path(made)

    def posts(self) -> Iterator[tuple[OtherFile, str]]:
        """Yield the posts, each with its address."""
        style = said(self.config, "permalink") or "date"
        style = STYLES.get(style, style)
        for path in self.tree.below("_posts", *MARKDOWN):
            if is_hidden(path):
                continue
            file, named = self.file(path), RE_POST.fullmatch(path)
            if file is None or file.text("published") == "false":
                continue
            date = file.date("date")
            parts = named.groups() if named else ("", "", "", path.rpartition("/")[2])
            year = f"{date.year:04}" if date and date.year else parts[0]
            month = f"{date.month:02}" if date and date.month else parts[1].rjust(2, "0")
            day = f"{date.day:02}" if date and date.day else parts[2].rjust(2, "0")
            name = file.text("slug") or parts[3].rpartition(".")[0] or parts[3]
            values = {
                "year": year, "month": month, "day": day, "title": name, "slug": name,
                "i_month": month.lstrip("0"), "i_day": day.lstrip("0"), "short_year": year[2:],
                "categories": "/".join(slug(one) for one in file.texts("categories", "category")),
            }  # fmt: skip
            made = _filled(style, values)
            yield file, file.text("permalink") or _path(made)

    def pages(self, *folders: str) -> Iterator[tuple[OtherFile, str]]:
        """Yield the pages in these folders, at the top and in plain ones, each with its address."""
        tops = [path for path in self.tree.below("", *PAGES)
                if "/" not in path or (path[0] not in "._" and not path.startswith(NO_PAGES)
                                       and path.endswith(".html"))]  # fmt: skip
        inner = [path for folder in folders for path in self.tree.below(folder, *PAGES)]
        for path in [*inner, *tops]:
            about = path.rpartition("/")[2].upper().startswith(ABOUT_REPOSITORY)
            if (about and "/" not in path) or is_hidden(path):
                continue
            file = self.file(path)
            if file is None or (not file.fields and not file.fault):
                self.tree.taken.discard(path)
                continue
            stem = path.rpartition(".")[0].removeprefix("_pages/")
            pretty = (said(self.config, "permalink") or "date") == "pretty" or said(
                self.config, "permalink").endswith("/")  # fmt: skip
            usual = f"/{stem}{'/' if pretty else '.html'}"
            usual = f"/{stem.removesuffix('index')}" if stem.endswith("index") else usual
            yield file, file.text("permalink") or usual

    def keep(self, kind: str, name: str, file: OtherFile, address: str, /, **fields: Any) -> Item:
        """Keep an item with its addresses; ``fields`` are also those that are read elsewhere."""
        return self.item(kind, name, file, [address, *file.texts("redirect_from")], fields)

    def page(self, file: OtherFile, address: str, /, **read: Any) -> Item | None:
        """Keep a page, unless it is that for addresses without one; ``read`` as for `keep`."""
        if address.strip("/").partition(".")[0] == "404":
            self.found.left(file.place(), "a site has such a page by itself")
            return None
        title = file.text("title") or file.path.rpartition("/")[2].partition(".")[0].title()
        made = self.keep("page", "", file, address, title=title, **read)
        made.fields = {"title": title}
        introduce(made, file.text("description", "subtitle"), *self._elsewhere(file, title))
        return made

    def _elsewhere(self, file: OtherFile, title: str) -> list[str]:
        """Return a link to where a page that has its content elsewhere leads."""
        target = file.text("redirect", "redirect_to")
        made = [f"[{title}]({target})"] if target and target not in {"true", "false"} else []
        works = self.tree.published(file.text("bibliography"), "assets/bibliography")
        return [*made, f"[The works that it cites](/{works})"] if works else made

    def news(self, file: OtherFile, address: str, folder: str = "news") -> Item:
        """Keep something dated: news if there is such a kind, else a page."""
        date = file.date("date")
        stem = file.path.rpartition("/")[2].rpartition(".")[0]
        if date is None and (named := RE_POST.fullmatch(file.path)):
            date = split(f"---\ndate: {'-'.join(named.groups()[:3])}\n---\n", "").date("date")
        if "news" in BY_NAME and folder == "news":
            return self.keep(
                "news", slug(stem), file, address, title=file.text("title"), date=date and date.iso
            )
        title = file.text("title") or stem.replace("-", " ").replace("_", " ")
        made = self.keep("page", "", file, address, title=title, _date=date.iso if date else "")
        introduce(made, f"*{date.iso}*" if date else "", *self._elsewhere(file, title))
        return made


def introduce(item: Item, *texts: str) -> None:
    """Put texts before the body of an item, unless they are in it; lines keep their numbers."""
    intro = "\n\n".join(text for text in texts if text and text not in item.body)
    if intro:
        item.body = f"{intro}\n\n{item.body}"
        item.body_line -= intro.count("\n") + 2


def is_hidden(path: str) -> bool:
    """Tell whether Jekyll publishes nothing of a file, because of how its name begins or ends.

    >>> is_hidden("_news/_draft.md"), is_hidden("_news/prize.md"), is_hidden("_pages/old.md~")
    (True, False, True)
    """
    name = path.rpartition("/")[2]
    return name.startswith(("_", ".", "#")) or name.endswith("~")


def _filled(style: str, values: Mapping[str, str]) -> str:
    """Return a permalink style with its names filled in."""
    return RE_NAME_FIELDS.sub(lambda one: values.get(one[1], ""), style)


def _path(text: str) -> str:
    """Return a path with one slash at a time."""
    return re.sub("/+", "/", f"/{text}")


ABOUT_REPOSITORY = ("README", "CONTRIBUTING", "CHANGELOG", "LICENSE", "FAQ", "INSTALL", "CUSTOMIZE",
                    "CODE_OF_CONDUCT", "SOURCE", "CLAUDE", "AGENTS")  # fmt: skip
"""Files at the top that are about the repository, not of the site."""
NO_PAGES = ("assets/", "bin/", "lighthouse_results/", "docs/")
"""Folders whose HTML is no page of the site."""
