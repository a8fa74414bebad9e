"""``symposium check --pages``: what Sphinx says of pages, beside what the check says itself."""

from __future__ import annotations

from symposium.cli import main

PAGE = "# Home\n\n### [Deep](nowhere.md)\n\n{person}`nobody` {cite}`nothing`\n"


def test_sphinx_is_asked_for_pages_and_nothing_is_said_twice(project, capsys):
    made = project({
        "index.md": PAGE,
        "people/jane.md": "---\nname: Jane\nrole: faculty\nnmae: X\n---\n![x](no.png)\n",
        "pyproject.toml": '[tool.symposium.check]\nignore = ["R001"]\n',
    })  # fmt: skip
    before = sorted(made.root.rglob("*"))
    assert main(["check", "--pages", str(made.root)]) == 1
    printed = capsys.readouterr().out.replace(f"{made.root}/", "").splitlines()
    assert [line.partition(":")[0] + " " + line.split()[1] for line in printed] == [
        "index.md S011", "index.md S011", "index.md R008",
        "people/jane.md F005", "people/jane.md S011",
    ]  # fmt: skip
    assert printed[0] == (
        "index.md:3:1: S011 'myst' cross-reference target not found: 'nowhere.md' [myst.xref_missing]"
    )
    assert printed[1].startswith("index.md:3:1: S011 Non-consecutive header level increase")
    assert sorted(made.root.rglob("*")) == before


def test_a_project_that_sphinx_cannot_read_is_a_problem_in_a_line(project, capsys):
    made = project({"conf.py": "raise ValueError('no harbour')\n", "index.md": "# Home\n"})
    assert main(["check", "--pages", str(made.root)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(
        "conf.py:1:1: S011 Sphinx cannot read the project: ValueError: no harbour: mend that first"
    )
