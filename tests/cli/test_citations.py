"""Citation counts: fetched by a command, kept with their day, shown with their source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from support.services import Reply, Services, running
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


ANSWER = {
    "results": [
        {"doi": "https://doi.org/10.1000/odd", "cited_by_count": 1234},
        {"doi": "https://doi.org/10.48550/arxiv.2001.00001", "cited_by_count": 1},
    ]
}


@pytest.fixture
def service() -> Iterator[Services]:
    with running(Services()) as made:
        made.says("works", Reply(json.dumps(ANSWER).encode()))
        yield made


def at(service: Services) -> tuple[str, str]:
    return "--service", f"http://127.0.0.1:{service.port}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "conf.py").write_text("extensions = ['symposium']\nsymposium_site = True\n")
    (tmp_path / "refs.bib").write_text(REFS)
    return tmp_path


def page(root: Path, name: str) -> str:
    records, problems = read_project(root)
    kb, found = build(records)
    assert [*problems, *found] == []
    fragment = Pages(kb, NO_MENTIONS, Urls()).render(name)
    return fragment.header + fragment.sections


def test_counts_are_fetched_kept_and_shown_with_their_day(project: Path, service: Services) -> None:
    assert "citation" not in page(project, "papers/pre").replace("citation_", "")
    assert main(["citations", str(project), *at(service)]) == 0
    ((path, _),) = service.asked
    assert "filter=doi:10.1000/odd|10.48550/arxiv.2001.00001&" in unquote(path)
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
    assert main(["citations", str(project), *at(service)]) == 0


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


def test_what_cannot_be_used_is_said(project: Path, service: Services, capsys: Any) -> None:
    def said(*more: str) -> str:
        assert main(["citations", str(project), *more]) == 2
        return str(capsys.readouterr().err)

    service.says("works", Reply(b'{"error": "no"}'))
    assert "not as OpenAlex answers" in said(*at(service))
    assert "is no address" in said("--service", "openalex")
    (project / "sources").mkdir()
    (project / "sources/openalex.md").write_text("---\ntitle: Mine\n---\n")
    assert "is another source" in said(*at(service))
    (project / "sources/openalex.md").unlink()
    (project / "sources/openalex.md").mkdir()
    assert "openalex.md cannot be read: it is a folder" in said(*at(service))
    (project / "sources/openalex.md").rmdir()
    (project / "refs.bib").write_text("@misc{a, title = {A}, year = 2020}")
    assert "has a DOI" in said(*at(service))
