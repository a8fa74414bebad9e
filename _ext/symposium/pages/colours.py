"""Colours with enough contrast, and the nearest such colour to any other.

Contrast is that of WCAG 2.2: at least 4.5 to 1 between a text and its background.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.sax.saxutils import escape

from symposium.model.names import Name

ENOUGH = 4.5
TINT = 0.12
"""Share of an accent in the colour of the areas that it marks."""
STEPS = 64
"""Number of steps from a colour to black or white."""

RE_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


class Colour(NamedTuple):
    """A colour: red, green and blue, from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)
DAY, NIGHT = Colour(0xF3, 0xF4, 0xF5), Colour(0x29, 0x31, 0x3D)
"""Surfaces of the theme on which a text has the least contrast, in light and in dark mode."""


def colour_of(text: str) -> Colour | None:
    """Return the colour of a hexadecimal notation, or ``None`` for any other text.

    >>> str(colour_of("#0a5")), colour_of("teal")
    ('#00aa55', None)
    """
    match = RE_HEX.fullmatch(text.strip())
    if match is None:
        return None
    digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
    return Colour(*bytes.fromhex(digits))


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21.

    >>> contrast(BLACK, WHITE)
    21.0
    """
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = (part / 255 for part in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a colour mixed with a ``share``, from 0 to 1, of another one."""
    return Colour(*(round(a + (b - a) * share) for a, b in zip(colour, other, strict=True)))


def readable(colour: Colour, surface: Colour) -> Colour:
    """Return the nearest colour that is readable on a surface, both plain and tinted with it.

    >>> str(readable(Colour(0x0A, 0x60, 0x70), DAY)), str(readable(Colour(255, 221, 0), DAY))
    ('#0a6070', '#746400')
    """
    end = BLACK if _luminance(surface) > 0.5 else WHITE
    for step in range(STEPS + 1):
        shade = mixed(colour, end, step / STEPS)
        if contrast(shade, mixed(surface, shade, TINT)) >= ENOUGH:
            return shade
    return end


def text_on(colour: Colour) -> Colour:
    """Return black or white, whichever is more readable on a colour."""
    return max(WHITE, BLACK, key=lambda text: contrast(text, colour))


OWN_DAY, OWN_NIGHT = Colour(0x0A, 0x7D, 0x91), Colour(0x3F, 0xB1, 0xC5)
"""The theme's colours of links, in light and in dark mode."""


def initials(name: Name) -> str:
    """Return the first letters of given and family name; in Han or Hangul, the first sign.

    >>> from symposium.model.names import parse_name
    >>> [initials(parse_name(text)) for text in ("Jane M. van Doe", "Plato", "de Oliveira, Zoë")]
    ['JD', 'P', 'ZO']
    """
    letters = f"{name.given.strip()[:1]}{name.family.strip()[:1]}" or name.text[:1]
    return letters.upper() if letters[:1].upper() != letters[:1].lower() else letters[:1]


def drawing(letters: str, day: Colour, night: Colour | None = None) -> str:
    """Return an SVG of initials in a square; with ``night``, it has a dark mode, too."""
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
