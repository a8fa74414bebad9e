"""al-folio: a personal site of Jekyll with its bibliography. Source: al-folio's documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symposium.intake.bib_editing import BibFile, EntryChange
from symposium.intake.sites import cv_data
from symposium.intake.sites.front_matter import data_of, groups, said
from symposium.intake.sites.gathered import Fields, Gathered, Item
from symposium.intake.sites.jekyll import JekyllSite
from symposium.intake.sites.people import link_of, links_of, socials, with_photo
from symposium.intake.sites.site_reader import introduce
from symposium.intake.sites.source_tree import SourceTree
from symposium.intake.works import IntakeError
from symposium.model.ids import slug
from symposium.model.problems import Place
from symposium.reading.bibtex_reader import parse
from symposium.reading.entry_links import verbatim

NAME = "al-folio"
OWN = frozenset({"layouts", "includes", "data", "sass", "plugins", "drafts", "site", "bibliography",
                 "scripts", "posts", "news", "projects", "pages"})  # fmt: skip
"""Folders with an underscore that are no collections of pages, or have their own way."""
PICTURES = "assets/img/publication_preview"
FILES = {
    "preview": PICTURES, "thumbnail": PICTURES,
    **dict.fromkeys(("pdf", "poster", "slides", "supp", "video"), "assets/pdf"),
}  # fmt: skip
"""Fields of entries that may name a file of the site, and where such files are."""
RE_HEAD = re.compile(rb"\A---[ \t]*\r?\n(?:.*?\n)?---[ \t]*\r?\n\s*", re.DOTALL)
"""Front matter above entries."""
ACCOUNTS = ("_username", "_userid", "_id", "_url", "email")


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds such a site."""
    jekyll = "_config.yml" in tree or bool(tree.below("_pages"))
    return jekyll and bool(tree.below("_bibliography", ".bib"))


def read(tree: SourceTree) -> Gathered:
    """Return what the site holds."""
    site = JekyllSite.of(tree, NAME)
    for path in tree.below("_bibliography", ".bib"):
        _bibliography(site, path)
    _owner(site)
    _coauthors(site)
    for file, address in site.pages("_pages"):
        if file.text("layout") == "about" or address == "/":
            _about(site, file, address)
        else:
            site.page(file, address)
    for file, address in site.collection("news"):
        site.news(file, address)
    for file, address in site.posts():
        site.news(file, address, "posts")
    for file, address in site.collection("projects"):
        _project(site, file, address)
    for name in sorted({path[1:].partition("/")[0] for path in tree.paths if path[0] == "_"} - OWN):
        for file, address in site.collection(name):
            site.page(file, address)
    for path in tree.below("assets/pdf"):
        if path.endswith(".pdf"):
            tree.copy(path)
    for setting in ("description", "keywords", "contact_note", "footer_text"):
        if said(site.config, setting):
            site.found.left(Place(site.config_path), f"the setting {setting}")
    if "jekyll-archives" in site.config:
        site.found.left(Place(site.config_path), "addresses of lists by year, tag and category")
    return site.finish(site.config_path)


def _bibliography(site: JekyllSite, path: str) -> None:
    """Take a bibliography over as it is, but for the names of files, which lie elsewhere now."""
    tree, name = site.tree, path.rpartition("/")[2]
    tree.taken.add(path)
    try:
        data = tree.data(path)
    except IntakeError as error:
        site.found.left(Place(path), str(error))
        return
    try:
        file = BibFile.of(path, data)
        for entry in parse(file.source.text, path)[0]:
            for field, value in dict(reversed(entry.fields)).items():
                text = verbatim(value)
                made = tree.published(text, FILES[field]) if field in FILES else None
                if made and made != text:
                    change = file.changed.setdefault(entry.key, EntryChange())
                    change.fields[field] = made
                elif field in FILES and "/" not in text and "." in text and not made:
                    site.found.left(entry.place, f"{field}: there is no file {text}")
        made_of = file.result()
    except IntakeError as error:
        site.found.left(Place(path), f"files that it names are not found: {error}")
        made_of = data
    else:
        for key, change in file.changed.items():
            said_here = ", ".join(change.fields)
            site.found.changed(Place(path), f'"{key}": files lie below files/ now: {said_here}')
    if made_of.startswith(b"---"):
        site.found.changed(Place(path), "what Jekyll wants above the entries is taken away")
        made_of = RE_HEAD.sub(b"", made_of)
    taken = site.found.bibliographies
    taken[name if name not in taken else path.replace("/", "-").lstrip("_-")] = made_of


