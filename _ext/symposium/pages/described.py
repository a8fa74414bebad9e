"""The details of a record that follow from the descriptions of its fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symposium.fields.compound_types import Field
from symposium.kinds import BY_NAME, BY_RECORD
from symposium.locale import _, plural
from symposium.model.dates import Date, Period
from symposium.pages.shown_times import printed, span, year_of


def text_of(value: Any) -> str:
    """Return the value of a field as text.

    >>> text_of(("a", "b")), text_of(Date(2021, 3)), text_of(None), text_of(7)
    ('a, b', 'March 2021', '', '7')
    """
    if isinstance(value, tuple):
        return ", ".join(map(text_of, value))
    if value is True:
        return _("yes")
    return printed(value) if isinstance(value, (Date, Period)) else str(value or "")


def counted(kind: str, count: int) -> str:
    """Return a text that says how many records of a kind there are."""
    return plural(count, *BY_NAME[kind].counted)


def named_people(record: Any) -> list[Any]:
    """Return the people whom the fields of a record name, as printed."""
    return [one for field in BY_RECORD[type(record)].people for one in getattr(record, field)]


def facts(
    record: Any, *, in_item: bool = False, added: bool = False
) -> Iterator[tuple[Field, str]]:
    """Yield the fields with a label that a record has, each with its value as text.

    A begin is shown with the end, both as printed where the record says that. In the line of a list
    only what is meant for it is shown; with ``added``, only what plugins add.
    """
    kind = BY_RECORD.get(type(record))
    for said in (kind.added if added else kind.fields).values() if kind else ():
        name = said.attribute
        if (
            said.added != added
            or not said.label
            or said.role
            or said.refers
            or (in_item and not said.item)
        ):
            continue
        if name == "start" and hasattr(record, "end"):
            text = getattr(record, "when", None) or span(record.start, record.end)
        elif name == "end" and hasattr(record, "start"):
            continue
        else:
            text = text_of(said.of(record))
        if text:
            yield said, text


def values_of_facet(said: Field, record: Any) -> tuple[str, ...]:
    """Return by which values of a field readers can choose a record; of dates these are years."""
    value = said.of(record)
    if isinstance(value, (Date, Period)):
        year = year_of(value)
        return (str(year),) if year else ()
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    return tuple([text_of(one) for one in values if one])
