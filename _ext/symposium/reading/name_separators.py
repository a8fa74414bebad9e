"""Finding separators between names that BibTeX does not know: commas, semicolons, ampersands."""

from __future__ import annotations

import re
from typing import NamedTuple

from symposium.model.names import between, outside_braces, split_top

RE_SIGN = re.compile(
    r"[{}]|(?:,\s*)?\s&amp;\s|&\#?\w{1,12};|(?:,\s*)?\s\\?&\s|[;,；、，]|(?:,\s*)?\s(?:und|et)\s",
    re.IGNORECASE,
)
"""Braces, an entity of HTML, and what may separate names."""
RE_MAY_SEPARATE = re.compile(r"[;&；、，]|\s(?:und|et)\s", re.IGNORECASE)
ALWAYS = ";；、"
"""What stands in no name."""
RE_CHINESE = re.compile(r"[\u3400-\u9fff·]{2,10}")
RE_INITIALS_LAST = re.compile(r"([^\W\d_][^\s.,]+(?:[ ~-][^\W\d_][^\s.,]+)?)[ ~]([A-Z]{1,3})")
"""``Smith JD``, as in medicine."""
RE_SUFFIX = re.compile(r"(?:jr|sr|[ivx]+|esq|m\.?\s?d|ph\.?\s?d)\.?", re.IGNORECASE)
RE_INITIALS_FIRST = re.compile(
    r"(?:\w\.[ ~-]?){1,4}[ ~]?[^\W\d_][^\s.]+(?:[ ~][^\W\d_][^\s.]+){0,2}"
)
"""``J. D. Smith``: no family name begins so."""
MARGIN = " \t\n,~"
"""What may stand around a separator."""
LONGEST = 80
"""Characters of a name that is looked at so closely."""
EXTENDED = ("family", "given", "prefix")

Cut = tuple[int, int]
"""Where a separator begins and ends."""


class SeparatedNames(NamedTuple):
    """What stands between two ``and``."""

    names: list[str]
    fault: str = ""
    """What separates the names, if it is not ``and``."""
    cuts: tuple[Cut, ...] = ()
    """Where that stands, if ``and`` is certainly meant there."""
    commas: bool = False
    """It has more commas than a name may have, and is no list either."""


def listed(raw: str) -> SeparatedNames:
    r"""Return the names in a text without ``and``: mostly one.

    >>> listed("Doe, J.; Roe, R."), listed("Simon & Schuster").names
    (SeparatedNames(names=['Doe, J.', 'Roe, R.'], fault=';', cuts=((7, 8),), commas=False), ['Simon & Schuster'])
    >>> listed("Doe, J. \\& Roe, R.").names, listed("A. Doe, B. Roe, C. Poe").names
    (['Doe, J.', 'Roe, R.'], ['A. Doe', 'B. Roe', 'C. Poe'])
    """  # noqa: E501
    if RE_MAY_SEPARATE.search(raw):
        signs = _signs(raw)
        texts = [raw[start:end] for start, end in signs]
        if always := [text for text in texts if text in ALWAYS]:
            cuts = [cut for cut, text in zip(signs, texts, strict=True) if text not in ",，"]
            return _at_signs(raw, cuts, always[0])
        if "，" in texts and all(map(RE_CHINESE.fullmatch, between(raw, signs, MARGIN))):
            return _at_signs(raw, signs, "，")
        if several := _at_words(raw, signs):
            return several
    return _at_commas(raw) if "," in raw else SeparatedNames([raw])


def _signs(raw: str) -> list[Cut]:
    """Return what may separate names, outside of braces."""
    cuts = outside_braces(raw, RE_SIGN)
    return [cut for cut in cuts if raw[cut[0]] != "&" or raw[cut[1] - 1] != ";"]


def _at_signs(raw: str, cuts: list[Cut], sign: str) -> SeparatedNames:
    names = between(raw, cuts, MARGIN)
    certain = all(_is_name(name) or RE_CHINESE.fullmatch(name) for name in names)
    return SeparatedNames([name for name in names if name], sign, tuple(cuts) if certain else ())


def _at_words(raw: str, signs: list[Cut]) -> SeparatedNames | None:
    """Return the names around ``&``, ``und`` or ``et``, unless these are a part of one."""
    cuts = [cut for cut in signs if raw[slice(*cut)].strip() != ","]
    if not cuts:
        return None
    sign = raw[slice(*cuts[0])].strip(" \t\n,")
    names = between(raw, cuts, MARGIN)
    lists = [_at_commas(name) for name in names]
    if any(one.fault for one in lists) and all(map(_is_name, names[1:])):
        return SeparatedNames([name for one in lists for name in one.names], sign)
    if not all(map(_is_name, names)) or RE_SUFFIX.fullmatch(names[-1]):
        return None
    whole = all("," in name for name in names) or all(map(_begins_with_initials, names))
    if not whole and sign.isalpha():
        return None
    return SeparatedNames(names, sign, tuple(cuts) if whole else ())


def _is_name(text: str) -> bool:
    """Tell whether a text is ``Family, Given``, or has at least two words without a comma."""
    parts = split_top(text, ",")
    if len(parts) > 1:
        return len(parts) == 2 and all(parts)
    return text.startswith("{") or len(split_top(text, " ")) > 1


def _begins_with_initials(text: str) -> bool:
    return len(text) <= LONGEST and RE_INITIALS_FIRST.fullmatch(text) is not None


def _at_commas(raw: str) -> SeparatedNames:
    if raw.lower().startswith(EXTENDED):
        return SeparatedNames([raw])
    parts = split_top(raw, ",")
    count = len(parts)
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) > 1 and all(map(_begins_with_initials, parts)):
        cuts = [cut for cut in _signs(raw) if raw[cut[0]] == ","]
        certain = len(parts) == count and len(cuts) == count - 1
        return SeparatedNames(parts, ",", tuple(cuts) if certain else ())
    last = [len(part) <= LONGEST and RE_INITIALS_LAST.fullmatch(part) for part in parts]
    if len(parts) > 1 and all(last):
        return SeparatedNames([f"{found[1]}, {found[2]}" for found in last if found], ",")
    if count < 3:
        return SeparatedNames([raw])
    whole = all(len(split_top(part, " ")) > 1 for part in parts)
    if len(parts) > 2 and whole and not RE_SUFFIX.fullmatch(parts[1]):
        return SeparatedNames(parts, ",")
    if len(parts) > 3 and len(parts) % 2 == 0:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return SeparatedNames([", ".join(pair) for pair in pairs], ",")
    return SeparatedNames([", ".join(parts)], commas=len(parts) > 3)
