"""A site in another language: nothing of ours is English there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

import pytest
from babel.messages.pofile import read_po
from support.example_site import EXAMPLE, example_site
from support.project import MakeProject, Outcome
from support.shared_site import SharedSite
from support.sites import SITE
from symposium.locale import FOLDER

NOT_OURS = {
    "Announcement", "APA", "ACM", "BibTeX", "CSL-JSON", "IEEE", "LaTeX", "Link to this heading",
    "Markdown", "MyST", "PDF", "Pandoc", "RIS", "Typst", "biblatex", "© Copyright CC0",
}  # fmt: skip
"""English texts of Sphinx and of the theme, which have no German ones; and proper names."""
AUTHORED = {"Breakfast", "Coffee", "Lunch", "Posters", "Tea", "Welcome", "and", "paper"}
"""Lines of programmes, a topic and a word between citations of the example that are also messages of ours."""

RE_WORD = re.compile(r"[^\W\d_]{2}")
RE_PARTS = re.compile(r"[,;:()\[\]…]| — |\. |\.$")
RE_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
RE_HOLES = re.compile(r"%\(\w+\)s|\{\w+\}")
RE_REFERENCE = re.compile(r'<p class="sy-copy".*?</p>|<p class="sy-keys">.*?</p>')
"""Formatted references are in the language of their style, and cite keys in none."""
RE_OFFSET = re.compile(r"UTC[+−]\d\d|\d\d:\d\d")


SAID = frozenset({
    "alt", "aria-label", "data-file", "data-failed", "data-label", "data-sy-copy", "data-sy-what",
    "placeholder", "title",
})  # fmt: skip
"""Attributes that are shown or read aloud."""
CODE = frozenset({"math", "pre", "script", "style"})
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class ShownTexts(HTMLParser):
    """Gathers texts; one ends wherever an element begins or ends."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end()
        given = dict(attrs)
        if given.get("class") != "Z3988":  # data for reference managers, in an empty element
            self.found += [given[name] or "" for name in SAID.intersection(given)]
        if tag == "meta" and given.get("name") == "description":
            self.found.append(given.get("content") or "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._end()
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not CODE.intersection(self._open):
            self._text += data

    def _end(self) -> None:
        self.found.append(self._text)
        self._text = ""


def shown_texts(html: str) -> Iterator[str]:
    """Yield the texts of a page, with single spaces, without the signs around them."""
    parser = ShownTexts()
    parser.feed(html)
    for text in parser.found:
        if shown := " ".join(text.split()).strip(" ,;:.·–()#"):
            yield shown


@pytest.fixture(scope="module")
def english(shared_site: SharedSite) -> Outcome:
    return example_site(shared_site)


@pytest.fixture(scope="module")
def german(shared_site: SharedSite) -> Outcome:
    return example_site(shared_site, language="de")


def messages(language: str) -> dict[str, tuple[str, ...]]:
    with (FOLDER / language / "LC_MESSAGES" / "symposium.po").open("rb") as file:
        catalogue = read_po(file)
    found = {}
    for one in catalogue:
        if one.id:
            first = one.id[0] if isinstance(one.id, tuple) else one.id
            found[first] = one.string if isinstance(one.string, tuple) else (one.string,)
            if isinstance(one.id, tuple):
                found[one.id[1]] = found[first]
    return found


def english_only(catalogue: Mapping[str, tuple[str, ...]]) -> Iterator[re.Pattern[str]]:
    """Yield what matches a message that is another one in German; a number may stand in it."""
    ours = {form for forms in catalogue.values() for form in forms}
    for message in catalogue:
        inside = RE_HOLES.sub("", re.sub(r"\{count\}|%\((?:count|number)\)s", "", message))
        if message not in ours and RE_WORD.search(inside) and not RE_HOLES.search(inside):
            texts = RE_HOLES.split(message)
            yield re.compile(r"[\d.,]+".join(map(re.escape, texts)))


def words_written_by_authors() -> str:
    paths = [path for path in sorted(EXAMPLE.rglob("*")) if path.suffix in {".md", ".bib", ".py"}]
    text = " ".join(" ".join(path.read_text("utf-8") for path in paths).split())
    return RE_LINK.sub(r"\1", text)


def untranslated(german: Mapping[str, str], english: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return (page, text) of what is a message in English, or the same on the English page.

    A text is an author's own if every part of it stands in the sources.
    """
    catalogue = messages("de")
    neutral = {form for forms in catalogue.values() for form in forms} | NOT_OURS
    wrong = re.compile("|".join(f"(?:{one.pattern})" for one in english_only(catalogue)))
    sources = words_written_by_authors()
    found = set()
    for page, html in german.items():
        same = set(shown_texts(english[page]))
        for text in shown_texts(html):
            if text in AUTHORED | NOT_OURS or (len(text) == 2 and text.isupper()):  # initials
                continue
            parts = [part.strip(" .#") for part in RE_PARTS.split(text) if RE_WORD.search(part)]
            ours = [
                part
                for part in parts
                if part not in sources and part not in neutral and not RE_OFFSET.search(part)
            ]
            if wrong.fullmatch(text) or (text in same and ours):
                found.add((page, text))
    return found


def pages(built: Outcome) -> dict[str, str]:
    return {
        page: RE_REFERENCE.sub("", html)
        for page, html in built.pages().items()
        if not page.startswith("_static/")
    }


def test_a_german_site_has_no_english_text_of_ours(german: Outcome, english: Outcome) -> None:
    assert german.warnings == ""
    assert len(pages(german)) > 70
    assert untranslated(pages(german), pages(english)) == set()


@pytest.mark.parametrize(
    "heading",
    ["<h2>Cited by</h2>", "<h2>A heading nobody marked</h2>", '<p title="2 papers">2</p>'],
)
def test_one_untranslated_text_is_found(heading: str, german: Outcome, english: Outcome) -> None:
    page = "papers/example2023wind.html"
    texts = [{page: f"{pages(one)[page]}{heading}"} for one in (german, english)]
    assert len(untranslated(*texts)) == 1


def test_a_page_names_its_language_and_dates_are_those_of_the_language(german: Outcome) -> None:
    assert '<html lang="de" data-content_root' in german.html("index")
    assert "26.–28. März 2027" in german.html("events/kites-2027/index")
    assert "Freitag, 26. März 2027" in german.html("events/kites-2027/index")


def test_the_api_says_the_same_in_every_language(german: Outcome, english: Outcome) -> None:
    """But for sentences that name works, as pages have them, and the digests of these."""
    for path in sorted(english.outdir.glob("api/v1/*.json")):
        texts = [
            one.joinpath("api/v1", path.name).read_text("utf-8")
            for one in (german.outdir, english.outdir)
        ]
        other, text = (re.sub(r'"[0-9a-f]{64}"', "", one) for one in texts)
        assert other.replace(" und ", " and ") == text, path.name


def test_an_arabic_site_is_read_from_right_to_left(shared_site: SharedSite) -> None:
    arabic = shared_site(SITE, language="ar")
    for page, html in pages(arabic).items():
        assert 'lang="ar" dir="rtl"' in html[:400], page
    assert "المحاضرات" in arabic.html("people/rosa-badia")
    assert "ورقتان" in arabic.html("people/jane-doe")  # two papers: the dual


OWN = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{count} paper"
msgid_plural "{count} papers"
msgstr[0] "{count} Aufsatz"
msgstr[1] "{count} Aufsätze"
"""
BOOKS = "".join(f"@book{{{key}, author={{Jane Doe}}, title={{T}}, year=2020}}\n" for key in "ab")


def test_a_changed_catalogue_makes_every_page_anew(project: MakeProject) -> None:
    files = {"index.md": "# A\n\n```{overview}\n```\n", "refs.bib": BOOKS}
    name = "locales/en/LC_MESSAGES/symposium.po"
    folder = project({**files, name: OWN})
    assert "2 Aufsätze" in folder.build().html("people/jane-doe")
    (folder.root / name).write_text(OWN.replace("Aufsätze", "works of wit"), "utf-8")
    built = folder.build()
    assert "2 works of wit" in built.html("people/jane-doe")
    (folder.root / name).unlink()
    built = folder.build()
    assert "2 papers" in built.html("people/jane-doe")
    assert built.files() == folder.build(out="clean").files()


def test_a_catalogue_that_cannot_be_read_is_named(project: MakeProject) -> None:
    folder = project({"index.md": "# A\n", "locales/de/LC_MESSAGES/symposium.po": "msgid oh\n"})
    with pytest.raises(Exception, match=r"symposium\.po: .*no catalogue of messages"):
        folder.build(language="de")


SIZES = """
@article{groesse, author={Doe, Jane}, title={Über die Größe}, journal={J}, year=2018,
  langid={ngerman}, abstract={Sie ist groß.}}
@article{size, author={Doe, Jane}, title={On Size}, journal={J}, year=2018,
  language={english}, abstract={It is large.}}
"""
BOTH = {
    "refs.bib": SIZES,
    "people/jane-doe.md": "---\nname: Jane Doe\nwas: [janed]\n---\n",
    "index.md": (
        "# A\n\n```{overview}\n```\n\n```{listing} papers\n:view: cards\n```\n\n"
        "```{bibliography}\n:all:\n```\n"
    ),
    "locales/de/LC_MESSAGES/symposium.po": OWN,
}


@pytest.fixture
def in_english(shared_site: SharedSite) -> Outcome:
    return shared_site(BOTH, language="en")


@pytest.fixture
def in_german(shared_site: SharedSite) -> Outcome:
    return shared_site(BOTH, language="de")


def test_a_project_says_some_texts_in_its_own_words(in_german: Outcome) -> None:
    assert "2 Aufsätze" in in_german.html("people/jane-doe")
    assert "Neueste Beiträge" in in_german.html("index")


def test_titles_and_abstracts_in_another_language_say_so(
    in_english: Outcome, in_german: Outcome
) -> None:
    paper = in_english.html("papers/groesse")
    assert '<h1 lang="de">Über die Größe</h1>' in paper
    assert '<div class="sy-abstract" lang="de">' in paper
    for page in ("people/jane-doe", "index"):
        assert 'papers/groesse.html" lang="de">Über die Größe</a>' in in_english.html(page)
        assert 'papers/size.html">On Size</a>' in in_english.html(page)
        assert 'papers/groesse.html">Über die Größe</a>' in in_german.html(page)
        assert 'papers/size.html" lang="en">On Size</a>' in in_german.html(page)
    assert "<h1>On Size</h1>" in in_english.html("papers/size")
