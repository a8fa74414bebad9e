"""A logo and an icon for a person's site: the initials in the accent colour, as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from symposium.model.names import Name
from symposium.pages.colours import Colour, text_on

OWN_DAY, OWN_NIGHT = Colour(0x0A, 0x7D, 0x91), Colour(0x3F, 0xB1, 0xC5)
"""The colour of links of the theme, by day and by night."""


def initials(name: Name) -> str:
    """Return the first letters of given and family name; of one in Han or Hangul the first sign.

    >>> from symposium.model.names import parse_name
    >>> [initials(parse_name(text)) for text in ("Jane M. van Doe", "Plato", "de Oliveira, Zoë")]
    ['JD', 'P', 'ZO']
    """
    letters = f"{name.given.strip()[:1]}{name.family.strip()[:1]}" or name.text[:1]
    return letters.upper() if letters[:1].upper() != letters[:1].lower() else letters[:1]


def drawing(letters: str, day: Colour, night: Colour | None = None) -> str:
    """Return the initials in a square, for a page in one mode, or with a colour for each."""
    size = 34 if len(letters) == 1 else 27
    style = "" if night is None else (
        "<style>@media (prefers-color-scheme:dark){"
        f"rect{{fill:{night}}}text{{fill:{text_on(night)}}}}}</style>"
    )  # fmt: skip
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">'
        f'{style}<rect width="64" height="64" rx="14" fill="{day}"/>'
        '<text x="32" y="33" text-anchor="middle" dominant-baseline="central" font-weight="700" '
        f'font-family="system-ui,sans-serif" font-size="{size}" fill="{text_on(day)}">'
        f"{escape(letters)}</text></svg>\n"
    )
