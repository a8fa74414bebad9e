"""The pages of the guide on fields, made from the code: one for each kind, and what they share.

``tools/guide_tables.py`` writes them; a test compares them with what is made here.
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
"""Files of kinds that are not in their folder by their id."""
HEAD = """\
# All fields

A file begins with its facts: [YAML](https://yaml.org/spec/1.2.2/) between two lines of `---`.
Words like `yes` and times like `7:10` are text. Put a value in quotes if it contains a colon and
a space, or begins with a quote, `@`, `*`, `[` or `{`. A field that is not in these tables is an
error, and the message names the nearest known one.

Fields with a star (★) are required. [Forms](#forms-of-values) are in italics; what has no form is a
line of text. Of values with *One or more* or *Each*, there may be several, as a list; a single one
needs no list.

[An editor](editors.md) can complete fields and explain them. `symposium schema person` prints the
same facts as a JSON Schema.

"""
SHARED = "parts"
"""The page of the parts that fields of several kinds are made of."""
OFTEN = 4
"""In how many tables a field stands to be described apart, once for all of them."""
RE_FORM = re.compile(r"([^:,]+)(?:: |, such as |, (?=of ))((?:(?!such as).)+)")
"""What a type expects, with an explanation."""


def pages() -> dict[str, str]:
    """Return the pages by their names."""
    made = {"fields.md": overview([schema.folder for schema in BY_NAME.values()])}
    for kind, schema in BY_NAME.items():
        folder = schema.folder
        file = FILES.get(kind, f"{folder}/<id>.md")
        text = f"# {_title(folder)}\n\nFile: `{file}`\n\n{table(schema.group, _of_kinds())}"
        made[f"fields/{folder}.md"] = _with_parts(folder, text)
    text = "# Shared parts\n\nWhat fields of several kinds are made of.\n"
    made[f"fields/{SHARED}.md"] = _with_parts(SHARED, text)
    return made


def overview(folders: list[str]) -> str:
    """Return the page on all fields: what kinds share, and links to the rest."""
    names = {one: _title(one).removeprefix("Fields of ").capitalize() for one in folders}
    text = HEAD + "".join(f"- [{name}](fields/{one}.md)\n" for one, name in names.items())
    text += f"- [Shared parts](fields/{SHARED}.md)\n\n"
    text += "(fields-of-most)=\n## Fields of most kinds\n\n"
    text += f"{_rows(_of_kinds())}\nWith `gone`, no other field is required.\n\n"
    text += f"## Fields of most parts\n\n{_rows(_of_parts())}\n"
    text += "(forms-of-values)=\n## Forms of values\n\n| form | how it is written |\n|---|---|\n"
    text += "".join(f"| {name} | {cell(how)} |\n" for name, how in sorted(_forms().values()))
    text += "\n## Any page\n\nEvery Markdown file of a project may have these fields.\n\n"
    text += "| field | meaning |\n|---|---|\n"
    text += "".join(f"| `{name}` | {cell(help_)} |\n" for name, help_ in PASSED_ON.items())
    text += "".join(f"| `{name}` | {cell(one.help)} |\n" for name, one in FIELDS.items())
    text = re.sub(r"\(part:([\w-]+)\)", rf"(fields/{SHARED}.md#part-\1)", text)
    tree = "\n".join(f"fields/{one}" for one in (*folders, SHARED))
    return f"{text}\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"


def _title(folder: str) -> str:
    return f"Fields of {'notes on papers' if folder == 'papers' else folder}"


def _with_parts(page: str, text: str) -> str:
    """Return the text of a page with the parts that stand there; links lead to where parts are."""
    own = [name for name, where in _places().items() if where == page]
    alike: dict[str, list[str]] = {}
    for name in own:
        part = _all_parts()[name]
        short = f"A single text means `{part.shorthand}`.\n\n" if part.shorthand else ""
        alike.setdefault(short + table(part, _of_parts()), []).append(name)
    for made, names in alike.items():
        anchors = "".join(f"(part-{_slug(name)})=\n" for name in names)
        text += f"\n{anchors}## {', '.join(map(_bare, names)).capitalize()}\n\n{made}"
    where = {_slug(name): there for name, there in _places().items()}
    return re.sub(
        r"\(part:([\w-]+)\)",
        lambda one: f"({'' if where[one[1]] == page else f'{where[one[1]]}.md'}#part-{one[1]})",
        text,
    )


@cache
def _all_parts() -> dict[str, FieldGroup]:
    """Return the groups that fields are made of, by their names."""
    parts = {part.name: part for schema in BY_NAME.values() for part in _parts(schema.group)}
    return dict(sorted(parts.items(), key=lambda item: _bare(item[0])))


@cache
def _places() -> dict[str, str]:
    """Return where each part stands: on the page of the one kind that has it, or the shared one.

    Parts with the same fields stand together.
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
    """Return the fields that are the same in many groups, by their names."""
    same: dict[tuple[str, str], list[Field]] = {}
    for group in groups:
        for name, one in group.fields.items():
            same.setdefault((name, _row(name, one)), []).append(one)
    return {name: one[0] for (name, _), one in same.items() if len(one) >= OFTEN}


def table(group: FieldGroup, often: Mapping[str, Field]) -> str:
    """Return the table of the fields of a group, and what else must be there.

    Those that many groups have are only named.
    """
    same = {name: _row(name, one) for name, one in often.items()}
    also = [name for name, one in group.fields.items() if _row(name, one) == same.get(name)]
    text = _rows({name: one for name, one in group.fields.items() if name not in also})
    if also:
        text += f"\nLike [most](../fields.md#fields-of-most): {names_of(also)}.\n"
    text += f"\nAt least one of {names_of(group.any_of)} is required.\n" if group.any_of else ""
    for name, other in group.needs.items():
        text += f"\n`{name}` calls for `{other}`.\n"
    return text


def _rows(fields: Mapping[str, Field]) -> str:
    rows = "".join(_row(name, one) for name, one in fields.items())
    return f"| field | meaning |\n|---|---|\n{rows}"


def _row(name: str, one: Field) -> str:
    star = " ★" if one.required else ""
    how = form(one.type)
    said = how.strip("*").lower().removeprefix("one of ")
    if " " in said and said in one.help.lower():
        how = ""
    return f"| `{name}`{star} | {cell(one.help)} {how}".rstrip() + " |\n"


def form(of: FieldType) -> str:
    """Return the form of a value, in words, linked to the table of a part."""
    if isinstance(of, FieldGroup):
        return f"[*{cell(of.name)}*](part:{_slug(of.name)})"
    if isinstance(of, ListOf) and isinstance(of.item, FieldGroup):
        return f"*Each* {form(of.item)}"
    if isinstance(of, PeopleField):
        return f"*Each* {form(PARTICIPANT)}*, or* {form(GROUPS)}"
    if of.expected == "text":
        return ""
    if isinstance(of, ListOf):
        text = of.item.expected == "text"
        words = "one or more" if text else f"each {of.item.expected}"
    else:
        words = of.expected
    for text, (name, _) in _forms().items():
        words = re.sub(f"{re.escape(text)}$", name, words)
    return f"*{cell(words[:1].upper() + words[1:])}*"


@cache
def _forms() -> Mapping[str, tuple[str, str]]:
    """Return the forms that several fields have: what types expect to name and explanation."""
    groups = [schema.group for schema in BY_NAME.values()]
    groups += [part for group in groups for part in _parts(group)]
    types = [one.type for group in groups for one in group.fields.values()]
    single = [of.item if isinstance(of, (ListOf, MapOf)) else of for of in types]
    found = Counter(of.expected for of in single if not isinstance(of, PeopleField))
    split = {text: RE_FORM.fullmatch(text) for text, times in found.items() if times > 1}
    made = {text: (one[1], one[2]) for text, one in split.items() if one}
    names = Counter(name for name, _ in made.values())
    return {text: one for text, one in made.items() if names[one[0]] == 1}


def _parts(group: FieldGroup) -> Iterator[FieldGroup]:
    """Yield the groups that the fields of a group are made of, each with its own."""
    for one in group.fields.values():
        of = one.type.item if isinstance(one.type, (ListOf, MapOf)) else one.type
        for part in (PARTICIPANT, GROUPS) if isinstance(of, PeopleField) else (of,):
            if isinstance(part, FieldGroup):
                yield part
                yield from _parts(part)


def _bare(name: str) -> str:
    return re.sub(r"^an? ", "", name)


def _slug(name: str) -> str:
    return _bare(name).replace(" ", "-")


def names_of(names: Iterable[str]) -> str:
    """Return names of fields in a row."""
    *most, last = [f"`{name}`" for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def cell(text: str) -> str:
    """Return a text as a cell of a table has it."""
    return re.sub(r"([|*_{}<>])", r"\\\1", text)
