"""Rules for mistyped fields and types of entries, faulty lists of names, and fields never shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from symposium.lint.entries import EntryRule, WalkedEntry
from symposium.lint.source_texts import FieldChange
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import slips
from symposium.reading.contributors import ET_AL, read_names, separated_names, split_names
from symposium.reading.entry_fields import READ_FIELDS, UNSHOWN

BIBTEX_FIELDS = """
address annote author booktitle chapter crossref edition editor howpublished institution journal
key month note number organization pages publisher school series title type volume year
"""
"""Fields of BibTeX's own styles."""

COMMON_FIELDS = """
abstract doi eprint isbn issn keywords language url date journaltitle location eprinttype
eprintclass archiveprefix primaryclass urldate subtitle booksubtitle issue eventtitle version
translator shorttitle status selected sources entrysubtype
"""
"""Other fields that are common, or have a meaning in Symposium."""

BIBLATEX_FIELDS = """
addendum afterword annotator authortype bookpagination booktitleaddon commentator editora editorb
editorc editoratype editorbtype editorctype entryset eventdate eventtitleaddon execute file
foreword gender indexsorttitle indextitle introduction isan ismn isrn issuesubtitle issuetitle
issuetitleaddon iswc journaltitleaddon label langidopts library lista listb listc listd liste
listf mainsubtitle maintitleaddon namea nameaddon nameb namec nameatype namebtype namectype
numpages options origlanguage origlocation origpublisher origtitle pagination presort
relatedoptions relatedstring relatedtype reprinttitle shortauthor shorteditor shorthand
shorthandintro shortseries sortkey sortname sortshorthand sorttitle sortyear titleaddon urlday
urlmonth urlyear usera userb userc userd usere userf verba verbb verbc xref introducedin
repository swhid license editors+an
"""

PROGRAM_FIELDS = """
acmid added-at adsnote adsurl affiliation affiliations annotate archive archivelocation arxivid
articleno articlenumber article-number author-email authors+an bdsk-file-1 bdsk-file-2 bdsk-file-3
bdsk-url-1 bdsk-url-2 bdsk-url-3 biburl bibsource biographicalnote callnumber category cited-by
citeulike-article-id citeulike-linkout-0 citations cited-references collaboration comment comments
comment-owner conference copyright correspondence_address1 country created creationdate da
date-added date-modified dbname de description doc-delivery-number document_type eissn email essn
field fjournal funding-acknowledgement funding-text google_scholar_id grant groups hal_id
hal_version handle howpublished+an identifier impactfactor inspirehep interhash intrahash issn-l
issue_date itemtype journal-iso journaliso keywords-plus keywords+an lastaccessed lastchecked lccn
link linenumbers localfile lastname mendeley-groups modificationdate mrclass mrnumber mrreviewer
month_numeric nlmuniqueid nlm_id number-of-cited-references numpubmedid openalex oa_date orcid
orcid-numbers ordinal owner page_range pagecount participant pauthor pii pmc posted-at ppn_gvk
price printed priority privacy qualityassured ranking rating readstatus read relevance
reportnumber research-areas researcherid-numbers researchareas review rights s2id searchkey
shortname shortlanguage size slaccitation sortdate source student subject subject-category
subject-categories submitter summary tag tags target term tests thesistype timestamp times-cited
translatedtitle unique-id unique-id-wos unidentified urlaccessdate urn usage-count-last-180-days
usage-count-since-2013 web-of-science-categories web-of-science-index week words world wos
year_published zblnumber zbl medium gscholar_id bibtex_show altmetric dimensions google_scholar
talks teaser presentation publist_link publist_topic publist_confkey bib month_name notes uri
npages pissn issnl eisbn e-isbn e-issn isbn10 isbn13 isbn-10 isbn-13 reprint print ror pub_year
researchr urls start end name firstpage lastpage city state region edn eds sn sp ep
"""
"""Fields that JabRef, Zotero, Mendeley, Web of Science, PubMed and others add to entries."""

CHECKED_FIELDS = tuple(sorted({*BIBTEX_FIELDS.split(), *COMMON_FIELDS.split()}))
"""Fields that a misspelt name may mean."""
OWN_FIELDS = "alt presenter published corrections"
OTHER_FIELDS = f"{BIBLATEX_FIELDS}{PROGRAM_FIELDS}{OWN_FIELDS}".split()
KNOWN_FIELDS = frozenset({*CHECKED_FIELDS, *OTHER_FIELDS, *READ_FIELDS})

TYPES = """
article book booklet conference inbook incollection inproceedings manual mastersthesis misc
phdthesis proceedings techreport unpublished thesis report online collection patent dataset
software periodical
"""
"""Types that a misspelt name may mean."""

