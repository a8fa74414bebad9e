"""Texts of scripts and styles: all are in the catalogues, and a site loads those of its language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from script_texts import extract, texts
from support.project import MakeProject
from support.sites import REFS
from symposium.locale import FOLDER as LOCALE
from symposium.sphinxext.languages import DOMAIN, text_files
from symposium.web import STATIC

SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js"))}
CATALOGUES = sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
SHOWN = (
    r"(?:\"aria-(?:label|roledescription)\"|placeholder|title): |textContent = |\bsay\(|\btell\("
)
RE_UNMARKED = re.compile(rf'(?:{SHOWN})(?:"[^"]*[A-Za-z]{{2}}|`[^`]*(?<![$\w{{.])[A-Za-z]{{3,}} )')
RE_PLACE = re.compile(r"\{\w+\}")


def language_of(path: Path) -> str:
    return path.parents[1].name


def test_the_template_holds_the_texts_of_the_scripts_and_no_others() -> None:
    template = (LOCALE / f"{DOMAIN}.pot").read_bytes()
    assert template == texts(extract(), header=False), "run python tools/script_texts.py"


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_script_shows_or_says_is_marked(name: str) -> None:
    assert RE_UNMARKED.findall(SCRIPTS[name]) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=language_of)
def test_a_translation_has_what_its_text_has_filled_in(path: Path) -> None:
    with path.open("rb") as file:
        catalogue = read_po(file)
    for one in catalogue:
        forms = [one.string] if isinstance(one.string, str) else one.string
        ids = [one.id] if isinstance(one.id, str) else one.id
        wanted = Counter(RE_PLACE.findall(ids[-1]))
        for form in filter(None, forms if one.id else ()):
            # Languages have forms for one and for two that need no number.
            left = wanted - Counter(RE_PLACE.findall(form))
            assert set(left) <= ({"{count}"} if len(forms) > 1 else set()), form
            assert Counter(RE_PLACE.findall(form)) <= wanted, form


def test_german_is_complete() -> None:
    with (LOCALE / "de" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file)
    wanted = {
        (one.context, one.id if isinstance(one.id, str) else one.id[0])
        for one in extract()
        if one.id
    }
    there = {
        (one.context, one.id if isinstance(one.id, str) else one.id[0])
        for one in catalogue
        if one.string and (isinstance(one.string, str) or all(one.string)) and not one.fuzzy
    }
    assert wanted <= there


@pytest.mark.parametrize("path", CATALOGUES, ids=language_of)
def test_the_script_of_a_language_counts_by_the_rule_of_its_catalogue(path: Path) -> None:
    with path.open("rb") as file:
        rule = read_po(file).plural_expr
    script, _sheet = text_files(language_of(path)).values()
    assert f"\nform: (n) => Number({rule}),\n" in script.decode()


def test_a_site_in_another_language_loads_its_texts_before_all_scripts_of_ours(
    project: MakeProject,
) -> None:
    built = project({"refs.bib": REFS}).build(language="de")
    for name, content in text_files("de").items():
        assert Path(built.app.outdir, "_static", name).read_bytes() == content
    for page in ("index", "papers/index", "people/john-smith", "search"):
        html = built.html(page)
        assert html.index("symposium-texts-de.js?v=") < html.index("symposium.js?v=")
        assert "symposium-texts-de.css?v=" in html


RE_PHYSICAL = re.compile(
    r"(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*"
    r"|border-(?:top|bottom)-(?:left|right)-radius|left|right|top|bottom|(?:min-|max-)?(?:width|height))\s*:"
    r"|(?:text-align|float|clear)\s*:\s*(?:left|right)\b"
)


@pytest.mark.parametrize("path", sorted(STATIC.parent.rglob("*.css")), ids=lambda path: path.name)
def test_styles_say_start_and_end_not_left_and_right(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = [
        f"{path.name}:{number}: {line.strip()}"
        for number, line in enumerate(lines, 1)
        if RE_PHYSICAL.search(line.partition("@media")[0]) and "/* physical: " not in line
    ]
    assert wrong == [], "use logical properties, or say why not: /* physical: … */"
