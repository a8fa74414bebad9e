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
    "GRÖNQUIST": GRONQUIST,
    "Peter Gronquist": GRONQUIST,
    "bazinska": BAZINSKA,
    "Bazińska, Julia": BAZINSKA,
    "julia bazinska": BAZINSKA,
    "podstawski": "people/michal-podstawski",
    "michal podstawski": "people/michal-podstawski",
    "bohringer": "people/roman-bohringer",
    "sam ade jacobs": "people/sam-ade-jacobs",
    "simeone de fremond": "people/simeone-de-fremond-de-la-merveillere",
    # with one typo
    "grönqist": GRONQUIST,
    "gronqvist": GRONQUIST,
    "peter gronqist": GRONQUIST,
    "bazinksa": BAZINSKA,
    "julia bazinka": BAZINSKA,
    "hoeffler": HOEFLER,
    "Höfler": HOEFLER,
    "torsten hofler": HOEFLER,
    "torstn hoefler": HOEFLER,
    "drydn": DRYDEN,
    "dreyden": DRYDEN,
    "nicoli dryden": DRYDEN,
    "nikolai dryden": DRYDEN,
    "nikoli drydne": DRYDEN,
    "abinav bhatele": "people/abhinav-bhatele",
    "bhatelle": ("people/abhinav-bhatele", "sources/page-bhatele"),
    "truemper": "people/lukas-trumper",
    "alistrah": "people/dan-alistarh",
    # in parts, initials and other orders
    "tal bennun": BEN_NUN,
    "ben-nun": BEN_NUN,
    "ben nun": BEN_NUN,
    "bennun": BEN_NUN,
    "dryden nikoli": DRYDEN,
    "Dryden, Nikoli": DRYDEN,
    "n. dryden": DRYDEN,
    "dryden n": DRYDEN,
    "T Hoefler": HOEFLER,
    "d. alistarh": "people/dan-alistarh",
    "nikoli": DRYDEN,
    "dryd": DRYDEN,
    "van essen": "people/brian-van-essen",
    "essen": "people/brian-van-essen",
    "di girolamo": "people/salvatore-di-girolamo",
    "el maghraoui": "people/kaoutar-el-maghraoui",
    "hwu": "people/wen-mei-hwu",
    # by what else they are called
    "chris carothers": "people/christopher-carothers",
    "rosa badia": "people/rosa-badia",
    "rosa m badia": "people/rosa-badia",
    "bryan a plummer": "people/bryan-plummer",
    "zacharias fisches": "people/zacharias-fisches",
    "aditya ranjan": "people/aditya-ranjan",
    "zoe rothenberger": ROTH,
    "罗佐伊": ROTH,
    "weiss": "people/jurgen-weiss",
    "WEISS": "people/jurgen-weiss",
    "Weiß": "people/jurgen-weiss",
    "juergen weiss": "people/jurgen-weiss",
}

