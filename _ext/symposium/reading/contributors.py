"""Authors and editors of entries: lists of names, ``and others``, and annotations."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from symposium.kinds.paper import Contributor
from symposium.model.names import (
    Name,
    between,
    outside_braces,
    parse_name,
    split_top,
    without_signs,
)
from symposium.model.problems import Code
from symposium.reading.latex import decode, plain

MAX_NAMES = 10_000
"""Names of one list that are read; the longest lists of real papers have half as many."""

RE_SIMPLE = re.compile(r"[A-Za-z.,]+(?:[ '-][A-Za-z.,]+)*")
"""A name that is the same after decoding; most are."""

RE_PLAIN = re.compile(
    r"(?!Al,)([A-Z][a-z]+(?:-?[A-Z][a-z]+)*), ([A-Z][a-z]+(?:-[A-Za-z][a-z]+)?(?: [A-Z]\.?)*)"
)
"""A name such as ``Doe, Jane M.``, with a family and a given name alone, as most have."""

RE_AND = re.compile(r"(?<!\s)\s++and(?=\s)", re.IGNORECASE)
RE_AND_OR_BRACE = re.compile(r"[{}]|(?:(?<=\s)|^)and(?=\s|$)", re.IGNORECASE)
RE_SPACES = re.compile(r"[ \u00a0\u2009]+")
RE_FIRST_AND = re.compile(r"\s*+and\s(?=\s*+others\s*+$)", re.IGNORECASE)
ET_AL = (
    r"et\.?[\s~]+al(?:ii|ia)?\b\.?|(?-i:etal\b\.?)|(?-i:u\.[\s~]?a\.?)"
    r"|and[\s~]+others\.?|\{?al\.?\}?,[\s~]*et\.?"
)
"""Forms of ``others`` typed by hand; reference managers make ``al, et`` of them."""
RE_OTHERS = re.compile(rf"others\.?|{ET_AL}", re.IGNORECASE)
RE_ET_AL = re.compile(rf"(?<![\s~,])(?:[\s~]*+,)?[\s~]++(?:{ET_AL}),?$", re.IGNORECASE)
RE_ANNOTATION = re.compile(r"(\d{1,6})(?::\w+)?\s*=\s*(.*)", re.DOTALL)


SEPARATOR = "\x1f"
"""The separator of the parts of a contributor; readers of files replace it by a space."""


def row_of(contributor: Contributor) -> str:
    """Return a contributor as one text, which is stored and looked up fastest."""
    name = contributor.name
    parts = (
        name.text, name.family, name.given, name.prefix, name.suffix,
        "1" if name.corporate else "", contributor.person or "", *contributor.marks,
    )  # fmt: skip
    return SEPARATOR.join([part.replace(SEPARATOR, " ") for part in parts])


@lru_cache(maxsize=1 << 17)
def contributor_of(row: str) -> Contributor:
    """Return the contributor of a text by `row_of`; equal ones are one object."""
    text, family, given, prefix, suffix, corporate, person, *marks = row.split(SEPARATOR)
    name = Name(text, family, given, prefix, suffix, bool(corporate))
    return Contributor(name, person or None, tuple(marks))


class NameFault(NamedTuple):
    """A fault in a list of names, with a hint how to mend it."""

    code: Code
    message: str
    hint: str = ""


def name_text(raw: str) -> str:
    """Return a part of a name as text: LaTeX decoded, every space an ordinary one.

    >>> name_text("Knuth,~D.~E.")
    'Knuth, D. E.'
    """
    if raw.isalpha():
        return raw
    text = plain(decode(raw))
    return text if text.isascii() else RE_SPACES.sub(" ", text).strip()


def read_name(raw: str) -> Contributor:
    """Return the contributor of a name; signs behind the name become marks."""
    raw, marks = without_signs(raw)
    name = parse_name(raw, str if RE_SIMPLE.fullmatch(raw) else name_text)
    return Contributor(name, marks=marks)


def split_names(raw: str) -> list[str]:
    """Split a list of names at ``and`` outside braces; empty names stay, as empty texts.

    >>> split_names("{Barnes and Noble} and Jane Doe AND others")
    ['{Barnes and Noble}', 'Jane Doe', 'others']
    """
    if "{" not in raw:
        return [part.strip() for part in RE_AND.split(f"{raw} ")]
    return between(raw, outside_braces(raw, RE_AND_OR_BRACE))


def read_names(raw: str) -> tuple[tuple[Contributor, ...], bool, tuple[NameFault, ...]]:
    """Return the contributors, whether the list ends in "et al.", and its faults.

    >>> people, et_al, faults = read_names("Doe, Jane and others")
    >>> people[0].name.text, et_al, faults
    ('Jane Doe', True, ())
    """
    rows, et_al, faults = read_rows(raw)
    return tuple(map(contributor_of, rows)), et_al, faults


@lru_cache(maxsize=1 << 15)
def read_rows(raw: str) -> tuple[tuple[str, ...], bool, tuple[NameFault, ...]]:
    """Return the same with each contributor as a row (`row_of`)."""
    if not raw.strip(" {}"):
        return (), False, ()
    et_al = False
    faults: list[NameFault] = []
    people: list[str] = []
    first = RE_FIRST_AND.match(raw)
    for text in split_names(raw[first.end() :] if first else raw):
        rows, cut_short, item_faults = _read_item(text)
        people += rows
        et_al = et_al or cut_short
        faults += item_faults
        if len(people) > MAX_NAMES:
            del people[MAX_NAMES:]
            et_al = True
            message = f"only the first {MAX_NAMES:,} names are read"
            faults.append(NameFault(Code.BIB_TOO_LARGE, message, "end the list with: and others"))
            break
    return tuple(people), et_al, tuple(dict.fromkeys(faults))


@lru_cache(maxsize=1 << 17)
def _read_item(text: str) -> tuple[tuple[str, ...], bool, tuple[NameFault, ...]]:
    """Read the text between two ``and``: one name, ``others``, or names with other separators.

    Equal texts share their rows.
    """
    if match := RE_PLAIN.fullmatch(text):
        family, given = match.groups()
        return (SEPARATOR.join((f"{given} {family}", family, given, "", "", "", "")),), False, ()
    if RE_OTHERS.fullmatch(bare := text.strip("{}")):
        return (), True, () if bare.lower() == "others" else (et_al_fault(bare),)
    shorter = RE_ET_AL.sub("", text)
    typed = text[len(shorter) :]
    separated = separated_names(shorter)
    contributors = [read_name(name) for name in separated.names]
    people = tuple([row_of(person) for person in contributors if person.name.text])
    faults = [et_al_fault(typed.strip(", ~\n"))] if typed else []
    if separated.fault:
        message = f'names are separated by "{separated.fault}", not by " and "'
        faults.append(NameFault(Code.BIB_SEPARATOR, message, "write and between them"))
    if separated.commas:
        name = " ".join(shorter.split())[:60]
        faults.append(NameFault(Code.BIB_NAME, f'"{name}" has too many commas'))
    if len(people) < len(separated.names):
        faults.append(NameFault(Code.BIB_NAME, "a name is empty"))
    return people, bool(typed), tuple(faults)


def et_al_fault(typed: str) -> NameFault:
    """Return the fault of a list that ends in ``et al.`` or the like."""
    return NameFault(Code.BIB_ET_AL, f'the list ends in "{typed}"', "end it with: and others")


def annotate(
    people: tuple[Contributor, ...], marks: str, ids: str
) -> tuple[tuple[Contributor, ...], list[str]]:
    """Return the people with the marks and ids of biblatex annotations, and the faults of these.

    >>> people, faults = annotate((read_name("Doe, Jane"),), "1=equal,student; 2=student", "")
    >>> people[0].marks, faults
    (('equal', 'student'), ['"2=student" is for number 2 of 1'])
    """
    faults: list[str] = []
    found_marks = _annotations(marks, len(people), faults)
    found_ids = _annotations(ids, len(people), faults)
    annotated = list(people)
    for index in sorted({*found_marks, *found_ids}):
        person = found_ids.get(index, (None,))[0]
        signs = people[index - 1].marks
        all_marks = dict.fromkeys((*signs, *found_marks.get(index, ())))
        annotated[index - 1] = Contributor(people[index - 1].name, person, tuple(all_marks))
    return tuple(annotated), faults


def _annotations(text: str, count: int, faults: list[str]) -> dict[int, list[str]]:
    """Return the annotations in ``text`` by the number of the name, from 1 to ``count``."""
    annotations: dict[int, list[str]] = {}
    for item in (part.strip() for part in text.split(";")):
        if not item or item.startswith("="):  # nothing, or a note on the list as a whole
            continue
        match = RE_ANNOTATION.fullmatch(item)
        if not match:
            faults.append(f'"{item}" is not of the form "1=mark"')
        elif not 1 <= int(match[1]) <= count:
            faults.append(f'"{item}" is for number {int(match[1])} of {count}')
        else:
            values = (value.strip().strip("\"'{}").strip() for value in match[2].split(","))
            existing = annotations.setdefault(int(match[1]), [])
            existing += [value for value in values if value and value not in existing]
    return annotations


# Names separated by other signs than ``and``: commas, semicolons, ampersands.

RE_SIGN = re.compile(
    r"[{}]|(?:,\s*)?\s&amp;\s|&\#?\w{1,12};|(?:,\s*)?\s\\?&\s|[;,；、，]|(?:,\s*)?\s(?:und|et)\s",
    re.IGNORECASE,
)
"""Braces, an entity of HTML, and signs that may separate names."""
RE_MAY_SEPARATE = re.compile(r"[;&；、，]|\s(?:und|et)\s", re.IGNORECASE)
ALWAYS = ";；、"
"""Signs that no name contains."""
RE_CHINESE = re.compile(r"[\u3400-\u9fff·]{2,10}")
RE_INITIALS_LAST = re.compile(r"([^\W\d_][^\s.,]+(?:[ ~-][^\W\d_][^\s.,]+)?)[ ~]([A-Z]{1,3})")
"""``Smith JD``, as in medicine."""
RE_SUFFIX = re.compile(r"(?:jr|sr|[ivx]+|esq|m\.?\s?d|ph\.?\s?d)\.?", re.IGNORECASE)
RE_INITIALS_FIRST = re.compile(
    r"(?:\w\.[ ~-]?){1,4}[ ~]?[^\W\d_][^\s.]+(?:[ ~][^\W\d_][^\s.]+){0,2}"
)
"""``J. D. Smith``: no family name begins so."""
MARGIN = " \t\n,~"
"""Characters around a separator that belong to no name."""
LONGEST = 80
"""Characters of the longest name that is matched with the patterns of initials."""
EXTENDED = ("family", "given", "prefix")
"""Beginnings of names in biblatex's extended format (``family=Doe, given=Jane``)."""

