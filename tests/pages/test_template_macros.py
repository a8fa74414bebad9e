"""Macros of our templates show the same as those that Jinja calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from jinja2 import FunctionLoader
from symposium.pages.template_environment import FOLDER, LinkedEnvironment

LIST = """\
{%- macro one(text, mark="-") %}{% set text_2 = mark ~ text %}<i>{{ text_2 }}</i>{% endmacro %}
{%- macro all(texts) %}{% for text in texts %}{{ one(text) }}{% endfor %}{% endmacro %}
{%- macro box(text) %}<b>{{ text }}</b>{{ caller() }}{{ text }}{% endmacro %}
{%- macro deep(n) %}{{ n }}{% if n %}{{ deep(n - 1) }}{% endif %}{% endmacro %}
{%- macro nested(box_of) %}{% for deep in box_of %}{{ framed(deep) }}{% endfor %}{% endmacro %}
{%- macro framed(n) %}{% call box(n) %}{{ deep(n) }}{{ one_of(n) }}{% endcall %}{% endmacro %}
{%- macro one_of(box) %}{{ box }}{% endmacro -%}
"""
FROM = '{% from "list.html" import all, box, deep, nested, one %}'
CASES = {
    "{{ one('a') }}{{ one('b', mark='+') }}": "<i>-a</i><i>+b</i>",
    "{{ all(['a', '<']) }}": "<i>-a</i><i>-&lt;</i>",
    "{% for text in 'xy' %}{{ one(text ~ text) }}{{ text }}{% endfor %}": "<i>-xx</i>x<i>-yy</i>y",
    "{% for text in 'xy' %}{% call box('t') %}{{ text }}{% endcall %}{% endfor %}":
        "<b>t</b>xt<b>t</b>yt",
    "{% call box(name) %}{% call box('in') %}{{ name }}{% endcall %}{% endcall %}":
        "<b>N</b><b>in</b>NinN",
    "{% call box(name) %}{% set name = 'set' %}{{ name }}{% endcall %}{{ name }}": "<b>N</b>setNN",
    "{{ deep(3) }}": "3210",
    "{{ nested([1, 2]) }}": "<b>1</b>1011<b>2</b>21022",
    "{{ one(one('a'))|upper }}": "<I>-<I>-A</I></I>",
}  # fmt: skip


def environment(template: str, folder: str = str(FOLDER)) -> LinkedEnvironment:
    """Return an environment with a template, and macros that lie in a folder."""
    files = {"page.html": (FROM + template, f"{FOLDER}/page.html"),
             "list.html": (LIST, f"{folder}/list.html")}  # fmt: skip

    def found(name: str) -> tuple[str, str, Callable[[], bool]]:
        return *files[name], lambda: True

    return LinkedEnvironment(autoescape=True, loader=FunctionLoader(found))


@pytest.mark.parametrize("template", CASES)
def test_a_call_writes_what_the_macro_writes(template: str) -> None:
    shown = {
        environment(template, folder).get_template("page.html").render(name="N")
        for folder in (str(FOLDER), "/project")
    }
    assert shown == {CASES[template]}
