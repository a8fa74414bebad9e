"""No document makes a build run for ever, or fail where Sphinx would."""

from __future__ import annotations

import pytest
from support.project import MakeProject
from support.time_limits import ends_in_time
from symposium.reading.markdown_limits import MOST_CELLS, MOST_TARGETS
from symposium.sphinxext.limits import MAX_DEPTH, small, small_range


def toctree(*names: str) -> str:
    return "```{toctree}\n" + "\n".join(names) + "\n```\n"


def test_tables_of_contents_may_hold_each_other(project: MakeProject) -> None:
    names = [f"n{number}" for number in range(15)]
    pages = {
        f"{name}.md": f"# {name}\n\n{toctree(*(one for one in names if one != name))}"
        for name in names
    }
    made = project({"index.md": f"# Home\n\n{toctree('n0')}", **pages})
    built = made.build(html_theme="basic")
    assert "tables of contents hold each other" in built.warnings
    assert "index.md:1:" in built.warnings
    assert 'href="n0.html"' in built.html("index")
    assert 'href="n2.html"' in built.html("n1")
    again = made.build(html_theme="basic")
    assert again.read() == []
    assert again.html("index") == built.html("index")


def test_tables_of_contents_may_be_deep(project: MakeProject) -> None:
    pages = {f"n{n}.md": f"# N\n\n{toctree(f'n{n + 1}')}" for n in range(MAX_DEPTH * 2)}
    files = {"index.md": f"# Home\n\n{toctree('n0')}", **pages, f"n{MAX_DEPTH * 2}.md": "# Last\n"}
    assert "nested too deep" in project(files).build(html_theme="basic").warnings


def test_patterns_of_tables_of_contents_are_soon_compared(project: MakeProject) -> None:
    stars = "*a" * 40 + "b"
    files = {
        "index.md": f"# Home\n\n```{{toctree}}\n:glob:\n{stars}\n```\n",
        f"{'a' * 200}.md": "---\norphan:\n---\n# A\n",
    }
    with ends_in_time():
        built = project(files).build(html_theme="basic")
    assert built.warnings.count("WARNING") == 1
    assert "index.md:3: WARNING: the pattern '*a*a" in built.warnings


def test_numbers_of_lines_are_bounded(project: MakeProject) -> None:
    assert small("-5") == -5
    assert small_range("1, 3-5") == "1, 3-5"
    for text in ("1-99999999", "9" * 5000, "1-99999," * 200):
        with pytest.raises(ValueError, match=r"more than|larger than"):
            small_range(text)
    with pytest.raises(ValueError, match="is larger than"):
        small("9" * 5000)
    block = "```{{code-block}} text\n:{}: {}\na\n```\n\n"
    body = "".join(
        block.format(name, value)
        for name in ("emphasize-lines", "lineno-start", "dedent")
        for value in ("1-999999999999", "9" * 5000, "1")
    )
    with ends_in_time():
        built = project({"index.md": f"# Home\n\n{body}"}).build(html_theme="basic")
    assert "index.md:3" in built.warnings


def test_targets_in_a_row_and_roles_are_bounded(project: MakeProject) -> None:
    rows = "".join(f"(t{number})=\n" for number in range(10_000))
    role = f"{{ref}}`{'a <' * 20_000}`"
    few = f"{rows[: rows.index('(t100)=')]}## A\n\nText and {role}\n\n{{ref}}`t99`\n"
    with ends_in_time():
        built = project(
            {"index.md": f"# Home\n\n{few}", "b.md": f"---\norphan: true\n---\n# B\n\n{rows}"}
        ).build(html_theme="basic")
    assert f"b.md:{5 + MOST_TARGETS}: WARNING: there are more than 100 targets" in built.warnings
    assert f"index.md:{5 + MOST_TARGETS}: WARNING: a role with more than 1,000" in built.warnings
    assert built.warnings.count("WARNING") == 2
    assert 'href="#t99"' in built.html("index")


def test_short_rows_of_a_table_are_not_filled_up_without_end(project: MakeProject) -> None:
    table = "```{csv-table}\n" + ",".join("abc" * 40) + "\n" + "x\n" * 40 + "```\n\n"
    most = MOST_CELLS // (40 * 119)
    made = project(
        {"index.md": f"# Home\n\n{table * most}", "b.md": f"# B\n\n{table * most}{table}"}
    )
    built = made.build(html_theme="basic")
    assert f"b.md:{3 + most * 44}: WARNING: the rows of this table" in built.warnings
    assert built.warnings.count("the rows of this table") == 1
    assert built.html("index").count("<table") == built.html("b").count("<table") == most
