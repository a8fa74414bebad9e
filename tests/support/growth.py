"""Projects with as many of each thing as one likes: every list of every kind, chains, nestings.

What lists there are is asked of the descriptions of kinds, so a new one is here by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from symposium.fields import field_types, link_types
from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType
from symposium.kinds import BY_NAME, participants

from support.every_field import FILES, REFS, leaves, pair_of, project, put, trees, written

Files = dict[str, str]
Make = Callable[[int], Files]
"""Returns a project with so many of a thing."""

NUMBERED = (field_types.TextType, link_types.PersonName, field_types.Prose)
"""Types whose values may have any number at their end."""


def lists() -> Iterator[tuple[str, Make]]:
    """Yield each list of front matter, by the name of its kind and its path."""
    for name, (kind, file) in FILES.items():
        tops = {path[0]: one for path, one in leaves(BY_NAME[kind].group)}
        for field in tops:
            for path, one in many(BY_NAME[kind].group.fields[str(field)].type, (field,)):
                shown = ".".join(map(str, path))
                yield f"{name}: {shown}", partial(with_list, kind, file, path, one)


def many(one: FieldType, path: tuple[str | int, ...]) -> Iterator[tuple[Any, FieldType]]:
    """Yield the paths of all lists within a value of a type, each with the type of its items."""
    match one:
        case FieldGroup():
            for name, field in one.fields.items():
                yield from many(field.type, (*path, name))
        case ListOf():
            yield path, one.item
            yield from many(one.item, (*path, 0))
        case MapOf():
            yield path, one
        case participants.PeopleField():
            yield from many(ListOf(participants.PARTICIPANT), path)


def with_list(kind: str, file: str, path: Any, one: FieldType, count: int) -> Files:
    """Return a project in which a list has so many items, and as little else as may be."""
    tree: dict[str, Any] = {}
    for top, field in leaves(BY_NAME[kind].group):
        required = len(top) == 1 and BY_NAME[kind].group.fields[str(top[0])].required
        if required or top[: len(path)] == path[: len(top)]:
            put(tree, top, pair_of(kind, top, field)[0])
    for number in range(count):
        if isinstance(one, MapOf):
            put(tree, (*path, f"l{number}"), f"https://example.org/{number}")
            continue
        for end, leaf in leaves(one):
            value = pair_of(kind, (*path, 0, *end), leaf)[0]
            if type(leaf) in NUMBERED:
                value = f"{value} {number}"
            elif not end:
                value = f"{value}-{number}"
            put(tree, (*path, number, *end), value)
    return {"refs.bib": REFS, file: written(tree, kind)}


def records(kind: str, count: int) -> Files:
    """Return so many records of a kind that differ in their ids alone, all fields set."""
    tree = dict(trees()[kind])
    tree.pop("gone", None)
    tree.pop("was", None)
    folder, _, name = FILES[kind][1].rpartition("/")
    if kind == "event":
        folder, name = "events", "index.md"
    files = project()
    for number in range(count):
        path = f"{folder}/n{number}/{name}" if kind == "event" else f"{folder}/n{number}.md"
        files[path] = written(tree, kind)
    return files


def entries(field: str, count: int) -> Files:
    """Return so many entries; of ``field`` each says what the number makes of it."""
    return {
        "refs.bib": "".join(
            f"@article{{k{n}, title = {{Title {n}}}, year = 2020, {field.format(n, n + 1)}}}\n"
            for n in range(count)
        )
    }


def repeated(before: str, text: str, after: str, count: int) -> str:
    """Return a text so many times, between two others."""
    return before + "".join(text.format(n, n + 1) for n in range(count)) + after


def files(path: str, text: str, count: int) -> Files:
    """Return so many files of a path and a text with their numbers."""
    return {path.format(n, n + 1): text.format(n, n + 1) for n in range(count)}


ENTRIES = {
    "one author": "author = {{Best, Bea}}",
    "one author and another": "author = {{Best, Bea and A{0}, B}}",
    "short names": "author = {{Smith{0}, Ada and A. Smith{0} and Cole, C{0}}}",
    "similar names": "author = {{Smith, Ada{0} and Smith, A.}}",
    "one venue": "journal = {{Journal of Keys}}",
    "venues alike": "journal = {{Journal of Keys {0}}}",
    "one topic": "keywords = {{reading}}",
    "topics": "keywords = {{reading {0}, writing}}",
    "one title": "title = {{The Same}}, author = {{Best, Bea}}",
    "one doi": "doi = {{10.1000/one}}",
    "cites the next": "cites = {{k{1}}}",
    "cites the first": "cites = {{k0}}",
    "cites what is not there": "cites = {{q{1}}}",
    "related to the next": "related = {{k{1}}}",
    "crossref": "crossref = {{k{1}}}",
    "one crossref": "crossref = {{k0}}",
    "xdata": "xdata = {{k{1}}}",
    "earlier keys": "ids = {{e{0}, k{1}}}",
    "unknown strings": "publisher = s{0}",
    "unknown fields": "titel{0} = {{x}}",
    "abstracts": "abstract = {{Zebra quagga {0} of keys. We use $x^{0}$.}}",
    "one source": "sources = {{cv}}",
    "volumes": "booktitle = {{Proceedings of the {0}th Meeting on Keys}}",
    "persons by id": 'author = {{Best, B}}, author+an:person = {{1="best-{0}"}}',
}
TEXTS: dict[str, tuple[str, str, str, str]] = {
    "strings": ("refs.bib", '@string{{s0 = "x"}}\n', "@string{{s{1} = s{0} # {{x}}}}\n", ""),
    "nested braces": ("refs.bib", "@misc{a, title = ", "{{", "x}"),
    "keywords": ("refs.bib", "@misc{a, title = {T}, keywords = {", "w{0}, ", "}}"),
    "authors": ("refs.bib", "@misc{a, title = {T}, author = {A B", " and A{0} B{0}", "}}"),
    "annotations": ("refs.bib", "@misc{a, title = {T}, author+an = {", "{0}=equal;", "}}"),
    "cited keys": ("refs.bib", "@misc{a, title = {T}, cites = {", "k{0}, ", "}}"),
    "fields": ("refs.bib", "@misc{a, title = {T}", ", f{0} = {{x}}", "}"),
    "one field": ("refs.bib", "@misc{a, title = {T}", ", note = {{x}}", "}"),
    "one key": ("refs.bib", "", "@misc{{a, title = {{T {0}}}}}\n", ""),
    "front matter": ("people/ada.md", "---\nname: A\n", "k{0}: x\n", "---\n"),
    "one key of front matter": ("people/ada.md", "---\n", "name: A{0}\n", "---\n"),
    "colons": ("people/ada.md", "---\nname: A\n", "k{0}: a: b\n", "---\n"),
    "permalinks": ("permalinks.txt", "", "people/a{0}.html\n", ""),
    "ignored by file": (
        "pyproject.toml",
        "[tool.symposium.check.per-file-ignores]\n",
        '"**/a{0}*" = ["W001"]\n',
        "",
    ),
    "unknown settings": ("pyproject.toml", "[tool.symposium.check]\n", "k{0} = 1\n", ""),
    "unknown codes": ("pyproject.toml", "[tool.symposium.check]\nignore=[", '"Q{0}",', "]"),
    "severities": ("pyproject.toml", "[tool.symposium.check.severity]\n", 'Q{0} = "x"\n', ""),
    "patterns": ("conf.py", "exclude_patterns = [", '"**/a{0}/**",', "]\n"),
    "stars": ("conf.py", "exclude_patterns = ['", "**/a*", "']\n"),
}
BODIES: dict[str, tuple[str, str, str]] = {
    "citations": ("", "See {{cite:t}}`main` and {{cite:p}}`side`. ", ""),
    "unknown citations": ("", "See {{cite:t}}`q{0}`. ", ""),
    "keys of a citation": ("{cite:p}`", "main,", "side`"),
    "persons": ("", "{{person}}`bea-best` and {{person}}`b{0}`. ", ""),
    "lists": ("", "- x\n", ""),
    "nested quotes": ("", "> ", "x"),
    "links": ("", "[a{0}](b{0}.md) ", ""),
    "references": ("", "[a{0}]: b{0}\n\n[a{0}] ", ""),
    "footnotes": ("", "x[^{0}]\n\n[^{0}]: y\n\n", ""),
    "one footnote": ("[^a]: x\n\n", "[^a] ", ""),
    "headings": ("", "## H {0}\n\n", ""),
    "one heading": ("", "## H\n\n", ""),
    "emphasis": ("", "*a **b ", ""),
    "fences": ("", "```{{note}}\nx\n```\n\n", ""),
    "listings": ("", "```{{listing}} papers\n:where: year = 2020\n```\n\n", ""),
    "tables": ("|a|b|\n|-|-|\n", "|x|y|\n", ""),
    "columns": ("", "|a", "|\n"),
    "contents": ("```{toctree}\n", "a{0}\n", "```\n"),
    "globbed contents": ("```{toctree}\n:glob:\n", "a{0}*\n", "```\n"),
    "comments": ("", "<!-- x -->\n\n% y\n\n", ""),
    "sorted by": ("```{listing} papers\n:sort: ", "x{0}, year, ", "\n```\n"),
    "either": ("```{listing} papers\n:where: year = 2020", " or title ~ a{0}", "\n```\n"),
    "both": ("```{listing} papers\n:where: year = 2020", " and q{0} = 1", "\n```\n"),
    "in": ("```{listing} papers\n:where: topic in (a", ", b{0}", ")\n```\n"),
    "parentheses": ("```{listing} papers\n:where: ", "(", "\n```\n"),
    "definitions": ("", "Term {0}\n: What it is\n\n", ""),
    "targets": ("", "(t{0})=\n## H {0}\n\n{{ref}}`t{0}`\n\n", ""),
    "pictures": ("", "![x](files/p{0}.png)\n\n", ""),
    "maths": ("", "$x^{{{0}}}$ ", ""),
}
FOLDERS: dict[str, tuple[str, str]] = {
    "parts": ("events/e{0}/index.md", "---\ntitle: E\npart_of: e{1}\n---\n"),
    "earlier ids": ("people/p{0}.md", "---\nname: P{0} Q\nwas: [p{1}]\n---\n"),
    "persons of one name": ("people/p{0}.md", "---\nname: Bea Best\n---\n"),
    "different persons": ("people/p{0}.md", "---\nname: Bea Best\ndifferent_from: [p{1}]\n---\n"),
    "papers with notes": ("papers/k{0}.md", "---\ntopics: [reading]\n---\n"),
    "unknown topics": ("topics/t{0}.md", "---\ntitle: T{0}\nkey_papers: [q{0}]\n---\n"),
    "organizations": ("organizations/o{0}.md", "---\ntitle: O{0}\nparent: o{1}\n---\n"),
    "talks in one place": (
        "events/big/t{0}.md",
        "---\ntitle: T{0}\nspeakers: [Bea Best]\nstart: '9:00'\n---\n",
    ),
    "unknown speakers": ("events/big/t{0}.md", "---\ntitle: T{0}\npaper: q{0}\n---\n"),
    "unknown fields": ("software/s{0}.md", "---\ntitle: S{0}\npapres: [a]\n---\n"),
    "pages": ("p{0}.md", "# P {0}\n\nSee {{paper}}`k{0}`, {{cite}}`q{0}` and [x](p{1}.md).\n"),
    "bibliographies": ("b{0}.bib", "@misc{{k{0}, title = {{T {0}}}, crossref = {{k{1}}}}}\n"),
}


def programme(line: str, count: int) -> Files:
    """Return an event with so many lines."""
    slots = repeated("slots:\n", line, "", count)
    head = "---\ntitle: Big\ndate: 2024-05-06/2024-05-08\ntimezone: Europe/Zurich\n"
    return {"events/big/index.md": f"{head}{slots}---\n"}


LINES = {
    "talks in a day": "  - {{time: '9:00-9:20', title: A{0}, room: R}}\n",
    "rooms": "  - {{time: '9:00-9:20', title: A{0}, room: R{0}}}\n",
    "tracks": "  - {{time: '9:00-9:20', title: A{0}, track: T{0}}}\n",
    "untimed": "  - {{title: A{0}}}\n",
    "unknown talks": "  - {{time: '9:00-9:20', talk: t{0}}}\n",
}


def by_hand() -> Iterator[tuple[str, Make]]:
    """Yield what descriptions do not tell."""
    yield from ((f"entries: {name}", partial(entries, field)) for name, field in ENTRIES.items())
    for name, (path, *parts) in TEXTS.items():
        yield f"text: {name}", partial(_text, path, tuple(parts))
    for name, parts_ in BODIES.items():
        yield f"body: {name}", partial(_text, "index.md", parts_)
    yield from ((f"files: {name}", partial(files, *of)) for name, of in FOLDERS.items())
    yield from ((f"programme: {name}", partial(programme, of)) for name, of in LINES.items())
    yield from ((f"records: {name}", partial(records, name)) for name in FILES)


def _text(path: str, parts: tuple[str, ...], count: int) -> Files:
    before, text, after = parts
    head = "# Home\n\n" if path == "index.md" else ""
    return {"refs.bib": REFS, path: head + repeated(before, text, after, count)}
