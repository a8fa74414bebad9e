"""Values that the templates of a Jekyll site read, and the lists that they print."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symposium.kinds import BY_NAME
from symposium.model.encodings import decode
from symposium.model.ids import slug
from symposium.reading.bibtex_reader import RawEntry, parse
from symposium.reading.entry_links import verbatim

from symposium_import.formats.json_objects import part, text_in
from symposium_import.sites.gathered import Gathered, Item, SourceTree
from symposium_import.sites.jekyll import RE_YAML, data_of
from symposium_import.sites.liquid import Liquid, same
from symposium_import.sites.liquid_filters import number, text_of
from symposium_import.works import IntakeError

RE_OPTION = re.compile(
    r"(?:^|\s)--?([a-zA-Z_]+)\s+(.*?)(?=\s+--?[a-zA-Z_]+\s|\s*-?%\}|\Z)", re.DOTALL
)
OPTIONS = {"f": "file", "q": "query", "m": "max"}
"""Short names of options of tags that list works."""
RE_INDENTED = re.compile(r"^[ \t]+(?=<)", re.MULTILINE)
RE_QUERY = re.compile(r"@(\*|[\w,]+)(?:\[(.*)\])?\s*\*?", re.DOTALL)
RE_TESTED = re.compile(r"\s*([\w-]+)\s*(!=|<=|>=|\^=|~=|\*=|=|<|>)\s*(.*?)\s*", re.DOTALL)


class DataFolder(dict[str, Any]):
    """Folder of data files, each of which is read when a template asks for it."""

    def __init__(self, tree: SourceTree, folder: str = "_data") -> None:
        super().__init__()
        self.tree, self.folder = tree, folder

    def get(self, name: str, default: Any = None) -> Any:
        """Return the data of a file, or a folder."""
        if name not in self:
            self[name] = self._read(f"{self.folder}/{name}")
        return self[name] if self[name] is not None else default

    def _read(self, path: str) -> Any:
        if self.tree.below(path):
            return DataFolder(self.tree, path)
        full = next((f"{path}{end}" for end in (".yml", ".yaml", ".json", ".csv")
                     if f"{path}{end}" in self.tree.paths), "")  # fmt: skip
        try:
            text = self.tree.text(full) if full else ""
        except IntakeError:
            return None
        return [*csv.DictReader(text.splitlines())] if full.endswith("csv") else data_of(text)[0]


def collection_of(item: Item) -> str:
    """Return the name of the collection of an item, empty for a page.

    >>> collection_of(Item("page", "", "_talks/a.md")), collection_of(Item("page", "", "a.md"))
    ('talks', '')
    """
    folder, slash, _ = item.source.partition("/")
    return folder[1:] if slash and folder[0] == "_" and folder != "_pages" else ""


@dataclass
class TemplateValues:
    """Values of all templates of a site."""

    site: Gathered
    tree: SourceTree

    @cached_property
    def works(self) -> list[tuple[str, RawEntry]]:
        """All entries, each with the name of its file."""
        return [(name.rpartition(".")[0], entry) for name, data in self.site.bibliographies.items()
                for entry in parse(decode(data).text, "")[0]]  # fmt: skip

    @cached_property
    def variables(self) -> dict[str, Any]:
        """Variables that all pages share."""
        site: dict[str, Any] = {**self.site.settings, "data": DataFolder(self.tree)}
        for item in self.site.items:
            site.setdefault(collection_of(item) or "pages", []).append(values_of(item))
        for name in ("posts", "news"):
            rows = site.get(name)
            site[name] = sorted(rows if isinstance(rows, list) else [], key=lambda row: row["date"])
        site["posts"].reverse()
        # Lists of all posts with a tag or category do not come with the site.
        site |= {"baseurl": "", "url": "", "display_tags": [], "display_categories": []}
        return {"site": site, "paginator": {"posts": site["posts"]}, "jekyll": {}, "content": ""}

    def evaluated(self, item: Item, text: str) -> str:
        """Return what the template of a page prints; an empty page may have a layout of its own."""
        text = text if text.strip() else self._layout(item)
        if "{%" not in text and "{{" not in text:
            return text
        seen: list[Sequence[Item]] = []
        liquid = Liquid(
            {**self.variables, "page": values_of(item)}, self._included,
            lambda values: self._of_loop(values, seen),
            lambda name: self.site.left(item.source, f"{{{{ {name} }}}} is not known"),
        )  # fmt: skip
        # In a template, white space at the beginning of a line never makes code.
        return RE_INDENTED.sub("", liquid.render(text))

    def _layout(self, item: Item) -> str:
        """Return the layout of a page if it has lists, and is not one that al-folio brings."""
        name = text_in(item.front, "layout")
        path = f"_layouts/{name}"
        path = next(
            (path + end for end in (".liquid", ".html") if path + end in self.tree.paths), ""
        )
        if item.kind != "page" or name in USUAL or not path:
            return ""
        text = RE_YAML.sub("", self.tree.text(path))
        return text if "for " in text and "<body" not in text else ""

    def _included(self, name: str) -> str | None:
        """Return the text of an include of the site; those with pictures and films stay."""
        path = f"_includes/{name}"
        if path not in self.tree.paths or name.partition(".")[0] in STAYING:
            return None
        return self.tree.text(path)

    def _of_loop(self, values: Sequence[Any], seen: list[Sequence[Item]]) -> str | None:
        """Return a list for a loop over records or posts, once on a page."""
        items = [value["_item"] for value in values if isinstance(value, Mapping)
                 and "_item" in value]  # fmt: skip
        kinds = {item.kind for item in items}
        posts = all(collection_of(item) == "posts" for item in items)
        if len(items) < len(values) or len(kinds) != 1 or (kinds == {"page"} and not posts):
            return None
        if items in seen:
            return ""
        seen.append(items)
        return f"{{% list {links(items) if posts else self.chosen(items)} %}}"

    def chosen(self, items: Sequence[Item]) -> str:
        """Return the content of a listing of records of one kind."""
        kind, ids = items[0].kind, {item.name for item in items}
        others = [item for item in self.site.items if item.kind == kind]
        folder = BY_NAME[kind].folder
        if kind == "news":
            of_part = len(ids) < len(others)
            return "news\n:sort: -date" + (f"\n:limit: {len(ids)}" if of_part else "")
        listing = f"{folder}\n:view: cards\n:filter: off"
        if len(ids) == len(others):
            return f"{listing}\n:state: described" if kind == "person" else listing
        for topic in items[0].fields.get("topics", ()):
            if ids == {item.name for item in others if topic in item.fields.get("topics", ())}:
                return f"{listing}\n:topic: {topic}"
        return f"{listing}\n:id: {', '.join(item.name for item in items)}"

    def listed_works(self, tag: str, path: str) -> str:
        """Return the content of a listing for a tag, or the number of works for one that counts."""
        options = {OPTIONS.get(name, name): text for name, text in RE_OPTION.findall(tag)}
        usual = text_in(part(self.site.settings, "scholar"), "bibliography")
        wanted = {name.rpartition("/")[2].removesuffix(".bib").strip("\"'")
                  for name in re.split(r"[\s,]+", options.get("file", usual))}  # fmt: skip
        entries = [entry for name, entry in self.works if name in wanted]
        entries = entries or [entry for _, entry in self.works]
        found = {
            slug(entry.key): entry for entry in entries if fits(entry, options.get("query", ""))
        }
        if "bibliography_count" in tag:
            return str(len(found))
        if not found:
            self.site.left(path, f"{tag}: no work fits")
            return ""
        lines = ["papers", *self._option(found, options)]
        lines += [f":limit: {options['max']}"] if options.get("max", "").isdigit() else []
        years = {of_entry(entry, "year") for entry in found.values()}
        return "\n".join([*lines, *([":group: year"] if len(years) > 1 else [])])

    def _option(self, found: Mapping[str, RawEntry], options: Mapping[str, str]) -> list[str]:
        """Return the option that selects works."""
        works = {slug(entry.key): entry for _, entry in reversed(self.works)}
        query, first = options.get("query", ""), next(iter(found.values()))
        if len(found) == len(works) and "year" not in query:
            return []
        named = [name for name in ("selected", "year") if name in query]
        for name in [*named, *(["type"] if query and "@*" not in query else [])]:
            value = of_entry(first, name)
            alike = {id_ for id_, entry in works.items() if same(of_entry(entry, name), value)}
            if alike == set(found):
                return [f":{name}: {'yes' if name == 'selected' else value}"]
        rest = [entry.key for id_, entry in works.items() if id_ not in found]
        keys = [entry.key for entry in found.values()]
        if len(keys) > MAX_VALUES:
            return [f":not-key: {', '.join(rest)}"] if rest and len(rest) <= MAX_VALUES else []
        return [f":key: {', '.join(keys)}"]


MAX_VALUES = 100
"""Most values of one option of a listing."""
USUAL = frozenset({"about", "archive", "cv", "default", "distill", "page", "post", "profiles"})
"""Layouts that show nothing but the page itself, or whose content is read otherwise."""
STAYING = frozenset({"figure", "video", "audio"})
"""Includes that `template_tags` reads."""


def values_of(item: Item) -> dict[str, Any]:
    """Return the values of an item in templates."""
    stem = item.source.rpartition("/")[2].rpartition(".")[0]
    date = str(item.fields.get("date") or item.fields.get("_date") or item.front.get("date") or "")
    title = item.fields.get("title") or item.fields.get("name") or stem
    return {
        "title": title, "slug": stem, **item.front, "date": date,
        "excerpt": item.front.get("content", "").strip().partition("\n\n")[0], "path": item.source,
        "url": next(iter(item.addresses), ""), "_item": item,
    }  # fmt: skip


def of_entry(entry: RawEntry, name: str) -> str:
    """Return a field of an entry, or the type of the entry for ``type``."""
    return entry.type if name == "type" else verbatim(entry.values().get(name, ""))


def fits(entry: RawEntry, query: str) -> bool:
    """Tell whether a work fits a query of jekyll-scholar, such as ``@article[year>=2020]``."""
    match = RE_QUERY.search(query)
    if not match:
        return True
    if match[1] != "*" and entry.type not in match[1].lower().split(","):
        return False
    return not match[2] or any(
        all(_holds(entry, test) for test in re.split(r"&&|,", choice))
        for choice in match[2].split("||")
    )


def _holds(entry: RawEntry, test: str) -> bool:
    match = RE_TESTED.fullmatch(test)
    if not match:
        return bool(entry.values().get(test.strip()))
    value, wanted = verbatim(entry.values().get(match[1].lower(), "")), match[3].strip("\"' ")
    if not value and match[1] == "type":
        value = entry.type
    low, high = number(value), number(wanted)
    if match[2] in {"<", ">", "<=", ">="}:
        tests = {"<": lambda a, b: a < b, ">": lambda a, b: a > b,
                 "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b}  # fmt: skip
        return low is not None and high is not None and bool(tests[match[2]](low, high))
    if match[2] in {"^=", "~=", "*="}:
        return wanted.lower() in value.lower()
    return (value.lower() == wanted.lower()) == (match[2] == "=")


def links(pages: Iterable[Item]) -> str:
    """Return a list of links to pages, newest first."""
    dated = [(text_of(page.fields.get("_date")), page) for page in pages]
    return "\n".join(
        f"- {page.link(str(page.fields.get('title', page.docname)))}"
        + (f", {date}" if date else "")
        for date, page in sorted(dated, key=lambda pair: pair[0], reverse=True)
    )
