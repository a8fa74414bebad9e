"""Values kept for the last things that they were made of, which are told apart by identity.

To compare or to hash a record with thousands of names takes as long as to go through it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")

KEPT = 32


class KeptValues(Generic[V]):
    """The values of the last things that were asked for.

    >>> kept, names = KeptValues(), ["Ada", "Bea"]
    >>> kept.of((names,), lambda: len(names)), kept.of((names,), lambda: 0), kept.of(([],), int)
    (2, 2, 0)
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], V]] = OrderedDict()

    def of(self, things: tuple[object, ...], make: Callable[[], V]) -> V:
        """Return the value of some things, made now unless it is known."""
        key = tuple(map(id, things))
        if key in self._known:  # what is kept is not freed, so that nothing else has its id
            self._known.move_to_end(key)
            return self._known[key][1]
        value = make()
        self._known[key] = things, value
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return value
