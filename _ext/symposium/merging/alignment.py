"""Which items of two lists are the same one, though they may have changed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from symposium.fields.yaml_writing import Value

Passes = Sequence[tuple[str, ...]]
"""Names of fields that are compared, the surest first; the first of each must not be empty."""


@dataclass(frozen=True, slots=True)
class ItemRule:
    """How the items of a list are known."""

    passes: Passes = ()
    places: Passes = ()
    """What people may leave when they rewrite an item; too little to change anything for."""
    short: str = ""
    """The field that an item of text alone stands for."""
    units: Passes = ()
    """Fields that have a meaning only together, such as day and time."""
    ordered: bool = True
    """Whether the order of the items says anything."""


def align(
    old: Sequence[Value],
    new: Sequence[Value],
    passes: Passes,
    free: Iterable[int] | None = None,
    others: Iterable[int] | None = None,
) -> dict[int, int]:
    """Return the places of items of one list in another one, each at most once.

    Items that are equal come first, then those that agree in the fields of a pass, in order;
    ``free`` and ``others`` are the places that are looked at, all if they are not given.

    >>> align([{"talk": "a", "time": "9"}, {"talk": "b"}], [{"talk": "b"}, {"talk": "a"}],
    ...       [("talk", "time"), ("talk",)])
    {1: 0, 0: 1}
    """
    left = dict.fromkeys(range(len(old)) if free is None else free)
    right = dict.fromkeys(range(len(new)) if others is None else others)
    found: dict[int, int] = {}
    for names in (None, *passes):
        there: dict[object, deque[int]] = defaultdict(deque)
        for index in right:
            if (key := _key(new[index], names)) is not None:
                there[key].append(index)
        for index in list(left):
            key = _key(old[index], names)
            if key is not None and there.get(key):
                found[index] = there[key].popleft()
                del left[index], right[found[index]]
    return found


def _key(item: Value, names: tuple[str, ...] | None) -> object:
    if names is None:
        return repr(item) if not isinstance(item, Mapping) else repr(sorted(item.items()))
    if not isinstance(item, Mapping) or not item.get(names[0]):
        return None
    return tuple(repr(item.get(name, "")) for name in names)
