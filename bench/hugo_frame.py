"""The frame of the theme as base templates of Hugo, so that both sites have the same."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from symposium.pages import Fragment, frame
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.frame_maker import make_frame

BODY = """\
<section id="{{ $p.name }}">
{{ template "main" $p }}
</section>"""
"""Body of the base template; each kind of page defines ``main``."""

VALUES = {
    frame.PAGE: "{{ $p.name }}",
    frame.TITLE: "{{ with $p.text }}{{ . }}{{ else }}{{ $p.title }}{{ end }}",
    frame.TITLE_HTML: "{{ $p.title }}",
    frame.BODY: BODY,
    frame.HEAD: "{{ $p.head }}",
    **{mark: f"{{{{ index $p.folders {at} }}}}" for at, mark in enumerate(frame.FOLDERS)},
}
"""Expressions of Hugo by marks of the frame."""


def open_project(project: Path) -> tuple[StandaloneHTMLBuilder, BuildSite]:
    """Return the builder and the site of a built project, without building it again."""
    out = project / "_build"
    left_out = ("search", "api", "markdown", "citation_files")
    alone: dict[str, Any] = {f"symposium_{name}": 0 for name in left_out}
    alone["symposium_citation_styles"] = []
    app = Sphinx(
        project, project, out / "html", out / "doctrees", "html", alone, status=None, warning=None
    )
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        raise TypeError(app.builder.name)
    app.builder.prepare_writing(set(app.env.all_docs))
    return app.builder, site_of(app)


def pages_without_document(builder: StandaloneHTMLBuilder, site: BuildSite) -> frozenset[str]:
    """Return the pages that have no source document."""
    documents = builder.env.all_docs.keys()
    return frozenset(page for page, _, _ in site.pages.table.names() if page not in documents)


def base_template(
    builder: StandaloneHTMLBuilder, kind: str, fragment: Fragment, site: BuildSite
) -> str:
    """Return the base template for pages of a kind in the folder of ``fragment``."""
    filled, bare = (
        _template(
            make_frame(builder, frame.frame_key(fragment.page, contents)), kind, fragment, site
        )
        for contents in (True, False)
    )
    record = f"{{{{ $p := index hugo.Data.{kind} .Params.page }}}}"
    if filled == bare:
        return record + bare
    return f"{record}{{{{ if $p.toc }}}}{filled}{{{{ else }}}}{bare}{{{{ end }}}}"


def _template(page_frame: frame.Frame, kind: str, fragment: Fragment, site: BuildSite) -> str:
    """Return a frame as a template; its breadcrumbs are those of ``fragment``."""

    def crumb(href: str, title: str) -> str:
        parent = "".join(page_frame.parents)  # the theme shows them at most once
        link = parent.replace(f"{frame.PARENTS[0]}.html", href)
        return link.replace(frame.PARENTS[0], title)

    crumbs = "".join(
        crumb(escape(site.urls.relative(fragment.page, page)), escape(title))
        for page, title in fragment.crumbs
    )
    if kind == "part":
        crumbs = f"{{{{ range $p.crumbs }}}}{crumb('{{ .href }}', '{{ .title }}')}{{{{ end }}}}"
    section = "".join(page_frame.sections)
    section = section.replace(f"#{frame.SECTIONS[0]}", "#{{ index . 0 }}")
    section = section.replace(frame.SECTIONS[0], "{{ index . 1 }}")
    values = VALUES | {
        frame.CRUMBS[0]: crumbs,
        frame.CONTENTS[0]: f"{{{{ range $p.toc }}}}{section}{{{{ end }}}}",
    }
    return "".join(values.get(part, part.replace("{{", '{{ "{{" }}')) for part in page_frame.parts)
