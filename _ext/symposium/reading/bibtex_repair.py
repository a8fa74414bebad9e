"""Reading faulty or unusual entries, as far as possible."""

from __future__ import annotations

import re
from collections.abc import Callable

from symposium.model.ids import digest
from symposium.model.names import RE_BRACE, balanced
from symposium.model.problems import Code

MAX_EXPANDED = 2_000
"""Characters that all expanded abbreviations of an entry may have together."""

MAX_FIELDS = 10_000
"""Fields that one entry may have."""
MAX_FAULTS = 20
"""Faults of an entry that its problem names."""

RE_BLANK = re.compile(r"(?:\s++|%[^\n]*+)*+")
"""White space and comments between the parts of an entry."""

RE_BLANK_COMMAS = re.compile(r"(?:[\s,]++|%[^\n]*+)*+")
RE_NAME = re.compile(r"([^\W\d][^\s\"#%'(),={}]*)\s*=(?!=)")
RE_NEXT_FIELD = re.compile(r"\n[ \t]*,?[ \t]*[A-Za-z][\w+:.-]*[ \t]*=[ \t]*[{\"\w]")
"""The next field of an entry, after a value that does not end."""

RE_QUOTE = re.compile(r"[{}\"]")
RE_AFTER_VALUE = re.compile(r"\s*(?:[,#%})]|$|[^\W\d][\w-]*\s*=)")
RE_CLOSED = re.compile(r"\s*(?:[,#%})]|[^\W\d][\w-]*\s*=)")
RE_JUNK = re.compile(r"[^,\n{})\"]*")
RE_WORD = re.compile(r"[^\s\"#%'(),={}]+")
RE_KEY_LINE = re.compile(r"[^,{}=\n\"]*")


