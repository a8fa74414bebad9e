"""Sources of documents: front matter is hidden from MyST, and records get a heading.

The front matter of every document is replaced by as many empty lines, which keeps line numbers
right: in MyST it could run code. A file that describes a record gets the record's title as heading.
"""

from __future__ import annotations

import re
import string

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from symposium.locale import _
from symposium.model.encodings import RE_CONTROL, decode, decode_file, is_utf8
from symposium.model.gate import read_file
from symposium.model.problems import Code
from symposium.pages.programmes.agenda import Agenda, anchors
from symposium.pages.subjects import folders
from symposium.reading.frontmatter import address_of, hide, passed_on, read
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.config import is_site, is_trusted
from symposium.sphinxext.document_facts import all_facts, facts_of
from symposium.sphinxext.parser import ADDED
from symposium.sphinxext.reports import report
from symposium.sphinxext.scope import app_of, scope_of
from symposium.sphinxext.stopping import stop

RE_PUNCTUATION = re.compile(f"([{re.escape(string.punctuation)}])")


class TitleOfRecord(SphinxTransform):
    """Keep the title of a record unchanged, and the only one on its page.

    The apostrophe in "O'Brien" is no quotation mark. Headings of the highest level in the text
    become headings of sections.
    """

    default_priority = 740
    """Before SphinxSmartQuotes, which has 750."""

    def apply(self, **_: object) -> None:
        """Mark the title of the document, and move further sections under it."""
        site = site_of(app_of(self.env))
        if self.env.docname not in site.documents:
            return
        if title := next(self.document.findall(nodes.title), None):
            title["support_smartquotes"] = False
        sections = [node for node in self.document.children if isinstance(node, nodes.section)]
        for section in sections[1:]:
            self.document.remove(section)
            sections[0].append(section)


class OwnAnchors(SphinxTransform):
    """Rename ids of an author's headings that sections of the template use, such as "Papers"."""

    default_priority = 5
    """Before anything refers to ids."""

    def apply(self, **_: object) -> None:
        """Rename the ids."""
        site = site_of(app_of(self.env))
        if self.env.docname not in site.documents and self.env.docname not in site.index_pages:
            return
        reserved = anchors() | _lines_of(site, self.env.docname)
        for section in self.document.findall(nodes.section):
            for taken in reserved.intersection(section["ids"]):
                own = f"text-{taken}"
                section["ids"] = [own if id_ == taken else id_ for id_ in section["ids"]]
                self.document.ids[own] = self.document.ids.pop(taken, section)
                for name, target in self.document.nameids.items():
                    if target == taken:
                        self.document.nameids[name] = own


def _lines_of(site: BuildSite, docname: str) -> frozenset[str]:
    """Return the anchors of an event's programme, if the document describes an event."""
    kind, record_id = site.documents.get(docname, ("", ""))
    if kind != "event":
        return frozenset()
    items = Agenda(site.kb, site.urls.identity).of_event(record_id)
    return frozenset([item.anchor for item in items])


def setup(app: Sphinx) -> None:
    """Prepare the sources of documents before MyST reads them."""
    app.add_transform(TitleOfRecord)
    app.add_transform(OwnAnchors)
    app.connect("source-read", prepare_source)
    app.connect("env-get-outdated", outdated)
    if is_site(app):
        if not is_trusted(app):  # else directives may include files in this encoding
            app.connect("builder-inited", set_encoding, priority=50)
        app.connect("source-read", decode_source, priority=1)
        app.connect("env-before-read-docs", report_encodings)


def heading(title: str) -> str:
    r"""Return a Markdown heading that shows ``title`` unchanged.

    >>> heading("C++ & *you*")
    '# C\\+\\+ \\& \\*you\\*'
    """
    return "# " + RE_PUNCTUATION.sub(r"\\\1", " ".join(title.split()))


