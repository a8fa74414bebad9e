"""The language of listings: expressions are read, checked and answered.

``parse`` reads the options of a listing without a knowledge base, ``faults_of`` compares what they
name with one, ``select`` answers. The language is described in `symposium.query.grammar` and in the
guide; what can be listed is in `symposium.query.field_tables`. Nothing is ever run as a program.
"""

from symposium.query.errors import QueryError, caret, followed
from symposium.query.order import HeadedGroup
from symposium.query.query import OPTIONS, VIEWS, Key, Query, choices, groups_of, parse
from symposium.query.selecting import Selection, faults_of, select

__all__ = [
    "OPTIONS",
    "VIEWS",
    "HeadedGroup",
    "Key",
    "Query",
    "QueryError",
    "Selection",
    "caret",
    "choices",
    "faults_of",
    "followed",
    "groups_of",
    "parse",
    "select",
]
