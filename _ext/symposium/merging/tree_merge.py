"""The three-way merge of front matter: what has changed in its source is changed in the file.

Every value has three sides: what the last import wrote (``base``), what the file says (``here``)
and what the import would write now (``new``). What is the same in ``base`` and ``new`` is never
touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.fields.yaml_writing import Value
from symposium.merging.alignment import ItemRule
from symposium.merging.decisions import DELETED, TOUCHED, Decisions
from symposium.merging.editing import Addition, Container, Edit, Spot
from symposium.merging.list_merge import ListMerge, Merged
from symposium.merging.positions import Entry, Group, Leaf, plain
from symposium.merging.positions import Sequence as ListNode
from symposium.merging.remarks import Prefer, Sort
from symposium.merging.values import lifted, marked

Rules = Mapping[str, ItemRule]
"""How the items of lists are known, by the names of their fields; ``""`` is the document."""
Way = tuple[str, ...]
"""The names that lead to a value."""


@dataclass(slots=True)
class TreeMerge:
    """Merges the fields of one file."""

    text: str
    decisions: Decisions
    rules: Rules
    edits: list[Edit] = field(default_factory=list)

    def group(
        self, way: Way, base: Mapping[str, Any], node: Group, new: Mapping[str, Value],
        rule: ItemRule,
    ) -> Merged:  # fmt: skip
        """Merge the fields of a group."""
        made = Merged({}, {})
        forced = self._units(way, base, node, new, rule)
        container, gone = Container(self.text, node), set[int]()
        for index, (key, *_) in enumerate(node.entries):
            spot = Spot(container, index, key)
            if key in forced:
                one = self._forced(base.get(key), spot, new.get(key), forced[key])
            else:
                one = self.value((*way, key), base.get(key), spot, new.get(key))
            if one.value is None:
                gone.add(index)
            else:
                made.value[key] = one.value
            if one.base is not None:
                made.base[key] = one.base
        added = self._new_fields(way, base, node, new, (made, gone, forced))
        if gone or added:
            self.edits += container.edits(gone, added)
        return made

    def value(self, way: Way, base: Any, spot: Spot, new: Value | None) -> Merged:
        """Merge a value that the file has."""
        node = spot.node
        here = plain(node)
        if new is None:
            return self.vanished(way, base, spot) if base is not None else Merged(here, None)
        if here == new or base == marked(new):
            return Merged(here, marked(new))
        rule = self.rules.get(way[-1], ItemRule())
        if isinstance(node, Group) and isinstance(new, Mapping):
            return self.group(way, base if isinstance(base, Mapping) else {}, node, new, rule)
        if isinstance(node, ListNode) and isinstance(new, list):
            known = base if isinstance(base, list) else []
            return Merged(*ListMerge(self, way, node, rule, known, new).merge())
        commented = self.decisions.commented(*spot.container.extent(spot.place))
        sides = (commented or here, new, base)
        if base == marked(here) and not commented:
            chosen = self.decisions.allow(Sort.CHANGED, way, node.start, sides)
        else:
            chosen = self.decisions.choose(way, node.start, sides)
        if chosen is Prefer.SOURCE:
            self.edits.append(spot.edit(new))
            return Merged(new, marked(new))
        return Merged(here, marked(new) if chosen is Prefer.FILE else base)

    def item(self, way: Way, base: Any, spot: Spot, new: Value, rule: ItemRule) -> Merged:
        """Merge an item of a list, which may be text that is short for a group."""
        node, wanted = spot.node, lifted(new, rule.short)
        known: Any = lifted(base, rule.short) if base is not None else {}
        if not isinstance(wanted, Mapping) or not isinstance(known, Mapping):
            return self.value(way, base, spot, new)
        if isinstance(node, Group):
            return self.group(way, known, node, wanted, rule)
        if not isinstance(node, Leaf) or not rule.short:
            return self.value(way, base, spot, new)
        # The group that the text is short for is merged, and written if it is more than the text.
        count = len(self.edits)
        entry = Entry(rule.short, node.start, node.start, node)
        group = Group((entry,), node.start, node.end, flow=True)
        made = self.group(way, known, group, wanted, rule)
        del self.edits[count:]
        if made.value == {rule.short: node.text}:
            return Merged(node.text, made.base)
        self.edits.append(spot.edit(made.value))
        return made

    def vanished(self, way: Way, base: Any, spot: Spot) -> Merged:
        """Return what becomes of something that its source does not have any more."""
        here = plain(spot.node)
        commented = self.decisions.commented(*spot.container.extent(spot.place))
        sides = (commented or here, None, base)
        if base == marked(here) and not commented:
            chosen = self.decisions.allow(Sort.REMOVED, way, spot.start, sides)
        else:
            chosen = self.decisions.choose(way, spot.start, sides, TOUCHED)
        if chosen is Prefer.SOURCE:
            return Merged(None, None)
        return Merged(here, base if chosen is Prefer.ASK else None)

    def missing(self, way: Way, base: Any, at: int, new: Value) -> Prefer:
        """Return whether something is added that the file does not have."""
        if base is None:
            return self.decisions.allow(Sort.ADDED, way, at, (None, new, None))
        if base != marked(new):
            self.decisions.tell(Sort.LEFT, way, at, (None, new, base), DELETED)
        return Prefer.FILE

    def _forced(self, base: Any, spot: Spot, new: Value | None, chosen: Prefer) -> Merged:
        """Return what becomes of a field of a unit of which one side holds."""
        here, known = plain(spot.node), None if new is None else marked(new)
        if chosen is not Prefer.SOURCE:
            return Merged(here, base if chosen is Prefer.ASK else known)
        if new is not None and here != new:
            self.edits.append(spot.edit(new))
        return Merged(new, known)

    def _new_fields(
        self, way: Way, base: Mapping[str, Any], node: Group, new: Mapping[str, Value],
        state: tuple[Merged, set[int], Mapping[str, Prefer]],
    ) -> dict[int, list[Addition]]:  # fmt: skip
        """Return the fields that the file gets, by the places after which they come."""
        made, gone, forced = state
        places = {entry.key: index for index, entry in enumerate(node.entries)}
        added: dict[int, list[Addition]] = {}
        after = -1
        for name, value in new.items():
            if name in places:
                after = places[name] if places[name] not in gone else after
                continue
            chosen = forced.get(name) or self.missing(
                (*way, name), base.get(name), node.start, value
            )
            if chosen is Prefer.SOURCE:
                added.setdefault(after, []).append(Addition(name, value))
                made.value[name] = value
            if chosen is not Prefer.ASK:
                made.base[name] = marked(value)
            elif name in base:
                made.base[name] = base[name]
        return added

    def _units(
        self, way: Way, base: Mapping[str, Any], node: Group, new: Mapping[str, Value],
        rule: ItemRule,
    ) -> dict[str, Prefer]:  # fmt: skip
        """Return what holds for fields that only together have a meaning, where both changed."""
        here = plain(node)
        assert isinstance(here, dict)  # noqa: S101 - it is a group
        forced: dict[str, Prefer] = {}
        for names in rule.units:
            old, ours, theirs = (
                {name: side[name] for name in names if name in side} for side in (base, here, new)
            )
            if old in (marked(ours), marked(theirs)) or ours == theirs:
                continue
            at = next((one.start for one in node.entries if one.key in names), node.start)
            chosen = self.decisions.choose(way, at, (ours, theirs, old or None))
            forced |= dict.fromkeys(names, chosen)
        return forced
