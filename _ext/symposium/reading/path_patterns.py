"""Patterns of paths, as Sphinx and the settings of the check write them, matched in bounded time.

What is between two stars has a fixed length, so each part may take the first place where it fits,
and need never be tried at another one. Plain regular expressions would try all ways to divide a
path among the stars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

RE_SPHINX = re.compile(r"(\*+|\?|\[!?\]?[^\]]*\])")
RE_FOLDERS = re.compile(r"((?:(?<=/)|^)(?:\*\*+/)+|\*+|\?)")
"""The signs of patterns: here ``**/`` also stands for no folder, and brackets for themselves."""


def matcher(patterns: Iterable[str], *, below: bool = False) -> Callable[[str], bool]:
    """Return what tells whether a path matches one of Sphinx's patterns, or lies ``below`` a match.

    >>> excluded = matcher(["**/_sources", "draft-?.md", "[ab]/*"])
    >>> [excluded(path) for path in ("x/_sources", "draft-1.md", "a/x.md", "a/x/y.md")]
    [True, True, True, False]
    """
    if below:
        return _any_of(_regex(RE_SPHINX, one, r"(?=/|\Z)") for one in patterns)
    return _any_of(map(expression, patterns))


def escaped(path: str) -> str:
    """Return the pattern that matches a path alone.

    >>> escaped("a[b]*.md")
    'a[[]b][*].md'
    """
    return re.sub(r"([\[*?])", r"[\1]", path)


def expression(pattern: str) -> str:
    """Return the regular expression of one of Sphinx's patterns, which begins where a path does."""
    return _regex(RE_SPHINX, pattern, r"\Z")


def folder_matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return what tells whether a path, or a folder above it, matches one of some patterns.

    >>> excluded = folder_matcher(["drafts/", "**/old/*.md"])
    >>> [excluded(path) for path in ("drafts/a/b.md", "old/a.md", "x/old/a.md", "old/y/a.md")]
    [True, True, True, False]
    """
    return _any_of(_regex(RE_FOLDERS, one.strip("/"), r"(?=/|\Z)") for one in patterns)


def _any_of(expressions: Iterable[str]) -> Callable[[str], bool]:
    compiled = re.compile("|".join(expressions) or "(?!)")
    return lambda path: compiled.match(path) is not None


def _regex(signs: re.Pattern[str], pattern: str, end: str) -> str:
    """Return the regular expression of a pattern: a group for what follows each ``**``."""
    parts = [("", "")]
    """Each star, and the expression of what follows up to the next one."""
    for piece in signs.split(pattern):
        if piece.startswith("*") and signs.fullmatch(piece):
            parts.append((piece, ""))
        else:
            star, after = parts[-1]
            parts[-1] = (star, after + _without_stars(piece, signs))
    parts[-1] = (parts[-1][0], parts[-1][1] + end)
    spans = [parts[0][1]]
    for star, after in parts[1:]:
        if star == "*":
            spans[-1] += f"(?>[^/]*?{after})"
        else:
            spans.append(("(?:.*?/)??" if star.endswith("/") else ".*?") + after)
    return "(?s:" + "".join(f"(?>{one})" for one in spans) + ")"


def _without_stars(piece: str, signs: re.Pattern[str]) -> str:
    """Return the expression of a sign, or of what stands between signs."""
    if not signs.fullmatch(piece):
        return re.escape(piece)
    if piece == "?":
        return "[^/]"
    inner = piece[1:-1].replace("\\", "\\\\").replace("[", "\\[")
    if inner.startswith("!"):
        inner = f"^/{inner[1:]}"
    elif inner.startswith("^"):
        inner = f"\\{inner}"
    try:
        re.compile(f"[{inner}]")
    except re.error:
        return re.escape(piece)
    return f"[{inner}]"
