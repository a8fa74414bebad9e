"""Patterns of paths, as in Sphinx's ``exclude_patterns``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

RE_GLOB = re.compile(r"\*\*+|\*|\?|\[!?\]?[^\]]*\]")


def matcher(patterns: Iterable[str], *, below: bool = True) -> Callable[[str], bool]:
    """Return what tells whether a path matches one of Sphinx's patterns, or lies ``below`` a match.

    >>> excluded = matcher(["**/_sources", "draft-?.md", "[ab]/*"])
    >>> [excluded(path) for path in ("x/_sources", "draft-1.md", "a/x/y.md", "c/x.md")]
    [True, True, True, False]
    """
    parts = [f"(?:{_regex(pattern)})" for pattern in dict.fromkeys(patterns)]
    if not parts:
        return lambda _: False
    compiled = re.compile(f"(?:{'|'.join(parts)}){'(?:/.*)?' if below else ''}", re.DOTALL)
    return lambda path: compiled.fullmatch(path) is not None


def escaped(path: str) -> str:
    """Return the pattern that matches a path alone.

    >>> escaped("a[b]*.md")
    'a[[]b][*].md'
    """
    return re.sub(r"([\[*?])", r"[\1]", path)


def _regex(pattern: str) -> str:
    """Return the regular expression of a pattern: ``**`` spans folders, ``*`` and ``?`` do not."""
    pieces = []
    end = 0
    for found in RE_GLOB.finditer(pattern):
        pieces.append(re.escape(pattern[end : found.start()]))
        end = found.end()
        pieces.append(_sign(found[0]))
    pieces.append(re.escape(pattern[end:]))
    return "".join(pieces)


def _sign(glob: str) -> str:
    # More than two stars mean no more than two, and would take for ever to try.
    known = {"**": ".*", "*": "[^/]*", "?": "[^/]"}.get(glob[:2])
    if known:
        return known
    inner = glob[1:-1].replace("\\", "\\\\").replace("[", "\\[")
    if inner.startswith("!"):
        inner = f"^/{inner[1:]}"
    elif inner.startswith("^"):
        inner = f"\\{inner}"
    try:
        re.compile(f"[{inner}]")
    except re.error:
        return re.escape(glob)
    return f"[{inner}]"
