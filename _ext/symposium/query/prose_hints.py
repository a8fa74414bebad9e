"""Comparisons as people say them, and how the language writes the same."""

from __future__ import annotations

from collections.abc import Callable

from symposium.query.checking import RANGES, comparable
from symposium.query.date_hints import compared_with, date_meant
from symposium.query.field_tables import FIELDS
from symposium.query.hints import SPELT, of_several
from symposium.query.literals import REPRODUCIBLE
from symposium.query.lookahead import COUNTS, Reading
from symposium.query.syntax_tree import quoted
from symposium.query.tokens import WrongToken

SINCE = {"from": ">=", "in": "=", "during": "=",
         **{one: SPELT[one] for one in ("since", "after", "before", "until")}}  # fmt: skip
SOON = frozenset({"upcoming", "past", "recent", "future", "latest", "newest", "current"})
ABOUT = {"by": ("author", "speaker", "organizer", "paper"), "about": ("topic",), "on": ("topic",),
         "at": ("event",)}  # fmt: skip
"""Words before what is meant, and the fields that are meant."""
DENY = frozenset({"does", "doesn't", "doesnt", "do", "not"})


def _since(here: Reading) -> WrongToken | None:
    """``since 2020``, ``upcoming``."""
    word, value = here[0].text.lower(), here[1]
    if here[0].kind != "word" or here.field(0):
        return None
    if word in SOON and "date" in FIELDS[here.what] and here[1].kind != "operator":
        return here.wrong(f"{word} is no comparison", REPRODUCIBLE, 0, 0)
    operator, meant = SINCE.get(word), date_meant(value.text) if value.is_value else ""
    if not operator or not meant:
        return None
    name = "date" if "date" in FIELDS[here.what] else "year"
    if "year" in FIELDS[here.what] and (len(meant) == 4 or name == "year"):
        name, meant = "year", meant[:4]
    hint = f"write {compared_with(name, operator, meant)}"
    return here.wrong(f"{here[0].text} compares nothing", hint, 0, 0)


def _between(here: Reading) -> WrongToken | None:
    """``year between 2019 and 2021``, ``date from 2019 to 2021``."""
    name = here.field(0)
    if not name or here[1].kind != "word" or here[1].text.lower() not in {"between", "from"}:
        return None
    field, ends = here.of(name), [here[2].text, here[4].text]
    joined = here[3].text.lower() in {"and", "to", "until", "..", "-", "–", "through"}
    if field.type not in RANGES or not joined or here[2].kind != "word":
        return None
    meant = [one if comparable(field, one) else date_meant(one) for one in ends]
    if not all(one and comparable(field, one) for one in meant):
        return None
    hint = f"write {name} in {'..'.join(meant)}"
    return here.wrong(f"{here[1].text} is no operator", hint, 1, 1)


def _all_of(here: Reading) -> WrongToken | None:
    """``author all (ann, bo)``, ``author any (ann, bo)``."""
    name, word = here.field(0), here[1].text.lower()
    if not name or here[2].kind != "(" or word not in {"all", "any", "both", "either", "one"}:
        return None
    texts = []
    at = 3
    while here[at].is_value:
        texts.append(here[at].text)
        at += 2 if here[at + 1].kind == "," or here[at + 1].text in {"and", "or"} else 1
    if not texts or here[at].kind != ")":
        return None
    joint = "and" if word in {"all", "both"} else "or"
    hint = f"write {of_several(name, '=', texts, joint)}"
    return here.wrong(f"{here[1].text} is no operator", hint, 1, 1)


def _prose(here: Reading) -> WrongToken | None:
    """``by ada``, ``about kites``, ``number of authors > 3``, ``author count > 3``."""
    text, word = here[0].text, here[0].text.lower()
    if here[0].kind != "word":
        return None
    at = 1 if word == "written" and here[1].text.lower() == "by" else 0
    named = next((one for one in ABOUT.get(here[at].text.lower(), ()) if here.has(one)), "")
    if named and here[at + 1].is_value and here[at + 2].kind != "operator":
        hint = f"write {named} = {quoted(here[at + 1].text)}"
        return here.wrong(f"{text} compares nothing", hint, 0, at)
    at = 2 if word in COUNTS and here[1].text.lower() == "of" else 0
    name = here.field(at)
    behind = at + 1 + (at == 0 and here[1].kind == "word" and here[1].text.lower() in COUNTS)
    if not name or behind == 1 or ">" not in here.of(name).operators:
        return None
    operator, number = here[behind].text, here[behind + 1].text
    if here[behind].kind != "operator" or not number.isdecimal():
        return None
    hint = f"write {name} {'>=' if operator == '=' else operator} {number}"
    return here.wrong("< and > compare how many there are", hint, 0, behind - 1)


def _denied(here: Reading) -> WrongToken | None:
    """``title does not contain kites``, ``author starts with Ada``, ``year not 2023``."""
    name = here.field(0)
    at, denied = 1, False
    while name and here[at].kind == "word" and here[at].text.lower() in DENY:
        denied = denied or here[at].text.lower() not in {"do", "does"}
        at += 1
    word = here[at].text.lower()
    if not name or here[at].is_word("in") or here[at].kind == "text" or word == "":
        return None
    sign = SPELT.get(word)
    if sign and here[at + 1].is_word("with"):
        value = here[at + 2]
    elif at > 1 and (sign or here[at].is_value):
        sign, value = sign or "=", here[at + 1] if sign else here[at]
    else:
        return None
    field = here.of(name)
    sign = sign if sign in field.operators else "="
    if not value.is_value or not comparable(field, value.text, sign):
        return None
    hint = f"write {'not ' if denied else ''}{name} {sign} {quoted(value.text)}"
    return here.wrong(f"{here[1].text} is no operator", hint, 1, 1)


def _having(here: Reading) -> WrongToken | None:
    """``has no code``, ``has any (code, pdf)``, ``has code is true``, ``either has code …``."""
    first, second = here[0].text.lower(), here[1].text.lower()
    if first in {"either", "both"} and here[0].kind == "word" and here[1].kind != "operator":
        return here.wrong(f"{here[0].text} compares nothing", "take the word out", 0, 0)
    if first in {"has:", "neither"} and here[1].is_value:
        sign = "not " if first == "neither" else ""
        return here.wrong(f"{here[0].text} has nothing", f"write {sign}has {here[1].text}", 0, 0)
    if not here[0].is_word("has") or here[1].kind != "word":
        return None
    if second in {"no", "neither", "none"} and here[2].is_value:
        return here.wrong(f"has {here[1].text} is nothing", f"write not has {here[2].text}", 0, 1)
    if second in {"all", "any", "both"} and here[2].kind in {"(", "word"}:
        return here.wrong(f"has {here[1].text} is nothing", "put has in front of each", 1, 1)
    if here[2].is_word("is"):
        sign = "" if here[3].text.lower() in {"true", "yes"} else "not "
        return here.wrong("is is no operator here", f"write {sign}has {here[1].text}", 2, 3)
    return None


LOOKS: tuple[Callable[[Reading], WrongToken | None], ...] = (
    _having, _since, _between, _all_of, _prose, _denied,
)  # fmt: skip
