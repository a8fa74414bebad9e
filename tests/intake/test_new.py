"""``symposium new``: the site of a person, and files for records."""

from __future__ import annotations

import pytest
from symposium.cli.commands import main
from symposium.model.problems import Severity
from symposium.project import read as load
from symposium_import.new_files import KINDS

REFS = """
@article{doe2023a, author = {Doe, J. A. and Roe, Tim}, title = {A}, journal = {J}, year = 2023}
@article{doe2024b, author = {Doe, Jane and Doe, John}, title = {B}, journal = {J}, year = 2024,
  preview = {b.png}, pdf = {b.pdf}}
@article{doe2025c, author = {Jane Doe*}, title = {C}, journal = {J}, year = 2025}
"""


def run(*words) -> int:
    return main(["new", *map(str, words)])


@pytest.fixture
def bib(tmp_path):
    """A bibliography as al-folio keeps it, with its files beside it."""
    (tmp_path / "old/_bibliography").mkdir(parents=True)
    (tmp_path / "old/assets/pdf").mkdir(parents=True)
    (tmp_path / "old/assets/pdf/b.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "me.JPG").write_bytes(b"x")
    path = tmp_path / "old/_bibliography/papers.bib"
    path.write_text(REFS, encoding="utf-8")
    return path


def errors(folder):
    found = load(folder).problems
    return [str(one) for one in found if one.severity is Severity.ERROR]


def test_a_person_gets_a_site(tmp_path, bib, capsys):
    site = tmp_path / "site"
    photo = tmp_path / "me.JPG"
    assert run(site, "--bib", bib, "--person", "Jane Doe", "--accent", "fd0", "--photo", photo) == 0
    said = capsys.readouterr().out
    assert "copied to files/: 1 file that entries name" in said
    kb = load(site).kb
    person = kb.people["jane-doe"]
    assert (person.photo, person.names) == ("files/me.jpg", ("J. A. Doe",))
    # John Doe is somebody else, and J. A. Doe is the person of the bibliography.
    assert len(kb.relations.papers_of_person["jane-doe"]) == 3
    assert (site / "files/b.pdf").read_bytes() == b"%PDF-1.4"
    conf = (site / "conf.py").read_text(encoding="utf-8")
    assert 'symposium_home = "people/jane-doe"' in conf
    assert 'symposium_accent = "#ffdd00"' in conf
    assert "## What to edit next" in (site / "README.md").read_text(encoding="utf-8")
    assert errors(site) == []


@pytest.mark.parametrize("folder", [".", "../assets", None])
def test_files_of_entries_are_found_near_the_bibliography(tmp_path, folder):
    bib = tmp_path / "own/refs.bib"
    bib.parent.mkdir()
    bib.write_text(REFS, encoding="utf-8")
    if folder:
        (bib.parent / folder).mkdir(parents=True, exist_ok=True)
        (bib.parent / folder / "b.png").write_bytes(b"x")
    assert run(tmp_path / "site", "--bib", bib, "--person", "Jane Doe") == 0
    assert (tmp_path / "site/files/b.png").is_file() == (folder is not None)


@pytest.mark.parametrize("words", [("new", "SITE", "--bib", "BIB"), ("adopt", "BIB", "SITE")])
@pytest.mark.parametrize("missing", ["", "preview = {files/none.png}, "])
def test_files_beside_a_bibliography_come_along_and_without_them_errors_are_to_be_mended(
    tmp_path, capsys, words, missing
):
    bib, site = tmp_path / "own/refs.bib", tmp_path / "site"
    (bib.parent / "files/2024").mkdir(parents=True)
    (bib.parent / "files/2024/b.pdf").write_bytes(b"%PDF-1.4")
    bib.write_text(f"@misc{{a, title = {{A}}, {missing}pdf = {{files/2024/b.pdf}}}}\n")
    main([{"SITE": str(site), "BIB": str(bib)}.get(word, word) for word in words])
    assert (site / "files/2024/b.pdf").is_file()
    assert ("mend the errors" in capsys.readouterr().out) is bool(missing) is bool(errors(site))


def test_an_organiser_gets_the_site_of_an_event_without_examples(tmp_path, capsys):
    site = tmp_path / "site"
    assert run(site, "--event", "Tides 2027") == 0
    assert (errors(site), [*load(site).kb.people]) == ([], [])
    assert 'symposium_home = "events/tides-2027"' in (site / "conf.py").read_text("utf-8")
    index = site / "events/tides-2027/index.md"
    text = index.read_text("utf-8")
    (tmp_path / "talks.csv").write_text(
        "title,speakers,time\nReading a gauge,Lena Brandt,9:30-10:00\n", "utf-8"
    )
    words = ["import", "talks", str(tmp_path / "talks.csv"), str(site), "--event", "tides-2027"]
    for broken, said in (("", "is there already"), ("---\ntitle: [\n---\n", "mend it first")):
        index.write_text(broken, "utf-8")
        assert main(words) == 2
        assert said in capsys.readouterr().err
    # What the organiser has written of the event holds for the import, and stays.
    text = text.replace("# timezone: America/Los_Angeles", "timezone: AoE")
    text = text.replace("AoE", "Europe/Lisbon", 1).replace("% Write here", "Come and see. % ")
    index.write_text(text.replace("# date: 2021-05-17/2021-05-19", "date: 2027-06-03"), "utf-8")
    assert main(words) == 0
    assert capsys.readouterr().err == ""
    kb = load(site).kb
    event = kb.events["tides-2027"]
    assert (event.title, event.timezone, str(event.date)) == (
        "Tides 2027", "Europe/Lisbon", "2027-06-03",
    )  # fmt: skip
    assert [one.talk for one in event.slots] == ["tides-2027/reading-a-gauge"]
    after = index.read_text("utf-8")
    assert [one for one in text.splitlines() if one not in after.splitlines()] == [
        one for one in text.splitlines() if one.startswith("# date: ")
    ]
    # From now on it has a programme, which an import renews only if it is told to.
    assert main(words) == 2
    assert main([*words, "--update"]) == 0
    assert index.read_text("utf-8") == after


def test_names_in_a_bibliography_of_many_are_for_a_human_to_decide(tmp_path, bib):
    others = "".join(
        f"@misc{{x{n}, author = {{Poe, Ed}}, title = {{T{n}}}, year = 2020}}\n" for n in range(9)
    )
    bib.write_text(REFS + others, encoding="utf-8")
    run(tmp_path / "site", "--bib", bib, "--person", "Jane Doe")
    assert load(tmp_path / "site").kb.people["jane-doe"].names == ()
    text = (tmp_path / "site/people/jane-doe.md").read_text(encoding="utf-8")
    assert "# names:\n#   - J. A. Doe  # 1 work" in text


def test_a_name_is_taken_in_both_orders(tmp_path, bib):
    assert run(tmp_path / "site", "--bib", bib, "--person", "Doe, Jane") == 0
    assert "project = 'Jane Doe'" in (tmp_path / "site/conf.py").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--person", "Jane Doe", "--event", "Meet"), "leave out one of them"),
        (("--event", " "), "--event needs a name"),
        (("--bib", "B", "--person", "Jane Doe", "--accent", "red"), '"red" is not a colour'),
        (("--bib", "B", "--person", "Jane Doe", "--photo", "no.jpg"), "no.jpg is no file"),
    ],
)
def test_what_cannot_be_meant_is_said_and_nothing_is_written(tmp_path, bib, capsys, words, message):
    site = tmp_path / "site"
    assert run(site, *(bib if one == "B" else one for one in words)) == 2
    assert message in capsys.readouterr().err
    assert not site.exists()


