"""Rules for single entries of bibliographies: names, years, pages, titles and other texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from symposium.fields.yaml_repair import shown
from symposium.kinds.paper import Paper
from symposium.knowledge.checks import place_in
from symposium.lint.source_texts import FieldChange
from symposium.lint.subject import Subject
from symposium.model.identifiers import arxiv_year
from symposium.model.names import Name
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.reading.entry_fields import RE_PREPRINT, parse_edtf, parse_year
from symposium.reading.latex import decode


@dataclass(frozen=True, slots=True)
class WalkedEntry:
    """An entry as typed in its file."""

    subject: Subject
    paper: Paper
    fields: Mapping[str, str]
    """Own and inherited fields by name, values as LaTeX; of a repeated field the first."""

    def at(self, name: str = "") -> Place:
        """Return the place of a field, or of the entry."""
        return self.paper.origin.at(name)

    def edits(self, name: str, changes: Iterable[FieldChange]) -> tuple[Edit, ...]:
        """Return changes within the value of a field; none if the file does not have all of it."""
        return self.subject.texts.edits_of_field(self.at(name), self.fields[name], *changes)

    def replaced(self, name: str, old: str, new: str) -> tuple[Edit, ...]:
        """Return the change of the first ``old`` in a field into ``new``."""
        start = self.fields[name].find(old)
        return self.edits(name, [(start, old, new)]) if start >= 0 else ()

    def problem(
        self, code: Code, name: str, message: str, hint: str = "", edits: tuple[Edit, ...] = ()
    ) -> Problem:
        """Return a problem of the field ``name``, or of the entry if it is empty."""
        return Problem(code, message, self.at(name), hint, edits)


EntryRule = Callable[[WalkedEntry], Iterator[Problem]]
"""A rule that looks at one entry of a bibliography."""


RE_GLUED = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
RE_MARK = re.compile(r"[†‡§¶*@<>|^]|[^\W\d_]\d")
GROUP = "or put the name of a group in braces"


def odd_names(entry: WalkedEntry) -> Iterator[Problem]:
    """Report names of authors and editors that look mistyped."""
    for field, people in (("author", entry.paper.authors), ("editor", entry.paper.editors)):
        for name in (contributor.name for contributor in people):
            if fault := name_fault(name):
                message = f'{field} of "{entry.paper.key}": {shown(name.text)} {fault[0]}'
                yield entry.problem(Code.BIB_NAME_ODD, field, message, fault[1])


@lru_cache(maxsize=1 << 16)
def name_fault(name: Name) -> tuple[str, str] | None:
    """Return the fault of a name that looks mistyped, with a hint, or ``None``.

    >>> from symposium.model.names import parse_name
    >>> name_fault(parse_name("yanjun xu"))[0], name_fault(parse_name("YanjunXu"))[0]
    ('ends in a word without a capital', 'is one word with a capital inside')
    >>> name_fault(parse_name("Martin d'Hoffschmidt")), name_fault(parse_name("{scikit-learn}"))
    (None, None)
    """
    if name.corporate:
        return None
    if RE_MARK.search(name.text):
        return "has a mark or a number in it", "remove it"
    last = name.family.split()[-1:]
    if last and last[0].islower():
        return "ends in a word without a capital", f"write the name as it is printed, {GROUP}"
    if not name.given and RE_GLUED.fullmatch(name.text):
        return "is one word with a capital inside", f"write family and given names apart, {GROUP}"
    return None


RE_PAGES = re.compile(r"([A-Za-z]*)(\d{1,9})\s*[-–—]+\s*([A-Za-z]*)(\d{1,9})", re.ASCII)
RE_UNPUBLISHED = re.compile(
    r"\b(?:submitted|in press|to appear|forthcoming|in preparation|under review|unpublished|"
    r"accepted|preprint|draft|im druck|soumis)\b",
    re.IGNORECASE,
)

CONTAINERS = {
    "inproceedings": "booktitle", "conference": "booktitle", "incollection": "booktitle",
    "article": "journal", "phdthesis": "school", "mastersthesis": "school", "thesis": "school",
}  # fmt: skip
"""Types of works that appear in, or at, something, each with the field that names it."""
THESES = frozenset({"phdthesis", "mastersthesis", "thesis"})


def years(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a year that differs from that of the date."""
    fields = entry.fields
    if not fields.keys() >= {"year", "date"} or fields.keys() & {"crossref", "xdata"}:
        return
    year, start = parse_year(fields["year"]), parse_edtf(fields["date"])
    end = parse_edtf(fields["date"].strip(" {}").partition("/")[2])
    given, first = year and year.year, start and start.year
    if given and first and not first <= given <= ((end and end.year) or first):
        message = f"The year is {given}, but the date is {shown(fields['date'])}"
        hint = "keep the right one; the date is used"
        yield entry.problem(Code.WORK_YEARS, "year", message, hint)


