"""A person as a JSON object, with the lists of a CV."""

from __future__ import annotations

from symposium.export.api_values import Context, Json, corrections, iso, number
from symposium.kinds.cv import Advisee, Degree
from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase
from symposium.model.names import fold_name
from symposium.pages.plain_markdown import prose


def person(context: Context, record: Person) -> Json:
    """Return a person, described or derived, with all fields of their file."""
    kb, relations = context.kb, context.kb.relations
    affiliations = record.affiliations or context.printed_affiliations.get(record.id, ())
    return {
        "id": record.id,
        "name": record.name.text,
        "names": _other_names(kb, record),
        "orcid": record.orcid,
        "state": kb.state_of(record.id).value,
        "role": record.role,
        "affiliations": [
            {
                "organization": one.organization,
                "country": one.country,
                "start": iso(one.start),
                "end": iso(one.end),
            }
            for one in affiliations
        ],
        "papers": list(relations.papers_of_person.get(record.id, ())),
        "posters": list(relations.posters_of_person.get(record.id, ())),
        "talks": list(relations.talks_of_person.get(record.id, ())),
        "coauthors": [
            {"person": other, "count": count} for other, count in kb.coauthors_of(record.id)
        ],
        "metrics": [
            {
                "name": metric.name,
                "value": number(metric.value),
                "unit": metric.unit,
                "source": metric.source,
                "as_of": metric.as_of,
                "note": metric.note,
            }
            for metric in record.metrics
        ],
        "sources": list(kb.sources_of("person", record.id)),
        "url": context.url("person", record.id),
        "education": [_degree(kb, degree) for degree in record.education],
        "awards": [
            {
                "title": award.title,
                "organization": award.organization,
                "date": iso(award.date),
                "description": award.description,
            }
            for award in record.awards
        ],
        "positions": [
            {
                "title": position.title,
                "organization": position.organization,
                "start": iso(position.start),
                "end": iso(position.end),
                "when": position.when,
                "description": position.description,
            }
            for position in record.positions
        ],
        "teaching": [
            {
                "course": course.course,
                "organization": course.organization,
                "role": course.role,
                "when": course.when,
                "description": course.description,
                "students": course.students,
            }
            for course in record.teaching
        ],
        "advising": [_advisee(kb, advisee) for advisee in record.advising],
        "service": [
            {"venue": service.venue, "role": service.role, "date": iso(service.date)}
            for service in record.service
        ],
        "software": list(relations.naming.get(("person", record.id), {}).get("software", ())),
        "biography": _plain(kb, record.body),
        "links": dict(sorted(record.links.items())),
        "topics": [topic.id for topic in kb.topics_of(record.topics)],
        "inferred": list(record.inferred),
        "corrections": corrections(kb, record.corrections),
    }


def _plain(kb: KnowledgeBase, body: str) -> str | None:
    """Return the words of a body; an empty line stands between paragraphs."""
    paragraphs = ("".join(span.text for span in line) for line in prose(kb, body))
    return "\n\n".join(paragraphs) or None


def _other_names(kb: KnowledgeBase, record: Person) -> list[str]:
    """Return the other printed forms of a name: those of the file, then those of the works."""
    hidden = {fold_name(text) for text in record.former_names}
    forms = dict.fromkeys((*record.names, *kb.printed_forms(record.id)))
    forms.pop(record.name.text, None)
    return [text for text in forms if not hidden or fold_name(text) not in hidden]


def _degree(kb: KnowledgeBase, degree: Degree) -> Json:
    return {
        "degree": degree.degree,
        "organization": degree.organization,
        "start": iso(degree.start),
        "end": iso(degree.end),
        "minor": degree.minor,
        "honors": degree.honors,
        "committee": list(dict.fromkeys(map(kb.identity.resolve, degree.committee))),
        "thesis": degree.thesis,
    }


def _advisee(kb: KnowledgeBase, advisee: Advisee) -> Json:
    person_id = kb.identity.resolve(advisee.name, advisee.person)
    someone = kb.people[person_id]
    former = {fold_name(text) for text in someone.former_names}
    return {
        "person": person_id,
        "name": someone.name.text if fold_name(advisee.name) in former else advisee.name,
        "level": advisee.level,
        "organization": advisee.organization,
        "date": iso(advisee.date),
        "title": advisee.title,
        "note": advisee.note,
    }
