"""Sites and commands without the packages that come with extras: what is said, and what is made."""

from __future__ import annotations

import json
import re
import sys
import tomllib

import pytest
from sphinx.errors import ConfigError
from support.paths import ROOT
from support.project import MakeProject
from support.sites import SITE
from symposium.model import optional_packages

HINT = re.compile(r"^.*pip install 'sphinx-symposium\[([a-z]+)\]'$", re.MULTILINE)


def test_a_site_without_extras_is_whole_says_once_what_would_be_better_and_uses_it_later(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(SITE, conf='symposium_search = "auto"\n')
    with monkeypatch.context() as patched:
        patched.setattr(optional_packages, "has", lambda extra: extra == "site")
        built = made.build()
        assert built.warnings == ""
        assert HINT.findall(built.status) == []
        assert (built.outdir / "search/root.bin").is_file()
        assert len(json.loads((built.outdir / "explore.json").read_text())["x"]) > 5
        assert "explore.html" in built.html("people/index")
        before = built.files()
        again = made.build()
        assert HINT.findall(again.status) == []  # nothing is made again
    after = made.build().files()
    clean = made.build(out="clean").files()
    assert {path for path in clean if after[path] != clean[path]} <= {".buildinfo", "objects.inv"}
    assert after.keys() == clean.keys()
    assert after["explore.json"] == before["explore.json"]


def test_a_site_without_its_theme_stops_with_one_line(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optional_packages, "has", lambda extra: extra != "site")
    with pytest.raises(ConfigError, match=re.escape("pip install 'sphinx-symposium[site]'")):
        project({}).build()
    assert project({}).build(html_theme="basic").warnings == ""


def test_a_guest_needs_no_extra(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional_packages, "has", lambda _: False)
    for name in optional_packages.MODULES.values():
        monkeypatch.setitem(sys.modules, name, None)
    files = {name: text for name, text in SITE.items() if name != "index.md"}
    files["index.rst"] = "Home\n====\n\n:cite:t:`doe2020fast`\n"
    made = project(files)
    made.write({"conf.py": 'extensions = ["symposium"]\nhtml_theme = "basic"\n'})
    made.remove("index.md")
    built = made.build()
    assert built.warnings == ""
    assert "doe2020fast" in built.html("papers/doe2020fast")
    assert not list(built.outdir.rglob("*.ics"))


def test_every_extra_is_in_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["optional-dependencies"]
    assert project["name"] == optional_packages.DISTRIBUTION
    *_, of_site = declared["site"]
    assert declared.pop("all") == [f"{optional_packages.DISTRIBUTION}[site,serve]"]
    assert declared.keys() == optional_packages.MODULES.keys()
    others = sorted(declared.keys() - {"site", "serve"})
    assert sorted(of_site.partition("[")[2].rstrip("]").split(",")) == others