Cut = tuple[int, int]
"""The start and end of a separator."""


class SeparatedNames(NamedTuple):
    """The names in a text between two ``and``: one, or several with other separators."""

    names: list[str]
    fault: str = ""
    """The separator that is used in place of ``and``."""
    cuts: tuple[Cut, ...] = ()
    """The places of that separator, if ``and`` is certainly meant there."""
    commas: bool = False
    """Whether it has too many commas for a name, and is no list either."""


def separated_names(raw: str) -> SeparatedNames:
    r"""Return the names in a text without ``and``, usually one.

    >>> separated_names("Doe, J.; Roe, R."), separated_names("Simon & Schuster").names
    (SeparatedNames(names=['Doe, J.', 'Roe, R.'], fault=';', cuts=((7, 8),), commas=False), ['Simon & Schuster'])
    >>> separated_names("Doe, J. \\& Roe, R.").names, separated_names("A. Doe, B. Roe, C. Poe").names
    (['Doe, J.', 'Roe, R.'], ['A. Doe', 'B. Roe', 'C. Poe'])
    """  # noqa: E501
    if RE_MAY_SEPARATE.search(raw):
        signs = _signs(raw)
        texts = [raw[start:end] for start, end in signs]
        if always := [text for text in texts if text in ALWAYS]:
            cuts = [cut for cut, text in zip(signs, texts, strict=True) if text not in ",，"]
            return _at_signs(raw, cuts, always[0])
        if "，" in texts and all(map(RE_CHINESE.fullmatch, between(raw, signs, MARGIN))):
            return _at_signs(raw, signs, "，")
        if several := _at_words(raw, signs):
            return several
    return _at_commas(raw) if "," in raw else SeparatedNames([raw])


