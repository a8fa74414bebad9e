"""The options of ``conf.py``: the default, the type and the meaning of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from symposium.locale import N_
from symposium.pages.citing.references import NAMED

NAVIGATION = [
    ("people/index", N_("People")),
    ("papers/index", N_("Papers")),
    ("events/index", N_("Events")),
    ("topics/index", N_("Topics")),
    ("software/index", N_("Software")),
    ("datasets/index", N_("Datasets")),
    ("projects/index", N_("Projects")),
    ("news/index", N_("News")),
    ("guide/index", N_("Guide")),
]
LISTS = (list, tuple, str)


class Option(NamedTuple):
    """An option of ``conf.py``."""

    default: Any
    rebuild: str
    """What Sphinx makes again if it changes, as `Sphinx.add_config_value` takes it."""
    types: type | tuple[type, ...]
    meaning: str
    """What it is, as a row of the guide has it: Markdown, its links relative to the guide."""
    shown: str = ""
    """Its default as the guide writes it, if not as Python does."""


OPTIONS: Mapping[str, Option] = {
    "symposium_site": Option(
        False, "env", (bool, str),
        "whether the whole documentation is a site of Symposium, or "
        "[your own](existing-documentation.md)",
    ),
    "symposium_root": Option("", "env", str, "the folder of all records and pages"),
    "symposium_pages": Option(
        [], "env", LISTS, "the kinds that get pages",
        "all; in [your own documentation](existing-documentation.md), `paper` and `person`",
    ),
    "symposium_trust": Option(
        False, "env", (bool, str),
        "whether sources may do whatever Sphinx allows: raw HTML, includes, code that extensions "
        "run",
    ),
    "symposium_bibfiles": Option(
        ["refs.bib"], "", LISTS,
        "the bibliographies, relative to the sources; by default below `symposium_root`",
    ),
    "symposium_search": Option("auto", "html", (bool, str), "whether to make a search index"),
    "symposium_api": Option(True, "", bool, "whether to publish the facts as JSON"),
    "symposium_citation_files": Option(
        2000, "", int,
        "up to how many works every page has [files to cite from](papers.md#works-to-cite)",
    ),
    "symposium_citation_styles": Option(
        list(NAMED), "html", (list, tuple),
        "the styles of [references](papers.md#citing-a-paper): these three, or files of CSL, "
        "relative to `conf.py`",
        '`["apa", "ieee", "acm"]` up to 500 works, none above',
    ),
    "symposium_markdown": Option(
        "auto", "", (bool, str),
        "whether to publish [pages in Markdown](api.md#markdown) and `llms.txt`; by default if the "
        "site is not large",
    ),
    "symposium_jobs": Option(
        "auto", "", (int, str), "how many processes make pages ([Large sites](large-sites.md))"
    ),
    "symposium_executor": Option(
        "", "", str, 'a function that makes pages elsewhere: `"module:function"`'
    ),
    "symposium_identity": Option(
        "", "", str,
        "what distinguishes the site from others in [calendars](calendars.md)", "made of `project`",
    ),
    "symposium_home": Option(
        "", "html", str,
        'the record whose page the home page is: a person, with [a profile](personal-site.md), '
        '[an event](workshop-site.md), or another, as `"people/mira-sol"` or `"events/<id>"`',
    ),
    "symposium_offline": Option(
        False, "html", (bool, list, tuple),
        "`True`, or a list of events whose [programmes are "
        "kept](events-and-talks.md#without-a-network) where there is no network",
    ),
    "symposium_forge": Option(
        "", "html", str,
        "the repository or mail for [corrections by readers](#corrections-by-readers)",
    ),
    "symposium_accent": Option(
        "", "html", str, "[the colour](extending.md#looks) of links and of what is chosen"
    ),
    "symposium_logo": Option(
        "", "html", str, "[a picture](extending.md#looks) for the header, relative to `conf.py`"
    ),
    "symposium_favicon": Option(
        "", "html", str, "[a picture](extending.md#looks) for tabs, relative to `conf.py`"
    ),
    "symposium_full_theme_css": Option(
        False, "html", bool,
        "whether every page loads the whole style sheet of the theme, for your own parts that use "
        "Bootstrap",
    ),
    "symposium_plugins": Option(
        [], "env", LISTS,
        '[plugins](extending.md#plugins), each as `"package.module:NAME"`; installed ones need not '
        "be named",
    ),
    "symposium_navigation": Option(
        NAVIGATION, "html", list,
        "page or address, and title, of each entry in the header; empty lists are left out",
        ", ".join(title for _, title in NAVIGATION),
    ),
}  # fmt: skip
"""All options, in the order of the guide."""
