"""Persons of HugoBlox: profiles in Markdown, and those in files of data."""

from __future__ import annotations

from typing import Any

from symposium.intake.sites import cv_data
from symposium.intake.sites.front_matter import OtherFile, groups, said
from symposium.intake.sites.gathered import Fields
from symposium.intake.sites.people import headline_of, links_of, role_of, with_photo
from symposium.intake.sites.source_tree import SourceTree
from symposium.intake.sites.told import label, told

READ = frozenset({
    "title", "first_name", "last_name", "name", "role", "organizations", "affiliations", "bio",
    "interests", "education", "social", "profiles", "links", "email", "authors", "superuser",
    "user_groups", "highlight_name", "weight", "experience", "work", "awards", "status", "slug",
    "schema", "avatar", "avatar_filename", "is_owner", "pronouns", "name_pronunciation", "date",
    "publishDate", "cms_exclude", "department", "show_date", "lastmod", "icon",
})  # fmt: skip


def person_fields(
    file: OtherFile, tree: SourceTree, folder: str, user: str
) -> tuple[Fields, list[str]]:
    """Return the fields of a person, and the names of those that have no place here."""
    fields: Fields = {"name": name_of(file) or user, "pronouns": file.text("pronouns")}
    rows = [*file.items("organizations"), *file.items("affiliations")]
    places = [said(one, "name") for one in rows if said(one, "name")]
    places = places or [one for one in file.texts("organizations", "affiliations") if one]
    role = file.text("role")
    fields["role"] = role_of(role, *file.texts("user_groups"))
    fields["affiliations"] = [{"organization": one} for one in places]
    fields["topics"] = file.texts("interests")
    pairs = [
        (said(one, "icon", "name", "type", "label"), said(one, "link", "url"))
        for name in ("social", "profiles", "links")
        for one in groups(file.fields.get(name))
    ]
    pairs += [("email", file.text("email"))]
    files = {one: made for one, value in pairs if (made := tree.published(value))}
    links, orcid, odd = links_of(
        [(one, value) for one, value in pairs if value and value != "#" and one not in files]
    )
    links |= files
    fields |= {"links": links, "orcid": orcid}
    _cv(file, fields)
    bio = file.text("bio") if file.body.strip() != file.text("bio") else ""
    fields["headline"] = headline_of(bio, "" if places else role)
    if role and places:
        fields.setdefault("positions", []).insert(0, {"title": role, "organization": places[0]})
    with_photo(fields, _portrait(file, tree, folder, user))
    left = [name for name, value in file.fields.items() if name not in READ and value]
    return fields, [
        *left,
        *(f"link {one}" for one in odd),
        *(["role"] if role and not places and role != fields["headline"] else []),
    ]


def name_of(file: OtherFile) -> str:
    """Return the name of a person, as it is shown."""
    given = file.fields.get("name")
    if isinstance(given, dict):
        parts = (said(given, "given"), said(given, "middle"), said(given, "family"))
        return said(given, "display") or " ".join(filter(None, parts))
    both = " ".join(filter(None, (file.text("first_name"), file.text("last_name"))))
    return file.text("title", "name") or both


def _cv(file: OtherFile, fields: Fields) -> None:
    parts: list[str] = []
    for name in ("education", "experience", "work", "awards"):
        value: Any = file.fields.get(name)
        rows = value.get("courses", value.get("items")) if isinstance(value, dict) else value
        left = cv_data.read({name: rows} if isinstance(rows, list) else {}, fields)
        parts += [f"## {label(name)}\n\n{told(rows)}" for name, rows in left]
    fields["_told"] = "\n\n".join(parts)


def _portrait(file: OtherFile, tree: SourceTree, folder: str, user: str) -> str | None:
    named = said(file.fields.get("avatar"), "filename") or file.text("avatar", "avatar_filename")
    if named and (path := tree.picture(named, folder)):
        return path
    for stem in (f"{folder}/avatar", f"{folder}/{user}"):
        for ending in ("jpg", "jpeg", "png", "webp"):
            if f"{stem}.{ending}" in tree:
                return tree.copy(f"{stem}.{ending}")
    return None
