"""Every construct of MyST with something evil in it; see `hostile`."""

from __future__ import annotations

from itertools import product

SECRET = "canary-7f3a"  # noqa: S105 - a mark
"""Stands in files that must not be published."""

LINKS = (
    "javascript:canary(1)",
    "JaVaScRiPt&colon;canary(1)",
    "&#x6A;avascript:canary(1)",
    "javascript&#58;canary(1)",
    "\u200bjavascript:canary(1)",
    "data:text/html;base64,PHNjcmlwdD5jYW5hcnkoMSk8L3NjcmlwdD4=",
    "vbscript:canary(1)",
    "file:///etc/passwd",
    "blob:null/x",
    "//evil.example/x",
    "/secret.txt",
    "secret.txt",
)
LINK_FORMS = (
    "[x]({0})",
    "[x](<{0}>)",
    "<{0}>",
    "[x][r{1}]\n\n[r{1}]: <{0}>",
    "![x]({0})",
    "[![x]({0})]({0})",
    "```{{image}} {0}\n:target: {0}\n```",
    "```{{figure}} /files/a.png\n:target: {0}\n:alt: {0}\nx\n```",
    "````{{card}} x\n:link: {0}\n:img-top: {0}\n:img-background: {0}\ny\n````",
    "```{{button-link}} {0}\n:expand:\nx\n```",
    "```{{button-ref}} {0}\nx\n```",
    "````{{grid}} 2\n```{{grid-item-card}} x\n:link: {0}\n:link-type: url\ny\n```\n````",
    "```{{toctree}}\n:hidden:\nx <{0}>\n{0}\n```",
    "{{bdg-link-primary}}`x <{0}>` {{bdg-ref-primary}}`x <{0}>`",
    "{{download}}`x <{0}>` {{any}}`x <{0}>` {{doc}}`x <{0}>` {{ref}}`x <{0}>`",
    "{{person}}`x <{0}>` {{paper}}`{0}` {{cite}}`{0}` {{footcite}}`{0}` {{topic}}`{0}`",
    "```{{eval-rst}}\n`x <{0}>`__ |s{1}|\n\n.. |s{1}| image:: {0}\n   :target: {0}\n\n.. _t{1}: {0}\n```",
    "```{{include}} {0}\n```",
    "```{{literalinclude}} {0}\n```",
    "```{{csv-table}} x\n:file: {0}\n```",
    "```{{csv-table}} x\n:url: {0}\n```",
    "```{{raw}} html\n:file: {0}\n```",
    "```{{raw}} html\n:url: {0}\n```",
    "```{{graphviz}} {0}\n```",
    "```{{inheritance-diagram}} os.path\n```",
    "```{{meta}}\n:description: {0}\n:http-equiv=refresh: 0;url={0}\n```",
    "[x](inv:{0}#x) <inv:#x> [](project:{0}) [](path:{0}) [](#x)",
)

