"""Templates of a project in builds: errors, changes, and hosts; `pages` has what they may do."""

from __future__ import annotations

import re

import pytest
from sphinx.errors import ConfigError
from support.chosen import chosen
from symposium.export import task_pool
from symposium.sphinxext import stopping

CONF = 'templates_path = ["_templates"]\n'
GUEST = 'project = "Host"\nextensions = ["myst_parser", "symposium"]\n' + CONF
PAPER = "papers/a"
SITE = {
    "refs.bib": "@misc{a, author = {Smith, John and Doe, Jane}, title = {A}, year = 2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\n---\nShe reads.\n",
}
"""One page of a document, and others without."""


def built(project, templates, files=SITE, **options):
    own = {f"_templates/symposium/{name}": text for name, text in templates.items()}
    return project({**files, **own}, conf=CONF).build(**options)


def stopped(reason):
    raise SystemExit(reason)


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


@pytest.mark.parametrize("jobs", chosen([1, 2], 2))
def test_a_build_ends_with_one_line_that_names_the_place(project, monkeypatch, jobs):
    monkeypatch.setattr(task_pool, "MIN_TASKS", 1)
    monkeypatch.setattr(stopping, "stop", stopped)
    template = '{% extends "!paper.html" %}\n{% block byline %}{{ recrod.title }}{% endblock %}\n'
    with pytest.raises(SystemExit) as error:
        built(project, {"paper.html": template}, symposium_jobs=jobs)
    assert re.fullmatch(r".*paper\.html:2: 'recrod' is undefined", error.value.code)


def test_a_page_is_made_again_when_a_template_or_what_it_shows_from_beyond_its_reach_changes(
    project,
):
    far = '{{ kb.people["cyd-cole"].orcid or "" }}'
    template = (
        f'{{% extends "!paper.html" %}}\n{{% block byline %}}<p>one{far}</p>{{% endblock %}}\n'
    )
    cyd = {"people/cyd-cole.md": "---\nname: Cyd Cole\n---\n"}
    made = project({**SITE, **cyd, "_templates/symposium/paper.html": template}, conf=CONF)
    assert "<p>one</p>" in made.build().html(PAPER)
    made.write({"people/cyd-cole.md": "---\nname: Cyd Cole\norcid: 0000-0002-1825-0097\n---\n"})
    assert "<p>one0000-0002-1825-0097</p>" in made.build().html(PAPER)
    made.write({**cyd, "_templates/symposium/paper.html": template.replace("one", "two")})
    built_again = made.build()
    assert "<p>two</p>" in built_again.html(PAPER)
    made.remove("_templates/symposium/paper.html")
    last = made.build()
    assert "<p>two</p>" not in last.html(PAPER)
    # Templates of one build are unknown to the next.
    clean = project({**SITE, **cyd}, root="clean").build()
    assert last.html(PAPER) == clean.html(PAPER)


def test_a_guest_has_templates_too_and_its_pages_follow_them(project):
    own = "_templates/symposium/"
    template = '{% extends "!person.html" %}\n{% block facts %}<p>one</p>{% endblock %}\n'
    made = project({**SITE, "conf.py": GUEST, f"{own}person.html": template})
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
