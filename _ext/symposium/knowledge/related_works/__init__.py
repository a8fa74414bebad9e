"""Related works: which works belong together, by what they share, and why."""

from symposium.knowledge.related_works.features import NOTHING
from symposium.knowledge.related_works.ranking import ONE, RelatedWork, RelatedWorks

__all__ = ["NOTHING", "ONE", "RelatedWork", "RelatedWorks"]
