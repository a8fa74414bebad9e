"""Search terms: how texts are cut into words for the index.

A term is a word as `fold_text` leaves it. The browser does the same with what is typed
(``symposium-search-terms.js``): change both or neither.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import snowballstemmer

from symposium.model.names import fold_text

LONGEST = 32
"""Characters of a term; of what is longer (a sequence of bases) only so many count."""

SUFFIX = 6
"""Characters of the shortest end of a DOI that is asked for alone."""

ID = "="
"""Begins the term of a DOI, an ORCID, a cite key, …, so that no word's beginning finds it."""

STOP = frozenset(
    {"a", "an", "and", "are", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the",
     "to", "via", "we", "with"}
)  # fmt: skip
"""Words that a query of several words can do without, and abstracts are not searched for."""

QUESTION = frozenset(
    {"about", "been", "be", "can", "could", "did", "do", "does", "had", "has", "have", "how", "i",
     "into", "it", "its", "than", "that", "their", "then", "there", "these", "this", "those", "was",
     "were", "what", "when", "where", "which", "who", "why", "you", "your", "our"}
)  # fmt: skip
"""Words that make a question of others; titles are found without them."""

ASKED = frozenset({"article", "articles", "paper", "papers", "way", "ways", "work", "works"})
"""Words that belong to a question, where others are there: "which papers are about"."""

NO_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
"""Ranges of characters whose languages write no spaces: each character is a term."""

PLAIN = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128))
PLAIN += bytes(range(128, 256))
"""What the bytes of UTF-8 fold to: of ASCII letters and digits, white space between them; what is
beyond ASCII stays."""

UTF8 = ("utf-8", "surrogatepass")
"""Half a surrogate pair, which an escape in YAML can make, is no word but no error either."""

GREEK = {
    letter: unicodedata.name(letter).split()[-1].lower() for letter in "αβγδεζηθικλμνξοπρστυφχψω"
}
"""What Greek letters are called."""

RE_WORD = re.compile(rf"[{NO_SPACES}]|(?:(?![{NO_SPACES}])[^\W_])+")
RE_COMPOUND = re.compile(r"(?<![^\W_])[^\W_]+(?:['’‐-][^\W_]+)+")
RE_PARTS = re.compile(r"['’‐-]")
RE_ADDRESS = re.compile(
    r"https?://(?:www\.)?((?!(?:dx\.)?doi\.org/)[^/?#]+/[^?#]*[^/?#])", re.IGNORECASE
)
RE_FORMAT = re.compile(r"\.(?:pdf|html?)$", re.IGNORECASE)
RE_ARXIV_CLASS = re.compile(r"^(=[a-z-]+)\.[a-z-]+(?=/)")
RE_ARXIV_VERSION = re.compile(r"v\d{1,3}$")


def words(text: str) -> list[str]:
    """Return the terms of a text, in its order.

    >>> words("Bazińska & Øyvind’s GPT-4"), words("机器 translation")
    (['bazinska', 'oyvind', 's', 'gpt', '4'], ['机', '器', 'translation'])
    """
    # Bytes, because a table of them is many times as fast as a regular expression.
    found = text.encode(*UTF8).translate(PLAIN).decode(*UTF8).split()
    if not text.isascii():
        found = [term for one in found for term in ((one,) if one.isascii() else _split(one))]
    if max(map(len, found), default=0) > LONGEST:
        return [term[:LONGEST] for term in found]
    return found


@lru_cache(maxsize=1 << 16)
def _split(token: str) -> tuple[str, ...]:
    """Return the terms of a run of letters and characters beyond ASCII.

    Kept, because texts repeat them: folding is what costs time here.
    """
    folded = "".join(c for c in fold_text(token) if not unicodedata.category(c).startswith("M"))
    return tuple(RE_WORD.findall(folded))


def name_terms(text: str) -> set[str]:
    """Return the terms of a title or a name: its words, and compounds in one word too.

    A Greek letter has its name besides.

    >>> sorted(name_terms("Tal Ben-Nun"))
    ['ben', 'bennun', 'nun', 'tal']
    >>> sorted(name_terms("μ-cuDNN"))
    ['cudnn', 'mu', 'μ', 'μcudnn']
    """
    found = set(words(text))
    if not text.isascii():
        found.update([GREEK[term] for term in found & GREEK.keys()])
    if RE_PARTS.search(text):
        found.update(words(RE_PARTS.sub("", " ".join(RE_COMPOUND.findall(text)))))
    return found


def id_term(text: str) -> str:
    """Return the term of an id, which is found as a whole only.

    >>> id_term("10.1145/3458817.3476181"), id_term("Doe:Fast")
    ('=10.1145/3458817.3476181', '=doe:fast')
    """
    return ID + fold_text(text)


def suffix(doi: str) -> list[str]:
    """Return the end of a DOI, if it says enough to be asked for alone.

    >>> suffix("10.18653/v1/P18-1027"), suffix("10.1234/2")
    (['P18-1027'], [])
    """
    end = doi.rpartition("/")[2]
    return [end] if len(end) >= SUFFIX and any(map(str.isdigit, end)) else []


