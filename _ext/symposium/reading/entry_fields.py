"""What each field of an entry becomes: the list that the guide prints and the check goes by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from symposium.reading.entry_links import LINK_FIELDS

READ: Mapping[str, str] = MappingProxyType({
    "author editor": "people, each linked; shown as printed. Signs behind names (`*`, `†`, `‡`, "
    "`§`, `¶`) are marks",
    "author+an editor+an author+an:default editor+an:default author+an:person editor+an:person":
    "marks and ids of single authors",
    "title subtitle maintitle": "the title; LaTeX accents and macros become letters, `$…$` becomes "
    "maths",
    "year month day date": "the date, and a page for the year",
    "booktitle booksubtitle journal journaltitle journalsubtitle howpublished eventtitle "
    "shortjournal": "the venue, without year and ordinal",
    "abbr": "the short form of the venue, in lists that show works at length",
    "volume number issue pages eid series publisher institution school organization edition "
    "chapter part address location isbn issn note type version pagetotal holder volumes venue "
    "translator bookauthor editortype origdate shorttitle urldate pubstate pmid pmcid":
    "where and how it was published, on the page, in citations and in exports",
    "abstract": "the abstract; bare `%`, `&`, `_`, `#` and `<` are text; addresses in it become "
    "links",
    "keywords keyword mendeley-tags": "topics, split at `,` and `;`",
    "doi": "the DOI, with or without its resolver",
    "eprint eprinttype archiveprefix arxiv": "the identifier at arXiv",
    "primaryclass eprintclass": "categories, such as `cs.DC`",
    "url pdf code slides video poster data website html supp blog demo project notice software "
    "dataset preprint openreview talk video_link":
    "links: `https://…`, `files/…`, or the name of a file somewhere below `files/`; `url_…` with "
    "any name is one, too",
    "hal inspirehep_id": "links, also by identifier",
    "preview thumbnail": "the picture of the work: the name of a file somewhere below `files/`",
    "award award_name awards": "awards, split at `;`; with both, `award_name` is the badge and "
    "`award` says what for",
    "additional_info": "a remark in lists that show works at length, and on the page",
    "annotation": "what signs behind names mean; without signs it is a private note",
    "selected": "whether it is among the selected works",
    "status": "preprint, published, corrected, superseded, withdrawn or retracted",
    "entrysubtype": "with `poster`, a poster: listed apart, not counted as a paper; with "
    "`workshop`, a workshop paper; with `newspaper`, an article in a newspaper",
    "language langid hyphenation": "the language of title and abstract",
    "crossref xdata": "inherited fields",
    "ids": "earlier cite keys, which still work",
    "sources inferred": "where its facts come from, and which are not stated there",
    "related": "cite keys of works that belong with it",
    "cites": "cite keys of the works in its list of references, split at `,` and `;`",
})  # fmt: skip
"""Names of fields, split at spaces, and what they become."""

READ_FIELDS = frozenset({name for names in READ for name in names.split()} | LINK_FIELDS.keys())

UNSHOWN: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(("altmetric", "dimensions"), "counters of third parties are not loaded"),
    "google_scholar_id": "write url_scholar = {https://…} for a link",
    "publist_link": "write pdf, slides, video or url_… = {https://…}",
    "publist_topic": "write keywords = {…}",
    "publist_confkey": "write abbr = {…}",
    "bibtex_show": "",
})  # fmt: skip
"""Fields of other tools that are known and have no effect, with the reason; none for a switch whose
effect is there anyway."""
