"""Citation counts: fetched by a command, kept with their day, shown with their source."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from symposium.cli.commands import main
from symposium.knowledge import NO_MENTIONS, build
from symposium.pages import Pages, Urls
from symposium.reading.folder import read_project

if TYPE_CHECKING:
    from collections.abc import Iterator

REFS = """@article{"odd:key", title = {Odd}, year = 2020, doi = {10.1000/ODD}}
@misc{pre, title = {Pre}, year = 2020, eprint = {2001.00001}, eprinttype = {arxiv}}
@misc{none, title = {None}, year = 2020}
""".replace('"', "")


class Service:
    """Stands in for OpenAlex: knows what it was asked, and answers what it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer: Any = {
            "results": [
                {"doi": "https://doi.org/10.1000/odd", "cited_by_count": 1234},
                {"doi": "https://doi.org/10.48550/arxiv.2001.00001", "cited_by_count": 1},
            ]
        }
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                service.asked += parse_qs(urlsplit(self.path).query)["filter"]
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(service.answer).encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "conf.py").write_text("extensions = ['symposium']\nsymposium_site = True\n")
    (tmp_path / "refs.bib").write_text(REFS)
    return tmp_path


def page(root: Path, name: str) -> str:
    records, problems = read_project(root)
    kb, found = build(records)
    assert [*problems, *found] == []
    return Pages(kb, NO_MENTIONS, Urls()).render(name).header


def test_counts_are_fetched_kept_and_shown_with_their_day(project: Path, service: Service) -> None:
    assert "citation" not in page(project, "papers/pre").replace("citation_", "")
    assert main(["citations", str(project), "--service", service.address]) == 0
    assert service.asked == ["doi:10.1000/odd|10.48550/arxiv.2001.00001"]
    text = (project / "sources/openalex.md").read_text()
    assert '"odd:key": 1234' in text
    text = text.replace(text.partition("retrieved: ")[2][:10], "2026-11-25")
    (project / "sources/openalex.md").write_text(text)
    shown = page(project, "papers/pre")
    assert "1 citation <span" in shown
    assert '<a href="../sources/openalex.html">OpenAlex</a>, 25 November 2026)' in shown
    assert "1,234 citations" in page(project, "papers/odd-key")
    assert "sources/openalex" not in page(project, "papers/none")
    # Once more: the file is ours, and is written anew.
    assert main(["citations", str(project), "--service", service.address]) == 0


def test_counts_without_a_day_or_of_no_work_are_reported(project: Path) -> None:
    head = "---\ntitle: T\nkind: counts\ndate: undated\n"
    for more, code in (
        ("counts: {pre: 1}", "F008"),
        ("retrieved: 2026-11-25\ncounts: {x: 1}", "R001"),
    ):
        (project / "sources").mkdir(exist_ok=True)
        (project / "sources/t.md").write_text(f"{head}{more}\n---\n")
        records, problems = read_project(project)
        kb, found = build(records)
        assert [one.code.code for one in (*problems, *found)] == [code]
        assert kb.works["pre"].counts == ()


def test_what_cannot_be_used_is_said(project: Path, service: Service, capsys: Any) -> None:
    def said(*more: str) -> str:
        assert main(["citations", str(project), *more]) == 2
        return str(capsys.readouterr().err)

    service.answer = {"error": "no"}
    assert "not as OpenAlex answers" in said("--service", service.address)
    assert "is no address" in said("--service", "openalex")
    (project / "sources").mkdir()
    (project / "sources/openalex.md").write_text("---\ntitle: Mine\n---\n")
    assert "is another source" in said("--service", service.address)
    (project / "sources/openalex.md").unlink()
    (project / "sources/openalex.md").mkdir()
    assert "openalex.md cannot be read: it is a folder" in said("--service", service.address)
    (project / "sources/openalex.md").rmdir()
    (project / "refs.bib").write_text("@misc{a, title = {A}, year = 2020}")
    assert "has a DOI" in said("--service", service.address)
