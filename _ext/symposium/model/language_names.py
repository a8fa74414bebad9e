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
"""Names of babel and biblatex, with their tags of BCP 47."""

RE_TAG = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")


def tag_of(name: str) -> str | None:
    """Return the tag of a language by its name in an entry; ``None`` for one that is not known.

    >>> tag_of("ngerman"), tag_of("langenglish"), tag_of("pt_BR"), tag_of("english and german")
    ('de', 'en', 'pt-BR', None)
    """
    text = name.strip()
    found = TAGS.get(text.lower().removeprefix("lang"))
    return found or (text.replace("_", "-") if RE_TAG.fullmatch(text) else None)


def is_same(one: str, other: str) -> bool:
    """Tell whether two tags are of one language, whatever its region.

    >>> is_same("en-GB", "en"), is_same("de", "en")
    (True, False)
    """
    return one.partition("-")[0].lower() == other.partition("-")[0].lower()


WRITTEN = {
    "ARABIC": "ar fa ur ps ckb ug sd", "ARMENIAN": "hy", "BENGALI": "bn as", "CJK": "zh ja ko",
    "CYRILLIC": "ru uk be bg sr mk kk ky mn tg", "DEVANAGARI": "hi mr ne sa", "GEORGIAN": "ka",
    "GREEK": "el", "GUJARATI": "gu", "GURMUKHI": "pa", "HANGUL": "ko", "HEBREW": "he yi",
    "HIRAGANA": "ja", "KANNADA": "kn", "KATAKANA": "ja", "KHMER": "km", "LAO": "lo",
    "MALAYALAM": "ml", "SINHALA": "si", "TAMIL": "ta", "TELUGU": "te", "THAI": "th",
}  # fmt: skip
"""The languages of scripts, which are called as Unicode calls their letters."""
BESIDE_HAN = ("HIRAGANA", "KATAKANA", "HANGUL")
"""Scripts that decide the language, though most of the letters may be Han."""
HAN = {"zh": ("gb2312", "big5"), "ja": ("euc_jp",)}
"""The encodings that have the usual Han letters of a language, and no other."""
RE_OWN = {
    "ar": re.compile(
        r"(?=.*(?:[ةأإ]|\bال))(?:[\W\d_a-z]|[\u0621-\u064a])+", re.IGNORECASE | re.DOTALL
    ),
    "he": re.compile(r"[^\u05f0-\u05f2]+"),
    "ru": re.compile(r"(?=.*[ыэё])[\W\d_a-zа-яё]+", re.IGNORECASE | re.DOTALL),
}
"""Texts that have letters of one language of their script, and none of another."""


def tag_by_script(text: str, page: str) -> str | None:
    """Return the language that the script of a text decides, on a page of another script.

    It is ``und`` where the script has several languages, and ``None`` where the text may be in the
    language of the page.

    >>> [tag_by_script(one, "en") for one in ("深度学习", "機械学習", "人工智能", "東京の水")]
    ['zh', 'ja', 'und', 'ja']
    >>> tag_by_script("Быстрые сети", "en"), tag_by_script("Мрежи", "en")
    ('ru', 'und')
    >>> tag_by_script("Мрежи", "mk"), tag_by_script("On 水", "en")
    (None, None)
    """
    if text.isascii():
        return None
    letters = [one for one in text if one.isalpha()]
    scripts = Counter([unicodedata.name(one, "").partition(" ")[0] for one in letters])
    if scripts["LATIN"] * 2 >= len(letters):
        return None
    script = next((one for one in BESIDE_HAN if one in scripts), scripts.most_common(1)[0][0])
    tags = WRITTEN.get(script, "").split()
    if page.partition("-")[0] in tags:
        return None
    if script == "CJK":
        han = "".join([one for one in letters if unicodedata.name(one, "").startswith(script)])
        tags = [tag for tag, known in HAN.items() if any(_can_write(one, han) for one in known)]
    elif len(tags) > 1:
        tags = [one for one in tags if one in RE_OWN and RE_OWN[one].fullmatch(text)]
    return tags[0] if len(tags) == 1 else "und"


def _can_write(encoding: str, text: str) -> bool:
    try:
        return bool(text.encode(encoding))
    except UnicodeEncodeError:
        return False