WORKS = {
    # surname and year, surname and a word of the title or a topic
    "dryden 2014": "papers/dryden2014pgdb",
    "2014 dryden": "papers/dryden2014pgdb",
    "gronquist 2021": "papers/gronquist2021deep",
    "bazinska 2023": "papers/bazinska2023cached",
    "plummer 2022": "papers/plummer2022neural",
    "wang 2018": "papers/wang2018neural",
    "dryden prefetching": PREFETCHING,
    "gronquist weather forecasts": "papers/gronquist2021deep",
    "besta motif": "papers/besta2022motif",
    "singh jorge": "papers/singh2023jorge",
    "ben-nun concurrency": "papers/bennun2018demystifying",
    "hoefler et al 2021 sparsity": SPARSITY,
    "dryden & hoefler mixture": ("papers/dryden2022spatial", "papers/dryden2022spatial-poster"),
    # beginnings and parts of titles
    "data movement is all you": "papers/ivanov2021data",
    "neural parameter allocation": "papers/plummer2022neural",
    "demystifying parallel and": "papers/bennun2018demystifying",
    "can large language models write": "papers/nichols2024can",
    "breaking barriers in parallel": "papers/li2020breaking",
    "be like a goldfish": "papers/hans2024goldfish",
    "lion cub": "papers/ishikawa2024lion",
    "sten": "papers/ivanov2023sten",
    "axonn": "papers/singh2021axonn",
    "pgdb debugger": "papers/dryden2014pgdb",
    "μ-cuDNN": "papers/oyama2018cudnn",
    "cudnn": "papers/oyama2018cudnn",
    "n:m format": "papers/castro2023venom",
    "83% imagenet": "papers/wongpanich2021training",
    "strasse": OLD,
    "straße und übergröße": OLD,
    "ubergrosse": OLD,
    # with a typo
    "clairvoyent prefetching": PREFETCHING,
    "clairvoyant prefecthing": PREFETCHING,
    "nueral graph databases": GRAPHS,
    "spatial mixture of exprts": ("papers/dryden2022spatial", "papers/dryden2022spatial-poster"),
    "goldfsh": "papers/hans2024goldfish",
    "demistifying parallel": "papers/bennun2018demystifying",
    "gemstoness": "papers/mcleish2025gemstones",
    "data movment is all you need": "papers/ivanov2021data",
    # in other letters, with more or less between the words
    "NEURAL GRAPH DATABASES": GRAPHS,
    '"neural graph databases"': GRAPHS,
    "  hoefler    alistarh peste ": SPARSITY,
    "Data Movement Is All You Need?": "papers/ivanov2021data",
    "mix & match: training convnets": "papers/hoffer2019mix",
    "mixture-of-experts spatial": ("papers/dryden2022spatial", "papers/dryden2022spatial-poster"),
    "post processing ensemble weather dataset": (
        "papers/ashkboos2022ens10",
        "papers/ashkboos2022ens10-poster",
    ),
    # venue and year
    "jmlr 2021": "venues/jmlr",
    "mlsys 2021": "venues/mlsys",
    "iclr 2022": "venues/iclr",
    "sc 2021": "venues/sc",
    "wacv 2024": "venues/wacv",
    "tpds oyama": "papers/oyama2020case",
}

IDS = {
    "10.5555/3458817.3476181": TIDES,
    "doi:10.5555/3458817.3476181": TIDES,
    "https://doi.org/10.5555/3458817.3476181": TIDES,
    "http://dx.doi.org/10.5555/3458817.3476181": TIDES,
    "https://doi.org/10.5555%2F3458817.3476181": TIDES,
    "10.5555/3458817.3476181.": TIDES,
    "10.5555/(sici)1097-0142<43::aid>3.0.co;2-n": OLD,
    "2101.08734": TIDES,
    "2101.08734v2": TIDES,
    "2101.08734v1": TIDES,
    "arXiv:2101.08734": TIDES,
    "https://arxiv.org/abs/2101.08734": TIDES,
    "https://arxiv.org/abs/2101.08734v3": TIDES,
    "https://arxiv.org/pdf/2101.08734v2.pdf": TIDES,
    "https://arxiv.org/pdf/2101.08734": TIDES,
    "math.GT/0309136": OLD,
    "math/0309136": OLD,
    "https://arxiv.org/abs/math/0309136": OLD,
    "0000-0002-1825-0097": ROTH,
    "https://orcid.org/0000-0002-1825-0097": ROTH,
    "orcid.org/0000-0002-1825-0097": ROTH,
    "roth2020tides": TIDES,
    "ROTH2020TIDES": TIDES,
    "roth2019preprint": TIDES,
    "hoefler2021sparsity": SPARSITY,
    "@hoefler2021sparsity": SPARSITY,
    "[hoefler2021sparsity]": SPARSITY,
    "hoefler2021": SPARSITY,
    "https://example.org/papers/hoefler2021sparsity.html": SPARSITY,
    "https://example.org/papers/hoefler2021sparsity/": SPARSITY,
    "gronquist2019predicting": "papers/gronquist2019predicting",
    "besta2022neural-poster": "papers/besta2022neural-poster",
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
    "title = {Sparsity in Deep Learning},": SPARSITY,
    "author = {Hoefler, Torsten}": HOEFLER,
    '"hoefler2021sparsity"': SPARSITY,
    # with a slip
    "hoefler2021sparsitiy": SPARSITY,
    "dryden2021clairvoyent": PREFETCHING,
    # addresses that begin at the site
    "/papers/hoefler2021sparsity.html": SPARSITY,
    "papers/hoefler2021sparsity": SPARSITY,
    "people/torsten-hoefler": HOEFLER,
    "events/scadl-2021": "events/scadl-2021/index",
    # an id among other words
    "Roth 2020, preprint, https://doi.org/10.5555/3458817.3476181": TIDES,
    "arXiv:2101.08734v2 [cs.LG]": TIDES,
    # whole references
    "Hoefler et al. 2021. Sparsity in deep learning. JMLR": SPARSITY,
    "Hoefler, T., Alistarh, D., Ben-Nun, T., Dryden, N., & Peste, A. (2021). Sparsity in deep"
    " learning: Pruning and growth for efficient inference and training in neural networks. Journal"
    " of Machine Learning Research, 22(241), 1-124.": SPARSITY,
    'T. Hoefler, D. Alistarh et al., "Sparsity in Deep Learning", JMLR 22, 2021': SPARSITY,
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
    "Sparsity in Deep Learning.pdf": SPARSITY,
    "sparsity_in_deep_learning.pdf": SPARSITY,
    "Sparsity in Deep Learning | JMLR": SPARSITY,
    "Prof. Dr. Torsten Hoefler": HOEFLER,
    "Hoefler’s": HOEFLER,
    "bazinska's cached reordering": "papers/bazinska2023cached",
    "papers by zoe roth": ROTH,
    "besta etal motif": "papers/besta2022motif",
    "Besta and others, motif prediction": "papers/besta2022motif",
    "dryden SC'21": PREFETCHING,
    "Plummer ICLR’22": "papers/plummer2022neural",
    # words of journals cut short, years of none, names of kinds
    "j. mach. learn. res.": "venues/jmlr",
    "ipdps 23": "venues/ipdps",
    "lbann software": "software/lbann",
    "topic sparsity": "topics/sparsity",
    "venue neurips": "venues/neurips",
    "year 2019": "years/2019",
    "neural graph databases poster": "papers/besta2022neural-poster",
}

