"""Make the fonts of a site: subsets of Source Sans 3 and Source Serif 4, as WOFF2.

    python tools/fonts.py SANS SERIF

``SANS`` and ``SERIF`` are the unpacked npm packages ``source-sans`` (3.52) and ``source-serif``
(4.5). It needs ``fonttools`` and ``brotli``. The fonts get other names, as their licence reserves
"Source" for unchanged fonts.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.varLib import instancer  # type: ignore[import-not-found]

FOLDER = Path(__file__).parents[1] / "_ext/symposium/web/static"
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
NAMES = [*range(0x100, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E]
"""Letters of European languages, which are needed for names."""
SIGNS = [ord(char) for char in "‐‑‒–—‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−≈≠≤≥▾★☆"]


def make(source: Path, name: str, weights: tuple[int, int] | None = None) -> None:
    """Write one font; a variable one is limited to these weights."""
    font = TTFont(source)
    if weights is not None:
        varied = BytesIO()
        instancer.instantiateVariableFont(font, {"wght": weights}).save(varied)
        font = TTFont(BytesIO(varied.getvalue()))
        if "gvar" in font:
            for glyph in font.getGlyphOrder():
                font["gvar"].variations.setdefault(glyph, [])
    options = Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "locl", "tnum"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LATIN + NAMES + SIGNS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in {1, 4, 6}:
            record.string = name
    font.flavor = "woff2"
    target = FOLDER / f"{name}.woff2"
    font.save(target)
    print(f"{target.name}: {target.stat().st_size:,} bytes")


def main(sans: str, serif: str) -> None:
    """Write both fonts; browsers synthesise the italics of the first."""
    make(Path(sans, "VF", "SourceSans3VF-Upright.ttf"), "symposium-sans", (400, 600))
    make(Path(serif, "TTF", "SourceSerif4Subhead-Semibold.ttf"), "symposium-serif")


if __name__ == "__main__":
    main(*sys.argv[1:])
