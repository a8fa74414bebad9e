"""Related works: which works belong together, by what they share, and why."""

from symposium.knowledge.related_works.comparison import words_of
from symposium.knowledge.related_works.reasons import RelatedWork, RelatedWorks, citations

__all__ = ["RelatedWork", "RelatedWorks", "citations", "words_of"]
