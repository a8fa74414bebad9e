"""Fields of entries that no page shows are named once, with their number."""

from support.lint_cases import found

ENTRY = "@misc{%s, title = {T %s}, author = {Doe, Jane}, year = 2020, %s}\n"


def test_a_field_that_is_shown_nowhere_is_named_once(tmp_path):
    refs = "".join(
        ENTRY % (key, key, "press = {x}, mtime = {1}, timestamp = {2}, optnote = {y}, url_blog = {https://x.org}")
        for key in ("a", "b")
    )  # fmt: skip
    refs += ENTRY % ("c", "c", "altmetric = {true}, bibtex_show = {true}, annotation = {mine}")
    problems = found(tmp_path, {"refs.bib": refs}, "B023")
    assert sorted((one.message, one.place.line) for one in problems) == [
        ("`altmetric` of 1 entry is shown nowhere", 3),
        ("`mtime` of 2 entries is shown nowhere", 1),
        ("`press` of 2 entries is shown nowhere", 1),
    ]
    (counter,) = [one for one in problems if "altmetric" in one.message]
    assert counter.hint == "counters of third parties are not loaded"
