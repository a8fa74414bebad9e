"""The published facts of a site: its ``api/v1``, read from a folder or an address."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from symposium import __version__
from symposium.cli.wrong_use import WrongUseError
from symposium.export.api_schema import FOLDER
from symposium.model.gate import read_file

Records = list[dict[str, Any]]
RE_ADDRESS = re.compile(r"https?://\S+")
RE_FILE = re.compile(r"[a-z0-9_-]{1,100}\.json")
MOST = 100_000_000
"""Bytes of one file; the largest of ours has a third of that."""
SECONDS = 30
"""How long an answer may take."""


def is_address(source: str) -> bool:
    """Tell whether a source is an address, and not a folder."""
    return bool(RE_ADDRESS.fullmatch(source))


def base_of(address: str) -> str:
    """Return the address of a site; given may be that of its ``api/v1``, or of a file there.

    >>> base_of("https://example.org/kb"), base_of("https://example.org/kb/api/v1/index.json")
    ('https://example.org/kb/', 'https://example.org/kb/')
    """
    site = re.sub(rf"/({FOLDER}(/(index\.json)?)?|index\.html)$", "", address)
    return site.rstrip("/") + "/"


def is_published(folder: Path) -> bool:
    """Tell whether a folder holds a site that was built."""
    return (folder / FOLDER / "index.json").is_file()


def facts_of(source: str) -> Mapping[str, Records]:
    """Return the tables of a site, by name: ``papers``, ``people`` and so on.

    ``source`` is the folder of a built site, or its address.

    Raises:
        WrongUseError: if there are none, or they cannot be read.
    """
    read = partial(_asked, base_of(source)) if is_address(source) else partial(_read, Path(source))
    index = _json(read, "index.json")
    files = index.get("files") if isinstance(index, dict) else None
    if not isinstance(files, dict):
        raise WrongUseError(f"{source}: {FOLDER}/index.json names no files: is it such a site?")
    return {str(name): _table(read, names) for name, names in files.items()}


def _table(read: Callable[[str], bytes], names: Any) -> Records:
    rows: Records = []
    for name in names if isinstance(names, list) else ():
        if not isinstance(name, str) or not RE_FILE.fullmatch(name):
            raise WrongUseError(f"{FOLDER}/index.json names {name!r}, which is not a file of facts")
        found = _json(read, name)
        rows += [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return rows


def _json(read: Callable[[str], bytes], name: str) -> Any:
    try:
        return json.loads(read(name))
    except ValueError as error:
        raise WrongUseError(f"{FOLDER}/{name} is no JSON: {error}") from error


def _read(folder: Path, name: str) -> bytes:
    path = folder / FOLDER / name
    try:
        return read_file(path)
    except OSError as error:
        raise WrongUseError(f"{path} cannot be read: {error.strerror}") from error


def _asked(base: str, name: str) -> bytes:
    """Return what is at an address; where it leads on, it must be a site, too."""
    return _content(urljoin(base, f"{FOLDER}/{name}"))


def json_at(address: str) -> Any:
    """Return the JSON at an address.

    Raises:
        WrongUseError: if there is none, or it cannot be read.
    """
    try:
        return json.loads(_content(address))
    except ValueError as error:
        raise WrongUseError(f"{address} is no JSON: {error}") from error


def _content(address: str) -> bytes:
    request = Request(address, headers={"User-Agent": f"symposium/{__version__}"})  # noqa: S310 - http, by `is_address`
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - the same
            content: bytes = answer.read(MOST + 1)
    except (URLError, TimeoutError, OSError) as error:
        raise WrongUseError(f"{address} cannot be read: {error}") from error
    if len(content) > MOST:
        raise WrongUseError(f"{address} is longer than {MOST:,} bytes")
    return content
