"""Files of ``symposium new``: one record, or the site of a person or an event."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from symposium.cli.files import write_file
from symposium.cli.project import counted
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType, Flag, OneOf
from symposium.fields.link_types import FILE_SUFFIXES, IMAGE_SUFFIXES
from symposium.fields.yaml_repair import fields_of, scalar
from symposium.kinds import BY_NAME
from symposium.kinds.kind import Kind
from symposium.kinds.participants import PeopleField
from symposium.knowledge import KnowledgeBase
from symposium.lint.likeness import may_be_one
from symposium.model.ids import slug
from symposium.model.names import Name, fold_name, parse_name
from symposium.model.problems import Severity
from symposium.pages.colours import colour_of
from symposium.project import Project
from symposium.project import read as load

KINDS = ("person", "paper", "event", "talk", "news", "project", "software", "dataset", "topic",
         "venue", "source")  # fmt: skip
"""Kinds of records that people write files for."""

RARE = frozenset({
    "was", "inferred", "sources", "corrections", "former_names", "verified", "different_from",
    "metrics", "listings", "marks_note", "key", "gone", "utc_offset", "names", "when", "source",
    "person", "lang", "part_of", "because", "changes",
})  # fmt: skip
"""Rarely used fields: new files only list their names, and the guide explains them."""

BODIES: Mapping[str, str] = {
    "person": "% Write the biography here, in Markdown.",
    "paper": "% Notes on the paper, in Markdown.",
    "talk": "% The abstract of the talk, in Markdown.",
    "news": "% What is new, in a sentence or a few.",
}
FORMS: Mapping[str, str] = {
    "links": "{homepage: https://example.org, github: https://github.com/…}",
    "slots": "[{time: 9:00-9:15, kind: opening, title: Welcome}, {time: 9:15-10:00, "
    "talk: <name of its file>}]",
}
"""Examples for fields whose type explains too little."""

NEEDED: Mapping[str, Mapping[str, str]] = {"source": {"kind": "page", "date": "undated"}}
"""Values for required fields besides the title, by kind."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for records, and for sites of a person or event."""
    command.add_argument(
        "--person", metavar="NAME", help="whose site it is; the home page is their profile"
    )
    command.add_argument(
        "--accent", metavar="COLOUR", help='with --person or --event: "#7a1f5c", for one'
    )
    command.add_argument(
        "--photo", type=Path, metavar="FILE", help="with --person: a portrait, copied to files/"
    )
    command.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR",
        help="with a kind: the project that the file is for (default: this folder)",
    )  # fmt: skip
    command.add_argument(
        "--event", metavar="ID | NAME",
        help="with talk: the event that it is given at; with a new folder: the name "
        "of an event, which the home page shows",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Write the file of a record, and print its path; return whether it has errors."""
    kind, words = str(arguments.what), " ".join(arguments.words).strip()
    if not words:
        example = "<cite key>" if kind == "paper" else '"Ada Lovelace"'
        raise WrongUseError(f"give it a name: symposium new {kind} {example}")
    root: Path = arguments.project
    project = load(root)
    name, text = new_file(project, kind, words, arguments.event)
    path = root / name
    if path.exists():
        raise WrongUseError(f"{path} is there already: change it, or choose another name")
    write_file(path, text.encode())
    print(f"{path}: take out the # in front of what you fill in, then: make html")
    errors = (problem for problem in load(root).problems if problem.severity is Severity.ERROR)
    return any(error.place.path == name for error in errors)


def new_file(project: Project, kind: str, words: str, event: str | None = None) -> tuple[str, str]:
    """Return the path and text of the file for a new record.

    Raises:
        WrongUseError: if the work or event to which it belongs does not exist.
    """
    record_kind = BY_NAME[kind]
    if kind == "paper":  # the file adds to an entry, which is in the bibliography
        paper_id = project.kb.find("paper", words)
        if paper_id is None:
            hint = project.kb.spellings["paper"].hint(words, "add the entry to refs.bib first")
            raise WrongUseError(f'no entry of the bibliography has the key "{words}": {hint}')
        return f"papers/{paper_id}.md", commented(record_kind, {})
    values = {"name" if "name" in record_kind.fields else "title": words, **NEEDED.get(kind, {})}
    if kind == "talk":
        folder = f"events/{_event_of(project, event)}"
        return f"{folder}/{slug(words)}.md", commented(record_kind, values)
    if kind == "news":
        today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
        text = commented(record_kind, {**values, "date": today})
        return f"news/{today}-{slug(words)}.md", text
    name = f"{slug(words)}/index.md" if kind == "event" else f"{slug(words)}.md"
    return f"{record_kind.folder}/{name}", commented(record_kind, values)


def _event_of(project: Project, event: str | None) -> str:
    """Return the id of the event of a talk.

    Raises:
        WrongUseError: if there is no such event, or several and none is chosen.
    """
    events = project.kb.events
    if event is None and len(events) == 1:
        return next(iter(events))
    if event is None:
        raise WrongUseError(
            "say at which event: --event <id>. A talk elsewhere needs no file: write it into that "
            "of its speaker, under talks:, as {title: …, venue: …, date: …}"
        )
    if event not in events:
        hint = project.kb.spellings["event"].hint(event, f'symposium new event "{event}"')
        raise WrongUseError(f'no event has the id "{event}": {hint}')
    return event


def commented(kind: Kind, values: Mapping[str, str], more: str = "") -> str:
    """Return a file with values and further lines (``more``); comments explain other fields."""
    lines = ["---", *fields_of(values), *more.splitlines()]
    lines.append("# What else it may say; take out the # in front of it:")
    for name, field in kind.fields.items():
        elsewhere = name in values or re.search(rf"^(?:# )?{name}:", more, re.MULTILINE)
        if name not in RARE and not elsewhere:
            lines.append(f"# {name}: {FORMS.get(name) or _form(field.type)}   # {field.help}")
    rare = sorted(RARE.intersection(kind.fields).difference(values))
    if rare:
        lines.append(f"# Besides, the guide explains: {', '.join(rare)}.")
    default = "% Write here what it is about, in Markdown."
    return "\n".join([*lines, "---", "", BODIES.get(kind.name, default), ""])


def _form(type_: FieldType) -> str:
    """Return an example of a value; for a group, with the required fields and the next few."""
    if isinstance(type_, PeopleField):
        return "[Ada Lovelace, Charles Babbage]"
    if isinstance(type_, Flag) or (isinstance(type_, FieldGroup) and type_.shorthand == "shown"):
        return "true"
    if isinstance(type_, OneOf):
        return " | ".join(type_.words)
    if isinstance(type_, ListOf):
        return f"[{_form(type_.item)}]"
    if isinstance(type_, MapOf):
        return f"{{name: {_form(type_.item)}}}"
    if not isinstance(type_, FieldGroup):
        return type_.example or "…"
    names = [name for name, field in type_.fields.items() if field.required]
    names += [name for name in type_.fields if name not in names and name not in RARE][:3]
    names += [need for name, need in type_.needs.items() if name in names and need not in names]
    return f"{{{', '.join(f'{name}: {_form(type_.fields[name].type)}' for name in names)}}}"


# A site of one person or one event.

OWN_PART = 0.8
"""The part of works with a person's name from which a bibliography counts as their own."""
MORE_OF_PERSON = """\
# headline: PhD student, University of …   # one line above your name
# links:   # with icons below your name; take out the # here and in front of those that you have
#   email: mailto:you@example.org
#   github: https://github.com/…
#   scholar: https://scholar.google.com/citations?user=…
#   linkedin: https://www.linkedin.com/in/…
cv: true   # a curriculum vitae, as a page and as a PDF, of what is in this file
"""


def files_of(home: Home, kb: KnowledgeBase) -> dict[str, bytes]:
    """Return the files of such a site, by path, besides those of every project."""
    if home.kind == "event":
        text = commented(BY_NAME["event"], {"title": home.name})
        return {f"events/{home.id}/index.md": text.encode()}
    contents: dict[str, bytes] = {}
    values = {"name": home.name}
    if home.photo:
        photo = f"files/{slug(home.photo.stem)}{home.photo.suffix.lower()}"
        contents[photo] = home.photo.read_bytes()
        values |= {"photo": photo, "alt": f"Portrait of {home.name}"}
    names = list(_name_lines(kb, home))
    person = commented(BY_NAME["person"], values, "\n".join([*names, MORE_OF_PERSON]))
    contents[f"people/{home.id}.md"] = person.encode()
    today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
    contents[f"news/{today}-new-site.md"] = b"---\n---\n\nThis site is new.\n"
    return contents


def _name_lines(kb: KnowledgeBase, home: Home) -> Iterator[str]:
    """Yield the lines of the field ``names``: other printed forms of the person's name.

    They are commented out, for a human to decide, unless the bibliography is the person's own,
    which means that most works name them.
    """
    forms = printed_forms(kb, home.name)
    if not forms and kb.works:
        hint = kb.spellings["person"].hint(home.id, "are they printed in another form?")
        print(f"no work in the bibliography names {home.name}: {hint}")
    others = {
        form: count for form, count in forms.items() if fold_name(form) != fold_name(home.name)
    }
    if not others:
        return
    own = sum(forms.values()) >= OWN_PART * len(kb.works)
    sign = "" if own else "# "
    yield (
        "# Other forms of your name in refs.bib; take out those that are somebody else:"
        if own
        else ("# Forms of a name in refs.bib that may be you; take out the # where they are:")
    )
    yield f"{sign}names:"
    for form, count in others.items():
        yield f"{sign}  - {scalar(form)}  # {counted(count, 'work', 'works')}"


def printed_forms(kb: KnowledgeBase, name: str) -> dict[str, int]:
    """Return the printed names that may be those of a person, each with the number of works.

    If several authors of a work fit, those with exactly this name count.
    """
    person, counts = parse_name(name), Counter[str]()
    for paper in kb.works.values():
        fitting = [author.name for author in paper.authors if may_name(author.name, person)]
        exact = [form for form in fitting if fold_name(form.text) == fold_name(person.text)]
        counts.update({form.text for form in exact or fitting})
    return dict(counts.most_common())


def may_name(form: Name, person: Name) -> bool:
    """Tell whether a printed name may be a person's: same family name, compatible given names.

    >>> ada = parse_name("Ada Jane Doe")
    >>> [may_name(parse_name(text), ada) for text in ("Doe, A.", "A. J. Doe", "Ada Doe", "Ann Doe")]
    [True, True, True, False]
    """
    first, second = (fold_name(f"{name.prefix} {name.family}") for name in (form, person))
    return first == second and may_be_one(form, person)


def named_files(kb: KnowledgeBase, bib: Path) -> dict[str, bytes]:
    """Return the files that entries name, from the usual folders near the bibliography.

    These are its folder, assets/ in it, and ../assets as in al-folio.
    """
    targets = {
        target.rpartition("/")[2]: target
        for paper in kb.works.values()
        for target in (*paper.links.values(), paper.thumbnail or "")
        if target.startswith("files/") and target not in kb.files
    }
    folder, contents = bib.resolve().parent, dict[str, bytes]()
    assets = (folder / "assets", folder.parent / "assets")
    near = chain(sorted(folder.glob("*")), *(sorted(root.rglob("*")) for root in assets))
    for path in (*map(folder.joinpath, targets.values()), *near) if targets else ():
        is_wanted = path.name in targets and path.suffix.lower().lstrip(".") in FILE_SUFFIXES
        if is_wanted and path.is_file():
            contents.setdefault(targets[path.name], path.read_bytes())
    if contents:
        print(f"copied to files/: {counted(len(contents), 'file', 'files')} that entries name")
    return contents


class Home(NamedTuple):
    """The record whose page is the home page of a site, and the look of the site."""

    kind: str
    """``person`` or ``event``; the templates of the kind are in a folder of this name."""
    name: str
    accent: str = ""
    photo: Path | None = None
    record_id: str = ""
    """Id of the record, if it exists already."""

    @property
    def id(self) -> str:
        """The id of the record."""
        if self.kind == "person" and not self.record_id:
            return slug(parse_name(self.name).text)
        return self.record_id or slug(self.name)

    @property
    def setting(self) -> str:
        """The line of ``conf.py`` that sets the accent colour, commented out if none is chosen."""
        colour = self.accent or "#7a1f5c"
        return f'{"" if self.accent else "# "}symposium_accent = "{colour}"'


def home_of(arguments: argparse.Namespace) -> Home | None:
    """Return the person or event of a site, or ``None`` for any other project.

    Raises:
        WrongUseError: if the options contradict each other, or a value is wrong.
    """
    person, event = (" ".join((name or "").split()) for name in (arguments.person, arguments.event))
    for option, name in (("person", arguments.person), ("event", arguments.event)):
        if name is not None and not name.strip():
            raise WrongUseError(f'--{option} needs a name: --{option} "Name"')
    if person and event:
        raise WrongUseError("a site is that of a person or that of an event: leave out one of them")
    if "," in person:
        person = parse_name(person).text  # as bibliographies print it
    photo: Path | None = arguments.photo
    if photo and not person:
        raise WrongUseError('--photo is for the site of a person: --person "Name"')
    if not person and not event:
        if arguments.accent:
            raise WrongUseError('--accent is for the site of a person or an event: --person "Name"')
        return None
    if photo and not photo.is_file():
        raise WrongUseError(f"{photo} is no file: name your portrait")
    if photo and photo.suffix.lower().lstrip(".") not in IMAGE_SUFFIXES:
        raise WrongUseError(f"{photo} is not a picture: it ends in {', '.join(IMAGE_SUFFIXES)}")
    accent = (arguments.accent or "").strip().removeprefix("#")
    colour = colour_of(f"#{accent}")
    if accent and colour is None:
        raise WrongUseError(f'"{accent}" is not a colour: write "#7a1f5c", for one')
    return Home("person" if person else "event", person or event, str(colour or ""), photo)
