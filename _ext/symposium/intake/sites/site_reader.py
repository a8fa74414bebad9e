"""What the readers of all templates share: files taken apart, items kept, fields reported."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from symposium.intake.sites.front_matter import OtherFile, split
from symposium.intake.sites.gathered import Fields, Gathered, Item
from symposium.intake.sites.source_tree import SourceTree
from symposium.intake.works import IntakeError
from symposium.model.problems import Place


@dataclass
class SiteReader:
    """Reads the files of a site into `Gathered`."""

    tree: SourceTree
    found: Gathered
    looks: Counter[str] = field(default_factory=Counter)
    """How often fields about looks were met."""

    LOOKS: ClassVar[frozenset[str]] = frozenset()
    """Fields that say how a page looks, or what a template puts beside it."""
    READ: ClassVar[frozenset[str]] = frozenset()
    """Fields that some item is made of."""

    def file(self, path: str) -> OtherFile | None:
        """Return a file taken apart; one that cannot be read is reported."""
        try:
            made = split(self.tree.text(path), path)
        except IntakeError as error:
            self.found.left(Place(path), str(error))
            return None
        if made.fault:
            self.found.left(Place(path), f"the front matter cannot be read: {made.fault}")
        return made

    def item(
        self, kind: str, name: str, file: OtherFile, addresses: list[str], fields: Fields
    ) -> Item:
        """Keep an item made of a file; fields that nobody reads are reported."""
        for one, value in file.fields.items():
            if one in self.LOOKS:
                self.looks[one] += 1
            elif one not in self.READ and one not in fields and value not in ("", [], {}):
                self.found.left(file.place(one), f"{one}: is not taken over")
        made = Item(
            kind, name, Place(file.path), {one: value for one, value in fields.items() if value},
            file.body, file.body_line, tuple(addresses), file.path.rpartition("/")[0],
        )  # fmt: skip
        self.found.items.append(made)
        return made

    def finish(self, path: str) -> Gathered:
        """Return what was found, with a word about what only concerned the looks."""
        if self.looks:
            words = ", ".join(f"{name} ({count})" for name, count in sorted(self.looks.items()))
            self.found.left(Place(path), f"fields about looks: {words}")
        return self.found


def introduce(item: Item, *texts: str) -> None:
    """Put texts before the body of an item, unless they are in it; lines keep their numbers."""
    intro = "\n\n".join(text for text in texts if text and text not in item.body)
    if intro:
        item.body = f"{intro}\n\n{item.body}"
        item.body_line -= intro.count("\n") + 2
