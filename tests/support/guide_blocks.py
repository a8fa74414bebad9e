"""The code blocks of Markdown pages: files, pieces of files, and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import guide_tables
from symposium.model.problems import Code

from support.paths import GUIDE

CHECKS = GUIDE / "checks"

RE_FENCE = re.compile(
    r"^(?:% ([^\n]+)\n)?(`{3,})(?:\{code-block\}\s*)?([\w+-]*)[ \t]*\n(.*?)^\2[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
RE_CAPTION = re.compile(r":caption:\s*(.+)\n+")
RE_VARIANT = re.compile(r"(\S+) \((\w+)\)")


@dataclass(frozen=True)
class Block:
    """A code block, by its language and caption.

    The caption names the file that the block is (``refs.bib``), the file that it is a piece of
    (``in people/x.md``), or another form of the file (``refs.bib (biblatex)``).
    """

    page: str
    line: int
    language: str
    caption: str
    text: str
    remark: str = ""
    """The comment on the line before, which readers do not see."""

    @property
    def name(self) -> str:
        """The file, or nothing where the block is neither file nor piece."""
        path = RE_VARIANT.sub(r"\1", self.caption.removeprefix("in "))
        return path if re.fullmatch(r"[\w./-]+\.\w+", path) else ""

    @property
    def piece(self) -> bool:
        """Whether it is a part of a file that stands elsewhere."""
        return self.caption.startswith("in ")

    @property
    def variant(self) -> str:
        """What its form is called, for another form of a file."""
        found = RE_VARIANT.fullmatch(self.caption)
        return found[2] if found else ""

    def commands(self) -> Iterator[tuple[str, str]]:
        """Yield each command of a session, with the output that is shown below it."""
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip()


def blocks(page: Path) -> list[Block]:
    """Return the code blocks of a page, in order."""
    return blocks_in(page.read_text(encoding="utf-8"), page.name)


def blocks_in(text: str, name: str) -> list[Block]:
    """Return the code blocks of a text of Markdown, in order."""
    found = []
    for fence in RE_FENCE.finditer(text):
        remark, _, language, body = fence.groups()
        caption = RE_CAPTION.match(body)
        body = body[caption.end() :] if caption else body
        line = text.count("\n", 0, fence.start(2)) + 1
        shown = caption[1] if caption else ""
        found.append(Block(name, line, language, shown, body.lstrip("\n"), remark or ""))
    return found


def write_block(block: Block, root: Path) -> None:
    """Write the file that a block is."""
    path = root / block.caption
    path.parent.mkdir(parents=True, exist_ok=True)
    assert not path.exists(), f"{block.caption} stands twice"
    what, _, value = block.remark.partition(": ")
    if what == "symbolic link":
        path.symlink_to(block.text.strip())
    else:
        path.write_bytes(block.text.encode(value if what == "encoding" else "utf-8"))


AROUND = {
    "in refs.bib": ("@misc{gray2023tides,\n  title={Tides},\n", "}\n"),
    "in people/ella-gray.md": ("---\nname: Ella Gray\n", "---\n"),
    "in events/ocean-data/index.md": ("---\ntitle: Ocean Data\n", "---\n"),
}
"""What stands before and after the pieces of files in examples of codes."""


def forms(block: Block) -> dict[str, str]:
    """The file of an example as it is "Wrong" and as it is "Right", where it is there at all."""
    if block.language != "diff":
        return {"Wrong": block.text, "Right": block.text}
    found = {}
    before, after = AROUND.get(block.caption, ("", ""))
    for form, other in (("Wrong", "+"), ("Right", "-")):
        lines = [f"{one[1:]}\n" for one in block.text.splitlines() if one[:1] != other]
        found |= {form: "".join((before, *lines, after))} if lines or before else {}
    return found


def example(part: str, form: str) -> list[Block]:
    """The files of the example of a code, in one of its forms.

    What a remark says of a file is what is wrong with it.
    """
    found = []
    for block in blocks_in(part, "example"):
        if block.caption and form in forms(block):
            right = form == "Right"
            if not (right and block.remark == "symbolic link"):
                remark = "" if right else block.remark
                path, text = block.caption.removeprefix("in "), forms(block)[form]
                found.append(replace(block, caption=path, text=text, remark=remark))
    return found


@cache
def parts(page: str) -> dict[str, str]:
    """The part of each code on a page."""
    _, *found = re.split(r"^\((\w+)\)=\n", (CHECKS / page).read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


def part_of(code: Code) -> str:
    return parts(guide_tables.page_of(code.code[0]))[code.code.lower()]
