"""Texts for readers in their language: messages from gettext catalogues, the rest by CLDR.

The texts in the code and the templates are English, and an English site needs no catalogue. Other
languages have ``<language>/LC_MESSAGES/symposium.po`` beside this file, and perhaps in a project's
own folders. These files are read directly, without a compiled ``.mo``.

`use` sets the language of this process for all texts after it; `Pages` and other code that makes
texts for readers calls it first. Texts for authors stay English.
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
"""The folder of the package's catalogues."""
SEPARATOR = "\x04"
"""The character between the context of a message and the message, as in ``.mo`` files."""
ENGLISH_LANGUAGE = "en"
NUMBERS = 1 << 14
"""The size of the cache of texts with a number, which recur on many pages."""
RULE = "n != 1"
"""The plural rule of a catalogue that does not define one."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a language. They can be sent to other processes and machines."""

    language: str = ENGLISH_LANGUAGE
    """The language code as in Sphinx: ``de``, ``pt_BR``."""
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Translations by message, each with all its plural forms."""
    rule: str = RULE
    """The plural rule in the syntax of gettext: the index of the form for ``n``."""
    cldr: str = ""
    """The CLDR locale of dates, numbers and lists; empty for English and unknown languages."""
    direction: str = "ltr"

    @property
    def tag(self) -> str:
        """The language tag for HTML: ``pt-BR``."""
        return self.language.replace("_", "-")

    @property
    def digest(self) -> str:
        """A digest of the texts; empty for the English of the code."""
        if self.language == ENGLISH_LANGUAGE and not self.messages:
            return ""
        shown = repr((self.language, sorted(self.messages.items()), self.rule))
        return blake2b(shown.encode(), digest_size=16).hexdigest()

    def get(self, message: str, context: str = "") -> str:
        """Return the translation of a message, or the message itself if there is none."""
        forms = self.messages.get(f"{context}{SEPARATOR}{message}" if context else message)
        return forms[0] if forms else message


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
"""The same function for a message in a variable, which catalogue tools must not extract."""


def use(texts: Texts) -> None:
    """Set the language of all following texts in this process."""
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
    """Return the texts of the current language."""
    return _current.texts


def formats() -> Formats | None:
    """Return the current formats of dates; ``None`` for English, which has its own code."""
    return _current.formats


def pgettext(context: str, message: str) -> str:
    """Return a message with several meanings; ``context`` names the right one."""
    return _current.texts.get(message, context)


def N_(message: str) -> str:  # noqa: N802 - as in every project with gettext
    """Return a message unchanged, marked for translation: constants are translated when used."""
    return message


@lru_cache(maxsize=NUMBERS)
def plural(count: int, one: str, many: str) -> str:
    """Return a message with a number, in the form that the language has for it.

    >>> plural(1, "{count} paper", "{count} papers"), plural(1200, "a paper", "{count} papers")
    ('1 paper', '1,200 papers')
    >>> plural(0, "{count} paper", "{count} papers")
    '0 papers'
    """
    forms = _current.texts.messages.get(one)
    if forms is None:
        text = one if count == 1 else many
    else:
        text = forms[min(_current.form(count), len(forms) - 1)]
    return text.replace("{count}", number(count))


def plural_forms(singular: str, many: str) -> tuple[str, ...]:
    """Return all plural forms of a message with a number, for scripts."""
    return _current.texts.messages.get(singular, (singular, many))


@lru_cache(maxsize=NUMBERS)
def number(count: int) -> str:
    """Return a number as the language groups its digits.

    >>> number(12_345)
    '12,345'
    """
    return _current.formats.number(count) if _current.formats else f"{count:,}"


def separators(count: int) -> list[str]:
    """Return the texts between the items of a list of ``count`` items, in order.

    >>> separators(2), separators(4)
    ([' and '], [', ', ', ', ', and '])
    """
    if _current.formats:
        return _current.formats.separators(count)
    return [" and "] if count == 2 else [*[", "] * (count - 2), *[", and "] * (count > 2)]


def texts_of(language: str | None, folders: Iterable[Path] = (), domain: str = DOMAIN) -> Texts:
    """Return the texts of a language; catalogues in ``folders`` override the package's own."""
    if (language or ENGLISH_LANGUAGE) == ENGLISH_LANGUAGE and not any(map(Path.is_dir, folders)):
        return ENGLISH
    from symposium.locale import catalogues  # noqa: PLC0415 - English needs none of it

    return catalogues.read_texts(language or ENGLISH_LANGUAGE, (FOLDER, *folders), domain)
