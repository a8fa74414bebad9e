"""The three-way merge of a list: items are found again by what they say, wherever they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from symposium.fields.yaml_writing import Value
from symposium.merging.alignment import ItemRule, align
from symposium.merging.decisions import Decisions
from symposium.merging.editing import Addition, Container, Edit, Spot
from symposium.merging.positions import Sequence, plain
from symposium.merging.remarks import Prefer, Sort
from symposium.merging.values import as_text, lifted, lowered, marked

ORDER = "the order here is {here}; in {source} it is now {now}"


class Merged(NamedTuple):
    """What a value becomes, and what is remembered of its source; ``None`` is no value."""

    value: Any
    base: Any


class ItemMerge(Protocol):
    """What merges one item of a list."""

    text: str
    decisions: Decisions
    edits: list[Edit]

    def item(
        self, way: tuple[str, ...], base: Any, spot: Spot, new: Value, rule: ItemRule
    ) -> Merged:
        """Merge an item that the file and its source have."""

    def vanished(self, way: tuple[str, ...], base: Any, spot: Spot) -> Merged:
        """Return what becomes of an item that its source does not have any more."""

    def missing(self, way: tuple[str, ...], base: Any, at: int, new: Value) -> Prefer:
        """Return whether an item is added that the file does not have."""


@dataclass(slots=True)
class Pairs:
    """Which items of three lists are the same one."""

    to_new: dict[int, int]
    """Places in the new list, by those in the base."""
    to_file: dict[int, int]
    """Places in the file, by those in the base."""
    weak: dict[int, int]
    """Those of them that only are where the item was."""
    alike: dict[int, int]
    """Places in the file of what people and the source have both added, by those in the new."""

    @classmethod
    def of(cls, base: list[Any], here: list[Any], new: list[Any], rule: ItemRule) -> Pairs:
        """Compare three lists."""
        here, new = ([marked(lifted(one, rule.short)) for one in side] for side in (here, new))
        base = [lifted(one, rule.short) for one in base]
        to_new = align(base, new, rule.passes)
        to_file = align(base, here, rule.passes)
        free = [index for index in range(len(here)) if index not in to_file.values()]
        lost = [index for index in range(len(base)) if index not in to_file]
        weak = align(base, here, rule.places, lost, free)
        free = [index for index in free if index not in weak.values()]
        fresh = [index for index in range(len(new)) if index not in to_new.values()]
        alike = align(new, here, rule.passes, fresh, free)
        return cls(to_new, to_file | weak, weak, alike)

    def places(self) -> dict[int, int]:
        """Return the places in the file, by those in the new list."""
        both = {new: self.to_file[old] for old, new in self.to_new.items() if old in self.to_file}
        return both | self.alike


@dataclass(slots=True)
class ListMerge:
    """Merges one list."""

    tree: ItemMerge
    way: tuple[str, ...]
    node: Sequence
    rule: ItemRule
    base: list[Any]
    new: list[Any]
    here: list[Any] = field(default_factory=list)
    """What the items of the file become."""
    gone: set[int] = field(default_factory=set)
    bases: dict[int, Any] = field(default_factory=dict)
    """What is remembered of each item of the new list."""
    kept: list[Any] = field(default_factory=list)
    """What is remembered of items that are not in it."""

    def merge(self) -> tuple[list[Any], list[Any]]:
        """Return the list after the merge, and what is remembered of its source."""
        self.here = [plain(one) for one in self.node.items]
        pairs = Pairs.of(self.base, self.here, self.new, self.rule)
        container = Container(self.tree.text, self.node)
        for old in range(len(self.base)):
            self._known(container, pairs, old)
        for place, there in pairs.alike.items():
            self._merge(container, there, place, None, ask=False)
        if self.rule.ordered:
            self._tell_order(pairs)
        fresh = [n for n in range(len(self.new))
                 if n not in pairs.alike and n not in pairs.to_new.values()]  # fmt: skip
        added = self._additions(fresh, pairs.places())
        if self.gone or added:
            self.tree.edits += container.edits(self.gone, added)
        value = [one.value for one in added.get(-1, ())]
        for index, one in enumerate(self.here):
            value += [] if index in self.gone else [one]
            value += [one.value for one in added.get(index, ())]
        return value, [self.bases[n] for n in sorted(self.bases)] + self.kept

    def _known(self, container: Container, pairs: Pairs, old: int) -> None:
        """Merge an item that the last import has written."""
        base, there, place = self.base[old], pairs.to_file.get(old), pairs.to_new.get(old)
        if there is not None and place is not None:
            self._merge(container, there, place, base, ask=old in pairs.weak)
        elif there is not None:
            spot = Spot(container, there)
            value, known = self.tree.vanished(self._way(self.here[there]), base, spot)
            self.gone |= {there} if value is None else set()
            self.kept += [] if known is None else [known]
        elif place is not None:
            new = self.new[place]
            self.tree.missing(self._way(new), base, self.node.start, new)
            self.bases[place] = marked(new)

    def _merge(self, container: Container, there: int, place: int, base: Any, *, ask: bool) -> None:
        way = self._way(self.here[there])
        with self.tree.decisions.asking(ask=ask):
            made = self.tree.item(way, base, Spot(container, there), self.new[place], self.rule)
        self.here[there] = made.value
        if made.base:
            self.bases[place] = lowered(made.base, self.rule.short)

    def _additions(self, fresh: list[int], places: dict[int, int]) -> dict[int, list[Addition]]:
        """Return the items that the file gets, by the places after which they come."""
        added: dict[int, list[Addition]] = {}
        for place in fresh:
            new = self.new[place]
            chosen = self.tree.missing(self._way(new), None, self.node.start, new)
            if chosen is not Prefer.ASK:
                self.bases[place] = marked(new)
            if chosen is Prefer.SOURCE:
                before = (places[n] for n in range(place, -1, -1)
                          if n in places and places[n] not in self.gone)  # fmt: skip
                added.setdefault(next(before, -1), []).append(Addition(None, new))
        return added

    def _tell_order(self, pairs: Pairs) -> None:
        """Say if the source has another order now, which the file has not."""
        common = [old for old in range(len(self.base))
                  if old in pairs.to_new and old in pairs.to_file]  # fmt: skip
        by_new = sorted(common, key=lambda old: pairs.to_new[old])
        if by_new not in (common, sorted(common, key=lambda old: pairs.to_file[old])):
            new: list[Value] = [self._name(self.new[pairs.to_new[old]]) for old in by_new]
            here: list[Value] = [self._name(plain(one)) for one in self.node.items]
            sides = (here, new, None)
            self.tree.decisions.tell(Sort.LEFT, self.way, self.node.start, sides, ORDER)

    def _way(self, item: Value) -> tuple[str, ...]:
        return (*self.way, self._name(item))

    def _name(self, item: Value) -> str:
        """Return what an item is called in messages."""
        if isinstance(item, str):
            return item
        names = [names[0] for names in self.rule.passes]
        if not isinstance(item, list):
            return next((as_text(item[name]) for name in names if item.get(name)), as_text(item))
        return as_text(item)
