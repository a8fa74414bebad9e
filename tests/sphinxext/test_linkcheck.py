"""Links of facts are asked for, and reported where they are written."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from time import time
from typing import ClassVar

import pytest
from support.project import Built, MakeProject
from support.services import listening
from symposium.sphinxext import linkcheck


class Answers(BaseHTTPRequestHandler):
    """A host that says where what is, and when it was asked."""

    asked: ClassVar[defaultdict[str, list[float]]] = defaultdict(list)
    over: ClassVar[threading.Event] = threading.Event()
    """Until it is set, one address does not answer."""

    def do_HEAD(self) -> None:
        times = self.asked[self.path]
        times.append(time())
        if self.path == "/slow":
            self.over.wait(60)
        code = {"/gone": 404, "/moved": 301, "/busy": 429 if len(times) == 1 else 200}
        self.send_response(code.get(self.path, 200))
        if self.path == "/moved":
            self.send_header("Location", "/here")
        if self.path == "/busy":
            self.send_header("Retry-After", "1")
        self.end_headers()

    do_GET = do_HEAD  # noqa: N815 - its name in the library

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host() -> Iterator[str]:
    Answers.asked.clear()
    Answers.over.clear()
    with listening(Answers) as address:
        yield address.removesuffix("/")
        Answers.over.set()


FILES = {
    "refs.bib": """\
@article{doe2020,
  author = {Doe, Jane}, title = {On Keys}, year = 2020,
  doi = {10.1000/here%20},
  code = {HOST/code},
  pdf = {HOST/gone},
}
""",
    "people/jane-doe.md": "---\nname: Jane Doe\nlinks:\n  homepage: HOST/moved\n---\n",
    "papers/doe2020.md": "---\nlinks:\n  slides: HOST/busy\n  video: HOST/slow\n---\n",
}


def build(project: MakeProject, host: str) -> Built:
    made = project({name: text.replace("HOST", host) for name, text in FILES.items()})
    return made.build("linkcheck", linkcheck_ignore=[], linkcheck_timeout=2, linkcheck_retries=1)


def results(built: Built) -> dict[str, tuple[str, str]]:
    """Return status and place by the end of each address."""
    lines = (built.outdir / "output.json").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {
        one["uri"].rpartition("/")[2]: (one["status"], f"{one['filename']}:{one['lineno']}")
        for one in rows
    }


def test_every_link_of_a_fact_is_asked_for_and_placed(
    project: MakeProject, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linkcheck, "REGISTRY", f"{host}/")
    monkeypatch.setattr("sphinx.builders.linkcheck.QUEUE_POLL_SECS", 0.02)
    built = build(project, host)
    assert results(built) == {
        "here%2520": ("working", "refs.bib:3"),
        "code": ("working", "refs.bib:4"),
        "gone": ("broken", "refs.bib:5"),
        "moved": ("redirected", "people/jane-doe.md:4"),
        "busy": ("working", "papers/doe2020.md:3"),
        "slow": ("timeout", "papers/doe2020.md:4"),
    }
    assert built.statuscode == 1
    assert f"refs.bib:5: [broken] {host}/gone" in (built.outdir / "output.txt").read_text("utf-8")
    first, second = Answers.asked["/busy"]
    assert second - first >= 1, "the host has asked for a second"

    Answers.asked.clear()
    again = build(project, host)
    assert set(results(again)) == {"gone", "slow"}, "what has answered is not asked again"
    monkeypatch.setattr(linkcheck, "MAX_AGE", 0)
    assert len(results(build(project, host))) == 6


@pytest.mark.parametrize("site", [True, False])
def test_a_host_keeps_the_check_of_sphinx_and_pages_to_be_published_are_not_asked_for(
    project: MakeProject, *, site: bool
) -> None:
    home = "# Home\n\n{paper}`doe2020` and <https://web.example>\n"
    conf = f'extensions.append("myst_parser")\nsymposium_site = {site}\n'
    refs = "@misc{doe2020, title = {Doors}, author = {Doe, Jane}, doi = {10.1000/182}}"
    made = project(
        {"refs.bib": refs, "index.md": home}, f'{conf}html_baseurl = "https://own.example/"\n'
    )
    built = made.build("linkcheck", linkcheck_ignore=[".*"])
    asked = (built.outdir / "output.json").read_text("utf-8")
    assert "web.example" in asked
    assert "own.example" not in asked
    assert (linkcheck.REGISTRY in asked) is site