class Careful:
    """Reads the block at ``head``, up to the next one at ``limit``.

    ``expansion`` returns the text of an abbreviation. The result is in ``entries`` (key, fields and
    their offsets), ``defined`` (abbreviations) and ``problems`` (the arguments of `Reader.report`).
    """

    def __init__(
        self, text: str, head: re.Match[str], limit: int, expansion: Callable[[str], str | None]
    ) -> None:
        self.text = text
        self.head = head
        self.limit = limit
        self.expansion = expansion
        self.entries: list[tuple[str, list[tuple[str, str]], list[int]]] = []
        self.defined: dict[str, str] = {}
        self.problems: list[tuple[Code, str, int, str]] = []
        self.position = head.end()
        self.faults: list[str] = []
        self.unclosed_values = 0
        self.left = MAX_EXPANDED

    def read(self) -> int:
        """Read the block; return its end."""
        kind = self.head[1].lower()
        if kind == "string":
            self.string()
        elif kind == "preamble":
            self.position -= 1
            self.braced("preamble")
        else:
            self.entry()
        if self.faults:
            faults = [*dict.fromkeys(self.faults)]
            more = [f"and {left:,} more"] if (left := len(faults) - MAX_FAULTS) > 0 else []
            message = f"This @{kind} is damaged: " + "; ".join(faults[:MAX_FAULTS] + more)
            self.problems.append((Code.BIB_SYNTAX, message, self.head.start(), ""))
        return max(self.position, self.head.end())

    def entry(self) -> None:
        """Read the key and the fields of an entry, skipping anything else."""
        key = self.key()
        fields: list[tuple[str, str]] = []
        offsets: list[int] = []
        while self.skip(RE_BLANK_COMMAS) < self.limit and self.text[self.position] not in "})":
            name = RE_NAME.match(self.text, self.position, self.limit)
            if not name:
                self.junk()
                continue
            if len(fields) == MAX_FIELDS:
                self.give_up()
                break
            offsets.append(self.position)
            self.position = name.end()
            faults = len(self.faults)
            fields.append((name[1].lower(), self.value(name[1])))
            self.skip(RE_BLANK)
            if len(self.faults) == faults and RE_NAME.match(self.text, self.position, self.limit):
                self.faults.append(f'a comma is missing after "{name[1]}"')
        self.close()
        if not key:
            key = "entry-" + digest(repr(fields), 8)
            self.faults.append(f'it has no cite key and is read as "{key}"')
        self.entries.append((key, fields, offsets))

    def give_up(self) -> None:
        """Skip the rest of an entry with too many fields."""
        self.faults.append(f"it has more than {MAX_FIELDS:,} fields, and the others are left out")
        depth = 1
        for brace in RE_BRACE.finditer(self.text, self.position, self.limit):
            depth += 1 if brace[0] == "{" else -1
            if not depth:
                self.position = brace.start()
                return
        self.position = self.limit

    def key(self) -> str:
        """Read the cite key; return an empty text if there is none."""
        start = self.skip(RE_BLANK)
        end = self.skip(RE_KEY_LINE)
        self.position = start
        key, after = self.text[start:end].strip(), self.text[end : end + 1]
        if after == "=":  # the first field: either no key, or no comma after it
            return ""
        if self.head[2] == "(" and key.endswith(")") and "(" not in key:
            key, end = key[:-1].strip(), self.text.index(")", self.position)
        elif after == ",":
            end += 1
        elif (
            after == "\n"
            and key
            and not self.text[end : self.limit].lstrip().startswith((",", "}"))
        ):
            self.faults.append("a comma is missing after the cite key")
        elif after in {"{", '"'}:
            return ""
        self.position = end
        comment = key.find("%")
        return key[:comment].strip() if comment > 0 and " " in key[:comment] else key

    def value(self, name: str) -> str:
        """Read a value: texts, numbers and abbreviations joined by ``#``."""
        parts: list[str] = []
        start = self.skip(RE_BLANK)
        expanded = False
        while True:
            self.skip(RE_BLANK)
            first = self.text[self.position : min(self.position + 1, self.limit)]
            if first == "{":
                parts.append(self.braced(name))
            elif first == '"':
                parts.append(self.quoted(name))
            else:
                word = RE_WORD.match(self.text, self.position, self.limit)
                if not word:
                    self.faults.append(
                        f'"{name}" has no value' if not parts else 'nothing after "#"'
                    )
                    break
                self.position = word.end()
                expanded = expanded or not word[0].isdigit()
                parts.append(self.word(word))
            self.skip(RE_BLANK)
            if not self.text.startswith("#", self.position, self.limit):
                break
            self.position += 1
        value = "".join(parts)
        if expanded and self.left < 0:
            message = f'"{name}" is too long with its abbreviations expanded and stays as typed'
            self.problems.append((Code.BIB_TOO_LARGE, message, start, ""))
            return balanced(self.text[start : self.position].strip().replace('"', ""))
        return value

    def word(self, match: re.Match[str]) -> str:
        """Return the text of a bare word: that of an abbreviation, or a number itself."""
        word = match[0]
        if word.isdigit():
            return word
        value = self.expansion(word)
        if value is None:
            message = f'No @string defines "{word}"; it is taken as text'
            hint = "define it before its use, or put the value in braces"
            self.problems.append((Code.BIB_UNDEFINED_STRING, message, match.start(), hint))
            return word
        self.left -= len(value)
        return value if self.left >= 0 else ""

    def braced(self, name: str) -> str:
        """Read a text in braces."""
        depth, start = 0, self.position + 1
        for brace in RE_BRACE.finditer(self.text, self.position, self.limit):
            depth += 1 if brace[0] == "{" else -1
            if not depth:
                if self.took_the_last_brace(start, brace.start()):
                    break
                self.position = brace.end()
                return self.text[start : brace.start()]
        self.faults.append(f'the braces of "{name}" do not close')
        return self.unclosed(start)

    def took_the_last_brace(self, start: int, end: int) -> bool:
        """Tell whether a value lacks its brace, so that the brace of its entry closed it."""
        if RE_CLOSED.match(self.text, end + 1, self.limit):
            return False
        is_alone = not self.text[self.text.rfind("\n", 0, end) + 1 : end].strip()
        return is_alone or bool(RE_NEXT_FIELD.search(self.text, start, end))

    def quoted(self, name: str) -> str:
        r"""Read a text in quotes; ``\"`` ends it only before a comma, a field or the end."""
        depth, start = 0, self.position + 1
        for sign in RE_QUOTE.finditer(self.text, start, self.limit):
            if sign[0] == '"':
                if depth <= 0:
                    escaped = self.text[sign.start() - 1] == "\\"
                    if escaped and not RE_AFTER_VALUE.match(self.text, sign.end(), self.limit):
                        continue
                    self.position = sign.end()
                    value = self.text[start : sign.start()]
                    if depth or "}" in value:
                        value = balanced(value)
                    return value
            else:
                depth += 1 if sign[0] == "{" else -1
        self.faults.append(f'the quotes of "{name}" do not close')
        return self.unclosed(start)

    def unclosed(self, start: int) -> str:
        """Return a value that does not close, up to the next field or entry."""
        self.unclosed_values += 1
        if self.unclosed_values > 8:
            self.faults.append("what follows is left out")
            self.position = self.limit
            return ""
        following = RE_NEXT_FIELD.search(self.text, start, self.limit)
        end = following.start() if following else self.limit
        self.position = end
        value = self.text[start:end].rstrip().rstrip(",").rstrip()
        if not following and value.endswith("}"):
            value = value[:-1].rstrip()
        return balanced(value.removesuffix('"')).rstrip()

    def junk(self) -> None:
        """Skip and report text that is no field, up to the next line or comma."""
        start = self.position
        end = self.skip(RE_JUNK)
        skipped = self.text[start:end].strip()
        if end < self.limit and self.text[end] in '{"':
            value = self.braced("?") if self.text[end] == "{" else self.quoted("?")
            skipped = f"{skipped} {{{value}}}".strip()
        else:
            self.position = max(end, start + 1)
        shown = " ".join(skipped.split())[:60]
        self.faults.append(f'"{shown}" is not a field and is left out')

    def string(self) -> None:
        """Define an abbreviation."""
        self.skip(RE_BLANK)
        name = RE_NAME.match(self.text, self.position, self.limit)
        if not name:
            self.faults.append("it has no name")
        else:
            self.position = name.end()
            value = self.value(name[1])
            self.defined[name[1].lower()] = value
            self.skip(RE_BLANK_COMMAS)
        self.close()

    def close(self) -> None:
        """Skip the closing brace or parenthesis, or report that it is missing."""
        self.skip(RE_BLANK)
        if self.position < self.limit and self.text[self.position] in "})":
            mismatched = (self.head[2] == "{") != (self.text[self.position] == "}")
            self.position += 1
            if mismatched:
                self.faults.append("it opens with one kind of bracket and closes with the other")
        elif not any("do not close" in fault for fault in self.faults):
            self.faults.append("its closing brace is missing")

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Move past a match of ``pattern``; return the new position."""
        match = pattern.match(self.text, self.position, self.limit)
        if match:
            self.position = match.end()
        return self.position
