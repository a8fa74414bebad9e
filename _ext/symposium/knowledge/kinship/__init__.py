"""Kinship: which works belong together, by what they share, and the reasons in plain words."""

from symposium.knowledge.kinship.kin import Kin, Kinship
from symposium.knowledge.kinship.shared import NOTHING

__all__ = ["NOTHING", "Kin", "Kinship"]
