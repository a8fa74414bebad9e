"""Languages as bibliographies and as HTML name them."""

from __future__ import annotations

import re

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
