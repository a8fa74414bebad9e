"""``symposium new DIR --bib FILE --person NAME``: the site of one person."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from symposium.cli.new_record import commented
from symposium.cli.project import Project, counted
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.link_types import FILE_SUFFIXES, IMAGE_SUFFIXES
from symposium.fields.yaml_writing import scalar
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.model.ids import slug
from symposium.model.names import Name, fold_name, parse_name
from symposium.pages.colours import DAY, ENOUGH, colour_of, readable

OWN = 0.8
"""So large a part of a bibliography names its owner."""
MORE = """\
# headline: PhD student, University of …   # one line above your name
# links:   # with icons below your name; take out the # here and in front of those that you have
#   email: mailto:you@example.org
#   github: https://github.com/…
#   scholar: https://scholar.google.com/citations?user=…
#   linkedin: https://www.linkedin.com/in/…
cv: true   # a curriculum vitae, as a page and as a PDF, of what is in this file
"""


class Profile(NamedTuple):
    """Whose site it is, and how it looks."""

    name: str
    accent: str = ""
    photo: Path | None = None
    named: str = ""
    """The id that the person has already."""

    @property
    def id(self) -> str:
        """The id of the person."""
        return self.named or slug(parse_name(self.name).text)

    @property
    def setting(self) -> str:
        """The line of ``conf.py`` that sets the colour, or shows how to."""
        colour = self.accent or "#7a1f5c"
        return f'{"" if self.accent else "# "}symposium_accent = "{colour}"'


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of a person's site."""
    command.add_argument(
        "--person", metavar="NAME",
        help="with --bib: whose site it is; the home page is their profile",
    )  # fmt: skip
    command.add_argument("--accent", metavar="COLOUR", help='with --person: "#7a1f5c", for one')
    command.add_argument(
        "--photo", type=Path, metavar="FILE", help="with --person: a portrait, copied to files/"
    )


def asked(arguments: argparse.Namespace) -> Profile | None:
    """Return whose site is asked for, if it is that of a person.

    Raises:
        WrongUseError: if an option cannot be meant.
    """
    name = " ".join((arguments.person or "").split())
    name = parse_name(name).text if "," in name else name  # as bibliographies print it
    if name and arguments.bib is None:
        raise WrongUseError("--person needs the bibliography of the person: --bib FILE")
    if name and not slug(parse_name(name).text):
        raise WrongUseError(f'"{name}" is no name')
    if not name:
        for option in ("accent", "photo"):
            if getattr(arguments, option):
                raise WrongUseError(f'--{option} is for the site of a person: --person "Name"')
        return None
    accent = arguments.accent
    if accent is None and sys.stdin.isatty():
        accent = _answered()
    photo: Path | None = arguments.photo
    if photo and not photo.is_file():
        raise WrongUseError(f"{photo} is no file: name your portrait")
    if photo and photo.suffix.lower().lstrip(".") not in IMAGE_SUFFIXES:
        raise WrongUseError(f"{photo} is not a picture: it ends in {', '.join(IMAGE_SUFFIXES)}")
    return Profile(name, _accent(accent or ""), photo)


def _answered() -> str:
    """Ask for a colour, until there is one or none is wanted."""
    while True:
        text = input("Accent colour, such as #7a1f5c (empty for the usual one): ").strip()
        if not text or colour_of(text if text.startswith("#") else f"#{text}"):
            return text
        print(f'"{text}" is not a colour: write # and six digits from 0 to f')


def _accent(text: str) -> str:
    """Return a colour whose links can be read, the nearest one if need be."""
    text = text.strip()
    if not text:
        return ""
    found = colour_of(text if text.startswith("#") else f"#{text}")
    if found is None:
        raise WrongUseError(f'"{text}" is not a colour: write "#7a1f5c", for one')
    near = readable(found, DAY)
    if near != found:
        print(f"accent: links in {found} are too pale to read ({ENOUGH}:1 is needed); {near} it is")
    return str(near)


