"""The theme's frame as Hugo's base templates: whatever the theme is, both sites wear it."""

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
"""What stands in place of the fragment; each kind of page defines ``main``."""

VALUES = {
    frame.PAGE: "{{ $p.name }}",
    frame.TITLE: "{{ with $p.text }}{{ . }}{{ else }}{{ $p.title }}{{ end }}",
    frame.TITLE_HTML: "{{ $p.title }}",
    frame.BODY: BODY,
    frame.HEAD: "{{ $p.head }}",
    **{mark: f"{{{{ index $p.folders {at} }}}}" for at, mark in enumerate(frame.FOLDERS)},
}
"""Marks of the frame, to what Hugo puts there."""


def open_project(project: Path) -> tuple[StandaloneHTMLBuilder, BuildSite]:
    """Return the builder and the records of a project that has been built, without building."""
    out = project / "_build"
    alone: dict[str, Any] = {"symposium_citation_files": 0, "symposium_citation_styles": []}
    app = Sphinx(
        project, project, out / "html", out / "doctrees", "html", alone, status=None, warning=None
    )
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        raise TypeError(app.builder.name)
    app.builder.prepare_writing(set(app.env.all_docs))
    return app.builder, site_of(app)


def pages_without_document(builder: StandaloneHTMLBuilder, site: BuildSite) -> frozenset[str]:
    """Return the pages that are derived from records alone."""
    documents = builder.env.all_docs.keys()
    return frozenset(page for page, _, _ in site.pages.table.names() if page not in documents)


def base_template(
    builder: StandaloneHTMLBuilder, kind: str, made: Fragment, site: BuildSite
) -> str:
    """Return the base template for the pages of a kind that lie where ``made`` does."""
    filled, bare = (
        _template(make_frame(builder, frame.frame_key(made.page, contents)), kind, made, site)
        for contents in (True, False)
    )
    record = f"{{{{ $p := index hugo.Data.{kind} .Params.page }}}}"
    if filled == bare:
        return record + bare
    return f"{record}{{{{ if $p.toc }}}}{filled}{{{{ else }}}}{bare}{{{{ end }}}}"


def _template(found: frame.Frame, kind: str, made: Fragment, site: BuildSite) -> str:
    """Return a frame as a template; the first parts of pages share the page above them."""

    def crumb(href: str, title: str) -> str:
        parent = "".join(found.parents)  # our theme shows them once, if at all
        link = parent.replace(f"{frame.PARENTS[0]}.html", href)
        return link.replace(frame.PARENTS[0], title)

    crumbs = "".join(
        crumb(escape(site.urls.relative(made.page, page)), escape(title))
        for page, title in made.crumbs
    )
    if kind == "part":
        crumbs = f"{{{{ range $p.crumbs }}}}{crumb('{{ .href }}', '{{ .title }}')}{{{{ end }}}}"
    section = "".join(found.sections)
    section = section.replace(f"#{frame.SECTIONS[0]}", "#{{ index . 0 }}")
    section = section.replace(frame.SECTIONS[0], "{{ index . 1 }}")
    values = VALUES | {
        frame.CRUMBS[0]: crumbs,
        frame.CONTENTS[0]: f"{{{{ range $p.toc }}}}{section}{{{{ end }}}}",
    }
    return "".join(values.get(part, part.replace("{{", '{{ "{{" }}')) for part in found.parts)
