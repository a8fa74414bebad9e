"""People of an al-folio site: profile, accounts, curriculum vitae and members."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from symposium.model.identifiers import orcid_fault
from symposium.model.ids import slug
from symposium.model.names import fold_name

from symposium_import.formats.json_objects import part, parts, text_in
from symposium_import.sites import cv_data
from symposium_import.sites.cv_data import facts, markdown_list
from symposium_import.sites.gathered import Fields, Item
from symposium_import.sites.jekyll import UNREPORTED, JekyllSite, OtherFile, introduce, stem_of

ADDRESSES = {
    "github": "github.com/{}", "gitlab": "gitlab.com/{}", "twitter": "twitter.com/{}",
    "x": "x.com/{}", "linkedin": "www.linkedin.com/in/{}", "dblp": "dblp.org/pid/{}",
    "scholar": "scholar.google.com/citations?user={}", "keybase": "keybase.io/{}",
    "researchgate": "www.researchgate.net/profile/{}", "youtube": "www.youtube.com/@{}",
    "facebook": "www.facebook.com/{}", "instagram": "www.instagram.com/{}",
    "medium": "medium.com/@{}", "kaggle": "www.kaggle.com/{}", "arxiv": "arxiv.org/a/{}",
    "pubmed": "pubmed.ncbi.nlm.nih.gov/?term={}", "bluesky": "bsky.app/profile/{}",
    "semanticscholar": "www.semanticscholar.org/author/{}", "osf": "osf.io/{}",
    "stackoverflow": "stackoverflow.com/users/{}", "inspirehep": "inspirehep.net/authors/{}",
    "scopus": "www.scopus.com/authid/detail.uri?authorId={}", "homepage": "{}",
    "research_gate": "www.researchgate.net/profile/{}", "mastodon": "{}",
    "acm": "dl.acm.org/profile/{}", "ieee": "ieeexplore.ieee.org/author/{}",
    "zotero": "www.zotero.org/{}", "wikidata": "www.wikidata.org/wiki/{}",
    "leetcode": "leetcode.com/u/{}", "telegram": "telegram.me/{}",
    "quora": "www.quora.com/profile/{}", "impactstory": "profiles.impactstory.org/u/{}",
}  # fmt: skip
"""Addresses of accounts, by service."""
NAMES = {
    "google_scholar": "scholar", "home-page": "homepage", "website": "homepage", "home": "homepage",
}  # fmt: skip
"""Names of links in a project, where they differ."""
ROLES = (
    (r"alum|former|past", "alumni"), (r"post-?doc", "postdoc"),
    (r"ph\.?\s?d|doctoral|graduate student|grad student", "phd"),
    (r"professor|faculty|principal investigator|\bpi\b|lecturer|reader", "faculty"),
    (r"student|undergrad|master|bachelor|intern", "student"),
    (r"staff|engineer|administrat|programmer|technician|manager|researcher|scientist", "staff"),
)  # fmt: skip
MEMBERS = frozenset({"team", "people", "members"})
"""Collections with a file for each person."""
RE_GROUP = re.compile(
    r"lab(?:s|oratory)?\b|\b(?:group|team|cent(?:re|er)|institute|department|project|university|"
    r"network|research|consortium)\b",
    re.IGNORECASE,
)
"""Words in the names of groups, which people do not have."""
LONGEST_LINE = 150
"""Largest length of a headline in characters; a longer text goes to the body."""
RE_URL = re.compile(r"(?:https?://|mailto:)\S+")
RE_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def link_of(service: str, value: str) -> tuple[str, str] | None:
    """Return the name and address of a link to an account, or ``None`` if it is unknown.

    >>> link_of("github_username", "ada"), link_of("email", "mailto:a@example.org")
    (('github', 'https://github.com/ada'), ('email', 'mailto:a@example.org'))
    """
    name = re.sub(r"_(?:username|userid|id|url|user|profile)$", "", service.strip().lower())
    name, value = NAMES.get(name, name), value.strip()
    if RE_URL.fullmatch(value):
        return "email" if value.startswith("mailto:") else name, value
    if RE_MAIL.fullmatch(value):
        return "email", f"mailto:{value}"
    if value and name in ADDRESSES and not re.search(r"[\s<>\"]", value):
        return name, f"https://{ADDRESSES[name].format(value.strip('/'))}"
    return None


def role_of(*texts: str) -> str:
    """Return the first role found in texts, or an empty text.

    >>> role_of("Assistant Professor of Tides"), role_of("", "Grad Students"), role_of("friend")
    ('faculty', 'phd', '')
    """
    roles = (role for text in texts for pattern, role in ROLES
             if re.search(pattern, text, re.IGNORECASE))  # fmt: skip
    return next(roles, "")


def headline_of(*texts: str) -> str:
    """Return the first text that is short enough for a headline, without markup.

    >>> headline_of("", "I measure <b>tides</b>.", "Oceanographer")
    'I measure tides.'
    """
    plain = map(cv_data.plain, texts)
    return next((text for text in plain if text and len(text) <= LONGEST_LINE), "")


def with_photo(site: JekyllSite, fields: Fields, image: str, source: str) -> bool:
    """Add a portrait to the fields of a person; tell whether it exists."""
    path = site.tree.picture(image)
    if path:
        fields["photo"] = path
        fields["alt"] = f"Portrait of {fields['name']}"
    elif image and source:
        site.gathered.left(source, f"the portrait {image} is not there")
    return path is not None


def socials(group: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return services and accounts in a mapping."""
    return [
        # A mapping is a custom service.
        (text_in(value, "title") or name, text_in(value, "url"))
        if isinstance(value, dict) else (name, value)
        for name, value in group.items() if isinstance(value, dict) or text_in(group, name)
    ]  # fmt: skip


