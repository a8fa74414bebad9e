"""YAML as people write it: the repair of usual mistakes, and the writing of front matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from symposium.model.problems import Edit, Place

RE_LINE = re.compile(
    r"(?P<indent>\s*(?:-[ \t]+)*)"
    r"(?P<key>(?:[^\s:#\"'{\[\]}&*!|>%@`,-][^:#]*|\"[^\"]*\"|'[^']*'):[ \t]+)?"
    r"(?P<value>\S.*)?"
)
"""A line: its indentation with the hyphens of lists, the name of its field, its value."""

RE_COMMENT = re.compile(r"\s#")
RE_FIELD_NAME = re.compile(r"[a-z_-]+")

NAMES = {
    "@": "@", "`": "a backtick", "%": "%", "*": "*", "&": "&", "!": "!", "|": "|", ">": ">",
    "-": "a hyphen and a space", "?": "a question mark and a space", ",": "a comma",
}  # fmt: skip
"""Signs that a value without quotes cannot begin with, as messages name them."""

QUOTE = "put the value in quotes: "


class YamlRepair(NamedTuple):
    """A mistake in a line, with the line corrected; lines and columns count from 0."""

    line: int
    column: int
    message: str
    hint: str
    mended: str | None = None
    certain: bool = False
    """Whether ``mended`` is right beyond doubt."""

    def edit(self, place: Place, text: str) -> Edit:
        """Return the edit that corrects the line; white space at its end stays."""
        return Edit(place, text, f"{self.mended}{text[len(text.rstrip()) :]}")


def shortened(text: str, length: int = 60) -> str:
    """Return ``text`` on one line and cut to ``length``.

    >>> shortened("ab  cd", 4)
    'ab …'
    """
    text = " ".join(text[: 4 * length].split())
    return text if len(text) <= length else f"{text[: length - 1]}…"


def shown(text: str) -> str:
    """Return ``text`` for messages: short, between double quotes."""
    return f'"{shortened(text)}"'


def quoted(text: str) -> str:
    r"""Return ``text`` as a quoted YAML value.

    >>> quoted("Roles: a study"), quoted('"A" thing'), quoted('''it's "A"''')
    ('"Roles: a study"', '\'"A" thing\'', '"it\'s \\"A\\""')
    """
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def explain(error: Any, lines: list[str]) -> YamlRepair:
    """Return the mistake behind ``error``, a ``MarkedYAMLError`` from parsing ``lines``."""
    problem, context = str(error.problem or ""), str(error.context or "")
    mark = error.problem_mark or error.context_mark
    line = min(mark.line if mark else 0, len(lines) - 1)
    column = mark.column if mark else 0
    start = error.context_mark
    if start and "end of stream" in problem:
        return _unclosed(start, lines, "quote")
    if start and "flow" in context and (mark.line != start.line or column >= len(lines[line])):
        return _unclosed(start, lines, "bracket")
    if start and "expected ':'" in problem and start.line < len(lines):
        word = shortened(lines[start.line].strip())
        return YamlRepair(
            start.line, start.column, f'A colon is missing after "{word}"',
            "write a colon and a value after it, or indent the line if the one above goes on here",
        )  # fmt: skip
    text = lines[line]
    if "\t" in text[: len(text) - len(text.lstrip())]:
        mended = text.lstrip()
        indent = text[: len(text) - len(mended)].replace("\t", "  ")
        # The width of a tab is only clear if all lines are indented by tabs.
        certain = not any(line.startswith(" ") for line in lines)
        message, hint = "A tab cannot indent a line", "indent with spaces"
        return YamlRepair(line, 0, message, hint, indent + mended, certain)
    match = RE_LINE.fullmatch(text.rstrip())
    if match and match["value"] and (slip := _in_value(line, column, match)):
        return slip
    message = "This is not valid YAML"
    hint = (
        "see that the lines of a group are indented alike, and that quotes and brackets are closed"
    )
    if "mapping values" in problem:
        message = "A field cannot be here"
        hint = "indent it like the field above, or put the value above in quotes if it goes on here"
    elif "flow" in context:
        message = "A value between brackets is not clear"
        hint = "put a value with a colon, a comma or a bracket in quotes"
    return YamlRepair(line, column, message, hint)


def _unclosed(start: Any, lines: list[str], what: str) -> YamlRepair:
    """Explain a quote or bracket that opens at ``start`` and never closes."""
    line, column = start.line, start.column
    if what == "bracket" and lines[line][column : column + 1] not in {"[", "{"}:
        # The parser gives the place where it looked for an item: the bracket is before that.
        before = "\n".join([*lines[:line], lines[line][:column]])
        opens = max(before.rfind("["), before.rfind("{"))
        if opens >= 0:
            line, column = before.count("\n", 0, opens), opens - before.rfind("\n", 0, opens) - 1
    text = lines[line]
    match = RE_LINE.fullmatch(text.rstrip())
    sign = text[column : column + 1]
    hint = f"close the {what}"
    mended = None
    if what == "bracket":
        mended = f"{text.rstrip()}{']' if sign == '[' else '}'}"
    elif match and match["value"] and match.start("value") == column:
        key, value = match["key"] or "", match["value"]
        mended = f"{match['indent']}{key}{quoted(value)}"
        hint += f", or put the whole value in quotes: {key}{_short(value)}"
    return YamlRepair(line, column, f"The {what} {sign} is never closed", hint, mended)


def _in_value(line: int, column: int, match: re.Match[str]) -> YamlRepair | None:
    """Recognise a mistake in the value of a line."""
    key, value, at = match["key"] or "", match["value"], match.start("value")
    message, first = "", value[0]
    mended = quoted(value)
    certain = not RE_COMMENT.search(value)
    if first in "\"'":
        rest = re.match(r'"(?:[^"\\]|\\.)*"' if first == '"' else r"'(?:[^']|'')*'", value)
        if rest and rest.end() < len(value):
            message, column = "Text follows the closing quote", at + rest.end()
        elif rest and first == '"' and "\\" in value:
            message = "A backslash between double quotes has a meaning of its own"
            mended, certain = quoted(value[1:-1]), False
    elif first in "[{":
        rest = re.match(r"\[[^\[\]]*\]|\{[^{}]*\}", value)
        after = value[rest.end() :].strip() if rest else ""
        if rest and after and after[0] != "#":
            message, column = "Text follows the closing bracket", at + rest.end()
            certain = False
    elif first in "@`%*&!|>," or (first in "-?" and value[1:2] in ("", " ")):
        message, column = f"A value cannot begin with {NAMES[first]}", at
        certain = certain and first in "@`%"
    elif (colon := re.search(r":(?=\s|$)", value)) and (key or match["indent"].strip()):
        message = "A value with a colon and a space must be in quotes"
        column = at + colon.start()
        # "affiliations: country: Spain" may be a group that begins on the wrong line.
        certain = certain and not RE_FIELD_NAME.fullmatch(value, 0, colon.start())
    if not message:
        return None
    hint = QUOTE + key + _short(value if mended == quoted(value) else value[1:-1])
    return YamlRepair(line, column, message, hint, f"{match['indent']}{key}{mended}", certain)


def _short(value: str) -> str:
    return quoted(shortened(value, 100))


# Writing front matter as one would do by hand.

Value = str | list[Any] | Mapping[str, Any]
"""A value of front matter: text, a list or a group of fields."""

WIDTH = 100
"""The longest line with a list between brackets, in characters."""
LONGEST = 200
"""The longest text in the line of its field, in characters."""

RE_PLAIN = re.compile(r"[^\W_](?:[\w.()/+’'&;!?=–—*%$ -]|:(?=\S)|,(?=\S))*", re.UNICODE)
"""Text without quotes: it begins with a letter or digit, and has no sign that YAML interprets."""
RE_FLOW = re.compile(r"[^,:?\[\]{}]*(?::[^,:?\[\]{}\s]+)*")
"""Text that needs no quotes between brackets or braces either."""
NULLS = frozenset({"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"})


def front_matter(fields: Mapping[str, Value | bool | None]) -> str:
    r"""Return fields as YAML between two lines ``---``; those without a value are left out.

    >>> print(front_matter({"title": "A: B", "slots": [{"time": "9:00-9:30", "kind": "talk"}]}))
    ---
    title: "A: B"
    slots:
      - time: 9:00-9:30
        kind: talk
    ---
    <BLANKLINE>
    """
    return "\n".join(["---", *fields_of(fields), "---", ""])


def fields_of(fields: Mapping[str, Value | bool | None], indent: str = "") -> list[str]:
    """Return the lines of fields."""
    lines: list[str] = []
    for name, value in fields.items():
        if value:
            lines += [f"{indent}{line}" for line in field_of(name, value)]
    return lines


def field_of(name: str, value: Value | bool) -> list[str]:
    """Return the lines of one field."""
    if isinstance(value, bool):
        return [f"{key(name)}: {str(value).lower()}"]
    if isinstance(value, str):
        if is_long(value):
            return [
                f"{key(name)}: |-",
                *(f"  {line}" if line else "" for line in value.split("\n")),
            ]
        return [f"{key(name)}: {scalar(value)}"]
    if isinstance(value, Mapping):
        return [f"{key(name)}:", *fields_of(value, "  ")]
    short = all(isinstance(item, str) for item in value)
    flow = f"{key(name)}: [{', '.join(scalar(item, flow=True) for item in value)}]" if short else ""
    if flow and len(flow) <= WIDTH:
        return [flow]
    lines = [f"{key(name)}:"]
    for item in value:
        lines += [f"  {line}" for line in item_of(item)]
    return lines


def item_of(value: Value) -> list[str]:
    """Return the lines of an item of a list; a group has a line for each value, to ease merging."""
    if isinstance(value, str):
        return [f"- {scalar(value)}"]
    if isinstance(value, Mapping):
        first, *rest = fields_of(value)
        return [f"- {first}", *(f"  {line}" if line else "" for line in rest)]
    return [f"- [{', '.join(scalar(str(item), flow=True) for item in value)}]"]


def is_long(text: str, longest: int = LONGEST) -> bool:
    """Tell whether a text is written on lines of its own."""
    return "\n" in text or len(text) > longest


def key(name: str) -> str:
    """Return the name of a field as YAML."""
    return name if re.fullmatch(r"[A-Za-z][\w -]*", name) and is_bare(name) else quoted(name)


def scalar(text: str, *, flow: bool = False) -> str:
    """Return a line of text as YAML, in quotes where it needs them.

    >>> scalar("7:00-7:10", flow=True), scalar("no"), scalar("a, b", flow=True), scalar("2024")
    ('7:00-7:10', '"no"', '"a, b"', '2024')
    """
    return text if is_bare(text, flow=flow) else quoted(text)


def is_bare(text: str, *, flow: bool = False) -> bool:
    """Tell whether a line of text needs no quotes."""
    return (
        bool(RE_PLAIN.fullmatch(text))
        and text == text.strip()
        and text.lower() not in NULLS
        and " #" not in text
        and not text.endswith(":")
        and (not flow or bool(RE_FLOW.fullmatch(text)))
    )


def document(fields: Mapping[str, Value | bool | None], paragraphs: Iterable[str] = ()) -> str:
    """Return a Markdown file: front matter, and the paragraphs below it."""
    body = "\n\n".join(filter(None, paragraphs))
    return front_matter(fields) + (f"\n{body}\n" if body else "")