def eprint(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a work that is older than its preprint, by more than one year."""
    paper = entry.paper
    if not paper.arxiv or not paper.year:
        return
    first = arxiv_year(paper.arxiv)
    only = paper.venue is not None and RE_PREPRINT.fullmatch(paper.venue) is not None
    if first and first - paper.year > (0 if only else 1):
        message = f"The work is of {paper.year}, but {paper.arxiv} has been on arXiv since {first}"
        name = "eprint" if "eprint" in entry.fields else "year"
        yield entry.problem(Code.WORK_EPRINT, name, message, "compare the year and the identifier")


def container(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a published work without its journal, book or school."""
    paper = entry.paper
    name = CONTAINERS.get(paper.type)
    if name is None or "crossref" in entry.fields or "xdata" in entry.fields:
        return
    where = paper.institution or paper.publisher if paper.type in THESES else paper.venue
    if where or (paper.type != "article" and paper.institution and paper.type not in THESES):
        return
    fields = ("note", "pubstate", "howpublished", "status")
    if not any(RE_UNPUBLISHED.search(entry.fields.get(field, "")) for field in fields):
        message = f'@{paper.type} "{paper.key}" has no {name}'
        yield entry.problem(Code.WORK_CONTAINER, "", message, f"add {name} = {{…}}")


def pages(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ranges of pages whose last page is before the first."""
    ranges = entry.fields.get("pages")
    if not ranges or not ("-" in ranges or "–" in ranges or "—" in ranges):
        return
    for part in re.split(r"[,;]", decode(ranges)):
        if (ends := ends_of(part)) and ends[1] < ends[0]:
            message = f"The pages {part.strip()} end before they begin"
            yield entry.problem(Code.WORK_PAGES, "pages", message, "compare them with the work")


def ends_of(pages: str) -> tuple[int, int] | None:
    """Return the first and the last page of a range, or ``None``; ``1234–40`` means 1234–1240.

    >>> ends_of("120–12"), ends_of("1234–40"), ends_of("e12-e15")
    ((120, 112), (1234, 1240), (12, 15))
    >>> ends_of("103:1–103:25"), ends_of("A5-B2"), ends_of("12")
    (None, None, None)
    """
    match = RE_PAGES.fullmatch(pages.strip())
    prefix, first, last_prefix, last = match.groups() if match else ("", "", "", "")
    if not match or (last_prefix and last_prefix != prefix):
        return None
    if len(last) < len(first) and not last_prefix:
        last = first[: len(first) - len(last)] + last
    return int(first), int(last)


def notice(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a corrected, superseded, withdrawn or retracted work without a link to the notice."""
    paper = entry.paper
    changed = {"corrected", "superseded", "withdrawn", "retracted"}
    if paper.status in changed and "notice" not in paper.links:
        message = f'"{paper.key}" is {paper.status}, and nothing links to the notice'
        hint = f"write links: notice: https://… in papers/{paper.id}.md"
        yield Problem(Code.STATUS_NOTICE, message, place_in(paper, "status"), hint)


RE_TOKEN = re.compile(
    r"[{}]|\$(?:[^$\\]|\\.)*\$|\\(?:[A-Za-z]+\*?|.)|https?://[^\s{}]+|[^\W_]+", re.DOTALL
)
KEEPS_CAPITALS = frozenset({
    "book", "mvbook", "proceedings", "mvproceedings", "collection", "mvcollection", "manual",
    "phdthesis", "periodical", "reference", "mvreference", "booklet", "bookinbook", "set",
})  # fmt: skip
"""Types whose titles BibTeX styles print with their capitals."""
MAX_TITLE = 2_000
"""Characters of a title that is checked; of other fields 50 times as many."""
MAX_WORDS_NAMED = 5
"""Words listed in a message."""

TEXT_FIELDS = (
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
LATEX_CHARACTERS = {
    "&": r"\&", "<": r"\textless{}", ">": r"\textgreater{}", "%": r"\%", "#": r"\#", "_": r"\_",
    "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\textbackslash{}" }  # fmt: skip
"""Characters that need a command in LaTeX."""


def capitals(entry: WalkedEntry) -> Iterator[Problem]:
    """Report words whose capitals are lost in styles that print titles in lower case."""
    title = entry.fields.get("title", "")
    if title.islower() or entry.paper.type in KEEPS_CAPITALS or len(title) > MAX_TITLE:
        return
    words = unprotected(title)
    if not words:
        return
    unique = list(dict.fromkeys(word for _, word in words))
    more = f" and {len(unique) - MAX_WORDS_NAMED} more" if len(unique) > MAX_WORDS_NAMED else ""
    message = f"The title may lose the capitals of {', '.join(unique[:MAX_WORDS_NAMED])}{more}"
    edits = entry.edits("title", ((at, word, f"{{{word}}}") for at, word in words))
    yield entry.problem(Code.TITLE_CAPITALS, "title", message, "put braces around them", edits)


def unprotected(title: str) -> list[tuple[int, str]]:
    r"""Return the words outside of braces with a capital after the first letter, and their offsets.

    A title in capitals alone has none.

    >>> unprotected("MPI for {GPU} Clusters in PyTorch"), unprotected("ON THE ORIGIN OF SPECIES")
    ([(0, 'MPI'), (26, 'PyTorch')], [])
    >>> unprotected(r"The Schr{\"o}dinger Equation in $O(N)$ \LaTeX"), unprotected("3D Vision")
    ([], [(0, '3D')])
    """
    depth = letters = large = 0
    words: list[tuple[int, str]] = []
    for token in RE_TOKEN.finditer(title):
        text = token[0]
        if text in "{}":
            depth += 1 if text == "{" else -1
        elif not depth and text[0] not in "\\$" and not text.startswith("http"):
            capital = sum(map(str.isupper, text))
            letters += sum(map(str.isalpha, text))
            large += capital
            # A brace or a command right beside the text is part of the same word.
            before, behind = title[: token.start()][-1:], title[token.end() :][:1]
            is_touched = before in ("}", "\\") or behind in ("{", "\\")
            if capital > text[0].isupper() and not is_touched:
                words.append((token.start(), text))
    return words if large * 10 < letters * 7 or len(words) == 1 else []


def markup(entry: WalkedEntry) -> Iterator[Problem]:
    """Report HTML in texts: tags and entities."""
    for name in TEXT_FIELDS:
        value = entry.fields.get(name)
        if not value or not ("<" in value or "&" in value) or len(value) > 50 * MAX_TITLE:
            continue
        tags = [tag for tag in RE_MARKUP.findall(value) if tag[0] == "<" or _character(tag)]
        if tags:
            shown = ", ".join(list(dict.fromkeys(tags))[:MAX_WORDS_NAMED])
            edits = entry.edits(name, _as_latex(value))
            message = f"There is HTML in {name}: {shown}"
            yield entry.problem(Code.TITLE_MARKUP, name, message, "write it as LaTeX", edits)


def _character(entity: str) -> str:
    """Return the character of an entity of HTML, empty if there is none.

    >>> _character("&amp;"), _character("&ab;")
    ('&', '')
    """
    entity = entity.removeprefix("\\")
    character = unescape(entity).replace("\u00a0", "~")
    return character if character != entity and character.isprintable() else ""


def _as_latex(value: str) -> list[FieldChange]:
    """Return the changes of simple tags and entities into LaTeX, in order."""
    changes: list[FieldChange] = []
    for pair in RE_PAIR.finditer(value):
        tag, inside = pair[1], pair[2]
        opening = pair.start(2) - pair.start()
        changes.append((pair.start(), pair[0][:opening], f"\\{COMMANDS[tag]}{{"))
        changes.append((pair.end(2), pair[0][opening + len(inside) :], "}"))
    for match in RE_MARKUP.finditer(value):
        if match[0][0] != "<" and (character := _character(match[0])):
            new = "".join(LATEX_CHARACTERS.get(char, char) for char in character)
            changes.append((match.start(), match[0], new))
    return sorted(changes)


ENTRY_RULES: tuple[EntryRule, ...] = (
    odd_names, years, eprint, container, pages, notice, capitals, markup
)  # fmt: skip
