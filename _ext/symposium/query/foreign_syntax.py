"""What people write who think of another language, and what they mean.

Two tables: words and signs, one by one, and whole comparisons. A comparison is proposed only if it
can be asked for, so a form may fit more than it is made for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from symposium.query.syntax_tree import BARE, WORDS, quoted

OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "~")

SPELT: Mapping[str, str] = {
    **dict.fromkeys(("==", "===", ":=", "is", "are", "equals", "eq", "＝"), "="),
    **dict.fromkeys(("<>", "!==", "=!", "><", "≠", "isn't", "ne"), "!="),
    **dict.fromkeys(("=>", "≥", "since", "ge", "gte"), ">="),
    **dict.fromkeys(("=<", "≤", "until", "le", "lte"), "<="),
    **dict.fromkeys((">>", "after", "gt"), ">"), **dict.fromkeys(("<<", "before", "lt"), "<"),
    **dict.fromkeys(
        ("=~", "~=", "~~", "≈", "like", "ilike", "contains", "matches", "includes", "startswith",
         "endswith", "contain", "starts", "ends", "regexp"), "~"),
    **dict.fromkeys(("&&", "&", "∧", "with", "but", "plus", "also"), "and"),
    **dict.fromkeys(("||", "|", "∨", "xor"), "or"),
    **dict.fromkeys(("!", "¬", "except", "nor"), "not"), "∈": "in", "between": "in 2024..2026",
    **dict.fromkeys("‘’‚‛“”„‟«»‹›`´", "straight quotes: \" or '"),
    **dict.fromkeys("[]{}", "parentheses: ( and )"), ";": "and, or, or a comma in a list",
    "\\": "the quote without it",
}  # fmt: skip
"""Words and signs of others, and what to write."""
USE = {"order": "sort", "sort": "sort", "limit": "limit", "group": "group", "view": "view"}
"""Words of others for options."""
OUT = frozenset({"where", "select", "either", "both", "--", "//", "#", "*", "all", "any", "true"})
"""Words that are better left out."""

NULLS = frozenset({"null", "nil", "none", "nothing", "empty", "missing", "undefined", "unknown"})
"""Words for no value."""
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("citations", "cited"), ("cited_by",)), "cite": ("cites",),
    **dict.fromkeys(("tag", "tags", "subject", "label"), ("topic", "key")),
    **dict.fromkeys(("conference", "proceedings"), ("venue", "event")),
    **dict.fromkeys(("published", "publication", "when", "start", "end", "day", "time"), ("date",)),
    **dict.fromkeys(("place", "city", "country"), ("location",)), "email": ("has",),
    **dict.fromkeys(("institute", "institution", "university"), ("affiliation",)),
    **dict.fromkeys(("chair", "chairs", "host"), ("organizer",)), "session": ("track",),
    **dict.fromkeys(("citekey", "bibkey", "paper"), ("key",)), "name": ("title",),
    "title": ("name",), "writer": ("author",), "author": ("coauthor", "speaker", "person"),
    "kind": ("type",), "type": ("kind",), "bio": ("biography",), "prize": ("award",),
    **dict.fromkeys(("vita", "resume"), ("cv",)), "recordings": ("recording",),
    **dict.fromkeys(("picture", "image"), ("photo", "thumbnail")),
    **dict.fromkeys(("schedule", "agenda", "slots"), ("programme",)),
}  # fmt: skip
"""Words for fields that are like no name of one, and the fields that are meant."""

MEANT: Mapping[str, str] = {
    "{f}": "F is TRUE | F = TRUE | F is set | F exists",
    "not {f}": "F is FALSE | F is not TRUE | F = FALSE | F != TRUE",
    "has {f}": "F is not NULL | F != NULL | F <> NULL | F is TRUE | F = TRUE | F is set | F exists"
    " | exists(F) | with F | F | has(F) | has: F | has F is TRUE | has F = TRUE | F != EMPTY",
    "not has {f}": "F is NULL | F = NULL | F == NULL | F is FALSE | F = FALSE | F is not set"
    " | without F | no F | has not F | has no F | F = EMPTY | has F = FALSE",
    "not {f} ~ {v}": "F not LIKE V | F does not LIKE V | F doesn't LIKE V | F not ~ V | F !~ V"
    " | V not in F | F not LIKE with V",
    "{f} ~ {v}": "F LIKE V | LIKE(F, V) | F.LIKE(V) | V in F | F LIKE with V | F =~ V | F = STARS"
    " | F ~ STARS | F has V | ANY(F) LIKE V",
    "{f} in {a}..{b}": "F between A and B | F from A to B | F = A..B | F == A..B | F A..B"
    " | F in A to B | F = A to B | F = A-B | F in A-B | F = A/B | F in A/B | F in A:B"
    " | F in A .. B | F in A...B",
    "{f} >= {v}": "V <= F | F since V | F > = V | F in V.. | F = V..",
    "{f} <= {v}": "V >= F | F until V | F < = V | F in ..V | F = ..V",
    "{f} < {v}": "V > F | F before V",
    "{f} > {v}": "V < F | F after V",
    "{f} != {v}": "F is not V | F isn't V | F ! = V",
    "not {f} {o} {v}": "F not V | F = not V | F not O V | not(F O V)",
    "{f} = {v}": "F is V | F equals V | F := V | F: V | F V | V = F | F = [V] | LIKE(F, V)"
    " | F LIKE V",
    "{f} > {v} and {f} < {w}": "V < F < W",
    "{f} >= {v} and {f} <= {w}": "V <= F <= W",
    "{f} {o} {v} and {f} {p} {w}": "F O V P W | F O V and P W",
    "{f} {o} {v}": "ANY(F) O V | number of F O V | F count O V",
    "{f} in ({l})": "F = L | F in L | F = (L) | F in (L) | F in [L] | F any (L)",
    "{f} not in ({l})": "F != L | F not in L | F != (L)",
    "{f} = {v} and {f} = {w}": "F = V and W | F all (V, W) | F in (V and W) | F = (V and W)",
    "{f} ~ {v} or {f} ~ {w}": "F ~ V or W | F ~ (V, W) | F ~ (V or W) | F ~ V, W",
    "{f} ~ {v} and {f} ~ {w}": "F ~ V and W | F ~ (V and W)",
    "has {v} and has {w}": "has V and W | has V, W | has V W | has all (V, W) | has V + W",
    "has {v} or has {w}": "has V or W | has any (V, W)",
    "has in ({l})": "has (L)",
    '{f} {o} "{s}"': "F O X | F O S | F O (S)",
    "year >= {a}": "since A | from A",
    "date < {a}": "before A",
    "date > {a}": "after A",
    "year = {a}": "A",
}
"""What is meant, and the forms in which people write it. F is a field; V and W are values, A and B
the ends of a range, L is a list, S are words, X is one with a sign; O and P are operators."""

VALUE = rf"\"[^\"]*\"|'[^']*'|(?!(?:and|or|not|in|has)\b){BARE}"
POINT = r"[0-9]{4}(?:-[0-9]{2}(?![0-9]))*|[0-9]+"
PARTS_OF_FORMS = {
    "F": r"(?P<f>(?!(?:and|or|not|in|has)\b)[A-Za-z_][\w.-]*(?<![.-])(?![\w-]))",
    "V": f"(?P<v>{VALUE})", "W": f"(?P<w>{VALUE})", "A": f"(?P<a>{POINT})", "B": f"(?P<b>{POINT})",
    "O": "(?P<o>[=<>!~]+)", "P": "(?P<p>[=<>!~]+)", "ANY": r"(?:\w|\.)+",
    "L": rf"(?P<l>(?:{VALUE})(?:\s*(?:,|\+|\||\bor\b)\s*(?:{VALUE}))+)",
    "S": rf"(?P<s>(?:{BARE})(?:\s+(?!(?:and|or|not|in|has)\b){BARE})+)",
    "X": rf"(?P<s>{BARE}[&|=]{BARE})",
    "NULL": rf"(?:{'|'.join(sorted(NULLS))})\b", "EMPTY": r"(?:\"\s*\"|'\s*')",
    "TRUE": r"(?:true|yes|1)\b", "FALSE": r"(?:false|no|0)\b",
    "LIKE": r"(?:i?like|contains?|includes?|match(?:es)?|starts?(?:_?with)?|ends?(?:_?with)?"
            r"|search|find|regexp?)\b",
    "STARS": r"(?P<v>['\"]?(?:\*[^\s*]+\*?|[^\s*]+\*|%[^\s%]+%?|/[^\s/]+/)['\"]?)",
}  # fmt: skip
"""What the words in capitals of a form stand for."""


def _compiled(form: str) -> re.Pattern[str]:
    """Return the expression of a form: blanks may stand between its pieces, or must."""
    pieces = re.findall(r"[A-Za-z']+|\.+|\S", form)
    made = [PARTS_OF_FORMS.get(one, re.escape(one)) for one in pieces]
    words = [rf"{made}\b" if one.isalpha() and one not in PARTS_OF_FORMS else made
             for one, made in zip(pieces, made, strict=True)]  # fmt: skip
    return re.compile(r"\s*".join(words) + r"(?=\s*(?:$|\)|,|\band\b|\bor\b))", re.IGNORECASE)


@cache
def _forms() -> list[tuple[str, re.Pattern[str]]]:
    """Return all forms, each with what is meant: they are compiled at the first mistake."""
    return [(meant, _compiled(one)) for meant, forms in MEANT.items() for one in forms.split(" | ")]


def spelt(text: str) -> str:
    """Return what to write in place of a word or a sign; nothing if it is not known."""
    lower = text.lower()
    if lower in USE:
        return f"use the option :{USE[lower]}:"
    if lower in OUT:
        return "remove it"
    meant = lower if lower in WORDS else SPELT.get(lower, "")
    return f"write {meant}" if meant else ""


def suggestions(text: str, starts: Collection[int], place: int) -> Iterator[str]:
    """Yield what may be meant at a place by a comparison that begins there or before it."""
    for meant, form in _forms():
        for start in starts:
            found = form.match(text, start)
            if found and found.end() >= min(place + 1, len(text.rstrip())):
                yield meant.format(**{name: _said(name, one) for name, one in _groups(found)})


def _groups(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    yield from found.groupdict().items()
    if "o" not in found.re.groupindex:
        yield "o", "="


def _said(name: str, text: str) -> str:
    """Return a piece of a form as the language writes it."""
    if name == "f":
        return text.lower().rpartition(".")[2].replace("-", "_")
    if name in "vw":
        return quoted(_bare(text).strip("*%/") or text)
    if name == "l":
        values = re.findall(rf"\bor\b|[,+|]|{VALUE}", text, re.IGNORECASE)
        return ", ".join(quoted(_bare(one)) for one in values if one.lower() not in {"or", *",+|"})
    return SPELT.get(text, text) if name in "op" else text


def _bare(text: str) -> str:
    return text[1:-1] if text[0] in "'\"" else text
