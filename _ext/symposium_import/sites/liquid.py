"""Evaluation of Liquid, the language of Jekyll's templates, with the data of a site.

All scalars of the data are texts, as `jekyll.data_of` returns them. Unknown tags stay, with the
values within them. Source: the documentation of Liquid and of Jekyll.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symposium_import.sites.liquid_filters import FILTERS, as_list, member, number, text_of

RE_TOKEN = re.compile(r"(\{%.*?%\}|\{\{.*?\}\})", re.DOTALL)
RE_TAG = re.compile(r"\{%-?\s*([\w-]+)\s*(.*?)\s*-?%\}", re.DOTALL)
RE_TRIMMED = re.compile(r"\s+(?=\{[%{]-)|(?<=-[%}]\})\s+")
RE_ALONE = re.compile(
    r"^[ \t]*(\{%-?[ \t]*(?:(?:end)?(?:if|unless|case|for|tablerow|capture|comment)|assign|else|"
    r"elsif|when)\b[^\n]*%\})[ \t]*\n",
    re.MULTILINE,
)
"""A tag that is alone in its line and prints nothing: the line disappears."""
RE_FOR = re.compile(r"(\w+)\s+in\s+(\([^()]*\)|[^\s]+)(.*)", re.DOTALL)
RE_PIPED = re.compile(r"(?:[^|\"']|\"[^\"]*\"|'[^']*'|[\"'])+")
RE_COMMA = re.compile(r"(?:[^,\"']|\"[^\"]*\"|'[^']*'|[\"'])+")
RE_COMPARED = re.compile(r"(.+?)\s*(==|!=|<>|<=|>=|<|>|\bcontains\b)\s*(.+)", re.DOTALL)
RE_PART = re.compile(r"\[([^\[\]]*)\]|([\w-]+)\??")
RE_RANGE = re.compile(r"\((.+?)\.\.(.+?)\)")
RE_ARGUMENT = re.compile(r"([\w-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s,]+)")
RE_VISIBLE = re.compile(r"[^\W_]|\{%")
BLOCKS = frozenset({"if", "unless", "case", "for", "tablerow", "capture", "comment"})
BRANCHES = frozenset({"else", "elsif", "when"})
CONSTANTS: Mapping[str, Any] = {"true": True, "false": False, "nil": None, "null": None,
                                "empty": None, "blank": None}  # fmt: skip
FALSE = (None, False, "", "false", "null", "~")
NOTHING = "\x02"
"""Placeholder for a loop over nothing, so that the heading above it can go."""
MOST, DEEPEST = 200_000, 20
"""Largest number of tags to evaluate, each with its length in hundreds; deepest template."""


@dataclass(slots=True)
class Node:
    """A tag, or a value to print (``=``), with its branches."""

    name: str
    rest: str
    source: str = ""
    branches: list[tuple[str, str, list[Node | str]]] = field(default_factory=list)


def parsed(text: str) -> list[Node | str]:
    """Return the parts of a template; a block that is not closed extends to its end."""
    root = Node("", "", branches=[("", "", [])])
    stack = [root]
    text = RE_TRIMMED.sub("", RE_ALONE.sub(r"\1", text))
    for token in RE_TOKEN.split(text):
        content = stack[-1].branches[-1][2]
        tag = RE_TAG.fullmatch(token)
        if token.startswith("{{") and token.endswith("}}"):
            content.append(Node("=", token[2:-2].strip("- \n\t"), token))
        elif tag is None:
            content.append(token)
        elif tag[1].startswith("end") and tag[1][3:] in BLOCKS:
            if any(node.name == tag[1][3:] for node in stack):
                while stack.pop().name != tag[1][3:]:
                    pass
        elif tag[1] in BRANCHES and len(stack) > 1:
            stack[-1].branches.append((tag[1], tag[2], []))
        else:
            content.append(Node(tag[1], tag[2], token))
            if tag[1] in BLOCKS:
                node = Node(tag[1], tag[2], token, [("", tag[2], [])])
                content[-1] = node
                stack.append(node)
    return root.branches[0][2]


@dataclass(slots=True)
class Liquid:
    """Evaluator of the templates of a page."""

    variables: dict[str, Any]
    included: Callable[[str], str | None]
    """Returns the text of an include, or ``None`` if the tag is to stay."""
    listed: Callable[[Sequence[Mapping[str, Any]]], str | None]
    """Returns a list of records, or ``None`` to print what the loop prints."""
    unknown: Callable[[str], None]
    """Reports a value that is not known."""
    left: int = MOST
    depth: int = 0

    def render(self, text: str) -> str:
        """Return what a template prints."""
        return self._all(parsed(text))

    def _all(self, nodes: Iterable[Node | str]) -> str:
        printed: list[str] = []
        for node in nodes:
            if self.left < 0:
                break
            printed.append(node if isinstance(node, str) else self._node(node))
            self._spend(printed[-1])
        return "".join(printed)

    def _spend(self, value: Any) -> Any:
        """Return a value, and count it: a text that doubles itself soon ends the evaluation."""
        self.left -= 1 + (len(value) // 100 if isinstance(value, str | list) else 0)
        return value

    def _node(self, node: Node) -> str:
        match node.name:
            case "=":
                return self._value(node)
            case "assign":
                name, _, expression = node.rest.partition("=")
                self.variables[name.strip()] = self._spend(self.value(expression))
            case "capture":
                captured = self._all(node.branches[0][2]).replace(NOTHING, "")
                self.variables[node.rest.strip("\"' ")] = captured
            case "if" | "unless":
                return self._if(node)
            case "case":
                return self._case(node)
            case "for" | "tablerow":
                return self._for(node)
            case "include" | "include_relative" | "include_cached":
                return self._include(node)
            case "comment" | "increment" | "decrement" | "cycle" | "break" | "continue":
                pass
            case _:
                return RE_TOKEN.sub(
                    lambda inner: text_of(self.value(inner[0].strip("{}- "))), node.source[2:-2]
                ).join(("{%", "%}"))
        return ""

    def _value(self, node: Node) -> str:
        value = self.value(node.rest)
        head = RE_PART.match(node.rest)
        if value is None and head and head[0] not in self.variables:
            self.unknown(node.rest)
        return RE_TOKEN.sub("", text_of(value))

    def _if(self, node: Node) -> str:
        for at, (word, condition, content) in enumerate(node.branches):
            if word == "else" or self.test(condition) != (node.name == "unless" and at == 0):
                return self._all(content)
        return ""

    def _case(self, node: Node) -> str:
        value = self.value(node.rest)
        for word, choices, content in node.branches[1:]:
            values = map(self.value, re.split(r",|\bor\b", choices))
            if word == "else" or any(same(value, choice) for choice in values):
                return self._all(content)
        return ""

    def _for(self, node: Node) -> str:
        match = RE_FOR.match(node.rest)
        values = self.series(match[2]) if match else []
        if match is None or not values:
            others = [self._all(part[2]) for part in node.branches if part[0] == "else"]
            return "".join(others) or NOTHING
        limits = {name: int(number(self.value(text)) or 0) for name, text in
                  re.findall(r"(limit|offset)\s*:\s*(\S+)", match[3])}  # fmt: skip
        values = values[limits.get("offset", 0) :][: limits.get("limit") or None]
        values = values[::-1] if "reversed" in match[3] else values
        outer = {name: self.variables.get(name) for name in (match[1], "forloop")}
        printed: list[str] = []
        for at, value in enumerate(values):
            self.variables |= {match[1]: value, "forloop": {
                "index": at + 1, "index0": at, "first": at == 0, "last": at == len(values) - 1,
                "length": len(values), "rindex": len(values) - at,
            }}  # fmt: skip
            printed.append(self._all(node.branches[0][2]))
        self.variables |= outer
        seen = [value for value, text in zip(values, printed, strict=False) if is_visible(text)]
        listed = self.listed(seen) if seen else None
        return "".join(printed) if listed is None else listed

    def _include(self, node: Node) -> str:
        name, _, rest = node.rest.partition(" ")
        name = text_of(self.value(name.strip("{} "))) if name.startswith("{{") else name
        given = {key: self.value(text) for key, text in RE_ARGUMENT.findall(rest)}
        text = self.included(name) if self.depth < DEEPEST else ""
        if text is None:
            known = " ".join(f'{key}="{text_of(value)}"' for key, value in given.items())
            return f"{{% {node.name} {name} {known} %}}"
        outer, self.depth = self.variables.get("include"), self.depth + 1
        self.variables["include"] = given
        printed = self.render(text)
        self.variables["include"], self.depth = outer, self.depth - 1
        return printed

    def series(self, expression: str) -> list[Any]:
        """Return the values over which a loop runs."""
        value = self.value(expression)
        if isinstance(value, Mapping):
            return [[key, inner] for key, inner in value.items()]
        return list(value) if isinstance(value, list) else [] if value in FALSE else [value]

    def test(self, condition: str) -> bool:
        """Tell whether a condition holds."""
        return any(
            all(map(self._holds, re.split(r"\s+and\s+", part)))
            for part in re.split(r"\s+or\s+", condition)
        )

    def _holds(self, text: str) -> bool:
        match = RE_COMPARED.fullmatch(text.strip())
        if not match:
            value = self.value(text)
            return not (value in FALSE if not isinstance(value, list | Mapping) else False)
        first, second = self.value(match[1]), self.value(match[3])
        if match[2] == "contains":
            values = [text_of(value) for value in first] if isinstance(first, list) else ""
            return bool(text_of(second)) and text_of(second) in (values or text_of(first))
        if match[2] in {"==", "!=", "<>"}:
            return same(first, second) == (match[2] == "==")
        low, high = number(first), number(second)
        if low is None or high is None:
            return False
        return {"<": low < high, ">": low > high, "<=": low <= high, ">=": low >= high}[match[2]]

    def value(self, expression: str) -> Any:
        """Return the value of an expression with filters."""
        first, *filters = RE_PIPED.findall(expression) or [""]
        value = self._operand(first.strip())
        for text in filters:
            name, _, rest = text.partition(":")
            value = self._filtered(value, name.strip(), RE_COMMA.findall(rest))
        return value

    def _filtered(self, value: Any, name: str, texts: list[str]) -> Any:
        arguments = [self._operand(text.strip()) for text in texts]
        if name == "where_exp" and len(arguments) == 2:
            return self._where(value, *map(text_of, arguments))
        made = FILTERS.get(name)
        try:
            return made(value, *arguments) if made else value
        except (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError):
            return value

    def _where(self, values: Any, variable: str, condition: str) -> list[Any]:
        found = []
        for self.variables[variable] in as_list(values):
            found += [self.variables[variable]] if self.test(condition) else []
        return found

    def _operand(self, text: str) -> Any:
        if text[:1] in {'"', "'"}:
            return text[1:-1]
        if text in CONSTANTS:
            return CONSTANTS[text]
        if (value := number(text)) is not None:
            return value
        if match := RE_RANGE.fullmatch(text):
            start, end = (int(number(self.value(part)) or 0) for part in match.groups())
            return list(range(start, min(end, start + 1000) + 1))
        parts = RE_PART.findall(text)
        value = self.variables.get(parts[0][1]) if parts else None
        for inside, name in parts[1:]:
            value = member(value, self._operand(inside) if inside else name)
        return value


def same(first: Any, second: Any) -> bool:
    """Tell whether two values are the same; ``nil``, ``blank`` and ``empty`` are.

    >>> same("2024", 2024), same(None, ""), same("true", True), same([], None), same([{}], None)
    (True, True, True, True, False)
    """
    if isinstance(first, list | Mapping) and first:
        return bool(first == second)
    numbers = number(first), number(second)
    return numbers[0] == numbers[1] if None not in numbers else text_of(first) == text_of(second)


def is_visible(text: str) -> bool:
    """Tell whether a reader sees anything of a text."""
    return "<img" in text or bool(RE_VISIBLE.search(re.sub(r"<[^<>]*>", "", text)))
