"""The tokens of LaTeX, decoded one by one."""

from __future__ import annotations

import re
import unicodedata

from symposium.reading import latex_tables as tables

RE_TOKEN = re.compile(
    r"""((?=[\\{}$~\t\n\r\f\v\-`'])(?:             # quickly past everything else
      \\a['`=]                                   # an accent within a tabbing environment
    | \\[A-Za-z]+\*?                             # a control word
    | \\.                                        # a control symbol
    | [{}]
    | \$\$?
    | (?<=[^\s(\["'`{}<>=≈/~–—-])~               # a tie: after a letter, …
    | (?<!/)~(?!\\?\$?\.?\d|\s)                  # … or before anything but a number
    | [\t\n\r\f\v][ \t\n\r\f\v]*+
    | (?<!-)-{2,3}(?!-)
    | ``|''
    ))""",
    re.VERBOSE | re.DOTALL,
)
"""Any token but plain text; used to split, so plain text and tokens alternate."""

RE_FORMULA = re.compile(r"[\\^_={}]")

REPLACED = {"--": "–", "---": "—", "``": "“", "''": "”", "~": "\u00a0"}

MAX_NESTING = 60
"""The depth of nested commands that are applied; deeper ones only lose their braces."""

ENSURE_MATHS = "ensuremath"

Frame = tuple[int, list[str], str]
"""An open group: the index in the decoded text where it began, the commands that wait for its end,
and the sign that closes it."""
BARE: Frame = (0, [], "")
"""A group in whose braces nothing is done."""


def space(token: str) -> str:
    """Return white space as LaTeX reads it: a paragraph break for an empty line, else a space."""
    return "\n\n" if token.count("\n") > 1 else " "


class Walk:
    """One walk over the tokens of a text: plain text at even indexes, tokens at odd ones.

    ``out`` collects decoded text. ``frames`` are the open groups. ``pending`` are
    the commands that wait for their argument, the innermost last. ``eat`` is true where white
    space belongs to the command before it.
    """

    __slots__ = ("eat", "frames", "index", "out", "parts", "pending", "unknown")

    def __init__(self, text: str) -> None:
        self.parts = RE_TOKEN.split(text)
        self.index = 0
        self.out: list[str] = []
        self.frames: list[Frame] = []
        self.pending: list[str] = []
        self.eat = False
        self.unknown: list[str] = []

    def run(self) -> None:
        """Walk over the whole text."""
        parts = self.parts
        while self.index < len(parts):
            part = parts[self.index]
            if part:
                if self.index % 2:
                    self.token(part)
                elif self.eat or self.pending:
                    self.text(part)
                else:
                    self.out.append(part)
            self.index += 1
        self.flush()
        while self.frames:
            self.close()

    def text(self, part: str) -> None:
        """Read plain text; its first letter is the argument of pending commands."""
        bare = part.lstrip(" ")
        if not bare:
            return
        if self.pending == ["'"] and bare != part and not _composes("'", bare[0]):
            self.pending = []
            self.out.append("'")
        else:
            part = bare
        self.eat = False
        if self.pending:
            end = 1
            while end < len(part) and unicodedata.combining(part[end]):
                end += 1
            self.put(part[:end], bare=True)
            part = part[end:]
        self.out.append(part)

    def token(self, token: str) -> None:
        """Read a token other than plain text."""
        first = token[0]
        if first == "\\":
            self.command(token)
        elif first == "{":
            self.eat = False
            if self.pending:
                self.frames.append((len(self.out), self.pending, ""))
                self.pending = []
            else:  # most are, and there may be a million
                self.frames.append(BARE)
        elif first == "}":
            self.eat = False
            self.flush()
            if self.frames:
                self.close()
        elif first == "$":
            self.flush()
            self.eat = False
            self.maths(token, token)
        elif token in REPLACED:
            self.flush()
            self.eat = False
            self.out.append(REPLACED[token])
        else:
            folded = space(token)
            if folded != " ":
                self.flush()
            if folded != " " or not (self.eat or self.pending):
                self.out.append(folded)

    def command(self, token: str) -> None:
        """Read a control word or an accent."""
        name = token[1:].rstrip("*")
        if name[0:1] == "a" and name[1:] and not name.isalpha():
            name = name[1:]
        if name in tables.ACCENTS and len(self.pending) < MAX_NESTING > len(self.frames):
            self.pending.append(name)
            self.eat = name.isalpha()
        elif name in tables.WORDS:
            self.eat = name.isalpha()
            self.put(tables.WORDS[name])
        elif not name or not name.isalpha():
            self.symbol(token)
        elif name in tables.TRANSPARENT:
            self.eat = True
        elif name in tables.ENCLOSING:
            self.enclosed(*tables.ENCLOSING[name])
        elif name in tables.LOGOS:
            self.eat = False
            self.put(tables.LOGOS[name])
        elif name in tables.SHIFTED and len(self.frames) < MAX_NESTING:
            self.pending.append(name)
            self.eat = True
        elif (
            name in tables.VERBATIM_ARGUMENT
            or name in tables.DROPPED_ARGUMENT
            or name == ENSURE_MATHS
        ):
            self.argument(token, name)
        else:
            self.unknown_command(token)

    def symbol(self, token: str) -> None:
        """Read a backslash and one character."""
        self.eat = False
        character = token[1:]
        if character in "([":
            self.maths(token, "\\" + ")]"["([".index(character)])
        elif character in tables.CHARACTERS:
            self.put(tables.CHARACTERS[character])
        else:
            self.unknown_command(token)

    def unknown_command(self, token: str) -> None:
        """Keep a command as typed, with the braces of its argument."""
        self.flush()
        self.out.append(token)
        self.unknown.append(token)
        self.enclosed("{", "}")

    def enclosed(self, opening: str, closing: str) -> None:
        """Put signs around the argument that follows immediately, if there is one."""
        self.flush()
        self.eat = False
        parts, index = self.parts, self.index
        if index + 2 < len(parts) and not parts[index + 1] and parts[index + 2] == "{":
            self.out.append(opening)
            self.frames.append((len(self.out), [], closing))
            self.index += 2

    def argument(self, token: str, name: str) -> None:
        """Read the whole argument of a command, to keep as typed or as maths, or to drop."""
        parts, start = self.parts, self.index + 2
        if start >= len(parts) or parts[start] != "{" or parts[start - 1].strip():
            if name in tables.DROPPED_ARGUMENT or name == ENSURE_MATHS:
                self.out.append(token)
            self.eat = name in tables.VERBATIM_ARGUMENT
            return
        depth, end = 1, start
        while depth and end + 2 < len(parts):
            end += 2
            depth += (parts[end] == "{") - (parts[end] == "}")
        content = "".join(parts[start + 1 : end + 1 if depth else end])
        if depth:
            content += "".join(parts[end + 1 :])
        self.index = len(parts) if depth else end
        self.eat = False
        if name == ENSURE_MATHS:
            self.put(f"${content}$" if content.strip() else "")
        elif name in tables.VERBATIM_ARGUMENT or depth:
            self.put(re.sub(r"\\([_%&#~$])", r"\1", content).replace("$", "\\$"))

    def maths(self, opening: str, closing: str) -> None:
        """Read a formula as typed, or a dollar sign that opens none."""
        parts, end = self.parts, self.index + 2
        while end < len(parts) and parts[end] != closing and parts[end] != opening:
            end += 2
        is_closed = end < len(parts) and parts[end] == closing
        content = "".join(parts[self.index + 1 : end]) if is_closed else ""
        if is_closed and _is_maths(content, opening, (parts[end + 1] or " ")[0]):
            self.index = end
            self.out.append(f"${content.strip()}$")
        elif opening[0] == "$":
            self.out.append("\\$" * len(opening))
        else:
            self.out.append(opening)

    def put(self, text: str, *, bare: bool = False) -> None:
        """Append ``text`` as the argument of the pending commands, innermost first."""
        pending, self.pending = self.pending, []
        while pending:
            text = _apply(pending.pop(), text, bare=bare)
        self.out.append(text)

    def flush(self) -> None:
        """Apply the pending commands to no argument, where a group or the text ends."""
        if self.pending:
            self.put("")

    def close(self) -> None:
        """End the innermost group; its content becomes the argument of its pending commands."""
        start, pending, closing = self.frames.pop()
        if pending:
            content = "".join(self.out[start:])
            del self.out[start:]
            self.pending = pending
            self.put(content)
        elif closing:
            self.out.append(closing)


