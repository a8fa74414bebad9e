"""Decoding of files: UTF-8, or else a guess that is reported; without control characters.

Stray bytes in a UTF-8 file are read as Windows-1252. A file that is wholly in another encoding is
recognised, or else not read at all.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from symposium.model.gate import read_file
from symposium.model.problems import Code, Place, Problem, Severity

MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"),
)  # fmt: skip
"""Byte order marks of wider encodings; the longer ones first."""
WESTERN = "Windows-1252"
WESTERN_HINT = (
    "convert it: iconv -f WINDOWS-1252 -t UTF-8; "
    "if letters are wrong, name the encoding that it was saved in, such as ISO-8859-2"
)

CONTROL = bytes([*range(9), 11, *range(14, 32), 127])
RE_CONTROL = re.compile(f"[{CONTROL.decode()}\ufffe\uffff]")
"""Characters that neither HTML nor XML may hold; a form feed is white space to all readers."""
RE_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?")
RE_HIGH = re.compile(rb"[\x80-\xff]+")
RE_LEADING = re.compile(rb"[\x81-\x9f][\x40-\x7e\x80-\xfc]")

OTHERS = {
    "gb18030": "GBK", "cp932": "SHIFT_JIS", "cp949": "EUC-KR", "big5": "BIG5",
    "cp1251": "WINDOWS-1251", "koi8_r": "KOI8-R", "iso8859_7": "ISO-8859-7",
}  # fmt: skip
"""Encodings of scripts other than Latin: their names in Python, and those for iconv."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, and how it was read."""

    text: str
    guess: str = ""
    """The likely encoding of the whole file, if it is not UTF-8."""
    refused: bool = False
    """Whether the file could not be decoded at all."""
    lines: tuple[tuple[int, int], ...] = ()
    """Line and column of the first byte that is not UTF-8, for each line with one."""


def decode(data: bytes) -> Decoded:
    r"""Return the text of a file.

    >>> decode("\ufeffü".encode()).text, decode("ü".encode("utf-16")).guess
    ('ü', 'UTF-16')
    >>> decode("é: ".encode() + "ü".encode("latin-1")).text
    'é: ü'
    """
    for mark, name in MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(name, "replace"), name)
    sample = data[:4_096]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 > len(sample):  # every other byte of text that has no mark
        name = "UTF-16BE" if even > odd else "UTF-16LE"
        return Decoded(data.decode(name, "replace"), name)
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _repaired(data.removeprefix(codecs.BOM_UTF8))


def _repaired(data: bytes) -> Decoded:
    """Return the text of a file with bytes that are not UTF-8."""
    texts, bad, undecoded, is_utf8 = list[str](), list[tuple[int, int]](), list[bytes](), False
    for number, line in enumerate(RE_LINE.findall(data), 1):
        try:
            texts.append(line.decode())
            is_utf8 = is_utf8 or not line.isascii()
        except UnicodeDecodeError as error:
            bad.append((number, error.start + 1))
            undecoded.append(line)
            texts.append(line.decode("utf-8", HANDLER))
    if is_utf8:
        return Decoded("".join(texts), lines=tuple(bad))
    name, codec = _recognised(b"".join(undecoded))
    text = data.decode(codec, "replace") if codec else "".join(texts)
    return Decoded(text if name else "", name, refused=not name, lines=tuple(bad[:1]))


def _recognised(data: bytes) -> tuple[str, str]:
    """Guess the encoding of lines that are not UTF-8: its name for iconv, and Python's codec.

    The codec is empty for Windows-1252; both are empty if nothing is recognised. Bytes beyond ASCII
    are single in Western texts, as accented letters are. In other alphabets, and where a letter
    takes two bytes, they form runs; in Shift-JIS, a letter begins with a byte that is punctuation
    in the West.
    """
    runs = [len(run) for run in RE_HIGH.findall(data)]
    high = sum(runs)
    together = sum(size for size in runs if size > 2) * 2 > high
    if not together and len(RE_LEADING.findall(data)) * 2 <= high:
        return WESTERN, ""
    # The library is slow to import, and few projects have such a file.
    from charset_normalizer import from_bytes  # noqa: PLC0415

    # Fewer bytes beyond ASCII are not enough to tell other scripts apart.
    best = from_bytes(data, cp_isolation=list(OTHERS)).best() if high >= 12 else None
    if best is None:
        return ("", "") if together else (WESTERN, "")
    return OTHERS[best.encoding], best.encoding


def _windows(error: UnicodeError) -> tuple[str, int]:
    """Handle a decoding error: read the bytes that are not UTF-8 as Windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


HANDLER = "symposium-windows-1252"
codecs.register_error(HANDLER, _windows)


def with_line_feeds(text: str) -> str:
    """Return a text without a byte order mark, and with line feeds as line ends."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def decode_file(data: bytes, path: str, code: Code) -> tuple[str, list[Problem]]:
    """Return the text of a file, with a problem of this code if it is not plain UTF-8 text."""
    decoded = decode(data)
    text, level = decoded.text, None
    place = Place(path, *decoded.lines[0]) if decoded.lines else Place(path)
    hint = f"convert it: iconv -f {decoded.guess} -t UTF-8"
    if decoded.refused:
        message = "The file is neither UTF-8 nor in an encoding that is recognised, and is not read"
        hint = "convert it: iconv -f ENCODING -t UTF-8, with the encoding that it was saved in"
        level = Severity.ERROR
    elif decoded.guess:
        message = f"The file is not UTF-8 and is read as {decoded.guess}"
        hint = WESTERN_HINT if decoded.guess == WESTERN else hint
    elif decoded.lines:
        count = len(decoded.lines)
        what = f"{count:,} lines from here on are" if count > 1 else "This line is"
        message = f"{what} not UTF-8, unlike the others, and read as {WESTERN}"
        hint = "look at their letters, and save the file as UTF-8"
    elif _may_have_control(data, text) and (match := RE_CONTROL.search(text)):
        line = text.count("\n", 0, match.start()) + 1
        place = Place(path, line, match.start() - text.rfind("\n", 0, match.start()))
        message = f"The file holds the control character U+{ord(match[0]):04X}, read as a space"
        hint = "remove it"
    else:
        return text, []
    return RE_CONTROL.sub(" ", text), [Problem(code, message, place, hint, level=level)]


def _may_have_control(data: bytes, text: str) -> bool:
    """Tell quickly whether text in UTF-8 may hold control characters."""
    return len(data.translate(None, CONTROL)) < len(data) or "\ufffe" in text or "\uffff" in text


def is_utf8(path: Path) -> bool:
    """Tell whether a file can be read and is in UTF-8."""
    try:
        read_file(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    return True
