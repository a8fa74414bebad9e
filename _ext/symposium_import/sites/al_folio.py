"""Reader of al-folio, a Jekyll theme for researchers. Source: al-folio's documentation."""

from __future__ import annotations

import re
from collections import Counter

from symposium.model.ids import slug
from symposium.reading.contributors import read_names
from symposium.reading.entry_links import verbatim

from symposium_import.bib_editing import BibFile
from symposium_import.formats.json_objects import parts, text_in
from symposium_import.sites import al_folio_person, jekyll
from symposium_import.sites.cv_data import facts
from symposium_import.sites.gathered import Gathered, SourceTree
from symposium_import.works import IntakeError


def read_header(site: jekyll.JekyllSite, pages: list[tuple[jekyll.OtherFile, str]]) -> None:
    """Read the entries of the header and of its menus."""
    entries: list[tuple[float, str, str]] = []
    for file, address in pages:
        if file.text("nav").lower() != "true" or address == "/":
            continue
        text = file.text("nav_order")
        order = float(text) if re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", text) else 1e6
        if file.text("dropdown").lower() == "true":
            rows = parts(file.fields, "children")
            entries += [(order, text_in(row, "permalink"), text_in(row, "title")) for row in rows
                        if text_in(row, "permalink")]  # fmt: skip
        else:
            entries.append((order, address, file.text("title") or address.strip("/")))
    name = text_in(site.config, "blog_nav_title")
    if name and not any(address.startswith("/blog") for _, address, _ in entries):
        entries.insert(0, (0, "/blog/", name))
    seen: dict[str, str] = {}
    for _, address, title in sorted(entries, key=lambda entry: entry[0]):
        seen.setdefault(address, title[:1].upper() + title[1:])
    site.gathered.header = list(seen.items())


OWN = frozenset({"layouts", "includes", "data", "sass", "plugins", "drafts", "site", "bibliography",
                 "scripts", "posts", "news", "projects", "pages"})  # fmt: skip
