"""Names as programs that keep references read them out of a page's metadata.

Google Scholar and Zotero read ``Family, Given``, one name each. Zotero's rules for the rest
(`Embedded Metadata.js`, `cleanAuthor`): a name without a comma is split at its last space, one
that ends in a comma is kept whole. A single name that has spaces on both sides of its comma is
taken for two persons; no-break spaces among the given names prevent that, and are spaces again
when it has read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symposium.model.names import Name

NO_BREAK = "\N{NO-BREAK SPACE}"

RE_UNSPACED = re.compile(
    "[\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]+"
)
"""Han, kana and Hangul: names that are written without a space, the family name first."""


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
    >>> inverted(Name("伟 李", "李", "伟")), inverted(Name("OpenAI", "OpenAI"))
    ('李伟', 'OpenAI')
    """
    if not name.given:
        return f"{name.text}," if " " in name.text else name.text
    if not (name.prefix or name.suffix):
        if not name.family.isascii() and _is_unspaced(name):
            return name.family + name.given
        return f"{name.family}, {name.given}"
    family = " ".join(filter(None, (name.prefix, name.family, name.suffix)))
    return f"{family}, {name.given}"


def _is_unspaced(name: Name) -> bool:
    return bool(RE_UNSPACED.fullmatch(name.family) and RE_UNSPACED.fullmatch(name.given))