def test_each_kind_has_a_file_that_is_right_as_it_is(tmp_path, bib, monkeypatch, capsys):
    site = tmp_path / "site"
    run(site, "--bib", bib, "--person", "Jane Doe")
    monkeypatch.chdir(site)
    for kind in KINDS:
        name = {"paper": "doe2024b"}.get(kind, 'Señor "X": a #1 & more')
        assert run(kind, name) == 0, kind
    (path,) = site.glob("news/*-senor-x-a-1-more.md")
    assert "# people: " in path.read_text(encoding="utf-8")
    assert errors(site) == []
    kb = load(site).kb
    assert kb.people["senor-x-a-1-more"].name.text == 'Señor "X": a #1 & more'
    capsys.readouterr()
    assert run("person", 'Señor "X": a #1 & more') == 2
    assert "is there already" in capsys.readouterr().err


def test_a_file_that_would_describe_nothing_is_refused(tmp_path, bib, capsys):
    site = tmp_path / "site"
    run(site, "--bib", bib)
    capsys.readouterr()
    for words, message in (
        (("person",), "give it a name"),
        (("paper", "doe2024x"), "no entry of the bibliography has the key"),
        (("talk", "Salt"), "say at which event"),
        (("talk", "Salt", "--event", "meet"), 'no event has the id "meet"'),
        (("persn", "Jane"), '"persn" is not a kind of file'),
    ):
        assert run(*words, "--project", site) == 2, words
        assert message in capsys.readouterr().err
