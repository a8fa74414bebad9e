"""Comparing texts: without case and accents, identifiers without their addresses."""

from __future__ import annotations

import re

from symposium.model.names import fold_text

RE_ADDRESS = re.compile(
    r"(?:https?://)?(?:(?:dx\.|www\.)?doi\.org/|orcid\.org/|arxiv\.org/(?:abs|pdf|html)/)"
    r"|(?:doi|arxiv|orcid|isbn|issn):\s*",
    re.IGNORECASE,
)
RE_VERSION = re.compile(r"(?<=\d)v\d{1,3}(?:\.pdf)?$|\.pdf$")

ASCII = str.maketrans("‘’‚‛′“”„‟″‐‑–—−", "'''''\"\"\"\"\"-----")
"""Quotes and hyphens as printed, and as typed."""


def folded(text: str) -> str:
    r"""Return what two texts share that are the same but for case, diacritics and spacing.

    >>> folded("  Bazińska\n ON Maps"), folded("Don’t Stop—Ever")
    ('bazinska on maps', "don't stop-ever")
    """
    shape = text.lower() if text.isascii() else fold_text(text)
    if not shape.isascii():
        shape = shape.translate(ASCII)
    # Most texts have single spaces already.
    spaced = "  " in shape or "\n" in shape or "\t" in shape or shape[:1] == " "
    return " ".join(shape.split()) if spaced or not shape.isascii() else shape.rstrip()


def code(text: str) -> str:
    """Return an identifier without the address, the prefix and the version that may be around it.

    >>> code("https://doi.org/10.1145/ABC"), code("arXiv:2101.08734v2"), code("1234-567X")
    ('10.1145/abc', '2101.08734', '1234-567x')
    """
    shape = folded(text)
    if not shape[:1].isdecimal():
        shape = RE_ADDRESS.sub("", shape, count=1)
    return RE_VERSION.sub("", shape) if "v" in shape[-4:] or shape.endswith("f") else shape
