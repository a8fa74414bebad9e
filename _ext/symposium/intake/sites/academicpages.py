"""academicpages: a personal site of Jekyll, a file for each publication, talk and course.

Source: academicpages' documentation and its template of files.
"""

from __future__ import annotations

import re
from html import unescape

from symposium.intake.latex_writing import printed_name
from symposium.intake.sites.front_matter import OtherFile, groups, said
from symposium.intake.sites.gathered import Fields, Gathered, Item
from symposium.intake.sites.jekyll import JekyllSite
from symposium.intake.sites.people import links_of, socials, with_photo
from symposium.intake.sites.site_reader import introduce
from symposium.intake.sites.source_tree import SourceTree
from symposium.intake.works import work_of
from symposium.model.ids import slug
from symposium.model.names import Name
from symposium.model.problems import Place
from symposium.reading.entry_links import RE_ARXIV_IN_TEXT, RE_DOI_INSIDE

NAME = "academicpages"
OWN = ("publications", "talks", "teaching", "portfolio")
NO_LINKS = frozenset({"name", "avatar", "bio", "location", "employer", "pronouns", "uri"})
RE_QUOTE = re.compile(r"[\"“”]|<i>|\(\d{4}")
RE_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}(?:[A-Z]\.?)?")
RE_MEETING = re.compile(r"conference|proceedings|workshop|symposium|meeting|forum|\bproc\b|"
                        r"[A-Z]{3,}\s*'?\d{2,4}|NeurIPS|ICML|ICLR", re.IGNORECASE)  # fmt: skip
