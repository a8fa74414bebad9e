"""What Read the Docs builds: its configuration, its variables, and its commands in a fresh clone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urljoin

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from support.markup import broken_links, pages_of, read_page
from support.paths import ROOT
from support.project import MakeProject
from support.sites import SITE
from symposium.kinds import KINDS

CONFIGURATION = ROOT / ".readthedocs.yaml"
BASE = "https://example.readthedocs.io/en/latest/"
BUILD = "-T -W --keep-going -b dirhtml -d _build/doctrees -D language=en .".split()  # noqa: SIM905
"""The arguments of Read the Docs, but for the builder and the output folder."""


FOLDERS = (*(kind.folder for kind in KINDS if kind.always_listed), "years")


def configuration() -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(CONFIGURATION.read_text("utf-8"))
    return found


def run(command: list[str], cwd: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
    )


def environment(output: Path) -> dict[str, str]:
    """The variables of a build there; nothing of the environment that runs the tests."""
    own = ("VIRTUAL_ENV", "PYTHONPATH", "READTHEDOCS", "UV_PROJECT_ENVIRONMENT")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {
        **kept,
        "READTHEDOCS": "True",
        "READTHEDOCS_OUTPUT": str(output),
        "READTHEDOCS_CANONICAL_URL": BASE,
        "READTHEDOCS_VERSION": "latest",
        "READTHEDOCS_VERSION_TYPE": "branch",
        "READTHEDOCS_LANGUAGE": "en",
        "READTHEDOCS_PROJECT": "example",
        "UV_PYTHON": sys.executable,
    }


def clone(folder: Path) -> Path:
    """Return a fresh clone of what is committed; skip where there is no repository."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is nothing to clone")
    target = folder / "clone"
    done = run(["git", "clone", "-q", str(ROOT), str(target)], folder, os.environ)
    assert done.returncode == 0, done.stdout
    return target


def sphinx_build(checkout: Path, env: Mapping[str, str]) -> tuple[str, list[str]]:
    """Install as Read the Docs does; return how that was done, and the command that builds.

    Without uv, or without its packages and a network, the environment that runs the tests serves.
    """
    if shutil.which("uv"):
        for more in ({"UV_OFFLINE": "1"}, {}):
            if (
                run(["uv", "sync", "--quiet", "--all-extras"], checkout, {**env, **more}).returncode
                == 0
            ):
                return "uv sync", ["uv", "run", "--no-sync", "--no-dev", "sphinx-build"]
    return "the environment of the tests", [sys.executable, "-m", "sphinx"]


def test_the_configuration_is_what_read_the_docs_accepts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--builtin-schema", "vendor.readthedocs", str(CONFIGURATION)]
    assert check_jsonschema(arguments, standalone_mode=False) == 0, capsys.readouterr().out


def test_the_configuration_names_what_is_there() -> None:
    """What the schema does not ask: both keys are needed, and nobody looks for the file."""
    sphinx = configuration()["sphinx"]
    assert isinstance(sphinx, dict)
    path = ROOT / sphinx["configuration"]
    assert path.name == "conf.py"
    assert path.is_file()
    assert sphinx["builder"] == "html"
    assert sphinx["fail_on_warning"] is True
    built_with = configuration()["build"]
    assert isinstance(built_with, dict)
    assert isinstance(built_with["tools"]["python"], str), "3.10 without quotes is 3.1"


def test_the_build_needs_no_group_of_development() -> None:
    """Read the Docs installs the project and its extras: what builds the site is one of them."""
    python = configuration()["python"]
    assert python == {"install": [{"method": "uv", "command": "sync", "extras": "all"}]}
    assert (ROOT / "uv.lock").is_file()


def has_every_page(outdir: Path, builder: str) -> None:
    """Assert that each record of the API has its page, and that no link is broken."""
    api = outdir / "api" / "v1"
    index = json.loads((api / "index.json").read_text("utf-8"))
    files = [name for names in index["files"].values() for name in names]
    records = [one for name in files for one in json.loads((api / name).read_text("utf-8"))]
    assert len(records) == sum(index["counts"].values()) > 10
    pages = set(pages_of(outdir))
    end = "index.html" if builder == "dirhtml" else ""
    named = {one["url"].removeprefix(BASE).partition("#")[0] for one in records}
    assert {f"{url}{end}" for url in named} <= pages
    assert {f"{folder}/index.html" for folder in FOLDERS} <= pages
    assert [text for page in pages for text in broken_links(outdir, page)] == []
    assert (outdir / "search" / "root.bin").is_file()


def names_its_address(checkout: Path, outdir: Path, builder: str) -> None:
    """Assert that each page says its own address, and nothing of the machine that builds."""
    for page in pages_of(outdir):
        text = (outdir / page).read_text("utf-8")
        own = address(outdir, page, builder)
        assert canonical(outdir, page) == [own], page
        assert str(checkout) not in text, page
        found = set(re.findall(r"https://example\.readthedocs\.io[^\s\"'<]*", text))
        assert own in found
        for one in found:  # what the page is about names others, and the picture of a link
            path = one.removeprefix(BASE).partition("#")[0]
            if not path or path.endswith("/"):
                path += "index.html"
            assert (outdir / path).is_file(), one


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_page_is_there_and_says_its_address(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, builder: str
) -> None:
    """With the builder that Read the Docs uses, and with the other one."""
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", BASE)
    made = project(SITE)
    built = made.build(builder, language="en", symposium_search=True)
    assert built.warnings == ""
    has_every_page(built.outdir, builder)
    names_its_address(made.root, built.outdir, builder)


@pytest.mark.faults
def test_a_fresh_clone_of_this_site_is_built_by_its_commands(tmp_path: Path) -> None:
    """As ``dirhtml``; as ``html``, `test_site` looks at it."""
    checkout, output = clone(tmp_path), tmp_path / "output"
    env = environment(output)
    how, command = sphinx_build(checkout, env)
    done = run([*command, *BUILD, str(output / "html")], checkout, env)
    assert done.returncode == 0, f"{how}:\n{done.stdout}"
    has_every_page(output / "html", "dirhtml")
    names_its_address(checkout, output / "html", "dirhtml")


RE_MOVED = re.compile(r'http-equiv="refresh" content="0; url=([^"]+)"')


def address(outdir: Path, page: str, builder: str) -> str:
    """The address of a page; of one that has moved, its new one."""
    moved = RE_MOVED.search((outdir / page).read_text("utf-8"))
    own = page.removesuffix("index.html") if builder == "dirhtml" else page
    return urljoin(BASE + own, moved[1] if moved else "")


def canonical(outdir: Path, page: str) -> list[str]:
    """The canonical addresses of a page."""
    links = read_page(outdir / page).all("link", rel="canonical")
    return [link.attributes["href"] for link in links]
