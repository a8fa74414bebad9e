"""Fields of entries that hold lists: keywords, cite keys, ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from symposium.model.names import split_top
from symposium.reading.latex import decode

RE_LIST = re.compile(r"[,;]")


def split_lists(values: Iterable[str]) -> Iterator[str]:
    r"""Yield the items of lists, which are split at commas and semicolons, decoded.

    >>> list(split_lists([r"tides; small {, d}ata, Z\"urich", "nets"]))
    ['tides', 'small , data', 'Zürich', 'nets']
    """
    for value in values:
        items = (
            (item for part in split_top(value, ";") for item in split_top(part, ","))
            if "{" in value or "\\" in value
            else RE_LIST.split(value)
        )
        yield from (text for item in items if (text := decode(item.strip())))
