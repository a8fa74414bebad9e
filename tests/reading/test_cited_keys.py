"""The keys that a manuscript cites."""

from __future__ import annotations

from pathlib import Path

import pytest
from symposium.reading.page_roles import ALL, cited_keys

TEX = r"""\documentclass{x} \citestyle{acm}
\cite{a} \citep[see][p.~3]{b, c}% \cite{no}
100\% \cite*{d} \textcites[1]{e}[2]{f}
\nocite{*} \Citeauthor{g}
\autocite
  [3]{h}
"""
AUX = """\\relax
\\citation{a,b}
\\abx@aux@cite{0}{c}
\\abx@aux@cite{d}
\\bibcite{no}{1}
\\@input{chapter.aux}
\\@input{absent.aux}
"""
BCF = """<bcf:section number="0">
    <bcf:citekey order="1" intorder="1">a</bcf:citekey>
    <bcf:citekey order="2">b&amp;c</bcf:citekey>
    <bcf:citekey order="3" type="set" members="x">no</bcf:citekey>
    <bcf:citekey order="0">*</bcf:citekey>
"""
MARKDOWN = """See {cite:t}`a, b{p. 3}` and {footcite}`c`, but not `{no}` or `@no`.
[see @d, p. 3; -@e:x.1; @{f/g}] and @h. Somebody@example.org, https://x.org/@no, @fig-no.
```{note}
In a directive: @i
```
```python
@no
```
:::{tip}
@j
:::
~~~
[@no]
~~~
End: [@k].
"""
LIST = """# a comment
a
b, c; d
"@e"
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("x.tex", TEX, ["a", "b", "c", "d", "e", "f", ALL, "g", "h"]),
        ("x.aux", AUX, ["a", "b", "c", "d", "z"]),
        ("x.bcf", BCF, ["a", "b&c", ALL]),
        ("x.md", MARKDOWN, ["a", "b", "c", "d", "e:x.1", "f/g", "h", "i", "j", "k"]),
        ("x.rst", ":cite:t:`a,b` :footcite:`c`", ["a", "b", "c"]),
        ("keys.txt", LIST, ["a", "b", "c", "d", "e"]),
        ("x.tex", "no citation", []),
    ],
)
def test_keys_are_found_in_their_order(tmp_path: Path, name: str, text: str, expected: list[str]):
    (tmp_path / "chapter.aux").write_text("\\citation{z}\n\\@input{x.aux}\n")
    (tmp_path / name).write_text(text, "utf-8")
    assert [one.key for one in cited_keys(tmp_path / name)] == expected


def test_each_key_has_the_place_where_it_stands_first(tmp_path: Path):
    (tmp_path / "x.tex").write_text("\\cite{a}\n%\n\\cite{b,\na}\n")
    where = str(tmp_path / "x.tex")
    assert cited_keys(tmp_path / "x.tex") == [("a", where, 1), ("b", where, 3)]


def test_a_file_of_anything_ends_quickly(tmp_path: Path):
    for name in ("x.tex", "x.md", "x.aux", "x.bcf", "x.txt"):
        for text in (
            "\\cite[" * 20_000,
            "\\cite{" * 20_000,
            "`" * 50_000,
            "@" * 50_000,
            "{" * 9999,
        ):
            (tmp_path / name).write_text(text)
            cited_keys(tmp_path / name)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        cited_keys(tmp_path / "x.tex")
