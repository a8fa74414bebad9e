"""The linter's reader of Markdown: what stands in a page, at which line and column."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.lint_cases import found
from support.page_cases import SYNTAX
from support.time_limits import ends_in_time
from symposium.reading.markdown.elements import (
    CodeBlock,
    Directive,
    Duplicate,
    Footnote,
    FootnoteMark,
    Formula,
    Heading,
    Link,
    Picture,
    Position,
    Role,
    Target,
)
from symposium.reading.markdown.markup import directives
from symposium.reading.markdown.markup import roles as known_roles
from symposium.reading.markdown.reader import elements_of

PAGE = """\
(lab)=
# Head {a}`x` `code`

text [l ![alt](p.png) {paper}`q`](a%20b.md "t") ![alt *x*](p.png)
[r][ref] <http://x> [^1] {cite:t}`a,
b` $x$ ``{no}`role` `` {person}`c`

| a | b |
|---|---|
| {x}`y` | [q](z) |

[ref]: foo.md
[REF]: other.md
[^1]: note {z}`w`

- a

  ```{note} hi
  foo {bar}`x`
  ```
  ```{figure} a.png
  :alt: "hi: you"
  :name: fig-x

  caption {person}`k`
  ```

::::{grid} 2
:::{card} A {b}`c`
---
link: foo
---
text {ab}`c`
## Nested
:::
::::

term {b}`1`
: def {d}`x`

```python
{not}`role`
```
::: foo
{e}`2`
:::
"""


def test_everything_is_found_where_it_stands():
    found = elements_of(PAGE)
    assert [one for one in found if not isinstance(one, (Role, Directive))] == [
        Duplicate("REF", Position(13)),
        Target("lab", Position(1)),
        Heading(1, "Head x code", "Head  code", outline=True, spot=Position(2)),
        Picture("p.png", "alt", Position(4, 9)),
        Link("a b.md", "l  q", auto=False, spot=Position(4, 35)),
        Picture("p.png", "alt x", Position(4, 49)),
        Link("foo.md", "r", auto=False, spot=Position(4)),
        Link("http://x", "http://x", auto=True, spot=Position(5, 11)),
        FootnoteMark("1", Position(5, 21)),
        Formula("x", Position(6, 4)),
        Link("z", "q", auto=False, spot=Position(10, 16)),
        Footnote("1", Position(14)),
        Target("fig-x", Position(23)),
        Heading(2, "Nested", "Nested", outline=False, spot=Position(34)),
        CodeBlock("python", "{not}`role`\n", Position(41)),
    ]


def test_roles_are_found_to_the_column_however_deep_they_stand():
    spots = [(one.name, one.spot.line, one.spot.column) for one in elements_of(PAGE)
             if isinstance(one, Role)]  # fmt: skip
    assert spots == [
        ("a", 2, 8), ("paper", 4, 23), ("cite:t", 5, 26), ("person", 6, 24), ("x", 10, 3),
        ("z", 14, 12), ("bar", 19, 7), ("person", 25, 11), ("b", 29, 13), ("ab", 33, 6),
        ("b", 38, 6), ("d", 39, 7), ("e", 45, 1),
    ]  # fmt: skip


def test_directives_are_taken_apart():
    found = [one for one in elements_of(PAGE) if isinstance(one, Directive)]
    note, figure, grid, card = found
    assert (note.argument, note.body, note.body_line) == ("", "hi\nfoo {bar}`x`", 18)
    assert (figure.argument, figure.options) == ("a.png", {"alt": "hi: you", "name": "fig-x"})
    assert (figure.spot, figure.spot_of("alt"), figure.body_line) == (
        Position(21, 3),
        Position(22),
        25,
    )
    assert (grid.inside, card.inside) == ("", "grid")
    assert (card.options, card.option_lines) == ({"link": "foo"}, {"link": 31})


REGISTERED = """
extensions = ["symposium"]
symposium_site = True
symposium_search = False


def setup(app):
    app.connect("builder-inited", write)


def write(app):
    import json
    from docutils.parsers.rst import directives, roles
    from docutils.parsers.rst.languages import en

    names = {*directives._directives, *en.directives}
    found = {name: directives.directive(name, en, None)[0] for name in names}
    plain = {*roles._roles, *(en.roles[n] for n in en.roles), *en.roles}
    role_names = {n for n in plain if roles.role(n, en, 0, None)[0]}
    for domain in app.env.domains.values():
        for name in domain.directives:
            found[f"{domain.name}:{name}"] = domain.directive(name)
            if domain.name in {"std", "py"}:
                found.setdefault(name, domain.directive(name))
        for name in domain.roles:
            role_names.add(f"{domain.name}:{name}")
            if domain.name in {"std", "py"}:
                role_names.add(name)
    shapes = {
        name: (
            "1" if one.required_arguments else "?" if one.optional_arguments else "-",
            bool(one.has_content),
            sorted(one.option_spec or ()),
        )
        for name, one in found.items()
        if one is not None
    }
    (app.srcdir / "names.json").write_text(json.dumps([shapes, sorted(role_names)]))
"""
NOT_FOR_AUTHORS = {"_all-octicon", "restructuredtext-test-directive"}
PSEUDO_ROLES = {
    "anonymous-reference", "citation-reference", "footnote-reference", "named-reference",
    "restructuredtext-unimplemented-role", "substitution-reference", "target", "uri",
    "uri-reference", "rfc-reference", "url", "sub-ref",
}  # fmt: skip
"""Names of docutils for which there is no role."""


def test_what_is_known_is_what_is_registered(project):
    made = project({"conf.py": REGISTERED, "index.md": "# Home\n"})
    made.build("dummy")
    shapes, names = json.loads((made.root / "names.json").read_text())
    ours = directives()
    assert shapes.keys() - NOT_FOR_AUTHORS == ours.keys() - {"eval-rst"}
    for name, shape in ours.items():
        if shape.known and name not in {"eval-rst", "include"}:  # MyST adds options when it runs
            content = shape.content != "-"
            assert (shape.argument, content, sorted(shape.options)) == tuple(shapes[name]), name
    assert set(names) - PSEUDO_ROLES == known_roles() - PSEUDO_ROLES


@settings(max_examples=examples(200))
@given(st.lists(SYNTAX, max_size=40).map("".join) | st.text(max_size=200))
def test_no_text_is_too_much(text):
    text = text.replace("\r", "\n")  # files are read so
    lines = text.count("\n") + 1
    for one in elements_of(text):
        assert 1 <= one.spot.line <= lines + 1
        assert one.spot.column >= 1


def test_open_brackets_take_no_longer_the_more_there_are(project):
    text = "[^" * 20_000  # a minute, where each is followed to the end
    with ends_in_time():
        assert elements_of(text) == ()
        project({"index.md": f"# Home\n\n{text}\n"}).build("dummy")


def test_many_slips_are_told_soon(tmp_path):
    body = "".join(f"{{unknown{number}}}`x` [y](nope{number}.md)\n" for number in range(1_000))
    with ends_in_time():
        problems = found(
            tmp_path, {"conf.py": "symposium_site = True\n", "index.md": f"# Home\n\n{body}"}, "S"
        )
        assert len(problems) == 2_000


def test_a_pattern_of_stars_is_not_tried_for_ever(tmp_path):
    body = f"```{{toctree}}\n:glob:\n{'*' * 5_000}x\n{'*a' * 5_000}x\n```\n"
    problems = found(
        tmp_path, {"conf.py": "symposium_site = True\n", "index.md": f"# Home\n\n{body}"}, "S"
    )
    assert [one.place.line for one in problems] == [5, 6]
