"""Broken files and odd names: a word with its place for each, never a traceback, nothing lost."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest
from support.cost_of import costs
from support.project import CONF, Project
from symposium.model.problems import Code
from symposium.reading.folder import read_project

ENTRY = "@misc{a, title = {Über}, author = {A. Doe}, year = 2020}\n"
BROKEN_BIB: dict[str, tuple[bytes, int]] = {
    "empty": (b"", 0),
    "mark": (b"\xef\xbb\xbf" + ENTRY.encode(), 1),
    "utf-16": (ENTRY.encode("utf-16"), 1),
    "utf-16-no-mark": (ENTRY.encode("utf-16-le"), 1),
    "latin-1": (ENTRY.encode("latin-1"), 1),
    "gbk": ("@misc{a, title = {中文信息处理}, year = 2020}\n".encode("gbk"), 1),
    "cr": ((ENTRY + ENTRY.replace("{a", "{b")).replace("\n", "\r").encode(), 2),
    "nul": (ENTRY.replace("Über", "a\0b").encode() + b"\0\0@misc{b, title = {T}}\n", 2),
    "half": ((ENTRY + "@misc{b, title = {Hal").encode(), 2),
    "no-comma": (b"@misc{a title = {T}}\n@misc{b, title = {T} year = 2020}\n", 2),
    "open-quote": (b'@misc{a, title = "T, year = 2020}\n@misc{b, title = {T}}\n', 2),
    "one-key": (ENTRY.encode() * 3, 3),
    "no-key": (b"@misc{, title = {T}}\n@misc{title = {U}}\n", 2),
    "binary": (bytes(range(256)) * 40, 0),
}
"""Bytes of a bibliography, and how many entries are there."""


@pytest.mark.parametrize("name", BROKEN_BIB)
def test_entries_read_and_reported_are_those_that_are_there(name: str, tmp_path: Path) -> None:
    content, there = BROKEN_BIB[name]
    (tmp_path / "refs.bib").write_bytes(content)
    records, problems = read_project(tmp_path)
    set_aside = [one for one in problems if one.code is Code.BIB_DUPLICATE_KEY]
    assert len(records.papers) + len(set_aside) == there, problems


FRONT = "---\nname: Jürg Ü\n---\nText ü.\n"
BROKEN_FILES: dict[str, dict[str, bytes]] = {
    "empty": {"people/a.md": b"", "events/e/index.md": b"", "papers/x.md": b"", "index.md": b""},
    "blank": {"people/a.md": b"\n\n", "topics/t.md": b"---\n", "venues/v.md": b"---\n---"},
    "encodings": {
        "people/a.md": FRONT.encode("utf-16"),
        "people/b.md": FRONT.encode("utf-16-le"),
        "people/c.md": FRONT.encode("latin-1"),
        "people/d.md": "---\nname: 中文\n---\n中文\n".encode("gbk"),
        "people/e.md": b"\xef\xbb\xbf" + FRONT.encode(),
        "people/f.md": FRONT.replace("\n", "\r").encode(),
        "people/g.md": FRONT.replace("ü", "\0").encode(),
        "index.md": "# Höme\n".encode("latin-1"),
        "notes.md": "# Höme\n".encode("utf-16"),
        "other.md": bytes(range(256)),
    },
    "half": {"people/a.md": b"---\nname: A", "events/e/index.md": b"---\ntitle: 'A", "index.md": b"# H\n\n```{n"},
    "names": {
        "people/two words.md": FRONT.encode(),
        "people/J\u00fcrg.md": FRONT.encode(),
        "people/Ju\u0308rg.md": FRONT.encode(),
        "people/\U0001f600.md": FRONT.encode(),
        "people/line\nbreak.md": FRONT.encode(),
        "people/Ada.md": FRONT.encode(),
        "people/ada.md": FRONT.encode(),
        "people/%41.md": FRONT.encode(),
        "people/-.md": FRONT.encode(),
        "people/" + "a" * 200 + ".md": FRONT.encode(),
        "two words.md": b"# T\n",
    },
    "wrong-kinds": {
        "refs.bib/x.txt": b"", "people": b"a file", "events/e.md/x.md": b"", "topics/a.md/b.txt": b"",
        "files": b"a file", "papers/a.bib": b"",
    },
}  # fmt: skip


def lose_rights() -> None:
    """Make of root a user like others, who cannot read what nobody may."""
    libc, header = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(0x20080522, 0)
    rights = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, rights) == 0
    for which in (0, 1):  # those that are in force, and those that may be
        rights[which] &= ~0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    assert libc.capset(header, rights) == 0


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    base = tmp_path_factory.mktemp("broken")
    for name, files in BROKEN_FILES.items():
        made = Project(base / name)
        made.write({"conf.py": f"{CONF}html_theme = 'basic'\n"})
        if "index.md" not in files:
            made.write({"index.md": "# Home\n"})
        made.write(files)
    return [base / name for name in BROKEN_FILES]


@pytest.mark.parametrize("command", ["check", "build"])
def test_whatever_is_broken_there_is_no_traceback(command: str, folders: list[Path]) -> None:
    for name, _, _, code, text in costs(command, folders):
        assert code in {0, 1}, (name, text[-2000:])
        assert "Traceback" not in text, (name, text[-2000:])
        assert "xception" not in text, (name, text[-2000:])
        assert text.strip() or name == "blank", name


CLOSED = (
    "people/b.md", "topics", "notes.md", "refs.bib", "files/a.pdf", "files/d", "events/e", "guide",
)  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="rights are those of Linux")
@pytest.mark.parametrize("command", ["check", "build"])
def test_what_may_not_be_read_is_named(command: str, tmp_path: Path) -> None:
    made = Project(tmp_path)
    made.write({"conf.py": f"{CONF}html_theme = 'basic'\n", "index.md": "# H\n", "refs.bib": ENTRY})
    made.write(dict.fromkeys(("people/a.md", "people/b.md", "notes.md", "files/a.pdf"), FRONT))
    made.write(
        dict.fromkeys(("topics/t.md", "files/d/a.pdf", "events/e/index.md", "guide/x.md"), FRONT)
    )
    for one in CLOSED:
        (tmp_path / one).chmod(0)
    try:
        (cost,) = costs(command, [tmp_path], lose_rights)
    finally:
        for one in CLOSED:
            (tmp_path / one).chmod(0o700)
    assert cost.code == 1, cost.text
    assert "Traceback" not in cost.text
    for one in CLOSED:
        lines = [line for line in cost.text.splitlines() if line.startswith(f"{one}:1:")]
        assert any("cannot be read" in line for line in lines), (one, cost.text)
