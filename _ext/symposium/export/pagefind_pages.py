"""A table from the pages of Pagefind's index to records.

Pagefind names what it keeps of a page by a hash, which it hands back with each hit. The table is
made while the files of its index are at hand: the names, in the order of the records' numbers.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence

from symposium.export.search_records import SearchRecord, page_of
from symposium.export.search_shards import packed
from symposium.pages.urls import Urls

PAGES = "pages.bin"
FRAGMENT = "fragment/"
MARK = b"pagefind_dcd"
"""The beginning of a file, before its JSON; the whole file is gzip'd."""


def pages_file(
    files: Mapping[str, bytes], entries: Sequence[SearchRecord], urls: Urls, root: str
) -> bytes:
    """Return the names of the pages of records, 0 for a record whose page is not indexed.

    ``root`` is the digest of our own index, whose numbers they stand beside: no browser takes the
    table for one of other numbers.

    Raises:
        ValueError: if the files are not as they should be, as those of another version may be.
    """
    names = {}
    for path, content in files.items():
        if path.startswith(FRAGMENT):
            name = path.removeprefix(FRAGMENT).removesuffix(".pf_fragment")
            names[_address(_url(content))] = name
    pages = [names.get(_address(urls.file(page_of(entry))), 0) for entry in entries]
    return packed({"digest": root, "pages": pages})


def _url(content: bytes) -> str:
    """Return the address of the page whose text a file holds."""
    try:
        data = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError("a file of the search index is not compressed as it should be") from error
    if not data.startswith(MARK):
        raise ValueError("a file of the search index does not begin as it should")
    url: str = json.loads(data[len(MARK) :])["url"]
    return url


def _address(path: str) -> str:
    """Return what a file and its address have in common.

    >>> _address("events/meet/index.html"), _address("/events/meet/")
    ('events/meet/', 'events/meet/')
    """
    return path.removeprefix("/").removesuffix("index.html")
