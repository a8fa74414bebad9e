"""What is typed into the search of this repository's site, and what has to come first.

Each query stands with the pages that answer it: one of them comes first in `FIRST`, and is among
the first three in `AMONG_THREE`. Pages are named by their document.
"""

from __future__ import annotations

from collections.abc import Mapping

ADDED: Mapping[str, str] = {
    "added.bib": """
@article{roth2020tides,
  author     = {Roth, Zoë and Weiß, Jürgen},
  title      = {Tides of Small Seas: a Long-Term View},
  journal    = {Journal of Odd Waters},
  year       = 2020,
  doi        = {10.5555/3458817.3476181},
  eprint     = {2101.08734v2},
  eprinttype = {arxiv},
  ids        = {roth2019preprint},
}
@article{lee2019old,
  author     = {Lee, Wei-Ling and Roth, Zoë},
  title      = {Straße und Übergröße},
  journal    = {Journal of Odd Waters},
  year       = 2019,
  doi        = {10.5555/(SICI)1097-0142<43::AID>3.0.CO;2-N},
  eprint     = {math.GT/0309136},
  eprinttype = {arxiv},
}
""",
    "people/zoe-roth.md": """---
name: Zoë Roth
names: [Zoë Rothenberger, 罗佐伊]
orcid: 0000-0002-1825-0097
---
""",
}
"""Records beside those of the repository, which have no DOI, no id of arXiv and no ORCID."""

DRYDEN, HOEFLER, BEN_NUN = "people/nikoli-dryden", "people/torsten-hoefler", "people/tal-ben-nun"
GRONQUIST, BAZINSKA = "people/peter-gronquist", "people/julia-bazinska"
SPARSITY, ROTH, TIDES = "papers/hoefler2021sparsity", "people/zoe-roth", "papers/roth2020tides"
OLD, PREFETCHING = "papers/lee2019old", "papers/dryden2021clairvoyant"
GRAPHS = ("papers/besta2022neural", "papers/besta2022neural-poster")

NAMES = {
    # as printed, in other letters, without marks
    "Grönquist": GRONQUIST,
    "gronquist": GRONQUIST,
    "bazinska": BAZINSKA,
    "Bazińska, Julia": BAZINSKA,
    "simeone de fremond": "people/simeone-de-fremond-de-la-merveillere",
    # with one typo
    "gronqvist": GRONQUIST,
    "bazinksa": BAZINSKA,
    "Höfler": HOEFLER,
    "torstn hoefler": HOEFLER,
    "nikoli drydne": DRYDEN,
    "bhatelle": ("people/abhinav-bhatele", "sources/page-bhatele"),
    # in parts, initials and other orders
    "tal bennun": BEN_NUN,
    "ben-nun": BEN_NUN,
    "bennun": BEN_NUN,
    "Dryden, Nikoli": DRYDEN,
    "dryden n": DRYDEN,
    "T Hoefler": HOEFLER,
    "nikoli": DRYDEN,
    "dryd": DRYDEN,
    "van essen": "people/brian-van-essen",
    # by what else they are called
    "chris carothers": "people/christopher-carothers",
    "rosa m badia": "people/rosa-badia",
    "zoe rothenberger": ROTH,
    "罗佐伊": ROTH,
    "weiss": "people/jurgen-weiss",
    "juergen weiss": "people/jurgen-weiss",
}

WORKS = {
    # surname and year, surname and a word of the title or a topic
    "dryden 2014": "papers/dryden2014pgdb",
    "gronquist 2021": "papers/gronquist2021deep",
    "dryden prefetching": PREFETCHING,
    "gronquist weather forecasts": "papers/gronquist2021deep",
    "singh jorge": "papers/singh2023jorge",
    "hoefler et al 2021 sparsity": SPARSITY,
    # beginnings and parts of titles
    "data movement is all you": "papers/ivanov2021data",
    "be like a goldfish": "papers/hans2024goldfish",
    "sten": "papers/ivanov2023sten",
    "pgdb debugger": "papers/dryden2014pgdb",
    "strasse": OLD,
    "straße und übergröße": OLD,
    # with a typo
    "clairvoyent prefetching": PREFETCHING,
    "nueral graph databases": GRAPHS,
    # in other letters, with more or less between the words
    "NEURAL GRAPH DATABASES": GRAPHS,
    '"neural graph databases"': GRAPHS,
    "Data Movement Is All You Need?": "papers/ivanov2021data",
    # venue and year
    "jmlr 2021": "venues/jmlr",
    "iclr 2022": "venues/iclr",
    "tpds oyama": "papers/oyama2020case",
}

