"""The version: the same wherever it stands, and the newest one of the changelog."""

from __future__ import annotations

import re
import tomllib

import pytest
import symposium
from support.paths import ROOT

CHANGELOG = (ROOT / "docs" / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", CHANGELOG, re.MULTILINE)
MOST, LINES = 180, 60
"""Characters of a line of the changelog: one change, not its story; and lines of a version."""


def test_the_changelog_begins_with_the_version_of_the_package():
    assert RELEASES[0][0] == symposium.__version__
    unreleased = CHANGELOG.count("\n## Unreleased\n")
    assert len(RELEASES) + unreleased == CHANGELOG.count("\n## ")
    assert CHANGELOG.find("\n## Unreleased\n") <= CHANGELOG.index("\n## ")


def test_features_stand_before_fixes():
    order = ["Changed", "Removed", "Added", "Fixed"]
    for release in CHANGELOG.split("\n## ")[1:]:
        found = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert found == [one for one in order if one in found]


def test_each_change_is_one_short_line():
    lines = [line for line in CHANGELOG.splitlines()[4:] if line and not line.startswith("#")]
    assert all(release.count("\n- ") <= LINES for release in CHANGELOG.split("\n## "))
    assert [line for line in lines if not line.startswith("- ") or len(line) > MOST] == []


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("guide/checks.md", r"^ +rev: v(.+)$"),
        ("guide/publishing.md", r"sphinx_symposium-([\d.]+)-py3"),
    ],
)
def test_other_files_name_the_same_version(path, pattern):
    found = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    assert found == [symposium.__version__]


def test_the_package_and_its_lock_file_have_the_same_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    [locked] = [one for one in lock["package"] if one["name"] == project["name"]]
    assert project["version"] == locked["version"] == symposium.__version__
