"""The fields and types of entries that are in use; others may be misspelt."""

from __future__ import annotations

from symposium.reading.entry_facts import SETTINGS
from symposium.reading.entry_links import LINK_FIELDS

BIBTEX = """
address annote author booktitle chapter crossref edition editor howpublished institution journal
key month note number organization pages publisher school series title type volume year
"""
"""Fields of BibTeX's own styles."""

COMMON = """
abstract doi eprint isbn issn keywords language url date journaltitle location eprinttype
eprintclass archiveprefix primaryclass urldate subtitle booksubtitle issue eventtitle version
translator shorttitle status selected sources entrysubtype
"""
"""Other fields that many use, or that mean something here."""

BIBLATEX = """
addendum afterword annotation annotator authortype bookauthor bookpagination booktitleaddon
commentator day editora editorb editorc editoratype editorbtype editorctype editortype eid
entryset eventdate eventtitleaddon execute file foreword gender holder hyphenation ids
indexsorttitle indextitle introduction isan ismn isrn issuesubtitle issuetitle issuetitleaddon
iswc journalsubtitle journaltitleaddon label langid langidopts library lista listb listc listd
liste listf mainsubtitle maintitle maintitleaddon namea nameaddon nameb namec nameatype namebtype
namectype numpages options origdate origlanguage origlocation origpublisher origtitle pagetotal
pagination part pdf presort pubstate related relatedoptions relatedstring relatedtype reprinttitle
shortauthor shorteditor shorthand shorthandintro shortjournal shortseries sortkey sortname
sortshorthand sorttitle sortyear titleaddon urlday urlmonth urlyear usera userb userc userd usere
userf venue verba verbb verbc volumes xdata xref
introducedin repository swhid license editors+an author+an editor+an
"""

PROGRAMS = """
acmid added-at adsnote adsurl affiliation affiliations annotate archive archivelocation arxivid
articleno articlenumber article-number author-email authors+an bdsk-file-1 bdsk-file-2
bdsk-file-3 bdsk-url-1 bdsk-url-2 bdsk-url-3 biburl bibsource biographicalnote callnumber
category cited-by citeulike-article-id citeulike-linkout-0 citations cited-references
collaboration comment comments comment-owner conference copyright correspondence_address1 country
created creationdate da date-added date-modified dbname de description doc-delivery-number
document_type eissn email essn field fjournal funding-acknowledgement funding-text
google_scholar_id grant groups hal_id hal_version handle howpublished+an identifier
impactfactor inspirehep interhash intrahash issn-l issue_date itemtype journal-iso
journaliso keyword keywords-plus keywords+an lastaccessed lastchecked lccn link linenumbers
localfile lastname mendeley-groups mendeley-tags modificationdate mrclass mrnumber mrreviewer
month_numeric nlmuniqueid nlm_id number-of-cited-references numpubmedid openalex oa_date
orcid orcid-numbers ordinal owner page_range pagecount participant pauthor pii pmc pmcid pmid
posted-at ppn_gvk price printed priority privacy qualityassured ranking rating readstatus
read relevance reportnumber research-areas researcherid-numbers researchareas review rights
s2id searchkey shortname shortlanguage size slaccitation sortdate source student subject
subject-category subject-categories submitter summary tag tags target term tests thesistype
timestamp times-cited translatedtitle unique-id unique-id-wos unidentified urlaccessdate urn
usage-count-last-180-days usage-count-since-2013 web-of-science-categories web-of-science-index
week words world wos year_published zblnumber zbl medium gscholar_id bibtex_show abbr arxiv html
preview additional_info altmetric annotation dimensions google_scholar supp talks teaser award
award_name awards presentation publist_link publist_topic publist_confkey thumbnail bib month_name
notes uri npages pissn issnl eisbn e-isbn e-issn isbn10 isbn13 isbn-10 isbn-13 reprint print ror
pub_year researchr urls start end name firstpage lastpage city state region edn eds sn sp ep
"""
"""Fields that JabRef, Zotero, Mendeley, Web of Science, PubMed and others put into entries."""

OWN = "alt cites inferred presenter published related corrections"

CHECKED_FIELDS = tuple(sorted({*BIBTEX.split(), *COMMON.split()}))
"""Fields that a misspelt name may mean."""
KNOWN_FIELDS = frozenset(
    {*CHECKED_FIELDS, *BIBLATEX.split(), *PROGRAMS.split(), *OWN.split(), *LINK_FIELDS}
)

TYPES = """
article book booklet conference inbook incollection inproceedings manual mastersthesis misc
phdthesis proceedings techreport unpublished thesis report online collection patent dataset
software periodical
"""
"""Types that a misspelt name may mean."""

OTHER_TYPES = """
artwork audio bibnote bookinbook commentary customa customb customc customd custome customf
electronic image inreference jurisdiction legal legislation letter movie music mvbook mvcollection
mvproceedings mvreference newspaper performance reference review set softwaremodule
softwareversion codefragment standard suppbook suppcollection suppperiodical video www xdata
poster preprint journal talk presentation bachelorsthesis webpage website inthesis invited
lecture newsarticle blog hardware film map interview
"""
CHECKED_TYPES = tuple(sorted(TYPES.split()))
KNOWN_TYPES = frozenset({*CHECKED_TYPES, *OTHER_TYPES.split(), *SETTINGS})
