"""``{any}`` in somebody's documentation leads to what is theirs."""

from __future__ import annotations

from support.project import MakeProject

CONF = 'extensions = ["symposium"]\nproject = "Docs"\nhtml_theme = "basic"\ndefault_role = "any"\n'
CONF += 'symposium_pages = ["paper", "topic"]\n'


def test_a_topic_takes_no_name_of_a_host(project: MakeProject) -> None:
    made = project({
        "refs.bib": "@misc{a, author = {Doe, Jane}, title = {T}, year = 2020, keywords = {gpu, cpu}}\n",
        "index.rst": "Docs\n====\n\n.. py:function:: gpu()\n\nSee `gpu` and :topic:`cpu`, :cite:t:`a`.\n",
    })  # fmt: skip
    made.remove("index.md")
    made.write({"conf.py": CONF})
    built = made.build()
    assert built.warnings == ""
    assert '<a class="reference internal" href="#gpu"' in built.html("index")
    assert 'href="topics/cpu.html"' in built.html("index")
