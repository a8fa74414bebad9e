"""The language server and hostile texts, places and messages: it answers, soon, and goes on."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace import Workspace
from support.chosen import examples
from support.time_limits import ends_in_time
from symposium.editor.lsp import Server, completion, make_server

ODD = (
    "---\n", "name: A\n", "\r\n", "\r", "\n", "\0", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "e\u0301", "\ud800", "\u2028", "\x0b", "\x85", "\ufeff", "{person}`", "{cite:t}`", "```{listing} papers\n:author: ", "(" * 50,
    "@article{a,\n", 'author+an:person = {2="', "  - {a: [", "slots:\n", "\t", "x" * 5_000, "[" * 500, "*a " * 300,
)  # fmt: skip
"""Pieces of texts; one has a letter of two units in UTF-16."""
TEXTS = st.lists(st.sampled_from(ODD) | st.text(max_size=6), max_size=14).map("".join)
NUMBERS = st.integers(0, 40) | st.sampled_from((10**6, 2**31 - 1))
POSITIONS = st.builds(lsp.Position, NUMBERS, NUMBERS)
PATHS = st.sampled_from((
    "people/ada.md", "events/day/index.md", "refs.bib", "index.md", "permalinks.txt", "conf.py",
    "../outside.md", "people/%00.md", "people/" + "a" * 300 + ".md", "%ff%fe.bib", "a b.md#?x",
))  # fmt: skip
ENCODINGS = st.sampled_from(list(lsp.PositionEncodingKind))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "people").mkdir()
    (folder / "people" / "ada.md").write_text("---\nname: Ada\n---\n", encoding="utf-8")
    (folder / "refs.bib").write_text("@misc{a, title = {T}, year = 2020}\n", encoding="utf-8")
    return folder


def server_of(root: Path, encoding: lsp.PositionEncodingKind) -> Server:
    """Return a server that has begun, and tells nobody what it finds."""
    server = make_server(root)
    workspace = Workspace(root.as_uri(), position_encoding=encoding)
    server.protocol._workspace = workspace  # an editor would set it
    server.text_document_publish_diagnostics = lambda _: None  # type: ignore[method-assign]
    return server


def answers(server: Server, name: str, params: Any) -> Any:
    """Return what a feature of the server answers."""
    return server.protocol.fm.features[name](params)


@given(TEXTS, PATHS, st.lists(POSITIONS, min_size=2, max_size=4), ENCODINGS)
@settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
def test_nothing_an_editor_sends_is_too_odd(
    root: Path, text: str, path: str, places: list[lsp.Position], encoding: lsp.PositionEncodingKind
) -> None:
    server = server_of(root, encoding)
    uri = f"{root.as_uri()}/{path}"
    with ends_in_time():
        server.workspace.put_text_document(lsp.TextDocumentItem(uri, "markdown", 1, text))
        document = lsp.TextDocumentIdentifier(uri)
        answers(server, lsp.TEXT_DOCUMENT_DID_CHANGE, SimpleNamespace(text_document=document))
        for one, other in pairwise(places):
            found = completion(server, lsp.CompletionParams(document, one))
            assert isinstance(found, lsp.CompletionList)
            answers(server, lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(document, one))
            wanted = lsp.CodeActionParams(
                document, lsp.Range(one, other), lsp.CodeActionContext([])
            )
            answers(server, lsp.TEXT_DOCUMENT_CODE_ACTION, wanted)


def test_the_project_is_checked_though_a_file_is_odd(root: Path) -> None:
    server = server_of(root, lsp.PositionEncodingKind.Utf16)
    (root / "people" / "odd.md").write_bytes(b"---\nname: \xff\xfe\x00\n---\n\r\n[\n")
    server.check_project()
    assert server.kb
    assert "ada" in server.kb.people
