"""What is read piece by piece, from a cache or in several processes is what the whole file says."""

from __future__ import annotations

import dataclasses
import random
import shutil

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.kinds.paper import Paper
from symposium.model.encodings import decode_file
from symposium.model.memory import Stored, changed, slot
from symposium.model.problems import Code
from symposium.reading import chunks
from symposium.reading.bibliography_files import read_bibliographies, to_papers
from symposium.reading.bibtex_reader import parse
from symposium.reading.cache import Cache
from symposium.reading.folder import read_project

PARTS = [
    "@article{a, title = {T}, author = {Doe, Jane and {\\'E}lan, Bo}, year = 2020}\n",
    "@misc{b,\n  title = {U}, crossref = {p}, month = jan,\n  note = me}\n",
    "@proceedings{p, title = {P}, year = 2019, publisher = me}\n",
    "@misc{c, xdata = {x, y}, title = me # { and } # you}\n",
    "@xdata{x, publisher = {X}, crossref = {b}}\n",
    "@misc{y, crossref = {c}, abstract = {\\foo text  \n with lines}}\n", "@string{me = {Me}}\n",
    "@string{me = {Other}} @String(you = {You})\n", "@comment{", "@comment{closed}\n", "}\n", "{",
    "% a line @misc{no, title = {x}}\n", "@misc{a, title = {again}, url = {no link}}\n",
    "@Misc{A, title = {\\foo}} @misc{d, title = {one line}, author = {A and }}\n",
    "@misc(e, title = {in parentheses})\n", "@misc(\n@misc{f, title = {after that}}\n",
    "@misc{g, title = {not closed, year = 2020}\n", "@é(\n@b{key, title = {B}}\n",
    "@ieeetranbstctl{settings, x = {1}}\n", "write to me@home{x\n",
    '  @misc\n{h, title = "quoted", title = {twice}, keywords = {k, l}}\n', "\n\n", "\r\n", "\f",
    "text \x01 control\n", "ü\ufeff\n", "\u2003@article\u2003{wide, title = {W}}\n",
]  # fmt: skip

texts = st.lists(st.sampled_from(PARTS), max_size=12).map("".join)
noise = st.text(alphabet='@{}()"=,#%\n\r ab\\éſ', max_size=60)


def whole(data, path="refs.bib"):
    """Return papers and problems of a file that is read in one go."""
    text, first = decode_file(data, path, Code.BIB_ENCODING)
    raw, second = parse(text, path)
    papers, third = to_papers(raw, path)
    return shown(papers, [*first, *second, *third])


def shown(papers, problems):
    """Return all that is known of papers, places included, and all problems."""
    facts = [
        {field.name: getattr(paper, field.name) for field in dataclasses.fields(Paper)}
        | {"origin": (paper.origin.place, dict(paper.origin.fields))}
        for paper in papers
    ]
    return facts, sorted(map(str, set(problems)))


def pieces(data, cache=None, jobs=1):
    made = Cache(cache)
    found = shown(*read_bibliographies([("refs.bib", data)], made, jobs))
    made.close()
    return found


@settings(max_examples=examples(400))
@given(st.one_of(texts, noise, st.tuples(texts, noise).map("".join)))
@example("@comment{\n@misc{a, t = {x}}\n@string{me = {x}}\n}\n@misc{b, t = me}")
@example("@comment{\n@misc{a, t = {x}}\n@comment{ {\n@misc{b, t = {y}}\n")
@example("\ufeff\ufeff@misc{a, t = {x}}")
def test_the_pieces_of_a_file_say_what_the_whole_says(text):
    data = text.encode()
    assert pieces(data) == whole(data)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_other_encodings(encoding):
    data = "".join(PARTS).replace("\u2003", "").replace("ſ", "").replace("\ufeff", "")
    assert pieces(data.encode(encoding)) == whole(data.encode(encoding))


def test_abbreviations_without_bounds():
    long = "@string{a = {" + "x" * 100_000 + "}}\n"
    data = (long + "".join(f"@misc{{k{i}, title = a # a}}\n" for i in range(100))).encode()
    papers, problems = pieces(data)
    assert (papers, problems) == whole(data)
    assert any("B009" in problem for problem in problems)


edits = st.lists(
    st.tuples(
        st.sampled_from(["insert", "delete", "replace", "swap"]),
        st.integers(0, 20),
        st.sampled_from(PARTS),
    ),
    max_size=4,
)


def edit(parts, how, where, part):
    parts = [*parts] or [part]
    where %= len(parts)
    if how == "insert":
        parts.insert(where, part)
    elif how == "delete":
        del parts[where]
    elif how == "replace":
        parts[where] = part
    else:
        parts[where], parts[-1] = parts[-1], parts[where]
    return parts


@settings(
    max_examples=examples(80),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.sampled_from(PARTS), max_size=8), st.lists(edits, max_size=5))
