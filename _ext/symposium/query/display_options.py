"""How a listing may look: options that name one of a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symposium.knowledge.nearest import Spellings
from symposium.query.errors import QueryError

VIEWS = ("list", "table", "cards", "compact")
"""How a listing may look, the usual one first."""
FILTERS = ("on", "off")
"""Whether a listing can be narrowed by its readers."""
CHOICES = {"view": VIEWS, "filter": FILTERS}
"""Options, and the words that each may be."""


def choices(options: Mapping[str, str]) -> Iterator[QueryError]:
    """Yield what is wrong with options that name one of a few words."""
    for option, words in CHOICES.items():
        text = options.get(option, words[0])
        word = text.strip()
        if word not in words:
            start = len(text) - len(text.lstrip())
            hint = Spellings(words).hint(word.lower(), f"there are {', '.join(words)}")
            if option == "filter" and word.lower() in {"no", "none", "false", "0", "hidden"}:
                hint = "write off"
            message = f'"{word}" is no {option} of a listing'
            yield QueryError(option, message, hint, start, start + max(1, len(word)))
