"""Completion in ``{listing}``: options, fields, operators and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from symposium.knowledge import KnowledgeBase
from symposium.query import OPTIONS, groups_of
from symposium.query.evaluation import link_names
from symposium.query.field_tables import FIELDS, LINKS, PARTS, field_name, field_of, listable
from symposium.query.fields import QueryField, Type
from symposium.query.query import CHOICES
from symposium.query.query_context import context_of
from symposium.query.syntax_tree import quoted

RE_OPEN = re.compile(r"^[\s>]*(?:`{3,}|:{3,})\{listing\}\s*(?P<what>\S*)$", re.IGNORECASE)
RE_OPTION = re.compile(r"^[\s>]*:(?P<name>\w*)(?P<colon>:\s*)?(?P<text>.*)$")
RE_VALUE = re.compile(
    r"(?:^|[\s(])(?P<field>\w+)\s*(?:!=|<=|>=|=|<|>|~)\s*(?P<typed>[^\s()'\"=<>~,]*)$"
)
RE_LIST = re.compile(
    r"(?:^|[\s(])(?P<field>\w+)\s+(?:not\s+)?in\s*\([^()]*?(?P<typed>[^\s(),'\"]*)$"
)
RE_HAS = re.compile(r"(?:^|[\s(])has\s+(?P<typed>[\w-]*)$")
RE_BEGIN = re.compile(r"(?:^|\(|\b(?:and|or|not)\s)\s*(?P<typed>\w*)$")
RE_BEHIND = re.compile(r"(?:^|[\s(])(?P<field>\w+)\s+(?P<typed>[^\w\s]*)$")
RE_KEY = re.compile(r"(?:^|,)\s*-?(?P<typed>\w*)$")
FURTHER = ("heading", "name")
"""Options whose text is free."""


class Word(NamedTuple):
    """Something that could be written."""

    text: str
    detail: str = ""
    help: str = ""
    field: bool = False


Offered = tuple[str, Iterable[Word]]
"""What is typed, and what might be meant."""


def words_at(
    lines: Sequence[str], line: int, before: str, kb: KnowledgeBase | None
) -> Offered | None:
    """Return what could be written at a place of a listing; nothing outside of one."""
    if opening := RE_OPEN.match(before):
        return opening["what"], map(Word, listable())
    option = RE_OPTION.match(before)
    what = _listed(lines, line) if option else ""
    if not option or what not in listable():
        return None
    if option["colon"] is None:
        return option["name"], [Word(name) for name in (*OPTIONS, *CHOICES, *FURTHER)]
    name, text = option["name"], option["text"]
    if name in CHOICES:
        return text, map(Word, CHOICES[name])
    if name == "group":
        return text, map(Word, groups_of(what))
    if name == "sort":
        key = RE_KEY.search(text)
        return (key["typed"], _fields(FIELDS[what])) if key else None
    return _in_expression(what, text, kb) if name == "where" else None


def _listed(lines: Sequence[str], line: int) -> str:
    """Return what the listing holds whose options stand around a line."""
    while line > 0 and RE_OPTION.match(lines[line]):
        line -= 1
        if opening := RE_OPEN.match(lines[line].rstrip()):
            return opening["what"]
    return ""


def _in_expression(what: str, text: str, kb: KnowledgeBase | None) -> Offered | None:
    if found := RE_HAS.search(text):
        return found["typed"], _to_have(what, kb)
    if found := RE_VALUE.search(text) or RE_LIST.search(text):
        name = field_name(what, found["field"])
        return (found["typed"], _values(what, name, kb)) if name and name != "has" else None
    if found := RE_BEGIN.search(text):
        return found["typed"], [*_fields(FIELDS[what]), Word("has"), Word("not")]
    found = RE_BEHIND.search(text)
    name = field_name(what, found["field"]) if found else None
    if found and name:
        return found["typed"], map(Word, field_of(what, name).operators)
    return re.findall(r"\w*$", text)[0], map(Word, ("and", "or"))


def _fields(fields: Mapping[str, QueryField]) -> Iterator[Word]:
    for name, field in fields.items():
        yield Word(name, help=field.help, field=True)


def _to_have(what: str, kb: KnowledgeBase | None) -> Iterator[Word]:
    links = link_names(context_of(kb), what) if kb else ()
    yield from map(Word, dict.fromkeys((*sorted(links), *LINKS, *FIELDS[what], *PARTS[what])))


def _values(what: str, name: str, kb: KnowledgeBase | None) -> Iterator[Word]:
    """Yield what a field may be compared with, as far as it can be listed."""
    field = FIELDS[what][name]
    if field.type is Type.FLAG:
        yield from map(Word, ("yes", "no"))
    elif field.closed or kb is None:
        yield from map(Word, field.known)
    elif field.type is Type.RECORD:
        for record_id in kb.entities[field.kind]:
            text = kb.works[record_id].key if field.kind == "paper" else record_id
            yield Word(quoted(text), kb.title_of(field.kind, record_id))
    elif field.type in {Type.WORD, Type.NUMBER}:
        context = context_of(kb)
        read = field.values(context)
        there = {str(one) for record_id in context.universe(what) for one in read(record_id)}
        yield from (Word(quoted(one)) for one in sorted(there))