IDS = {
    "10.5555/3458817.3476181": TIDES,
    "doi:10.5555/3458817.3476181": TIDES,
    "https://doi.org/10.5555/3458817.3476181": TIDES,
    "https://doi.org/10.5555%2F3458817.3476181": TIDES,
    "10.5555/3458817.3476181.": TIDES,
    "10.5555/(sici)1097-0142<43::aid>3.0.co;2-n": OLD,
    "2101.08734": TIDES,
    "2101.08734v2": TIDES,
    "arXiv:2101.08734": TIDES,
    "https://arxiv.org/abs/2101.08734": TIDES,
    "https://arxiv.org/pdf/2101.08734v2.pdf": TIDES,
    "math.GT/0309136": OLD,
    "https://arxiv.org/abs/math/0309136": OLD,
    "0000-0002-1825-0097": ROTH,
    "https://orcid.org/0000-0002-1825-0097": ROTH,
    "roth2020tides": TIDES,
    "roth2019preprint": TIDES,
    "hoefler2021sparsity": SPARSITY,
    "@hoefler2021sparsity": SPARSITY,
    "https://example.org/papers/hoefler2021sparsity.html": SPARSITY,
    "https://example.org/papers/hoefler2021sparsity/": SPARSITY,
}

CITED = {
    # keys as texts have them
    "\\cite{hoefler2021sparsity}": SPARSITY,
    "\\citep[p. 3]{hoefler2021sparsity, roth2020tides}": (SPARSITY, TIDES),
    "{cite:t}`hoefler2021sparsity`": SPARSITY,
    "[@hoefler2021sparsity; @roth2020tides]": (SPARSITY, TIDES),
    "hoefler2021sparsity, roth2020tides": (SPARSITY, TIDES),
    "@article{roth2020tides,": TIDES,
    "@misc{other2021,\n  title = {Sparsity in Deep Learning},\n  year = 2021\n}": SPARSITY,
    "author = {Hoefler, Torsten}": HOEFLER,
    '"hoefler2021sparsity"': SPARSITY,
    # with a slip
    "hoefler2021sparsitiy": SPARSITY,
    # addresses that begin at the site
    "/papers/hoefler2021sparsity.html": SPARSITY,
    "papers/hoefler2021sparsity": SPARSITY,
    "events/scadl-2021": "events/scadl-2021/index",
    # an id among other words
    "Roth 2020, preprint, https://doi.org/10.5555/3458817.3476181": TIDES,
    "arXiv:2101.08734v2 [cs.LG]": TIDES,
    # whole references
    "Hoefler, T., Alistarh, D., Ben-Nun, T., Dryden, N., & Peste, A. (2021). Sparsity in deep"
    " learning: Pruning and growth for efficient inference and training in neural networks. Journal"
    " of Machine Learning Research, 22(241), 1-124.": SPARSITY,
    "N. Dryden, R. Böhringer, T. Ben-Nun, and T. Hoefler, “Clairvoyant prefetching for distributed"
    " machine learning I/O,” in SC '21, 2021, pp. 1–15.": PREFETCHING,
    'Dryden, Nikoli, et al. "Clairvoyant prefetching for distributed machine learning I/O."'
    " Proceedings of the International Conference for High Performance Computing, Networking,"
    " Storage and Analysis. 2021.": PREFETCHING,
    "[12] Ivanov et al.: Data Movement Is All You Need, Proc. MLSys 3 (2021) 711-732": (
        "papers/ivanov2021data"
    ),
    "Singh & Bhatele, Exploiting Sparsity in Pruned Neural Networks to Optimize Large Model"
    " Training, 37th IPDPS, pp. 245–255, 2023": "papers/singh2023exploiting",
    # what stands around it
    "(PDF) Sparsity in Deep Learning": SPARSITY,
    "sparsity_in_deep_learning.pdf": SPARSITY,
    "Sparsity in Deep Learning | JMLR": SPARSITY,
    "Prof. Dr. Torsten Hoefler": HOEFLER,
    "bazinska's cached reordering": "papers/bazinska2023cached",
    "papers by zoe roth": ROTH,
    "Besta and others, motif prediction": "papers/besta2022motif",
    "dryden SC'21": PREFETCHING,
    "neural graph databases poster": "papers/besta2022neural-poster",
}

APART = {
    # words written together or apart
    "pre-fetching clairvoyant": PREFETCHING,
    "ENS10": ("papers/ashkboos2022ens10", "papers/ashkboos2022ens10-poster"),
    "µ-cuDNN": "papers/oyama2018cudnn",  # another letter than in the title
    # two slips in a long word
    "gruenquist": GRONQUIST,
    "nikoli dridenn": DRYDEN,
    "clairvoiant prefeching": PREFETCHING,
    # and in two words
    "torstn hoeffler": HOEFLER,
    "nueral grpah databases": GRAPHS,
    "clairvoyant prefteching distribtued": PREFETCHING,
}

