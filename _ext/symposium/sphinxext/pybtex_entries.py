"""Entries in pybtex's form, made from papers on demand."""

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

# Translation of the words that styles of pybtex add to entries. A style makes a tree of each entry:
# fields of the entry, and texts of its own between them. Only these texts are translated.

WORDS = frozenset(
    {
        N_("and"), N_("chapter"), N_("edition"), N_("editor"), N_("editors"), N_("in"),
        N_("Master's thesis"), N_("number"), N_("Number"), N_("of"), N_("pages"),
        N_("PhD thesis"), N_("Technical Report"), N_("visited on"), N_("volume"), N_("Volume"),
    }
)  # fmt: skip
"""Words of styles; their other texts, such as ISBN, are the same in all languages."""
SENTENCE_START = "In"
"""The word before the title of a book; some languages use another one within a sentence."""
OTHERS = N_("others")

RE_WORDS = re.compile(r"(\W*)(\w.*\w)(\W*)")


def in_language(style: Any) -> Any:
    """Return a style of pybtex that writes its own words in the language of the site."""

    class Translated(style):  # type: ignore[misc]
        def format_entry(self, label: str, entry: Entry, bib_data: Any = None) -> FormattedEntry:
            if current().language == "en":
                return super().format_entry(label, entry, bib_data)
            template = translated_node(getattr(self, f"get_{entry.type}_template")(entry))
            text = template.format_data({"entry": entry, "style": self, "bib_data": bib_data})
            return FormattedEntry(entry.key, text, label)

    localised = Translated()
    name_of = localised.format_name

    def format_name(person: Person, *options: Any) -> Any:
        return translated(OTHERS) if str(person) == OTHERS else name_of(person, *options)

    localised.format_name = format_name
    return localised


def translated_node(node: Any) -> Any:
    """Return a tree of a style with its texts translated."""
    if isinstance(node, str):
        return translated_text(node)
    if isinstance(node, list):
        return [translated_node(child) for child in node]
    if not isinstance(node, Node):
        return node
    copy = node()  # a call without arguments copies the node
    copy.children = [translated_node(child) for child in node.children]
    seps = ("sep", "sep2", "last_sep")
    copy.kwargs |= {name: translated_text(text) for name in seps if (text := node.kwargs.get(name))}
    return copy


def translated_text(text: str) -> str:
    """Return the translation of a style's text, with the same punctuation around it.

    >>> translated_text(", and "), translated_text("ISBN")
    (', and ', 'ISBN')
    """
    match = RE_WORDS.fullmatch(str(text)) if isinstance(text, str) else None
    if match is None:
        return text
    before, inner, after = match.groups()
    if inner == SENTENCE_START:
        shown = pgettext("before a title", "In")
    else:
        shown = translated(inner) if inner in WORDS else inner
    return f"{before}{shown}{after}"


RE_BARE = re.compile(r"(?<!\\)([%&#])")
"""Characters that people leave unescaped in fields, and that are markup to pybtex."""

RE_SPECIAL = re.compile(r"[{}\\]")

MAX_VALUE = 1_000
"""The most characters of a value in a bibliography; the page of the paper shows all of it."""
MAX_PEOPLE = 1_000
"""The most names before "et al."."""

OWN = frozenset({"author", "editor", "abstract", "date"})
"""Fields that are not copied: they get another form, or no style prints them."""


def entry_of(site: BuildSite, paper_id: str) -> Entry:
    """Return the pybtex entry of a paper, made when it is first asked for in a build."""
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
        role: [_person(contributor) for contributor in people[:MAX_PEOPLE]]
        for role, people in (("author", paper.authors), ("editor", paper.editors))
        if people
    }
    if "author" in persons and (paper.et_al or len(paper.authors) > MAX_PEOPLE):
        persons["author"].append(Person("others"))
    entry = Entry(paper.type, fields=fields, persons=persons)
    entry.key = paper.key
    return entry


def shortened(value: str) -> str:
    """Return a value cut to a length that pybtex can format quickly; a megabyte takes seconds."""
    return value if len(value) <= MAX_VALUE else f"{RE_SPECIAL.sub('', value[:MAX_VALUE])}…"


def _person(contributor: Contributor) -> Person:
    name = contributor.name
    # A style would put a space between the parts of an East Asian name.
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
    """Return a formatting style of pybtex, cached because the look-up of plugins is slow."""
    return in_language(find_plugin("pybtex.style.formatting", name))


def formatted(style: str, entry: Entry) -> tuple[Entry, FormattedEntry]:
    """Return an entry that a style can format, and its formatted form.

    If the style fails on the entry, its type becomes one that requires no field; if it still fails
    (on LaTeX that pybtex cannot read), only the title is left.
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
"""The start of a private use area of Unicode."""

RE_HIDDEN = re.compile("([\U000f0001-\U000fffff]+)")


def hide_maths(text: str) -> str:
    """Return a text with formulas in private use characters, which pybtex does not change."""

    def hide(match: re.Match[str]) -> str:
        formula = match["display"] or match["inline"]
        if formula is None or max(formula) > "\uffff":
            return match[0]
        return "{" + "".join(chr(PLANE + ord(char)) for char in formula) + "}"

    return RE_FORMULA.sub(hide, text) if "$" in text else text


def own_texts(node: nodes.Element) -> None:
    """Replace each text node by a new one, and show the formulas that `hide_maths` has hidden.

    pybtex's backend inserts the same node for a no-break space in many places.
    """
    for element in list(node.findall(nodes.Element)):
        element[:] = [
            part
            for child in element.children
            for part in (_shown(str(child)) if isinstance(child, nodes.Text) else [child])
        ]


def _shown(text: str) -> Iterator[nodes.Node]:
    # The dollar sign is the only escaped character that pybtex does not unescape.
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

    If the title is not found, a link with the text ``otherwise`` is added, unless that is empty.
    """
    title_words = RE_WORD.findall(RE_FORMULA.sub(" ", paper.title).lower())
    for parent in {text.parent: None for text in node.findall(nodes.Text)}:
        _join_texts(parent)
    texts = [
        text for text in node.findall(nodes.Text) if not isinstance(text.parent, nodes.reference)
    ]
    spans = [(text, *span) for text in texts for span in _find_words(text, title_words)]
    # The words of a short title may also occur in names or in a series.
    apart = (span for span in spans if _is_apart(*span))
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


def _find_words(text: str, title_words: list[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of words in a text, ignoring case and punctuation, which styles change.

    >>> list(_find_words("A. Doe. Channel and filter. 2019.", ["channel", "and", "filter"]))
    [(8, 26)]
    """
    places = list(RE_WORD.finditer(text))
    words, count = [place[0].lower() for place in places], len(title_words)
    for start in range(len(words) - count + 1 if title_words else 0):
        if words[start : start + count] == title_words:
            yield places[start].start(), places[start + count - 1].end()


def _is_apart(text: str, start: int, end: int) -> bool:
    """Tell whether a part of a text is a whole sentence or quotation.

    >>> _is_apart("A. Doe. Keys. 2019.", 8, 12), _is_apart("Series in Keys. 2019.", 10, 14)
    (True, False)
    """
    before, after = text[:start].rstrip(), text[end:]
    return (not before or before[-1] in ".?!:([“„«") and (not after or after[0] in ".,?!:)]”“»")


def _join_texts(parent: nodes.Element) -> None:
    """Join adjacent text nodes, into which protected capitals ({ACM}) split a title."""
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
