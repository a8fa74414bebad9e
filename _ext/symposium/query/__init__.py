"""Listings: which records options choose, in which order, under which headings.

``parse`` reads the options of a listing without a knowledge base, ``faults_of`` compares what they
name with one, ``select`` answers.
"""

from symposium.query.options import (
    CHOICES,
    VIEWS,
    Condition,
    Key,
    Query,
    QueryError,
    groups_of,
    parse,
)
from symposium.query.selection import HeadedGroup, Selection, faults_of, select

__all__ = [
    "CHOICES",
    "VIEWS",
    "Condition",
    "HeadedGroup",
    "Key",
    "Query",
    "QueryError",
    "Selection",
    "faults_of",
    "groups_of",
    "parse",
    "select",
]
