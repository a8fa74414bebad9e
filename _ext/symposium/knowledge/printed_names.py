"""Records that are implied by printed names: topics, venues, series, organisations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, TypeVar

from symposium.kinds.topic import Topic
from symposium.model.ids import slug, told_apart
from symposium.model.names import fold_name

R = TypeVar("R")


def resolve_names(
    described: Mapping[str, R],
    claims: Iterable[tuple[str, str]],
    forms: Mapping[str, Counter[str]],
    make: Callable[[str, str], R],
) -> tuple[dict[str, R], dict[str, str]]:
    """Return all records by id, and the id of the record of each fold.

    Names of one fold are one record: the described one that ``claims`` the fold, the first of
    several; else one that ``make`` makes of an id and of the most frequent of the ``forms``.
    """
    found = dict(described)
    by_fold: dict[str, str] = {}
    for fold, record_id in claims:
        by_fold.setdefault(fold, record_id)
    for fold, names in sorted(forms.items(), key=itemgetter(0)):
        if fold not in by_fold:
            title = most_common(names)
            record_id = slug(title)
            if record_id in found:
                record_id = told_apart(record_id, fold, found)
            found[record_id] = make(record_id, title)
            by_fold[fold] = record_id
    return dict(sorted(found.items())), by_fold


def resolve_topics(
    keywords: Iterable[str], described: Mapping[str, Topic]
) -> tuple[dict[str, Topic], dict[str, str]]:
    """Return all topics by id, and the topic's id of each keyword as written."""
    counts = Counter(keywords)
    folds = {text: fold_name(text) for text in counts}
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for text, fold in folds.items():
        forms[fold][text] = counts[text]
    topics, by_fold = resolve_names(
        described, claims_of(described.values(), fold_name), forms,
        lambda topic_id, title: Topic(id=topic_id, title=title),
    )  # fmt: skip
    return topics, {text: by_fold[fold] for text, fold in folds.items()}


def claims_of(records: Iterable[Any], fold: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield what records claim: their titles, ids, other names and earlier ids, with their ids."""
    for one in records:
        for text in (one.title, one.id, *one.names, *one.earlier_ids):
            yield fold(text), one.id


def most_common(names: Mapping[str, int]) -> str:
    """Return the most frequent text; among equals the first by alphabet."""
    return min(names, key=lambda text: (-names[text], text))
