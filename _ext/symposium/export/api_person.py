"""What the API holds of persons besides their described fields."""

from __future__ import annotations

from operator import itemgetter

from symposium.export.api_objects import (
    COMMON,
    Shape,
    Table,
    Value,
    group,
    objects,
    related,
    somebody,
)
from symposium.export.api_values import Context
from symposium.export.schema_words import an_id, ids, many, maybe, talk_ids, text
from symposium.kinds.cv import ADVISING, METRICS, Advisee
from symposium.kinds.participants import AFFILIATION
from symposium.kinds.person import Person
from symposium.knowledge.identity import State
from symposium.model.names import fold_name
from symposium.pages.plain_markdown import prose


def person() -> Table:
    """Return what is peculiar to persons, described or derived."""
    order = (
        "id name names orcid state role affiliations papers posters talks coauthors metrics "
        "sources url education awards positions teaching advising service software biography links "
        "topics inferred corrections listed"
    )
    states = (
        "described (has a file), derived (known by printed names), ambiguous (a name that several "
        "persons have)."
    )
    count = {"type": "integer", "minimum": 1, "description": "Number of joint works."}
    coauthor = Shape(
        "A co-author.",
        {
            "person": Value(an_id("Id of the person."), get=itemgetter(0)),
            "count": Value(count, get=itemgetter(1)),
        },
    )
    made = {"person": _advised, "name": _name_of_advised}
    advised = {name: Value(one.schema, made[name]) for name, one in somebody().items()}
    more = {
        "names": Value(
            many(text("A name."), "Other printed forms of the name.", uniqueItems=True),
            _other_names,
        ),
        "state": Value(
            text(states, enum=[state.value for state in State]),
            lambda context, one: context.kb.state_of(one.id).value,
        ),
        "affiliations": objects(
            group(AFFILIATION),
            "Affiliations of the person; where none is described, those that programmes print.",
            lambda context, one: one.affiliations or context.printed_affiliations.get(one.id, ()),
        ),
        "papers": related("papers_of_person", ids("Ids of papers, newest first.")),
        "posters": related("posters_of_person", ids("Ids of posters, newest first.")),
        "listed": related(
            "listed_of_person",
            ids(
                "Ids of papers that a page of the person lists, with the authors cut short before "
                "the name, newest first."
            ),
        ),
        "different_from": Value(
            ids("Ids of persons with names alike who are somebody else."),
            lambda context, one: list(context.kb.different_from(one.id)),
        ),
        "talks": related("talks_of_person", talk_ids("Ids of talks.")),
        "coauthors": objects(
            coauthor,
            "Co-authors, most joint works first.",
            lambda context, one: context.kb.coauthors_of(one.id),
        ),
        "metrics": objects(
            group(METRICS, order="name value unit"),
            "Numbers about the person, each with its source.",
        ).at("metrics"),
        "sources": Value(
            COMMON["sources"].schema,
            lambda context, one: list(context.kb.sources_of("person", one.id)),
        ),
        "advising": objects(group(ADVISING, advised, "person"), "Advising and mentoring.").at(
            "advising"
        ),
        "software": Value(ids("Ids of software that the person works or worked on."), _software),
        "biography": Value(
            maybe(text("The text of the page; an empty line stands between paragraphs.")),
            _biography,
        ),
    }
    return Table("A person.", order, more)


def _software(context: Context, one: Person) -> list[str]:
    return list(context.kb.relations.naming.get(("person", one.id), {}).get("software", ()))


def _biography(context: Context, one: Person) -> str | None:
    """Return the words of a body; an empty line stands between paragraphs."""
    if not one.body:
        return None
    paragraphs = ("".join(span.text for span in line) for line in prose(context.kb, one.body))
    return "\n\n".join(paragraphs) or None


def _other_names(context: Context, one: Person) -> list[str]:
    """Return the other printed forms of a name: those of the file, then those of the works."""
    hidden = {fold_name(text) for text in one.former_names}
    forms = dict.fromkeys((*one.names, *context.kb.printed_forms(one.id)))
    forms.pop(one.name.text, None)
    return [text for text in forms if not hidden or fold_name(text) not in hidden]


def _advised(context: Context, one: Advisee) -> str:
    return context.kb.identity.resolve(one.name, one.person)


def _name_of_advised(context: Context, one: Advisee) -> str:
    """Return the name as printed, but for a former one."""
    someone = context.kb.people[_advised(context, one)]
    former = {fold_name(text) for text in someone.former_names}
    return someone.name.text if fold_name(one.name) in former else one.name