def test_a_cache_makes_no_difference_after_any_edit(tmp_path, parts, rounds):
    folder = tmp_path / "cache"
    shutil.rmtree(folder, ignore_errors=True)
    for changes in [[], *rounds]:
        for change in changes:
            parts = edit(parts, *change)
        data = "".join(parts).encode()
        assert pieces(data, folder) == whole(data)
    assert len(list(folder.iterdir())) <= 1


def test_processes_make_no_difference(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "MIN_RUN", 3)
    here = []
    read = chunks.read_chunk
    monkeypatch.setattr(chunks, "read_chunk", lambda *args: (here.append(args[0]), read(*args))[1])
    parts = [part for part in PARTS if "\x01" not in part and part not in {"@comment{", "{"}]
    data = "".join(part.replace("{a,", f"{{a{i},") for i in range(4) for part in parts).encode()
    expected = whole(data)
    assert pieces(data, tmp_path / "two", 2) == expected
    assert len(list((tmp_path / "two").iterdir())) == 1
    assert pieces(data, tmp_path / "two", 2) == expected
    assert here == []
    odd = data + b"\x01\n"
    assert pieces(odd, tmp_path / "odd", 3) == whole(odd)


def damages(data):
    """Yield what may become of the bytes of a file, the same for equal files."""
    chance = random.Random(len(data))  # noqa: S311 - nothing secret
    yield b""
    yield data[: len(data) // 2]
    yield data + b"x"
    yield bytes(len(data))
    for _ in range(12):
        at = chance.randrange(max(1, len(data)))
        yield data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def test_a_damaged_cache_is_read_anew(tmp_path):
    data = "".join(part for part in PARTS if "\x01" not in part).encode()
    expected = whole(data)
    folder = tmp_path / "cache"
    assert pieces(data, folder) == expected
    good = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(good) == 1
    for name, content in good.items():
        for bad in damages(content):
            shutil.rmtree(folder)
            folder.mkdir()
            for other, right in good.items():
                (folder / other).write_bytes(bad if other == name else right)
            assert pieces(data, folder) == expected
    for name, content in good.items():
        shutil.rmtree(folder)
        folder.mkdir()
        (folder / name).write_bytes(content)
        assert pieces(data, folder) == expected


def test_a_cache_of_other_code_is_not_used(tmp_path, monkeypatch):
    data = PARTS[0].encode()
    pieces(data, tmp_path)
    (pack,) = tmp_path.iterdir()
    before = pack.read_bytes()
    monkeypatch.setattr("symposium.reading.cache.version", lambda: bytes(16))
    pieces(data, tmp_path)
    assert pack.read_bytes() != before


def project(tmp_path, text):
    (tmp_path / "refs.bib").write_text(text)
    return read_project(tmp_path, cache=tmp_path / "cache")[0].papers


def test_what_is_long_stays_in_the_file_until_it_is_asked_for(tmp_path):
    (paper,) = project(tmp_path, "\n@misc{k, title = {T},\n abstract = {A \\& B}}\n")
    assert isinstance(slot(Paper, "abstract").__get__(paper), Stored)
    assert paper.abstract == "A & B"
    assert paper.fields == (("title", "T"), ("abstract", "A \\& B"))
    assert (paper.origin.at("abstract").line, paper.origin.at("abstract").column) == (3, 2)
    other = changed(paper, title="U")
    assert isinstance(slot(Paper, "abstract").__get__(other), Stored)
    assert (other.title, other.abstract, other.key) == ("U", "A & B", "k")
    assert dataclasses.replace(paper, title="U") == other
    with pytest.raises(TypeError, match="no field nothing"):
        changed(paper, nothing=1)


def test_a_digest_is_that_of_the_entry_and_not_of_its_place(tmp_path):
    strings = "@string{me = {Me}}\n"
    parts = ["@misc{a, title = {T}}\n", "@misc{b, note = me}\n", "@misc{c, crossref = {p}}\n",
             "@book{p, title = {P}}\n"]  # fmt: skip
    first = {p.key: p.digest for p in project(tmp_path, strings + "".join(parts))}
    assert len(set(first.values())) == 4
    moved = {p.key: p.digest for p in project(tmp_path, f"\n{strings}\n" + "".join(parts[::-1]))}
    assert moved == first
    other = {p.key: p.digest for p in project(tmp_path, "@string{me = {You}}\n" + "".join(parts))}
    assert [key for key in first if other[key] != first[key]] == ["b"]
    parts[3] = "@book{p, title = {Q}}\n"
    other = {p.key: p.digest for p in project(tmp_path, strings + "".join(parts))}
    assert [key for key in first if other[key] != first[key]] == ["c", "p"]


def test_the_cache_does_not_grow_for_ever(tmp_path):
    entries = [f"@misc{{k{i}, title = {{{'T' * 500}}}}}\n" for i in range(60)]
    for round_ in range(60):
        entries[round_] = f"@misc{{k{round_}, title = {{{'U' * 500}}}}}\n"
        project(tmp_path, "".join(entries))
    files = list((tmp_path / "cache").iterdir())
    assert len(files) == 1
    assert sum(file.stat().st_size for file in files) < 3 * 60 * 900
