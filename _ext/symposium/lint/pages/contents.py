"""Rules for blocks of code and maths: code must be in its language, maths must be shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.pages.maths import is_convertible
from symposium.reading.conf_settings import texts_in
from symposium.reading.markdown.elements import CodeBlock, Directive, Formula, Position, Role

if TYPE_CHECKING:
    from pygments.lexer import Lexer

CODE = frozenset({"code", "code-block", "sourcecode"})
ANY = frozenset({"default", "guess", "none"})
"""Words of Sphinx for no language in particular."""
LONGEST_CODE = 100_000
"""Characters of a block of code that are looked at."""

Block = tuple[str, str, Place]
"""Language, text and place of a block of code."""


def code(subject: Subject) -> Iterator[Problem]:
    """Report blocks of code that are not what they say."""
    if subject.has_other_extensions:
        return  # which may know further languages
    usual = (texts_in(subject.settings.get("highlight_language")) or ["default"])[0]
    for document in subject.documents.values():
        for language, text, place in _blocks(document, usual):
            wrong = subject.results.of(_stumble, language, text[: LONGEST_CODE + 1])
            if wrong is None:
                message = f'there is no language "{language}" for code'
                yield Problem(Code.CODE_LANGUAGE, message, place, "write text, or correct the name")
            elif wrong:
                message = f'the code is not {language}, as "{wrong}" shows'
                yield Problem(Code.CODE_LANGUAGE, message, place, "correct it, or write text")


def _blocks(document: Document, usual: str) -> Iterator[Block]:
    for element in document.elements:
        if isinstance(element, CodeBlock):
            yield (
                _named(element.language or usual, element.text),
                element.text,
                document.place(element.spot),
            )
        elif isinstance(element, Directive) and element.name == "highlight":
            usual = element.argument or usual
        elif isinstance(element, Directive) and element.name in CODE:
            language = element.argument or usual
            if "force" not in element.options:
                place = document.place(element.spot)
                yield _named(language, element.body), element.body, place


def _named(language: str, text: str) -> str:
    """Return the name of a language, as Sphinx takes it."""
    if language in {"py", "python", "py3", "python3"}:
        return "pycon" if text.startswith(">>>") else "python"
    return "pycon" if language == "pycon3" else language


@cache
def _lexer(language: str) -> Lexer | None:
    # Lexers take time to import, and code that did not change needs none.
    from pygments.filters import RaiseOnErrorTokenFilter  # noqa: PLC0415
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415
    from pygments.util import ClassNotFound  # noqa: PLC0415

    if language in ANY:
        language = "text"
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return None
    lexer.add_filter(RaiseOnErrorTokenFilter())
    return lexer


def _stumble(language: str, text: str) -> str | None:
    """Return what code holds that its language does not know; ``None`` if there is no language."""
    from pygments.filters import ErrorToken  # noqa: PLC0415 - as above

    lexer = _lexer(language)
    if lexer is None or len(text) > LONGEST_CODE:
        return None if lexer is None else ""
    try:
        for _ in lexer.get_tokens(text):
            pass
    except ErrorToken as error:
        return str(error)
    except Exception:  # noqa: BLE001 - a lexer of others' that fails says nothing about the code
        return ""
    return ""


def formulas(subject: Subject) -> Iterator[Problem]:
    """Report formulas of pages that are shown as typed."""
    if subject.settings.get("html_math_renderer", "symposium") != "symposium":
        return
    for document in subject.documents.values():
        for tex, spot in _formulas(document):
            if not subject.results.of(is_convertible, tex.strip()):
                message = f"the formula ${tex.strip()[:80]}$ cannot be converted"
                place = document.place(spot)
                yield Problem(Code.PAGE_MATHS, message, place, "write it in simpler LaTeX")


def _formulas(document: Document) -> Iterator[tuple[str, Position]]:
    for element in document.elements:
        if isinstance(element, Formula):
            yield element.tex, element.spot
        elif isinstance(element, Role) and element.name.lower() == "math":
            yield element.text, element.spot
        elif isinstance(element, Directive) and element.name == "math":
            text = "\n\n".join(filter(None, (element.argument, element.body)))
            yield text, element.spot


RULES = (code, formulas)
