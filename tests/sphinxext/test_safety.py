"""Nothing in a source file runs code, publishes another file, or loads anything from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from support.judges import Inspector
from support.project import Built, MakeProject
from support.sites import REFS, SITE

CANARY = "canary-7f3a"
"""Stands in files that must not be published."""


RE_RUN = re.compile(r"\s*(?:alert|evil)")


def assert_harmless(built: Built) -> None:
    """Assert what must hold for every page of every site."""
    for name, html in built.pages().items():
        if not name.startswith("_static/"):
            inspector = Inspector()
            inspector.feed(html)
            assert inspector.found == [], name
            assert not any(map(RE_RUN.match, inspector.scripts)), name
    for name, content in built.files().items():
        assert CANARY.encode() not in content, name


def many(bodies: Iterable[str]) -> dict[str, str | bytes]:
    """Return a site with a page for each body."""
    return {
        "refs.bib": REFS,
        **{f"n{i}.md": f"---\norphan:\n---\n# N\n\n{body}\n" for i, body in enumerate(bodies)},
    }


def page(body: str) -> dict[str, str | bytes]:
    """Return a small site whose home page has a body."""
    return {"refs.bib": REFS, "index.md": f"# Home\n\n{body}\n"}


def test_front_matter_runs_no_template(project: MakeProject) -> None:
    made = project({})
    mark = made.root / "executed"
    jinja = "cycler.__init__.__globals__.os.popen('touch " + str(mark) + "').read()"
    front = (
        "---\nmyst:\n  enable_extensions: [substitution]\n  substitutions:\n    x: y\n"
        "  html_meta:\n    'http-equiv=refresh': '0;url=https://evil.example'\n"
        f"html_meta:\n  description: {CANARY}\n---\n"
    )
    body = f"# T\n\n{{{{ {jinja} }}}}\n\n{{{{ x }}}}\n"
    made.write({"index.md": front + body, "people/a-b.md": "---\nname: A B\n" + front[4:] + body})
    built = made.build(myst_enable_extensions=["substitution"])
    assert not mark.exists()
    assert "substitution" in built.warnings
    assert "http-equiv" not in built.html("index").lower()
    assert "evil.example" not in built.html("index")
    assert_harmless(built)


INCLUSIONS = (
    "```{{include}} {0}\n```",
    "```{{csv-table}}\n:url: file://{1}\n```",
    "```{{eval-rst}}\n.. include:: /{0}\n   :literal:\n```",
    "![x]({1})",
    "![x](files/../{0})",
    "[x](path:{0})",
    "{{download}}`x <files/../{0}>`",
    "````{{card}} x\n:img-background: /{0}\ny\n````",
    "![x](files/link.png)",
    "{{download}}`x <files/link.png>`",
    "![x](files/folder/secret.png)",
    "![x](files/*)",
    "```{{code-block}}\n:file: {0}\n```",
)
"""Ways to another file; those of the hostile project are looked at in `test_hostile`."""


def test_no_other_file_is_published(project: MakeProject) -> None:
    made = project({"secret.png": CANARY, "private/secret.png": CANARY})
    (made.root / "files").mkdir()
    (made.root / "files" / "link.png").symlink_to(made.root / "secret.png")
    (made.root / "files" / "folder").symlink_to(made.root / "private")
    made.write(many(form.format("secret.png", made.root / "secret.png") for form in INCLUSIONS))
    built = made.build("html", html_theme="basic")
    assert_harmless(built)
    for number, form in enumerate(INCLUSIONS):
        links = re.findall(r'(?:href|src)="([^"]*)"', built.html(f"n{number}"))
        refused = f"n{number}.md" in built.warnings
        assert refused or not any("secret" in link for link in links), form


def test_a_symbolic_link_out_of_a_folder_of_sources_is_not_read(project: MakeProject) -> None:
    made = project(SITE)
    outside = made.root.parent / "outside.md"
    outside.write_text(f"---\nname: {CANARY}\n---\n{CANARY}\n", encoding="utf-8")
    (made.root / "people" / "evil.md").symlink_to(outside)
    (made.root / "notes.md").symlink_to(outside)
    built = made.build("html", html_theme="basic")
    assert_harmless(built)
    for name in ("people/evil.md", "notes.md"):
        assert f"{name}:1: ERROR: A symbolic link leads out" in built.warnings


def test_pictures_from_elsewhere_are_not_loaded(project: MakeProject) -> None:
    body = (
        "![x](https://evil.example/a.png)\n\n![x](//evil.example/a.png)\n\n"
        "```{image} http://evil.example/a.png\n```\n\n"
        "```{figure} HTTPS://evil.example/a.png\nx\n```\n\n"
        "````{card} x\n:img-top: https://evil.example/a.png\ny\n````\n\n"
        "```{eval-rst}\n.. |s| image:: https://evil.example/a.png\n\n|s|\n```\n\n"
        "```{meta}\n:http-equiv=refresh: 0;url=https://evil.example/\n```\n\n"
        "```{eval-rst}\n.. meta::\n   :http-equiv=refresh: 0;url=https://evil.example/\n```\n"
    )
    built = project(page(body)).build()
    assert_harmless(built)
    assert "url=https://evil.example" not in built.html("index")


def test_a_source_gives_no_style(project: MakeProject) -> None:
    body = (
        "```{image} /files/a.png\n:width: 10px;position:fixed\n:height: 99999px\n```\n\n"
        "```{figure} /files/a.png\n:figwidth: 5px;background:url(//evil.example)\nx\n```\n\n"
        '````{card} x\n:class-card: a" style="position:fixed\ny\n````\n\n'
        "```{list-table}\n:width: 10;position:fixed\n\n* - a\n```\n"
    )
    files = {**page(body), "files/a.png": b"\x89PNG\r\n\x1a\n"}
    html = project(files).build("html", html_theme="basic").html("index")
    main = html[html.index('role="main"') :]
    assert "position:fixed" not in re.sub(r">[^<]*<", "><", main)
    assert "evil.example" not in re.sub(r">[^<]*<", "><", main)


def test_conditions_run_no_code(project: MakeProject) -> None:
    made = project({})
    mark = made.root / "executed"
    expressions = (
        f"__import__('os').system('touch {mark}')",
        f"open('{mark}', 'w')",
        f"(lambda: open('{mark}', 'w'))()",
        f"[].__class__.__base__.__subclasses__() and open('{mark}', 'w')",
    )
    made.write(
        many(
            f"```{{{directive}}} {expression}\nshown\n```"
            for directive in ("only", "ifconfig")
            for expression in expressions
        )
    )
    made.build("html", html_theme="basic")
    assert not mark.exists()


@pytest.mark.parametrize("theme", ["pydata_sphinx_theme", "alabaster"])
def test_no_page_needs_another_site(project: MakeProject, theme: str) -> None:
    files = {
        **SITE,
        "index.md": "# Home\n\n$x^2$\n\n$$y$$\n\n````{grid}\n```{grid-item-card} A\nb\n```\n````\n",
    }
    built = project(files).build("html", html_theme=theme)
    assert_harmless(built)
    html = built.html("index")
    assert "<math" in html
    assert "mathjax@" not in html.lower()
    assert "cdn." not in html.lower()


def test_a_source_cannot_change_the_settings_of_docutils(project: MakeProject) -> None:
    files = {
        **page("```{eval-rst}\n.. default-role:: raw\n```\n"),
        "docutils.conf": "[restructuredtext parser]\nraw_enabled: yes\nfile_insertion_enabled: yes\n",
        "notes.rst": ":orphan:\n\nN\n=\n\n.. raw:: html\n\n   <script>alert(1)</script>\n",
    }
    assert_harmless(project(files).build("html", html_theme="basic"))


def test_authors_who_are_trusted_may_do_what_sphinx_allows(project: MakeProject) -> None:
    files = {
        "index.md": '# Home\n\n<b class="own">raw</b>\n\n```{include} part.txt\n```\n',
        "part.txt": "Included.\n",
        "people/ann-bee.md": '---\nname: Ann Bee\n---\n<i class="own">raw</i>\n',
    }
    made = project(files)
    built = made.build(symposium_trust=True, fresh=True)
    assert '<b class="own">raw</b>' in built.html("index")
    assert "Included." in built.html("index")
    assert '<i class="own">raw</i>' in built.html("people/ann-bee")
    guarded = made.build(fresh=True)
    assert "Included." not in guarded.html("index")
    assert 'class="own"' not in guarded.html("index") + guarded.html("people/ann-bee")