def _signs(raw: str) -> list[Cut]:
    """Return the places of possible separators, outside of braces."""
    cuts = outside_braces(raw, RE_SIGN)
    return [cut for cut in cuts if raw[cut[0]] != "&" or raw[cut[1] - 1] != ";"]


def _at_signs(raw: str, cuts: list[Cut], sign: str) -> SeparatedNames:
    names = between(raw, cuts, MARGIN)
    certain = all(_is_name(name) or RE_CHINESE.fullmatch(name) for name in names)
    return SeparatedNames([name for name in names if name], sign, tuple(cuts) if certain else ())


def _at_words(raw: str, signs: list[Cut]) -> SeparatedNames | None:
    """Return the names around ``&``, ``und`` or ``et``, unless these belong to a single name."""
    cuts = [cut for cut in signs if raw[slice(*cut)].strip() != ","]
    if not cuts:
        return None
    sign = raw[slice(*cuts[0])].strip(" \t\n,")
    names = between(raw, cuts, MARGIN)
    lists = [_at_commas(name) for name in names]
    if any(separated.fault for separated in lists) and all(map(_is_name, names[1:])):
        return SeparatedNames([name for separated in lists for name in separated.names], sign)
    if not all(map(_is_name, names)) or RE_SUFFIX.fullmatch(names[-1]):
        return None
    complete = all("," in name for name in names) or all(map(_begins_with_initials, names))
    if not complete and sign.isalpha():
        return None
    return SeparatedNames(names, sign, tuple(cuts) if complete else ())


