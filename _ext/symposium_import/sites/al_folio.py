"""al-folio: a personal site of Jekyll with its bibliography. Source: al-folio's documentation."""

from __future__ import annotations

import re
from collections import Counter

from symposium.model.ids import slug
from symposium.reading.contributors import read_names
from symposium.reading.entry_links import verbatim

from symposium_import.bib_editing import BibFile
from symposium_import.formats.json_objects import parts, text_in
from symposium_import.sites.al_folio_person import (
    MEMBERS,
    read_about,
    read_cv,
    read_member,
    read_owner,
    read_profiles,
)
from symposium_import.sites.cv_data import facts
from symposium_import.sites.gathered import Gathered, SourceTree
from symposium_import.sites.jekyll import (
    READ,
    JekyllSite,
    OtherFile,
    date_of_file,
    introduce,
    stem_of,
)
from symposium_import.works import IntakeError


def read_header(site: JekyllSite, pages: list[tuple[OtherFile, str]]) -> None:
    """Take over the entries of the header, and those of its menus."""
    entries: list[tuple[float, str, str]] = []
    for file, address in pages:
        if file.text("nav").lower() != "true" or address == "/":
            continue
        text = file.text("nav_order")
        order = float(text) if re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", text) else 1e6
        if file.text("dropdown").lower() == "true":
            rows = parts(file.fields, "children")
            entries += [(order, text_in(one, "permalink"), text_in(one, "title")) for one in rows
                        if text_in(one, "permalink")]  # fmt: skip
        else:
            entries.append((order, address, file.text("title") or address.strip("/")))
    name = text_in(site.config, "blog_nav_title")
    if name and not any(address.startswith("/blog") for _, address, _ in entries):
        entries.insert(0, (0, "/blog/", name))
    seen: dict[str, str] = {}
    for _, address, title in sorted(entries, key=lambda one: one[0]):
        seen.setdefault(address, title[:1].upper() + title[1:])
    site.found.header = list(seen.items())


OWN = frozenset({"layouts", "includes", "data", "sass", "plugins", "drafts", "site", "bibliography",
                 "scripts", "posts", "news", "projects", "pages"})  # fmt: skip
