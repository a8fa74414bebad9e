"""Texts for readers in their language: messages from gettext catalogues, the rest by CLDR.

The texts in the code and the templates are English, and an English site needs no catalogue. For
other languages there is ``<language>/LC_MESSAGES/symposium.po`` beside this file, and perhaps in a
project's own folders. Catalogues are read as they are written: nothing has to be compiled.

`use` sets the language of all texts that are asked for next, in this process: `Pages` and whatever
else makes something for readers does so before it begins. Texts for authors stay English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import c2py
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symposium.locale.unicode_formats import Formats

DOMAIN = "symposium"
FOLDER = Path(__file__).parent
"""Where the catalogues of the package are."""
SEPARATOR = "\x04"
"""Stands between the context of a message and the message, as in compiled catalogues."""
ENGLISH_LANGUAGE = "en"
NUMBERS = 1 << 14
"""Texts with a number that are kept: pages count the same few things."""
RULE = "n != 1"
"""The plural of a catalogue that does not say its own."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a language. They can be sent to other processes and machines."""

    language: str = ENGLISH_LANGUAGE
    """As Sphinx writes it: ``de``, ``pt_BR``."""
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Each message with its translation, in as many forms as it has for numbers."""
    rule: str = RULE
    """Which form is for which number, in the syntax of gettext."""
    cldr: str = ""
    """The language of dates, numbers and lists; empty for English, and where nothing is known."""
    direction: str = "ltr"

    @property
    def tag(self) -> str:
        """The language as HTML writes it: ``pt-BR``."""
        return self.language.replace("_", "-")

    @property
    def digest(self) -> str:
        """What tells these texts from others; empty for English as it is in the code."""
        if self.language == ENGLISH_LANGUAGE and not self.messages:
            return ""
        shown = repr((self.language, sorted(self.messages.items()), self.rule))
        return blake2b(shown.encode(), digest_size=16).hexdigest()

    def get(self, message: str, context: str = "") -> str:
        """Return a message in this language, or as it is where no translation is known."""
        found = self.messages.get(f"{context}{SEPARATOR}{message}" if context else message)
        return found[0] if found else message


ENGLISH = Texts()


@dataclass(slots=True)
class _Current:
    """The language of this process."""

    texts: Texts = ENGLISH
    formats: Formats | None = None
    form: Callable[[int], int] = field(default_factory=lambda: c2py(RULE))


_current = _Current()


@cache
def _(message: str) -> str:
    """Return a message in the language in use."""
    return _current.texts.get(message)


translated = _
"""The same, for a message that is known only when a page is made."""


def use(texts: Texts) -> None:
    """Show all that follows in a language."""
    if texts is not _current.texts:
        _current.texts = texts
        _current.form = c2py(texts.rule)
        _current.formats = _formats(texts.cldr) if texts.cldr else None
        _.cache_clear()
        plural.cache_clear()
        number.cache_clear()


def _formats(language: str) -> Formats:
    from symposium.locale.unicode_formats import Formats  # noqa: PLC0415 - English needs none of it

    return Formats(language)


def current() -> Texts:
    """Return the texts that are in use."""
    return _current.texts


def formats() -> Formats | None:
    """Return the formats of dates in use; ``None`` for English, which has its own."""
    return _current.formats


def pgettext(context: str, message: str) -> str:
    """Return a message with several meanings; ``context`` names the right one."""
    return _current.texts.get(message, context)


def N_(message: str) -> str:  # noqa: N802 - as in every project with gettext
    """Mark a message that is translated where it is used: constants are made only once."""
    return message


@lru_cache(maxsize=NUMBERS)
def plural(count: int, one: str, many: str) -> str:
    """Return a message with a number, in the form that the language has for it.

    >>> plural(1, "{count} paper", "{count} papers"), plural(1200, "a paper", "{count} papers")
    ('1 paper', '1,200 papers')
    >>> plural(0, "{count} paper", "{count} papers")
    '0 papers'
    """
    found = _current.texts.messages.get(one)
    if found is None:
        text = one if count == 1 else many
    else:
        text = found[min(_current.form(count), len(found) - 1)]
    return text.replace("{count}", number(count))


def plural_forms(one: str, many: str) -> tuple[str, ...]:
    """Return all forms of a message with a number, for a script that counts."""
    return _current.texts.messages.get(one, (one, many))


@lru_cache(maxsize=NUMBERS)
def number(count: int) -> str:
    """Return a number as the language groups its digits.

    >>> number(12_345)
    '12,345'
    """
    return _current.formats.number(count) if _current.formats else f"{count:,}"


def separators(count: int) -> list[str]:
    """Return what stands between the items of a list of so many, in their order.

    >>> separators(2), separators(4)
    ([' and '], [', ', ', ', ', and '])
    """
    if _current.formats:
        return _current.formats.separators(count)
    return [" and "] if count == 2 else [*[", "] * (count - 2), *[", and "] * (count > 2)]


def texts_of(language: str | None, folders: Iterable[Path] = ()) -> Texts:
    """Return the texts of a language; what a project says in ``folders`` comes before ours."""
    if (language or ENGLISH_LANGUAGE) == ENGLISH_LANGUAGE and not any(map(Path.is_dir, folders)):
        return ENGLISH
    from symposium.locale import catalogues  # noqa: PLC0415 - English needs none of it

    return catalogues.read_texts(language or ENGLISH_LANGUAGE, (FOLDER, *folders))
