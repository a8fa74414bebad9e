"""Sentences: where they end, and which of them refer to something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symposium.knowledge.mentions import TextPiece

NEAR = 240
"""Characters around a full stop that decide what it is."""
MARK = "\ufffc"
"""Stands for a reference while a paragraph is taken apart into sentences."""
BRACKETED = "\ufffb"
"""Stands for one in brackets."""
MARKS = MARK + BRACKETED
SPACE = "\ue000"
"""Stands for a space in a formula or code, in which no sentence ends."""

NEVER = frozenset({
    "cf", "e.g", "i.e", "viz", "vs", "resp", "approx", "ca", "incl",
    "dr", "prof", "mr", "mrs", "ms", "st",
})  # fmt: skip
"""What ends no sentence."""
ABBREVIATIONS = frozenset({"al", "ed", "eds", "jr", "sr", "dept", "univ", "proc", "inc", "ltd"})
"""What ends no sentence, unless a usual first word of one follows."""
COUNTED = frozenset({
    "fig", "figs", "eq", "eqs", "no", "nos", "vol", "pp", "p", "sec", "secs", "ch", "chap", "art",
    "alg", "thm", "tab", "def", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
    "oct", "nov", "dec",
})  # fmt: skip
"""What ends no sentence before a number or a reference, and before letters that stand for one."""
OPENERS = frozenset({
    "the", "an", "this", "that", "these", "those", "then", "there", "it", "its", "we", "our", "he",
    "she", "they", "his", "her", "their", "in", "on", "at", "for", "from", "with", "as", "but",
    "and", "however", "if", "when", "while", "to", "see", "next", "more", "so", "yes", "no", "also",
})  # fmt: skip

CLOSING = "\"'”’)\\]»›」』）】"
STOPS = ".!?…؟۔।॥։።။"
FULL_STOPS = "。！？｡．"
"""Behind these stands no space."""
RE_END = re.compile(
    rf"(?<![{STOPS}{FULL_STOPS}])"
    rf"(?:[{STOPS}]+[{CLOSING}]*[{MARKS}]*(?=\s+\S)|[{FULL_STOPS}]+[{CLOSING}]*[{MARKS}]*(?=\s*\S))"
)
RE_BEHIND = re.compile(rf"(?:\s*{BRACKETED})+(?=\s+[^\s{MARKS}])")
"""Citations in brackets behind a full stop."""
RE_WORD = re.compile(r"\s*(\w+)\b(?!\.)")
RE_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
RE_NUMBERED = re.compile(rf"\s*(?:[\d({MARKS}]|[A-Z]\b|[IVXLC]+\b)")
OPENING = "([{\"'“‘«‹「『（"
SPACE_OR_OPENING = frozenset((" ", *OPENING))
NOTHING_SAID = re.compile(r"\W*")
RE_MARK = re.compile(f"[{MARKS}]")


def sentences(pieces: Sequence[TextPiece]) -> Iterator[tuple[TextPiece, ...]]:
    """Yield the sentences that hold a reference.

    References that stand behind the full stop belong to the sentence before it.

    >>> [len(s) for s in sentences([TextPiece("One. See "), TextPiece(kind="paper", ids=("a",)),
    ...                             TextPiece(" for more. Three.")])]
    [3]
    """
    text = "".join(map(_marked, pieces))
    references = iter([piece for piece in pieces if piece.kind])
    for sentence in _spans(text):
        parts = iter(RE_MARK.split(" ".join(sentence.split())))
        before = next(parts)
        found: list[TextPiece] = []
        for part in parts:
            reference = next(references)
            if reference.bracketed and (before or found) and before[-1:] not in SPACE_OR_OPENING:
                before += " "  # behind a full stop, or the number of a footnote
            if before:
                found.append(_plain(before))
            found.append(reference)
            before = part
        if found:
            yield (*found, _plain(before)) if before else tuple(found)


def _marked(piece: TextPiece) -> str:
    if piece.kind:
        return BRACKETED if piece.bracketed else MARK
    return RE_MARK.sub("", piece.text)


def _plain(text: str) -> TextPiece:
    return TextPiece(text.replace(SPACE, " "))


def _spans(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in (*sentence_ends(text), len(text)):
        part = text[start:end]
        start = end
        if found and NOTHING_SAID.fullmatch(part):
            found[-1] += part
        else:
            found.append(part)
    return found


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the positions behind the sentences of a text but the last.

    Abbreviations and initials end no sentence, nor does a full stop before a lower-case letter.

    >>> text = "By A. Doe et al. in 2021. It works, e.g. here. Done."
    >>> [text[:end][-5:] for end in sentence_ends(text)]
    ['2021.', 'here.']
    """
    start = 0
    for end in RE_END.finditer(text):
        before = text[max(start, end.start() - NEAR) : end.end()]
        after = text[end.end() : end.end() + NEAR]
        following = after.lstrip()[:1]
        if following.isalpha() and following.islower():
            continue
        if any(before.count(a) > before.count(b) and b in after for a, b in ("()", "[]")):
            continue  # what stands in brackets is part of the sentence around them
        if end[0].startswith("."):
            word = text[max(start, end.start() - NEAR) : end.start()].split()[-1:]
            last = word[0].lstrip(OPENING) if word else ""
            if last.isdigit() and not text[start : end.start() - len(last)].strip():
                continue  # the number of an item
            if not _ends(last, after):
                continue
        start = end.end()
        behind = RE_BEHIND.match(text, start)
        if behind and not text[behind.end() : behind.end() + NEAR].lstrip()[:1].islower():
            start = behind.end()
        yield start


def _ends(last: str, after: str) -> bool:
    """Tell whether a full stop behind the word ``last`` ends a sentence."""
    folded = last.lower()
    if folded in NEVER:
        return False
    if folded in COUNTED:
        return RE_NUMBERED.match(after) is None
    if len(last) == 1 and last.islower():
        return not after.lstrip()[:1].isdigit()  # a unit, but not "b. 1980"
    if (len(last) == 1 and last.isalpha()) or folded in ABBREVIATIONS or RE_DOTTED.fullmatch(last):
        word = RE_WORD.match(after)  # whether what follows begins like a sentence
        return word is not None and word[1].lower() in OPENERS
    return True
