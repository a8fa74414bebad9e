r"""The cite keys of somebody's manuscript: LaTeX, what LaTeX and biber write, Markdown, a list.

Nothing is run and no macro expanded: what looks like a citation is one. ``\nocite{*}`` and the like
give the key `ALL`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import NamedTuple

ALL = "*"
"""Stands for every entry."""

MAX_FILES = 1_000
"""Files of LaTeX's chapters that are read; they may name each other."""

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

RE_FENCE = re.compile(r" {0,3}(`{3,}|~{3,}|:{3,})\s*([^\n]*)")
RE_DIRECTIVE = re.compile(r"\{(?!code|literal|math)")
"""Begins what a fence says that stands around text; around anything else it is code."""

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
            files += [one for one in named if one not in files and len(files) < MAX_FILES]
    return list(found.values())


def _in_aux(text: str) -> Found:
    return ((found[1], found.start()) for found in RE_AUX.finditer(text))


def _in_bcf(text: str) -> Found:
    return ((unescape(found[1]), found.start()) for found in RE_BCF.finditer(text))


def _in_tex(text: str) -> Found:
    text = RE_TEX_COMMENT.sub(_blank, text)
    for found in RE_TEX.finditer(text):
        groups = RE_GROUP.findall(found[1])
        for keys in groups if MULTIPLE.match(found[0]) else groups[:1]:
            yield keys, found.start()


def _in_markdown(text: str) -> Found:
    text = _without_code(text)
    for found in RE_ROLE.finditer(text):
        yield RE_TEXTS.sub("", found["keys"]), found.start()
    for found in RE_PANDOC.finditer(RE_CODE.sub(_blank, text)):
        key = found[1] or found[2]
        if not RE_NO_CITATION.match(key):
            yield key, found.start()


def _without_code(text: str) -> str:
    """Return Markdown without its blocks of code and without the fences of its directives."""
    lines, fences, is_code = text.split("\n"), list[str](), False
    for index, line in enumerate(lines):
        found = RE_FENCE.match(line)
        if found and fences and not found[2] and found[1].startswith(fences[-1]):
            fences.pop()
            is_code = False
        elif found and not is_code:
            fences.append(found[1])
            is_code = not (found[1][0] == ":" or RE_DIRECTIVE.match(found[2]))
        elif not is_code:
            continue
        lines[index] = " " * len(line)
    return "\n".join(lines)


def _in_list(text: str) -> Found:
    text = re.sub(r"(?m)^\s*[#%].*$", _blank, text)
    return ((found[0].removeprefix("@"), found.start()) for found in RE_WORD.finditer(text))


def _blank(found: re.Match[str]) -> str:
    """Return spaces in the place of a text, so that what follows stands where it stood."""
    return re.sub(r"[^\n]", " ", found[0])


READERS: Mapping[str, Callable[[str], Found]] = {
    ".aux": _in_aux, ".bcf": _in_bcf, ".tex": _in_tex, ".ltx": _in_tex, ".rnw": _in_tex,
    ".md": _in_markdown, ".markdown": _in_markdown, ".qmd": _in_markdown, ".rmd": _in_markdown,
    ".rst": _in_markdown,
}  # fmt: skip
"""Readers by the endings of files; any other file is a list of keys."""
