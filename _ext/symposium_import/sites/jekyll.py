"""Reader of Jekyll sites: settings, collections, pages and posts, with their addresses.

Source: Jekyll's documentation of permalinks, collections and front matter defaults.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from symposium.model.dates import Date, parse_date
from symposium.model.ids import slug

from symposium_import.formats.json_objects import text_in
from symposium_import.sites.gathered import Gathered, Item, SourceTree
from symposium_import.works import IntakeError

RE_YAML = re.compile(
    r"\A\ufeff?---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
RE_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?![\d:])")
LONGEST = 10_000_000
"""Largest length of front matter or of a data file, in characters."""


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A file with front matter."""

    path: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    body: str = ""
    has_head: bool = False
    """Whether it has front matter, without which Jekyll does not read it."""

    def text(self, *names: str) -> str:
        """Return the first text in these fields, or an empty one."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, str) and value.strip() and value.strip() not in {"~", "null"}:
                return value.strip()
        return ""

    def texts(self, *names: str) -> list[str]:
        """Return the texts of the first field that has any; commas separate texts."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, list) and (texts := [text for text in map(_words, value) if text]):
                return texts
            if isinstance(value, str) and value.strip():
                return [text.strip() for text in value.split(",") if text.strip()]
        return []


def _words(value: Any) -> str:
    return value.strip() if isinstance(value, str) else text_in(value, "name", "title", "slug")


def date_of(text: str) -> Date | None:
    """Return the date at the beginning of a text, without the time of day.

    >>> str(date_of("2024-01-05T00:00:00Z")), str(date_of("2024-1-5")), date_of("soon")
    ('2024-01-05', '2024-01-05', None)
    """
    match = RE_DATE.match(text.strip())
    if not match:
        return parse_date(text.strip()) if text.strip() else None
    year, month, day = match.groups()
    parts = [year, *(part.rjust(2, "0") for part in (month, day) if part)]
    return parse_date("-".join(parts))


def data_of(text: str) -> tuple[Any, str]:
    """Return the data of a YAML text, with all scalars as texts, and a fault if it is invalid."""
    if len(text) > LONGEST:
        return {}, f"it is longer than {LONGEST:,} characters"
    try:
        return yaml.load(text, yaml.CBaseLoader), ""  # noqa: S506 - it makes nothing but texts
    except (yaml.YAMLError, RecursionError) as error:
        return {}, f"it is not YAML: {getattr(error, 'problem', '') or error}"


CONFIG = ("_config.yml", "_config.yaml")
MARKDOWN = (".md", ".markdown")
PAGES = (*MARKDOWN, ".html")
POSTS = "/:categories/:year/:month/:day/:title.html"
"""Default addresses of posts."""
RE_POST = re.compile(r"(?:.*/)?(\d{4})-(\d{1,2})-(\d{1,2})-(.*)\.\w+")
RE_NAME_FIELDS = re.compile(r":(\w+)")

UNREPORTED = frozenset({
    # Looks of a page, or additions of its template.
    "layout", "nav", "nav_order", "dropdown", "children", "related_posts", "related_publications",
    "giscus_comments", "disqus_comments", "toc", "importance", "inline", "horizontal", "sitemap",
    "published", "output", "pretty_table", "code_diff", "chart", "map",
    "mermaid", "images", "tabs", "typograms", "tikzjax", "echarts", "vega_lite", "bibliography",
    "display_categories", "pagination", "selected_papers", "social", "latest_posts",
    "announcements", "_styles", "enable_math", "mathjax", "search_exclude", "hide_title", "weight",
    # Imported.
    "title", "permalink", "redirect_from", "redirect_to", "date", "description", "excerpt", "tags",
    "categories", "category", "img", "image", "authors", "author", "subtitle", "slug", "github",
    "github_stars", "url", "summary", "last_modified_at", "redirect",
})  # fmt: skip
"""Fields that are not reported."""