APART = {
    # words written together or apart
    "gold fish": "papers/hans2024goldfish",
    "super computer imagenet": "papers/wongpanich2021training",
    "pre-fetching clairvoyant": PREFETCHING,
    "postprocessing ensemble weather": (
        "topics/weather-and-climate",
        "papers/gronquist2021deep",
        "papers/ashkboos2022ens10",
        "papers/ashkboos2022ens10-poster",
    ),
    "ENS10": ("papers/ashkboos2022ens10", "papers/ashkboos2022ens10-poster"),
    "microbatching": "papers/oyama2018cudnn",
    "mu-cudnn": "papers/oyama2018cudnn",
    "µ-cuDNN": "papers/oyama2018cudnn",  # another letter than in the title
    # two slips in a long word
    "gruenquist": GRONQUIST,
    "dridenn": DRYDEN,
    "nikoli dridenn": DRYDEN,
    "podstavsky": "people/michal-podstawski",
    "el maghrawi": "people/kaoutar-el-maghraoui",
    "clairvoiant prefeching": PREFETCHING,
    # and in two words
    "torstn hoeffler": HOEFLER,
    "nicoli drydn": DRYDEN,
    "juila bazinksa": BAZINSKA,
    "petr gronqist": GRONQUIST,
    "abinav bathele": "people/abhinav-bhatele",
    "machiej besta": "people/maciej-besta",
    "nueral grpah databases": GRAPHS,
    "clairvoyant prefteching distribtued": PREFETCHING,
}

