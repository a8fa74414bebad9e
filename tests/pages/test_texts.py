"""Texts in the language of a site: in templates, numbers, dates and lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from jinja2 import DictLoader
from symposium.locale import ENGLISH, Texts, number, plural, separators, texts_of, use
from symposium.model.dates import Date, Period, parse_dates
from symposium.pages import shown_times
from symposium.pages.template_environment import make_environment

GERMAN = texts_of("de")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use(ENGLISH)


def rendered(source: str, texts: Texts, **values: object) -> str:
    environment = make_environment(texts=texts)
    environment.loader = DictLoader({"a": source})
    return environment.get_template("a").render(values)


def test_a_message_of_a_template_is_translated_where_it_is_compiled() -> None:
    template = '<h2 title="{{ _("Abstract") }}">{{ _("Cited by") }}</h2>'
    assert rendered(template, ENGLISH) == '<h2 title="Abstract">Cited by</h2>'
    use(ENGLISH)
    assert rendered(template, GERMAN) == '<h2 title="Zusammenfassung">Zitiert von</h2>'


def test_values_stand_where_the_translation_has_them() -> None:
    texts = Texts("xx", {"%(one)s, then %(two)s: 100%%": ("%(two)s ← %(one)s (100%%)",)})
    template = '{% trans one=a|upper, two="<b>" %}{{ one }}, then {{ two }}: 100%{% endtrans %}'
    assert rendered(template, ENGLISH, a="x") == "X, then &lt;b&gt;: 100%"
    assert rendered(template, texts, a="x") == "&lt;b&gt; ← X (100%)"


def test_numbers_have_the_form_and_the_digits_of_the_language() -> None:
    use(GERMAN)
    assert plural(1, "{count} paper", "{count} papers") == "1 Beitrag"
    assert plural(1200, "{count} paper", "{count} papers") == "1.200 Beiträge"
    assert number(12_345) == "12.345"
    use(texts_of("ar"))
    shown = [plural(count, "{count} paper", "{count} papers") for count in (1, 2, 3, 11, 100)]
    assert len(set(shown)) == 5
    assert not set("12").intersection("".join(shown[:2]))


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("2021-05-21", "21 May 2021", "21. Mai 2021"),
        ("2021-05", "May 2021", "Mai 2021"),
        ("2021", "2021", "2021"),
        ("2016-summer", "Summer 2016", "Sommer 2016"),
        ("present", "present", "heute"),
        ("2027-03-26/2027-03-28", "26–28 March 2027", "26.–28. März 2027"),
        ("2019/2022", "2019–2022", "2019–2022"),
        ("2019/present", "2019–present", "2019–heute"),
        ("2016-03, 2017", "March 2016, 2017", "März 2016, 2017"),
    ],
)
def test_dates_are_those_of_the_language(text: str, english: str, german: str) -> None:
    dates = parse_dates(text)
    assert shown_times.date_text(dates) == english
    use(GERMAN)
    assert shown_times.date_text(dates) == german


def test_a_time_that_goes_on_is_said_in_the_language() -> None:
    use(GERMAN)
    assert shown_times.span(Date(2019, 5), None) == "seit Mai 2019"
    assert shown_times.span(None, Date(2019)) == "bis 2019"
    assert shown_times.date_text(Period(Date(2020, 1), Date(2020, 3))) == "Januar–März 2020"


def test_lists_end_as_the_language_ends_them() -> None:
    assert separators(3) == [", ", ", and "]
    use(GERMAN)
    assert separators(2) == [" und "]
    assert separators(3) == [", ", " und "]
