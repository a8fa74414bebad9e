"""The roles in a page of Markdown, found by a plain scan.

A build reads Markdown as it is; here it is enough not to take code, comments and formulas for text.
What is doubtful is left out: a build says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import NamedTuple

RE_FENCE = re.compile(
    r"(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(?P<mark>`{3,}(?=[^`]*$)|~{3,}|:{3,})\s*(?P<info>.*)"
)
RE_DIRECTIVE = re.compile(
    r"\{(?!code|sourcecode|literal|math|raw|eval-rst|bibliography|mermaid|graphviz|digraph|graph\})"
)
"""Begins what a fence says that stands around text; around anything else it is code."""

RE_NO_TEXT = re.compile(r"(?m:^[ \t]*\$\$(?s:.*?)\$\$|^ {0,3}%.*)")
"""A formula or a comment."""
RE_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)\s")
"""Begins an item of a list, a definition or a footnote, in which an indentation makes no code."""
RE_BLOCK = re.compile(
    rf"(\s*+)(\S.*(?:\n(?![ \t]*(?:\n|\Z|{RE_ITEM.pattern}|#{{1,6}}\s|\|)).*)*|\Z)"
)
"""White space, and lines up to an empty one, an item, a heading or the row of a table."""
RE_SPAN = re.compile(
    r"\\[\\`{]|(?:\{(?P<name>[a-zA-Z0-9_\-+:]{1,36})\})?"
    r"(?P<ticks>`++)(?:(?P<text>(?s:.+?))(?<!`)(?P=ticks)(?!`))?"
)
"""An escaped sign, or a run of backticks up to the next one as long, if there is one."""


class Role(NamedTuple):
    """``{name}`text` ``."""

    name: str
    text: str
    start: int
    """Where ``text`` begins in the page."""


def roles_in(page: str) -> Iterator[Role]:
    r"""Yield the roles in a page, in order; front matter must be hidden.

    >>> [one[:2] for one in roles_in("See {person}`ada`, not `{person}`b`` nor \\{person}`c`.")]
    [('person', 'ada')]
    """
    if "}`" not in page:
        return
    text, in_list = RE_NO_TEXT.sub(blanked, without_code(page)), False
    for block in RE_BLOCK.finditer(text):
        above, _, indentation = block[1].rpartition("\n")
        in_list = RE_ITEM.match(block[2]) is not None or (in_list and bool(indentation))
        after_blank = "\n" in above or not block.start()
        if after_blank and not in_list and ("\t" in indentation or len(indentation) > 3):
            continue  # code
        for span in RE_SPAN.finditer(text, block.start(2), block.end()):
            if span["name"] and span["text"]:
                yield Role(span["name"].lower(), span["text"], span.start("text"))


def without_code(page: str) -> str:
    """Return Markdown without its blocks of code and without the fences of its directives."""
    lines, fences, is_code = page.split("\n"), list[str](), False
    for index, line in enumerate(lines):
        found = RE_FENCE.match(line)
        if found and fences and not found["info"] and found["mark"].startswith(fences[-1]):
            fences.pop()
            is_code = False
        elif found and not is_code:
            fences.append(found["mark"])
            is_code = not (found["mark"][0] == ":" and not found["info"].startswith("{")) and (
                not RE_DIRECTIVE.match(found["info"])
            )
        elif not is_code:
            continue
        lines[index] = " " * len(line)
    return "\n".join(lines)


def blanked(found: re.Match[str]) -> str:
    """Return spaces in the place of a text, so that what follows stands where it stood."""
    return re.sub(r"[^\n]", " ", found[0])


# The cite keys of somebody's manuscript: LaTeX, what LaTeX and biber write, Markdown, a list.
#
# Nothing is run and no macro expanded: what looks like a citation is one. ``\nocite{*}`` and the
# like give the key `ALL`.

ALL = "*"
"""Stands for every entry."""

RE_AUX = re.compile(r"\\(?:citation|abx@aux@cite(?:\{\d+\})?)\{([^{}]*)\}")
RE_AUX_FILE = re.compile(r"\\@input\{([^{}]+\.aux)\}")
RE_BCF = re.compile(r"<bcf:citekey\b(?![^>]*\btype=\"set\")[^>]*>([^<]*)</bcf:citekey>")
RE_TEX_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
RE_TEX = re.compile(
    r"\\(?!(?:set)?citestyle|citereset|citetext|bibcite)(?:[A-Za-z]*cite[A-Za-z]*|Cite[A-Za-z]*)\*?"
    r"((?:\s*(?:\[[^\[\]]*\]|\([^()]*\)))*\s*\{[^{}]*\}(?:\s*(?:\[[^\[\]]*\])*\{[^{}]*\})*)"
)
RE_GROUP = re.compile(r"\{([^{}]*)\}")
MULTIPLE = re.compile(r"\\[A-Za-z]*cites\b")
"""Commands that take several groups of keys."""

RE_ROLE = re.compile(
    r"(?:\{(?:foot)?cite(?::\w+)*\}|:(?:foot)?cite(?::\w+)*:)(?P<ticks>`+)(?P<keys>.+?)(?P=ticks)",
    re.DOTALL,
)
RE_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
RE_TEXTS = re.compile(r"\{[^{}]*\}")
RE_PANDOC = re.compile(
    r"(?<![\w@/.:])-?@(?:\{([^{}\s]+)\}|(\w(?:[\w/]|[:.#$%&+?<>~-](?=\w))*))", re.UNICODE
)
RE_NO_CITATION = re.compile(r"(?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|def|exm|exr)[-:]")
"""Begins what Quarto and others refer to by the same sign."""

RE_WORD = re.compile(r"[^\s,;\"'\[\]]+")


class CitedKey(NamedTuple):
    """A cite key, and where it stands first."""

    key: str
    path: str
    line: int


Found = Iterator[tuple[str, int]]
"""Keys, which may be several with commas between them, and where they stand in the text."""


def cited_keys(path: Path) -> list[CitedKey]:
    """Return the keys that a file cites, each once, in their order.

    Raises:
        OSError: if it cannot be read.
    """
    read = READERS.get(path.suffix.lower(), _in_list)
    found: dict[str, CitedKey] = {}
    files = [path]
    for file in files:
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            if file is path:
                raise
            continue  # a chapter that LaTeX has not made yet
        for keys, start in read(text):
            line = text.count("\n", 0, start) + 1
            for key in filter(None, (one.strip() for one in keys.split(","))):
                found.setdefault(key, CitedKey(key, str(file), line))
        if path.suffix.lower() == ".aux":
            named = (path.parent / name for name in RE_AUX_FILE.findall(text))
            # Chapters may name each other.
            files += [one for one in named if one not in files and len(files) < 1_000]
    return list(found.values())


def _in_aux(text: str) -> Found:
    return ((found[1], found.start()) for found in RE_AUX.finditer(text))


def _in_bcf(text: str) -> Found:
    return ((unescape(found[1]), found.start()) for found in RE_BCF.finditer(text))


def _in_tex(text: str) -> Found:
    text = RE_TEX_COMMENT.sub(blanked, text)
    for found in RE_TEX.finditer(text):
        groups = RE_GROUP.findall(found[1])
        for keys in groups if MULTIPLE.match(found[0]) else groups[:1]:
            yield keys, found.start()


def _in_markdown(text: str) -> Found:
    text = without_code(text)
    for found in RE_ROLE.finditer(text):
        yield RE_TEXTS.sub("", found["keys"]), found.start()
    for found in RE_PANDOC.finditer(RE_CODE.sub(blanked, text)):
        key = found[1] or found[2]
        if not RE_NO_CITATION.match(key):
            yield key, found.start()


def _in_list(text: str) -> Found:
    text = re.sub(r"(?m)^\s*[#%].*$", blanked, text)
    return ((found[0].removeprefix("@"), found.start()) for found in RE_WORD.finditer(text))


READERS: Mapping[str, Callable[[str], Found]] = {
    ".aux": _in_aux, ".bcf": _in_bcf, ".tex": _in_tex, ".ltx": _in_tex, ".rnw": _in_tex,
    ".md": _in_markdown, ".markdown": _in_markdown, ".qmd": _in_markdown, ".rmd": _in_markdown,
    ".rst": _in_markdown,
}  # fmt: skip
"""Readers by the endings of files; any other file is a list of keys."""
