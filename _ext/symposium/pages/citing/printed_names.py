"""Names as programs that keep references read them out of a page's metadata.

Google Scholar and Zotero read ``Family, Given``, one name each. Zotero's rules for the rest
(`Embedded Metadata.js`, `cleanAuthor`): a name without a comma is split at its last space, one
that ends in a comma is kept whole. A single name that has spaces on both sides of its comma is
taken for two persons; no-break spaces among the given names prevent that, and are spaces again
when it has read them.
"""

from __future__ import annotations

from collections.abc import Sequence

from symposium.model.names import Name

NO_BREAK = "\N{NO-BREAK SPACE}"


def inverted_names(names: Sequence[Name]) -> list[str]:
    """Return all the authors of a work, or all its editors, with the family name first."""
    found = [inverted(one) for one in names]
    if len(found) == 1 and ", " in found[0]:
        family, _, given = found[0].partition(", ")
        return [f"{family}, {given.replace(' ', NO_BREAK)}"]
    return found


def inverted(name: Name) -> str:
    """Return a name with the family name first.

    >>> inverted(Name("Jan van der Berg", "Berg", "Jan", "van der"))
    'van der Berg, Jan'
    >>> inverted(Name("Martin Luther King Jr.", "King", "Martin Luther", suffix="Jr."))
    'King Jr., Martin Luther'
    >>> inverted(Name("NumPy Developers", "NumPy Developers", corporate=True))
    'NumPy Developers,'
    >>> inverted(Name("李伟", "李", "伟")), inverted(Name("OpenAI", "OpenAI"))
    ('李, 伟', 'OpenAI')
    """
    if not name.given:
        return f"{name.text}," if " " in name.text else name.text
    if not (name.prefix or name.suffix):
        return f"{name.family}, {name.given}"
    family = " ".join(filter(None, (name.prefix, name.family, name.suffix)))
    return f"{family}, {name.given}"
