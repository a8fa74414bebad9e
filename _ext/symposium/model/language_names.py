"""Languages as bibliographies and as HTML name them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

TAGS = {
    "acadian": "fr", "afrikaans": "af", "albanian": "sq", "american": "en-US", "arabic": "ar",
    "armenian": "hy", "australian": "en-AU", "austrian": "de-AT", "basque": "eu",
    "belarusian": "be", "bengali": "bn", "bosnian": "bs", "brazil": "pt-BR", "brazilian": "pt-BR",
    "breton": "br", "british": "en-GB", "bulgarian": "bg", "canadian": "en-CA", "canadien": "fr-CA",
    "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
    "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "farsi": "fa",
    "finnish": "fi", "francais": "fr", "french": "fr", "frenchb": "fr", "galician": "gl",
    "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi",
    "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it",
    "japanese": "ja", "kannada": "kn", "khmer": "km", "korean": "ko", "kurdish": "ku", "lao": "lo",
    "latin": "la", "latvian": "lv", "lithuanian": "lt", "macedonian": "mk", "magyar": "hu",
    "malay": "ms", "malayalam": "ml", "marathi": "mr", "mexican": "es-MX", "mongolian": "mn",
    "naustrian": "de-AT", "newzealand": "en-NZ", "ngerman": "de", "norsk": "nb",
    "norwegian": "no", "nswissgerman": "de-CH", "nynorsk": "nn", "persian": "fa",
    "piedmontese": "pms", "polish": "pl", "polutonikogreek": "el-polyton", "portuges": "pt",
    "portuguese": "pt", "romanian": "ro", "romansh": "rm", "russian": "ru", "scottish": "gd",
    "serbian": "sr-Latn", "serbianc": "sr-Cyrl", "slovak": "sk", "slovene": "sl",
    "slovenian": "sl", "spanish": "es", "swedish": "sv", "swissgerman": "de-CH", "tamil": "ta",
    "telugu": "te", "thai": "th", "turkish": "tr", "turkmen": "tk", "ukenglish": "en-GB",
    "ukrainian": "uk", "urdu": "ur", "usenglish": "en-US", "vietnamese": "vi", "welsh": "cy",
}  # fmt: skip
"""Language names of babel and biblatex, with their BCP 47 tags."""

RE_TAG = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")


def tag_of(name: str) -> str | None:
    """Return the tag of a language by its name in an entry, or ``None`` for an unknown name.

    >>> tag_of("ngerman"), tag_of("langenglish"), tag_of("pt_BR"), tag_of("english and german")
    ('de', 'en', 'pt-BR', None)
    """
    text = name.strip()
    tag = TAGS.get(text.lower().removeprefix("lang"))
    return tag or (text.replace("_", "-") if RE_TAG.fullmatch(text) else None)


def is_same(tag: str, other: str) -> bool:
    """Tell whether two tags have the same language; regions do not matter.

    >>> is_same("en-GB", "en"), is_same("de", "en")
    (True, False)
    """
    return tag.partition("-")[0].lower() == other.partition("-")[0].lower()


LANGUAGES = {
    "ARABIC": "ar fa ur ps ckb ug sd", "ARMENIAN": "hy", "BENGALI": "bn as", "CJK": "zh ja ko",
    "CYRILLIC": "ru uk be bg sr mk kk ky mn tg", "DEVANAGARI": "hi mr ne sa", "GEORGIAN": "ka",
    "GREEK": "el", "GUJARATI": "gu", "GURMUKHI": "pa", "HANGUL": "ko", "HEBREW": "he yi",
    "HIRAGANA": "ja", "KANNADA": "kn", "KATAKANA": "ja", "KHMER": "km", "LAO": "lo",
    "MALAYALAM": "ml", "SINHALA": "si", "TAMIL": "ta", "TELUGU": "te", "THAI": "th",
}  # fmt: skip
"""Tags of languages by script; scripts are named as in the Unicode names of their letters."""
BESIDE_HAN = ("HIRAGANA", "KATAKANA", "HANGUL")
"""Scripts that decide the language even where most letters are Han."""
HAN = {"zh": ("gb2312", "big5"), "ja": ("euc_jp",)}
"""Encodings that hold the usual Han letters of one language and no others."""
RE_OWN = {
    "ar": re.compile(
        r"(?=.*(?:[ةأإ]|\bال))(?:[\W\d_a-z]|[\u0621-\u064a])+", re.IGNORECASE | re.DOTALL
    ),
    "he": re.compile(r"[^\u05f0-\u05f2]+"),
    "ru": re.compile(r"(?=.*[ыэё])[\W\d_a-zа-яё]+", re.IGNORECASE | re.DOTALL),
}
"""Texts with letters that only this language of a script uses, and without any that it lacks."""
RE_NOT_LATIN = re.compile("[^\\W\\d_\x00-\xa9\xab-\xb4\xb6-\xb9\xbb-\u024f]")
"""A letter of another script than Latin, or perhaps so: most texts have none."""


def tag_by_script(text: str, page: str) -> str | None:
    """Return the language tag of a text by its script, to mark it on a page.

    The tag is ``und`` if several languages use the script, and ``None`` if the text may be in the
    language of the page, whose tag is ``page``.

    >>> [tag_by_script(text, "en") for text in ("深度学习", "機械学習", "人工智能", "東京の水")]
    ['zh', 'ja', 'und', 'ja']
    >>> tag_by_script("Быстрые сети", "en"), tag_by_script("Мрежи", "en")
    ('ru', 'und')
    >>> tag_by_script("Мрежи", "mk"), tag_by_script("On 水", "en")
    (None, None)
    """
    if text.isascii() or not RE_NOT_LATIN.search(text):
        return None
    letters = [char for char in text if char.isalpha()]
    scripts = Counter([unicodedata.name(char, "").partition(" ")[0] for char in letters])
    if scripts["LATIN"] * 2 >= len(letters):
        return None
    script = next((name for name in BESIDE_HAN if name in scripts), scripts.most_common(1)[0][0])
    tags = LANGUAGES.get(script, "").split()
    if page.partition("-")[0] in tags:
        return None
    if script == "CJK":
        han = "".join([char for char in letters if unicodedata.name(char, "").startswith(script)])
        tags = [
            tag for tag, codecs in HAN.items() if any(_can_write(codec, han) for codec in codecs)
        ]
    elif len(tags) > 1:
        tags = [tag for tag in tags if tag in RE_OWN and RE_OWN[tag].fullmatch(text)]
    return tags[0] if len(tags) == 1 else "und"


def _can_write(encoding: str, text: str) -> bool:
    try:
        return bool(text.encode(encoding))
    except UnicodeEncodeError:
        return False
