"""``symposium serve``: the site is built at every save, and each page shows what is wrong."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.browser import overflow, violations, visit
from support.project import CONF, Project
from symposium.cli import main
from symposium.cli.resident import OUT
from symposium.cli.serve import HOST, Files, Rebuild, problems_of

FILES = {
    "conf.py": CONF,
    "refs.bib": "@misc{doe2020, author = {Doe, Jane}, title = {On Keys}, year = 2020}\n",
    "index.md": "# Home\n\nFirst words, {paper}`doe2021`.\n",
    "people/jane-doe.md": "---\nname: Jane Doe\ntitel: Dr\n---\n",
}
MENDED = {
    "conf.py": CONF,
    "index.md": "# Home\n\nSecond words.\n",
    "people/jane-doe.md": "---\nname: Jane Doe\n---\n",
}
LONGEST = 60_000
"""Milliseconds that a build may take here, however busy the machine is."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, str, str]]:
    """A project that is served, where its site is, and what was printed before that was said."""
    made = Project(tmp_path_factory.mktemp("served"))
    made.write(FILES)
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "symposium", "serve", str(made.root), "--port", str(port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            said = ""
            while not (found := re.search(r"the site is at (http://\S+) ", said)):
                line = process.stdout.readline()
                assert line, said
                said += line
            try:
                yield made, f"{found[1]}/", said
            finally:
                process.terminate()
                process.stdout.read()


def test_a_port_that_is_taken_is_passed_over_in_one_line(served):
    _, root, said = served
    first = said.splitlines()[0]
    wanted, given = re.fullmatch(r"port (\d+) is taken: the site is at port (\d+)", first).groups()
    assert int(given) > int(wanted)
    assert root == f"http://{HOST}:{given}/"


def test_what_is_wrong_is_shown_until_a_save_mends_it(served, browser: Browser):
    """Problems, then what stops a build; the last site stays meanwhile."""
    made, root, _ = served
    with visit(browser, root) as watch:
        page = watch.open()
        shown = page.locator("symposium-problems")
        expect(page.get_by_text("First words")).to_be_visible()
        expect(shown.get_by_text("2 problems")).to_be_visible()
        expect(shown.locator("code")).to_have_text(["index.md:3", "people/jane-doe.md:3"])
        expect(shown.locator("p").first).to_contain_text("R008")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert overflow(page) == []
        assert violations(page) == []
        # A page that is not there says it too.
        page.goto(f"{root}no/such/page")
        expect(shown.get_by_text("2 problems")).to_be_visible()
        watch.errors.clear()  # the browser reports the status of the page
        page.goto(root)
        made.write({"conf.py": f"{CONF}x = (\n"})
        expect(shown.get_by_text("The build stopped")).to_be_visible(timeout=LONGEST)
        expect(shown.get_by_text("'(' was never closed (conf.py, line")).to_be_visible()
        expect(page.get_by_role("heading", name="Home")).to_be_visible()
        expect(page.get_by_text("First words")).to_be_visible()
        made.write(MENDED)
        expect(page.get_by_text("Second words.")).to_be_visible(timeout=LONGEST)
        expect(shown).to_have_count(0, timeout=LONGEST)


STRANGER = "evil.example"


def status_of(root: str, path: str = "/", **headers: str) -> int:
    """Return how the server answers a request as it is written, which no library tidies."""
    host, port = root.removeprefix("http://").rstrip("/").split(":")
    sent = {"host": f"{host}:{port}", "connection": "close", **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    with socket.create_connection((host, int(port)), timeout=60) as asked:
        asked.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        return int(asked.makefile("rb").readline().split()[1])


def test_no_other_name_leads_to_it(served):
    _, root, _ = served
    assert status_of(root) == 200
    assert status_of(root, host=root.split("/")[2].replace(HOST, "localhost")) == 200
    assert status_of(root, host=STRANGER) == 400
    assert status_of(root, host=f"{STRANGER}:8000") == 400


def test_what_cannot_be_served_is_said_in_a_line(tmp_path: Path, capsys, monkeypatch):
    assert main(["serve", str(tmp_path)]) == 2
    assert "holds no project: there is no conf.py" in capsys.readouterr().err
    (tmp_path / "conf.py").touch()
    assert main(["serve", str(tmp_path), "--port", "70000"]) == 2
    assert "70000 is not a port" in capsys.readouterr().err
    monkeypatch.setattr("symposium.model.optional_packages.has", lambda _: False)
    assert main(["serve", str(tmp_path)]) == 2
    assert (
        "needs sphinx-autobuild: pip install 'sphinx-symposium[serve]'" in capsys.readouterr().err
    )


def test_sphinx_is_heard_where_the_check_has_nothing_to_say(tmp_path: Path):
    row = ("a.md", 3, "R008 no such paper")
    said = "\n".join([
        f"{tmp_path}/a.md:3: WARNING: the same in other words",
        f"{tmp_path}/b.md:7: WARNING: told by an extension [own.kind]",
        "WARNING: without a place",
    ])  # fmt: skip
    assert problems_of([row], said, tmp_path, stopped=False) == [
        row, ("b.md", 7, "told by an extension [own.kind]"), ("conf.py", 1, "without a place"),
    ]  # fmt: skip
    assert problems_of([], "", tmp_path, stopped=True) == [("", 0, "its process ended")]


def test_a_page_that_grows_while_it_is_sent_is_sent_with_its_length(tmp_path: Path):
    page = tmp_path / "index.html"
    page.touch()
    before = page.stat()
    page.write_text("<p>Words")
    response = Files(directory=tmp_path).file_response(page, before, {"headers": []})
    assert (response.body, response.headers["content-length"]) == (b"<p>Words", "8")


def works(*titles: str) -> str:
    """Return a bibliography, with works enough for one frame around all their pages."""
    rows = enumerate((*titles, "On Bells and Nails", "On Hemp", "On Rope"), 2020)
    return "".join(
        f"@misc{{doe{year}, title = {{{title}}}, year = {year}}}\n" for year, title in rows
    )


SAVES = {
    "people/jane-doe": ("people/jane-doe.md", "---\nname: Jane Doe\nheadline: Locksmith\n---\n"),
    "index": ("index.md", "# Home\n\nA Locksmith.\n"),
    "papers/doe2021": ("refs.bib", works("On Keys", "Locksmith")),
    "people/ann-roe": ("people/ann-roe.md", "---\nname: Ann Roe\n---\n\nA Locksmith.\n"),
    "papers/doe2020": ("refs.bib", works("Bells and Nails of a Locksmith", "Locksmith")),
}
"""Pages, and the file that is saved to have a word on them; then a work is related to another."""


def test_one_process_leaves_after_each_save_what_a_clean_build_makes(tmp_path: Path):
    """Changed pages come first; a process that was killed, at work or idle, is replaced."""
    made, used = Project(tmp_path / "served"), []
    conf = f"{CONF}symposium_search = True\n"
    made.write({**MENDED, "conf.py": conf, "refs.bib": works("On Keys")})
    with closing(Rebuild(made.root)) as rebuild:
        list(rebuild())
        for page, (path, text) in SAVES.items():
            made.write({path: text})
            used.append(rebuild.process)
            steps = rebuild([path])
            next(steps)
            if page == "people/ann-roe":
                rebuild.process.kill()
            assert "Locksmith" in Path(made.root, OUT, f"{page}.html").read_text("utf-8")
            list(steps)
        assert used[0] is used[1] is used[3]
        rebuild.process.kill()
        made.write({"index.md": "# Home\n"})
        list(rebuild(["index.md"]))
    copy = Project(tmp_path / "clean")
    shutil.copytree(made.root, copy.root, ignore=shutil.ignore_patterns("_build"))
    clean = copy.build()
    served = replace(clean, outdir=made.root / OUT).files()
    assert [path for path, data in clean.files().items() if served.pop(path, b"") != data] == []
    assert served == {}
    with closing(Rebuild(made.root)) as rebuild:
        steps = rebuild()
        next(steps)
    list(steps)  # another thread may be in a build when this one ends
    assert rebuild.process is None
