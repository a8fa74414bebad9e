"""Names of files that a site cannot have."""

from __future__ import annotations

import os
import re
from unicodedata import is_normalized, normalize

MAX_NAME = 240
"""Bytes of a name: file systems allow 255, and Sphinx adds an ending of its own."""
MAX_PATH = 1_000
"""Bytes of a path below the project."""

RE_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def shown(path: str) -> str:
    r"""Return a path as text that can be printed in one line.

    >>> shown("caf\udce9.md"), shown("a\nb.md")
    ('caf\\xe9.md', 'a\\nb.md')
    """
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return RE_CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def fault_of(folder: str, name: str) -> tuple[str, str] | None:
    r"""Return why a file in a folder is left out for its name, and what to do about it.

    >>> fault_of("/tmp", "a.md"), fault_of("/tmp", "caf\udce9.md")
    (None, ('The name is not UTF-8', 'rename it'))
    """
    if name.isascii() and name.isprintable() and len(name) <= MAX_NAME:
        return None
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return "The name is not UTF-8", "rename it"
    if RE_CONTROL.search(name):
        return "The name holds a line break or another control character", "rename it"
    if size > MAX_NAME:
        return f"The name is longer than {MAX_NAME} bytes", "give it a shorter one"
    if not is_normalized("NFC", name) and not _is_same(folder, name):
        composed = normalize("NFC", name)
        message = "The name has letters and their marks apart (NFD), so no link would find it"
        return message, f"rename it to {composed}, written with composed letters (NFC)"
    return None


def _is_same(folder: str, name: str) -> bool:
    """Tell whether a file system has a name in either form for one file."""
    try:
        return os.path.samefile(f"{folder}/{name}", f"{folder}/{normalize('NFC', name)}")  # noqa: PTH121
    except OSError:
        return False
