"""What refers to the lines of programmes: anchors, and ids that outlast every change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.files import knowledge_of
from symposium.pages.programmes.agenda import Agenda, AgendaItem

Files = dict[str, str]
MakeAgenda = Callable[..., Agenda]

SLOTS = """\
  - {time: 9:00-9:40, talk: opening}
  - {time: 9:40-10:00, kind: break, title: Coffee}
  - {time: 10:00-10:40, talk: ray, room: Hall}
  - {time: 10:40-11:00, kind: break, title: Coffee}
  - {time: 11:00-11:10, title: Talks}
"""


def event(slots: str = SLOTS, more: str = "") -> str:
    return (
        f"---\ntitle: Meet\ndate: 2021-05-21\ntimezone: Europe/Zurich\n{more}slots:\n{slots}---\n"
    )


def files(**more: str) -> Files:
    talks = {"opening": "title: Opening", "ray": "title: Ray\nspeakers: [Ann Onym]"}
    return {
        "events/meet/index.md": event(),
        **{f"events/meet/{name}.md": f"---\n{text}\n---\n" for name, text in talks.items()},
        **more,
    }


@pytest.fixture
def agenda(tmp_path: Path) -> MakeAgenda:
    def make(texts: Files, identity: str = "test") -> Agenda:
        root = tmp_path / str(len(list(tmp_path.iterdir())))
        return Agenda(knowledge_of(root, texts)[0], identity)

    return make


def uids(entries: tuple[AgendaItem, ...]) -> dict[str, str]:
    return {one.anchor: one.uid for one in entries}


def test_lines_are_told_apart(agenda: MakeAgenda) -> None:
    found = agenda(files()).of_event("meet")
    # "talks" is a section of the page.
    assert [one.anchor for one in found] == ["opening", "coffee", "ray", "coffee-2", "talks-2"]
    assert len({one.uid for one in found}) == 5


def test_ids_outlast_other_times_and_rooms_and_places(agenda: MakeAgenda) -> None:
    slots = """\
  - {time: 15:00-15:30, talk: ray, room: Garden, track: A}
  - {time: 10:00-10:10, kind: break, title: Coffee}
  - {time: 14:00-14:10, kind: break, title: Coffee}
  - {time: 8:00-9:00, title: Registration}
  - {time: 9:10-9:40, talk: opening}
  - {time: 11:00-11:20, title: Talks}
"""
    before = uids(agenda(files()).of_event("meet"))
    after = uids(agenda(files(**{"events/meet/index.md": event(slots)})).of_event("meet"))
    assert before.items() <= after.items()


def test_ids_outlast_new_names(agenda: MakeAgenda) -> None:
    before = agenda(files())
    renamed = {
        "events/meeting/index.md": event(SLOTS.replace("ray", "rays"), "was: [meet, meetup]\n"),
        "events/meeting/opening.md": "---\ntitle: Opening\n---\n",
        # It was renamed when the event was called "meetup" already.
        "events/meeting/rays.md": "---\ntitle: Rays\nwas: [meetup/ray, meeting/xray]\n---\n",
    }
    after = agenda(renamed)
    assert {one.uid for one in after.of_event("meeting")} == {
        one.uid for one in before.of_event("meet")
    }
    assert after.of_talk("meeting/rays")[0].uid == before.of_talk("meet/ray")[0].uid
    assert after.uid_of_event("meeting") == before.uid_of_event("meet")


def test_an_earlier_id_that_is_another_talk_now_is_its_own(agenda: MakeAgenda) -> None:
    texts = files() | {"events/meet/late.md": "---\ntitle: Late\nwas: meet/ray\n---\n"}
    found = agenda(texts)
    assert found.of_talk("meet/late")[0].uid != found.of_talk("meet/ray")[0].uid


def test_a_talk_that_came_from_outside_keeps_its_id(agenda: MakeAgenda) -> None:
    talk = "talks: [{title: Ray, date: 2021-05-21, venue: V}]"
    before = agenda({"people/ann.md": f"---\nname: Ann\n{talk}\n---\n"})
    ray = "---\ntitle: Ray\nwas: /talks/ann-2021-ray\n---\n"
    after = agenda(files(**{"events/meet/ray.md": ray}))
    assert after.of_talk("meet/ray")[0].uid == before.of_talk("talks/ann-2021-ray")[0].uid


def test_talks_move_along_with_their_speaker(agenda: MakeAgenda) -> None:
    talk = "{title: Ray, date: 2021-05-21, venue: V}"
    before = agenda({"people/ann.md": f"---\nname: Ann\ntalks: [{talk}]\n---\n"})
    moved = f"---\nname: Ann Onym\nwas: ann\ntalks: [{talk}]\n---\n"
    renamed = moved.replace("title: Ray", "title: Rays, was: talks/ann-onym-2021-ray")
    wanted = before.of_talk("talks/ann-2021-ray")[0].uid
    found = agenda({"people/ann-onym.md": moved})
    assert found.of_talk("talks/ann-onym-2021-ray")[0].uid == wanted
    found = agenda({"people/ann-onym.md": renamed})
    assert found.of_talk("talks/ann-onym-2021-rays")[0].uid == wanted


def test_a_talk_that_is_given_twice(agenda: MakeAgenda) -> None:
    twice = "  - {time: 9:00-9:10, talk: ray}\n  - {time: 10:00-10:10, talk: ray}\n"
    found = agenda(files(**{"events/meet/index.md": event(twice)}))
    assert [one.anchor for one in found.of_talk("meet/ray")] == ["ray", "ray-2"]
    assert len({one.uid for one in found.of_talk("meet/ray")}) == 2


def test_authors_have_a_calendar_where_nobody_is_said_to_speak(agenda: MakeAgenda) -> None:
    both = "---\ntitle: Ray\nauthors: [Ann Onym, Bo Th]\nspeakers: [Ann Onym]\n---\n"
    found = agenda(files(**{"events/meet/ray.md": both}))
    assert found.has_calendar("person", "ann-onym")
    assert not found.has_calendar("person", "bo-th")
    found = agenda(files(**{"events/meet/ray.md": both.replace("speakers: [Ann Onym]\n", "")}))
    assert found.has_calendar("person", "bo-th")
