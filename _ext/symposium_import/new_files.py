"""What ``symposium new`` writes: a file for a record, and the site of one person or one event."""

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
"""Kinds that people write files for."""

RARE = frozenset({
    "was", "inferred", "sources", "corrections", "former_names", "verified", "different_from",
    "metrics", "listings", "marks_note", "key", "gone", "utc_offset", "names", "when", "source",
    "person", "lang", "part_of", "because", "changes",
})  # fmt: skip
"""Fields that few need: they are named at the end, and the guide explains them."""

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
"""Fields that an example explains better than their types."""

NEEDED: Mapping[str, Mapping[str, str]] = {"source": {"kind": "page", "date": "undated"}}
"""Values of fields that a kind cannot do without, besides a title."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of records and of sites besides their titles."""
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
    """Write the file, and say where it is."""
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
    return any(
        one.severity is Severity.ERROR and one.place.path == name for one in load(root).problems
    )


def new_file(project: Project, kind: str, words: str, event: str | None = None) -> tuple[str, str]:
    """Return path and text of the file of a new record.

    Raises:
        WrongUseError: if it would describe what does not exist.
    """
    known = BY_NAME[kind]
    if kind == "paper":  # the file adds to an entry, which is in the bibliography
        found = project.kb.find("paper", words)
        if found is None:
            hint = project.kb.spellings["paper"].hint(words, "add the entry to refs.bib first")
            raise WrongUseError(f'no entry of the bibliography has the key "{words}": {hint}')
        return f"papers/{found}.md", commented(known, {})
    given = {"name" if "name" in known.fields else "title": words, **NEEDED.get(kind, {})}
    if kind == "talk":
        folder = f"events/{_event_of(project, event)}"
        return f"{folder}/{slug(words)}.md", commented(known, given)
    if kind == "news":
        today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
        text = commented(known, {**given, "date": today})
        return f"news/{today}-{slug(words)}.md", text
    name = f"{slug(words)}/index.md" if kind == "event" else f"{slug(words)}.md"
    return f"{known.folder}/{name}", commented(known, given)