MARKUP = (
    "<script>canary(1)</script><x-evil>",
    "a <b onclick='canary(1)' x-evil>x</b> <img src=x onerror=canary(1)>",
    "<div style='position:fixed' x-evil><iframe src='https://evil.example'></iframe></div>",
    "<!-- --><svg onload=canary(1) x-evil>",
    "<x-evil>\n\n</x-evil>",
    "<![CDATA[ ]]><x-evil> <?php x-evil ?> <!DOCTYPE x-evil>",
    "```{raw} html\n<script>canary(1)</script><x-evil>\n```",
    "{raw}`<script>canary(1)</script><x-evil>`",
    "```{role} evil(raw)\n:format: html\n```\n\n{evil}`<script>canary(1)</script><x-evil>`",
    "```{eval-rst}\n.. raw:: html\n\n   <script>canary(1)</script><x-evil>\n```",
    "```{eval-rst}\n.. role:: evil2(raw)\n   :format: html\n\n:evil2:`<x-evil>`\n```",
    "```{eval-rst}\n.. default-role:: raw\n\n`<x-evil>`\n```",
    "```{eval-rst}\n.. include:: /etc/passwd\n\n.. include:: secret.txt\n   :literal:\n```",
    "```{only} html\n<script>canary(1)</script><x-evil>\n```",
    "```{parsed-literal}\n<script>canary(1)</script><x-evil>\n```",
    "```{code-block} html\n:caption: <x-evil>\n:emphasize-lines: 1-99999999\n:name: canary\n<x-evil>\n```",
    '```{code-block} x-evil" onclick="canary(1)\n:lineno-start: -99999999999\n<x-evil>\n```',
    "```html+<x-evil>\n<script>canary(1)</script>\n```",
    "$\\href{javascript:canary(1)}{x}$ and $\\text{<x-evil><script>canary(1)</script>}$",
    "$\\style{x-evil:1}{z}$ $\\unicode{x3c}$ $\\class{x-evil}{y}$ $\\cssId{search}{z}$",
    "$$\n\\href{javascript:canary(1)}{x}\n$$ (x-evil)",
    "$$\n\\def\\x{\\x\\x}\\x \\newcommand{\\y}{\\y\\y}\\y\n$$",
    "```{math}\n:label: x-evil\n</math><x-evil><script>canary(1)</script>\n```",
    '````{card} <x-evil>\n:class-card: x" x-evil="1\nx\n````',
    '```{graphviz}\ndigraph { a [URL="javascript:canary(1)"] }\n```',
    '```{mermaid}\ngraph TD; A-->B; click A "javascript:canary(1)"\n```',
    "```{figure-md}\n<x-evil>\n```",
    "[x]{onclick=canary(1) x-evil=1}\n\n{onclick=canary(1) x-evil=1}\nparagraph",
    '```{div} a" x-evil="1\n<x-evil>\n```',
    '```{container} a" x-evil="1 onclick=canary(1)\nx\n```',
    '```{admonition} <x-evil>\n:class: x" x-evil="1\ny\n```',
    '```{dropdown} <x-evil>\n:icon: <x-evil>\n:color: x" x-evil="1\n:class-title: x" x-evil="1\ny\n```',
    '````{tab-set}\n:sync-group: "><x-evil>\n```{tab-item} <x-evil>\n:sync: x" x-evil="1\ny\n```\n````',
    '{octicon}`<x-evil>;1em;x" x-evil="1` {fas}`x" x-evil="1` {material-regular}`<x-evil>`',
    '{bdg}`<x-evil>` {abbr}`x (<x-evil>")` {kbd}`<x-evil>` {samp}`<x-evil>{a}` {guilabel}`&<x-evil>`',
    "{math}`</math><x-evil>` {sub}`<x-evil>` {code}`<x-evil>` {command}`<x-evil>` {menuselection}`<x-evil>`",
    '{pep}`<x-evil>` {rfc}`1#<x-evil>"` {term}`<x-evil>` {envvar}`<x-evil>` {index}`<x-evil>` {manpage}`x(1)`',
    "{py:func}`<x-evil>` {c:func}`<x-evil>` {option}`<x-evil>` {numref}`<x-evil>` {eq}`x-evil` {token}`<x-evil>`",
    "```{index} <x-evil>; <script>canary(1)</script>\n```",
    "```{glossary}\n<x-evil>\n  <script>canary(1)</script>\n```",
    '```{py:function} x-evil("<x-evil>")\n:module: <x-evil>\n<x-evil>\n```',
    "```{js:function} <x-evil>()\n```\n\n```{c:function} int x(<x-evil>)\n```\n\n```{option} --x <x-evil>\n```",
    "```{productionlist}\nx: <x-evil>\n```",
    '```{list-table} <x-evil>\n:header-rows: 1\n:widths: 1 1\n:class: x" x-evil="1\n\n* - <x-evil>\n  - b\n```',
    '```{table} <x-evil>\n| <x-evil> | b |\n|---|:-:|\n| <script>canary(1)</script> | "x-evil=" |\n```',
    "```{epigraph}\n<x-evil>\n\n-- <x-evil>\n```\n\n```{sidebar} <x-evil>\n<x-evil>\n```\n\n```{topic} <x-evil>\n<x-evil>\n```",
    '```{contents} <x-evil>\n:class: x" x-evil="1\n```',
    "```{rubric} <x-evil>\n```\n\n```{centered} <x-evil>\n```\n\n```{hlist}\n* <x-evil>\n```",
    "```{versionadded} <x-evil>\n<x-evil>\n```\n\n```{deprecated} <x-evil>\n```\n\n```{seealso}\n<x-evil>\n```",
    "```{todo}\n<x-evil>\n```\n\n```{ifconfig} canary\n<x-evil>\n```\n\n```{tabularcolumns} <x-evil>\n```",
    "```{autosummary}\nos.system\n```\n\n```{automodule} antigravity\n```\n\n```{program-output} id\n```",
    "```{highlight} <x-evil>\n```\n\n```{default-domain} <x-evil>\n```\n\n```{sectionauthor} <x-evil>\n```",
    "```{bibliography}\n:filter: \"x\" % title or __import__('os').system('true')\n:style: <x-evil>\n:labelprefix: <x-evil>\n```",
    "```{bibliography}\n```\n\n```{footbibliography}\n```\n\n```{overview}\n```",
    '```{schedule} all\n:heading: <x-evil> "x-evil=1\n:room: <x-evil>\n```\n\n```{schedule} <x-evil>\n:day: <x-evil>\n```',
    '```{listing} papers\n:heading: <x-evil> "x-evil=1\n:name: <x-evil>\n:view: table\n```\n\n```{listing} people\n:title: "<x-evil>"\n:not-venue: <x-evil>\n```',
    "```{toctree}\n:glob:\n:caption: <x-evil>\n*\n```\n\n```{listing} papers\n:<x-evil>: <x-evil>\n:year: <x-evil>\n```",
    "{{ 'pw' ~ 'ned7' }} {% set x = 'pw' %}{{ x }}ned7",
    "(sy-search-input)=\n(canary)=\n(search)=\n(documentElement)=\n# canary <x-evil>\n\n<x-evil>",
    '% <x-evil>\n\n+++ {"x-evil": "<x-evil>"}\n\n---',
    "- [ ] <x-evil>\n- [x] <script>canary(1)</script>\n\nTerm <x-evil>\n: <x-evil>",
    "x[^e]\n\n[^e]: <x-evil> <script>canary(1)</script>",
    "> <x-evil>\n> -- <script>canary(1)</script>\n\n*<x-evil>* **<x-evil>** `<x-evil>` ~~<x-evil>~~",
    "\u202eevil\u2066 \x0b\x0c <x-evil>\u2028<x-evil>\u2029 &lt;x-evil&gt; &#60;x-evil&#62;",
    '{cite}`all <"x-evil=1>` {cite:t}`turn3,turn1` {cite:author}`turn4` {footcite}`turn5` {footcite:t}`turn2`',
    "{cite:p}`{<x-evil>}turn1{</x-evil>}` {cite}`{see <script>canary(1)</script>}turn2`",
    "{person}`<x-evil> <all>` {paper}`<x-evil> <all>` {event}`<x-evil> <all>` {talk}`<x-evil> <all/all>`",
    "{topic}`all` {venue}`all` {event}`all` {talk}`all/all` {person}`all` {paper}`all`",
)  # fmt: skip

ALL_WORKS = (
    "```{bibliography}\n:all:\n:list: enumerated\n```\n\n"
    "```{listing} papers\n:group: award\n```\n\n```{listing} events\n:group: location\n:view: table\n```"
)
LINKED = tuple(
    form.format(link, f"{n}x{m}")
    for (n, form), (m, link) in product(enumerate(LINK_FORMS), enumerate(LINKS))
)
BLOCKS = (*MARKUP, *LINKED[:: len(LINKS) + 1], *LINKED[6 :: len(LINKS) + 1])
"""Bodies put together of these have a blank line between any two; each form is there twice."""
