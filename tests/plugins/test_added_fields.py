"""Fields that plugins add to kinds: what reading, lists, the API and editors make of them."""

from __future__ import annotations

import json

import jsonschema
import pytest
import symposium
from support.files import write
from support.project import MakeProject
from support.shared_site import SharedSite
from support.sites import SITE
from symposium.cli import main

PLUGIN = """
from symposium.fields.compound_types import ListOf
from symposium.fields.date_types import DateField
from symposium.fields.field_types import Flag, OneOf, TextType
from symposium.plugin import AddedField, Plugin

PLUGIN = Plugin("more", fields=(
    AddedField("paper", "award_money", TextType(), "What it was worth.", "Prize money", api=True),
    AddedField("paper", "read_on", DateField(), "When.", "Read", filter=True, api=True),
    AddedField("paper", "loud", Flag(), "Whether it is read aloud.", "Aloud", filter=True, api=True),
    AddedField("person", "hobbies", ListOf(TextType()), "Said of the person.", "Hobbies",
               filter=True, search=True, api=True),
    AddedField("dataset", "format", OneOf(("csv", "json")), "Of the files.", "Format",
               required=True, filter=True, facet=True, api=True),
))
"""
FILES = {
    **SITE,
    "more_plugin.py": PLUGIN,
    "papers/doe2020fast.md": "---\naward_money: 100\nread_on: 2021-03\nloud: true\n---\n",
    "people/jane-doe.md": "---\nname: Jane Doe\nhobbies: [chess, golf]\n---\n",
    "datasets/letters.md": "---\ntitle: Letters\nformat: csv\n---\n",
    "datasets/words.md": "---\ntitle: Words\nformat: json\n---\n",
    "index.md": """# Home

```{listing} papers
:read-on: /2021
:loud: yes
```

```{listing} people
:hobbies: golf
```

```{listing} datasets
:format: csv
```
""",
}
CONF = 'symposium_plugins = ["more_plugin:PLUGIN"]\n'
REFERENCE = "more_plugin:PLUGIN"


def test_they_are_shown_listed_and_handed_out_as_they_say(shared_site: SharedSite):
    built = shared_site(FILES, conf=CONF)
    assert built.warnings == ""
    paper = built.html("papers/doe2020fast")
    for text in ("Prize money: 100", "Read: March 2021", "Aloud: yes"):
        assert f"<span>{text}</span>" in paper
    assert "<span>Hobbies: chess, golf</span>" in built.html("people/jane-doe")
    assert built.html("datasets/words").count("Format: json") == 1
    home = built.html("index")
    shown = [
        one for one in ("doe2020fast", "jane-doe", "letters", "words") if f"/{one}.html" in home
    ]
    assert shown == ["doe2020fast", "jane-doe", "letters"]
    schema = json.loads((built.outdir / "api/v1/schema.json").read_text(encoding="utf-8"))
    added = {}
    for name in ("papers", "people", "datasets", "events"):
        table = json.loads((built.outdir / f"api/v1/{name}.json").read_text(encoding="utf-8"))
        jsonschema.validate(table, {**schema, "anyOf": [{"$ref": f"#/$defs/{name}.json"}]})
        added |= {one["id"]: one["added"] for one in table if "added" in one}
    assert added["doe2020fast"] == {"award_money": "100", "read_on": "2021-03", "loud": True}
    assert added["jane-doe"] == {"hobbies": ["chess", "golf"]}
    assert added["julia-bazinska"] == {"hobbies": []}
    assert added["words"] == {"format": "json"}
    assert "the-meeting" not in added


def test_a_page_is_made_again_when_one_changes(project: MakeProject):
    files = {one: FILES[one] for one in ("more_plugin.py", "people/jane-doe.md")}
    made = project(files, conf=CONF)
    made.build()
    made.write({"people/jane-doe.md": "---\nname: Jane Doe\nhobbies: [go]\n---\n"})
    assert "<span>Hobbies: go</span>" in made.build().html("people/jane-doe")


def test_what_is_wrong_in_them_is_reported_with_its_line(tmp_path):
    root = write(
        tmp_path,
        {
            "conf.py": f"symposium_site = True\n{CONF}",
            "more_plugin.py": PLUGIN,
            "refs.bib": SITE["refs.bib"],
            "papers/doe2020fast.md": "---\nread_on: soon\nloud: 3\n---\n",
            "people/ann-adams.md": "---\nname: Ann Adams\nhobies: chess\n---\n",
            "datasets/letters.md": "---\ntitle: Letters\n---\n",
        },
    )
    kb = symposium.load(root, plugins=[REFERENCE])
    found = [f"{one.place} {one.text}" for one in kb.problems]
    assert [one for one in found if "read_on" in one and "papers/doe2020fast.md:2" in one]
    assert [one for one in found if "`loud` must be true or false" in one and ".md:3" in one]
    assert [one for one in found if "did you mean hobbies?" in one and "ann-adams.md:3" in one]
    assert [one for one in found if "The field `format` is missing" in one]
    assert "award_money" not in kb.works["doe2020fast"].added


def test_editors_are_told_of_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(write(tmp_path, {"more_plugin.py": PLUGIN}))
    assert main(["schema", "--plugin", REFERENCE, "person"]) == 0
    hobbies = json.loads(capsys.readouterr().out)["properties"]["hobbies"]
    assert hobbies["description"] == "Said of the person."
    assert main(["schema", "person"]) == 0
    assert "hobbies" not in json.loads(capsys.readouterr().out)["properties"]


@pytest.mark.parametrize(
    ("field", "fault"),
    [
        ('"paper", "topics", TEXT, "x"', "'topics' of 'paper' is one that the kind has already"),
        (
            '"paper", "cited_by", TEXT, "x"',
            "'cited_by' of 'paper' is one that the kind has already",
        ),
        ('"fish", "scales", TEXT, "x"', "'scales' of 'fish' is of no kind"),
        (
            '"paper", "prize", MapOf(TEXT), "x"',
            "it can take text, a flag, a date, or a list of these",
        ),
        ('"paper", "prize", TEXT, "x", facet=True', "has no label, which its facet needs"),
    ],
)
def test_a_field_that_cannot_be_added_is_an_error_that_names_the_plugin(tmp_path, field, fault):
    code = (
        "from symposium.fields.compound_types import MapOf\n"
        "from symposium.fields.field_types import TextType\n"
        "from symposium.plugin import AddedField, Plugin\n"
        f'TEXT = TextType()\nPLUGIN = Plugin("odd", fields=(AddedField({field}),))\n'
    )
    conf = 'symposium_plugins = ["odd_fields:PLUGIN"]\n'
    root = write(tmp_path, {"conf.py": conf, "odd_fields.py": code, "refs.bib": ""})
    (problem,) = symposium.load(root, plugins=["odd_fields:PLUGIN"]).problems
    assert problem.message.startswith('The plugin "odd_fields:PLUGIN" cannot be used: its field')
    assert fault in problem.message


def test_two_plugins_cannot_add_one_field(tmp_path):
    conf = 'symposium_plugins = ["more_plugin:PLUGIN", "again:PLUGIN"]\n'
    again = PLUGIN.replace('"more"', '"again"')
    files = {"conf.py": conf, "more_plugin.py": PLUGIN, "again.py": again, "refs.bib": ""}
    kb = symposium.load(write(tmp_path, files), plugins=[REFERENCE, "again:PLUGIN"])
    (problem,) = kb.problems
    assert "the field of paper 'award_money' is that of \"more_plugin:PLUGIN\" already" in (
        problem.message
    )
