"""The project that the examples of the guide make up."""

from __future__ import annotations

import re
from pathlib import Path

from support import files
from support.guide_blocks import Block, blocks
from support.paths import GUIDE

OWN = {"extending.md", "python.md", "templates.md"}
"""Pages whose examples have a project and a test of their own."""
PAGES = sorted(page for page in GUIDE.glob("*.md") if page.name not in OWN)
BLOCKS = [block for page in PAGES for block in blocks(page)]
FILES = {
    "files/harbour.png": b"\x89PNG\r\n\x1a\n",
    "files/jonas-weber.png": b"\x89PNG\r\n\x1a\n",
    "files/tides.pdf": b"%PDF-1.4\n",
}
"""Files that the examples name and no text can show."""


def own_id(text: str) -> str:
    """The bibliography of the guide, with the annotation that its last note asks for."""
    names = "author={Sol, Mira and Weber, Jonas and Liu, Yang},\n"
    assert names in text
    return text.replace(names, f'{names}  author+an:person={{3="yang-liu-coast"}},\n')


def merged(text: str, piece: str) -> str:
    """A file with a piece: fields take the place of those of the same name, prose is added."""
    fields = re.findall(r"^(\w+):", piece, re.MULTILINE)
    if not text.startswith("---\n") or not fields:
        return f"{text}\n{piece}"
    _, front, body = text.split("---\n", 2)
    for field in fields:
        front = re.sub(rf"^{field}:.*\n(?:[ -].*\n)*", "", front, flags=re.MULTILINE)
    return f"---\n{front}{piece}---\n{body}"


def keys(block: Block) -> set[str]:
    """The cite keys of the entries in a block."""
    return set(re.findall(r"^@\w+\{([^,]+),", block.text, re.MULTILINE))


def example_files(variant: str = "", *, pieces: bool = False) -> dict[str, str]:
    """The files of the guide's example; ``variant`` chooses another form where there is one."""
    varied = {key for block in BLOCKS if block.variant == variant != "" for key in keys(block)}
    files: dict[str, str] = {}
    for block in BLOCKS:
        usual = not block.variant and not keys(block) & varied
        if not block.name or block.piece or not (usual or block.variant == variant != ""):
            continue
        before = files.get(block.name, "") if block.language == "bibtex" else ""
        files[block.name] = f"{before}{block.text}\n"
    files["refs.bib"] = own_id(files["refs.bib"])
    for block in BLOCKS if pieces else ():
        if block.piece:
            files[block.name] = merged(files[block.name], block.text)
    return files


def write(folder: Path, texts: dict[str, str]) -> Path:
    return files.write(folder, {**texts, **FILES})
