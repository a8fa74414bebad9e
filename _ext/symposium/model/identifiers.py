"""Identifiers: their forms, and the check digits that reveal slips.

Each function ``…_fault`` returns the fault of an identifier as the end of a sentence ("names a
month 13"), or an empty text if it may be right. Whether an identifier is registered cannot be told
from its form.
"""

from __future__ import annotations

import re

RE_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+|10/[a-z0-9]+", re.IGNORECASE)
RE_ARXIV = re.compile(r"(\d\d)(\d\d)\.(\d{4,5})(?:v[1-9]\d?)?", re.ASCII)
RE_ARXIV_OLD = re.compile(
    r"[a-z-]+(?:\.(?:[A-Z]{2}|[a-z-]+))?/(\d\d)(\d\d)\d{3}(?:v[1-9]\d?)?", re.ASCII
)
"""``RE_ARXIV`` matches arXiv identifiers since April 2007, this one those before."""

RE_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", re.ASCII)
RE_ROR = re.compile(r"0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}")
RE_HYPHEN = re.compile(r"[\s\u2010-\u2015\u2212-]+")

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
"""The digits of ROR identifiers: Crockford's base 32."""

LAST_DIGIT = "has a last digit that does not fit"


def doi_fault(text: str) -> str:
    """Return the fault of a DOI.

    >>> doi_fault("10.1145/3458817.3476181"), doi_fault("10/abc12"), doi_fault("11.1145/3458817")
    ('', '', 'is not of the form 10.1145/3458817.3476181')
    """
    return "" if RE_DOI.fullmatch(text) else "is not of the form 10.1145/3458817.3476181"


def arxiv_fault(text: str) -> str:
    """Return the fault of an arXiv identifier, which may have a version.

    >>> arxiv_fault("2101.08734v2"), arxiv_fault("cs/0112017"), arxiv_fault("2113.08734")
    ('', '', 'names a month 13')
    >>> arxiv_fault("2101.0873")
    'is not of the form 2101.08734 or cs/0112017'
    """
    old = RE_ARXIV_OLD.fullmatch(text)
    if match := old or RE_ARXIV.fullmatch(text):
        year, month = int(match[1]), int(match[2])
        if not 1 <= month <= 12:
            return f"names a month {month}"
        # The current form has been in use since April 2007, with one more digit since 2015.
        if (
            year >= 91 or year <= 7
            if old
            else (year, month) >= (7, 4) and len(match[3]) == (5 if year >= 15 else 4)
        ):
            return ""
    return "is not of the form 2101.08734 or cs/0112017"


def arxiv_year(text: str) -> int | None:
    """Return the year in an arXiv identifier, or ``None`` if its form is wrong.

    >>> arxiv_year("2101.08734"), arxiv_year("math.GT/9912017"), arxiv_year("x")
    (2021, 1999, None)
    """
    match = RE_ARXIV.fullmatch(text) or RE_ARXIV_OLD.fullmatch(text)
    if not match:
        return None
    return (1900 if int(match[1]) >= 91 else 2000) + int(match[1])


def orcid_fault(text: str) -> str:
    """Return the fault of an ORCID iD; its check digit follows ISO 7064, MOD 11-2.

    >>> orcid_fault("0000-0002-1825-0097"), orcid_fault("0000-0002-1825-0098")
    ('', 'has a last digit that does not fit')
    """
    if not RE_ORCID.fullmatch(text):
        return "is not of the form 0000-0002-1825-0097"
    total = 0
    for digit in text[:-1].replace("-", ""):
        total = (total + int(digit)) * 2
    return "" if "0123456789X"[(12 - total % 11) % 11] == text[-1] else LAST_DIGIT


def ror_fault(text: str) -> str:
    """Return the fault of a ROR identifier (the part after ``ror.org/``).

    >>> ror_fault("05a28rw58"), ror_fault("05a28rw59")
    ('', 'has two last digits that do not fit')
    """
    text = text.lower()
    if not RE_ROR.fullmatch(text):
        return "is not of the form 05a28rw58"
    number = 0
    for char in text[:7]:
        number = number * 32 + CROCKFORD.index(char)
    fits = 98 - number * 100 % 97 == int(text[7:])
    return "" if fits else "has two last digits that do not fit"


def isbn_fault(text: str) -> str:
    """Return the fault of an ISBN of 10 or 13 digits; hyphens and spaces do not matter.

    >>> isbn_fault("978-3-16-148410-0"), isbn_fault("9783161484101")
    ('', 'has a last digit that does not fit')
    """
    digits = RE_HYPHEN.sub("", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        return _weighted_fault(digits)
    if not re.fullmatch(r"97[89][0-9]{10}", digits):
        return "is not of the form 978-3-16-148410-0"
    total = sum((3 if place % 2 else 1) * int(char) for place, char in enumerate(digits))
    return LAST_DIGIT if total % 10 else ""


def issn_fault(text: str) -> str:
    """Return the fault of an ISSN.

    >>> issn_fault("2434-561X"), issn_fault("378-5955")
    ('', 'is not of the form 0378-5955')
    """
    digits = RE_HYPHEN.sub("", text).upper()
    is_form = re.fullmatch(r"[0-9]{7}[0-9X]", digits)
    return _weighted_fault(digits) if is_form else "is not of the form 0378-5955"


def _weighted_fault(digits: str) -> str:
    """Check the last digit of an ISSN or ISBN-10: the weighted sum is a multiple of 11."""
    values = [10 if char == "X" else int(char) for char in reversed(digits)]
    return LAST_DIGIT if sum(n * value for n, value in enumerate(values, 1)) % 11 else ""
