"""Rules for titles and other texts: capitals that styles remove, and HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from symposium.lint.places_in_text import Change
from symposium.lint.works.entry_walk import EntryRule, WalkedEntry
from symposium.model.problems import Code, Problem

RE_TOKEN = re.compile(
    r"[{}]|\$(?:[^$\\]|\\.)*\$|\\(?:[A-Za-z]+\*?|.)|https?://[^\s{}]+|[^\W_]+", re.DOTALL
)
KEEPS_CAPITALS = frozenset({
    "book", "mvbook", "proceedings", "mvproceedings", "collection", "mvcollection", "manual",
    "phdthesis", "periodical", "reference", "mvreference", "booklet", "bookinbook", "set",
})  # fmt: skip
"""Types whose titles the styles of BibTeX print as they are."""
LONGEST = 2_000
"""Characters of a title; an abstract has a few times as many."""
MANY = 5
"""Words that a message names."""

TEXTS = (
    "title", "subtitle", "booktitle", "journal", "journaltitle", "series", "publisher", "author",
    "editor", "keywords", "note", "abstract",
)  # fmt: skip
RE_MARKUP = re.compile(
    r"</?(?:jats:)?(?:i|b|em|strong|sub|sup|u|p|span|div|br|a|tt|small|sc|scp|italic|bold|title|"
    r"sec|list|list-item|mml:[a-z]+|inline-formula|img|font|h[1-6]|ul|ol|li)(?:\s[^<>]*)?/?>"
    r"|\\?&(?:[A-Za-z]{2,8}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});"
)
RE_PAIR = re.compile(
    r"<(?:jats:)?(i|em|italic|b|strong|bold|sub|sup|tt)>([^<>{}\\$]*)</(?:jats:)?\1>"
)
COMMANDS = {
    "i": "emph", "em": "emph", "italic": "emph", "b": "textbf", "strong": "textbf",
    "bold": "textbf", "sub": "textsubscript", "sup": "textsuperscript", "tt": "texttt",
}  # fmt: skip
SPECIAL = {
    "&": r"\&", "<": r"\textless{}", ">": r"\textgreater{}", "%": r"\%", "#": r"\#", "_": r"\_",
    "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\textbackslash{}" }  # fmt: skip
"""Characters that LaTeX writes in its own way."""


def capitals(entry: WalkedEntry) -> Iterator[Problem]:
    """Report words whose capitals are lost where a style prints titles like sentences."""
    title = entry.fields.get("title")
    if not title or title.islower() or entry.paper.type in KEEPS_CAPITALS:
        return
    if len(title) > LONGEST:
        return
    words = unprotected(title)
    if not words:
        return
    named = list(dict.fromkeys(word for _, word in words))
    more = f" and {len(named) - MANY} more" if len(named) > MANY else ""
    message = f"The title may lose the capitals of {', '.join(named[:MANY])}{more}"
    edits = entry.edits("title", ((at, word, f"{{{word}}}") for at, word in words))
    yield entry.problem(Code.TITLE_CAPITALS, "title", message, "put braces around them", edits)


def unprotected(title: str) -> list[tuple[int, str]]:
    r"""Return the words outside of braces that have a capital after their first letter.

    Nothing is said of titles in capitals only.

    >>> unprotected("MPI for {GPU} Clusters in PyTorch"), unprotected("ON THE ORIGIN OF SPECIES")
    ([(0, 'MPI'), (26, 'PyTorch')], [])
    >>> unprotected(r"The Schr{\"o}dinger Equation in $O(N)$ \LaTeX"), unprotected("3D Vision")
    ([], [(0, '3D')])
    """
    depth = letters = large = 0
    found: list[tuple[int, str]] = []
    for token in RE_TOKEN.finditer(title):
        text = token[0]
        if text in "{}":
            depth += 1 if text == "{" else -1
        elif not depth and text[0] not in "\\$" and not text.startswith("http"):
            capital = sum(map(str.isupper, text))
            letters += sum(map(str.isalpha, text))
            large += capital
            if capital > text[0].isupper() and not _is_touched(title, token):
                found.append((token.start(), text))
    return found if large * 10 < letters * 7 or len(found) == 1 else []


def _is_touched(title: str, token: re.Match[str]) -> bool:
    """Tell whether a brace or a command stands right before or after: it is one word with that."""
    return title[: token.start()][-1:] in ("}", "\\") or title[token.end() :][:1] in ("{", "\\")


def markup(entry: WalkedEntry) -> Iterator[Problem]:
    """Report HTML in texts: tags, and characters by their names or numbers."""
    for name in TEXTS:
        value = entry.fields.get(name)
        if not value or not ("<" in value or "&" in value) or len(value) > 50 * LONGEST:
            continue
        found = [text for text in RE_MARKUP.findall(value) if is_markup(text)]
        if found:
            shown = ", ".join(list(dict.fromkeys(found))[:MANY])
            edits = entry.edits(name, _as_latex(value))
            message = f"There is HTML in {name}: {shown}"
            yield entry.problem(Code.TITLE_MARKUP, name, message, "write it as LaTeX", edits)


def is_markup(text: str) -> bool:
    """Tell whether what looks like a tag or an entity is one.

    >>> is_markup("&amp;"), is_markup("&ab;"), is_markup("<i>")
    (True, False, True)
    """
    return text[0] == "<" or _character(text) != ""


def _character(entity: str) -> str:
    """Return the character that an entity stands for, and nothing if it stands for none."""
    entity = entity.removeprefix("\\")
    character = unescape(entity).replace("\u00a0", "~")
    return character if character != entity and character.isprintable() else ""


def _as_latex(value: str) -> list[Change]:
    """Return the changes that write simple tags and entities as LaTeX, in order."""
    changes: list[Change] = []
    for pair in RE_PAIR.finditer(value):
        tag, inside = pair[1], pair[2]
        opening = pair.start(2) - pair.start()
        changes.append((pair.start(), pair[0][:opening], f"\\{COMMANDS[tag]}{{"))
        changes.append((pair.end(2), pair[0][opening + len(inside) :], "}"))
    for found in RE_MARKUP.finditer(value):
        if found[0][0] != "<" and (character := _character(found[0])):
            new = "".join(SPECIAL.get(char, char) for char in character)
            changes.append((found.start(), found[0], new))
    return sorted(changes)


RULES: tuple[EntryRule, ...] = (capitals, markup)
