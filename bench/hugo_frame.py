"""The theme's frame as Hugo's base templates: whatever the theme is, both sites wear it."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from symposium.pages import Fragment, Section, Urls
from symposium.sphinxext import frame
from symposium.sphinxext.site import Site, site_of

PARENTS, SECTIONS = "\x00P\x00", "\x00S\x00"

BODY = """\
{{ if $p.filters }}<div data-pagefind-body>{{ range $p.filters }}\
<i hidden data-pagefind-filter="{{ .name }}[data-value]" data-value="{{ .value }}"></i>\
{{ end }}{{ end }}<section id="{{ $p.name }}">
{{ template "main" $p }}
</section>
{{ if $p.filters }}</div>{{ end }}"""
"""What stands in place of the fragment; each kind of page defines ``main``."""

VALUES = {
    frame.PAGE: "{{ $p.name }}",
    frame.TITLE: "{{ with $p.text }}{{ . }}{{ else }}{{ $p.title }}{{ end }}",
    frame.TITLE_HTML: "{{ $p.title }}",
    frame.BODY: BODY,
    frame.HEAD: '{{ range $p.head }}<meta name="{{ .name }}" content="{{ .content }}" />\n'
    "{{ end }}",
}
"""Marks of the frame, to what Hugo puts there."""


def builder_of(project: Path) -> tuple[StandaloneHTMLBuilder, Site]:
    """Return the builder and the records of a project that has been built, without building."""
    out = project / "_build"
    app = Sphinx(
        project, project, out / "html", out / "doctrees", "html", status=None, warning=None
    )
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        raise TypeError(app.builder.name)
    app.builder.prepare_writing(set(app.env.all_docs))
    return app.builder, site_of(app)


def pages_without_document(builder: StandaloneHTMLBuilder, site: Site) -> frozenset[str]:
    """Return the pages that are derived from records alone."""
    documents = builder.env.all_docs.keys()
    return frozenset(page for page, _, _ in site.pages.names() if page not in documents)


def base_template(builder: StandaloneHTMLBuilder, urls: Urls, made: Fragment) -> str:
    """Return the base template for the pages that lie where ``made`` does."""
    make = _frame_of_index if made.kind == "index" else frame.make_frame
    variants = (replace(made, toc=(Section("a", "A"),)), replace(made, toc=()))
    filled, bare = (_template(make(builder, urls, one), one) for one in variants)
    record = f"{{{{ $p := index hugo.Data.{made.kind} .Params.page }}}}"
    if filled == bare:
        return record + bare
    return f"{record}{{{{ if $p.toc }}}}{filled}{{{{ else }}}}{bare}{{{{ end }}}}"


def _template(found: frame.Frame, made: Fragment) -> str:
    """Return a frame as a template; breadcrumbs are the same for all pages of a folder."""
    crumbs = "".join(found._parent(made.page, *crumb) for crumb in made.crumbs)  # noqa: SLF001
    section = found.section.replace(f"#{frame.SECTIONS[0]}", "#{{ .id }}")
    section = section.replace(frame.SECTIONS[0], "{{ .title }}")
    values = VALUES | {
        PARENTS: crumbs,
        SECTIONS: f"{{{{ range $p.toc }}}}{section}{{{{ end }}}}",
    }
    return "".join(values.get(part, part.replace("{{", '{{ "{{" }}')) for part in found.parts)


def _frame_of_index(builder: StandaloneHTMLBuilder, urls: Urls, made: Fragment) -> frame.Frame:
    """Return the frame of one index page: the navigation marks it as the page that it is."""
    marked = replace(
        made,
        title=frame.TITLE,
        title_html=frame.TITLE_HTML,
        toc=tuple(Section(mark, mark) for mark in frame.SECTIONS) if made.toc else (),
        head=frame.HEAD,
    )
    parents = [
        {"link": frame.relative(urls, made.page, page), "title": escape(title)}
        for page, title in made.crumbs
    ]
    context = frame.context_of(marked, parents) | {"body": frame.BODY}
    page = frame._render(builder, made.page, context)  # noqa: SLF001
    page, section = frame._cut_repeated(page, frame.SECTIONS, SECTIONS)  # noqa: SLF001
    parts: list[str] = []
    end = 0
    for found in frame.RE_MARKS.finditer(page):
        parts += (page[end : found.start()], found[0])
        end = found.end()
    return frame.Frame((*parts, page[end:]), "", section, urls)
