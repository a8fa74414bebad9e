"""Search terms: the words of texts for the index.

A term is a word folded by `fold_text`. The browser folds a query in the same way
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
"""Characters of a term; the rest of a longer word (a sequence of bases) is cut off."""

SUFFIX = 6
"""Characters of the shortest end of a DOI that is a term by itself."""

ID = "="
"""The first character of the term of a DOI, an ORCID, a cite key, …, which no word begins with."""

STOP = frozenset(
    {"a", "an", "and", "are", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the",
     "to", "via", "we", "with"}
)  # fmt: skip
"""Words that are optional in a query of several words, and not indexed in abstracts."""

QUESTION = frozenset(
    {"about", "been", "be", "can", "could", "did", "do", "does", "done", "had", "has", "have",
     "how", "i", "into", "it", "its", "than", "that", "their", "then", "there", "these", "this",
     "those", "was", "were", "what", "when", "where", "which", "who", "why", "you", "your", "our"}
)  # fmt: skip
"""Words of questions, which are optional in a query."""

ASKED = frozenset({"article", "articles", "paper", "papers", "way", "ways", "work", "works"})
"""Nouns that are optional beside `QUESTION` words, as in "which papers are about"."""

NO_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
"""Ranges of characters of languages without spaces: each character is a term."""

PLAIN = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128))
PLAIN += bytes(range(128, 256))
"""A table for bytes of UTF-8: ASCII letters become lower case, other ASCII but digits a space,
and bytes beyond ASCII stay."""

UTF8 = ("utf-8", "surrogatepass")
"""The encoding that allows half a surrogate pair, which an escape in YAML can make."""

GREEK = {
    letter: unicodedata.name(letter).split()[-1].lower() for letter in "αβγδεζηθικλμνξοπρστυφχψω"
}
"""The names of Greek letters."""

SIGNS = {"c++": "cplusplus", "c#": "csharp", "f#": "fsharp", ".net": "dotnet"}
"""Names that need their signs, and the terms that stand for them."""
RE_SIGNS = re.compile(r"(?<!\w)(?:[cf]#|c\+\+|\.net)(?!\w)", re.IGNORECASE)

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
    """Return the terms of a text, in order.

    >>> words("Bazińska & Øyvind’s GPT-4"), words("机器 translation")
    (['bazinska', 'oyvind', 's', 'gpt', '4'], ['机', '器', 'translation'])
    >>> words("From C++ to .NET")
    ['from', 'cplusplus', 'to', 'dotnet']
    """
    if any(sign in text for sign in ("#", "++", ".N", ".net")):
        text = RE_SIGNS.sub(lambda match: SIGNS[match[0].lower()], text)
    # Bytes, because a table for them is many times as fast as a regular expression.
    terms = text.encode(*UTF8).translate(PLAIN).decode(*UTF8).split()
    if not text.isascii():
        split = ((token,) if token.isascii() else _split(token) for token in terms)
        terms = [term for part in split for term in part]
    if max(map(len, terms), default=0) > LONGEST:
        return [term[:LONGEST] for term in terms]
    return terms


@lru_cache(maxsize=1 << 16)
def _split(token: str) -> tuple[str, ...]:
    """Return the terms of a run of letters and characters beyond ASCII.

    It is cached, because texts repeat them and folding is slow.
    """
    folded = "".join(c for c in fold_text(token) if not unicodedata.category(c).startswith("M"))
    return tuple(RE_WORD.findall(folded))


def name_terms(text: str) -> set[str]:
    """Return the terms of a title or a name: its words, and compounds as one word.

    The name of a Greek letter is added.

    >>> sorted(name_terms("Tal Ben-Nun"))
    ['ben', 'bennun', 'nun', 'tal']
    >>> sorted(name_terms("μ-cuDNN"))
    ['cudnn', 'mu', 'μ', 'μcudnn']
    """
    terms = set(words(text))
    if not text.isascii():
        terms.update([GREEK[term] for term in terms & GREEK.keys()])
    if RE_PARTS.search(text):
        terms.update(words(RE_PARTS.sub("", " ".join(RE_COMPOUND.findall(text)))))
    return terms


def id_term(text: str) -> str:
    """Return the term of an id, which only the whole id finds.

    >>> id_term("10.1145/3458817.3476181"), id_term("Doe:Fast")
    ('=10.1145/3458817.3476181', '=doe:fast')
    """
    return ID + fold_text(text)


def suffix(doi: str) -> list[str]:
    """Return the last part of a DOI in a list, empty if it is too short or has no digit.

    >>> suffix("10.18653/v1/P18-1027"), suffix("10.1234/2")
    (['P18-1027'], [])
    """
    end = doi.rpartition("/")[2]
    return [end] if len(end) >= SUFFIX and any(map(str.isdigit, end)) else []


def addresses(links: Mapping[str, str] | None) -> set[str]:
    """Return the addresses of links in the form to which a browser brings a pasted address.

    Scheme, ``www.``, query, fragment and the ending of a file are dropped; DOIs are left out.

    >>> sorted(addresses({"url": "https://www.aclanthology.org/2020.acl-main.1/",
    ...                   "pdf": "http://aclanthology.org/2020.acl-main.1.pdf#page=2",
    ...                   "code": "files/code.zip"}))
    ['aclanthology.org/2020.acl-main.1']
    """
    matches = (RE_ADDRESS.match(link) for link in (links or {}).values())
    return {RE_FORMAT.sub("", match[1]) for match in matches if match}


def arxiv_term(text: str) -> str:
    """Return the term of an arXiv id, without version and class.

    >>> arxiv_term("2101.08734v2"), arxiv_term("math.GT/0309136")
    ('=2101.08734', '=math/0309136')
    """
    return RE_ARXIV_CLASS.sub(r"\1", RE_ARXIV_VERSION.sub("", id_term(text)))


# Stems of words: the same at build and in the browser.
#
# The build uses Snowball's library, and puts Sphinx's script for the same language into the scripts
# of the search, so that a query is stemmed like the index. If one of the two is missing for a
# language, neither side stems.

SHORTEST = 4
"""Letters of the shortest word that is stemmed."""

NAMES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""The names of languages in Snowball."""

