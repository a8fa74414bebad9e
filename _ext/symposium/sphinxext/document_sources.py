"""Sources of documents: front matter is hidden from MyST, and records get a heading.

The front matter of every document is replaced by as many empty lines: in MyST it could run code,
and line numbers stay right. A file that describes a record gets the record's title as its heading.
"""

from __future__ import annotations

import codecs
import re
import string

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from symposium.locale import _
from symposium.model.encodings import RE_CONTROL, decode, decode_file
from symposium.model.gate import read_file
from symposium.model.problems import Code
from symposium.pages.programmes.agenda import Agenda, anchors
from symposium.pages.subjects import folders
from symposium.reading.frontmatter import address_of, hide, passed_on, read
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.config import is_site
from symposium.sphinxext.document_facts import all_facts, facts_of
from symposium.sphinxext.parser import ADDED
from symposium.sphinxext.reports import report
from symposium.sphinxext.scope import app_of, scope_of

RE_PUNCTUATION = re.compile(f"([{re.escape(string.punctuation)}])")


class TitleOfRecord(SphinxTransform):
    """Keep the title of a record as it is, and the only one of its page.

    "O'Brien" is a name, not a quotation. A heading of the highest level that an author gives
    becomes one of a section.
    """

    default_priority = 740
    """Before SphinxSmartQuotes, which has 750."""

    def apply(self, **_: object) -> None:
        """Mark the title of the document, and put further sections under it."""
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
    """Give way to the sections of the record: a heading "Papers" of the author gets another id."""

    default_priority = 5
    """Before anything refers to ids."""

    def apply(self, **_: object) -> None:
        """Rename the ids of sections that a template uses."""
        site = site_of(app_of(self.env))
        if self.env.docname not in site.documents and self.env.docname not in site.index_pages:
            return
        ours = anchors() | _lines_of(site, self.env.docname)
        for section in self.document.findall(nodes.section):
            for taken in ours.intersection(section["ids"]):
                own = f"text-{taken}"
                section["ids"] = [own if one == taken else one for one in section["ids"]]
                self.document.ids[own] = self.document.ids.pop(taken, section)
                for name, target in self.document.nameids.items():
                    if target == taken:
                        self.document.nameids[name] = own


def _lines_of(site: BuildSite, docname: str) -> frozenset[str]:
    """Return the anchors of the lines of an event's programme."""
    kind, record_id = site.documents.get(docname, ("", ""))
    if kind != "event":
        return frozenset()
    lines = Agenda(site.kb, site.urls.identity).of_event(record_id)
    return frozenset([one.anchor for one in lines])


def setup(app: Sphinx) -> None:
    """Stand between the files and MyST."""
    app.add_transform(TitleOfRecord)
    app.add_transform(OwnAnchors)
    app.connect("source-read", prepare_source)
    app.connect("env-get-outdated", changed_titles)
    if is_site(app):
        codecs.register(_codec)
        app.connect("builder-inited", set_encoding, priority=50)
        app.connect("env-before-read-docs", report_encodings)


def heading(title: str) -> str:
    r"""Return a Markdown heading that shows ``title`` as it is.

    >>> heading("C++ & *you*")
    '# C\\+\\+ \\& \\*you\\*'
    """
    return "# " + RE_PUNCTUATION.sub(r"\\\1", " ".join(title.split()))


