"""Memory: values that are fetched on demand or kept, keys by identity, and garbage collection.

A field that is listed with `on_demand` may hold a `Stored` in place of its value; reading the
field fetches the value. So a hundred thousand papers with their abstracts need no more memory
than their titles.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Stored:
    """A placeholder for values that are stored elsewhere, each under a name."""

    __slots__ = ()

    def fetch(self, name: str) -> Any:
        """Return the value stored under a name; subclasses implement it."""
        raise TypeError(f"{type(self).__name__} does not say how to fetch {name}")


class _Field:
    """A field of a frozen record: its value, or the one that a `Stored` in its slot fetches."""

    __slots__ = ("name", "slot")

    def __init__(self, slot: Any, name: str) -> None:
        self.slot = slot
        self.name = name

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        if record is None:
            return self
        value = self.slot.__get__(record, owner)
        return value.fetch(self.name) if isinstance(value, Stored) else value

    def __set__(self, record: Any, value: Any) -> None:
        self.slot.__set__(record, value)


def on_demand(**names: str) -> Callable[[type[R]], type[R]]:
    """Let fields of a slotted dataclass hold a `Stored`; ``names`` maps them to names in it."""

    def decorate(record: type[R]) -> type[R]:
        for field, name in names.items():
            setattr(record, field, _Field(getattr(record, field), name))
        return record

    return decorate


def slot(record: type, field: str) -> Any:
    """Return the descriptor of a field that neither fetches nor refuses to be set."""
    descriptor = getattr(record, field)
    return descriptor.slot if isinstance(descriptor, _Field) else descriptor


def changed(record: R, **changes: Any) -> R:
    """Return a copy with some fields changed, like `dataclasses.replace` but fetching nothing."""
    kind = type(record)
    copy = object.__new__(kind)
    for field in fields(kind):  # type: ignore[arg-type]  # it raises TypeError for other types
        place = slot(kind, field.name)
        name = field.name
        place.__set__(copy, changes.pop(name) if name in changes else place.__get__(record))
    if changes:
        raise TypeError(f"{kind.__name__} has no field {', '.join(changes)}")
    return copy


class ById:
    """A cache key that compares an object by identity.

    Comparing or hashing a record with thousands of names would go through all of them.
    """

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing  # kept alive, so that its id is not used again

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


resident = False
"""Whether this process is to do the same again and again."""


def latest(key_of: Callable[P, object]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last value of a slow function in a `resident` process, as long as its key stays."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kept: list[tuple[object, R]] = []

        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> R:
            if not resident:
                return function(*args, **options)
            key = key_of(*args, **options)
            if not kept or kept[0][0] != key:
                kept.clear()  # before another of its size is made
                kept.append((key, function(*args, **options)))
            return kept[0][1]

        return call

    return decorate


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause Python's garbage collection; afterwards, it is on or off as before.

    While hundreds of thousands of lasting objects are made, it would search them again and again
    in vain.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
