"""Templates of a project stand in the place of ours, whole or block by block."""

from __future__ import annotations

import re

import pytest
from sphinx.errors import ConfigError
from support.sites import REFS, SITE
from symposium.knowledge import NO_MENTIONS, build
from symposium.pages import Pages, Urls
from symposium.pages.template_errors import ProjectTemplateError
from symposium.reading.folder import read_project
from symposium.sphinxext import stopping

CONF = 'templates_path = ["_templates"]\n'
GUEST = 'project = "Host"\nextensions = ["myst_parser", "symposium"]\n' + CONF
PAPER = "papers/doe2020fast"


def built(project, templates, files=SITE, **options):
    own = {f"_templates/symposium/{name}": text for name, text in templates.items()}
    return project({**files, **own}, conf=CONF).build(**options)


def stopped(reason):
    raise SystemExit(reason)


def test_a_block_of_a_template_is_replaced_and_all_else_stays(project):
    plain = project(SITE, root="plain").build().html(PAPER)
    template = '{% extends "!paper.html" %}\n{% block abstract %}\n<p>No.</p>\n{% endblock %}\n'
    page = built(project, {"paper.html": template}).html(PAPER)
    assert "<p>No.</p>" in page
    assert page.count("We read.") == plain.count("We read.") - 1
    assert 'id="bibtex"' in page


def test_super_is_what_the_block_was_at_any_depth(project):
    template = """\
{% extends "!paper.html" %}
{% block header %}
<div>{{ super() }}</div>
{% endblock %}
{% block byline %}
{% if record.authors %}<p>before</p>{{ super() }}<p>behind</p>{% endif %}
{% endblock %}
"""
    page = built(project, {"paper.html": template}).html(PAPER)
    assert re.search(
        r'<div>.*?<p>before</p>\s*<p class="sy-byline">.*?<p>behind</p>.*</div>', page, re.DOTALL
    )


def test_the_outline_of_all_pages_is_extended_once(project):
    outline = (
        '{% extends "!page.html" %}\n{% block appendix %}{{ super() }}<p>End.</p>{% endblock %}'
    )
    pages = built(project, {"page.html": outline})
    assert "<p>End.</p>" in pages.html("people/index")
    assert "<p>End.</p>" in pages.html("years/2020")
    assert "<p>End.</p>" not in pages.html(PAPER), "that template has an appendix of its own"


def test_an_overridden_outline_is_that_of_an_overridden_page(project):
    page = built(
        project,
        {
            "page.html": '{% extends "!page.html" %}\n{% block provenance %}<p>Home-made.</p>{% endblock %}',
            "paper.html": '{% extends "!paper.html" %}\n{% block abstract %}<p>None.</p>{% endblock %}',
        },
    ).html(PAPER)
    assert "<p>Home-made.</p>" in page
    assert "<p>None.</p>" in page


def test_imports_and_settings_of_a_project_stay_in_its_own_blocks(project):
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
    page = built(project, own).html(PAPER)
    assert "<p><i>mine</i> <i>again</i> a word of mine <b>HEY</b> (0)</p>" in page
    assert '<section id="abstract" class="sy-section">' in page, "our section is ours"


def test_a_macro_is_overridden_alone(project):
    macro = "{% macro paper_item(one, kind) %}<li>{{ one.id }}</li>{% endmacro %}"
    pages = built(project, {"macros/items.html": macro})
    assert "<li>doe2020fast</li>" in pages.html("papers/index")
    assert "sy-item" in pages.html("events/index"), "the items of events are ours"


def test_what_a_template_shows_of_a_record_is_escaped(project):
    template = (
        '{% extends "!paper.html" %}\n{% block byline %}{{ "<b>" ~ record.key }}{% endblock %}'
    )
    assert "&lt;b&gt;doe2020fast" in built(project, {"paper.html": template}).html(PAPER)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            '{% extends "!paper.html" %}\n\n{% block byline %}{{ oops {% endblock %}',
            "_templates/symposium/paper.html:3: expected token 'end of print statement'",
        ),
        (
            '{% extends "!papr.html" %}\n',
            "_templates/symposium/paper.html:1: there is no template papr.html",
        ),
        (
            '{% extends "!paper.html" %}\n{% block byline %}\n{{ 1|unheard }}{% endblock %}',
            "_templates/symposium/paper.html:3: No filter named 'unheard'",
        ),
    ],
)
def test_a_template_that_cannot_be_compiled_is_one_located_error(project, template, message):
    with pytest.raises(ConfigError) as error:
        built(project, {"paper.html": template})
    assert str(error.value).startswith(message)


