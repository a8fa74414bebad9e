"""Organisations: from what files, programmes and theses print, and from files of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pages_site import known, shown

REFS = r"""@phdthesis{roe, title={Deep Water}, author={Roe, Ric}, school={ETH Z{\"u}rich}, year=2011}
@techreport{rep, title={R}, author={Doe, Jane}, institution={IBM}, year=2012}
@inproceedings{sponsored, title={S}, author={Doe, Jane}, booktitle={B}, organization={ACM}, year=1}
"""
FILES = {
    "refs.bib": REFS.replace("year=1}", "year=2001}"),
    "people/jane-doe.md": "---\nname: Jane Doe\naffiliations:\n"
    "  - {organization: ETH Zurich, country: Switzerland, start: 2019, end: present}\n"
    "positions:\n  - {title: Postdoc, organization: ETH Zürich, start: 2019, end: present}\n"
    "education:\n  - {degree: PhD, organization: Old College, start: 2001, end: 2005}\n---\n",
    "events/meet/index.md": "---\ntitle: Meeting\ndate: 2020-05\nhosts: [Old College]\n"
    "organizers:\n  - {name: Olaf Oz, affiliation: ETH Zürich}\nslots:\n"
    "  - {time: '9:00-9:30', talk: one}\n---\n",
    "events/meet/one.md": "---\ntitle: One\npaper: rep\nspeakers:\n"
    "  - {name: Una Ed, affiliation: {organization: ETHZ, country: Switzerland}}\n---\n",
}
ETH = {
    "organizations/eth.md": "---\ntitle: ETH Zurich\nnames: [ETHZ]\nror: https://ror.org/05a28rw58\n"
    "parent: domain\nwas: eth-zurich\n---\nA *university*.\n",
    "organizations/domain.md": "---\ntitle: ETH Domain\n---\n",
}


@pytest.fixture
def read(tmp_path: Path):
    """Return what makes a knowledge base of the project, and of files besides."""
    return lambda **files: known(tmp_path, {**FILES, **files})


def test_what_is_printed_makes_organisations_and_sponsors_make_none(read):
    kb = read()
    assert list(kb.entities["organization"]) == ["eth-zurich", "ethz", "ibm", "old-college"]
    assert kb.relations.people_of_organization["eth-zurich"] == ("jane-doe", "olaf-oz", "ric-roe")
    assert kb.entities["organization"]["eth-zurich"].country == "Switzerland"


def test_an_article_makes_no_other_organisation_and_a_number_or_a_server_makes_none(read):
    schools = ("The Old College", "Old College", "TR-12-3", "CoRR")
    kb = read(**{"refs.bib": REFS.replace("year=1}", "year=2001}") + "".join(
        f"@techreport{{t{at}, title={{T{at}}}, institution={{{one}}}, year=2001}}"
        for at, one in enumerate(schools)
    )})  # fmt: skip
    assert list(kb.entities["organization"]) == ["eth-zurich", "ethz", "ibm", "old-college"]
    assert set(kb.relations.papers_of_organization["old-college"]) == {"t0", "t1"}
    assert "TR-12-3" in shown(kb, "papers/t2")


def test_the_page_says_what_people_are_there_and_when_and_who_prints_it(read):
    made = shown(read(), "organizations/eth-zurich")
    assert "Postdoc, 2019–present</span></li>" in made
    assert 'as printed at <a href="../events/meet/index.html">Meeting</a>, May 2020' in made
    assert '<a href="../papers/roe.html">PhD thesis</a>, 2011' in made
    assert "Also printed as" in made
    assert "ETH Zürich" in made


def test_a_sponsor_hosts_nothing_and_an_event_is_named_once_beside_a_person(read):
    text = FILES["events/meet/index.md"].replace(
        "slots:", "sponsors: [{organization: ETHZ}]\nslots:"
    )
    text = text.replace("Olaf Oz, affiliation: ETH Zürich", "Una Ed, affiliation: ETHZ")
    made = shown(read(**{"events/meet/index.md": text}), "organizations/ethz")
    assert "Events sponsored" in made
    assert "Events hosted" not in made
    assert made.count("as printed at") == 1


def test_people_events_talks_and_theses_lead_to_it(read):
    kb = read()
    for name, link in (
        ("people/jane-doe", '<a href="../organizations/eth-zurich.html">ETH Zurich</a>'),
        ("people/jane-doe", '<a href="../organizations/old-college.html">Old College</a>'),
        ("people/una-ed", '<a href="../organizations/ethz.html">ETHZ</a>, Switzerland'),
        ("events/meet/index", '<a href="../../organizations/old-college.html">'),
        ("events/meet/one", '<a href="../../organizations/ethz.html">'),
        ("papers/roe", '<a href="../organizations/eth-zurich.html">ETH Zürich</a>'),
    ):
        assert link in shown(kb, name), (name, link)


def test_a_file_joins_forms_and_its_parent_shows_it(read):
    kb = read(**ETH)
    assert kb.relations.people_of_organization["eth"] == (
        "jane-doe", "una-ed", "olaf-oz", "ric-roe",
    )  # fmt: skip
    made = shown(kb, "organizations/eth")
    assert 'href="https://ror.org/05a28rw58"' in made
    assert 'Part of <a href="../organizations/domain.html">ETH Domain</a>' in made
    assert '<a href="../organizations/eth.html">ETH Zurich</a>' in shown(kb, "organizations/domain")
    assert kb.find("organization", "ETH Zürich") == "eth"