@dataclass
class JekyllSite:
    """A site of Jekyll, whose content is added to ``gathered``."""

    tree: SourceTree
    gathered: Gathered
    config_path: str
    config: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: SourceTree, template: str) -> JekyllSite:
        """Return the site in a folder, with its settings read."""
        path = next((path for path in CONFIG if path in tree.paths), CONFIG[0])
        site = cls(tree, Gathered(template), path)
        config = site._yaml(path, "the settings")
        site.config = config if isinstance(config, dict) else {}
        title, base = text_in(site.config, "title"), text_in(site.config, "baseurl").strip("/")
        site.gathered.title = title if title != "blank" else ""
        site.gathered.language = text_in(site.config, "lang", "locale")[:2]
        site.gathered.base = f"/{base}" if base else ""
        site.gathered.settings = site.config
        return site

    def _yaml(self, path: str, label: str) -> Any:
        """Return the data of a file, empty if it does not exist or is invalid."""
        data, fault = data_of(self.tree.text(path)) if path in self.tree.paths else ({}, "")
        if fault:
            self.gathered.left(path, f"{label} cannot be read: {fault}")
        return data

    def file(self, path: str) -> OtherFile | None:
        """Return a file, split into front matter and body; faults are reported."""
        try:
            text = self.tree.text(path)
        except IntakeError as error:
            self.gathered.left(path, str(error))
            return None
        head = RE_YAML.match(text)
        fields, fault = data_of(head[1]) if head else ({}, "")
        if fault:
            self.gathered.left(path, f"the front matter cannot be read: {fault}")
        body = text[head.end() :] if head else text.removeprefix("\ufeff")
        return OtherFile(path, fields if isinstance(fields, dict) else {}, body, head is not None)

    def data(self, name: str) -> tuple[Any, str]:
        """Return the data of a file in ``_data``, and its path; both are empty if there is none."""
        paths = (f"_data/{name}{ending}" for ending in (".yml", ".yaml"))
        path = next((path for path in paths if path in self.tree.paths), "")
        return self._yaml(path, "the data"), path

    @property
    def pretty(self) -> bool:
        """Whether addresses end in a slash."""
        style = text_in(self.config, "permalink")
        return style == "pretty" or style.endswith("/")

    def collection(self, name: str) -> Iterator[tuple[OtherFile, str]]:
        """Yield the files of a collection, each with its address."""
        own = self.config.get("collections")
        settings = own.get(name) if isinstance(own, dict) else None
        usual = "/:collection/:path/" if self.pretty else "/:collection/:path.html"
        return self._addressed(name, text_in(settings, "permalink") or usual)

    def posts(self) -> Iterator[tuple[OtherFile, str]]:
        """Yield the posts, each with its address."""
        style = text_in(self.config, "permalink")
        return self._addressed("posts", style if "/" in style else POSTS)

    def _addressed(self, name: str, style: str) -> Iterator[tuple[OtherFile, str]]:
        """Yield the published files of a collection, each with its address in this style."""
        for path in self.tree.below(f"_{name}", *MARKDOWN):
            file = None if is_hidden(path) else self.file(path)
            if file is None or file.text("published") == "false":
                continue
            date, match = date_of_file(file), RE_POST.fullmatch(path)
            year, month, day = [*(date.iso if date else "").split("-"), "", ""][:3]
            title = file.text("slug") or (match[4] if match and name == "posts" else stem_of(path))
            categories = "/".join(map(slug, file.texts("categories", "category")))
            inside = path.removeprefix(f"_{name}/").rpartition(".")[0]
            values = {
                "collection": name, "path": inside, "year": year, "month": month, "day": day,
                "categories": categories, **dict.fromkeys(("name", "title", "slug"), title),
            }  # fmt: skip
            address = RE_NAME_FIELDS.sub(r"{\1}", style).format_map(defaultdict(str, values))
            yield file, file.text("permalink") or re.sub("/+", "/", f"/{address}")

    def pages(self) -> Iterator[tuple[OtherFile, str]]:
        """Yield the pages in ``_pages``, at the top, or elsewhere as HTML, with their addresses."""
        inner = self.tree.below("_pages", *PAGES)
        tops = [path for path in self.tree.below("", *PAGES) if (
            path[0] not in "._" and not path.startswith(NO_PAGES) and path.endswith(".html")
            if "/" in path else not stem_of(path).isupper()  # which is about the repository
        )]  # fmt: skip
        for path in (path for path in (*inner, *tops) if not is_hidden(path)):
            file = self.file(path)
            if file is None or not file.has_head:
                self.tree.taken.discard(path)
                continue
            stem = path.rpartition(".")[0].removeprefix("_pages/")
            usual = f"/{stem}{'/' if self.pretty else '.html'}"
            usual = f"/{stem.removesuffix('index')}" if stem.endswith("index") else usual
            yield file, file.text("permalink") or usual

    def keep(self, kind: str, name: str, file: OtherFile, address: str, /, **fields: Any) -> Item:
        """Add an item for a file, and report fields that are not imported.

        ``fields`` are the fields of the item, and the names of others not to report.
        """
        for key, value in file.fields.items():
            if key not in UNREPORTED and key not in fields and value not in ("", [], {}):
                self.gathered.left(file.path, f"{key}: is not taken over")
        item = Item(
            kind, name, file.path, {name: value for name, value in fields.items() if value},
            file.body, (address, *file.texts("redirect_from")), file.path.rpartition("/")[0],
            front={**file.fields, "content": file.body},
        )  # fmt: skip
        self.gathered.items.append(item)
        return item

    def page(self, file: OtherFile, address: str, /, **read: Any) -> Item | None:
        """Add a page, except the error page 404; ``read`` are fields not to report."""
        if address.strip("/").partition(".")[0] == "404":
            self.gathered.left(file.path, "a site has such a page by itself")
            return None
        stem = file.path.removesuffix("/index.html").rpartition("/")[2].partition(".")[0]
        title = file.text("title") or stem.title()
        page = self.keep("page", "", file, address, title=title, **read)
        page.fields = {"title": title}
        introduce(page, file.text("description", "subtitle"), *self._elsewhere(file, title))
        return page

    def _elsewhere(self, file: OtherFile, title: str) -> list[str]:
        """Return links to the page that this one redirects to, and to its bibliography."""
        target = file.text("redirect", "redirect_to")
        links = [f"[{title}]({target})"] if target and target not in {"true", "false"} else []
        works = self.tree.publish(file.text("bibliography"), "assets/bibliography")
        return [*links, f"[The works that it cites](/{works})"] if works else links

    def post(self, file: OtherFile, address: str) -> None:
        """Add a post as a page with a date."""
        date, stem = date_of_file(file), stem_of(file.path)
        title = file.text("title") or stem.replace("-", " ").replace("_", " ")
        iso = date.iso if date else ""
        post = self.keep("page", "", file, address, title=title, _date=iso)
        introduce(post, f"*{iso}*" if date else "", *self._elsewhere(file, title))


def introduce(item: Item, *texts: str) -> None:
    """Put texts in front of the body of an item, unless it contains them."""
    intro = "\n\n".join(text for text in texts if text and text not in item.body)
    if intro:
        item.body = f"{intro}\n\n{item.body}"


def is_hidden(path: str) -> bool:
    """Tell whether Jekyll ignores a file because of its name.

    >>> is_hidden("_news/_draft.md"), is_hidden("_news/prize.md"), is_hidden("_pages/old.md~")
    (True, False, True)
    """
    name = path.rpartition("/")[2]
    return name.startswith(("_", ".", "#")) or name.endswith("~")


def stem_of(path: str) -> str:
    """Return the name of a file without its ending."""
    return path.rpartition("/")[2].rpartition(".")[0]


def date_of_file(file: OtherFile) -> Date | None:
    """Return the date in the front matter of a file, or in its name."""
    match = RE_POST.fullmatch(file.path)
    return date_of(file.text("date")) or (date_of("-".join(match.groups()[:3])) if match else None)


NO_PAGES = ("assets/", "bin/", "lighthouse_results/", "docs/")
"""Folders whose HTML files are not pages of the site."""