ACCOUNTS = ("_username", "_userid", "_id", "_url", "email", "_profile")
NO_ACCOUNTS = frozenset({"rss_icon", "work_url"})
"""Names in the list of accounts that may be switches."""


def read_owner(site: JekyllSite, author_names: Counter[str]) -> None:
    """Add the owner of the site, from the settings and accounts."""
    config = site.config
    parts = [text_in(config, name) for name in ("first_name", "middle_name", "last_name")]
    name = " ".join(filter(None, parts)) or text_in(config, "title").partition(",")[0].strip()
    families = {fold_name(author).rpartition(" ")[2] for author in author_names}
    is_own = bool(text_in(config, "last_name")) or fold_name(name).rpartition(" ")[2] in families
    if not name or name == "blank" or RE_GROUP.search(name) or not is_own:
        text = f"{name or 'the owner'} is no person: the page about it is the home page"
        site.gathered.findings.append(("first", site.config_path, text))
        site.gathered.title = site.gathered.title or name
        return
    # The settings list other printed forms of the name.
    scholar = OtherFile("", part(config, "scholar"))
    firsts, lasts = scholar.texts("first_name"), scholar.texts("last_name")
    forms = {fold_name(f"{first} {last}") for first in firsts for last in lasts} - {fold_name(name)}
    names = [form for form in author_names if fold_name(form) in forms]
    fields: Fields = {"name": name, "names": names}
    _accounts(site, fields)
    owner = Item("person", slug(name), site.config_path, fields)
    site.gathered.items.append(owner)
    site.gathered.owner = owner.name
    site.gathered.title = site.gathered.title or name


def _accounts(site: JekyllSite, fields: Fields) -> None:
    data, path = site.data("socials")
    pairs = socials(data) if isinstance(data, dict) else []
    pairs += [(key, value) for key, value in socials(site.config) if key.endswith(ACCOUNTS)]
    links: dict[str, str] = {}
    for service, value in pairs:
        if service in NO_ACCOUNTS and value in {"true", "false"}:
            continue
        file = site.tree.publish(value) if value.startswith(("/", "assets/")) else None
        number, link = value.rstrip("/").rpartition("/")[2], link_of(service, value)
        if file:
            links[service.removesuffix("_pdf")] = file
        elif ("orcid" in service.lower() or "orcid.org/" in value) and not orcid_fault(number):
            fields["orcid"] = number
        elif link:
            links[link[0]] = link[1]
        elif value:
            source = path or site.config_path
            site.gathered.left(source, f"{service}: {value}: no link can be made of it")
    fields["links"] = links


def read_cv(site: JekyllSite, page: Item | None) -> None:
    """Add the curriculum vitae to the owner; rows without a field go to its page."""
    person = site.gathered.person(site.gathered.owner)
    data, path = site.data("cv")
    if data and (person is None or not cv_data.is_of(data, str(person.fields["name"]))):
        whose = cv_data.owner(data)
        site.gathered.left(path, f"the curriculum vitae is that of {whose or 'somebody'}")
    elif data and person:
        for name, rows in cv_data.read(data, person.fields):
            if page:
                head = f"## {name}\n\n" if name else ""
                page.body = f"{page.body.rstrip()}\n\n{head}{markdown_list(rows)}\n"
            else:
                site.gathered.left(path, f"the section {name} of the curriculum vitae")
    if page and person:
        pdf = str(page.fields.pop("_pdf", ""))
        target, name = pdf if "://" in pdf else f"/{pdf}", person.fields["name"]
        introduce(page, f"[{page.fields['title']} of {name} (PDF)]({target})" if pdf else "")