def addresses(links: Mapping[str, str] | None) -> set[str]:
    """Return the pages that links lead to, as the browser has the address that somebody pastes.

    Scheme, ``www.``, query, fragment and the ending of a file do not count; a DOI is found as such.

    >>> sorted(addresses({"url": "https://www.aclanthology.org/2020.acl-main.1/",
    ...                   "pdf": "http://aclanthology.org/2020.acl-main.1.pdf#page=2",
    ...                   "code": "files/code.zip"}))
    ['aclanthology.org/2020.acl-main.1']
    """
    found = (RE_ADDRESS.match(link) for link in (links or {}).values())
    return {RE_FORMAT.sub("", one[1]) for one in found if one}


def arxiv_term(text: str) -> str:
    """Return the term of an arXiv id, whatever version or class it names.

    >>> arxiv_term("2101.08734v2"), arxiv_term("math.GT/0309136")
    ('=2101.08734', '=math/0309136')
    """
    return RE_ARXIV_CLASS.sub(r"\1", RE_ARXIV_VERSION.sub("", id_term(text)))


# Stems of words: the same at build and in the browser.
#
# The build stems by the library of Snowball, and puts the script that Sphinx brings for the same
# language into the scripts that search, so that what is typed is stemmed as the index was. In a
# language for which one of the two is missing, words stay as they are, on both sides.

SHORTEST = 4
"""Letters of the shortest word that has an ending to lose."""

NAMES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""What Snowball calls a language."""

Stem = Callable[[str], str]


def stem_of(language: str) -> Stem:
    """Return what gives the stem of a word in a language; the word is folded.

    >>> stem_of("en")("relations"), stem_of("en")("zqx1"), stem_of("xx")("relations")
    ('relat', 'zqx1', 'relations')
    """
    name = _name(language)
    if not name:
        return lambda word: word
    stem_word = snowballstemmer.stemmer(name).stemWord

    @lru_cache(maxsize=1 << 18)
    def stem(word: str) -> str:
        return stem_word(word) if len(word) >= SHORTEST and word.isalpha() else word

    return stem


def script(language: str) -> str:
    """Return a module whose ``stem`` does the same in a browser; nothing without stems."""
    name = _name(language)
    if not name:
        return ""
    base, own = ((_scripts() / f"{one}-stemmer.js").read_text("utf-8") for one in ("base", name))
    return (
        f"let BaseStemmer;\n{base}\n{own}\nconst stemmer = new {name.capitalize()}Stemmer();\n"
        f"const whole = (word) => word.length >= {SHORTEST} && /^\\p{{L}}+$/u.test(word);\n"
        "export const stem = (word) => (whole(word) ? stemmer.stemWord(word) : word);\n"
    )


def _name(language: str) -> str:
    """Return what Snowball calls a language that both sides know, else nothing."""
    name = NAMES.get(language.partition("_")[0].partition("-")[0], "")
    there = all((_scripts() / f"{one}-stemmer.js").is_file() for one in ("base", name))
    return name if name and there else ""


def _scripts() -> Path:
    """Return the folder of Sphinx's scripts; Sphinx itself is not imported."""
    found = find_spec("sphinx")
    return Path(str(found and found.origin)).parent / "search" / "minified-js"


# Short forms of given names, each with the names that it may stand for.
#
# A selection of the commonest of the list of nicknames by Carlton Northern and others
# (https://github.com/carltonnorthern/nicknames, Apache-2.0).

NICKNAMES = {
    short: tuple(names.split())
    for short, names in {
        "abe": "abraham", "al": "albert alan alfred alexander", "alex": "alexander alexandra",
        "andy": "andrew andreas", "ben": "benjamin", "beth": "elizabeth", "bill": "william",
        "bob": "robert", "bobby": "robert", "cathy": "catherine", "charlie": "charles",
        "chris": "christopher christian christine christina", "chuck": "charles",
        "dan": "daniel", "danny": "daniel", "dave": "david", "deb": "deborah", "dick": "richard",
        "don": "donald", "doug": "douglas", "ed": "edward edwin", "fred": "frederick alfred",
        "greg": "gregory", "hal": "harold", "hank": "henry", "jack": "john", "jake": "jacob",
        "jeff": "jeffrey geoffrey", "jen": "jennifer", "jenny": "jennifer", "jim": "james",
        "joe": "joseph", "jon": "jonathan", "josh": "joshua", "kate": "katherine catherine",
        "kathy": "katherine kathleen", "ken": "kenneth", "larry": "lawrence", "liz": "elizabeth",
        "maggie": "margaret", "matt": "matthew matthias", "max": "maximilian maxwell",
        "mike": "michael", "nate": "nathan nathaniel", "nick": "nicholas", "pam": "pamela",
        "pat": "patrick patricia", "pete": "peter", "phil": "philip phillip", "ray": "raymond",
        "rich": "richard", "rick": "richard", "rob": "robert", "ron": "ronald", "russ": "russell",
        "sam": "samuel samantha", "sandy": "alexander sandra", "steve": "steven stephen",
        "sue": "susan", "ted": "edward theodore", "tim": "timothy", "tom": "thomas",
        "tony": "anthony", "vicky": "victoria", "will": "william", "zach": "zachary",
    }.items()
}  # fmt: skip
