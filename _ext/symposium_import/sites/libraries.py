"""Libraries: a folder of bibliographies, an export of a reference manager, a person at ORCID."""

from __future__ import annotations

import re
from pathlib import Path

from symposium.model.gate import read_file as read_bytes
from symposium.model.ids import slug

from symposium_import.sites.gathered import Fields, Gathered, Item
from symposium_import.sites.source_tree import SourceTree
from symposium_import.sources import Named, Services, read_file
from symposium_import.works import IntakeError

NAME = "bibliographies"
BIB = (".bib", ".bibtex")


def recognises(tree: SourceTree) -> bool:
    """Tell whether a folder holds bibliographies."""
    return bool(tree.below("", ".bib", ".bibtex", ".ris"))


def read(tree: SourceTree) -> Gathered:
    """Return the works of all files in a folder, and copy the files that their entries name."""
    site, texts = Gathered(NAME, tree.root.resolve().name), ""
    for path in tree.below("", *BIB, ".ris"):
        full = tree.root / path
        try:
            texts += tree.text(path)  # which refuses what lies outside
            _add(site, full, path)
        except IntakeError as error:
            site.left(path, str(error).removeprefix(f"{full}: ").removeprefix(f"{full} "))
    for path in tree.below("files"):
        if path in texts:
            tree.published(path)
    return site


def of_file(path: Path) -> Gathered:
    """Return the works of one file.

    Raises:
        IntakeError: if it cannot be read.
    """
    site = Gathered("a library", path.stem)
    _add(site, path, path.name)
    return site


def _add(site: Gathered, full: Path, name: str) -> None:
    """Add the works of a file; BibTeX is taken over as it is."""
    answer = read_file(str(full))
    if full.suffix.lower() in BIB:
        short = name.rpartition("/")[2]
        made = name.replace("/", "-") if short in site.bibliographies else short
        site.bibliographies[made] = read_bytes(full)
        return
    site.works += answer.works
    for problem in answer.problems:
        site.left(f"{name}:{problem.place.line}", f"{problem.message}: {problem.hint}")


def of_orcid(services: Services, number: str) -> Gathered:
    """Return a person with all works.

    Raises:
        IntakeError: if there is no such person, or nobody answers.
    """
    person = services.person(number)
    name, place = person.name.text, f"https://orcid.org/{number}"
    site = Gathered("ORCID", name, owner=slug(name))
    fields: Fields = {
        "name": name, "names": person.others, "orcid": number,
        "links": {name: url for name, url in person.links if re.fullmatch(r"https?://\S+", url)},
        "topics": list(filter(None, re.split(r"\s*[,;]\s*", ",".join(person.keywords).strip()))),
    }  # fmt: skip
    site.items.append(Item("person", site.owner, place, fields, person.biography))
    answer = services.works(Named("orcid", number))
    site.works = answer.works
    for one in answer.problems:
        site.left(one.place.path, one.message)
    return site