TYPES = {"manuscripts": "article", "conferences": "inproceedings", "books": "book"}


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds such a site."""
    return bool(tree.below("_publications", ".md") or tree.below("_talks", ".md"))


def read(tree: SourceTree) -> Gathered:
    """Return what the site holds."""
    site = JekyllSite.of(tree, NAME)
    owner = _owner(site)
    data, _ = site.data("navigation")
    rows = groups(data.get("main")) if isinstance(data, dict) else []
    site.found.header = [(said(one, "url"), said(one, "title")) for one in rows if said(one, "url")]
    for file, address in site.pages("_pages"):
        if address == "/" and owner:
            _about(site, owner, file, address)
        else:
            site.page(file, address)
    for file, address in site.collection("publications"):
        _publication(site, file, address)
    for file, address in site.collection("talks"):
        _talk(site, owner, file, address)
    for file, address in site.collection("teaching"):
        _course(site, owner, file, address)
    for file, address in site.collection("portfolio"):
        title = file.text("title") or file.path.rpartition("/")[2].partition(".")[0]
        item = site.keep("project", slug(title), file, address, title=title)
        introduce(item, file.text("excerpt"))
    for file, address in site.posts():
        site.news(file, address, "posts")
    for path in tree.below("files"):
        tree.published(f"/{path}")
    return site.finish(site.config_path)


def _owner(site: JekyllSite) -> Item | None:
    author = site.config.get("author")
    name = said(author, "name") or said(site.config, "name", "title")
    if not name:
        stem = site.tree.root.resolve().name
        site.found.left(
            Place(site.config_path), "nothing says whose site it is: there is no author"
        )
        site.found.title = site.found.title or stem
        return None
    group = author if isinstance(author, dict) else {}
    links, orcid, left = links_of(
        [(key, value) for key, value in socials(group) if key not in NO_LINKS]
    )
    for one in left:
        site.found.left(Place(site.config_path), f"author: {one}: no link can be made of it")
    fields: Fields = {"name": name, "pronouns": said(group, "pronouns"), "orcid": orcid}
    if employer := said(group, "employer"):
        fields["affiliations"] = [{"organization": employer}]
    if said(group, "uri").startswith("http"):
        links["homepage"] = said(group, "uri")
    fields["links"] = links
    avatar = said(group, "avatar")
    path = site.tree.picture(avatar, "", "images/") if avatar else None
    with_photo(fields, path)
    if avatar and not path:
        site.found.left(Place(site.config_path), f"the portrait {avatar} is not there")
    if said(group, "location"):
        site.found.left(Place(site.config_path), f"author: location: {said(group, 'location')}")
    item = Item("person", slug(name), Place(site.config_path), fields, said(group, "bio"))
    site.found.items.append(item)
    site.found.owner = item.name
    site.found.title = site.found.title or name
    return item


def _about(site: JekyllSite, owner: Item, file: OtherFile, address: str) -> None:
    item = site.keep("person", owner.name, file, address)
    site.found.items.remove(item)
    item.fields = owner.fields
    introduce(item, owner.body)
    site.found.items[site.found.items.index(owner)] = item


def _publication(site: JekyllSite, file: OtherFile, address: str) -> None:
    venue, date, citation = file.text("venue"), file.date("date"), file.text("citation")
    title = file.text("title")
    links = {
        name: made
        for name, field in (("pdf", "paperurl"), ("slides", "slidesurl"), ("bibtex", "bibtexurl"))
        if (made := _target(site, file, field))
    }
    everything = " ".join([*links.values(), citation])
    doi, arxiv = RE_DOI_INSIDE.search(everything), RE_ARXIV_IN_TEXT.search(everything)
    if links.get("pdf", "").startswith("http") and not links["pdf"].endswith(".pdf"):
        links["url"] = links.pop("pdf")
    kind = TYPES.get(file.text("category")) or ("inproceedings" if RE_MEETING.search(venue)
                                                else "article" if venue else "misc")  # fmt: skip
    authors = authors_of(citation, title)
    texts = {
        "title": title, "journal" if kind == "article" else "booktitle": venue,
        "year": str(date.year) if date and date.year else None,
        "month": str(date.month) if date and date.month and date.iso[5:] != "01-01" else None,
        "doi": doi[0].rstrip(".,;)\"'") if doi else None,
        "eprint": arxiv[1] if arxiv else None, "eprinttype": "arxiv" if arxiv else None,
    }  # fmt: skip
    work = work_of(kind, file.place(), texts, authors)
    if authors:
        site.found.changed(file.place("citation"), f"{len(authors)} authors are read out of it")
    else:
        site.found.left(file.place("citation"), "no authors can be read out of it: add them")
    item = site.keep(
        "paper", "", file, address, links=links, topics=file.texts("tags"),
        venue=venue, paperurl=True, citation=True, slidesurl=True, bibtexurl=True, collection=True,
    )  # fmt: skip
    item.fields = {name: item.fields[name] for name in ("links", "topics") if name in item.fields}
    introduce(item, file.text("excerpt"))
    site.found.items.remove(item)
    site.found.works.append((work, item))


def _target(site: JekyllSite, file: OtherFile, name: str) -> str:
    """Return a link that a field gives: an address, or a file of the site."""
    value = file.text(name)
    if not value:
        return ""
    own = value
    for start in (said(site.config, "url"), site.found.base):
        own = own.removeprefix(start) if start else own
    made = site.tree.published(own)
    if made or re.match(r"https?://\S+$", value):
        return made or value
    site.found.left(file.place(name), f"{name}: {value} is not there")
    return ""


def authors_of(citation: str, title: str) -> list[Name]:
    """Return the authors that a reference begins with.

    >>> [one.text for one in authors_of('Doe, J., & Roe, R. (2009). "A."', "A")]
    ['J. Doe', 'R. Roe']
    >>> [one.text for one in authors_of("Ada Doe,  Ben Roe, &quot;A.&quot; X, 2024.", "A")]
    ['Ada Doe', 'Ben Roe']
    """
    text = unescape(citation)
    at = text.find(title) if title else -1
    found = RE_QUOTE.search(text)
    ends = [place for place in (at, found.start() if found else -1) if place > 0]
    if not ends:
        return []
    head = re.sub(r"<[^<>]*>", "", text[: min(ends)]).strip(' .,:;"“')
    parts = [one.strip(" .") for one in re.split(r",\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*|;", head)]
    parts = [one for one in parts if one and one.lower() not in {"et al", "others"}]
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) % 2 == 0 and pairs and all(RE_INITIALS.fullmatch(last) for _, last in pairs):
        return [printed_name(f"{family}, {_dotted(given)}") for family, given in pairs]
    if len(parts) == 2 and " " not in parts[1]:  # "Your Name, You."
        return [printed_name(f"{parts[0]}, {parts[1]}")]
    return [printed_name(one) for one in parts if len(one) < 60]


def _dotted(initials: str) -> str:
    return initials if initials.endswith(".") or len(initials) > 1 else f"{initials}."


def _talk(site: JekyllSite, owner: Item | None, file: OtherFile, address: str) -> None:
    if owner is None:
        site.page(file, address)
        return
    date = file.date("date")
    item = site.keep("talk", "", file, address, type=True, venue=True, location=True)
    site.found.items.remove(item)
    place = ", ".join(filter(None, (file.text("venue"), file.text("location"))))
    item.fields = {
        "title": file.text("title"), "date": date.iso if date else "",
        "kind": file.text("type").lower(), "venue": place, "person": site.found.owner,
    }  # fmt: skip
    site.found.items.append(item)


def _course(site: JekyllSite, owner: Item | None, file: OtherFile, address: str) -> None:
    if owner is None:
        site.page(file, address)
        return
    date = file.date("date")
    item = site.keep("course", "", file, address, type=True, venue=True, location=True)
    item.fields = {
        "course": file.text("title"), "organization": file.text("venue"),
        "role": file.text("type"), "when": str(date.year) if date and date.year else "",
        "person": site.found.owner,
    }  # fmt: skip
