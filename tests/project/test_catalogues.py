"""The catalogues of messages: they hold what the code says, and fit it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from support.paths import ROOT
from symposium.locale import FOLDER

TEMPLATE = FOLDER / "symposium.pot"
LANGUAGES = sorted(path.name for path in FOLDER.iterdir() if (path / "LC_MESSAGES").is_dir())
COMPLETE = ("de",)
MAY_WAIT = 10
"""Messages that may wait for a translator."""
RE_HOLE = re.compile(r"%\(\w+\)s|\{\w+\}")
RE_TAG = re.compile(r"</?\w+")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def of_language(language: str) -> Catalog:
    return catalogue(FOLDER / language / "LC_MESSAGES" / "symposium.po")


def ids(found: Catalog) -> set[object]:
    return {(one.id, one.context) for one in found if one.id}


def forms(value: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def translated(language: str) -> Iterator[tuple[Message, str]]:
    for one in of_language(language):
        if one.id:
            yield from ((one, form) for form in forms(one.string) if form)


def test_the_template_holds_what_the_code_says(tmp_path: Path) -> None:
    """If it does not: make texts."""
    code = "import sys, texts; from pathlib import Path; texts.extract(Path(sys.argv[1]))"
    made = tmp_path / "made.pot"
    subprocess.run([sys.executable, "-c", code, made], cwd=ROOT / "tools", check=True)
    assert made.read_text("utf-8") == TEMPLATE.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_the_messages_of_the_template(language: str) -> None:
    """If one has not: make texts."""
    assert ids(of_language(language)) == ids(catalogue(TEMPLATE))


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("language", COMPLETE)
def test_german_lacks_no_more_than_the_words_of_a_new_kind(language: str) -> None:
    if untranslated := [one.id for one in of_language(language) if not all(forms(one.string))]:
        warnings.warn(f"translate to {language}: {untranslated}", stacklevel=1)
    assert len(untranslated) <= MAY_WAIT
    assert [one.id for one in of_language(language) if one.id and one.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_values_and_elements_of_its_message(language: str) -> None:
    wrong = []
    for one, form in translated(language):
        holes = set(RE_HOLE.findall(" ".join(forms(one.id))))
        theirs = set(RE_HOLE.findall(form))
        may_be_left_out = {"{count}"} if one.pluralizable else set()
        tags = [sorted(RE_TAG.findall(text)) for text in (forms(one.id)[0], form)]
        if not holes - may_be_left_out <= theirs <= holes or tags[0] != tags[1]:
            wrong.append((one.id, form))
    assert wrong == []


def test_no_message_hides_in_an_f_string() -> None:
    """Extraction does not look there."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "_ext").rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in {"_", "N_", "plural", "pgettext"}
        and any(isinstance(one, ast.Constant) for one in call.args)
    ]
    assert found == []