"""Folders with an underscore that are no collections of pages, or have their own way."""
PICTURES = "assets/img/publication_preview"
FILES = {
    "preview": PICTURES, "thumbnail": PICTURES,
    **dict.fromkeys(("pdf", "poster", "slides", "supp", "video"), "assets/pdf"),
}  # fmt: skip
"""Fields of entries that may name a file of the site, and where such files are."""
LINKS = (("code", "github"), ("homepage", "url"), ("homepage", "redirect"))
"""Links of projects, and the fields that have them."""
READ_BY_LAYOUT = {"profiles": ("profiles",), "cv": ("cv_pdf", "cv_format")}
"""Fields that only pages of some layouts have."""
RE_HEAD = re.compile(rb"\A---[ \t]*\r?\n(?:.*?\n)?---[ \t]*\r?\n\s*", re.DOTALL)
"""Front matter above entries."""


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds such a site."""
    jekyll = "_config.yml" in tree.paths or bool(tree.below("_pages"))
    return jekyll and bool(tree.below("_bibliography", ".bib"))


def read(tree: SourceTree) -> Gathered:
    """Return what the site holds."""
    site = JekyllSite.of(tree, "al-folio")
    printed = Counter[str]()
    for path in tree.below("_bibliography", ".bib"):
        _bibliography(site, path, printed)
    read_owner(site, printed)
    _pages(site)
    for file, address in site.collection("news"):
        date, title = date_of_file(file), file.text("title")
        name = slug(stem_of(file.path))
        site.keep("news", name, file, address, title=title, date=date and date.iso)
    for file, address in site.posts():
        site.post(file, address)
    for file, address in site.collection("projects"):
        _project(site, file, address)
    for name in sorted({path[1:].partition("/")[0] for path in tree.paths if path[0] == "_"} - OWN):
        for file, address in site.collection(name):
            (read_member if name in MEMBERS else _of_collection)(site, file, address)
    for path in tree.below("assets/pdf"):
        if path.endswith(".pdf"):
            tree.copy(path)
    for setting in ("description", "keywords", "contact_note", "footer_text"):
        if text := text_in(site.config, setting):
            site.found.left(site.config_path, f"the setting {setting}: {text}")
    if "jekyll-archives" in site.config:
        site.found.left(site.config_path, "addresses of lists by year, tag and category")
    return site.found


def _pages(site: JekyllSite) -> None:
    """Keep the pages, the one about the owner and that of the curriculum vitae among them."""
    pages = list(site.pages())
    read_header(site, pages)
    cv = None
    for file, address in pages:
        if file.text("layout") == "about" or address == "/":
            read_about(site, file, address)
            continue
        layout = file.text("layout")
        item = site.page(file, address, **dict.fromkeys(READ_BY_LAYOUT.get(layout, ()), True))
        if item and layout == "profiles":
            read_profiles(site, item, file)
        elif item and layout == "cv" and cv is None:
            cv = item
            cv.fields["_pdf"] = _pdf(site, file)
    read_cv(site, cv)


def _pdf(site: JekyllSite, file: OtherFile) -> str:
    """Return the curriculum vitae that a page offers as a PDF."""
    name = file.text("cv_pdf")
    made = name if "://" in name else site.tree.published(name, "assets/pdf")
    if name and not made:
        site.found.left(file.path, f"cv_pdf: there is no file {name}")
    return made or ""


def _bibliography(site: JekyllSite, path: str, printed: Counter[str]) -> None:
    """Take a bibliography over as it is, but for the names of files, which lie elsewhere now."""
    tree, name = site.tree, path.rpartition("/")[2]
    tree.taken.add(path)
    try:
        data = tree.data(path)
    except IntakeError as error:
        site.found.left(path, str(error))
        return
    changed: dict[str, list[str]] = {}
    try:
        file = BibFile.of(path, data)
        for entry in file.entries.values():
            fields = dict(reversed(entry.fields))
            printed.update(one.name.text for one in read_names(fields.get("author", ""))[0])
            for number, (field, value) in enumerate(entry.fields):
                if field not in FILES or fields.pop(field, None) is None:
                    continue  # of a repeated field the first counts
                text = verbatim(value)
                made = tree.published(text, FILES[field])
                if made and made != text:
                    file.set(entry.key, number, made)
                    changed.setdefault(entry.key, []).append(field)
                elif "/" not in text and "." in text and not made:
                    site.found.left(path, f"{field}: there is no file {text}")
        made_of = file.result()
    except IntakeError as error:
        site.found.left(path, f"files that it names are not found: {error}")
        made_of = data
    else:
        for key, names in changed.items():
            site.found.changed(path, f'"{key}": files lie below files/ now: {", ".join(names)}')
    if made_of.startswith(b"---"):
        site.found.changed(path, "what Jekyll wants above the entries is taken away")
        made_of = RE_HEAD.sub(b"", made_of)
    taken = site.found.bibliographies
    taken[name if name not in taken else path.replace("/", "-").lstrip("_-")] = made_of


def _project(site: JekyllSite, file: OtherFile, address: str) -> None:
    title = file.text("title") or file.path.rpartition("/")[2].partition(".")[0]
    links = {
        name: url for name, field in LINKS if (url := file.text(field)).startswith("http")
    }  # fmt: skip
    item = site.keep(
        "project", slug(title), file, address,
        title=title, topics=file.texts("category", "tags"), links=links,
    )  # fmt: skip
    image = file.text("img")
    introduce(item, f"![{title}]({image})" if image else "", file.text("description"))


def _of_collection(site: JekyllSite, file: OtherFile, address: str) -> None:
    """Keep an item of some collection; its fields, which the template would print, are told."""
    shown = {name: value for name, value in file.fields.items() if name not in READ}
    item = site.page(file, address, **dict.fromkeys(shown, True))
    pictures = {name: path for name, value in shown.items()
                if isinstance(value, str) and (path := site.tree.picture(value))}  # fmt: skip
    if item:
        rows = {name: value for name, value in shown.items() if name not in pictures}
        title = file.text("title")
        introduce(item, *(f"![{title}](/{one})" for one in pictures.values()), facts(rows))
