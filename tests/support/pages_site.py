"""A small knowledge base for the tests of pages: every kind, every awkward case once."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

from symposium.kinds.base import Correction
from symposium.kinds.cv import Advisee, Award, Course, CvOptions, Degree, Metric, Position, Service
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Contributor, Paper, PaperListing
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.software import Developer, Software
from symposium.kinds.source import Source
from symposium.kinds.talk import SoloTalk, Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.model.dates import PRESENT, Date
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls
from symposium.reading.folder import read_project

from support.project import Project


def parse(html: str) -> ET.Element:
    """Return well-formed HTML as a tree under one root."""
    return ET.fromstring(f"<x>{html}</x>")  # noqa: S314 - our own output


HOSTILE = '<script>alert(1)</script> & "quotes" \x00\x02\x03\x1f\ufffe <!--break-->'


def by(*names: str, student: int = 0, equal: tuple[int, ...] = ()) -> tuple[Contributor, ...]:
    """Return authors; ``student`` and ``equal`` are 1-based positions with marks."""
    return tuple(
        Contributor(
            parse_name(name),
            marks=(("equal",) if i in equal else ()) + (("student",) if i == student else ()),
        )
        for i, name in enumerate(names, 1)
    )


PAPERS = (
    Paper(
        id="dryden2021clairvoyant", key="dryden2021clairvoyant", type="inproceedings",
        title="Clairvoyant Prefetching in $O(n^2)$ for \\$5",
        authors=by("Nikoli Dryden", "Roman Böhringer", "Tal Ben-Nun", student=2, equal=(1, 3)),
        et_al=True, date=Date(2021, 11, 14), venue="Supercomputing 2021",
        abstract="I/O is emerging & slow.\n\nWe show $\\alpha_i \\le 2$.",
        topics=("prefetching", "I/O"), awards=("Best Paper",), doi="10.1145/3458817.3476181",
        arxiv="2101.08734",
        links={
            "pdf": "files/x.pdf", "code": "https://example.org/code", "bad": "javascript:alert(1)",
        },
        pages="1--15", publisher="ACM",
        listings=(PaperListing("dryden2021clairvoyant", "2021-12", "cs.DC", "0.9", True, "cv"),),
        related=("old:1999",), inferred=("year",), sources=("cv",),
        corrections=(Correction("title", "Clairvoyent", "Clairvoyant", "cv", "A slip."),),
        fields=(
            ("author", 'Dryden, Nikoli and B{\\"o}hringer, Roman and others'),
            ("title", "Clairvoyant Prefetching"), ("year", "2021"), ("abstract", "I/O"),
            ("sources", "cv"), ("note", "an } odd brace"),
        ),
    ),
    Paper(
        id="poster2021", key="poster2021", type="misc", poster=True,
        title="Clairvoyant Prefetching in $O(n^2)$ for \\$5", authors=by("Nikoli Dryden"),
        date=Date(2021), venue="PhD Forum",
    ),
    Paper(
        id="old-1999", key="old:1999", type="article", title=f"Old {HOSTILE}",
        authors=by("Ana María García Márquez"), venue=f"Journal {HOSTILE}", status="retracted",
        links={"url": "java\tscript:alert(1)", "homepage": 'https://example.org/"><script>'},
    ),
    Paper(
        id="book2020", key="book2020", type="proceedings", title="A Book",
        editors=by("Tal Ben-Nun"), date=Date(2020), venue="Supercomputing 2020",
    ),
    Paper(
        id="shared2019", key="shared2019", type="misc", title="By a Shared Name",
        authors=by("Yang Liu"), date=Date(2019),
    ),
)  # fmt: skip

PEOPLE = (
    Person(
        id="nikoli-dryden", name=parse_name("Nikoli Dryden"), names=("N. Dryden",),
        orcid="0000-0002-1825-0097", role="postdoc",
        affiliations=(Affiliation("LLNL", "USA", start=Date(2023)),),
        links={"homepage": "https://example.org", "evil": "javascript:alert(1)"},
        topics=("deep learning",), photo="files/photo.png", alt="Portrait",
        education=(
            Degree(
                "PhD", "UIUC", Date(2014), Date(2019), "Maths", "Honors", ("Marc Snir",),
                "William Gropp", "On $n$",
            ),
        ),
        positions=(Position("Scientist", "LLNL", Date(2023), description="Leads."),),
        awards=(Award("R&D 100 Award", "LLNL", Date(2023), "For CANDLE."),),
        talks=(
            SoloTalk("PGDB: A Parallel GDB", Date(2012), "invited", "LLNL", "End of summer."),
            SoloTalk("On Prefetching", Date(2022), paper="dryden2021clairvoyant"),
        ),
        teaching=(Course("Parallel Programming", "ETH", "TA", "Fall 2017", "Graded.", "≈ 100"),),
        advising=(
            Advisee(
                "Roman Böhringer", level="bachelors", organization="ETH", date=Date(2020),
                title="Prefetching", note="remotely",
            ),
        ),
        service=(Service("CCGrid", "Chair", Date(2024)),), software=("aluminum",),
        cv=CvOptions(selected=True), body="I work on {paper}`dryden2021clairvoyant`.",
        metrics=(Metric("h-index", "12", "cv", "undated", note="Counts vary."),),
        inferred=("service.0.date",), sources=("cv",),
        corrections=(Correction("positions", "innaugural", "inaugural", "cv"),),
        document="people/nikoli-dryden",
    ),
    Person(id="rosa-badia", name=parse_name("Rosa M. Badia"), former_names=("Rosa Oldname",)),
    Person(id="yang-liu-1", name=parse_name("Yang Liu")),
    Person(id="yang-liu-2", name=parse_name("Yang Liu")),
)  # fmt: skip

EVENTS = (
    Event(
        id="scadl-2021", title="ScaDL 2021", series="ScaDL", date=Date(2021),
        timezone="America/Los_Angeles", utc_offset="-07:00", inferred=("title", "date"),
        sources=("programme",),
        slots=(
            Slot("07:00", "07:10", kind="opening", title="Welcome"),
            Slot("07:10", "07:50", kind="invited", talk="workflows"),
            Slot("07:50", "08:00", kind="break", title="Break"),
            Slot("08:00", "08:25", kind="paper", talk="clairvoyant"),
        ),
    ),
    Event(
        id="dated-2022", title="Dated", date=Date(2022, 5, 30), timezone="Europe/Zurich",
        location="Zürich",
        organizers=(Participant(parse_name("Tal Ben-Nun"), affiliations=(Affiliation("ETH"),)),),
        slots=(Slot("9:00", "9:30", kind="talk", talk="loose"),),
    ),
)  # fmt: skip

TALKS = (
    Talk(
        id="scadl-2021/workflows", event="scadl-2021", title="Dynamic Workflows",
        speakers=(
            Participant(
                parse_name("Prof. Rosa M. Badia"), "rosa-badia", (Affiliation("BSC", "Spain"),),
                "Rosa holds a PhD.\n\nShe leads.",
            ),
        ),
        abstract="In *Markdown*.", topics=("workflows",), document="events/scadl-2021/workflows",
    ),
    Talk(
        id="scadl-2021/clairvoyant", event="scadl-2021", paper="dryden2021clairvoyant",
        authors=(
            Participant(parse_name("Nikoli Dryden"), affiliations=(Affiliation("ETH", "CH"),)),
            Participant(parse_name("New Person"), affiliations=(Affiliation("ETH", "CH"),)),
        ),
    ),
    Talk(id="dated-2022/loose", event="dated-2022", title="Loose"),
)  # fmt: skip

SOURCES = (
    Source(
        id="cv", title="A CV", kind="cv", date="undated", remark="A copy.",
        corrections=(Correction("heading", "DUCATION", "EDUCATION"),),
        listings=(PaperListing("book2020", "2021-02", "cs.LG", "7", False),),
    ),
    Source(id="programme", title="A programme", kind="programme", date="2021-05-01"),
)  # fmt: skip

SOFTWARE = (
    Software(
        id="aluminum", title=f"Aluminum {HOSTILE}", start=Date(2017), end=PRESENT,
        repositories=("https://example.org/al/", "javascript:alert(1)"),
        people=(
            Developer(parse_name("Nikoli Dryden"), role="Lead developer"),
            Developer(parse_name("Tal Ben-Nun")),
        ),
        papers=("dryden2021clairvoyant",), topics=("I/O",), sources=("cv",),
        body="A *library*. " + HOSTILE,
    ),
)  # fmt: skip

RECORDS = Records(
    papers=PAPERS,
    entities={
        "person": PEOPLE, "event": EVENTS, "talk": TALKS, "source": SOURCES, "software": SOFTWARE,
        "topic": (
            Topic(
                id="io", title="I/O", key_papers=("dryden2021clairvoyant",), editorial=True,
                document="topics/io",
            ),
        ),
        "venue": (
            Venue(
                id="sc", name="Supercomputing", short="SC", series="ACM/IEEE SC",
                names=("Supercomputing {year}",),
            ),
        ),
    },
    files=frozenset({"files/x.pdf", "files/photo.png"}),
)  # fmt: skip

MENTIONS = Mentions(
    {
        "topics/io": (
            Mention(
                "topics/io", "I/O & more", "Why <now>", "why", "paper", "dryden2021clairvoyant",
                (
                    TextPiece("As "), TextPiece("", "paper", ("dryden2021clairvoyant", "nobody")),
                    TextPiece(" show, <i>it</i> pays."),
                ),
                "cites",
            ),
            Mention("topics/io", "I/O & more", "", "", "person", "rosa-badia", (), "mentions"),
            Mention("topics/io", "I/O & more", "", "", "topic", "io", (TextPiece("Own page."),)),
        )
    }
)  # fmt: skip


def site_kb() -> KnowledgeBase:
    """Return the knowledge base of the test site."""
    return build(RECORDS)[0]


def known(root: Path, files: Mapping[str, str | bytes]) -> KnowledgeBase:
    """Return what is known of a project of these files, which has no problem."""
    Project(root).write(files)
    records, problems = read_project(root)
    kb, more = build(records)
    assert [*problems, *more] == []
    return kb


def shown(kb: KnowledgeBase, page: str) -> str:
    """Return the HTML of a page, without its metadata."""
    made = Pages(kb, NO_MENTIONS, Urls()).render(page)
    return made.header + made.sections
