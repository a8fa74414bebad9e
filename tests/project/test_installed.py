"""The package as others install it: built, installed away from the repository, and used.

No network is needed: the environment has nothing of its own but our wheel, and finds the packages
that we depend on in the environment of the tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from support.paths import ROOT

PACKAGES = ROOT / "_ext"
OF_CHECKS = ("web/*.json", "web/types.d.ts")
"""What only those need who check the scripts."""


def run(*command: object, cwd: Path) -> str:
    """Run a command as somebody who has never seen the repository; return what it prints."""
    ours = ("PYTHON", "VIRTUAL_ENV", "UV_", "SPHINX", "READTHEDOCS", "CI")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=kept, check=False, timeout=300,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a wheel or an sdist of a source tree; return the file."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, cwd=source)
    [made] = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of sources that is in the sdist."""
    folder = tmp_path_factory.mktemp("sources")
    sdist = build("sdist", ROOT, folder / "sdist")
    # `tarfile` warns without its filter, which Python 3.11.2 does not have.
    run("tar", "-xf", sdist, "-C", folder, cwd=folder)
    return folder / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel that is made of the sdist, as an index and `pip install` would make it."""
    return build("wheel", sources, tmp_path_factory.mktemp("wheel"))


def test_the_sdist_holds_the_tests_and_nothing_that_git_ignores(sources: Path) -> None:
    tests = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py")}
    assert tests <= {path.relative_to(sources) for path in sources.rglob("*.py")}
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines()]
    assert not [name for name in ignored if (sources / name).exists()]


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment in which the wheel is installed."""
    folder = tmp_path_factory.mktemp("environment") / "env"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index"]
    if shutil.which("uv"):
        command = ["uv", "pip", "install", "--offline", "--python", python]
    run(*command, "--no-deps", "--quiet", wheel, cwd=folder)
    [packages] = folder.glob("lib/python*/site-packages")
    others = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    # What stands in the .pth files of these folders, such as our own checkout, does not count.
    (packages / "others.pth").write_text("\n".join(sorted(others)))
    where = run(python, "-c", "import symposium; print(symposium.__file__)", cwd=folder)
    assert Path(where.strip()).is_relative_to(packages)
    return folder / "bin"


def test_the_wheel_of_the_sdist_holds_every_file_of_the_package(wheel: Path) -> None:
    wanted = {
        path.relative_to(PACKAGES).as_posix()
        for path in PACKAGES.rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not any(map(path.match, OF_CHECKS))
    }
    pages = {f"symposium/checks/{path.name}" for path in (ROOT / "guide/checks").iterdir()}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == wanted | pages


def test_what_is_installed_makes_and_checks_a_project(environment: Path, tmp_path: Path) -> None:
    run(environment / "symposium", "new", "site", cwd=tmp_path)
    code = """from symposium.cli import main
assert main(["check", "--strict"]) == main(["check", "--explain", "E001"]) == 0"""
    said = run(environment / "python", "-c", code, cwd=tmp_path / "site")
    assert "no problems" in said
    assert {"add", "adopt"} <= {*run(environment / "symposium", "--help", cwd=tmp_path).split()}
    assert "```diff" in said