def prepare_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Blank the front matter of a Markdown file; add the heading to the file of a record."""
    path, site = app.env.doc2path(docname), site_of(app)
    if docname in site.documents or docname in site.index_pages:
        app.env.metadata[docname].setdefault("orphan", "")  # it needs no toctree
    if path.suffix != ".md" or not scope_of(app).is_ours(docname):
        return
    name, facts = path.relative_to(app.srcdir).as_posix(), facts_of(app.env, docname)
    tree, parts, problems = read(source[0], name)
    text = hide(source[0])
    if gone := site.gone.get(docname):
        text = facts.title = facts.gone = tombstone(site, docname, gone.reason, gone.title)
    elif record := site.documents.get(docname):
        facts.title = title = site.kb.title_of(*record)
        line = parts.body_line - 1 if parts.closed else 0
        app.env.temp_data[ADDED] = 0 if line else 2
        text = with_heading(text, title, line)
    else:  # problems in the front matter of records are already reported
        reported = {problem.place.path for problem in site.problems}
        address, more = address_of(tree, name)
        facts.was = address.was
        if address.gone:
            text = facts.gone = tombstone(site, docname, address.gone)
        report(problem for problem in (*problems, *more) if problem.place.path not in reported)
    source[0] = text
    app.env.metadata[docname].update(passed_on(tree))
    if facts.gone:
        app.env.metadata[docname].update(orphan=True, nosearch=True)


def tombstone(site: BuildSite, docname: str, reason: str, title: str | None = None) -> str:
    """Return the text that replaces that of a removed page."""
    layout = site.scope.layout
    page = layout.page(docname)
    folder = page.partition("/")[0]
    shown = _("Removed: {title}").format(title=title) if title else _("Removed")
    back = "[{}](/index.md)".format(_("Home"))
    if folder in folders() and page != f"{folder}/index":
        label = _("All {what}").format(what=_(folder))
        back = f"[{label}](/{layout.base}{folder}/index.md)"
    return f"{heading(shown)}\n\n{heading(reason)[2:]}\n\n{back}\n"


def with_heading(text: str, title: str, line: int) -> str:
    r"""Return a text with a heading in an empty line (counted from 1), or above the text (0).

    >>> with_heading("\n\nText", "A", 2)
    '\n# A\nText'
    """
    if not line:
        return f"{heading(title)}\n\n{text}"
    lines = text.split("\n")
    lines[line - 1 : line] = [heading(title)]
    return "\n".join(lines)


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], _changed: set[str], removed: set[str]
) -> list[str]:
    """Return the documents with another heading, or with links to what is new or gone."""
    site, others = site_of(app), added | removed
    pages = {*map(site.scope.layout.page, others)}
    return [
        docname
        for docname, facts in all_facts(env).items()
        if docname not in others
        and (
            not pages.isdisjoint(facts.links)
            or (site.changed and facts.title != _title_today(site, docname))
        )
    ]


def _title_today(site: BuildSite, docname: str) -> str | None:
    """Return the title that `prepare_source` would store for a document."""
    if gone := site.gone.get(docname):
        return tombstone(site, docname, gone.reason, gone.title)
    record = site.documents.get(docname)
    return site.kb.title_of(*record) if record else None


# Documents that are not UTF-8 are read and reported.


def set_encoding(app: Sphinx) -> None:
    """Make Sphinx read documents as Latin-1, which never fails, as it stops at other than UTF-8."""
    app.env.settings["input_encoding"] = "latin-1"


def decode_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace a document's text by that of its bytes in their real encoding."""
    text = decode(read_file(app.env.doc2path(docname))).text
    source[0] = RE_CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def report_encodings(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Report documents that are not UTF-8, except those of records, which are reported already.

    Raises:
        SystemExit: if Sphinx itself has to decode such a document.
    """
    site = site_of(app)
    for docname in docnames:
        path = env.doc2path(docname)
        name = path.relative_to(app.srcdir).as_posix()
        if is_trusted(app) and not is_utf8(path):
            stop(f"{name} is not UTF-8: with symposium_trust, save it as UTF-8 first")
        if docname not in site.documents:
            problems = decode_file(read_file(path), name, Code.FILE_ENCODING)[1]
            report(problems)
            site.problems += tuple(problems)
