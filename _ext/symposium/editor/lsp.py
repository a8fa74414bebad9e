"""``symposium lsp``: start the language server."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.workspace import ServerTextPosition, ServerTextRange

from symposium import __version__
from symposium.cli.check import look
from symposium.cli.project import add_plugins
from symposium.editor.completion import help_at, offer, page_of
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.lint.source_texts import SourceText
from symposium.model.errors import LocatedError
from symposium.model.problems import AnyCode, Code, Problem, Severity
from symposium.reading import bibtex_reader, frontmatter
from symposium.reading.bibliography_files import to_papers

SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTICE: lsp.DiagnosticSeverity.Information,
}
TRIGGERS = [":", " ", "`", "-", ",", "{", "[", '"', "="]
MAX_SHOWN = 1_000
"""Problems of one file that an editor is told, the worst ones first; nobody reads more of them."""

MAX_READ = 500_000
"""Characters of a bibliography that are read again at every key."""

RE_WORD = re.compile(r"[^\s,:{}\[\]()\"']+|.")


class Server(LanguageServer):
    """A conversation with an editor about one project."""

    def __init__(self, directory: Path | None = None, plugins: Sequence[str] = ()) -> None:
        super().__init__("symposium", __version__)
        self.directory = directory
        self.asked = Namespace(bib=None, select=[], ignore=[], plugin=plugins, pages=False)
        """What `symposium check` looks for where nothing else is asked."""
        self.kb: KnowledgeBase | None = None
        self.wanted: Callable[[AnyCode, str], bool] = lambda *_: True
        """Whether the project wants to hear of a code, in a file."""
        self.problems: dict[str, list[Problem]] = {}
        """What the editor shows, by the address of the file."""
        self.shown: set[str] = set()
        """The files for which the editor shows problems of the project."""
        self.checking = Lock()
        self.outdated = False
        """Whether something was saved since the project was read."""

    @property
    def root(self) -> Path:
        """The folder of the project."""
        return (self.directory or Path(self.workspace.root_path or ".")).resolve()

    def path_of(self, uri: str) -> str:
        """Return the path of a file in the project; an empty one for a file outside of it."""
        try:
            path = Path(unquote(urlparse(uri).path)).resolve()
        except ValueError:  # no file can have a name with this character
            return ""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else ""

    def place(
        self, params: lsp.HoverParams | lsp.CompletionParams
    ) -> tuple[str, list[str], ServerTextPosition]:
        """Return the path of a file, its lines, and the place in it, counted in characters."""
        document = self.workspace.get_text_document(params.text_document.uri)
        lines = [line.rstrip("\r\n") for line in document.lines]
        codec = self.workspace.position_codec
        at = codec.position_from_client_units(lines, params.position)
        return self.path_of(document.uri), lines, at

    def check_file(self, uri: str) -> None:
        """Show what is wrong with a file as it stands in the editor."""
        document = self.workspace.get_text_document(uri)
        path = self.path_of(uri)
        if path:
            found = problems_of(path, document.source)
            self.show(uri, [one for one in found if self.wanted(one.code, path)])

    def check_project(self) -> None:
        """Show what is wrong with all files as they were saved, once for many calls meanwhile."""
        self.outdated = True
        while self.outdated and self.checking.acquire(blocking=False):
            try:
                self.outdated = False
                self.check_once()
            except LocatedError:  # there is no project, or not any more
                continue
            finally:
                self.checking.release()

    def check_once(self) -> None:
        """Read the project, and show what is wrong with all files.

        Raises:
            LocatedError: if there is no project.
        """
        checked = look(self.asked, self.root, frozenset())
        self.kb, self.wanted = checked.subject.kb, checked.fixes
        by_path: dict[str, list[Problem]] = defaultdict(list)
        for problem in checked.problems:
            by_path[problem.place.path].append(problem)
        for path in {*by_path, *self.shown}:
            self.show((self.root / path).as_uri(), by_path.get(path, []))
        self.shown = set(by_path)

    def show(self, uri: str, problems: list[Problem]) -> None:
        """Tell the editor the problems of a file, instead of those it was told before."""
        self.problems[uri] = sorted(problems, key=lambda one: -one.severity)[:MAX_SHOWN]
        try:
            lines = self.workspace.get_text_document(uri).lines
        except (OSError, ValueError):  # a folder, a file that is not there, or not UTF-8
            lines = []
        found = [self.diagnostic(problem, lines) for problem in self.problems[uri]]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))

    def diagnostic(self, problem: Problem, lines: Sequence[str]) -> lsp.Diagnostic:
        """Return a problem as editors show it: the word at its place is underlined."""
        line, column = max(problem.place.line - 1, 0), max(problem.place.column - 1, 0)
        word = RE_WORD.match(lines[line], column) if line < len(lines) else None
        start = ServerTextPosition(line, column)
        whole = ServerTextRange(start, ServerTextPosition(line, word.end() if word else column))
        codec = self.workspace.position_codec
        return lsp.Diagnostic(
            range=codec.range_to_client_units(lines, whole),
            message=problem.text,
            severity=SEVERITIES[problem.severity],
            code=problem.code.code,
            source="symposium",
        )

    def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return what mends the problems in some lines, where that is safe."""
        uri = params.text_document.uri
        lines = self.workspace.get_text_document(uri).lines
        source = SourceText.of("".join(lines).encode())
        wanted = range(params.range.start.line + 1, params.range.end.line + 2)
        made = []
        for problem in self.problems.get(uri, []):
            if not source or not problem.edits or problem.place.line not in wanted:
                continue
            inside = [one for one in problem.edits if one.place.path == problem.place.path]
            changes = [change for one in inside if (change := source.change(one))]
            if len(changes) == len(problem.edits):
                action = lsp.CodeAction(
                    title=problem.hint or f"Mend {problem.code.code}",
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[self.diagnostic(problem, lines)],
                    edit=lsp.WorkspaceEdit(
                        {uri: [self.text_edit(*one, source) for one in changes]}
                    ),
                    is_preferred=True,
                )
                made.append(action)
        return made

    def text_edit(self, start: int, end: int, new: str, source: SourceText) -> lsp.TextEdit:
        """Return a change of a text as editors make it."""
        begin, behind = (
            ServerTextPosition(line, at - source.starts[line])
            for at, line in ((at, source.line_of(at)) for at in (start, end))
        )
        codec = self.workspace.position_codec
        lines = source.text.split("\n")
        whole = ServerTextRange(begin, behind)
        return lsp.TextEdit(codec.range_to_client_units(lines, whole), new)


