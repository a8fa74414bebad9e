"""A kind from outside: one module and one template, named in conf.py."""

from __future__ import annotations

import json

from support.project import MakeProject
from support.shared_site import SharedSite
from support.sites import SITE
from symposium import kinds

PLUGIN = '''
from dataclasses import dataclass
from pathlib import Path

from symposium.fields.compound_types import again, field
from symposium.fields.field_types import TextType
from symposium.kinds.base import BODY, TEXTS, Traced
from symposium.kinds.kind import Kind
from symposium.kinds.participants import Participant, PeopleField
from symposium.plugin import Plugin


@dataclass(frozen=True, slots=True)
class Recording(Traced):
    """A recording of somebody."""

    id: str
    title: str = field(TextType(), "The title.", required=True)
    singers: tuple[Participant, ...] = field(PeopleField(), "Who sings.", role="singer", schema_org="author")
    papers: tuple[str, ...] = field(TEXTS, "Papers about it.", refers="paper")
    body: str = again(BODY)


KIND = Kind("recording", "recordings", Recording, "Recordings",
            schema_org="VideoObject", cited_as="video")
PLUGIN = Plugin("recordings", kinds=(KIND,), templates=str(Path(__file__).parent / "recorded"))
'''
TEMPLATE = (
    '{% extends "page.html" %}\n{% block header %}<p>Sung: {{ record.title }}</p>{% endblock %}\n'
)
FILES = {
    **SITE,
    "recording_plugin.py": PLUGIN,
    "recorded/recording.html": TEMPLATE,
    "recordings/song.md": (
        "---\ntitle: A song\nsingers: [Jane Doe]\npapers: [doe2020fast]\n---\nIt is sung.\n"
    ),
    "song.md": "# Songs\n\nSee {recording}`song`.\n",
    "index.md": "# Home\n" + "\n```{toctree}\nsong\n```\n",
}
CONF = 'symposium_plugins = ["recording_plugin:PLUGIN"]\n'


def test_a_kind_of_a_plugin_has_pages_a_role_an_index_the_api_and_backlinks(
    shared_site: SharedSite,
):
    built = shared_site(FILES, conf=CONF)
    assert built.warnings == ""
    page = built.html("recordings/song")
    assert "<p>Sung: A song</p>" in page
    assert "It is sung." in page
    assert 'href="recordings/song.html"' in built.html("song"), "its role"
    assert "song.html" in built.html("recordings/index")
    assert "../recordings/song.html" in built.html("people/jane-doe")
    assert "../recordings/song.html" in built.html("papers/doe2020fast")
    facts = json.loads((built.outdir / "api/v1/recordings.json").read_text(encoding="utf-8"))
    assert facts[0]["title"] == "A song"


def test_the_kind_is_unknown_to_the_next_project(project: MakeProject):
    project(FILES, conf=CONF, root="a").build("dummy")
    assert "recording" in kinds.BY_NAME
    project(SITE, root="b").build("dummy")
    assert "recording" not in kinds.BY_NAME


def test_machines_are_told_what_a_kind_of_a_plugin_is(shared_site: SharedSite):
    html = shared_site(FILES, conf=CONF).html("recordings/song")
    assert '<meta name="citation_title" content="A song" />' in html
    assert '<meta name="citation_author" content="Doe, Jane" />' in html
    assert '<meta name="z:itemType" content="videoRecording" />' in html
    assert '<link rel="type" href="https://schema.org/VideoObject" />' in html
    data = html.partition('<script type="application/ld+json">')[2].partition("</script>")[0]
    video = json.loads(data)["@graph"][0]
    assert video["@type"] == "VideoObject"
    assert [one["name"] for one in video["author"]] == ["Jane Doe"]
    assert video["description"] == "It is sung."
