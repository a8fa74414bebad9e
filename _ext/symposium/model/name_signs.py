r"""Signs behind names of authors, as in ``Doe*, Jane`` or ``Jane Doe$^\\dagger$``.

They are no part of the name: they become marks of the author, as annotations of biblatex do.
"""

from __future__ import annotations

import re

SIGNS = "*†‡§¶"
"""Signs that people put behind names to explain them below the list."""

COMMANDS = {
    "dagger": "†", "dag": "†", "textdagger": "†", "ddagger": "‡", "ddag": "‡",
    "textdaggerdbl": "‡", "ast": "*", "textasteriskcentered": "*", "S": "§", "textsection": "§",
}  # fmt: skip
ALIKE = {"∗": "*", "⁎": "*"}

_ONE = rf"(?:[{SIGNS}∗⁎]|\\(?:{'|'.join(sorted(COMMANDS, key=len, reverse=True))})(?![A-Za-z])\s*)"
_SEVERAL = rf"{_ONE}(?:,?{_ONE})*"
RE_SOME = re.compile(r"[*†‡§¶∗⁎]|\\(?:text)?d?dag|\\ast|\\S\b|\\textsection")
"""Whether it is worth to look: most names have no sign."""
RE_SIGNED = re.compile(
    rf"\\textsuperscript\s*\{{\s*({_SEVERAL})\}}|\$\s*\^?\s*\{{?\s*({_SEVERAL})\}}?\s*\$"
    rf"|\{{\s*({_SEVERAL})\}}|({_SEVERAL})"
)
RE_ONE = re.compile(rf"[{SIGNS}∗⁎]|\\[A-Za-z]+")


def without_signs(raw: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a name without its signs, and these, each once.

    >>> without_signs("Doe*, Jane"), without_signs(r"Jane Doe$^{*\dagger}$")
    (('Doe, Jane', ('*',)), ('Jane Doe', ('*', '†')))
    >>> without_signs("Doe, Jane")
    ('Doe, Jane', ())
    """
    if not RE_SOME.search(raw):
        return raw, ()
    found: list[str] = []

    def noted(match: re.Match[str]) -> str:
        signs = RE_ONE.findall(next(filter(None, match.groups())))
        found.extend(COMMANDS.get(sign[1:], "") or ALIKE.get(sign, sign) for sign in signs)
        return ""

    name = RE_SIGNED.sub(noted, raw)
    bare = " ".join(name.split()).replace(" ,", ",").strip()
    return (bare, tuple(dict.fromkeys(found))) if bare.strip("{}, ") else (raw, ())
