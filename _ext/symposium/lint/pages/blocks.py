"""Rules for directives whose content must be a table, a list or the items of a grid."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Problem
from symposium.reading.markdown.elements import Directive, Role

if TYPE_CHECKING:
    from markdown_it.token import Token

CHILDREN = {"tab-set": {"tab-item"}, "grid": {"grid-item", "grid-item-card"}}
"""Directives that hold certain others only."""

SILENT = frozenset({"myst_target", "myst_line_comment", "myst_block_break"})
"""Tokens that show nothing."""

RE_LENGTH = re.compile(r"\d*\.?\d+\s*(?:em|ex|ch|rem|vw|vh|vmin|vmax|cm|mm|Q|in|px|pt|pc|%)?")
ALIGNED = {
    "image": ("top", "middle", "bottom", "left", "center", "right"),
    "figure": ("left", "center", "right"),
}


def blocks(subject: Subject) -> Iterator[Problem]:
    """Report directives whose content or options are not of the kind that they need."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            place = document.place(directive.spot)
            for message in _wrong(subject, document, directive):
                name = f"{{{directive.name}}}"
                yield Problem(Code.MARKUP_MISUSED, f"{name} {message}", place, HINT)
            yield from _pictures(document, directive)
        for role in document.each(Role):
            number = role.text.rpartition("<")[2].partition("#")[0].rstrip(">")
            if role.name in {"pep", "rfc"} and not number.strip().isdecimal():
                message = f'"{role.text}" is not a number for {{{role.name}}}'
                place = document.place(role.spot)
                yield Problem(Code.MARKUP_MISUSED, message, place, "write the number alone")


HINT = "see how it is written in the manual of MyST"


def _wrong(subject: Subject, document: Document, directive: Directive) -> Iterator[str]:
    name = directive.name
    if name in CHILDREN or name in KINDS_OF_CONTENT:
        header = _number(directive.options) if name == "list-table" else 0
        extensions = document.extensions
        yield from subject.results.of(_wrong_content, name, directive.body, header, extensions)
    elif name == "bibliography":
        yield from _bibliography(directive.options)


def _wrong_content(
    name: str, body: str, header: int, extensions: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what is wrong with the body of a directive that needs a certain kind of content."""
    tokens = _top(body, extensions)
    if name in CHILDREN:
        wanted = " or ".join(f"{{{one}}}" for one in sorted(CHILDREN[name]))
        return () if _only(CHILDREN[name], tokens) else (f"holds something else than {wanted}",)
    check, what = KINDS_OF_CONTENT[name]
    if not check(tokens):
        return (f"does not hold {what}",)
    if name == "list-table" and _rows(tokens) <= header:
        return ("holds no row below its header",)
    return ()


def _bibliography(options: Mapping[str, str]) -> Iterator[str]:
    kind = options.get("list", "citation")
    if kind not in {"citation", "bullet", "enumerated"}:
        yield f'has no list "{kind}": it is bullet, citation or enumerated'
    try:
        ast.parse(options.get("filter", "") or "True", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        yield f'cannot understand the filter "{options["filter"]}"'


def _pictures(document: Document, directive: Directive) -> Iterator[Problem]:
    if directive.name not in ALIGNED:
        return
    for option, value in directive.options.items():
        allowed = True
        if option == "align":
            allowed = value in ALIGNED[directive.name] or value not in ALIGNED["image"]
        elif option in {"width", "height"}:
            allowed = RE_LENGTH.fullmatch(value) is not None or value == "image"
        elif option == "scale":
            allowed = value.rstrip(" %").isdecimal()
        if not allowed:
            place = document.place(directive.spot_of(option))
            message = f'"{value}" is not a valid {option} of a picture'
            yield Problem(Code.MARKUP_MISUSED, message, place, "correct it, or remove it")


def _top(body: str, extensions: tuple[str, ...]) -> list[Token]:
    """Return the tokens of a body, without those that show nothing."""
    # The parser takes time to import, and a page that did not change needs none.
    from symposium.reading.markdown.reader import OUR_EXTENSIONS, parser_with  # noqa: PLC0415

    md = parser_with(OUR_EXTENSIONS | frozenset(extensions))
    try:
        tokens = md.parse(f"{body}\n", {})
    except Exception:  # noqa: BLE001 - whatever a parser of others raises is no fault here
        return []
    return [token for token in tokens if token.type not in SILENT]


def _only(names: set[str], tokens: Sequence[Token]) -> bool:
    """Tell whether nothing but certain directives stands among tokens."""
    return all(
        token.type in {"fence", "colon_fence"}
        and token.info.strip().partition(" ")[0].strip("{}") in names
        for token in tokens
        if token.level == 0
    )


def _one(kind: str) -> Callable[[Sequence[Token]], bool]:
    """Return what tells whether tokens are one block of a kind."""

    def check(tokens: Sequence[Token]) -> bool:
        outer = [token.type for token in tokens if token.level == 0]
        return outer == [f"{kind}_open", f"{kind}_close"]

    return check


def _rows(tokens: Sequence[Token]) -> int:
    return sum(token.type == "list_item_open" and token.level == 1 for token in tokens)


def _number(options: Mapping[str, str]) -> int:
    text = options.get("header-rows", "0")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _list_of_rows(tokens: Sequence[Token]) -> bool:
    """Tell whether tokens are a list of lists of one length."""
    if not _one("bullet_list")(tokens):
        return False
    lists = [token for token in tokens if token.type == "bullet_list_open" and token.level == 2]
    lengths = []
    for token in tokens:
        if token.type == "bullet_list_open" and token.level == 2:
            lengths.append(0)
        elif token.type == "list_item_open" and token.level == 3 and lengths:
            lengths[-1] += 1
    return _rows(tokens) == len(lists) and len(set(lengths)) == 1


KINDS_OF_CONTENT: Mapping[str, tuple[Callable[[Sequence[Token]], bool], str]] = {
    "table": (_one("table"), "one table"),
    "list-table": (_list_of_rows, "a list of rows, each a list as long as the others"),
    "hlist": (_one("bullet_list"), "one list"),
    "acks": (_one("bullet_list"), "one list"),
}
"""Directives that need one block of a kind, and what to call it."""

RULES = (blocks,)
