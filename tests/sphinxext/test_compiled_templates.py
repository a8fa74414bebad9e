"""What templates were compiled to is kept: a small change compiles none again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.project import MakeProject
from support.sites import SITE
from symposium.pages.template_environment import LinkedEnvironment

pytestmark = pytest.mark.usefixtures("without_cache")
OTHER = {"people/jane-doe.md": "---\nname: Jane Doe\n---\nOther words.\n"}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of templates that are compiled."""
    found: list[str] = []
    compile_it = LinkedEnvironment.compile

    def noted(self: LinkedEnvironment, source: Any, name: Any = None, *rest: Any) -> Any:
        found.append(name)
        return compile_it(self, source, name, *rest)

    monkeypatch.setattr(LinkedEnvironment, "compile", noted)
    return found


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob(".templates/*/*"))


def test_a_build_after_a_change_compiles_no_template_but_from_a_damaged_file(
    project: MakeProject, compiled: list[str]
):
    made = project(SITE)
    first = made.build()
    assert "Other words." not in first.html("people/jane-doe")
    assert "person.html" in compiled
    compiled.clear()
    made.write(OTHER)
    assert "Other words." in made.build().html("people/jane-doe")
    assert compiled == []
    for path in kept(Path(first.app.doctreedir)):
        path.write_bytes(path.read_bytes()[:-1])
    made.write({"people/jane-doe.md": OTHER["people/jane-doe.md"].replace("Other", "New")})
    assert "New words." in made.build().html("people/jane-doe")
    assert "person.html" in compiled


def test_other_projects_find_them_in_the_cache_of_the_user(
    project: MakeProject, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SYMPOSIUM_CACHE_DIR", str(tmp_path))
    project(SITE).build()
    assert "person.html" in compiled
    compiled.clear()
    project(SITE | OTHER).build()
    assert compiled == []
    project(SITE).build(language="de")
    assert "person.html" in compiled  # texts are part of what is compiled
