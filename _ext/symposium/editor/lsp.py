"""``symposium lsp``: start the language server."""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
import traceback
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
from symposium.model.problems import AnyCode, Code, Problem, Severity, one_line
from symposium.reading import bibtex_reader, frontmatter
from symposium.reading.bibliography_files import to_papers

SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTICE: lsp.DiagnosticSeverity.Information,
}
TRIGGERS = [":", " ", "`", "-", ",", "{", "[", '"', "="]
MAX_SHOWN = 1_000
"""Largest number of problems shown in one file, the most severe first."""

MAX_READ = 500_000
"""Largest bibliography, in characters, that is checked at every key press."""

RE_WORD = re.compile(r"[^\s,:{}\[\]()\"']+|.")


class Server(LanguageServer):
    """Language server for one project."""

    def __init__(self, directory: Path | None = None, plugins: Sequence[str] = ()) -> None:
        super().__init__("symposium", __version__)
        self.directory = directory
        self.asked = Namespace(bib=None, select=[], ignore=[], plugin=plugins, pages=False)
        """Default options of `symposium check`."""
        self.kb: KnowledgeBase | None = None
        self.reports: Callable[[AnyCode, str], bool] = lambda *_: True
        """Tells whether the project reports a code in a file."""
        self.problems: dict[str, list[Problem]] = {}
        """Problems shown in the editor, by the URI of the file."""
        self.shown: set[str] = set()
        """Files with problems at the last check of the project."""
        self.checking = Lock()
        self.outdated = False
        """Whether a file was saved since the project was read."""

    @property
    def root(self) -> Path:
        """The folder of the project."""
        return (self.directory or Path(self.workspace.root_path or ".")).resolve()

    def path_of(self, uri: str) -> str:
        """Return the path of a file in the project, or an empty text for a file outside."""
        try:
            path = Path(unquote(urlparse(uri).path)).resolve()
        except ValueError:  # no file can have a name with this character
            return ""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else ""

    def place(
        self, params: lsp.HoverParams | lsp.CompletionParams
    ) -> tuple[str, list[str], ServerTextPosition]:
        """Return the path of a file, its lines, and the position in it, in characters."""
        uri = params.text_document.uri
        lines = [line.rstrip("\r\n") for line in self.lines_of(uri)]
        codec = self.workspace.position_codec
        at = codec.position_from_client_units(lines, params.position)
        return self.path_of(uri), lines, at

    def lines_of(self, uri: str) -> Sequence[str]:
        """Return the lines of a file; none if it is not in the project, or cannot be read."""
        try:
            return self.workspace.get_text_document(uri).lines if self.path_of(uri) else []
        except (OSError, ValueError):  # a folder, a file that is not there, or not UTF-8
            return []

    def check_file(self, uri: str) -> None:
        """Show the problems of a file as it is in the editor."""
        document = self.workspace.get_text_document(uri)
        path = self.path_of(uri)
        if path:
            problems = problems_of(path, document.source)
            self.show(uri, [problem for problem in problems if self.reports(problem.code, path)])

    def check_project(self) -> None:
        """Show the problems of all saved files; calls during a check lead to one more check."""
        self.outdated = True
        while self.outdated and self.checking.acquire(blocking=False):
            try:
                self.outdated = False
                self.check_once()
            except LocatedError:  # there is no project
                continue
            finally:
                self.checking.release()

    def check_once(self) -> None:
        """Read the project, and show the problems of all files.

        Raises:
            LocatedError: if there is no project.
        """
        checked = look(self.asked, self.root, frozenset())
        self.kb, self.reports = checked.subject.kb, checked.fixes
        by_path: dict[str, list[Problem]] = defaultdict(list)
        for problem in checked.problems:
            by_path[problem.place.path].append(problem)
        for path in {*by_path, *self.shown}:
            self.show((self.root / path).as_uri(), by_path.get(path, []))
        self.shown = set(by_path)

    def show(self, uri: str, problems: list[Problem]) -> None:
        """Replace the problems of a file in the editor."""
        self.problems[uri] = sorted(problems, key=lambda problem: -problem.severity)[:MAX_SHOWN]
        lines = self.lines_of(uri)
        diagnostics = [self.diagnostic(problem, lines) for problem in self.problems[uri]]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))

    def diagnostic(self, problem: Problem, lines: Sequence[str]) -> lsp.Diagnostic:
        """Return a problem as a diagnostic that underlines the word at its place."""
        line, column = max(problem.place.line - 1, 0), max(problem.place.column - 1, 0)
        word = RE_WORD.match(lines[line], column) if line < len(lines) else None
        start = ServerTextPosition(line, column)
        span = ServerTextRange(start, ServerTextPosition(line, word.end() if word else column))
        codec = self.workspace.position_codec
        return lsp.Diagnostic(
            range=codec.range_to_client_units(lines, span),
            message=problem.text,
            severity=SEVERITIES[problem.severity],
            code=problem.code.code,
            source="symposium",
        )

    def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return quick fixes for the problems in the selected lines."""
        uri = params.text_document.uri
        lines = self.lines_of(uri)
        source = SourceText.of("".join(lines).encode(errors="replace"))
        selected = range(params.range.start.line + 1, params.range.end.line + 2)
        actions = []
        for problem in self.problems.get(uri, []):
            if not source or not problem.edits or problem.place.line not in selected:
                continue
            inside = [edit for edit in problem.edits if edit.place.path == problem.place.path]
            changes = [change for edit in inside if (change := source.change(edit))]
            if len(changes) == len(problem.edits):
                action = lsp.CodeAction(
                    title=problem.hint or f"Mend {problem.code.code}",
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[self.diagnostic(problem, lines)],
                    edit=lsp.WorkspaceEdit(
                        {uri: [self.text_edit(*change, source) for change in changes]}
                    ),
                    is_preferred=True,
                )
                actions.append(action)
        return actions

    def text_edit(self, start: int, end: int, new: str, source: SourceText) -> lsp.TextEdit:
        """Return an edit in the units of the editor."""
        begin, behind = (
            ServerTextPosition(line, at - source.starts[line])
            for at, line in ((at, source.line_of(at)) for at in (start, end))
        )
        codec = self.workspace.position_codec
        lines = source.text.split("\n")
        span = ServerTextRange(begin, behind)
        return lsp.TextEdit(codec.range_to_client_units(lines, span), new)


def problems_of(path: str, text: str) -> list[Problem]:
    """Return the problems of a file in itself, without its relations to others."""
    if path.endswith(".bib") and len(text) <= MAX_READ:
        entries, problems = bibtex_reader.parse(text, path)
        problems += to_papers(entries, path)[1]
        # Parents may be in another file.
        return [problem for problem in problems if problem.code is not Code.BIB_MISSING_PARENT]
    record = page_of(path)
    if not record:
        return []
    kind, page = record
    tree, _, problems = frontmatter.read(text, path)
    return [*problems, *BY_NAME[kind].read(tree, page)[1]]


def make_server(directory: Path | None = None, plugins: Sequence[str] = ()) -> Server:
    """Return a server for a project, or for the folder open in the editor, ready to start.

    ``plugins`` are trusted, even if they are in the folder of the project.
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
    """Return the completions at the place in a request."""
    path, lines, at = server.place(params)
    offered = offer(path, lines, at.line, at.character, server.kb)
    start = ServerTextPosition(at.line, at.character - len(offered.typed))
    codec = server.workspace.position_codec
    word_range = codec.range_to_client_units(lines, ServerTextRange(start, at))
    items = [
        lsp.CompletionItem(
            label=choice.text,
            kind=lsp.CompletionItemKind.Field if choice.field else lsp.CompletionItemKind.Value,
            detail=choice.detail or None,
            documentation=choice.help or None,
            text_edit=lsp.TextEdit(word_range, f"{choice.text}: " if choice.field else choice.text),
            filter_text=f"{choice.text} {choice.detail}",
            sort_text=f"{index:06}",
        )
        for index, choice in enumerate(offered.suggestions)
    ]
    return lsp.CompletionList(is_incomplete=not offered.complete, items=items)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "directory", nargs="?", type=Path, metavar="DIR",
        help="the project: the folder of conf.py (default: what the editor has open)",
    )  # fmt: skip
    add_plugins(command)
    # Many editors always add this option; there is no other transport.
    command.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)


class OneLine(logging.Formatter):
    """Logs a fault in one line with its place: a client may send anything."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the first line of the message, the error, and the line of code that raised it."""
        text = record.getMessage().partition("\n")[0]
        if record.exc_info and record.exc_info[2]:
            last = traceback.extract_tb(record.exc_info[2])[-1]
            text += f": {record.exc_info[1]!r} ({last.filename}:{last.lineno})"
        return one_line(text)


def run(arguments: argparse.Namespace) -> bool:
    """Serve the editor until it disconnects."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.getLogger("pygls").addHandler(handler)
    # The library closes its output stream, but standard output must stay open.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        make_server(arguments.directory, arguments.plugin).start_io(stdout=out)
    return False
