"""A project that `symposium new` makes is published by each host's own commands, as it is.

They run in a fresh clone, with an empty home. The package is the wheel that lies in the project; its
dependencies are those of the tests' environment, or, where `SYMPOSIUM_NETWORK` is set, what the
commands install from the package index into an environment of their own.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from support.markup import broken_links, pages_of
from symposium.cli import installation_origin, main
from symposium.cli.wheel import wheel_of

NETWORK = bool(os.environ.get("SYMPOSIUM_NETWORK"))
SHIM = """#!/bin/sh
[ "$1 $2" = "-m pip" ] && exit 0
PYTHONPATH="{wheel}" exec "{python}" "$@"
"""
"""A Python for which all is installed."""
BASES = {
    "read the docs": "https://site.readthedocs.io/en/latest/",
    "github": "https://someone.github.io/site/",
    "gitlab": "https://someone.gitlab.io/site/",
}
WORKFLOW, GITLAB, READ_THE_DOCS = (
    ".github/workflows/pages.yml",
    ".gitlab-ci.yml",
    ".readthedocs.yaml",
)

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def run(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with an environment in which little is set."""
    keep = {"PATH", "LANG", "TMPDIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"}
    keep |= {"PYTHONPYCACHEPREFIX", "SYMPOSIUM_CACHE_DIR"}  # of the tests
    kept = {k: v for k, v in os.environ.items() if k in keep or k.startswith("PIP_")}
    return subprocess.run(
        command, cwd=folder, env={**kept, **more}, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project, committed."""
    folder = tmp_path_factory.mktemp("new") / "site"
    assert main(["new", str(folder)]) == 0
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Start"]):
        assert run(["git", *command], folder).returncode == 0
    return folder


@pytest.fixture
def clone(repository: Path, tmp_path: Path) -> Path:
    """A fresh clone of it."""
    assert run(["git", "clone", "-q", str(repository), "clone"], tmp_path).returncode == 0
    return tmp_path / "clone"


@pytest.fixture
def shell(clone: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs a line as a host does."""
    home, programs = tmp_path / "home", tmp_path / "env" / "bin"
    home.mkdir()
    if NETWORK:
        venv.create(tmp_path / "env", with_pip=True)
    else:
        programs.mkdir(parents=True)
        (wheel,) = clone.glob("wheels/*.whl")
        ZipFile(wheel).extractall(tmp_path / "wheel")  # which is all that installing it does
        shim = programs / "python"
        shim.write_text(SHIM.format(wheel=tmp_path / "wheel", python=sys.executable), "utf-8")
        shim.chmod(0o755)

    def line(text: str, **more: str) -> subprocess.CompletedProcess[str]:
        path = f"{programs}:{os.environ['PATH']}"
        return run(
            ["bash", "-euo", "pipefail", "-c", text], clone, HOME=str(home), PATH=path, **more
        )

    return line


def read(folder: Path, name: str) -> Any:
    return yaml.safe_load((folder / name).read_text("utf-8"))


def read_the_docs(folder: Path) -> tuple[list[str], Mapping[str, str], str]:
    """Return what Read the Docs runs for a project: lines, variables, and the folder of the site."""
    settings = read(folder, READ_THE_DOCS)
    (install,) = settings["python"]["install"]
    assert settings["sphinx"]["configuration"] == "conf.py"
    lines = [
        f"python -m pip install --exists-action=w --no-cache-dir -r {install['requirements']}",
        "python -m sphinx -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html",
    ]
    variables = {"READTHEDOCS": "True", "READTHEDOCS_OUTPUT": "_readthedocs"}
    return (
        lines,
        {**variables, "READTHEDOCS_CANONICAL_URL": BASES["read the docs"]},
        "_readthedocs/html",
    )


def github(folder: Path) -> tuple[list[str], Mapping[str, str], str]:
    """Return what GitHub runs for a project when its default branch is pushed."""
    steps = read(folder, WORKFLOW)["jobs"]["build"]["steps"]
    lines = [step["run"] for step in steps if "run" in step]
    variables = {name: value for step in steps for name, value in step.get("env", {}).items()}
    told = "${{ steps.pages.outputs.base_url }}"  # it has no slash at its end
    assert list(variables.values()) == [told]
    (upload,) = [step["with"] for step in steps if "upload-pages" in step.get("uses", "")]
    base = BASES["github"].removesuffix("/")
    return lines, dict.fromkeys(variables, base), upload["path"]


def gitlab(folder: Path) -> tuple[list[str], Mapping[str, str], str]:
    """Return what GitLab runs for a project when its default branch is pushed."""
    job = read(folder, GITLAB)["pages"]
    (public,) = job["artifacts"]["paths"]
    return job["script"], {"CI_PAGES_URL": BASES["gitlab"].removesuffix("/")}, public


@pytest.mark.parametrize(
    ("host", "plan"), [("read the docs", read_the_docs), ("github", github), ("gitlab", gitlab)],
    ids=BASES,
)  # fmt: skip
def test_a_host_publishes_the_project(clone, shell, host, plan):
    lines, variables, public = plan(clone)
    for line in lines:
        done = shell(line, **variables)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    where = shell("python -c 'import symposium; print(symposium.__file__)'").stdout
    assert ("site-packages" if NETWORK else "/wheel/symposium/") in where
    site = clone / public
    assert {"index.html", "people/alex-example.html"} <= set(pages_of(site))
    assert [text for page in pages_of(site) for text in broken_links(site, page)] == []
    assert (site / "search" / "root.bin").is_file()
    assert f"Sitemap: {BASES[host]}sitemap.xml" in (site / "robots.txt").read_text("utf-8")
    prefix = "/" + BASES[host].split("/", 3)[3]
    assert f'href="{prefix}people/index.html"' in (site / "404.html").read_text("utf-8")
    kept = {path.name for path in site.iterdir() if path.name.startswith(".")}
    assert kept == {".nojekyll", ".buildinfo"}, "what was only stored is not published"
    assert run(["git", "status", "--porcelain"], clone).stdout in {
        "",
        f"?? {public.split('/')[0]}/\n",
    }


def test_a_pull_request_gets_remarks_beside_the_lines(clone, shell):
    (clone / "people/alex-example.md").write_text("---\nname: Alex\naffilations: X\n---\n")
    (check,) = [line for line in github(clone)[0] if " check " in line]
    if NETWORK:
        shell(github(clone)[0][0])
    done = shell(check)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=people/alex-example.md,line=3,col=1,title=F005::")
    steps = read(clone, WORKFLOW)["jobs"]["build"]["steps"]
    (build,) = [step for step in steps if "sphinx" in step.get("run", "")]
    (preview,) = [step for step in steps if "upload-artifact" in step.get("uses", "")]
    assert "pull_request" in build["if"]
    shell(build["run"])
    assert "Alex" in (clone / preview["with"]["path"] / "people/alex-example.html").read_text(
        "utf-8"
    )


def test_a_merge_request_gets_a_preview(clone, shell):
    (clone / "people/alex-example.md").write_text("---\nname: Alex\naffilations: X\n---\n")
    job = read(clone, GITLAB)["check"]
    if NETWORK:
        shell(job["script"][0])
    assert shell(job["script"][1]).returncode == 1
    (folder,) = job["artifacts"]["paths"]
    for line in job["after_script"]:
        shell(line)
    assert "Alex" in (clone / folder / "people/alex-example.html").read_text("utf-8")
    rows = json.loads((clone / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    assert [row["location"]["path"] for row in rows if row["severity"] == "major"] == [
        "people/alex-example.md"
    ]
    assert job["artifacts"]["when"] == "always"


def test_make_builds_the_project_with_any_python(clone, shell):
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    if NETWORK:
        shell("python -m pip install -r requirements.txt")
    for target in ("html", "check"):
        done = shell(f"make {target} PYTHON=python")
        assert done.returncode == 0, done.stderr
    assert (clone / "_build/html/404.html").is_file()
    # `make serve` would not end: what it calls is there, and finds its library.
    assert "-m symposium serve --port 8000 ." in shell("make -n serve PYTHON=python").stdout
    done = shell("python -m symposium serve --port 0 .")
    assert (done.returncode, "0 is not a port" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("name", "schema"),
    [(READ_THE_DOCS, "readthedocs"), (WORKFLOW, "github-workflows"), (GITLAB, "gitlab-ci")],
)
def test_the_file_for_a_host_follows_its_schema(repository, name, schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = run([*command, name], repository)
    assert done.returncode == 0, done.stdout


def test_the_wheel_is_one_that_installers_accept_and_always_the_same():
    found = installation_origin.installed()
    assert found is not None
    name, content = wheel_of(found)
    assert (name, content) == wheel_of(found)
    stem = re.fullmatch(r"([a-z0-9_]+-[0-9.]+)-py3-none-any\.whl", name)
    assert stem
    with ZipFile(io.BytesIO(content)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    info = f"{stem[1]}.dist-info"
    record = files.pop(f"{info}/RECORD").decode().splitlines()
    assert record.pop() == f"{info}/RECORD,,"
    for line in record:
        path, _, rest = line.rpartition(",sha256=")
        digest, size = rest.split(",")
        data = files.pop(path)
        assert len(data) == int(size)
        assert base64.urlsafe_b64decode(f"{digest}=") == hashlib.sha256(data).digest()
    assert files == {}
    paths = {line.split(",")[0] for line in record}
    assert {f"{info}/METADATA", f"{info}/WHEEL", f"{info}/entry_points.txt"} <= paths
    assert {"symposium/__init__.py", "symposium/web/static/symposium.css"} <= paths
    assert not any("__pycache__" in path or path.endswith(".pyc") for path in paths)


class Installed:
    """An installation that came from somewhere."""

    name, version = "the-name", "1.2"

    def __init__(self, record: Mapping[str, Any] | None) -> None:
        self._record = record

    def read_text(self, name: str) -> str | None:
        known = {"direct_url.json": json.dumps(self._record)} if self._record else {}
        return known.get(name, "")

    @property
    def files(self) -> list[Any]:
        return []


GIT = {"vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ({"url": "https://example.org/a.git", **GIT}, "the-name[all] @ git+https://example.org/a.git@c0ffee\n"),
        ({"url": "file:///home/me/a", **GIT}, None),
        ({"url": "file:///home/me/a", "dir_info": {"editable": True}}, None),
        ({"url": "file:///home/me/a.whl", "archive_info": {}}, None),
        (None, None),
    ],
    ids=["a repository", "one of this machine", "a checkout", "a wheel", "unknown"],
)  # fmt: skip
def test_what_is_required_is_what_others_can_reach(monkeypatch, record, line):
    monkeypatch.setattr(installation_origin, "installed", lambda: Installed(record))
    found, files = installation_origin.requirement()
    if line:
        assert (found, files) == (line, {})
    else:
        (path,) = files
        assert path == "wheels/the_name-1.2-py3-none-any.whl"
        assert found.endswith(f"\n./{path}[all]\n")


def test_once_it_is_on_the_index_its_name_is_enough(monkeypatch):
    monkeypatch.setattr(installation_origin, "installed", lambda: Installed(None))
    monkeypatch.setattr(installation_origin, "PUBLISHED", True)
    assert installation_origin.requirement() == ("the-name[all]>=1.2\n", {})
    monkeypatch.setattr(installation_origin, "installed", lambda: None)
    assert installation_origin.requirement() == (installation_origin.UNKNOWN, {})
