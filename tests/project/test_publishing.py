"""A project that `symposium new` makes is published by each host's own commands, as it is.

They run in a fresh clone, with an empty home, in `make test` within this process. The package is the
wheel that lies in the project; its dependencies are those of the tests' environment, or, where
`SYMPOSIUM_NETWORK` is set, what the commands install from the package index into an environment of
their own.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from sphinx.cmd.build import main as sphinx
from support.chosen import MANY
from support.markup import all_broken_links, pages_of
from symposium.cli import main
from symposium_import import new
from symposium_import.new import wheel_of

NETWORK = bool(os.environ.get("SYMPOSIUM_NETWORK"))
WHOLE = NETWORK or MANY
"""Whether each command has a process of its own, in which nothing is but what hosts install."""
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
WRONG = "people/alex-example.md"
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


def run_here(
    monkeypatch: pytest.MonkeyPatch, clone: Path, text: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a line as a host does, but in this process: most of its time is that of starting one."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(clone), monkeypatch.context() as patch:
        for name, value in more.items():
            patch.setenv(name, value)
        python, option, module, *arguments = shlex.split(os.path.expandvars(text))
        assert (python, option) == ("python", "-m")
        command = {"pip": lambda _: 0, "symposium": main, "sphinx": sphinx}[module]
        with redirect_stdout(out), redirect_stderr(err):
            status = command(arguments)
    return subprocess.CompletedProcess(text, status, out.getvalue(), err.getvalue())


@pytest.fixture
def shell(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs a line as a host does."""
    if not WHOLE:
        return partial(run_here, monkeypatch, clone)
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


HOSTS = [("read the docs", read_the_docs), ("github", github), ("gitlab", gitlab)]


@pytest.mark.parametrize(("host", "plan"), HOSTS)
def test_a_host_publishes_the_project_and_shows_what_is_wrong(clone, shell, host, plan):
    lines, variables, public = plan(clone)
    for line in lines:
        done = shell(line, **variables)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    done = shell("python -m symposium serve --port 0 .")
    assert (done.returncode, "0 is not a port" in done.stderr) == (2, True), done.stderr
    if WHOLE:
        where = shell("python -c 'import symposium; print(symposium.__file__)'").stdout
        assert ("site-packages" if NETWORK else "/wheel/symposium/") in where
    site = clone / public
    assert {"index.html", "people/alex-example.html"} <= set(pages_of(site))
    assert all_broken_links(site) == []
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
    (clone / WRONG).write_text("---\nname: Alex\naffilations: X\n---\n")
    if host == "github":
        _asks_for_a_pull_request(clone, shell)


def _asks_for_a_pull_request(clone, shell):
    """Assert that there are remarks beside the lines, and a preview."""
    (check,) = [line for line in github(clone)[0] if " check " in line]
    done = shell(check)
    assert done.returncode == 1
    assert done.stdout.startswith(f"::error file={WRONG},line=3,col=1,title=F005::")
    steps = read(clone, WORKFLOW)["jobs"]["build"]["steps"]
    (build,) = [step for step in steps if "sphinx" in step.get("run", "")]
    (preview,) = [step for step in steps if "upload-artifact" in step.get("uses", "")]
    assert "pull_request" in build["if"]
    shell(build["run"])
    page = clone / preview["with"]["path"] / "people/alex-example.html"
    assert "Example" not in page.read_text("utf-8").partition("</title>")[0]


@pytest.mark.parametrize(
    ("name", "schema"),
    [(READ_THE_DOCS, "readthedocs"), (WORKFLOW, "github-workflows"), (GITLAB, "gitlab-ci")],
)
def test_the_file_for_a_host_follows_its_schema(repository, name, schema, capsys):
    arguments = ["--builtin-schema", f"vendor.{schema}", str(repository / name)]
    assert check_jsonschema(arguments, standalone_mode=False) == 0, capsys.readouterr().out


def test_the_wheel_is_one_that_installers_accept_and_always_the_same():
    found = new.installed()
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

    entry_points = files


GIT = {"vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ({"url": "https://example.org/a.git", **GIT}, "the-name[all] @ git+https://example.org/a.git@c0ffee\n"),
        ({"url": "file:///home/me/a", **GIT}, None),
        (None, None),
    ],
    ids=["a repository", "one of this machine", "unknown"],
)  # fmt: skip
def test_what_is_required_is_what_others_can_reach(monkeypatch, record, line):
    monkeypatch.setattr(new, "installed", lambda: Installed(record))
    found, files = new.requirement()
    if line:
        assert (found, files) == (line, {})
    else:
        (path,) = files
        assert path == "wheels/the_name-1.2-py3-none-any.whl"
        assert found.endswith(f"\n./{path}[all]\n")