def test_a_template_that_is_not_utf8_is_named(project):
    with pytest.raises(ConfigError, match=r"paper\.html:1: the template is not UTF-8"):
        built(project, {"paper.html": b"\xff"})


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("{{ recrod.title }}", "'recrod' is undefined"),
        ("{{ record.titel }}", "'symposium.kinds.paper.Paper object' has no attribute 'titel'"),
        ("{{ 1 // 0 }}", "ZeroDivisionError: integer division or modulo by zero"),
        ("{{ site.kb.title_of('paper', 'none') }}", "KeyError: 'none'"),
    ],
)
def test_an_error_in_a_template_names_its_line_whoever_fails(tmp_path, block, message):
    template = f'{{% extends "!paper.html" %}}\n{{% block byline %}}\n\n{block}{{% endblock %}}\n'
    (tmp_path / "paper.html").write_text(template)
    (tmp_path / "refs.bib").write_text(REFS, encoding="utf-8")
    kb, _ = build(read_project(tmp_path)[0])
    pages = Pages(kb, NO_MENTIONS, Urls(), [str(tmp_path)])
    with pytest.raises(ProjectTemplateError) as error:
        pages.render(PAPER)
    assert str(error.value) == f"{tmp_path}/paper.html:4: {message}"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_ends_with_one_line_that_names_the_place(project, monkeypatch, jobs):
    monkeypatch.setattr(stopping, "stop", stopped)
    template = '{% extends "!paper.html" %}\n{% block byline %}{{ recrod.title }}{% endblock %}\n'
    with pytest.raises(SystemExit) as error:
        built(project, {"paper.html": template}, symposium_jobs=jobs)
    assert re.fullmatch(r".*paper\.html:2: 'recrod' is undefined", error.value.code)


def test_a_page_is_made_again_when_a_template_of_the_project_changes(project):
    template = '{% extends "!paper.html" %}\n{% block byline %}<p>one</p>{% endblock %}\n'
    made = project({**SITE, "_templates/symposium/paper.html": template}, conf=CONF)
    assert "<p>one</p>" in made.build().html(PAPER)
    made.write({"_templates/symposium/paper.html": template.replace("one", "two")})
    built_again = made.build()
    assert "<p>two</p>" in built_again.html(PAPER)
    made.remove("_templates/symposium/paper.html")
    last = made.build()
    assert "<p>two</p>" not in last.html(PAPER)
    clean = project(SITE, conf=CONF, root="clean").build()
    assert last.html(PAPER) == clean.html(PAPER)


def test_a_guest_has_templates_too_and_its_pages_follow_them(project):
    files = {name: text for name, text in SITE.items() if name != "index.md"}
    own = "_templates/symposium/"
    template = '{% extends "!person.html" %}\n{% block facts %}<p>one</p>{% endblock %}\n'
    made = project({**files, "conf.py": GUEST, f"{own}person.html": template})
    first = made.build()
    assert "<p>one</p>" in first.html("people/jane-doe"), "a document of the host"
    assert "<p>one</p>" in first.html("people/john-smith"), "a page without a document"
    made.remove(f"{own}person.html")
    second = made.build()
    assert "<p>one</p>" not in second.html("people/jane-doe")
    assert "<p>one</p>" not in second.html("people/john-smith")


def test_a_template_of_which_we_have_none_is_reported_with_the_nearest(project):
    built_site = built(project, {"papper.html": "x", "mine.html": "x"})
    assert built_site.warnings.strip() == (
        "_templates/symposium/papper.html:1: WARNING: no template of ours is called 'papper.html': "
        "did you mean 'paper.html'? [symposium.templates]"
    )


def test_templates_of_one_build_are_unknown_to_the_next(project):
    template = '{% extends "!paper.html" %}\n{% block byline %}<p>mine</p>{% endblock %}\n'
    with_own = project({**SITE, "_templates/symposium/paper.html": template}, conf=CONF, root="a")
    assert "<p>mine</p>" in with_own.build().html(PAPER)
    assert "<p>mine</p>" not in project(SITE, root="b").build().html(PAPER)


def test_the_build_of_a_guest_ends_with_one_line_too(project, monkeypatch):
    monkeypatch.setattr(stopping, "stop", stopped)
    files = {name: text for name, text in SITE.items() if name != "index.md"}
    template = '{% extends "!person.html" %}\n{% block facts %}{{ recrod.title }}{% endblock %}\n'
    made = project({**files, "conf.py": GUEST, "_templates/symposium/person.html": template})
    with pytest.raises(SystemExit, match=r"person\.html:2: 'recrod' is undefined"):
        made.build()


def test_a_template_that_is_no_xml_is_named_where_another_builder_needs_it(project, monkeypatch):
    monkeypatch.setattr(stopping, "stop", stopped)
    template = '{% extends "!person.html" %}\n{% block facts %}a<br>b{% endblock %}\n'
    files = {**SITE, "_templates/symposium/person.html": template}
    with pytest.raises(SystemExit, match=r"^people/jane-doe: .* not well-formed: mism"):
        project(files, conf=CONF).build("text")