def _is_name(text: str) -> bool:
    """Tell whether a text is ``Family, Given``, or has at least two words without a comma."""
    parts = split_top(text, ",")
    if len(parts) > 1:
        return len(parts) == 2 and all(parts)
    return text.startswith("{") or len(split_top(text, " ")) > 1


def _begins_with_initials(text: str) -> bool:
    return len(text) <= LONGEST and RE_INITIALS_FIRST.fullmatch(text) is not None


def _at_commas(raw: str) -> SeparatedNames:
    if raw.lower().startswith(EXTENDED):
        return SeparatedNames([raw])
    parts = split_top(raw, ",")
    count = len(parts)
    while parts and not parts[-1]:
        parts.pop()
    if len(parts) > 1 and all(map(_begins_with_initials, parts)):
        cuts = [cut for cut in _signs(raw) if raw[cut[0]] == ","]
        certain = len(parts) == count and len(cuts) == count - 1
        return SeparatedNames(parts, ",", tuple(cuts) if certain else ())
    matches = [len(part) <= LONGEST and RE_INITIALS_LAST.fullmatch(part) for part in parts]
    if len(parts) > 1 and all(matches):
        return SeparatedNames([f"{match[1]}, {match[2]}" for match in matches if match], ",")
    if count < 3:
        return SeparatedNames([raw])
    complete = all(len(split_top(part, " ")) > 1 for part in parts)
    if len(parts) > 2 and complete and not RE_SUFFIX.fullmatch(parts[1]):
        return SeparatedNames(parts, ",")
    if len(parts) > 3 and len(parts) % 2 == 0:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return SeparatedNames([", ".join(pair) for pair in pairs], ",")
    return SeparatedNames([", ".join(parts)], commas=len(parts) > 3)
