"""Mentions: the places where pages cite or name records, with their sentences."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.locale import _, separators

RE_ROLE = re.compile(
    r"\{(?P<kind>[a-z]+)\}"
    r"`(?:(?P<text>[^`<>]*[^`<>\s])\s*<(?P<id>[^`<>]+)>|(?P<only>[^`<>]+))`"
)
"""A role of Symposium in the text of a field."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of a sentence: text, or a reference to records of one kind."""

    text: str = ""
    kind: str = ""
    """Empty for plain text."""
    ids: tuple[str, ...] = ()
    """The records that are referred to, as written: ids or cite keys."""
    role: str = ""
    """The role of a citation, such as ``p`` or ``t``; empty for other references."""
    notes: tuple[tuple[str, str], ...] = ()
    """The texts before and after each cite key: ``see`` and ``p. 3``."""

    @property
    def bracketed(self) -> bool:
        """Whether the whole citation is in brackets: ``(Dryden et al., 2021)``."""
        return self.role.removesuffix("s") in {"p", "cite", "authorpar", "labelpar", "yearpar"}


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a page cites a paper or names a person or a talk."""

    page: str
    """Docname of the page."""
    title: str
    """Title of the page; references in it are written as roles."""
    section: str
    """Title of the section, likewise; empty outside of sections."""
    anchor: str
    kind: str
    id: str
    """The id or cite key of the record, as written."""
    sentence: tuple[TextPiece, ...] = ()
    how: str = "mentions"
    """``cites`` or ``mentions``."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """All mentions, by the page that makes them, in the order of the page."""

    by_page: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return all mentions as JSON text, sorted by page."""
        rows = dict(sorted(self.by_page.items()))
        return json.dumps(rows, ensure_ascii=False, default=_values)

    @classmethod
    def from_json(cls, text: str) -> Mentions:
        """Return the mentions that `to_json` wrote.

        Raises:
            ValueError: if the text is not such JSON.
        """
        try:
            return cls(
                {page: tuple(map(_mention, rows)) for page, rows in json.loads(text).items()}
            )
        except (TypeError, KeyError, AttributeError) as exc:
            raise ValueError("not a list of mentions") from exc


def _values(row: Mention | TextPiece) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def _mention(row: dict[str, Any]) -> Mention:
    pieces = [
        TextPiece(**piece | {"ids": (*piece["ids"],), "notes": (*map(tuple, piece["notes"]),)})
        for piece in row["sentence"]
    ]
    return Mention(**{**row, "sentence": tuple(pieces)})


NO_MENTIONS = Mentions()


def pieces_of_text(text: str) -> tuple[TextPiece, ...]:
    """Return the text of a field in pieces, with its roles, such as ``{person}``, as references.

    >>> [(p.text, p.kind, p.ids) for p in pieces_of_text("via {person}`Amnon <amnon-barak>`.")]
    [('via ', '', ()), ('Amnon', 'person', ('amnon-barak',)), ('.', '', ())]
    """
    pieces: list[TextPiece] = []
    end = 0
    for match in RE_ROLE.finditer(text):
        if match["kind"] not in BY_NAME:
            continue
        pieces.append(TextPiece(text[end : match.start()]))
        pieces.append(
            TextPiece(match["text"] or "", match["kind"], (match["id"] or match["only"],))
        )
        end = match.end()
    pieces.append(TextPiece(text[end:]))
    return tuple(piece for piece in pieces if piece.text or piece.kind)


# Short texts for records in running prose.


def authors_label(paper: Paper) -> str:
    """Return the authors as in an author-year citation.

    These are one family name, two joined by "and", or the first with "et al."; without authors,
    the editors, or else the title.
    """
    people = paper.authors or paper.editors
    families = [f"{person.name.prefix} {person.name.family}".strip() for person in people[:2]]
    if not families:
        return paper.title
    if len(people) > 2 or paper.et_al:
        return " ".join((families[0], _("et al.")))
    return separators(2)[0].join(families) if len(families) > 1 else families[0]


