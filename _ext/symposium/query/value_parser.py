"""Reads what stands behind an operator: one value, or several; and what was meant by others."""

from __future__ import annotations

from itertools import takewhile

from symposium.query.checking import RANGES, comparable, faults_of_value
from symposium.query.date_hints import compared_with, date_meant, range_of_dates
from symposium.query.errors import QueryError
from symposium.query.field_tables import FIELDS
from symposium.query.fields import QueryField, Type
from symposium.query.hints import of_several
from symposium.query.syntax_tree import OperandValue, SyntaxSpan, quoted
from symposium.query.tokens import Token, WrongToken

LONGEST_DATE = 6
"""Words and commas of a date."""


def is_said(token: Token) -> bool:
    """Tell whether a token may be a part of a date: a word, a number, or a comma."""
    return token.kind == "," or (token.is_value and any(map(str.isalnum, token.text)))


class Values:
    """Reads the values of comparisons from the tokens of an expression."""

    def __init__(self, what: str, tokens: list[Token]) -> None:
        self.what = what
        self.tokens = tokens
        self.at = 0
        self.faults: list[QueryError] = []
        """Mistakes behind which reading goes on."""

    def peek(self, ahead: int = 0) -> Token:
        """Return a token that comes, the end if there are no more."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        """Return the next token and go on behind it."""
        token = self.peek()
        self.at += 1
        return token

    def wrong(self, message: str, hint: str, token: Token) -> None:
        """Note a mistake behind which reading goes on."""
        self.faults.append(QueryError("where", message, hint, token.start, token.stop))

    def value(self, after: str, name: str = "") -> OperandValue:
        """Return one value; ``name`` is that of the field, if it is known."""
        token = self.peek()
        if token.is_value:
            self.take()
            return OperandValue(token.text, span=SyntaxSpan(token.start, token.stop))
        hint = "write one, or take the comparison out"
        if token.is_word("not"):
            behind = quoted(self.peek(1).text) if self.peek(1).is_value else "…"
            hint = f"write not {name} {after} {behind}" if name else "write not in front of it"
            hint = f"write not has {behind}" if after == "has" else hint
        elif token.kind == "word":
            hint = f'write one; if "{token.text}" is meant, put it in quotes'
        elif token.kind == "(":
            hint = self.in_parentheses(after, name)
        elif after == "the comma":
            hint = "write one, or take the comma out"
        elif token.kind == "operator" and after in {"<", ">"} and token.text == "=":
            hint = f"write {after}= without a space"
        elif token.kind == "operator":
            hint = "write one operator, and a value behind it"
        stop = max(token.stop, token.start + 1)
        raise WrongToken(f"a value is missing behind {after}", hint, token.start, stop)

    def in_parentheses(self, after: str, name: str) -> str:
        """Return the hint for values in parentheses where one value stands."""
        texts, joints = self.listed(self.at + 1)
        if texts and after == "has":
            either = not joints & {"and", "&", "&&"}
            if len(texts) == 1 or not either:
                return f"write {of_several('has', '=', texts, 'and')}"
            both = of_several("has", "=", texts, "and")
            return f"write {of_several('has', '=', texts)} for one of them, or {both}"
        if texts and name:
            joint = "and" if joints & {"and", "&", "&&"} else "or"
            texts = texts if joints else [" ".join(texts)]
            field = FIELDS[self.what].get(name)
            right = field is None or all(comparable(field, one, after) for one in texts)
            if right and (made := of_several(name, after, texts, joint)):
                return f"write {made}"
        if after == "has":
            return "write has in (…) for one of several, or has twice for both"
        return "several values stand behind in: write in (…)"

    def listed(self, at: int) -> tuple[list[str], set[str]]:
        """Return values and the words between them, as far as a parenthesis that closes them."""
        texts: list[str] = []
        joints: set[str] = set()
        for token in self.tokens[at:]:
            if token.kind == ")":
                return texts, joints
            if token.is_value:
                texts.append(token.text)
            elif token.kind == "," or token.text in {"and", "or", "&", "&&", "|", "||"}:
                joints.add(token.text)
            else:
                break
        return [], set()

    def several(
        self, operator: str, name: str, field: QueryField | None
    ) -> tuple[OperandValue, ...]:
        """Return the values behind ``in``."""
        token = self.peek()
        if token.kind != "(":
            if field is not None and field.type in RANGES and (found := self.spoken_range(name)):
                raise found
            value = self.item(operator, field)
            if not value.last:
                raise self.without_parentheses(operator, name, token)
            return (value,)
        self.take()
        values = [self.item(operator, field)]
        while self.peek().kind == ",":
            self.take()
            values.append(self.item("the comma", field))
        end = self.peek()
        if end.kind != ")":
            hint = "write ) at its end"
            if end.is_value or (end.is_word("or") and self.peek(1).is_value):
                hint = "write a comma between values"
            elif end.is_word("and") and self.peek(1).is_value and name:
                texts = [*(one.text for one in values), self.peek(1).text]
                hint = f"write {of_several(name, '=', texts, 'and')}"
            stop = max(end.stop, end.start + 1)
            raise WrongToken("the list of values is not closed", hint, end.start, stop)
        self.take()
        return tuple(values)

    def spoken_range(self, name: str) -> WrongToken | None:
        """Return the fault that a range stands in words: ``March 2020 to May 2020``."""
        words = list(takewhile(lambda one: one.kind == "word" and one.is_value, self.rest()))
        text = " ".join(one.text for one in words)
        meant = range_of_dates(text)
        is_range = len(words) == 1 and ".." in text and "..." not in text
        if not meant or is_range:
            return None
        if all(comparable(FIELDS[self.what][name], one) for one in meant.split("..")):
            hint = f"write {name} in {meant}"
            message = "a range has two dots and no spaces"
            return WrongToken(message, hint, words[0].start, words[-1].stop)
        return None

    def rest(self) -> list[Token]:
        """Return the tokens that come, as many as a date may take twice."""
        return self.tokens[self.at : self.at + 2 * LONGEST_DATE]

    def without_parentheses(self, operator: str, name: str, first: Token) -> WrongToken:
        """Return the fault that a list stands without parentheses."""
        field = FIELDS[self.what].get(name)
        value = OperandValue(first.text, span=SyntaxSpan(first.start, first.stop))
        for wrong in faults_of_value(name, field, operator, value) if field else ():
            return WrongToken(wrong.message, wrong.hint, wrong.start, wrong.stop)
        texts, stop = [first.text], first.stop
        while (self.peek().kind == "," or self.peek().is_word("or")) and self.is_listed():
            self.take()
            token = self.take()
            texts.append(token.text)
            stop = token.stop
        made = of_several(name, operator, texts)
        message = f"the values behind {operator} stand in parentheses"
        return WrongToken(message, f"write {made}", first.start, stop)

    def is_listed(self) -> bool:
        """Tell whether a further value comes, and not another comparison."""
        behind = self.peek(2)
        return self.peek(1).is_value and not (
            behind.kind in {"operator", "("} or behind.is_word("in", "not") or behind.is_value
        )

    def item(self, after: str, field: QueryField | None) -> OperandValue:
        """Return a value of a list, or a range."""
        token = self.peek()
        if field is not None and (found := self.spoken_date("", "in", field)):
            return found
        value = self.value(after)
        ranges = field is None or field.type in RANGES
        if token.kind != "word" or not ranges or ".." not in token.text:
            return value
        first, _, last = token.text.partition("..")
        if not first or not last:
            hint = "write both ends, or compare with >= or <="
            raise WrongToken("an end of the range is missing", hint, token.start, token.stop)
        return OperandValue(first, last, value.span)

    def spoken_date(self, name: str, operator: str, field: QueryField) -> OperandValue | None:
        """Return a date that is not written as the language has it, and note the mistake.

        ``name`` is that of the field, nothing in a list.
        """
        token = self.peek()
        if field.type not in RANGES or not token.is_value:
            return None
        commas = bool(name) and not (self.peek(1).kind == "," and comparable(field, token.text))
        kinds = {"word", "text", *("," if commas else "")}
        run = list(takewhile(lambda one: one.kind in kinds and is_said(one), self.rest()))
        for length in range(min(len(run), LONGEST_DATE), 0, -1):
            if length == 1 and comparable(field, token.text):
                return None
            text = " ".join(one.text for one in run[:length]).replace(" ,", ",")
            meant = date_meant(text) if run[length - 1].kind != "," else ""
            if meant and (found := self.noted(name, operator, field, meant, run[:length])):
                self.at += length
                return found
        return None

    def noted(
        self, name: str, operator: str, field: QueryField, meant: str, run: list[Token]
    ) -> OperandValue | None:
        """Return the value of a date that was meant, and note how it is written."""
        text = " ".join(one.text for one in run).replace(" ,", ",")
        hint = f"write {compared_with(name, operator, meant) if name else meant}"
        first, _, last = meant.partition("..")
        value = OperandValue(first, last)
        if field.type is Type.NUMBER:
            if len(run) == 1:
                return None  # what is said of single numbers is clear enough
            year = meant[:4]
            hint = f"write {name} {operator} {year}" if name else f"write {year}"
            if name and "date" in FIELDS[self.what]:
                hint = f"write {compared_with('date', operator, meant)}"
            value = OperandValue(year)
        message = f'"{text}" is no {"date" if field.type is Type.DATE else "number"}'
        self.wrong(message, hint, run[0]._replace(stop=run[-1].stop))
        return value
