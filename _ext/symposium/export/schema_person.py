"""The JSON Schema of a person, with the lists of a CV."""

from __future__ import annotations

from symposium.export.schema_words import (
    Schema,
    an_id,
    corrections,
    date,
    ids,
    inferred,
    links,
    many,
    maybe,
    number,
    record,
    sources,
    talk_ids,
    text,
    url,
)
from symposium.knowledge.identity import State


def person() -> Schema:
    """Return the schema of a person."""
    return record(
        "A person.",
        id=an_id("Id."),
        name=text("The name as the person has it."),
        names=many(text("A name."), "Other printed forms of the name.", uniqueItems=True),
        orcid=maybe(text("ORCID iD.")),
        state=text(
            "described (has a file), derived (known by printed names), ambiguous (a name that "
            "several persons have).",
            enum=[state.value for state in State],
        ),
        role=maybe(text("Role in the group that keeps the site.")),
        affiliations=many(
            record(
                "An affiliation.",
                organization=text("The organisation."),
                country=maybe(text("Its country.")),
                start=date("Since when."),
                end=date("Until when."),
            ),
            "Affiliations of the person; where none is described, those that programmes print.",
        ),
        papers=ids("Ids of papers, newest first."),
        posters=ids("Ids of posters, newest first."),
        talks=talk_ids("Ids of talks."),
        coauthors=many(
            record(
                "A co-author.",
                person=an_id("Id of the person."),
                count={"type": "integer", "minimum": 1, "description": "Number of joint works."},
            ),
            "Co-authors, most joint works first.",
        ),
        metrics=many(_metric(), "Numbers about the person, each with its source."),
        sources=sources(),
        url=url(),
        **_cv(),
    )


def _metric() -> Schema:
    return record(
        "A number about a person.",
        name=text("h-index, papers, citations, novelty, ai-score, …"),
        value=number("The value."),
        unit=maybe(text("Its unit.")),
        source=text("Id of the source."),
        as_of=text("Its date, or undated."),
        note=maybe(text("A note of caution.")),
    )


def _cv() -> dict[str, Schema]:
    return {
        "education": many(
            record(
                "A degree.",
                degree=text("The degree."),
                organization=text("Where."),
                start=date("Begin."),
                end=date("End."),
                minor=maybe(text("Minor subject.")),
                honors=maybe(text("Honours.")),
                committee=ids("Ids of the members of the committee."),
                thesis=maybe(text("Title of the thesis.")),
            ),
            "Education.",
        ),
        "awards": many(
            record(
                "An award.",
                title=text("Name of the award."),
                organization=maybe(text("Who gave it.")),
                date=date("When."),
                description=maybe(text("What for.")),
            ),
            "Awards and honours.",
        ),
        "positions": many(
            record(
                "A position.",
                title=text("What it is called."),
                organization=text("Where."),
                start=date("Begin."),
                end=date("End."),
                when=maybe(text("When, as printed.")),
                description=maybe(text("What was done.")),
            ),
            "Professional experience.",
        ),
        "teaching": many(
            record(
                "A course.",
                course=text("Title of the course."),
                organization=maybe(text("Where.")),
                role=maybe(text("As what.")),
                when=maybe(text("When, as printed.")),
                description=maybe(text("What it was about.")),
                students=maybe(text("Number of students, as printed.")),
            ),
            "Teaching.",
        ),
        "advising": many(
            record(
                "Somebody advised.",
                person=an_id("Id of the person."),
                name=text("The name as printed."),
                level=maybe(text("bachelor, master, doctoral, …")),
                organization=maybe(text("Where.")),
                date=date("When."),
                title=maybe(text("Title of the work.")),
                note=maybe(text("A note.")),
            ),
            "Advising and mentoring.",
        ),
        "service": many(
            record(
                "A service to the community.",
                venue=text("To whom."),
                role=text("As what."),
                date=date("When."),
            ),
            "Service.",
        ),
        "software": ids("Ids of software that the person works or worked on."),
        "biography": maybe(text("The text of the page; an empty line stands between paragraphs.")),
        "links": links("Links by name."),
        "topics": ids("Ids of topics that the person names."),
        "inferred": inferred(),
        "corrections": corrections(),
    }