def year_label(paper: Paper) -> str:
    """Return the year of a work, or the text for an unknown year."""
    return str(paper.year) if paper.year else _("n.d.")


def piece_labels(kb: KnowledgeBase, piece: TextPiece) -> Iterator[tuple[str | None, str]]:
    """Yield the id of each record that a piece refers to, ``None`` if unknown, and its text."""
    notes = piece.notes or (("", ""),) * len(piece.ids)
    for written, (before, behind) in zip(piece.ids, notes, strict=True):
        record_id = kb.find(piece.kind, written)
        if record_id is None or piece.text:
            yield record_id, piece.text or written
        elif piece.role:
            yield record_id, _citation(kb.works[record_id], piece.role, before, behind)
        else:
            yield record_id, label(kb, piece.kind, record_id)


def _citation(paper: Paper, role: str, before: str, behind: str) -> str:
    """Return the text of a citation by the role, without its outer brackets."""
    names, year = authors_label(paper), year_label(paper)
    before, behind = before and f"{before} ", behind and f", {behind}"
    if role.startswith("author"):
        return before + names + behind
    if role.startswith("year"):
        return before + year + behind
    if role.removesuffix("s") in {"t", "ct"}:
        return f"{names} ({before}{year}{behind})"
    return f"{before}{names}, {year}{behind}"


def piece_text(kb: KnowledgeBase, piece: TextPiece) -> str:
    """Return a part of a sentence as text."""
    if not piece.kind:
        return piece.text
    joined = ", ".join(text for _unused, text in piece_labels(kb, piece))
    return f"({joined})" if piece.bracketed else joined


