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
    """An entry as it was typed."""

    subject: Subject
    paper: Paper
    fields: Mapping[str, str]
    """Own and inherited fields by name, values as LaTeX; of a repeated field the first."""

    def at(self, name: str = "") -> Place:
        """Return the place of a field, or of the entry."""
        return self.paper.origin.at(name)

    def edits(self, name: str, changes: Iterable[FieldChange]) -> tuple[Edit, ...]:
        """Return changes within the value of a field, if the file says it in one piece."""
        return self.subject.texts.edits_of_field(self.at(name), self.fields[name], *changes)

    def replaced(self, name: str, old: str, new: str) -> tuple[Edit, ...]:
        """Return the change of ``old``, where it stands first in a field, into ``new``."""
        start = self.fields[name].find(old)
        return self.edits(name, [(start, old, new)]) if start >= 0 else ()

    def problem(
        self, code: Code, name: str, message: str, hint: str = "", edits: tuple[Edit, ...] = ()
    ) -> Problem:
        """Return a problem of a field; of the entry without a name."""
        return Problem(code, message, self.at(name), hint, edits)


EntryRule = Callable[[WalkedEntry], Iterator[Problem]]
"""A rule that looks at one entry of a bibliography."""


RE_GLUED = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+")
RE_MARK = re.compile(r"[†‡§¶*@<>|^]|[^\W\d_]\d")
GROUP = "or put the name of a group in braces"


def odd_names(entry: WalkedEntry) -> Iterator[Problem]:
    """Report names of authors and editors that look mistyped."""
    for field, people in (("author", entry.paper.authors), ("editor", entry.paper.editors)):
        for one in people:
            if fault := name_fault(one.name):
                message = f'{field} of "{entry.paper.key}": {shown(one.name.text)} {fault[0]}'
                yield entry.problem(Code.BIB_NAME_ODD, field, message, fault[1])


@lru_cache(maxsize=1 << 16)
def name_fault(name: Name) -> tuple[str, str] | None:
    """Return what is odd about a name, and what to do.

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
"""Types of works that appear in, or at, something, and the field that says where."""
THESES = frozenset({"phdthesis", "mastersthesis", "thesis"})


def years(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a year that is not that of the date."""
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
    """Report a work that is older than its preprint, by more than the turn of a year."""
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
    """Report a work that does not say in which journal, book or school it appeared."""
    paper = entry.paper
    name = CONTAINERS.get(paper.type)
    if name is None or "crossref" in entry.fields or "xdata" in entry.fields:
        return
    where = paper.institution or paper.publisher if paper.type in THESES else paper.venue
    if where or (paper.type != "article" and paper.institution and paper.type not in THESES):
        return
    states = (entry.fields.get(one, "") for one in ("note", "pubstate", "howpublished", "status"))
    if not any(map(RE_UNPUBLISHED.search, states)):
        message = f'@{paper.type} "{paper.key}" has no {name}'
        yield entry.problem(Code.WORK_CONTAINER, "", message, f"add {name} = {{…}}")


def pages(entry: WalkedEntry) -> Iterator[Problem]:
    """Report pages that end before they begin."""
    written = entry.fields.get("pages")
    if not written or not ("-" in written or "–" in written or "—" in written):
        return
    for part in re.split(r"[,;]", decode(written)):
        if (ends := ends_of(part)) and ends[1] < ends[0]:
            message = f"The pages {part.strip()} end before they begin"
            yield entry.problem(Code.WORK_PAGES, "pages", message, "compare them with the work")


def ends_of(pages: str) -> tuple[int, int] | None:
    """Return the first and the last page of a range, if it is one; ``1234–40`` is short.

    >>> ends_of("120–12"), ends_of("1234–40"), ends_of("e12-e15")
    ((120, 112), (1234, 1240), (12, 15))
    >>> ends_of("103:1–103:25"), ends_of("A5-B2"), ends_of("12")
    (None, None, None)
    """
    found = RE_PAGES.fullmatch(pages.strip())
    before, first, again, last = found.groups() if found else ("", "", "", "")
    if not found or (again and again != before):
        return None
    if len(last) < len(first) and not again:
        last = first[: len(first) - len(last)] + last
    return int(first), int(last)


def notice(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a change of status that links to no notice."""
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
"""Types whose titles the styles of BibTeX print as they are."""
MAX_TITLE = 2_000
"""Characters of a title; an abstract has a few times as many."""
MAX_WORDS_NAMED = 5
"""Words that a message names."""

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
"""Characters that LaTeX writes in its own way."""


def capitals(entry: WalkedEntry) -> Iterator[Problem]:
    """Report words whose capitals are lost where a style prints titles like sentences."""
    title = entry.fields.get("title", "")
    if title.islower() or entry.paper.type in KEEPS_CAPITALS or len(title) > MAX_TITLE:
        return
    words = unprotected(title)
    if not words:
        return
    named = list(dict.fromkeys(word for _, word in words))
    more = f" and {len(named) - MAX_WORDS_NAMED} more" if len(named) > MAX_WORDS_NAMED else ""
    message = f"The title may lose the capitals of {', '.join(named[:MAX_WORDS_NAMED])}{more}"
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
            # What a brace or a command stands right before or after is one word with that.
            before, behind = title[: token.start()][-1:], title[token.end() :][:1]
            is_touched = before in ("}", "\\") or behind in ("{", "\\")
            if capital > text[0].isupper() and not is_touched:
                found.append((token.start(), text))
    return found if large * 10 < letters * 7 or len(found) == 1 else []


def markup(entry: WalkedEntry) -> Iterator[Problem]:
    """Report HTML in texts: tags, and characters by their names or numbers."""
    for name in TEXT_FIELDS:
        value = entry.fields.get(name)
        if not value or not ("<" in value or "&" in value) or len(value) > 50 * MAX_TITLE:
            continue
        found = [one for one in RE_MARKUP.findall(value) if one[0] == "<" or _character(one)]
        if found:
            shown = ", ".join(list(dict.fromkeys(found))[:MAX_WORDS_NAMED])
            edits = entry.edits(name, _as_latex(value))
            message = f"There is HTML in {name}: {shown}"
            yield entry.problem(Code.TITLE_MARKUP, name, message, "write it as LaTeX", edits)


def _character(entity: str) -> str:
    """Return the character that an entity stands for, and nothing if it stands for none.

    >>> _character("&amp;"), _character("&ab;")
    ('&', '')
    """
    entity = entity.removeprefix("\\")
    character = unescape(entity).replace("\u00a0", "~")
    return character if character != entity and character.isprintable() else ""


def _as_latex(value: str) -> list[FieldChange]:
    """Return the changes that write simple tags and entities as LaTeX, in order."""
    changes: list[FieldChange] = []
    for pair in RE_PAIR.finditer(value):
        tag, inside = pair[1], pair[2]
        opening = pair.start(2) - pair.start()
        changes.append((pair.start(), pair[0][:opening], f"\\{COMMANDS[tag]}{{"))
        changes.append((pair.end(2), pair[0][opening + len(inside) :], "}"))
    for found in RE_MARKUP.finditer(value):
        if found[0][0] != "<" and (character := _character(found[0])):
            new = "".join(LATEX_CHARACTERS.get(char, char) for char in character)
            changes.append((found.start(), found[0], new))
    return sorted(changes)


ENTRY_RULES: tuple[EntryRule, ...] = (
    odd_names, years, eprint, container, pages, notice, capitals, markup
)  # fmt: skip