def _is_maths(content: str, opening: str, after: str) -> bool:
    """Tell whether ``content`` after the sign ``opening`` and before ``after`` is a formula."""
    if not content.strip() or content.count("{") != content.count("}"):
        return False
    if opening != "$" or RE_FORMULA.search(content):
        return True
    spaced = content[0].isspace(), content[-1].isspace()
    return all(spaced) if any(spaced) else not after.isdigit()


def _composes(command: str, letter: str) -> bool:
    """Tell whether Unicode has a character for ``letter`` with this accent."""
    return len(unicodedata.normalize("NFC", letter + tables.ACCENTS[command])) == 1


def _apply(command: str, text: str, *, bare: bool) -> str:
    r"""Return ``text`` under an accent, or raised or lowered.

    ``bare`` means that no braces mark the argument: then an acute that fits no letter is taken
    for an apostrophe (``don\'t``).
    """
    if command in tables.SHIFTED:
        table = tables.SHIFTED[command]
        return "".join(map(table.__getitem__, text)) if all(c in table for c in text) else text
    lead = len(text) - len(text.lstrip())
    letter = text[lead : lead + 1]
    if not letter or not (letter.isalpha() or unicodedata.combining(letter)):
        return tables.STANDALONE.get(command, "") + text
    base = {tables.LETTERS["i"]: "i", tables.LETTERS["j"]: "j"}.get(letter, letter)
    if command in "bcdk":
        base = letter
    if bare and command == "'" and not _composes(command, base):
        return f"'{text}"
    end = lead + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    marks = text[lead + 1 : end]
    return (
        text[:lead]
        + unicodedata.normalize("NFC", base + marks + tables.ACCENTS[command])
        + text[end:]
    )
