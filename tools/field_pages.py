"""Pages of the guide about fields, generated from the code: one for each kind, and shared ones.

``tools/guide_tables.py`` writes them; a test checks that they are up to date.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "_ext"))

from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType
from symposium.kinds import BY_NAME
from symposium.kinds.kind import PASSED_ON
from symposium.kinds.participants import GROUPS, PARTICIPANT, PeopleField
from symposium.reading.frontmatter import FIELDS

FILES = {
    "paper": "papers/<id of the cite key>.md",
    "event": "events/<id>/index.md",
    "talk": "events/<event>/<id>.md",
}
"""Paths of files by kind, where they are not ``folder/<id>.md``."""
HEAD = """\
# All fields

A file begins with its facts, as [YAML](https://yaml.org/spec/1.2.2/) between two lines of `---`.
Put a value in quotes if it contains a colon and a space, or begins with a quote, `@`, `*`, `[` or
`{`. A field that is not listed is an error.

A star (★) marks required fields. [Forms](#forms-of-values) are in italics; other values are a line
of text. Of *One or more* and *Each*, there may be a list. `symposium schema person` prints them.

"""
SHARED = "parts"
"""Page of the parts of fields that several kinds share."""
OFTEN = 3
"""Number of tables from which a field is described only once, for all of them."""
RE_FORM = re.compile(r"([^:,]+)(?:: |, such as |, (?=of ))((?:(?!, or a ).)+)")
"""Name and explanation in the expectation of a type."""


def pages() -> dict[str, str]:
    """Return the pages by name."""
    texts = {"fields.md": overview([schema.folder for schema in BY_NAME.values()])}
    for kind, schema in BY_NAME.items():
        folder = schema.folder
        file = FILES.get(kind, f"{folder}/<id>.md")
        text = f"# {_title(folder)}\n\nFile: `{file}`\n\n{described(schema.group)}"
        texts[f"fields/{folder}.md"] = _with_parts(folder, text)
    by = f"[by organisation](part:{_slug(GROUPS.expected)})"
    text = f"# Shared parts\n\nParts of several kinds. People may be given {by}.\n"
    texts[f"fields/{SHARED}.md"] = _with_parts(SHARED, text)
    return texts


def overview(folders: list[str]) -> str:
    """Return the page about all fields: shared ones, and links to the others."""
    tree = "\n".join(f"fields/{page}" for page in (*folders, SHARED))
    text = f"{HEAD}```{{toctree}}\n:maxdepth: 1\n\n{tree}\n```\n\n"
    text += "(fields-of-several)=\n## Fields of several kinds\n\n"
    text += f"{_rows(_of_kinds())}\nWith `gone`, no other field is required.\n\n"
    text += f"## Fields of several parts\n\n{_rows(_of_parts())}\n"
    text += "(forms-of-values)=\n## Forms of values\n\n"
    text += "".join(f"- {name}: {escaped(how)}\n" for name, how in sorted(_forms().values()))
    text += "\n## Fields of any page\n\n"
    helps = {**PASSED_ON, **{name: field.help for name, field in FIELDS.items()}}
    own = {name: help_ for name, help_ in helps.items() if name.isidentifier()}  # not the theme's
    text += "".join(f"- `{name}`: {escaped(help_)}\n" for name, help_ in own.items())
    return re.sub(r"\(part:([\w-]+)\)", rf"(fields/{SHARED}.md#part-\1)", text)


def _title(folder: str) -> str:
    return f"Fields of {'notes on papers' if folder == 'papers' else folder}"


def _with_parts(page: str, text: str) -> str:
    """Return the text of a page with the parts to describe there, and with links to parts."""
    own = [name for name, where in _places().items() if where == page]
    alike: dict[str, list[str]] = {}
    for name in own:
        part = _all_parts()[name]
        short = f"A single text means `{part.shorthand}`.\n\n" if part.shorthand else ""
        alike.setdefault(short + described(part), []).append(name)
    for description, names in alike.items():
        anchors = "".join(f"(part-{_slug(name)})=\n" for name in names)
        text += f"\n{anchors}## {', '.join(map(_bare, names)).capitalize()}\n\n{description}"
    files = {_slug(name): "" if at == page else f"{at}.md" for name, at in _places().items()}
    return re.sub(r"\(part:([\w-]+)\)", lambda part: f"({files[part[1]]}#part-{part[1]})", text)


@cache
def _all_parts() -> dict[str, FieldGroup]:
    """Return the groups that are parts of fields, by name."""
    parts = {part.expected: part for schema in BY_NAME.values() for part in _parts(schema.group)}
    return dict(sorted(parts.items(), key=lambda item: _bare(item[0])))


@cache
def _places() -> dict[str, str]:
    """Return the page of each part: that of the only kind with it, or else the shared one.

    Parts with the same fields are on the same page.
    """
    users: dict[str, set[str]] = {}
    for schema in BY_NAME.values():
        for part in _parts(schema.group):
            users.setdefault(_rows(part.fields), set()).add(schema.folder)
    return {
        name: next(iter(used)) if len(used := users[_rows(part.fields)]) == 1 else SHARED
        for name, part in _all_parts().items()
    }


@cache
def _of_kinds() -> Mapping[str, Field]:
    return _often(schema.group for schema in BY_NAME.values())


@cache
def _of_parts() -> Mapping[str, Field]:
    return _often({_rows(part.fields): part for part in _all_parts().values()}.values())


def _often(groups: Iterable[FieldGroup]) -> Mapping[str, Field]:
    """Return the fields that are the same in at least `OFTEN` groups, by name."""
    same: dict[tuple[str, str], list[Field]] = {}
    for group in groups:
        for name, field in group.fields.items():
            same.setdefault((name, _row(name, field)), []).append(field)
    return {name: fields[0] for (name, _), fields in same.items() if len(fields) >= OFTEN}


@cache
def _common() -> set[str]:
    """Return the lines about fields that are on the page about all fields."""
    return {
        _row(name, field) for often in (_of_kinds(), _of_parts()) for name, field in often.items()
    }


def described(group: FieldGroup) -> str:
    """Return the list of the fields of a group, followed by its rules.

    What many groups have is only named.
    """
    also = [name for name, field in group.fields.items() if _row(name, field) in _common()]
    text = _rows({name: field for name, field in group.fields.items() if name not in also})
    if also:
        text += f"\nAs [elsewhere](../fields.md#fields-of-several): {names_of(also)}.\n"
    text += f"\nAt least one of {names_of(group.any_of)} is required.\n" if group.any_of else ""
    needs = ", ".join(f"`{name}` calls for `{other}`" for name, other in group.needs.items())
    return text + (f"\n{needs}.\n" if needs else "")


def _rows(fields: Mapping[str, Field]) -> str:
    return "".join(_row(name, field) for name, field in fields.items())


def _row(name: str, field: Field) -> str:
    star = " ★" if field.required else ""
    form_ = form(field.type)
    phrase = form_.strip("*").lower().removeprefix("one of ")
    if " " in phrase and phrase in field.help.lower():
        form_ = ""
    return f"- `{name}`{star}: {escaped(field.help)} {form_}".rstrip() + "\n"


def form(type_: FieldType) -> str:
    """Return the form of a value in words, with a link if it is a part."""
    if isinstance(type_, FieldGroup):
        return f"[*{escaped(type_.expected)}*](part:{_slug(type_.expected)})"
    if isinstance(type_, ListOf) and isinstance(type_.item, FieldGroup):
        return f"*Each* {form(type_.item)}"
    if isinstance(type_, PeopleField):
        return f"[*People*](part:{_slug(PARTICIPANT.expected)})"
    if type_.expected == "text":
        return ""
    if isinstance(type_, ListOf):
        text = type_.item.expected == "text"
        words = "one or more" if text else f"each {type_.item.expected}"
    else:
        words = type_.expected
    for text, (name, _) in _forms().items():
        words = re.sub(f"{re.escape(text)}$", name, words)
    return f"*{escaped(words[:1].upper() + words[1:])}*"


@cache
def _forms() -> Mapping[str, tuple[str, str]]:
    """Return the names and explanations of forms that several fields have, by expectation."""
    groups = [schema.group for schema in BY_NAME.values()]
    groups += [part for group in groups for part in _parts(group)]
    types = [field.type for group in groups for field in group.fields.values()]
    single = [type_.item if isinstance(type_, (ListOf, MapOf)) else type_ for type_ in types]
    counts = Counter(type_.expected for type_ in single if not isinstance(type_, PeopleField))
    split = {text: RE_FORM.fullmatch(text) for text, times in counts.items() if times > 1}
    forms = {text: (match[1], match[2]) for text, match in split.items() if match}
    names = Counter(name for name, _ in forms.values())
    return {text: pair for text, pair in forms.items() if names[pair[0]] == 1}


def _parts(group: FieldGroup) -> Iterator[FieldGroup]:
    """Yield the groups that are parts of a group's fields, recursively."""
    for field in group.fields.values():
        type_ = field.type.item if isinstance(field.type, (ListOf, MapOf)) else field.type
        for part in (PARTICIPANT, GROUPS) if isinstance(type_, PeopleField) else (type_,):
            if isinstance(part, FieldGroup):
                yield part
                yield from _parts(part)


def _bare(name: str) -> str:
    return re.sub(r"^an? ", "", name)


def _slug(name: str) -> str:
    return _bare(name).replace(" ", "-")


def names_of(names: Iterable[str]) -> str:
    """Return names of fields as an enumeration."""
    *most, last = [f"`{name}`" for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def escaped(text: str) -> str:
    """Return a text with its markup escaped."""
    return re.sub(r"([*_{}<>])", r"\\\1", text)