def label(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    """Return the text of a link to a record: author and year of a paper, else its title."""
    if kind == "paper":
        paper = kb.works[record_id]
        return f"{authors_label(paper)} ({year_label(paper)})"
    return kb.title_of(kind, record_id)


# Sentences: where they end, and which of them hold references.

NEAR = 240
"""Characters around a full stop that decide whether it ends a sentence."""
MARK = "\ufffc"
"""Replaces a reference while a paragraph is split into sentences."""
BRACKETED = "\ufffb"
"""Replaces a reference in brackets."""
MARKS = MARK + BRACKETED
SPACE = "\ue000"
"""Replaces a space in a formula or code, where no sentence ends."""

NEVER = frozenset({
    "cf", "e.g", "i.e", "viz", "vs", "resp", "approx", "ca", "incl",
    "dr", "prof", "mr", "mrs", "ms", "st",
})  # fmt: skip
"""Abbreviations that end no sentence."""
ABBREVIATIONS = frozenset({"al", "ed", "eds", "jr", "sr", "dept", "univ", "proc", "inc", "ltd"})
"""Abbreviations that end a sentence only if one of the `OPENERS` follows."""
COUNTED = frozenset({
    "fig", "figs", "eq", "eqs", "no", "nos", "vol", "pp", "p", "sec", "secs", "ch", "chap", "art",
    "alg", "thm", "tab", "def", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
    "oct", "nov", "dec",
})  # fmt: skip
"""Abbreviations that end no sentence before a number (in digits or letters) or a reference."""
OPENERS = frozenset({
    "the", "an", "this", "that", "these", "those", "then", "there", "it", "its", "we", "our", "he",
    "she", "they", "his", "her", "their", "in", "on", "at", "for", "from", "with", "as", "but",
    "and", "however", "if", "when", "while", "to", "see", "next", "more", "so", "yes", "no", "also",
})  # fmt: skip

CLOSING = "\"'”’)\\]»›」』）】"
STOPS = ".!?…؟۔।॥։።။"
FULL_STOPS = "。！？｡．"
"""Full stops that are not followed by a space."""
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
RE_NO_WORD = re.compile(r"\W*")
RE_MARK = re.compile(f"[{MARKS}]")


def sentences(pieces: Sequence[TextPiece]) -> Iterator[tuple[TextPiece, ...]]:
    """Yield the sentences that hold a reference.

    References behind the full stop belong to the sentence before it.

    >>> [len(s) for s in sentences([TextPiece("One. See "), TextPiece(kind="paper", ids=("a",)),
    ...                             TextPiece(" for more. Three.")])]
    [3]
    """
    text = "".join(map(_marked, pieces))
    references = iter([piece for piece in pieces if piece.kind])
    for sentence in _spans(text):
        parts = iter(RE_MARK.split(" ".join(sentence.split())))
        before = next(parts)
        built: list[TextPiece] = []
        for part in parts:
            reference = next(references)
            if reference.bracketed and (before or built) and before[-1:] not in SPACE_OR_OPENING:
                before += " "  # behind a full stop, or the number of a footnote
            if before:
                built.append(_plain(before))
            built.append(reference)
            before = part
        if built:
            yield (*built, _plain(before)) if before else tuple(built)


WHOLE = 600
"""Characters of a sentence that stands whole beside each of its references."""
AROUND = 150
"""Characters that an excerpt of a longer sentence keeps on each side of a reference."""
LABEL = 20
"""Characters that the label of a reference is taken to have."""
RE_WORDS = re.compile(r"\s*\S{1,40}|\s+")


def excerpts(sentence: tuple[TextPiece, ...]) -> Iterator[tuple[TextPiece, tuple[TextPiece, ...]]]:
    """Yield each reference to one record, with the sentence, or with an excerpt of a long one.

    So a sentence of a thousand references is not kept, and shown, as a thousand whole ones.
    """
    parts = [(n, part) for n, piece in enumerate(sentence) for part in _parts(piece)]
    ends = [*accumulate(_length(part) for _unused, part in parts)]
    for (_unused, part), end in zip(parts, ends, strict=True):
        if part.kind and ends[-1] <= WHOLE:
            yield part, sentence
        elif part.kind:
            first = bisect_left(ends, end - _length(part) - AROUND)
            behind = bisect_left(ends, end + AROUND) + 1
            before, after = ["… "] * (first > 0), [" …"] * (behind < len(parts))
            shown = _joined(parts[first:behind], sentence)
            yield part, (*map(TextPiece, before), *shown, *map(TextPiece, after))


def _length(piece: TextPiece) -> int:
    return len(piece.text) + LABEL * len(piece.ids) + sum(map(len, chain(*piece.notes)))


def _parts(piece: TextPiece) -> Iterator[TextPiece]:
    """Yield the words of a text, or references to one record each."""
    if not piece.kind:
        yield from map(TextPiece, RE_WORDS.findall(piece.text))
    for n, id_ in enumerate(piece.ids):
        yield replace(piece, ids=(id_,), notes=piece.notes[n : n + 1])


def _joined(
    parts: Iterable[tuple[int, TextPiece]], sentence: Sequence[TextPiece]
) -> Iterator[TextPiece]:
    """Yield pieces of a sentence, as far as these parts of them reach."""
    for number, group in groupby(parts, itemgetter(0)):
        pieces = [part for _unused, part in group]
        text = pieces[0].text if pieces[0].kind else "".join([piece.text for piece in pieces])
        ids, notes = (tuple(chain(*map(attrgetter(of), pieces))) for of in ("ids", "notes"))
        piece = replace(pieces[0], text=text, ids=ids, notes=notes)
        yield sentence[number] if sentence[number] == piece else piece  # kept once


def _marked(piece: TextPiece) -> str:
    if piece.kind:
        return BRACKETED if piece.bracketed else MARK
    return RE_MARK.sub("", piece.text)


def _plain(text: str) -> TextPiece:
    return TextPiece(text.replace(SPACE, " "))


def _spans(text: str) -> list[str]:
    spans: list[str] = []
    start = 0
    for end in (*sentence_ends(text), len(text)):
        part = text[start:end]
        start = end
        if spans and RE_NO_WORD.fullmatch(part):
            spans[-1] += part
        else:
            spans.append(part)
    return spans


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the end positions of the sentences of a text, except the last.

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
            continue  # inside brackets, which belong to the sentence around them
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
        word = RE_WORD.match(after)  # the text after it may begin like a sentence
        return word is not None and word[1].lower() in OPENERS
    return True