def read_about(site: JekyllSite, file: OtherFile, address: str) -> None:
    """Make the page about the owner the body of the person."""
    person = site.gathered.person(site.gathered.owner)
    if person is None:
        _read_home(site, file, address)
        return
    item = site.keep("person", person.name, file, address, profile=True, news=True)
    site.gathered.items.remove(item)
    item.fields = person.fields
    site.gathered.items[site.gathered.items.index(person)] = item
    profile = file.fields.get("profile")
    with_photo(site, item.fields, text_in(profile, "image"), file.path)
    texts = [file.text("subtitle"), file.text("description")]
    if headline := headline_of(*texts):
        item.fields["headline"] = headline
    # The headline has no markup, so that a text with links is kept in the body, too.
    introduce(item, *(text for text in texts if " ".join(text.split()) != headline))
    for name in ("address", "more_info"):
        if more := text_in(profile, name):
            item.body += f"\n\n{more}\n"


def _read_home(site: JekyllSite, file: OtherFile, address: str) -> None:
    """Make the page about a group the home page, with the lists that its template adds."""
    page = site.page(file, address, profile=True, news=True)
    if page is None:
        return
    page.fields["title"] = site.gathered.title or page.fields["title"]
    image = text_in(part(file.fields, "profile"), "image")
    introduce(page, f"![{page.fields['title']}]({image})" if image else "")
    news = file.fields.get("announcements", file.fields.get("news"))
    if "true" in (news, text_in(news, "enabled")) and site.tree.below("_news"):
        page.body += "\n\n## News\n\n{% list news\n:sort: -date\n:limit: 5 %}\n"
    if file.text("selected_papers") == "true":
        page.body += "\n\n## Selected publications\n\n{% bibliography -q @*[selected=true] %}\n"


def read_profiles(site: JekyllSite, page: Item, file: OtherFile) -> None:
    """Add people from the profiles of a page; profiles without a name go to its body."""
    body, persons = [page.body.rstrip()], []
    for row in parts(file.fields, "profiles"):
        name, image, content = (text_in(row, key) for key in ("name", "image", "content"))
        other = site.file(f"_pages/{content}") if content else None
        texts = [other.body.strip() if other else "", text_in(row, "more_info", "address")]
        words = "\n\n".join(filter(None, texts))
        if not name:
            more = [f"![{page.fields.get('title', '')}]({image})" if image else "", words]
            body += [text for text in more if text not in body]
            continue
        fields: Fields = {"name": name, "role": role_of(texts[-1])}
        with_photo(site, fields, image, file.path)
        persons.append(Item("person", slug(name), file.path, fields, words))
    site.gathered.items += persons
    if persons and not any(address.startswith("/people/") for address in page.addresses):
        ids = ", ".join(item.name for item in persons)
        body.append(f"{{% list people\n:view: cards\n:filter: off\n:id: {ids} %}}")
    page.body = "\n\n".join(filter(None, body)) + "\n"


def read_member(site: JekyllSite, file: OtherFile, address: str) -> None:
    """Add a person from a file in a collection of people."""
    parts = (file.text(f"{part}_name", f"{part}name") for part in ("first", "middle", "last"))
    name = file.text("title", "name") or " ".join(filter(None, parts)) or stem_of(file.path).title()
    quiet = (UNREPORTED | {"name", "order"}) - {"category"}
    shown = {key: value for key, value in file.fields.items()
             if key not in quiet and not key.endswith("name")}  # fmt: skip
    item = site.keep("person", slug(name), file, address, **dict.fromkeys(file.fields, True))
    text = file.text("description", "subtitle")
    item.fields = {"name": name, "role": role_of(*map(str, shown.values())),
                   "headline": headline_of(text)}  # fmt: skip
    links: dict[str, str] = {}
    for key, value in file.fields.items():
        link = link_of(key, value) if isinstance(value, str) else None
        if link or (isinstance(value, str) and "photo" not in item.fields
                    and with_photo(site, item.fields, value, "")):  # fmt: skip
            links |= [link] if link else []
            shown.pop(key, None)
    item.fields["links"] = links
    introduce(item, text if text != item.fields["headline"] else "", facts(shown))
