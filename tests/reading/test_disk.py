"""The walk through a project: bounded, in order, and never out of it."""

from __future__ import annotations

import os
import socket

import pytest
from support import files
from symposium.model.gate import RefusedError, read_file
from symposium.reading import disk as disks
from symposium.reading.disk import Disk, documents_in


def walked(root, exclude=()):
    """The documents of a project, and what is left out of it, with the reason."""
    found, problems = documents_in(root, exclude)
    return sorted(found.values()), [f"{one.place.path}: {one.message}" for one in problems]


def write(root, *paths):
    return files.write(root, dict.fromkeys(paths, "# T\n"))


ABOVE = "A symbolic link leads to a folder above itself"
OUT = "A symbolic link leads out of the project or nowhere"


def test_links_to_folders_above_are_not_followed_whatever_the_way(tmp_path):
    write(tmp_path, "index.md", "x/one.md", "y/two.md")
    for link, target in (("a", "."), ("b", "."), ("x/up", ".."), ("x/y", "../y"), ("y/x", "../x")):
        (tmp_path / link).symlink_to(target)
    found, problems = walked(tmp_path)
    assert found == ["index.md", "x/one.md", "x/y/two.md", "y/two.md", "y/x/one.md"]
    assert set(problems) == {f"{one}: {ABOVE}" for one in ("a", "b", "x/up", "y/x", "x/y")}


def test_links_that_double_at_each_level_are_bounded(tmp_path):
    for level in range(20):
        write(tmp_path, f"d{level}/page.md")
        for name in "xyz":
            (tmp_path / f"d{level}" / name).symlink_to(f"../d{level + 1}")
    (tmp_path / "d20").mkdir()
    found, problems = walked(tmp_path)
    assert len(found) <= 20 * (disks.MAX_WAYS + 1)
    assert len(set(problems)) <= 3 * 20


def test_a_link_out_is_one_problem_however_much_is_there(tmp_path):
    root = write(tmp_path / "p", "index.md")
    write(tmp_path, *(f"big/{number}.md" for number in range(50)))
    (root / "big").symlink_to(tmp_path / "big")
    assert walked(root) == (["index.md"], [f"big: {OUT}"])
    assert walked(root, ["big"]) == (["index.md"], [])
    assert len(list(Disk(root, (), trusted=True).walk((".md",)))) == 51


@pytest.mark.parametrize(
    ("name", "shown", "message"),
    [
        ("caf\udce9.md", r"caf\xe9.md", "The name is not UTF-8"),
        ("a\nb.md", r"a\nb.md", "The name holds a line break or another control character"),
        ("x" * 250 + ".md", "x" * 250 + ".md", "The name is longer than 240 bytes"),
        ("Ju\u0308rg.md", "Ju\u0308rg.md", "The name has letters and their marks apart (NFD), so no"),
    ],
)  # fmt: skip
def test_names_that_no_page_can_have_are_left_out(name, shown, message, tmp_path):
    found, (problem,) = walked(write(tmp_path, name, "index.md", "J\u00fcrg.md"))
    assert found == ["J\u00fcrg.md", "index.md"]
    assert problem.startswith(f"{shown}: {message}")


def test_depth_and_number_are_bounded(tmp_path, monkeypatch):
    deep = "/".join(["n"] * 60)
    found, problems = walked(write(tmp_path, f"{deep}/a.md", "index.md"))
    assert found == ["index.md"]
    assert problems == [f"{'/'.join(['n'] * 41)}: The folder is within more than 40 others"]
    monkeypatch.setattr(disks, "MAX_ENTRIES", 10)
    write(tmp_path / "q", *(f"{folder}/{number}.md" for folder in "abc" for number in range(6)))
    found, problems = walked(tmp_path / "q")
    assert found == [f"a/{number}.md" for number in range(6)]
    assert problems == ["b: The project holds more than 10 files, and this is not read"]


def test_only_regular_files_are_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "big").write_bytes(b"x" * 11)
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "out").symlink_to("../big")
    for name, reason in (
        ("pipe", "it is a pipe or a device"),
        ("device", "it is a pipe or a device"),
        ("p", "it is a folder"),
        ("big", "it is longer than 10 bytes"),
    ):
        with pytest.raises(RefusedError) as caught:
            read_file(tmp_path / name, 10)
        assert caught.value.strerror == reason
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "s"))
        with pytest.raises(OSError, match="s"):
            read_file(tmp_path / "s")
    with pytest.raises(RefusedError):
        read_file(tmp_path / "p" / "out", within=tmp_path / "p")
    assert read_file(tmp_path / "p" / "out", within=tmp_path) == b"x" * 11
