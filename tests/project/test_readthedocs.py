"""The site as Read the Docs builds it: its configuration, and its commands in a fresh clone.

The clone is built with ``dirhtml``: its pages in the form of ``html`` are looked at in `test_site`,
and a small site shows that those name the same address.
"""

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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """Return the clone, the folder of the built site and what was printed."""
    folder = tmp_path_factory.mktemp("readthedocs")
    checkout, output = clone(folder), folder / "output"
    env = environment(output)
    how, command = sphinx_build(checkout, env)
    done = run([*command, *BUILD, str(output / "html")], checkout, env)
    assert done.returncode == 0, f"{how}:\n{done.stdout}"
    return checkout, output / "html", f"installed by {how}\n{done.stdout}"


def test_the_configuration_is_what_read_the_docs_accepts() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.readthedocs"]
    done = run([*command, str(CONFIGURATION)], ROOT, os.environ)
    assert done.returncode == 0, done.stdout


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


def test_the_result_has_every_page(built: tuple[Path, Path, str]) -> None:
    _, outdir, _ = built
    api = outdir / "api" / "v1"
    index = json.loads((api / "index.json").read_text("utf-8"))
    files = [name for names in index["files"].values() for name in names]
    records = [one for name in files for one in json.loads((api / name).read_text("utf-8"))]
    assert len(records) == sum(index["counts"].values()) > 200
    pages = set(pages_of(outdir))
    assert {one["url"].removeprefix(BASE) + "index.html" for one in records} <= pages
    assert {f"{folder}/index.html" for folder in FOLDERS} <= pages
    assert [text for page in pages for text in broken_links(outdir, page)] == []


def test_the_result_has_the_search_index(built: tuple[Path, Path, str]) -> None:
    _, outdir, _ = built
    assert (outdir / "search" / "root.bin").is_file()
    assert len(list((outdir / "search").rglob("*.bin"))) > 2


def test_every_page_says_the_address_of_its_folder(built: tuple[Path, Path, str]) -> None:
    _, outdir, _ = built
    for page in pages_of(outdir):
        assert canonical(outdir, page) == [address(outdir, page)], page


def test_every_page_says_the_address_of_its_file(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the builder that Read the Docs uses."""
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", BASE)
    outdir = project(SITE).build().outdir
    pages = pages_of(outdir)
    assert {f"{folder}/index.html" for folder in FOLDERS} <= {*pages}
    for page in pages:
        heir = page.replace("/janed.", "/jane-doe.")  # an earlier page says where it leads
        assert canonical(outdir, page) == [BASE + heir], page


def test_what_is_exported_names_the_same_address(built: tuple[Path, Path, str]) -> None:
    """Nothing of the machine that builds stands in a page."""
    checkout, outdir, _ = built
    for page in pages_of(outdir):
        text = (outdir / page).read_text("utf-8")
        assert str(checkout) not in text, page
        found = set(re.findall(r"https://example\.readthedocs\.io[^\s\"'<]*", text))
        assert address(outdir, page) in found
        for one in found:  # what the page is about names others, and the picture of a link
            assert (outdir / f"{one.removeprefix(BASE)}index.html").is_file() or (
                outdir / one.removeprefix(BASE)
            ).is_file(), one


RE_MOVED = re.compile(r'http-equiv="refresh" content="0; url=([^"]+)"')


def address(outdir: Path, page: str) -> str:
    """The address of a page that is the index of its folder; of one that has moved, its new one."""
    moved = RE_MOVED.search((outdir / page).read_text("utf-8"))
    return urljoin(BASE + page.removesuffix("index.html"), moved[1] if moved else "")


def canonical(outdir: Path, page: str) -> list[str]:
    """The canonical addresses of a page."""
    links = read_page(outdir / page).all("link", rel="canonical")
    return [link.attributes["href"] for link in links]
