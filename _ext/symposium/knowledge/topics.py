"""Topics: the topic of each keyword."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from operator import itemgetter

from symposium.kinds.topic import Topic
from symposium.knowledge.venues import most_common
from symposium.model.ids import slug, told_apart
from symposium.model.names import fold_name


def resolve_topics(
    keywords: Iterable[str], described: Iterable[Topic]
) -> tuple[dict[str, Topic], dict[str, str]]:
    """Return all topics by id, and the topic's id of each keyword as written.

    A described topic claims its id, its title, its other names and its earlier ids; every other
    keyword makes a derived topic, named after its most frequent form.
    """
    topics = {topic.id: topic for topic in described}
    by_fold: dict[str, str] = {}
    for topic in topics.values():
        for text in (topic.title, topic.id, *topic.names, *topic.earlier_ids):
            by_fold.setdefault(fold_name(text), topic.id)
    counts = Counter(keywords)
    folds = {text: fold_name(text) for text in counts}
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for text, fold in folds.items():
        if fold not in by_fold:
            forms[fold][text] = counts[text]
    for fold, names in sorted(forms.items(), key=itemgetter(0)):
        title = most_common(names)
        topic_id = slug(title)
        if topic_id in topics:
            topic_id = told_apart(topic_id, fold, topics)
        topics[topic_id] = Topic(id=topic_id, title=title)
        by_fold[fold] = topic_id
    return dict(sorted(topics.items())), {text: by_fold[fold] for text, fold in folds.items()}
