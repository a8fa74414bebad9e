"""Selections: the language in which a listing says what it holds, and the answers to it.

``parse`` reads the options of a listing without a knowledge base, ``faults_of`` compares what they
name with one, ``select`` answers. The language is described in `symposium.knowledge.selection.
grammar` and in the guide. Nothing of it is ever run as a program.
"""

from symposium.knowledge.selection.faults import Fault, caret, followed
from symposium.knowledge.selection.looks import FILTERS, VIEWS, choices
from symposium.knowledge.selection.order import Group
from symposium.knowledge.selection.query import OPTIONS, Key, Query, groups_of, parse
from symposium.knowledge.selection.selecting import Selection, faults_of, select

__all__ = [
    "FILTERS",
    "OPTIONS",
    "VIEWS",
    "Fault",
    "Group",
    "Key",
    "Query",
    "Selection",
    "caret",
    "choices",
    "faults_of",
    "followed",
    "groups_of",
    "parse",
    "select",
]
