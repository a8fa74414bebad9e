"""HugoBlox, earlier Wowchemy and Academic: sites of researchers and groups, made with Hugo.

Source: the documentation of HugoBlox, and Hugo's of front matter and addresses.
"""

from __future__ import annotations

import re
from typing import Any

from symposium.intake.sites.front_matter import OtherFile, data_of, groups, said
from symposium.intake.sites.gathered import Fields, Gathered, Item
from symposium.intake.sites.hugo_people import person_fields
from symposium.intake.sites.hugo_publications import publication
from symposium.intake.sites.hugo_site import (
    AUTHORS,
    CONTENT,
    EVENTS,
    POSTS,
    PROJECTS,
    PUBLICATIONS,
    HugoSite,
    content_of,
)
from symposium.intake.sites.site_reader import introduce
from symposium.intake.sites.source_tree import SourceTree
from symposium.intake.sites.told import told
from symposium.kinds import BY_NAME
from symposium.model.ids import slug
from symposium.model.problems import Place

NAME = "HugoBlox"
ROWS = frozenset({"item", "items", "experience", "education", "awards", "feature", "courses"})
"""Lists in front matter that widgets show."""


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds such a site."""
    return content_of(tree) is not None


def read(tree: SourceTree) -> Gathered:
    """Return what the site holds."""
    top, content = content_of(tree) or ("", CONTENT)
    site = HugoSite(tree, Gathered(NAME), top=top, content=content)
    _settings(site)
    _, site.content = content_of(tree, site.found.language) or (top, content)
    _people(site)
    for sections, keep in (
        (PUBLICATIONS, publication), (EVENTS, _talk), (POSTS, _post), (PROJECTS, _project),
    ):  # fmt: skip
        for file, address, folder in site.files(*sections):
            if file.path.endswith("_index.md"):
                _page(site, file, address)
            else:
                keep(site, file, address, folder)
    for path in tree.below(site.content, ".md"):
        if path not in tree.taken and (found := site.page_at(path)):
            _page(site, *found)
    site.found.header = site.menu()
    return site.finish(site.content)


def _settings(site: HugoSite) -> None:
    for name in ("hugo", "config", "params", "config/_default/hugo", "config/_default/config",
                 "config/_default/params"):  # fmt: skip
        for ending in (".yaml", ".yml", ".toml"):
            path = f"{site.top}{name}{ending}"
            if path in site.tree:
                data, fault = data_of(site.tree.text(path), path)
                if fault:
                    site.found.left(Place(path), f"the settings cannot be read: {fault}")
                marketing = data.get("marketing") if isinstance(data, dict) else None
                site.found.title = site.found.title or said(data, "title")
                site.found.language = (
                    said(data, "defaultContentLanguage")[:2] or site.found.language
                )
                if said(marketing, "seo") or said(data, "description"):
                    site.found.left(Place(path), "the description of the site")


def _people(site: HugoSite) -> None:
    seen: list[tuple[str, Item, bool]] = []
    for path in site.tree.below(f"{site.top}data/authors"):
        data, fault = data_of(site.tree.text(path), path)
        if fault or not isinstance(data, dict):
            site.found.left(Place(path), f"the person cannot be read: {fault}")
            continue
        user = path.rpartition("/")[2].partition(".")[0]
        file = OtherFile(path, data, said(data, "bio"))
        seen.append((user, *_person(site, file, user, f"/authors/{user}/", "")))
    for file, address, folder in site.files(*AUTHORS):
        user = address.strip("/").rpartition("/")[2]
        if user in AUTHORS or (not file.fields and not file.body.strip()):
            _page(site, file, address)
            continue
        seen.append((user, *_person(site, file, user, address, folder)))
    owner = next((item for user, item, main in seen if main or user in {"admin", "me"}), None)
    if owner:
        site.found.owner = owner.name
        site.found.title = site.found.title or str(owner.fields["name"])


def _person(
    site: HugoSite, file: OtherFile, user: str, address: str, folder: str
) -> tuple[Item, bool]:
    fields, left = person_fields(file, site.tree, folder or f"{site.top}assets/media/authors", user)
    for name in left:
        site.found.left(file.place(name), f"{name}: is not taken over")
    more = fields.pop("_told", "")
    body = f"{file.body.rstrip()}\n\n{more}\n" if more else file.body
    item = Item("person", slug(str(fields["name"])), Place(file.path), fields, body,
                file.body_line, (address,), folder)  # fmt: skip
    if file.text("bio") != fields.get("headline"):
        introduce(item, file.text("bio"))
    fields["_known_as"] = [user, slug(user)]
    site.found.items.append(item)
    return item, file.is_true("superuser") or file.is_true("is_owner")


def _talk(site: HugoSite, file: OtherFile, address: str, folder: str) -> None:
    date = file.date("event_start", "date")
    speakers = [slug(site.author(one)) for one in file.texts("authors")]
    speakers = [one for one in speakers if site.found.person(one)] or [site.found.owner]
    if not speakers[0]:
        _page(site, file, address)
        return
    place = [file.text("event", "event_name"), file.text("location")]
    links = site.links(file, folder)
    if file.text("event_url").startswith("http"):
        links.setdefault("website", file.text("event_url"))
    fields: Fields = {
        "title": file.text("title"), "date": date.iso if date else "", "person": speakers[0],
        "venue": ", ".join(filter(None, place)), "links": links,
    }  # fmt: skip
    item = site.keep("talk", "", file, address, fields)
    abstract = file.text("abstract", "summary")
    introduce(item, abstract)
    if len(speakers) > 1:
        others = ", ".join(speakers[1:])
        site.found.left(
            file.place("authors"),
            f"the talk stands in the file of its first speaker, not of {others}",
        )


def _post(site: HugoSite, file: OtherFile, address: str, folder: str) -> None:
    date = file.date("date")
    picture = site.picture(file, folder) if file.path.endswith("/index.md") else None
    shown = f"![{file.text('title')}](/{picture})" if picture else ""
    if "news" in BY_NAME and address.startswith(("/post/", "/news/")):
        name = slug(address.strip("/").rpartition("/")[2])
        fields = {"title": file.text("title"), "date": date.iso if date else ""}
        introduce(site.keep("news", name, file, address, fields), shown, *_lead(file))
        return
    item = _page(site, file, address)
    introduce(item, f"*{date.iso}*" if date else "", shown)


def _lead(file: OtherFile) -> list[str]:
    """Return what a page says below its title, and in lists of pages."""
    return list(dict.fromkeys((file.text("subtitle"), file.text("summary"))))


def _project(site: HugoSite, file: OtherFile, address: str, folder: str) -> None:
    links = site.links(file, folder)
    if file.text("external_link").startswith("http"):
        links.setdefault("homepage", file.text("external_link"))
    title = file.text("title") or address.strip("/").rpartition("/")[2]
    fields: Fields = {"title": title, "links": links, "topics": file.texts("tags")}
    item = site.keep("project", slug(title), file, address, fields)
    picture = site.picture(file, folder)
    introduce(item, f"![{file.text('title')}](/{picture})" if picture else "", *_lead(file))


def _page(site: HugoSite, file: OtherFile, address: str) -> Item:
    title = file.text("title") or address.strip("/").rpartition("/")[2].title() or "Home"
    rows = {one: value for one, value in file.fields.items() if one in ROWS and groups(value)}
    item = site.keep("page", "", file, address, {"title": title, **rows})
    item.fields = {"title": title}
    introduce(item, *_lead(file))
    item.body = "\n\n".join(filter(None, (item.body.rstrip(), *map(told, rows.values()))))
    texts = [_block(block) for block in groups(file.fields.get("sections"))]
    if made := "\n\n".join(filter(None, texts)):
        item.body = f"{item.body}\n\n{made}"
        site.found.changed(
            file.place("sections"), "the texts of the sections stand one below another"
        )
    return item


def _block(block: Any) -> str:
    """Return the title and the text of a section of a landing page."""
    content = block.get("content")
    title = re.sub(r"\s*<br\s*/?>\s*", " ", said(content, "title"))
    text = said(content, "text", "subtitle")
    return "\n\n".join(filter(None, (f"## {title}" if title and text else "", text)))
