"""Names of persons: their parts, how they are printed, and how they are compared.

The parts follow BibTeX (Patashnik, *BibTeXing*, 1988, section 4): given names, a prefix
("von", "van der"), the family name and a suffix ("Jr."). biblatex's extended format
(``family=Meier, given=Hans, prefix=von``; biblatex manual, section 3.6) is read too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

LETTERS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
    "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ə": "e", "ƒ": "f", "ǥ": "g", "ɨ": "i",
}  # fmt: skip
"""Letters that Unicode decomposition does not split, lower case, and what they fold to."""

RE_TITLE = re.compile(
    r"(?:(?:prof|professor|dr|mr|mrs|ms|ph\.?d|dipl\.?-?\w*)\.?\s+)+(?=\S)", re.IGNORECASE
)
"""Academic titles in front of a name: kept as printed, ignored in matching."""

RE_SILENT = re.compile(r"[\W_]+")
"""Characters that are neither letters nor digits in any script."""

RE_EAST_ASIAN = re.compile(
    r"[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff"
    r"\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""Han, Hangul or Kana: scripts that write the family name first and without a space after it."""
RE_FOREIGN = re.compile(r"[^\x00-\x7f]+")

RE_EXTENDED = re.compile(
    r"\s*(family|given|prefix|suffix|useprefix|id|\w+-i)\s*=\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as printed.

    >>> parse_name("van der Berg, Jan").text
    'Jan van der Berg'
    """

    text: str
    """The whole name as it is shown: ``Jan van der Berg``."""
    family: str
    """The family name without prefix; for a corporate name, the whole."""
    given: str = ""
    prefix: str = ""
    suffix: str = ""
    corporate: bool = False
    """An organisation, or a name that was given whole in braces: never taken apart."""

    def __hash__(self) -> int:
        """Hash the text alone: names with one text but other parts are rare, and text is quick."""
        return hash(self.text)

    @property
    def sort_key(self) -> str:
        """Family name first, folded, for lists from A to Z.

        >>> parse_name("Łukasz Kaiser").sort_key
        'kaiser lukasz'
        """
        parts = list(filter(None, (self.family, self.given, self.prefix, self.suffix)))
        whole = " ".join(parts)
        return whole.lower() if whole.isascii() else " ".join(filter(None, map(fold_text, parts)))

    @property
    def inverted(self) -> str:
        """Family name first, for metadata: ``van der Berg, Jan``."""
        if self.corporate or not self.given:
            return self.text
        if self.family and not self.prefix and not self.suffix:  # as most names are
            return f"{self.family}, {self.given}"
        family = f"{self.prefix} {self.family}".strip()
        return ", ".join(part for part in (family, self.given, self.suffix) if part)


def fold_text(text: str) -> str:
    """Return ``text`` in lower case without diacritics; spaces and punctuation stay.

    >>> fold_text("Bazińska, Øyvind")
    'bazinska, oyvind'
    >>> fold_text("𝔹adia")
    'badia'
    """
    if text.isascii():
        return text.lower()
    # Once more at the end, because the letters of mathematics decompose into capitals.
    folded = unicodedata.normalize("NFKD", text.casefold()).casefold()
    return RE_FOREIGN.sub(_without_marks, folded)


def _without_marks(match: re.Match[str]) -> str:
    return "".join(LETTERS.get(char, char) for char in match[0] if not unicodedata.combining(char))


def without_title(text: str) -> str:
    """Return a name without the academic titles in front of it.

    >>> without_title("Prof. Dr. Rosa Badia"), without_title("Prof.")
    ('Rosa Badia', 'Prof.')
    """
    if text[:1] not in "PDMpdm" or not RE_TITLE.match(text):
        return text
    return RE_TITLE.sub("", text, count=1)


def fold_name(text: str) -> str:
    """Return the key that all printed forms of one name share.

    Case, diacritics, punctuation, spacing and titles in front are ignored; letters of every
    script count.

    >>> fold_name("Prof. Julia Bazińska"), fold_name("Brian R.")
    ('juliabazinska', 'brianr')
    """
    folded = fold_text(without_title(text)).replace(" ", "").replace(".", "")
    if not folded.isalnum():
        folded = RE_SILENT.sub("", folded)
    return folded or "".join(text.split()).casefold()


def split_top(text: str, separator: str) -> list[str]:
    """Split at ``separator`` outside braces; a space means any run of white space.

    >>> split_top("{Barnes, Noble}, Jr", ",")
    ['{Barnes, Noble}', 'Jr']
    """
    if "{" not in text and "}" not in text:
        if separator == " ":
            return text.replace("~", " ").split()
        return [part.strip() for part in text.split(separator)]
    signs = "[ ~\t\n\r]" if separator == " " else re.escape(separator)
    parts = between(text, outside_braces(text, rf"(?<!\\)[{{}}]|{signs}"))
    return [part for part in parts if part] if separator == " " else parts


def outside_braces(text: str, pattern: str | re.Pattern[str]) -> list[tuple[int, int]]:
    """Return the spans of matches outside braces; the pattern must match braces, too."""
    spans: list[tuple[int, int]] = []
    depth = 0
    for sign in re.finditer(pattern, text):
        if sign[0] in {"{", "}"}:
            depth = max(0, depth + (1 if sign[0] == "{" else -1))
        elif not depth:
            spans.append(sign.span())
    return spans


def between(text: str, cuts: Iterable[tuple[int, int]], margin: str | None = None) -> list[str]:
    """Return the pieces between cuts of a text, stripped of ``margin`` (default: white space)."""
    bounds = [0, *chain.from_iterable(cuts), len(text)]
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return [text[start:end].strip(margin) for start, end in pairs]


def _without_braces(text: str) -> str:
    return text.replace("{", "").replace("}", "")


def parse_name(raw: str, decode: Callable[[str], str] = _without_braces) -> Name:
    """Return the name written in ``raw``, by BibTeX's rules.

    ``decode`` turns the markup of a part into text (LaTeX to Unicode for a ``.bib``).

    >>> parse_name("Rosa M. Badia").family
    'Badia'
    >>> parse_name("de la Cruz, Jr., Ana").suffix
    'Jr.'
    >>> parse_name("{The BigScience Workshop}").corporate
    True
    >>> parse_name("刘, 洋").text, parse_name("刘, 洋").inverted, parse_name("刘 洋").text
    ('刘洋', '刘, 洋', '刘 洋')
    """
    raw = raw.strip()
    if _is_one_group(raw):
        text = decode(raw[1:-1]).strip()
        return Name(text=text, family=text, corporate=True)
    if "=" in raw and RE_EXTENDED.match(raw):
        return _extended(raw, decode)
    parts = split_top(raw, ",")
    tokens = split_top(parts[0], " ")
    has_comma = len(parts) > 1
    begin, end = _prefix(tokens, decode) or ((0, 0) if has_comma else (len(tokens) - 1,) * 2)
    if has_comma:
        given, begin, suffix = parts[-1], 0, " ".join(parts[1:-1])
    else:
        given, suffix = " ".join(tokens[:begin]), ""
    raw_parts = (given, " ".join(tokens[begin:end]), " ".join(tokens[end:]), suffix)
    decoded = (decode(" ".join(part.split())) if part else "" for part in raw_parts)
    return _compose(*decoded, has_comma=has_comma)


def _compose(given: str, prefix: str, family: str, suffix: str, *, has_comma: bool = True) -> Name:
    """Return a name of these parts; East Asian parts are joined only if a comma divided them."""
    if has_comma and RE_EAST_ASIAN.fullmatch(family) and RE_EAST_ASIAN.fullmatch(given):
        text = family + given
    else:
        text = " ".join(part for part in (given, prefix, family, suffix) if part)
    return Name(text=text, family=family, given=given, prefix=prefix, suffix=suffix)


def _is_one_group(raw: str) -> bool:
    """Tell whether one pair of braces encloses the whole of ``raw``."""
    if not (raw.startswith("{") and raw.endswith("}")) or raw.startswith("{\\"):
        return False
    depth = 0
    for index, char in enumerate(raw):
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return index == len(raw) - 1
    return False


def _extended(raw: str, decode: Callable[[str], str]) -> Name:
    values = {"given": "", "prefix": "", "family": "", "suffix": ""}
    for part in split_top(raw, ","):
        key, _, value = part.strip().strip('"').partition("=")
        if key.strip().lower() in values:
            values[key.strip().lower()] = decode(value.strip().strip('"'))
    return _compose(values["given"], values["prefix"], values["family"], values["suffix"])


def _is_lower(token: str, decode: Callable[[str], str]) -> bool:
    """Tell whether BibTeX takes ``token`` as part of the prefix: its first letter is lower case."""
    if token.startswith("{") and not token.startswith("{\\"):
        return False
    letter = next((char for char in decode(token) if char.isalpha()), "")
    return letter.islower()


def _prefix(tokens: list[str], decode: Callable[[str], str]) -> tuple[int, int] | None:
    """Return the begin and end of the prefix: from the first to the last lower-case token.

    The last token always belongs to the family name.
    """
    lower = [index for index, token in enumerate(tokens[:-1]) if _is_lower(token, decode)]
    return (lower[0], lower[-1] + 1) if lower else None


RE_BRACE = re.compile(r"[{}]")


def balanced(value: str) -> str:
    """Return ``value`` without the braces that have no partner.

    >>> balanced("a{b}c}{d")
    'a{b}cd'
    """
    closed = _without_unopened(value, "{")
    return _without_unopened(closed[::-1], "}")[::-1]


def _without_unopened(value: str, opening: str) -> str:
    """Return ``value`` without the braces of the other kind that close nothing."""
    depth = 0

    def kept(brace: re.Match[str]) -> str:
        nonlocal depth
        depth = max(depth, 0) + (1 if brace[0] == opening else -1)
        return brace[0] if depth >= 0 else ""

    return RE_BRACE.sub(kept, value)


# Signs behind names of authors, as in ``Doe*, Jane`` or ``Jane Doe$^\dagger$``. They do not belong
# to the name but become marks of the author, as annotations of biblatex do.

SIGNS = "*†‡§¶"
"""Signs that people put behind names to explain them below the list."""

COMMANDS = {
    "dagger": "†", "dag": "†", "textdagger": "†", "ddagger": "‡", "ddag": "‡",
    "textdaggerdbl": "‡", "ast": "*", "textasteriskcentered": "*", "S": "§", "textsection": "§",
}  # fmt: skip
ALIKE = {"∗": "*", "⁎": "*"}

_SIGN = rf"(?:[{SIGNS}∗⁎]|\\(?:{'|'.join(sorted(COMMANDS, key=len, reverse=True))})(?![A-Za-z])\s*)"
_SIGNS = rf"{_SIGN}(?:,?{_SIGN})*"
RE_SOME = re.compile(r"[*†‡§¶∗⁎]|\\(?:text)?d?dag|\\ast|\\S\b|\\textsection")
"""A quick test, as most names have no sign."""
RE_SIGNED = re.compile(
    rf"\\textsuperscript\s*\{{\s*({_SIGNS})\}}|\$\s*\^?\s*\{{?\s*({_SIGNS})\}}?\s*\$"
    rf"|\{{\s*({_SIGNS})\}}|({_SIGNS})"
)
RE_SIGN = re.compile(rf"[{SIGNS}∗⁎]|\\[A-Za-z]+")


def without_signs(raw: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a name without its signs, and the signs, each once.

    >>> without_signs("Doe*, Jane"), without_signs(r"Jane Doe$^{*\dagger}$")
    (('Doe, Jane', ('*',)), ('Jane Doe', ('*', '†')))
    >>> without_signs("Doe, Jane")
    ('Doe, Jane', ())
    """
    if not RE_SOME.search(raw):
        return raw, ()
    marks: list[str] = []

    def collect(match: re.Match[str]) -> str:
        signs = RE_SIGN.findall(next(filter(None, match.groups())))
        marks.extend(COMMANDS.get(sign[1:], "") or ALIKE.get(sign, sign) for sign in signs)
        return ""

    name = RE_SIGNED.sub(collect, raw)
    bare = " ".join(name.split()).replace(" ,", ",").strip()
    return (bare, tuple(dict.fromkeys(marks))) if bare.strip("{}, ") else (raw, ())
