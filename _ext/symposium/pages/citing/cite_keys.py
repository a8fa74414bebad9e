"""The key of a work as programs for writing want it."""

from __future__ import annotations

import re

RE_PANDOC = re.compile(r"\w+(?:[:.#$%&+?<>~/-]\w+)*")
"""Keys that stand without braces in Pandoc's Markdown."""
RE_TYPST = re.compile(r"[^\W\d][\w-]*(?:[.:][\w-]+)*")
"""Keys that are labels in Typst."""


def cite_keys(key: str) -> list[tuple[str, str]]:
    """Return programs, each with a citation of ``key``.

    >>> [cite for _, cite in cite_keys("doe2020")][1:]
    ['{cite:t}`doe2020`', '[@doe2020]', '@doe2020']
    >>> [cite for _, cite in cite_keys("10.1/a b")][2:]
    ['[@{10.1/a b}]', '#cite(label("10.1/a b"))']
    """
    pandoc = key if RE_PANDOC.fullmatch(key) else f"{{{key}}}"
    quoted = key.replace("\\", "\\\\").replace('"', '\\"')
    return [
        ("LaTeX", f"\\cite{{{key}}}"),
        ("MyST", f"{{cite:t}}`{key}`"),
        ("Pandoc", f"[@{pandoc}]"),
        ("Typst", f"@{key}" if RE_TYPST.fullmatch(key) else f'#cite(label("{quoted}"))'),
    ]
