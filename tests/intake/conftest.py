"""What tests of intake share: a project, and services that answer from this machine."""

from __future__ import annotations

import re
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from support.services import Services, running
from symposium.cli import main
from symposium_import import client

CONF = 'project = "Tides"\nextensions = ["symposium"]\nsymposium_site = True\n'


def urlopen_at(beginning: str):
    """Return an ``urlopen`` that asks a server here, by the address without its scheme."""

    def here(address: str) -> str:
        return re.sub("^https://", beginning, address)

    class Redirects(HTTPRedirectHandler):
        def redirect_request(self, *given):
            *others, newurl = given
            return super().redirect_request(*others, here(newurl))

    def urlopen(request, timeout):
        request.full_url = here(request.full_url)
        return build_opener(Redirects).open(request, timeout=timeout)

    return urlopen


@pytest.fixture(autouse=True)
def no_network(monkeypatch, tmp_path):
    """Lead every request to a port where nobody is, and wait for nothing."""
    monkeypatch.setattr(client, "urlopen", urlopen_at("http://127.0.0.1:9/"))
    monkeypatch.setattr(client, "PAUSES", {})
    monkeypatch.setattr(client, "USUAL", 0.0)
    monkeypatch.setenv("SYMPOSIUM_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def services(monkeypatch):
    """Services that answer as a test says."""
    with running(Services()) as found:
        monkeypatch.setattr(client, "urlopen", urlopen_at(f"http://127.0.0.1:{found.port}/"))
        yield found


@pytest.fixture
def project(tmp_path):
    """A project without any work."""
    root = tmp_path / "site"
    root.mkdir()
    (root / "conf.py").write_text(CONF)
    (root / "refs.bib").write_text("")
    return root


@pytest.fixture
def add(project, capsys):
    """Run ``symposium add`` in the project; return its status and all that it says."""

    def run(*words):
        status = main(["add", "--project", str(project), *map(str, words)])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run