OTHERS = {
    # talks and events
    "scadl 2021": "events/scadl-2021/index",
    "ai for social impact": "events/scadl-2021/ai-for-social-impact",
    "ray as the unified compute substrate": (
        "events/scadl-2021/ray-as-the-unified-compute-substrate"
    ),
    "hoefler three pillars": "events/scadl-2021/three-pillars-of-large-scale-deep-learning",
    # topics, venues, years
    "sparsity": "topics/sparsity",
    "neurips": "venues/neurips",
    "IPDPS": "venues/ipdps",
    "journal of machine learning research": "venues/jmlr",
    "2021": "years/2021",
    # software, sources, the guide
    "lbann": "software/lbann",
    "curriculum vitae of nikoli dryden": "sources/cv-dryden",
}

FIRST: Mapping[str, str | tuple[str, ...]] = {
    **NAMES,
    **WORKS,
    **IDS,
    **CITED,
    **APART,
    **OTHERS,
}

AMONG_THREE: Mapping[str, str | tuple[str, ...]] = {
    "hoefler 2021": (SPARSITY, PREFETCHING, "papers/ivanov2021data", "papers/gronquist2021deep"),
    "hoefler sparsity": SPARSITY,
    "gronquist 2019": "papers/gronquist2019predicting",
    "cummins 2020": ("papers/cummins2020deep", "papers/cummins2020programl"),
    "neurips 2022": (
        "papers/dryden2022spatial",
        "papers/ashkboos2022ens10",
        "papers/dryden2022spatial-poster",
        "papers/ashkboos2022ens10-poster",
    ),
    "aluminum": "software/aluminum",
    "tracker page": ("sources/page-dryden", "sources/page-bhatele", "sources/page-ben-nun"),
    "barcelona supercomputing": (
        "people/rosa-badia",
        "events/scadl-2021/dynamic-and-intelligent-workflows",
    ),
    "prof. torsten hoefler": HOEFLER,
    # what no record has as a whole
    "hoefler sparsity unicorns": SPARSITY,
    "dan nichols": "people/daniel-nichols",
    "singh bhatele preconditionning": "papers/singh2023jorge",
    "composable sytems wave": "events/scadl-2021/riding-the-composable-systems-wave",
    "unicorns preconditioning jorge": "papers/singh2023jorge",
    # abstracts
    "adaptive operator reordering with caching": "papers/bazinska2023cached",
    "lpg2vec": GRAPHS,
    '"I/O is emerging as a major bottleneck for machine learning training"': PREFETCHING,
    "I/O is emerging as a major botlenek for machine learning training": PREFETCHING,
    "Indeed, at large scale, I/O takes as much as 85% of training time. Addressing this I/O"
    " bottleneck necessitates careful optimization, as optimal data ingestion pipelines differ"
    " between systems": PREFETCHING,
}

PROSE: Mapping[str, str | tuple[str, ...]] = {
    # both words are in texts, of other people
    "lucas gianinazzi": "people/lukas-gianinazzi",
    "[12] N. Dryden et al., Clairvoyant Prefetching for Distributed Machine Learning I/O, SC": (
        PREFETCHING
    ),
    "time zones": ("guide/calendars", "guide/events-and-talks", "guide/checks/events"),
    "zone of an event": ("guide/events-and-talks", "guide/calendars", "guide/checks/events"),
    # what people ask the guide
    "add a photo": "guide/people",
    "hide an e-mail": "guide/people",
    "merge two people": "guide/names-and-identity",
    "two authors of one name": "guide/names-and-identity",
    "change colours": "guide/extending",
    "dark mode": "guide/extending",
    "add a talk": "guide/events-and-talks",
    "remove a page": "guide/permanence",
    "redirect": "guide/permanence",
    "import from csv": "guide/importing",
    "deploy on read the docs": "guide/publishing",
    "how do I cite in a page": "guide/citing-and-linking",
    "alumni": "guide/people",
    "orcid": "guide/people",
    "thumbnail": "guide/papers",
    "read the docs": "guide/publishing",
    "continuous integration": ("guide/publishing", "guide/checks"),
    "adaptive operator reordering with caching": "papers/bazinska2023cached",
    "social impact": "events/scadl-2021/ai-for-social-impact",
}
"""Words out of the prose of pages, which the index of a built site alone has."""
