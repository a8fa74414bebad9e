"""The ``{bibliography}`` directive: a list of works, each linked to its page.

It takes the options of sphinxcontrib-bibtex. Without any, it lists the works that its own page
cites or, if the page cites none, the works that any page cites.
"""

from __future__ import annotations

import ast
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import pybtex_docutils
from docutils import nodes
from docutils.parsers.rst import directives
from pybtex.database import Entry
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinxcontrib.bibtex.directives import BibliographyDirective as StockDirective
from sphinxcontrib.bibtex.domain import _FilterVisitor
from sphinxcontrib.bibtex.transforms import node_text_transform

from symposium.locale import _
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of
from symposium.sphinxext.citations import CITED
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import link_to, warn_unknown
from symposium.sphinxext.pybtex_entries import (
    entry_of,
    formatted,
    has_style,
    link_title,
    own_texts,
    style_of,
)
from symposium.sphinxext.scope import app_of

logger = logging.getLogger(__name__)

LISTS = ("citation", "bullet", "enumerated")
MAX_SECONDS = 2.0
"""The processor time in seconds that all regular expressions of one filter may take together."""
ENUMERATIONS = ("arabic", "loweralpha", "upperalpha", "lowerroman", "upperroman")


class works_place(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Placeholder for a list of works, with the options ``asked`` of a directive in ``docname``."""


class BibliographyDirective(SphinxDirective):
    """Leaves a placeholder for the list, which is made after all documents have been read."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        **StockDirective.option_spec,
        "list": lambda argument: directives.choice(argument, LISTS),
        "enumtype": lambda argument: directives.choice(argument, ENUMERATIONS),
        "start": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """Store the options and return the placeholder, which `fill` will replace."""
        docname, site = self.env.docname, site_of(app_of(self.env))
        keys = [line.strip() for line in self.content if line.strip()]
        for key in keys:
            if site.kb.find("paper", key) is None:
                warn_unknown(site, "paper", key, (docname, self.lineno), is_key=True)
        style: str = self.options.get("style", self.config.bibtex_default_style)
        if not has_style(style):
            logger.warning(
                "unknown bibliography style %r", style, location=(docname, self.lineno),
                type="bibtex", subtype="option",
            )  # fmt: skip
            style = "plain"
        options = {**self.options, "keys": keys, "style": style, "line": self.lineno}
        facts_of(self.env, docname).bibliographies.append(options)
        return [works_place("", docname=docname, asked=options)]


def cited_on(site: BuildSite) -> Mapping[str, list[str]]:
    """Return the documents that cite each cited paper, ordered by name."""
    documents: dict[str, list[str]] = defaultdict(list)
    docname_of = site.scope.layout.docname
    for page, rows in site.mentions.by_page.items():
        for mention in rows:
            if mention.how == "cites" and (paper := site.kb.find("paper", mention.id)):
                documents[paper].append(docname_of(page))
    return documents


def select(site: BuildSite, docname: str, options: Mapping[str, Any]) -> list[str]:
    """Return the ids of the works that a directive lists."""
    cited = cited_on(site)
    works = site.kb.works
    extra = [paper_id for key in options["keys"] if (paper_id := site.kb.find("paper", key))]
    chosen: Iterable[str] = ()
    if "filter" in options:
        chosen = _filtered(site, docname, options, cited)
    elif "all" in options:
        chosen = works
    elif "notcited" in options:
        chosen = [paper for paper in works if paper not in cited]
    elif "cited" in options:
        chosen = cited
    elif not options["keys"]:
        chosen = [paper for paper in cited if docname in cited[paper]] or cited
    return list(dict.fromkeys((*chosen, *extra)))


class LimitedFilter(_FilterVisitor):
    """A filter with a time limit for its regular expressions, some of which would never end."""

    def __init__(self, entry: Entry, docname: str, cited: set[str], until: float) -> None:
        super().__init__(entry, docname, cited)  # type: ignore[no-untyped-call]
        self.until = until

    def visit_BinOp(self, node: ast.BinOp) -> Any:  # noqa: N802 - a name of `ast`
        """Return the result of an operator; ``%`` searches a text for a regular expression."""
        import regex  # noqa: PLC0415 - slow to load, and few lists have a filter

        if isinstance(node.op, ast.Mod):
            text, pattern = self.visit(node.left), self.visit(node.right)
            if isinstance(text, str) and isinstance(pattern, str):
                seconds = max(self.until - time.process_time(), 0.001)
                return regex.search(pattern, text, regex.IGNORECASE, timeout=seconds)
        return super().visit_BinOp(node)  # type: ignore[no-untyped-call]


def _filtered(
    site: BuildSite, docname: str, options: Mapping[str, Any], cited: Mapping[str, list[str]]
) -> Iterator[str]:
    """Yield the works that match a filter expression of sphinxcontrib-bibtex."""
    import regex  # noqa: PLC0415 - as above

    until = time.process_time() + MAX_SECONDS
    try:
        tree = ast.parse(options["filter"])
        for paper in site.kb.works:
            entry = entry_of(site, paper)
            visitor = LimitedFilter(entry, docname, set(cited.get(paper, ())), until)
            if visitor.visit(tree):
                yield paper
    except (
        SyntaxError, ValueError, TypeError, regex.error, RecursionError, MemoryError, TimeoutError,
    ) as exc:  # fmt: skip
        logger.warning(
            "the :filter: of a bibliography cannot be used: %s",
            "it takes too long" if isinstance(exc, TimeoutError) else exc,
            location=(docname, options["line"]),
            type="bibtex",
            subtype="filter_syntax_error",
        )


def works_list(
    site: BuildSite,
    docname: str,
    options: Mapping[str, Any],
    papers: list[str],
    cited: Mapping[str, Sequence[str]],
) -> nodes.Element:
    """Return the list of works that a directive asks for, sorted and formatted by its style.

    Each work links back to the places of the page that cite it, which ``cited`` has by paper.
    """
    ids = {entry_of(site, paper).key: paper for paper in papers}
    result: nodes.Element = nodes.bullet_list(classes=["sy-bibliography"])
    if options.get("list") == "enumerated":
        enumtype, start = options.get("enumtype", "arabic"), options.get("start", 1)
        result = nodes.enumerated_list(enumtype=enumtype, start=start, prefix="", suffix=".")
    backend = pybtex_docutils.Backend()
    for entry in sort_entries(options["style"], [entry_of(site, id_) for id_ in ids.values()]):
        paper = site.kb.works[ids[entry.key]]
        item = nodes.list_item("", backend.paragraph(formatted(options["style"], entry)[1]))
        node_text_transform(item)
        link_title(item, paper, partial(link_to, site, docname, "paper", paper.id))
        own_texts(item)
        line = next(item.findall(nodes.paragraph), item)
        if paper.id in cited:
            line.append(ways_back(cited[paper.id]))
        result += item
    return result


def citations_in(doctree: nodes.document) -> Mapping[str, Sequence[str]]:
    """Return the ids of the places that cite each paper, in the order of the page."""
    places: dict[str, list[str]] = defaultdict(list)
    for node in doctree.findall(nodes.inline):
        papers: list[str] = node.get(CITED, [])
        for paper in dict.fromkeys(papers):
            if node["ids"]:
                places[paper].append(node["ids"][0])
    return places


def ways_back(places: Sequence[str]) -> nodes.inline:
    """Return numbered links to places of the page."""
    links = nodes.inline("", " " + _("Cited here:") + " ", classes=["sy-backrefs"])
    for number, place in enumerate(places, 1):
        title = _("Place {number} of {count} that cites this")
        title = title.format(number=number, count=len(places))
        link = nodes.reference("", str(number), internal=True, refid=place, reftitle=title)
        links += [link, nodes.Text(" ")]
    return links


def sort_entries(style: str, entries: list[Entry]) -> list[Entry]:
    """Sort entries as a style does, or by key if the style fails."""
    try:
        return list(style_of(style).sort(entries))
    except Exception:  # noqa: BLE001 - sorting keys of styles fail on entries without a year
        return sorted(entries, key=lambda entry: str(entry.key))


def setup(app: Sphinx) -> None:
    """Replace the directive of sphinxcontrib-bibtex, unless a host uses it."""
    if host_cites(app):
        return
    app.add_node(works_place)
    app.add_directive("bibliography", BibliographyDirective, override=True)
    app.connect("doctree-resolved", fill, priority=300)


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the placeholders of the directives by lists of works."""
    site = site_of(app)
    cited = citations_in(doctree) if app.builder.name in WHOLE_SITE else {}
    for place in list(doctree.findall(works_place)):
        chosen = select(site, place["docname"], place["asked"])
        works = works_list(site, docname, place["asked"], chosen, cited)
        if works.children:
            place.replace_self(works)
        else:
            place.parent.remove(place)
