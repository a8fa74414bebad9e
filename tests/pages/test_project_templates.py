"""Templates of a project stand in the place of ours, whole or block by block."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.pages_site import known
from support.project import Project
from support.sites import SITE
from symposium.knowledge import NO_MENTIONS
from symposium.pages import Pages, Urls
from symposium.pages.template_environment import ProjectTemplateError

PAPER = "papers/doe2020fast"


class Rendered:
    """The pages of a project with templates of its own, without the frame of a theme."""

    def __init__(self, folder: Path, templates: Mapping[str, str]) -> None:
        Project(folder / "own").write(templates)
        kb = known(folder / "project", SITE)
        own = [str(folder / "own")] if templates else []
        self.pages = Pages(kb, NO_MENTIONS, Urls(), own)

    def html(self, page: str) -> str:
        """Return the HTML of a page."""
        made = self.pages.render(page)
        return made.header + made.sections


Render = Callable[[Mapping[str, str]], Rendered]


@pytest.fixture
def rendered(tmp_path: Path) -> Render:
    return lambda templates: Rendered(tmp_path, templates)


def test_a_block_of_a_template_is_replaced_and_all_else_stays(rendered):
    plain = rendered({}).html(PAPER)
    template = '{% extends "!paper.html" %}\n{% block abstract %}\n<p>No.</p>\n{% endblock %}\n'
    page = rendered({"paper.html": template}).html(PAPER)
    assert "<p>No.</p>" in page
    assert page.count("We read.") == plain.count("We read.") - 1
    assert 'id="bibtex"' in page


def test_super_is_what_the_block_was_at_any_depth(rendered):
    template = """\
{% extends "!paper.html" %}
{% block header %}
<div>{{ super() }}</div>
{% endblock %}
{% block byline %}
{% if record.authors %}<p>before</p>{{ super() }}<p>behind</p>{% endif %}
{% endblock %}
"""
    page = rendered({"paper.html": template}).html(PAPER)
    assert re.search(
        r'<div>.*?<p>before</p>\s*<p class="sy-byline">.*?<p>behind</p>.*</div>', page, re.DOTALL
    )


def test_the_outline_of_all_pages_is_extended_once(rendered):
    outline = (
        '{% extends "!page.html" %}\n{% block appendix %}{{ super() }}<p>End.</p>{% endblock %}'
    )
    pages = rendered({"page.html": outline})
    assert "<p>End.</p>" in pages.html("people/index")
    assert "<p>End.</p>" in pages.html("years/2020")
    assert "<p>End.</p>" not in pages.html(PAPER), "that template has an appendix of its own"


def test_imports_and_settings_of_a_project_stay_in_its_own_blocks(rendered):
    template = """\
{% extends "!paper.html" %}
{% from "own.html" import section %}
{% import "own.html" as own %}
{% set word = "a word of mine" %}
{% macro shout(text) %}<b>{{ text|upper }}</b>{% endmacro %}
{% block byline %}
<p>{{ section("mine") }} {{ own.section("again") }} {{ word }} {{ shout("hey") }} {% include "part.txt" %}</p>
{% endblock %}
"""
    own = {
        "paper.html": template,
        "own.html": "{% macro section(name) %}<i>{{ name }}</i>{% endmacro %}",
        "part.txt": "({{ record.links.keys()|list|length }})",
    }
    page = rendered(own).html(PAPER)
    assert "<p><i>mine</i> <i>again</i> a word of mine <b>HEY</b> (0)</p>" in page
    assert '<section id="abstract" class="sy-section">' in page, "our section is ours"


def test_a_macro_is_overridden_alone(rendered):
    macro = "{% macro paper_item(one, kind) %}<li>{{ one.id }}</li>{% endmacro %}"
    pages = rendered({"macros/items.html": macro})
    assert "<li>doe2020fast</li>" in pages.html("papers/index")
    assert "sy-item" in pages.html("events/index"), "the items of events are ours"


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("{{ recrod.title }}", "'recrod' is undefined"),
        ("{{ record.titel }}", "'symposium.kinds.paper.Paper object' has no attribute 'titel'"),
        ("{{ 1 // 0 }}", "ZeroDivisionError: integer division or modulo by zero"),
        ("{{ site.kb.title_of('paper', 'none') }}", "KeyError: 'none'"),
    ],
)
def test_an_error_in_a_template_names_its_line_whoever_fails(rendered, tmp_path, block, message):
    template = f'{{% extends "!paper.html" %}}\n{{% block byline %}}\n\n{block}{{% endblock %}}\n'
    with pytest.raises(ProjectTemplateError) as error:
        rendered({"paper.html": template}).html(PAPER)
    assert str(error.value) == f"{tmp_path}/own/paper.html:4: {message}"
