"""What ``symposium check --fix`` makes of each slip that it can mend, and of those it cannot."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from symposium.cli import main


@pytest.fixture
def fixed(tmp_path, capsys) -> Callable[[str, str], str]:
    """Return a function that returns what a file becomes; what changed must have been a problem."""

    def mendable() -> int:
        capsys.readouterr()
        main(["check", "--format", "json", str(tmp_path)])
        return sum(bool(one["edits"]) for one in json.loads(capsys.readouterr().out))

    def fix(path: str, text: str) -> str:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "conf.py").write_text("symposium_site = True\n")
        file.write_text(text, encoding="utf-8")
        before = mendable()
        main(["check", "--fix", str(tmp_path)])
        made = file.read_text(encoding="utf-8")
        assert (made != text) is bool(before)
        assert not mendable()
        return made

    return fix


def front(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "Prose: as it was.", ""])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("title: Roles: a study", 'title: "Roles: a study"'),
        ("title: @home", 'title: "@home"'),
        ('title: "Roles" revisited', "title: '\"Roles\" revisited'"),
        ("title:Roles", "title: Roles"),
        ("titel: A", "title: A"),
        ("title: A\nlinks:\n\thomepage: https://a.org", "title: A\nlinks:\n  homepage: https://a.org"),
    ],
)  # fmt: skip
def test_a_slip_in_front_matter_is_mended(fixed, wrong, right):
    made = fixed("topics/a.md", front(*wrong.split("\n")))
    assert made == front(*right.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "title: Roles: a study # or two",
        "title: Roles: a study\n  and more",
        'title: "Roles',
        "title: A\nlinks:\n  code: x\n\thomepage: https://a.org",
        "title: A\ntitle: B",
        "title: A\ntitel: B",
        "nme: A",
        "https://a.org",
    ],
)
def test_what_may_have_been_meant_otherwise_is_left_alone(fixed, text):
    made = fixed("topics/a.md", front(*text.split("\n")))
    assert made == front(*text.split("\n"))
