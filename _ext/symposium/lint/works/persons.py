"""Rules for names in entries: without capitals, of one word, with marks of footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from symposium.fields.yaml_repair import shown
from symposium.lint.works.entry_walk import EntryRule, WalkedEntry
from symposium.model.names import Name
from symposium.model.problems import Code, Problem

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


RULES: tuple[EntryRule, ...] = (odd_names,)