def problems_of(path: str, text: str) -> list[Problem]:
    """Return what is wrong with the text of a file by itself, its relations left aside."""
    if path.endswith(".bib") and len(text) <= MAX_READ:
        entries, problems = bibtex_reader.parse(text, path)
        problems += to_papers(entries, path)[1]
        # Parents may stand in another file.
        return [problem for problem in problems if problem.code is not Code.BIB_MISSING_PARENT]
    found = page_of(path)
    if not found:
        return []
    kind, page = found
    tree, _, problems = frontmatter.read(text, path)
    return [*problems, *BY_NAME[kind].read(tree, page)[1]]


def make_server(directory: Path | None = None, plugins: Sequence[str] = ()) -> Server:
    """Return a server for a project, or for what the editor has open, ready to be started.

    ``plugins`` are trusted, though they lie in the folder of the project.
    """
    server = Server(directory, plugins)

    for moment in (lsp.INITIALIZED, lsp.TEXT_DOCUMENT_DID_SAVE, lsp.TEXT_DOCUMENT_DID_CLOSE):

        @server.feature(moment)
        @server.thread()
        def check(_: Any) -> None:
            server.check_project()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.check_file(params.text_document.uri)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=TRIGGERS)
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        return completion(server, params)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
    )
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return server.actions(params)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        path, lines, at = server.place(params)
        text = help_at(path, lines, at.line, at.character)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.PlainText, text)) if text else None

    return server


def completion(server: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    """Return what could be written at a place."""
    path, lines, at = server.place(params)
    made = offer(path, lines, at.line, at.character, server.kb)
    start = ServerTextPosition(at.line, at.character - len(made.typed))
    codec = server.workspace.position_codec
    whole = codec.range_to_client_units(lines, ServerTextRange(start, at))
    items = [
        lsp.CompletionItem(
            label=one.text,
            kind=lsp.CompletionItemKind.Field if one.field else lsp.CompletionItemKind.Value,
            detail=one.detail or None,
            documentation=one.help or None,
            text_edit=lsp.TextEdit(whole, f"{one.text}: " if one.field else one.text),
            filter_text=f"{one.text} {one.detail}",
            sort_text=f"{index:06}",
        )
        for index, one in enumerate(made.suggestions)
    ]
    return lsp.CompletionList(is_incomplete=not made.complete, items=items)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "directory", nargs="?", type=Path, metavar="DIR",
        help="the project: the folder of conf.py (default: what the editor has open)",
    )  # fmt: skip
    add_plugins(command)
    # Many editors add it without being asked; there is nothing else to choose.
    command.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> bool:
    """Answer the editor until it ends the conversation."""
    # The library closes what it writes to; standard output stays open for whoever is next.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        make_server(arguments.directory, arguments.plugin).start_io(stdout=out)
    return False
