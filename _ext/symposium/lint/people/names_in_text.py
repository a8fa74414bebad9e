"""Finding names in texts, whatever their spelling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from symposium.model.names import LETTERS, Name, fold_text, parse_name, without_title

RE_WORD = re.compile(r"[^\W_]+")
BETWEEN = r"[\W_]{0,4}"
"""What may stand between the parts of a name."""


ENOUGH = 12
"""So many words of a name tell it from others, however many more it has."""

NONE: tuple[re.Pattern[str], list[str]] = (re.compile("(?!)"), [])


class NameInText:
    """Looks for names in texts: in any case, with or without accents, turned, or in one word."""

    def __init__(self, names: Iterable[str]) -> None:
        """Look for these names, of which those of one word alone are left out.

        A family name alone says nothing: it is that of many.
        """
        ways: dict[str, str] = {}
        for text in names:
            for way in _ways(parse_name(without_title(text))):
                ways.setdefault(way, text)
        # Most words begin like no name: they are not compared with any.
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for way, text in ways.items():
            groups[way[0]].append((way, text))
        self._groups = {
            letter: (
                re.compile(rf"(?:{'|'.join(f'({way})' for way, _ in group)})(?![^\W_])"),
                [text for _, text in group],
            )
            for letter, group in groups.items()
        }

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield each name that stands in a text, with its line (from 0) and column (from 0)."""
        if not self._groups:
            return
        folded, offsets = folded_with_offsets(text)
        for word in RE_WORD.finditer(folded):
            pattern, names = self._groups.get(word[0][0], NONE)
            if found := pattern.match(folded, word.start()):
                at = offsets[found.start()]
                line = text.count("\n", 0, at)
                column = at - text.rfind("\n", 0, at) - 1
                yield names[(found.lastindex or 1) - 1], line, column


def _ways(name: Name) -> Iterator[str]:
    """Yield the regular expressions of the ways in which a name may be written, folded."""
    words = _escaped(name.text)
    if len(words) < 2:
        return
    yield BETWEEN.join(words)
    family = _escaped(f"{name.prefix} {name.family}")
    given = _escaped(name.given)
    if family and given:
        yield BETWEEN.join([*family, *given])


def _escaped(text: str) -> list[str]:
    return [re.escape(word) for word in words_of(text)[:ENOUGH]]


def words_of(text: str) -> list[str]:
    """Return the words of a text as names are compared.

    >>> words_of("J.-F. Bø, jr")
    ['j', 'f', 'bo', 'jr']
    """
    return RE_WORD.findall(fold_text(text))


def folded_with_offsets(text: str) -> tuple[str, list[int]]:
    """Return a text as names are compared, and for each of its letters where it stood.

    >>> folded_with_offsets("Bø ß")
    ('bo ss', [0, 1, 2, 3, 3])
    """
    if text.isascii():
        return text.lower(), list(range(len(text)))
    parts: list[str] = []
    offsets: list[int] = []
    for index, char in enumerate(text):
        made = char.lower() if char.isascii() else LETTERS.get(char.lower()) or fold_text(char)
        parts.append(made)
        offsets += [index] * len(made)
    return "".join(parts), offsets
