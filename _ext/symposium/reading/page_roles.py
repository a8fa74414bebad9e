"""The roles in a page of Markdown, and the cite keys in manuscripts, found by a plain scan.

Only a build parses Markdown; the scan skips code, comments and formulas. Doubtful roles are left
out: a build reports them.
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
"""The beginning of the info string of a directive with text inside; other fences hold code."""

RE_NO_TEXT = re.compile(r"(?m:^[ \t]*\$\$(?s:.*?)\$\$|^ {0,3}%.*)")
"""A formula or a comment."""
RE_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)\s")
"""The beginning of a list item, a definition or a footnote, in which indented text is no code."""
RE_BLOCK = re.compile(
    rf"(\s*+)(\S.*(?:\n(?![ \t]*(?:\n|\Z|{RE_ITEM.pattern}|#{{1,6}}\s|\|)).*)*|\Z)"
)
"""White space, and lines up to an empty one, a list item, a heading or the row of a table."""
RE_SPAN = re.compile(
    r"\\[\\`{]|(?:\{(?P<name>[a-zA-Z0-9_\-+:]{1,36})\})?"
    r"(?P<ticks>`++)(?:(?P<text>(?s:.+?))(?<!`)(?P=ticks)(?!`))?"
)
"""An escaped sign, or a run of backticks, with its text if a run of the same length closes it."""


class Role(NamedTuple):
    """A role in Markdown, as ``{name}`text` ``."""

    name: str
    text: str
    start: int
    """The offset of ``text`` in the page."""


def roles_in(page: str) -> Iterator[Role]:
    r"""Yield the roles in a page, in order; its front matter must be hidden before.

    >>> [role[:2] for role in roles_in("See {person}`ada`, not `{person}`b`` nor \\{person}`c`.")]
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
        match = RE_FENCE.match(line)
        if match and fences and not match["info"] and match["mark"].startswith(fences[-1]):
            fences.pop()
            is_code = False
        elif match and not is_code:
            fences.append(match["mark"])
            is_code = not (match["mark"][0] == ":" and not match["info"].startswith("{")) and (
                not RE_DIRECTIVE.match(match["info"])
            )
        elif not is_code:
            continue
        lines[index] = " " * len(line)
    return "\n".join(lines)


def blanked(match: re.Match[str]) -> str:
    """Return spaces in place of a match, so that the offsets after it stay the same."""
    return re.sub(r"[^\n]", " ", match[0])


# The cite keys of a manuscript: LaTeX, the files of LaTeX and biber, Markdown, or a list of keys.
#
# Nothing is run and no macro expanded: text in the form of a citation counts as one. ``\nocite{*}``
# and the like give the key `ALL`.

ALL = "*"
"""The key that means every entry."""

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
"""The beginning of a reference to a figure, section or the like, which Quarto writes with ``@``."""

RE_WORD = re.compile(r"[^\s,;\"'\[\]]+")


class CitedKey(NamedTuple):
    """A cite key, and the place of its first citation."""

    key: str
    path: str
    line: int


Citations = Iterator[tuple[str, int]]
"""Pairs of keys, one or several separated by commas, and their offset in the text."""


def cited_keys(path: Path) -> list[CitedKey]:
    """Return the keys that a file cites, each once, in their order.

    Raises:
        OSError: if the file cannot be read.
    """
    read = READERS.get(path.suffix.lower(), _in_list)
    cited: dict[str, CitedKey] = {}
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
            for key in filter(None, map(str.strip, keys.split(","))):
                cited.setdefault(key, CitedKey(key, str(file), line))
        if path.suffix.lower() == ".aux":
            chapters = (path.parent / name for name in RE_AUX_FILE.findall(text))
            # Chapters may name each other.
            if len(files) < 1_000:
                files += [chapter for chapter in chapters if chapter not in files]
    return list(cited.values())


def _in_aux(text: str) -> Citations:
    return ((match[1], match.start()) for match in RE_AUX.finditer(text))


def _in_bcf(text: str) -> Citations:
    return ((unescape(match[1]), match.start()) for match in RE_BCF.finditer(text))


def _in_tex(text: str) -> Citations:
    text = RE_TEX_COMMENT.sub(blanked, text)
    for match in RE_TEX.finditer(text):
        groups = RE_GROUP.findall(match[1])
        for keys in groups if MULTIPLE.match(match[0]) else groups[:1]:
            yield keys, match.start()


def _in_markdown(text: str) -> Citations:
    text = without_code(text)
    for match in RE_ROLE.finditer(text):
        yield RE_TEXTS.sub("", match["keys"]), match.start()
    for match in RE_PANDOC.finditer(RE_CODE.sub(blanked, text)):
        key = match[1] or match[2]
        if not RE_NO_CITATION.match(key):
            yield key, match.start()


def _in_list(text: str) -> Citations:
    text = re.sub(r"(?m)^\s*[#%].*$", blanked, text)
    return ((match[0].removeprefix("@"), match.start()) for match in RE_WORD.finditer(text))


READERS: Mapping[str, Callable[[str], Citations]] = {
    ".aux": _in_aux, ".bcf": _in_bcf, ".tex": _in_tex, ".ltx": _in_tex, ".rnw": _in_tex,
    ".md": _in_markdown, ".markdown": _in_markdown, ".qmd": _in_markdown, ".rmd": _in_markdown,
    ".rst": _in_markdown,
}  # fmt: skip
"""Readers by the endings of files; any other file is a list of keys."""