def prepare_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Blank the front matter of a Markdown file; give the file of a record its heading."""
    path, site = app.env.doc2path(docname), site_of(app)
    if docname in site.documents or docname in site.index_pages:
        app.env.metadata[docname].setdefault("orphan", "")  # out of the reach of toctrees
    if path.suffix != ".md" or not scope_of(app).is_ours(docname):
        return
    name, facts = path.relative_to(app.srcdir).as_posix(), facts_of(app.env, docname)
    tree, parts, problems = read(source[0], name)
    text = hide(source[0])
    if gone := site.gone.get(docname):
        text = facts.title = facts.gone = tombstone(site, docname, gone.reason, gone.title)
    elif what := site.documents.get(docname):
        facts.title = title = site.kb.title_of(*what)
        line = parts.body_line - 1 if parts.closed else 0
        app.env.temp_data[ADDED] = 0 if line else 2
        text = with_heading(text, title, line)
    else:  # the front matter of records has been reported with them
        known = {problem.place.path for problem in site.problems}
        address, more = address_of(tree, name)
        facts.was = address.was
        if address.gone:
            text = facts.gone = tombstone(site, docname, address.gone)
        report(one for one in (*problems, *more) if one.place.path not in known)
    source[0] = text
    app.env.metadata[docname].update(passed_on(tree))
    if facts.gone:
        app.env.metadata[docname].update(orphan=True, nosearch=True)


def tombstone(site: BuildSite, docname: str, reason: str, title: str | None = None) -> str:
    """Return the text that stands in the place of a page that is gone."""
    layout = site.scope.layout
    page = layout.page(docname)
    folder = page.partition("/")[0]
    shown = _("Removed: {title}").format(title=title) if title else _("Removed")
    back = "[{}](/index.md)".format(_("Home"))
    if folder in folders() and page != f"{folder}/index":
        every = _("All {what}").format(what=_(folder))
        back = f"[{every}](/{layout.base}{folder}/index.md)"
    return f"{heading(shown)}\n\n{heading(reason)[2:]}\n\n{back}\n"


def with_heading(text: str, title: str, line: int) -> str:
    r"""Put a heading into a line (from 1) that is empty; without such a line (0), on top.

    >>> with_heading("\n\nText", "A", 2)
    '\n# A\nText'
    """
    if not line:
        return f"{heading(title)}\n\n{text}"
    lines = text.split("\n")
    lines[line - 1 : line] = [heading(title)]
    return "\n".join(lines)


def changed_titles(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Name the documents whose heading comes out differently now, though their file is the same."""
    del added, changed
    site, before = site_of(app), all_facts(env)
    if not site.changed:
        return []
    return [
        docname
        for docname in env.all_docs
        if docname not in removed
        and (before[docname].title if docname in before else None) != _title_today(site, docname)
    ]


def _title_today(site: BuildSite, docname: str) -> str | None:
    """Return what `prepare_source` would note as the title of a document."""
    if one := site.gone.get(docname):
        return tombstone(site, docname, one.reason, one.title)
    what = site.documents.get(docname)
    return site.kb.title_of(*what) if what else None


# Documents that are not UTF-8: they are read and reported.

ENCODING = "symposium_text"
"""Name of the encoding in which Sphinx reads documents."""


def _text(data: bytes) -> str:
    return RE_CONTROL.sub(" ", decode(data).text)


class _Decoder(codecs.BufferedIncrementalDecoder):
    """Decodes a file when all of it is there: how it is encoded shows at its end."""

    def _buffer_decode(  # type: ignore[override]
        self, data: bytes, errors: str, final: bool
    ) -> tuple[str, int]:
        del errors
        return (_text(data), len(data)) if final else ("", 0)


def _codec(name: str) -> codecs.CodecInfo | None:
    if name != ENCODING:
        return None
    return codecs.CodecInfo(
        name=ENCODING,
        encode=codecs.utf_8_encode,
        decode=lambda data, _errors="": (_text(bytes(data)), len(data)),
        incrementaldecoder=_Decoder,
    )


def set_encoding(app: Sphinx) -> None:
    """Name our encoding to Sphinx, which has no handler for what is not UTF-8."""
    app.env.settings["input_encoding"] = ENCODING


def report_encodings(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Report documents that are not UTF-8, but for those of records: they are reported already."""
    site = site_of(app)
    for docname in docnames:
        if docname not in site.documents:
            path = env.doc2path(docname)
            name = path.relative_to(app.srcdir).as_posix()
            problems = decode_file(read_file(path), name, Code.FILE_ENCODING)[1]
            report(problems)
            site.problems += tuple(problems)
