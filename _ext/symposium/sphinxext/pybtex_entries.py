"""Entries in pybtex's form, made of our records on demand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from docutils import nodes
from pybtex.database import Entry, Person
from pybtex.plugin import PluginNotFound, find_plugin
from pybtex.richtext import Text
from pybtex.style import FormattedEntry
from pybtex.style.template import Node

from symposium.kinds.paper import Contributor, Paper
from symposium.locale import N_, _, current, pgettext, translated
from symposium.pages.maths import RE_FORMULA
from symposium.sphinxext.build_site import BuildSite

# The words that styles of pybtex put into entries, in the language of the site. A style makes a
# tree of each entry: fields of the entry, and texts of its own between them. These texts are looked
# up in the catalogue; what an entry says stays as it is.

WORDS = frozenset(
    {
        N_("and"), N_("chapter"), N_("edition"), N_("editor"), N_("editors"), N_("in"),
        N_("Master's thesis"), N_("number"), N_("Number"), N_("of"), N_("pages"),
        N_("PhD thesis"), N_("Technical Report"), N_("visited on"), N_("volume"), N_("Volume"),
    }
)  # fmt: skip
"""What styles say; what they say besides, such as ISBN, is the same in all languages."""
SENTENCE_START = "In"
"""Stands before a title, and is another word in some languages than within a sentence."""
OTHERS = N_("others")

RE_WORDS = re.compile(r"(\W*)(\w.*\w)(\W*)")


def in_language(style: Any) -> Any:
    """Return a style of pybtex that says its own words in the language of the site."""

    class Translated(style):  # type: ignore[misc]
        def format_entry(self, label: str, entry: Entry, bib_data: Any = None) -> FormattedEntry:
            if current().language == "en":
                return super().format_entry(label, entry, bib_data)
            template = worded(getattr(self, f"get_{entry.type}_template")(entry))
            text = template.format_data({"entry": entry, "style": self, "bib_data": bib_data})
            return FormattedEntry(entry.key, text, label)

    found = Translated()
    name_of = found.format_name

    def named(person: Person, *options: Any) -> Any:
        return translated(OTHERS) if str(person) == OTHERS else name_of(person, *options)

    found.format_name = named
    return found


def worded(node: Any) -> Any:
    """Return a tree of a style with its texts in the language in use."""
    if isinstance(node, str):
        return word(node)
    if isinstance(node, list):
        return [worded(one) for one in node]
    if not isinstance(node, Node):
        return node
    made = node()  # a copy
    made.children = [worded(one) for one in node.children]
    between = ("sep", "sep2", "last_sep")
    made.kwargs |= {name: word(node.kwargs[name]) for name in between if node.kwargs.get(name)}
    return made


def word(text: str) -> str:
    """Return a text of a style in the language in use, its punctuation as it is.

    >>> word(", and "), word("ISBN")
    (', and ', 'ISBN')
    """
    found = RE_WORDS.fullmatch(str(text)) if isinstance(text, str) else None
    if found is None:
        return text
    before, inner, after = found.groups()
    if inner == SENTENCE_START:
        said = pgettext("before a title", "In")
    else:
        said = translated(inner) if inner in WORDS else inner
    return f"{before}{said}{after}"


RE_BARE = re.compile(r"(?<!\\)([%&#])")
"""What stands bare in fields as people paste them, and would be markup to pybtex."""

RE_SPECIAL = re.compile(r"[{}\\]")

MAX_VALUE = 1_000
"""Characters of a value that bibliographies show; the page of the paper shows all of it."""
MAX_PEOPLE = 1_000
"""Names that they show before "et al."."""

OWN = frozenset({"author", "editor", "abstract", "date"})
"""Fields that a style prints otherwise, or never."""


def entry_of(site: BuildSite, paper_id: str) -> Entry:
    """Return the pybtex entry of a paper, made once per build, when it is first asked for."""
    if paper_id not in site.entries:
        site.entries[paper_id] = make_entry(site.kb.works[paper_id])
    entry: Entry = site.entries[paper_id]
    return entry


def make_entry(paper: Paper) -> Entry:
    """Return the pybtex entry of a paper, names as printed and fields as LaTeX."""
    fields = {
        name: RE_BARE.sub(r"\\\1", hide_maths(shortened(value)))
        for name, value in paper.fields
        if name not in OWN
    }
    fields["title"] = fields.get("title") or as_latex(shortened(paper.title))
    if paper.year is not None:
        fields["year"] = str(paper.year)
    for standard, biblatex in (("journal", "journaltitle"), ("address", "location")):
        if biblatex in fields:
            fields.setdefault(standard, fields[biblatex])
    persons = {
        role: [_person(one) for one in people[:MAX_PEOPLE]]
        for role, people in (("author", paper.authors), ("editor", paper.editors))
        if people
    }
    if "author" in persons and (paper.et_al or len(paper.authors) > MAX_PEOPLE):
        persons["author"].append(Person("others"))
    entry = Entry(paper.type, fields=fields, persons=persons)
    entry.key = paper.key
    return entry


def shortened(value: str) -> str:
    """Return a value that pybtex can format in no time: it takes seconds for a megabyte."""
    return value if len(value) <= MAX_VALUE else f"{RE_SPECIAL.sub('', value[:MAX_VALUE])}…"


def _person(one: Contributor) -> Person:
    name = one.name
    # The parts of an East Asian name are not put apart again by a style.
    if name.corporate or (name.given and name.text == name.family + name.given):
        return Person(last="{" + as_latex(shortened(name.text)) + "}")
    given, prefix, family, suffix = (
        as_latex(shortened(part)) for part in (name.given, name.prefix, name.family, name.suffix)
    )
    return Person(first=given, prelast=prefix, last=family, lineage=suffix)


def as_latex(text: str) -> str:
    r"""Return plain text in a form that LaTeX reads as the same text.

    >>> as_latex("A & B {100%}")
    'A \\& B 100\\%'
    """
    return RE_BARE.sub(r"\\\1", RE_SPECIAL.sub("", text))


@cache
def style_of(name: str) -> Any:
    """Return a formatting style of pybtex; the look-up of plugins is slow, so it is done once."""
    return in_language(find_plugin("pybtex.style.formatting", name))


def formatted(style: str, entry: Entry) -> tuple[Entry, FormattedEntry]:
    """Return what a style can format, and that formatted.

    It is the entry, or the same with a type that requires no field. What no type can save (LaTeX
    that pybtex cannot read) is left with its title.
    """
    fields, persons = dict(entry.fields), dict(entry.persons)
    bare = {"title": RE_SPECIAL.sub("", fields.get("title", "")) or entry.key}
    for candidate in (
        entry,
        Entry("misc", fields=fields, persons=persons),
        Entry("misc", fields=bare, persons=persons),
        Entry("misc", fields=bare),
    ):
        candidate.key = entry.key
        with suppress(Exception):  # styles raise whatever their templates raise
            return candidate, style_of(style).format_entry("", candidate)
    return entry, FormattedEntry(entry.key, Text(bare["title"]), "")


PLANE = 0xF0000
"""Start of a range of characters for private use."""

RE_HIDDEN = re.compile("([\U000f0001-\U000fffff]+)")


def hide_maths(text: str) -> str:
    """Return text with its formulas in characters that neither pybtex nor its styles change."""

    def hide(found: re.Match[str]) -> str:
        formula = found["display"] or found["inline"]
        if formula is None or max(formula) > "\uffff":
            return found[0]
        return "{" + "".join(chr(PLANE + ord(char)) for char in formula) + "}"

    return RE_FORMULA.sub(hide, text) if "$" in text else text


def own_texts(node: nodes.Element) -> None:
    """Give each place its own text node, and show the formulas that `hide_maths` has hidden.

    pybtex's backend puts one and the same node for a no-break space into many places.
    """
    for element in list(node.findall(nodes.Element)):
        element[:] = [
            part
            for child in element.children
            for part in (_shown(str(child)) if isinstance(child, nodes.Text) else [child])
        ]


def _shown(text: str) -> Iterator[nodes.Node]:
    # A dollar sign is the one escaped character that pybtex leaves as it is.
    for index, part in enumerate(RE_HIDDEN.split(text.replace("\\$", "$"))):
        if index % 2:
            formula = "".join(chr(ord(char) - PLANE) for char in part)
            yield nodes.math(formula, formula)
        elif part:
            yield nodes.Text(part)


RE_WORD = re.compile(r"[^\W_]+")


def link_title(
    node: nodes.Element,
    paper: Paper,
    link: Callable[[nodes.Element], nodes.Element],
    otherwise: str = N_("Details"),
) -> None:
    """Link the title in a formatted entry to the paper's page.

    Where the title is not found, a link that says ``otherwise`` is added, if that says anything.
    """
    wanted = RE_WORD.findall(RE_FORMULA.sub(" ", paper.title).lower())
    for parent in {text.parent: None for text in node.findall(nodes.Text)}:
        _join_texts(parent)
    texts = [one for one in node.findall(nodes.Text) if not isinstance(one.parent, nodes.reference)]
    spans = [(text, *span) for text in texts for span in _find_words(text, wanted)]
    # The words of a short title may be words of an author or of a series, too.
    apart = (one for one in spans if _is_apart(*one))
    if chosen := next(apart, spans[0] if spans else None):
        text, start, end = chosen
        parts: list[nodes.Node] = [
            nodes.Text(text[:start]),
            link(nodes.inline("", text[start:end])),
            nodes.Text(text[end:]),
        ]
        text.parent.replace(text, [part for part in parts if part.astext()])
    elif otherwise:
        paragraph = next(node.findall(nodes.paragraph), node)
        paragraph += [nodes.Text(" "), link(nodes.inline("", _(otherwise)))]


def _find_words(text: str, wanted: list[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand in a text; styles change case and punctuation.

    >>> list(_find_words("A. Doe. Channel and filter. 2019.", ["channel", "and", "filter"]))
    [(8, 26)]
    """
    places = list(RE_WORD.finditer(text))
    words, count = [place[0].lower() for place in places], len(wanted)
    for start in range(len(words) - count + 1 if wanted else 0):
        if words[start : start + count] == wanted:
            yield places[start].start(), places[start + count - 1].end()


def _is_apart(text: str, start: int, end: int) -> bool:
    """Tell whether a part of a text is a whole sentence or quotation.

    >>> _is_apart("A. Doe. Keys. 2019.", 8, 12), _is_apart("Series in Keys. 2019.", 10, 14)
    (True, False)
    """
    before, after = text[:start].rstrip(), text[end:]
    return (not before or before[-1] in ".?!:([“„«") and (not after or after[0] in ".,?!:)]”“»")


def _join_texts(parent: nodes.Element) -> None:
    """Make one text of texts that stand side by side, as capitals that are kept leave them."""
    joined: list[nodes.Node] = []
    for child in parent.children:
        if joined and isinstance(child, nodes.Text) and isinstance(joined[-1], nodes.Text):
            joined[-1] = nodes.Text(str(joined[-1]) + str(child))
        else:
            joined.append(child)
    parent[:] = joined


def has_style(name: str) -> bool:
    """Tell whether pybtex knows a bibliography style."""
    try:
        style_of(name)
    except PluginNotFound:
        return False
    return True