def _owner(site: JekyllSite) -> None:
    config = site.config
    parts = [said(config, name) for name in ("first_name", "middle_name", "last_name")]
    name = " ".join(filter(None, parts)) or said(config, "title")
    if not name or name == "blank":
        return
    data, path = site.data("socials")
    pairs = socials(data) if isinstance(data, dict) else []
    pairs += [(one, value) for one, value in socials(config) if one.endswith(ACCOUNTS)]
    fields: Fields = {"name": name}
    kept = []
    for service, value in pairs:
        if service in {"rss_icon", "work_url"} and value in {"true", "false"}:
            continue
        made = site.tree.published(value) if value.startswith(("/", "assets/")) else None
        if made:
            kept.append((service.removesuffix("_pdf"), made))
        else:
            pairs_here = links_of([(service, value)])
            fields |= {"orcid": pairs_here[1]} if pairs_here[1] else {}
            kept += list(pairs_here[0].items())
            for one in pairs_here[2]:
                site.found.left(
                    Place(path or site.config_path), f"{one}: no link can be made of it"
                )
    fields["links"] = dict(kept)
    for source in ("cv", "resume"):
        cv, where = site.data(source)
        for section in cv_data.read(cv, fields) if cv else ():
            site.found.left(Place(where), f"the section {section} of the curriculum vitae")
    if "assets/json/resume.json" in site.tree and "positions" not in fields:
        _resume(site, fields)
    item = Item("person", slug(name), Place(site.config_path), fields)
    site.found.items.append(item)
    site.found.owner = item.name
    site.found.title = site.found.title or name


def _resume(site: JekyllSite, fields: Fields) -> None:
    path = "assets/json/resume.json"
    data, fault = data_of(site.tree.text(path), path)
    for section in cv_data.read(data, fields) if not fault else (fault,):
        site.found.left(Place(path), f"the section {section} of the curriculum vitae")


def _about(site: JekyllSite, file: Any, address: str) -> None:
    """Make the page about the owner the text of the person."""
    person = site.found.person(site.found.owner)
    if person is None:
        site.page(file, address)
        return
    item = site.keep("person", person.name, file, address, profile=True, news=True)
    site.found.items.remove(item)
    item.fields = person.fields
    site.found.items[site.found.items.index(person)] = item
    profile = file.fields.get("profile")
    image = said(profile, "image")
    if image:
        path = site.tree.picture(image)
        with_photo(item.fields, path)
        if not path:
            site.found.left(file.place("image"), f"the portrait {image} is not there")
    introduce(item, file.text("subtitle"), file.text("description"))
    more = said(profile, "more_info")
    if more:
        item.body += f"\n\n{more}\n"


def _coauthors(site: JekyllSite) -> None:
    """Keep the pages of co-authors, by their names."""
    data, path = site.data("coauthors")
    for family, rows in data.items() if isinstance(data, dict) else ():
        for row in groups(rows):
            firsts = row.get("firstname")
            firsts = (
                [one for one in firsts if isinstance(one, str)] if isinstance(firsts, list) else []
            )
            link = link_of("homepage", said(row, "url"))
            if not firsts or not link:
                site.found.left(Place(path), f"{family}: without a first name or an address")
                continue
            names = [f"{first.title()} {family.title()}" for first in firsts]
            name = max(names, key=len)
            fields = {"name": name, "names": [one for one in names if one != name],
                      "links": dict([link])}  # fmt: skip
            site.found.items.append(Item("person", slug(name), Place(path), fields))


def _project(site: JekyllSite, file: Any, address: str) -> None:
    stem = file.path.rpartition("/")[2].partition(".")[0]
    links = {name: value for name in ("github", "url", "redirect")
             if (value := file.text(name)).startswith("http")}  # fmt: skip
    named: Mapping[str, str] = {"github": "code", "url": "homepage", "redirect": "homepage"}
    item = site.keep(
        "project", slug(file.text("title") or stem), file, address,
        title=file.text("title") or stem, topics=file.texts("category", "tags"),
        links={named[name]: value for name, value in links.items()},
    )  # fmt: skip
    image = file.text("img")
    picture = f"![{item.fields['title']}]({image})" if image else ""
    introduce(item, picture, file.text("description"))