def files_of(profile: Profile, project: Project, bib: Path | None) -> dict[str, bytes]:
    """Return what a person's site has besides the files of all projects, by path."""
    found: dict[str, bytes] = {}
    given = {"name": profile.name}
    if profile.photo:
        photo = f"files/{slug(profile.photo.stem)}{profile.photo.suffix.lower()}"
        found[photo] = profile.photo.read_bytes()
        given |= {"photo": photo, "alt": f"Portrait of {profile.name}"}
    names = list(_names(project.kb, profile))
    person = commented(BY_NAME["person"], given, "\n".join([*names, MORE]))
    found[f"people/{profile.id}.md"] = person.encode()
    today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
    found[f"news/{today}-new-site.md"] = b"---\n---\n\nThis site is new.\n"
    return found | (_named_files(project, bib) if bib else {})


def _names(kb: KnowledgeBase, profile: Profile) -> Iterator[str]:
    """Yield the lines of the field ``names``: other printed forms that can be the person.

    They count if the bibliography is the person's own, which is when most works name them; else
    they stand in comments, and a human decides.
    """
    forms = printed_forms(kb, profile.name)
    works = sum(forms.values())
    namesake, count = _namesake(kb, profile.name)
    if count > works:
        print(f"{counted(works, 'work names', 'works name')} {profile.name}, and {count:,} "
              f'{namesake}: if that is you, begin again with --person "{namesake}"')  # fmt: skip
    elif not forms and kb.works:
        hint = kb.spellings["person"].hint(profile.id, "are they printed in another form?")
        print(f"no work in the bibliography names {profile.name}: {hint}")
    others = {
        form: count for form, count in forms.items() if fold_name(form) != fold_name(profile.name)
    }
    if not others:
        return
    own = works >= OWN * len(kb.works)
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


def _namesake(kb: KnowledgeBase, name: str) -> tuple[str, int]:
    """Return who of the same family name wrote most works, under another given name."""
    person = parse_name(name)
    family = fold_name(f"{person.prefix} {person.family}")
    found = Counter(
        one.name.text for paper in kb.works.values() for one in paper.authors
        if fold_name(f"{one.name.prefix} {one.name.family}") == family
        and not may_be(one.name, person)
    )  # fmt: skip
    return max(found.items(), key=lambda one: one[1], default=("", 0))


def may_be(printed: Name, person: Name) -> bool:
    """Tell whether a printed name can be that of a person: one family, and given names that fit.

    >>> ada = parse_name("Ada Jane Doe")
    >>> [may_be(parse_name(text), ada) for text in ("Doe, A.", "A. J. Doe", "Ada Doe", "Ann Doe")]
    [True, True, True, False]
    """
    if fold_name(f"{printed.prefix} {printed.family}") != fold_name(
        f"{person.prefix} {person.family}"
    ):
        return False
    pairs = zip(_parts(printed.given), _parts(person.given), strict=False)
    return all(one.startswith(other) or other.startswith(one) for one, other in pairs)


def _parts(given: str) -> list[str]:
    return [fold_name(part) for part in given.replace(".", ". ").replace("-", " ").split()]


def _named_files(project: Project, bib: Path) -> dict[str, bytes]:
    """Return files that entries name and that lie near the bibliography, where others keep them."""
    wanted = {
        target.rpartition("/")[2]
        for paper in project.kb.works.values()
        for target in (*paper.links.values(), paper.thumbnail or "")
        if target.startswith("files/") and target not in project.kb.files
    }
    folders = (bib.resolve().parent, bib.resolve().parent.parent / "assets")
    found: dict[str, bytes] = {}
    for folder in folders if wanted else ():
        nested = folder.name == "assets" and folder.is_dir()
        for path in sorted(folder.rglob("*") if nested else folder.iterdir()):
            is_wanted = path.name in wanted and path.suffix.lower().lstrip(".") in FILE_SUFFIXES
            if is_wanted and path.is_file():
                found.setdefault(f"files/{path.name}", path.read_bytes())
    if found:
        print(f"copied to files/: {counted(len(found), 'file', 'files')} that entries name")
    return found


def suggest(project: Project, bib: Path) -> None:
    """Say that a bibliography looks like that of one person, if it does."""
    kb = project.kb
    papers = kb.relations.papers_of_person
    most = max(papers, key=lambda one: (len(papers[one]), one), default=None)
    if most and len(kb.works) > 2 and len(papers[most]) >= OWN * len(kb.works):
        name = kb.people[most].name.text
        print(f'for the site of {name} alone: symposium new DIR --bib {bib} --person "{name}"')