def _event_of(project: Project, event: str | None) -> str:
    """Return the id of the event at which a talk is given.

    Raises:
        WrongUseError: if there is none, or it is not said which one.
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


def commented(kind: Kind, given: Mapping[str, str], more: str = "") -> str:
    """Return a file with values for some fields, and all others explained in comments.

    ``more`` are lines of front matter that follow the given ones.
    """
    lines = ["---", *fields_of(given), *more.splitlines()]
    lines.append("# What else it may say; take out the # in front of it:")
    for name, said in kind.fields.items():
        elsewhere = name in given or re.search(rf"^(?:# )?{name}:", more, re.MULTILINE)
        if name not in RARE and not elsewhere:
            lines.append(f"# {name}: {FORMS.get(name) or _form(said.type)}   # {said.help}")
    rare = sorted(RARE.intersection(kind.fields).difference(given))
    if rare:
        lines.append(f"# Besides, the guide explains: {', '.join(rare)}.")
    default = "% Write here what it is about, in Markdown."
    return "\n".join([*lines, "---", "", BODIES.get(kind.name, default), ""])


def _form(of: FieldType) -> str:
    """Return what a value looks like; of a group, the fields that it needs and the next few."""
    if isinstance(of, PeopleField):
        return "[Ada Lovelace, Charles Babbage]"
    if isinstance(of, Flag) or (isinstance(of, FieldGroup) and of.shorthand == "shown"):
        return "true"
    if isinstance(of, OneOf):
        return " | ".join(of.words)
    if isinstance(of, ListOf):
        return f"[{_form(of.item)}]"
    if isinstance(of, MapOf):
        return f"{{name: {_form(of.item)}}}"
    if not isinstance(of, FieldGroup):
        return of.example or "…"
    names = [name for name, one in of.fields.items() if one.required]
    names += [name for name in of.fields if name not in names and name not in RARE][:3]
    names += [one for name, one in of.needs.items() if name in names and one not in names]
    return f"{{{', '.join(f'{name}: {_form(of.fields[name].type)}' for name in names)}}}"


# A site of one person or one event.

OWN_PART = 0.8
"""So large a part of a bibliography names its owner."""
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
    """Return what such a site has besides the files of all projects, by path."""
    if home.kind == "event":
        text = commented(BY_NAME["event"], {"title": home.name})
        return {f"events/{home.id}/index.md": text.encode()}
    found: dict[str, bytes] = {}
    given = {"name": home.name}
    if home.photo:
        photo = f"files/{slug(home.photo.stem)}{home.photo.suffix.lower()}"
        found[photo] = home.photo.read_bytes()
        given |= {"photo": photo, "alt": f"Portrait of {home.name}"}
    names = list(_name_lines(kb, home))
    person = commented(BY_NAME["person"], given, "\n".join([*names, MORE_OF_PERSON]))
    found[f"people/{home.id}.md"] = person.encode()
    today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
    found[f"news/{today}-new-site.md"] = b"---\n---\n\nThis site is new.\n"
    return found


def _name_lines(kb: KnowledgeBase, home: Home) -> Iterator[str]:
    """Yield the lines of the field ``names``: other printed forms that can be the person.

    They count if the bibliography is the person's own, which is when most works name them; else
    they stand in comments, and a human decides.
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

    A work names a person once: of two authors who fit, the one that is written so counts.
    """
    person, found = parse_name(name), Counter[str]()
    for paper in kb.works.values():
        fitting = [one.name for one in paper.authors if may_be(one.name, person)]
        exact = [one for one in fitting if fold_name(one.text) == fold_name(person.text)]
        found.update({one.text for one in exact or fitting})
    return dict(found.most_common())


def may_be(printed: Name, person: Name) -> bool:
    """Tell whether a printed name can be that of a person: one family, and given names that fit.

    >>> ada = parse_name("Ada Jane Doe")
    >>> [may_be(parse_name(text), ada) for text in ("Doe, A.", "A. J. Doe", "Ada Doe", "Ann Doe")]
    [True, True, True, False]
    """
    first, second = (fold_name(f"{one.prefix} {one.family}") for one in (printed, person))
    return first == second and may_be_one(printed, person)


def named_files(kb: KnowledgeBase, bib: Path) -> dict[str, bytes]:
    """Return files that entries name and that lie near the bibliography, where others keep them.

    That is beside it, in assets/ there, and in ../assets as in al-folio.
    """
    wanted = {
        target.rpartition("/")[2]: target
        for paper in kb.works.values()
        for target in (*paper.links.values(), paper.thumbnail or "")
        if target.startswith("files/") and target not in kb.files
    }
    folder, found = bib.resolve().parent, dict[str, bytes]()
    assets = (folder / "assets", folder.parent / "assets")
    near = chain(sorted(folder.glob("*")), *(sorted(one.rglob("*")) for one in assets))
    for path in (*map(folder.joinpath, wanted.values()), *near) if wanted else ():
        is_wanted = path.name in wanted and path.suffix.lower().lstrip(".") in FILE_SUFFIXES
        if is_wanted and path.is_file():
            found.setdefault(wanted[path.name], path.read_bytes())
    if found:
        print(f"copied to files/: {counted(len(found), 'file', 'files')} that entries name")
    return found


class Home(NamedTuple):
    """The record whose page is the home page of a site, and how the site looks."""

    kind: str
    """``person`` or ``event``; the templates of the kind are in a folder of this name."""
    name: str
    accent: str = ""
    photo: Path | None = None
    named: str = ""
    """The id that the record has already."""

    @property
    def id(self) -> str:
        """The id of the record."""
        if self.kind == "person" and not self.named:
            return slug(parse_name(self.name).text)
        return self.named or slug(self.name)

    @property
    def setting(self) -> str:
        """The line of ``conf.py`` that sets the colour, or shows how to."""
        colour = self.accent or "#7a1f5c"
        return f'{"" if self.accent else "# "}symposium_accent = "{colour}"'


def home_asked(arguments: argparse.Namespace) -> Home | None:
    """Return whose site is asked for, if it is that of a person or an event.

    Raises:
        WrongUseError: if an option cannot be meant.
    """
    person, event = (" ".join((one or "").split()) for one in (arguments.person, arguments.event))
    for option, given in (("person", arguments.person), ("event", arguments.event)):
        if given is not None and not given.strip():
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
