"""The words that styles of pybtex put into entries, in the language of the site.

A style makes a tree of each entry: fields of the entry, and texts of its own between them. These
texts are looked up in the catalogue; what an entry says stays as it is.
"""

from __future__ import annotations

import re
from typing import Any

from pybtex.database import Entry, Person
from pybtex.style.template import Node

from symposium.locale import N_, current, pgettext, translated

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


def in_language(style: type) -> Any:
    """Return a style of pybtex that says its own words in the language of the site."""
    templates = [one for one in dir(style) if re.fullmatch(r"get_\w+_template", one)]
    made = {name: _translating(getattr(style, name)) for name in templates}
    found = type(style.__name__, (style,), made)()
    name_of = found.format_name

    def named(person: Person, *options: Any) -> Any:
        return translated(OTHERS) if str(person) == OTHERS else name_of(person, *options)

    found.format_name = named
    return found


def _translating(template: Any) -> Any:
    def made(style: Any, entry: Entry) -> Any:
        found = template(style, entry)
        return found if current().language == "en" else worded(found)

    return made


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
