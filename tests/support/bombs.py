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
    "strings-double": lambda: bib(STRINGS + entry("note = s60")),
    "title": lambda: bib(f"@article{{k, title = {{{'Long title ' * MEGA}}}, year = 2020}}\n"),
    "authors": lambda: bib(f"@article{{k, title = {{T}}, year = 2020, author = {{{' and '.join(f'A{n} B' for n in range(MEGA))}}}}}\n"),
    "collaboration": lambda: bib(entry(f"author = {{{' and '.join(f'A{n} B' for n in range(1_500))}}}")),
    "fields": lambda: bib("@article{k, title = {T}, " + lines(MEGA, lambda n: f"f{n} = {{x}},") + "}\n"),
    "keywords": lambda: bib(entry(f"keywords = {{{', '.join(f'w{n}' for n in range(40_000))}}}")),
    "xdata-fan": lambda: bib(lines(200, lambda n: f"@xdata{{x{n}, xdata = {{{','.join(f'x{m}' for m in range(200))}}}}}\n") + entry("xdata = {x0}")),
    "year": lambda: bib(entry(f"month = {'9' * MEGA}, volume = {{{'9' * MEGA}}}, pages = {{{'9' * 40_000}--{'9' * 40_000}}}, date = {{{'9' * 40_000}}}")),
    "spaces": lambda: bib(f"@article{{k,{' ' * MEGA}title{' ' * MEGA}= {{T}}{' ' * MEGA}, year = 2020}}\n{' ' * MEGA}@"),
    "percents": lambda: bib(f"@article{{k,{'%' * MEGA}\n title = {{T}}, year = 2020}}\n{'% @a{' * 80_000}"),
    "maths-deep": lambda: bib(entry(f"abstract = {{${(chr(92) + 'frac{') * 300}a{'}{b}' * 300}$ ${'{' * 900}x{'}' * 900}$ ${'x^{' * 400}{'}' * 400}$}}")),
    "yaml-aliases": lambda: person(f"---\nname: A\n{LAUGHS}---\n"),
    "yaml-deep": lambda: person(f"---\nname: A\ntopics: {'[' * 40_000}{']' * 40_000}\n---\n"),
    "yaml-deep-block": lambda: person("---\nname: A\n" + lines(2_000, lambda n: f"{' ' * n}a:\n") + "---\n"),
    "yaml-long": lambda: person(f"---\nname: {'x' * 400_000}\n---\n"),
    "link-long": lambda: person(f"---\nname: A\nlinks:\n  x: {'a.' * 160_000}\n  y: 10.1234/{'x' * 160_000} y\n---\n"),
    "blockquotes": lambda: body("> " * 5_000 + "x"),
    "list-line": lambda: body("- " * 5_000 + "x"),
    "brackets": lambda: body("[" * 10_000),
    "emphasis-closed": lambda: body("*" * 20_000 + "x" + "*" * 20_000),
    "headings": lambda: body(lines(1_500, lambda n: f"## H {n}\n\n")),
    "fences": lambda: body(lines(300, lambda n: "`" * (303 - n) + "{note}\n") + "x"),
    "filter": lambda: {
        "refs.bib": entry("note = {" + "a" * 40 + "!}"),
        "index.md": '# Home\n\n```{bibliography}\n:filter: note % "(a|aa)+$"\n```\n',
    },
    "filter-deep": lambda: body("```{bibliography}\n:filter: " + "(" * 5_000 + "\n```"),
}  # fmt: skip
"""What makes the files of a bomb, by its name: some are large."""
