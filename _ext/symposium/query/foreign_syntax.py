"""Comparisons as other languages write them, and how this one writes the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symposium.query import prose_hints
from symposium.query.checking import RANGES, comparable
from symposium.query.field_tables import field_name
from symposium.query.fields import Type
from symposium.query.having import LINKS, PARTS
from symposium.query.hints import NULLS, OPERATORS, OTHERWISE, SPELT
from symposium.query.lookahead import COUNTS, Reading
from symposium.query.syntax_tree import WORDS, quoted
from symposium.query.tokens import Token, WrongToken

THERE = frozenset({"exists", "exist", "present", "set", "defined", "known", "given", "available"})
WITH = {"with": "", "having": "", "without": "not ", "no": "not ", "lacks": "not ",
        "lacking": "not ", "hasnt": "not ", "hasn't": "not "}  # fmt: skip
FUNCTIONS = {
    **SPELT,
    **dict.fromkeys(("search", "find", "has", "starts_with", "ends_with", "icontains", "regex",
                     "re"), "~"),
}  # fmt: skip
"""Functions that compare a text, and the operators that do."""
SHAPES = frozenset({"lower", "upper", "trim", "str", "int", "fold", "lcase", "ucase", "date"})
IS = frozenset({"is", "are", "isnt", "isn't", "=", "==", "===", "!=", "<>", "!=="})
DENIED = frozenset({"isnt", "isn't", "!=", "<>", "!=="})


def habit(what: str, tokens: Sequence[Token], at: int) -> WrongToken | None:
    """Return the fault that a comparison is written as elsewhere; nothing for others."""
    here = Reading(what, tokens, at)
    return next((found for look in LOOKS if (found := look(here))), None)


def _contained(here: Reading) -> WrongToken | None:
    """``"deep" in title``, as Python has it."""
    denied = here[1].is_word("not")
    at = 2 if denied else 1
    name = here.field(at + 1)
    if not here[0].is_value or here.field(0) or not here[at].is_word("in") or not name:
        return None
    if here[at + 2].kind == ",":
        return None
    field = here.of(name)
    operator = "~" if "~" in field.operators else "="
    if not comparable(field, here[0].text, operator):
        return None
    sign = "not " if denied else ""
    hint = f"write {sign}{name} {operator} {quoted(here[0].text)}"
    return here.wrong("a comparison begins with the name of a field", hint, 0, 0)


def _called(here: Reading) -> WrongToken | None:
    """``contains(title, "deep")``, ``title.contains("deep")``, ``len(authors) > 3``."""
    if here[0].kind != "word" or here[1].kind != "(" or here[0].text in WORDS or here.field(0):
        return None
    before, _, after = here[0].text.rpartition(".")
    meant = ""
    if (name := field_name(here.what, before)) and here[3].kind == ")":
        meant = _method(here, name, after.lower(), here[2])
    elif (name := here.field(2)) and here[3].kind == "," and here[5].kind == ")":
        meant = _method(here, name, after.lower(), here[4])
    elif here[3].kind == ")" and here[2].is_value:
        meant = _function(here, after.lower())
    if not meant:
        return None
    return here.wrong(f"there is no function {here[0].text}", f"write {meant}", 0, 0)


def _method(here: Reading, name: str, function: str, value: Token) -> str:
    operator = FUNCTIONS.get(function)
    if not value.is_value or operator not in {"~", "="}:
        return ""
    operator = operator if operator in here.of(name).operators else "="
    return f"{name} {operator} {quoted(value.text)}"


def _function(here: Reading, function: str) -> str:
    """Return what a function of one field means with what stands behind it."""
    name, sign = here.field(2), here[4].text
    operator = OTHERWISE.get(sign, sign)
    if function in {"exists", "defined", "isset", "notnull"} and _to_have(here, 2):
        return f"has {here[2].text}"
    if function in {"empty", "isnull", "missing"} and _to_have(here, 2):
        return f"not has {here[2].text}"
    if not name or operator not in OPERATORS or not here[5].is_value:
        return ""
    field, text = here.of(name), here[5].text
    if function in SHAPES and operator in field.operators and comparable(field, text):
        return f"{name} {operator} {quoted(text)}"
    if function in COUNTS and ">" in field.operators and field.type not in RANGES:
        if not text.isdecimal():
            return ""
        exactly = f"{name} >= {text} and {name} <= {text}"
        return exactly if operator == "=" else f"{name} {operator} {text}"
    return ""


def _to_have(here: Reading, ahead: int) -> bool:
    """Tell whether a token is something that records have."""
    text = here[ahead].text
    field = here.field(ahead)
    if field:
        return here.of(field).type is not Type.FLAG
    return here[ahead].kind == "word" and (text in LINKS or text in PARTS[here.what])


def _had(here: Reading) -> WrongToken | None:
    """``without code``, ``code = yes``, ``doi is null``, ``pdf exists``."""
    first, text = here[0], here[0].text
    sign = WITH.get(text.lower()) if first.kind == "word" and not here.field(0) else None
    if sign is not None and _to_have(here, 1) and here[2].kind != "operator":
        return here.wrong(f"{text} compares nothing", f"write {sign}has {here[1].text}", 0, 0)
    if not _to_have(here, 0):
        return _flag(here)
    at, denied = _past_is(here)
    value = here[at]
    if value.kind != "word":
        return None
    word = value.text.lower()
    if word in NULLS and at > 1 and _asks_for_none(here, word):
        having = "has" if denied else "not has"
    elif word in THERE and (at == 1 or here[1].text.lower() not in {"=", "!="}):
        having = "not has" if denied else "has"
    elif word in {"yes", "no", "true", "false", "1", "0"} and at > 1 and not here.field(0):
        having = "has" if (word in {"yes", "true", "1"}) is not denied else "not has"
    else:
        return None
    return here.wrong(f"{text} is compared with nothing", f"write {having} {text}", 0, at)


def _past_is(here: Reading) -> tuple[int, bool]:
    """Return where a value stands behind what others write for being, and if that is denied."""
    if here[1].text.lower() not in IS or here[1].kind == "text":
        return 1, False
    negated = here[2].kind == "word" and here[2].text.lower() == "not"
    return (3 if negated else 2), negated or here[1].text.lower() in DENIED


def _asks_for_none(here: Reading, word: str) -> bool:
    """Tell whether no value is meant, where a value of that name might be."""
    name = here.field(0)
    if not name or here[1].kind == "word":
        return True
    kind = here.of(name).type
    return kind in {*RANGES, Type.CODE} or word in {"null", "nil"}


def _flag(here: Reading) -> WrongToken | None:
    """``selected is true``."""
    name = here.field(0)
    if not name or here.of(name).type is not Type.FLAG:
        return None
    at, denied = _past_is(here)
    word = here[at].text.lower()
    spoken = here[1].kind == "word" and word in {"true", "false", "yes", "no"}
    if at == 1 or here[at].kind != "word" or not (word in NULLS or spoken):
        return None
    sign = "" if (word in {"true", "yes"}) is not denied else "not "
    return here.wrong(f"{here[1].text} is no operator here", f"write {sign}{name}", 1, at)


def _whole(here: Reading) -> WrongToken | None:
    """``select * from papers where …``, ``true``."""
    first, text = here[0], here[0].text.lower()
    if first.kind != "word" or here[1].kind == "operator":
        return None
    if text == "select" and any(one.text.lower() == "where" for one in here.tokens[here.at :]):
        return here.wrong("the expression stands alone", "write what stands behind where", 0, 0)
    if text in {"true", "1"} and here.at == 0 and here[1].kind == "end":
        hint = "take the option out: without it, all are listed"
        return here.wrong(f"{first.text} is no comparison", hint, 0, 0)
    return None


LOOKS: tuple[Callable[[Reading], WrongToken | None], ...] = (
    _contained, _called, _had, *prose_hints.LOOKS, _whole,
)  # fmt: skip