OTHERS = {
    # talks and events
    "scadl 2021": "events/scadl-2021/index",
    "ScaDL": ("events/scadl-2021/index", "venues/scadl"),
    "scadl-2021": "events/scadl-2021/index",
    "ai for social impact": "events/scadl-2021/ai-for-social-impact",
    "ray as the unified compute substrate": (
        "events/scadl-2021/ray-as-the-unified-compute-substrate"
    ),
    "three pillars": "events/scadl-2021/three-pillars-of-large-scale-deep-learning",
    "hoefler three pillars": "events/scadl-2021/three-pillars-of-large-scale-deep-learning",
    "eflows4hpc": "events/scadl-2021/dynamic-and-intelligent-workflows",
    "badia workflows": "events/scadl-2021/dynamic-and-intelligent-workflows",
    "improved pgdb": "talks/nikoli-dryden-2013-towards-an-improved-pgdb",
    # topics, venues, years
    "sparsity": "topics/sparsity",
    "Mixture of experts": "topics/mixture-of-experts",
    "pruning": "topics/sparsity",
    "graph neural networks": ("topics/graph-learning-and-analytics"),
    "weather and climate": "topics/weather-and-climate",
    "gpu kernels": "topics/gpu-kernels",
    "neurips": "venues/neurips",
    "IPDPS": "venues/ipdps",
    "pldi": "venues/pldi",
    "journal of machine learning research": "venues/jmlr",
    "Supercomputing": "venues/sc",
    "2021": "years/2021",
    # software, sources, the guide
    "lbann": "software/lbann",
    "daceml": "software/daceml",
    "maelstrom": "software/deep-weather",
    "curriculum vitae of nikoli dryden": "sources/cv-dryden",
    "programme of the scadl workshop": "sources/scadl-2021-programme",
    "calendars": "guide/calendars",
    "citing and linking": "guide/citing-and-linking",
    "getting started": "guide/getting-started",
    "names and identity": "guide/names-and-identity",
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
    "sparsity 2023": (
        "papers/ivanov2023sten",
        "papers/castro2023venom",
        "papers/gleinig2023theory",
    ),
    "sparsity 2022": ("topics/sparsity", SPARSITY, "papers/ivanov2023sten"),
    "neurips 2022": (
        "papers/dryden2022spatial",
        "papers/ashkboos2022ens10",
        "papers/dryden2022spatial-poster",
        "papers/ashkboos2022ens10-poster",
    ),
    "tpds 2020": ("papers/oyama2020case", "papers/li2020breaking"),
    "aluminum": "software/aluminum",
    "aluminium": ("software/aluminum", "papers/dryden2018aluminum"),
    "zhang": "people/zhe-zhang",
    "wang": ("people/chen-wang", "people/yangzihao-wang"),
    "singh": ("people/siddharth-singh", "people/mahua-singh"),
    "marc": "people/marc-snir",
    "tambe social": "events/scadl-2021/ai-for-social-impact",
    "llm inference": "topics/language-model-inference",
    "tracker page": ("sources/page-dryden", "sources/page-bhatele", "sources/page-ben-nun"),
    "harvard": "people/milind-tambe",
    "barcelona supercomputing": (
        "people/rosa-badia",
        "events/scadl-2021/dynamic-and-intelligent-workflows",
    ),
    "invited talk tambe": "events/scadl-2021/ai-for-social-impact",
    "prof. torsten hoefler": HOEFLER,
    # what no record has as a whole
    "hoefler sparsity unicorns": SPARSITY,
    "zeh zhang": "people/zhe-zhang",
    "dan nichols": "people/daniel-nichols",
    "goldfsh memorise": "papers/hans2024goldfish",
    "singh bhatele preconditionning": "papers/singh2023jorge",
    "composable sytems wave": "events/scadl-2021/riding-the-composable-systems-wave",
    "unicorns preconditioning jorge": "papers/singh2023jorge",
    # abstracts
    "npas automates parameter sharing": (
        "papers/plummer2022neural",
        "papers/teterwak2024learning",
    ),
    "adaptive operator reordering with caching": "papers/bazinska2023cached",
    "lpg2vec": GRAPHS,
    "grouped n:m sparsity layout for cpu inference": "papers/ivanov2023sten",
    "labeled property graph vertices and edges": GRAPHS,
    "volunteer computing fault tolerance": "papers/atre2021distributed",
    '"I/O is emerging as a major bottleneck for machine learning training"': PREFETCHING,
    "I/O is emerging as a major botlenek for machine learning training": PREFETCHING,
    "Abstract: I/O is emerging as a major bottleneck": PREFETCHING,
    "Indeed, at large scale, I/O takes as much as 85% of training time. Addressing this I/O"
    " bottleneck necessitates careful optimization, as optimal data ingestion pipelines differ"
    " between systems": PREFETCHING,
}

PROSE: Mapping[str, str | tuple[str, ...]] = {
    "I/O is emerging as a major botlenek for machine learning training": PREFETCHING,
    # both words are in texts, of other people
    "lucas gianinazzi": "people/lukas-gianinazzi",
    "[12] N. Dryden et al., Clairvoyant Prefetching for Distributed Machine Learning I/O, SC": (
        PREFETCHING
    ),
    "time zones": ("guide/calendars", "guide/events-and-talks", "guide/checks/events"),
    "zone of an event": ("guide/events-and-talks", "guide/calendars", "guide/checks/events"),
    "read the docs": "guide/publishing",
    "continuous integration": ("guide/publishing", "guide/checks"),
    "adaptive operator reordering with caching": "papers/bazinska2023cached",
    "lpg2vec": GRAPHS,
    "social impact": "events/scadl-2021/ai-for-social-impact",
}
"""Words out of the prose of pages, which the index of a built site alone has."""