CHECKED_TYPES = tuple(sorted(TYPES.split()))
RE_LAST = re.compile(
    rf"(?P<lead>(?<!\S)and\s++|(?<![\s~]),?[\s~]++)(?P<typed>\{{?(?:{ET_AL}|others\.)\}}?,?)(?=\s*$)",
    re.IGNORECASE,
)


def names(entry: WalkedEntry) -> Iterator[Problem]:
    """Report faults of lists of names again, as their reader did, now with edits."""
    for name in ("author", "editor"):
        value = entry.fields.get(name, "")
        for fault in read_names(value)[2]:
            changes = {Code.BIB_SEPARATOR: _with_and, Code.BIB_ET_AL: _with_others}.get(fault.code)
            edits = entry.edits(name, changes(value)) if changes else ()
            if edits:
                message = f'{name} of "{entry.paper.key}": {fault.message}'
                yield entry.problem(fault.code, name, message, fault.hint, edits)


def _with_and(value: str) -> Iterator[FieldChange]:
    """Yield the changes that put ``and`` between names."""
    position = 0
    for item in split_names(value):
        start = position = value.find(item, position)
        for begin, end in separated_names(item).cuts:
            old = value[start + begin : start + end]
            before = "" if value[: start + begin][-1:].isspace() else " "
            after = "" if value[start + end :][:1].isspace() else " "
            yield start + begin, old, f"{before}and{after}"
        position += len(item)


def _with_others(value: str) -> Iterator[FieldChange]:
    """Yield the change that ends a list with ``and others``."""
    if match := RE_LAST.search(value):
        if match["lead"].lower().startswith("and"):
            yield match.start("typed"), match["typed"], "others"
        else:
            yield match.start(), match[0], " and others"


def unknown_fields(entry: WalkedEntry) -> Iterator[Problem]:
    """Report fields whose names misspell a field that the entry lacks."""
    for name in entry.fields.keys() - KNOWN_FIELDS:
        if (meant := meant_by(name)) and meant not in entry.fields:
            message = f"The field `{name}` is not known"
            yield entry.problem(Code.BIB_FIELD_UNKNOWN, name, message, f"did you mean {meant}?")


def unknown_type(entry: WalkedEntry) -> Iterator[Problem]:
    """Report the type of an entry if it misspells a known one."""
    kind = entry.paper.type
    others = ("inthesis", "mvcollection", "mvproceedings")  # valid, though similar to known ones
    if kind not in {*CHECKED_TYPES, *others} and (meant := meant_by(kind, CHECKED_TYPES)):
        message = f"The type @{kind} is not known"
        yield entry.problem(Code.BIB_TYPE_UNKNOWN, "", message, f"did you mean @{meant}?")


@lru_cache(maxsize=1 << 12)
def meant_by(name: str, known: tuple[str, ...] = CHECKED_FIELDS) -> str | None:
    """Return the known field or type that a name misspells, or ``None``.

    >>> meant_by("autor"), meant_by("jounral"), meant_by("gender-role")
    ('author', 'journal', None)
    """
    most = 2 if len(name) >= 8 else 1
    likely = (  # which is soon seen: a slip adds or takes away two of all letters at most
        other
        for other in known
        if abs(len(other) - len(name)) <= most and len({*other} ^ {*name}) <= 2 * most
    )
    count, nearest = min(((slips(name, other), other) for other in likely), default=(most + 1, ""))
    return nearest if count <= most else None


def unread_fields(subject: Subject) -> Iterator[Problem]:
    """Report each unknown field that no page shows, at its first entry, with their number.

    Known fields of BibTeX, biblatex and reference managers are not reported: readers expect them
    only in the BibTeX of a page.
    """
    unread: dict[tuple[str, str], tuple[Place, int]] = {}
    for paper in subject.kb.works.values():
        for name in {name for name, _ in paper.fields}:
            if name in KNOWN_FIELDS and not UNSHOWN.get(name):
                continue
            key = (paper.origin.place.path, name)
            # Links, fields switched off by their author, and misspellings reported elsewhere.
            if name.startswith(("url_", "opt")) or meant_by(name):
                continue
            place, times = unread.get(key) or (paper.origin.at(name), 0)
            unread[key] = place, times + 1
    for (_, name), (place, times) in unread.items():
        entries = "1 entry" if times == 1 else f"{times:,} entries"
        message = f"`{name}` of {entries} is shown nowhere"
        hint = UNSHOWN.get(name) or "it stays in the file, and in the BibTeX of the work"
        yield Problem(Code.BIB_FIELD_UNREAD, message, place, hint)


RULES: tuple[Rule, ...] = (unread_fields,)


ENTRY_RULES: tuple[EntryRule, ...] = (names, unknown_fields, unknown_type)
