"""Projects that are small to write and that a careless reader takes for ever, or all memory, for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Files = dict[str, str]


def entry(fields: str, key: str = "k") -> str:
    return f"@article{{{key}, title = {{T}}, year = 2020, {fields}}}\n"


def bib(text: str) -> Files:
    return {"refs.bib": text}


def person(text: str) -> Files:
    return {"people/ada.md": text}


def body(text: str) -> Files:
    return {
        "index.md": f"# Home\n\n{text}\n",
        "people/ada.md": f"---\nname: A\n---\n{text}\n",
    }


def lines(count: int, make: Callable[[int], str]) -> str:
    return "".join(make(number) for number in range(count))


MEGA = 1_000_000
STRINGS = '@string{s0 = "xxxxxxxxxx"}\n' + lines(
    60, lambda n: f"@string{{s{n + 1} = s{n} # s{n}}}\n"
)
LAUGHS = "a0: &a0 [x, x]\n" + lines(60, lambda n: f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n")


BOMBS: Mapping[str, Callable[[], Files]] = {
    "braces": lambda: bib(entry(f"note = {{{'{' * 40_000}{'}' * 40_000}}}")),
    "open-braces": lambda: bib(entry("note = " + "{" * 40_000)),
    "unclosed-entries": lambda: bib(lines(5_000, lambda n: f"@misc{{k{n}, title = {{{{T\n")),
    "strings-double": lambda: bib(STRINGS + entry("note = s60")),
    "strings-many": lambda: bib(lines(40_000, lambda n: f"@string{{s{n} = {{x{n}}}}}\n") + entry("note = s39999")),
    "strings-used": lambda: bib("@string{s = {" + "x" * 10_000 + "}}\n" + lines(5_000, lambda n: entry("note = s # s # s", f"k{n}"))),
    "title": lambda: bib(f"@article{{k, title = {{{'Long title ' * MEGA}}}, year = 2020}}\n"),
    "title-word": lambda: bib(f"@article{{k, title = {{{'x' * 10 * MEGA}}}, year = 2020}}\n"),
    "title-commands": lambda: bib(f"@article{{k, title = {{{chr(92) + 'x '}{chr(92) + 'emph{' * 1}{'a }' }{(chr(92) + 'foo ') * 120_000}}}, year = 2020}}\n"),
    "title-dollars": lambda: bib(f"@article{{k, title = {{{'$x$ $' * 40_000}}}, year = 2020}}\n"),
    "authors": lambda: bib(f"@article{{k, title = {{T}}, year = 2020, author = {{{' and '.join(f'A{n} B' for n in range(MEGA))}}}}}\n"),
    "collaboration": lambda: bib(entry(f"author = {{{' and '.join(f'A{n} B' for n in range(1_500))}}}")),
    "author-word": lambda: bib(entry(f"author = {{{'A ' * MEGA}}}")),
    "author-commas": lambda: bib(entry(f"author = {{{'A, ' * 120_000}}}")),
    "fields": lambda: bib("@article{k, title = {T}, " + lines(MEGA, lambda n: f"f{n} = {{x}},") + "}\n"),
    "keywords": lambda: bib(entry(f"keywords = {{{', '.join(f'w{n}' for n in range(40_000))}}}")),
    "crossref-cycle": lambda: bib(lines(3_000, lambda n: entry(f"crossref = {{k{(n + 1) % 3000}}}", f"k{n}"))),
    "xdata-fan": lambda: bib(lines(200, lambda n: f"@xdata{{x{n}, xdata = {{{','.join(f'x{m}' for m in range(200))}}}}}\n") + entry("xdata = {x0}")),
    "year": lambda: bib(entry(f"month = {'9' * MEGA}, volume = {{{'9' * MEGA}}}, pages = {{{'9' * 40_000}--{'9' * 40_000}}}, date = {{{'9' * 40_000}}}")),
    "hash-chain": lambda: bib(entry("note = " + " # ".join(['"x"'] * 80_000))),
    "spaces": lambda: bib(f"@article{{k,{' ' * MEGA}title{' ' * MEGA}= {{T}}{' ' * MEGA}, year = 2020}}\n{' ' * MEGA}@"),
    "percents": lambda: bib(f"@article{{k,{'%' * MEGA}\n title = {{T}}, year = 2020}}\n{'% @a{' * 80_000}"),
    "ats": lambda: bib("@" * MEGA + "\n@a" * 80_000),
    "at-lines": lambda: bib("@a{" * 80_000 + "\n@a{" * 20_000),
    "quotes": lambda: bib(entry('note = "' + '\\"' * 120_000)),
    "comments": lambda: bib("@comment{" * 20_000 + "\n@comment{x\n" * 20_000),
    "maths": lambda: bib(entry(f"abstract = {{{' '.join('$' + chr(92) + 'frac{' * 1 + 'a}{b}$' for _ in range(20_000))}}}")),
    "maths-deep": lambda: bib(entry(f"abstract = {{${(chr(92) + 'frac{') * 300}a{'}{b}' * 300}$ ${'{' * 900}x{'}' * 900}$ ${'x^{' * 400}{'}' * 400}$}}")),
    "yaml-aliases": lambda: person(f"---\nname: A\n{LAUGHS}---\n"),
    "yaml-deep": lambda: person(f"---\nname: A\ntopics: {'[' * 40_000}{']' * 40_000}\n---\n"),
    "yaml-deep-block": lambda: person("---\nname: A\n" + lines(2_000, lambda n: f"{' ' * n}a:\n") + "---\n"),
    "yaml-keys": lambda: person("---\nname: A\n" + lines(40_000, lambda n: f"k{n}: x\n") + "---\n"),
    "yaml-broken": lambda: person("---\nname: A\n" + lines(10_000, lambda n: f"k{n}: 'x\n") + "---\n"),
    "yaml-broken-lines": lambda: person("---\nname: A\n" + lines(10_000, lambda n: f"k{n}: a: b: c\n") + "---\n"),
    "yaml-long": lambda: person(f"---\nname: {'x' * 400_000}\n---\n"),
    "yaml-no-end": lambda: person("---\n" + "name: A\n" * 20_000),
    "name-long": lambda: person(f"---\nname: {'A ' * 160_000}\n---\n"),
    "link-long": lambda: person(f"---\nname: A\nlinks:\n  x: {'a.' * 160_000}\n  y: 10.1234/{'x' * 160_000} y\n---\n"),
    "blockquotes": lambda: body("> " * 5_000 + "x"),
    "lists": lambda: body(lines(1_000, lambda n: f"{'  ' * n}- x\n")),
    "list-line": lambda: body("- " * 5_000 + "x"),
    "brackets": lambda: body("[" * 10_000),
    "brackets-links": lambda: body("[" * 20_000 + "x" + "](y)" * 20_000),
    "emphasis": lambda: body("*a **b " * 5_000),
    "emphasis-closed": lambda: body("*" * 20_000 + "x" + "*" * 20_000),
    "backticks": lambda: body(" ".join("`" * n for n in range(1, 1_000))),
    "entities": lambda: body("&#" * 20_000),
    "angles": lambda: body("<" * 20_000 + "<a " * 10_000),
    "roles": lambda: body("{a}" * 10_000 + "{person}`" * 5_000),
    "dollars": lambda: body("$" * 10_000 + "$a " * 10_000),
    "table": lambda: body("|" * 20_000 + "\n" + "|-" * 20_000 + "\n" + "|" * 20_000),
    "line": lambda: body("x" * MEGA + " " + "_" * MEGA),
    "headings": lambda: body(lines(1_500, lambda n: f"## H {n}\n\n")),
    "fences": lambda: body(lines(300, lambda n: "`" * (303 - n) + "{note}\n") + "x"),
    "colon-fences": lambda: body(lines(300, lambda n: ":" * (303 - n) + "{note}\n") + "x"),
    "comment-open": lambda: body("<!--" * 10_000),
    "filter": lambda: {
        "refs.bib": entry("note = {" + "a" * 40 + "!}"),
        "index.md": '# Home\n\n```{bibliography}\n:filter: note % "(a|aa)+$"\n```\n',
    },
    "filter-deep": lambda: body("```{bibliography}\n:filter: " + "(" * 5_000 + "\n```"),
}  # fmt: skip
"""What makes the files of a bomb, by its name: some are large."""
BUILT = (
    "strings-double", "title", "collaboration", "keywords", "maths-deep", "blockquotes", "brackets", "emphasis",
    "lists", "fences", "yaml-aliases", "headings",
)  # fmt: skip
"""Those that a build meets in other ways than a check; a test of its own builds the filter."""