"""Folders with an underscore that are not collections of pages, or are read separately."""
PICTURES = "assets/img/publication_preview"
FILES = {
    "preview": PICTURES, "thumbnail": PICTURES,
    **dict.fromkeys(("pdf", "poster", "slides", "supp", "video"), "assets/pdf"),
}  # fmt: skip
"""Fields of entries that may name a file of the site, and the folders of such files."""
LINKS = (("code", "github"), ("homepage", "url"), ("homepage", "redirect"))
"""Names of links of projects, and the fields that hold them."""
READ_BY_LAYOUT = {"profiles": ("profiles",), "cv": ("cv_pdf", "cv_format")}
"""Fields read only in pages of these layouts."""
RE_HEAD = re.compile(rb"\A---[ \t]*\r?\n(?:.*?\n)?---[ \t]*\r?\n\s*", re.DOTALL)
"""Front matter above entries."""


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds a site of al-folio."""
    is_jekyll = "_config.yml" in tree.paths or bool(tree.below("_pages"))
    return is_jekyll and bool(tree.below("_bibliography", ".bib"))


def read(tree: SourceTree) -> Gathered:
    """Return the content of the site."""
    site = jekyll.JekyllSite.of(tree, "al-folio")
    author_names = Counter[str]()
    for path in tree.below("_bibliography", ".bib"):
        _bibliography(site, path, author_names)
    al_folio_person.read_owner(site, author_names)
    _pages(site)
    for file, address in site.collection("news"):
        date, title = jekyll.date_of_file(file), file.text("title")
        name = slug(jekyll.stem_of(file.path))
        site.keep("news", name, file, address, title=title, date=date and date.iso)
    for file, address in site.posts():
        site.post(file, address)
    for file, address in site.collection("projects"):
        _project(site, file, address)
    for name in sorted({path[1:].partition("/")[0] for path in tree.paths if path[0] == "_"} - OWN):
        for file, address in site.collection(name):
            (al_folio_person.read_member if name in al_folio_person.MEMBERS else _of_collection)(
                site, file, address
            )
    for path in tree.below("assets/pdf"):
        if path.endswith(".pdf"):
            tree.copy(path)
    for setting in ("description", "keywords", "contact_note", "footer_text"):
        if text := text_in(site.config, setting):
            site.gathered.left(site.config_path, f"the setting {setting}: {text}")
    if "jekyll-archives" in site.config:
        site.gathered.left(site.config_path, "addresses of lists by year, tag and category")
    return site.gathered


def _pages(site: jekyll.JekyllSite) -> None:
    """Add the pages, including those about the owner and with the curriculum vitae."""
    pages = list(site.pages())
    read_header(site, pages)
    cv = None
    for file, address in pages:
        if file.text("layout") == "about" or address == "/":
            al_folio_person.read_about(site, file, address)
            continue
        layout = file.text("layout")
        item = site.page(file, address, **dict.fromkeys(READ_BY_LAYOUT.get(layout, ()), True))
        if item and layout == "profiles":
            al_folio_person.read_profiles(site, item, file)
        elif item and layout == "cv" and cv is None:
            cv = item
            cv.fields["_pdf"] = _pdf(site, file)
    al_folio_person.read_cv(site, cv)


def _pdf(site: jekyll.JekyllSite, file: jekyll.OtherFile) -> str:
    """Return the address or new path of the curriculum vitae as a PDF."""
    name = file.text("cv_pdf")
    target = name if "://" in name else site.tree.publish(name, "assets/pdf")
    if name and not target:
        site.gathered.left(file.path, f"cv_pdf: there is no file {name}")
    return target or ""


def _bibliography(site: jekyll.JekyllSite, path: str, author_names: Counter[str]) -> None:
    """Add a bibliography, unchanged except for paths of files; count its authors' names."""
    tree, name = site.tree, path.rpartition("/")[2]
    tree.taken.add(path)
    try:
        data = tree.data(path)
    except IntakeError as error:
        site.gathered.left(path, str(error))
        return
    changed: dict[str, list[str]] = {}
    try:
        file = BibFile.of(path, data)
        for entry in file.entries.values():
            fields = dict(reversed(entry.fields))
            authors = read_names(fields.get("author", ""))[0]
            author_names.update(author.name.text for author in authors)
            for number, (field, value) in enumerate(entry.fields):
                if field not in FILES or fields.pop(field, None) is None:
                    continue  # of a repeated field the first counts
                text = verbatim(value)
                copied = tree.publish(text, FILES[field])
                if copied and copied != text:
                    file.set(entry.key, number, copied)
                    changed.setdefault(entry.key, []).append(field)
                elif "/" not in text and "." in text and not copied:
                    site.gathered.left(path, f"{field}: there is no file {text}")
        content = file.result()
    except IntakeError as error:
        site.gathered.left(path, f"files that it names are not found: {error}")
        content = data
    else:
        for key, names in changed.items():
            site.gathered.changed(path, f'"{key}": files lie below files/ now: {", ".join(names)}')
    if content.startswith(b"---"):
        site.gathered.changed(path, "what Jekyll wants above the entries is taken away")
        content = RE_HEAD.sub(b"", content)
    taken = site.gathered.bibliographies
    taken[name if name not in taken else path.replace("/", "-").lstrip("_-")] = content


def _project(site: jekyll.JekyllSite, file: jekyll.OtherFile, address: str) -> None:
    title = file.text("title") or file.path.rpartition("/")[2].partition(".")[0]
    links = {
        name: url for name, field in LINKS if (url := file.text(field)).startswith("http")
    }  # fmt: skip
    item = site.keep(
        "project", slug(title), file, address,
        title=title, topics=file.texts("category", "tags"), links=links,
    )  # fmt: skip
    image = file.text("img")
    jekyll.introduce(item, f"![{title}]({image})" if image else "", file.text("description"))


def _of_collection(site: jekyll.JekyllSite, file: jekyll.OtherFile, address: str) -> None:
    """Add an item of another collection as a page that lists its fields."""
    shown = {name: value for name, value in file.fields.items() if name not in jekyll.UNREPORTED}
    item = site.page(file, address, **dict.fromkeys(shown, True))
    pictures = {name: path for name, value in shown.items()
                if isinstance(value, str) and (path := site.tree.picture(value))}  # fmt: skip
    if item:
        rows = {name: value for name, value in shown.items() if name not in pictures}
        title = file.text("title")
        jekyll.introduce(item, *(f"![{title}](/{path})" for path in pictures.values()), facts(rows))
