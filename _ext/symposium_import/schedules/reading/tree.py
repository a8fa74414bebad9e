"""JSON as a tree whose values know their paths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple

from symposium_import.schedules.reading.values import Finding, Path

LANGUAGES = ("en", "en-us", "en-gb", "en_US")
"""Of a text in several languages, the first of these is taken, else the first that there is."""
MAX_TEXT = 50_000
"""Characters of one text."""
MAX_NUMBER = 30
"""Digits of a number that is read as one."""

RE_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""What no page may hold; some of it would turn the direction of all that comes after it."""
RE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
RE_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,30});")
RE_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,8})*")


class Repeated(dict[str, Any]):
    """An object in which names stood twice: lists were joined, of other values the last holds."""

    names: tuple[str, ...] = ()


class Broken(NamedTuple):
    """Why a text is no JSON."""

    message: str
    line: int = 1
    column: int = 1


def parse(text: str) -> Any:
    """Return what a text of JSON holds, or why it is `Broken`; nothing in it is too odd."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_number,
            parse_constant=lambda _: None,
        )
    except json.JSONDecodeError as error:
        return Broken(error.msg[:1].lower() + error.msg[1:], error.lineno, error.colno)
    except RecursionError:
        return Broken("it is nested too deep")


def _number(text: str) -> int | float | str:
    """Return a number; one that nobody counts in stays a text."""
    if len(text) > MAX_NUMBER:
        return text[:MAX_NUMBER]
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    whole = Repeated()
    twice = []
    for name, value in pairs:
        old = whole.get(name)
        if name in whole and old != value:
            twice.append(name)
        joined = isinstance(old, list) and isinstance(value, list) and old != value
        whole[name] = [*old, *value] if joined and isinstance(old, list) else value
    whole.names = tuple(dict.fromkeys(twice))
    return whole


def cleaned(text: str) -> str:
    r"""Return a text without what no page may hold; every line ends in a line feed.

    >>> cleaned("a\x00b\r\nc\u2028d")
    'ab\nc\nd'
    """
    return RE_BREAK.sub("\n", RE_CONTROL.sub("", text))


@dataclass(slots=True)
class Findings:
    """What is gathered on the way."""

    found: list[Finding] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    """What there is no place for, and how often it was met."""

    def report(self, path: Path, message: str, hint: str = "", *, decide: bool = False) -> None:
        """Add a finding."""
        self.found.append(Finding(path, message, hint, decide))

    def leave(self, what: str) -> None:
        """Count what is left out because there is no place for it."""
        self.seen[what] = self.seen.get(what, 0) + 1


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value, the way to it, and where to report what is wrong with it."""

    value: Any
    path: Path
    log: Findings

    def __bool__(self) -> bool:
        return self.value is not None

    def get(self, *names: str) -> JsonNode:
        """Return the first value there is under one of these names; nothing if there is none."""
        if isinstance(self.value, dict):
            for name in names:
                if self.value.get(name) is not None:
                    return JsonNode(self.value[name], (*self.path, name), self.log)
        return JsonNode(None, (*self.path, names[0]), self.log)

    def items(self) -> Iterator[JsonNode]:
        """Yield the values of a list, or of an object in their order; without those of null."""
        if isinstance(self.value, Repeated):
            for name in self.value.names:
                self.report(f'"{name[:60]}" stands twice in one object', "lists were joined")
        if isinstance(self.value, dict):
            pairs = list(self.value.items())
        elif isinstance(self.value, list):
            pairs = list(enumerate(self.value))
        else:
            pairs = []
            self.refuse("a list")
        for step, value in pairs:
            if value is not None:
                yield JsonNode(value, (*self.path, step), self.log)

    def texts(self) -> dict[str, str]:
        """Return the text in each language; one without a language is under ``""``."""
        value = self.value
        if isinstance(value, dict):
            if all(isinstance(key, str) and RE_LANGUAGE.fullmatch(key) for key in value):
                pairs = {key: text for key, text in value.items() if isinstance(text, str)}
                return {key: self._bounded(text) for key, text in pairs.items() if text.strip()}
            named = self.get("name", "title", "label")
            return named.texts() if named else self._wrong()
        if isinstance(value, str):
            return {"": self._bounded(value)}
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return {"": str(value)}
        return {} if value is None else self._wrong()

    def _wrong(self) -> dict[str, str]:
        self.refuse("text")
        return {}

    def _bounded(self, text: str) -> str:
        if len(text) > MAX_TEXT:
            self.report(f"the text is longer than {MAX_TEXT:,} characters", "its end is left out")
        return self.clean(text[:MAX_TEXT])

    def clean(self, text: str) -> str:
        """Return a text without what no page may hold, and report that."""
        if found := RE_CONTROL.search(text):
            message = f"the text holds the character U+{ord(found[0]):04X}, which no page may hold"
            self.report(message, "it is left out, and others like it")
        return cleaned(text)

    def text(self, *languages: str) -> str:
        """Return the text, of several languages one of these; nothing where there is none."""
        texts = self.texts()
        chosen = next((one for one in (*languages, *LANGUAGES, *texts) if one in texts), None)
        if chosen is None:
            return ""
        if len(set(texts.values())) > 1:
            others = ", ".join(sorted(set(texts) - {chosen}))
            self.report(f"of several languages, {chosen} is taken", f"left out: {others}")
        return texts[chosen].strip()

    def line(self, *languages: str) -> str:
        """Return the text as one line; some systems export what they would put into a page."""
        text = RE_ENTITY.sub(lambda found: self.clean(unescape(found[0])), self.text(*languages))
        return " ".join(text.split())

    def report(self, message: str, hint: str = "", *, decide: bool = False) -> None:
        """Report what is wrong here."""
        self.log.report(self.path, message, hint, decide=decide)

    def refuse(self, wanted: str) -> None:
        """Report a value of the wrong form, unless there is none."""
        if self.value is not None:
            kinds = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
            kind = next((name for one, name in kinds.items() if isinstance(self.value, one)), "")
            self.report(f"this is {kind or 'a number'}, not {wanted}", "it is left out")


def position(text: str, path: Path) -> tuple[int, int]:
    r"""Return line and column of the value to which a path leads, or of the last one on the way.

    >>> position('{"a": [1,\n  {"b": 2}]}', ("a", 1, "b"))
    (2, 9)
    """
    at = _skip(text, 0)
    decoder = json.JSONDecoder()
    try:
        for step in path:
            found = _step(text, at, step, decoder)
            if found is None:
                break
            at = found
    except (ValueError, IndexError, RecursionError):
        pass
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n\ufeff":
        at += 1
    return at


def _step(text: str, at: int, step: str | int, decoder: json.JSONDecoder) -> int | None:
    """Return where the member ``step`` of the value at ``at`` begins."""
    if text[at] not in "{[":
        return None
    names, at = text[at] == "{", _skip(text, at + 1)
    count = 0
    while text[at] not in "]}":
        key: str | int = count
        if names:
            key, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at] == "," else at
        count += 1
    return None
