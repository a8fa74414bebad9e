"""The search of this repository's site, asked for words out of the prose of its pages."""

from __future__ import annotations

from ask import ask
from support.real_site import Site
from support.search_queries import PROSE
from support.search_site import misses, need_node


def test_the_built_site_is_asked_for_words_out_of_its_pages(real_site: Site) -> None:
    need_node()
    answers = ask(real_site.outdir, list(PROSE))
    assert not (found := misses(PROSE, answers, 3)), "\n".join(found)