SPELLINGS = (("^(.{3,})our", "or"), ("^(..+[iy])s(?=e|ing|ation|abl)", "z"))
"""Patterns of British spellings, and what replaces all but their group in an American one."""

Stem = Callable[[str], str]


def stem_of(language: str) -> Stem:
    """Return the function that stems a folded word of a language.

    >>> stem_of("en")("relations"), stem_of("en")("zqx1"), stem_of("xx")("relations")
    ('relat', 'zqx1', 'relations')
    >>> stem_of("en")("analysers"), stem_of("en")("colours")
    ('analyz', 'color')
    """
    name = _name(language)
    if not name:
        return lambda word: word
    stem_word = snowballstemmer.stemmer(name).stemWord
    spellings = SPELLINGS if name == "english" else ()

    def stem(word: str) -> str:
        if len(word) < SHORTEST or not word.isalpha():
            return word
        for british, american in spellings:
            word = re.sub(british, rf"\1{american}", word)
        return str(stem_word(word))

    return stem


def script(language: str) -> str:
    """Return a JavaScript module whose ``stem`` does the same; empty for a language without."""
    name = _name(language)
    if not name:
        return ""
    spellings = SPELLINGS if name == "english" else ()
    american = "".join(f'.replace(/{british}/, "$1{end}")' for british, end in spellings)
    base, own = ((_scripts() / f"{part}-stemmer.js").read_text("utf-8") for part in ("base", name))
    return (
        f"let BaseStemmer;\n{base}\n{own}\nconst stemmer = new {name.capitalize()}Stemmer();\n"
        f"const whole = (word) => word.length >= {SHORTEST} && /^\\p{{L}}+$/u.test(word);\n"
        f"export const stem = (word) => (whole(word) ? stemmer.stemWord(word{american}) : word);\n"
    )


def _name(language: str) -> str:
    """Return Snowball's name of a language for which both sides have a stemmer, else nothing."""
    name = NAMES.get(language.partition("_")[0].partition("-")[0], "")
    exists = all((_scripts() / f"{part}-stemmer.js").is_file() for part in ("base", name))
    return name if name and exists else ""


def _scripts() -> Path:
    """Return the folder of Sphinx's scripts; Sphinx itself is not imported."""
    spec = find_spec("sphinx")
    return Path(str(spec and spec.origin)).parent / "search" / "minified-js"


# Short forms of given names, each with the full names, selected from the list of nicknames by
# Carlton Northern and others (https://github.com/carltonnorthern/nicknames, Apache-2.0).

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
