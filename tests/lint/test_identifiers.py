"""The linter's rules for identifiers, in entries and in links."""

from __future__ import annotations

import pytest
from support.lint_cases import applied, entry, found

WRONG = {
    "doi = {http://hdl.handle.net/2065/1}": 'D001 "http://hdl.handle.net/2065/1" is not a DOI',
    "doi = {10.1145/1.2, 10.1145/3.4}": 'D001 There is more than a DOI in "10.1145/1.2, 10.1145/3.4"; 10.1145/1.2 is taken',
    "doi = {https://doi.org/10.1145/1.2}": 'D002 The DOI 10.1145/1.2 is given with "https://doi.org/" before it',
    "doi = {doi: 10.1145/1.2}": 'D002 The DOI 10.1145/1.2 is given with "doi:" before it',
    "eprint = {1501.0001}, archiveprefix = {arXiv}": 'D003 "1501.0001" is not an arXiv identifier: it is not of the form 2101.08734 or cs/0112017',
    "eprint = {arXiv:2101.00001}, archiveprefix = {arXiv}": 'D003 The arXiv identifier 2101.00001 is given with "arXiv:" before it',
    "eprint = {https://arxiv.org/abs/cs/0112017v1}": 'D003 The arXiv identifier cs/0112017v1 is given with "https://arxiv.org/abs/" before it',
    "author = {Doe, Jane}, author+an:person = {1=0000-0002-1825-0098}": 'D004 "0000-0002-1825-0098" is not an ORCID iD: it has a last digit that does not fit',
    "orcid-numbers = {Doe, J/0000-0002-1825-0097 Roe, R/0000-0002-1825-0907}": 'D004 "0000-0002-1825-0907" is not an ORCID iD: it has a last digit that does not fit',
    "isbn = {978-3-16-148410-1}": 'D006 "978-3-16-148410-1" is not an ISBN: it has a last digit that does not fit',
    "isbn = {978-3-16-148410-0 (print), 316148410 (ebook)}": 'D006 "316148410" is not an ISBN: it is not of the form 978-3-16-148410-0',
    "isbn = {0378-5955}": 'D006 "0378-5955" is not an ISBN: it is not of the form 978-3-16-148410-0',
    "issn = {0378-5956}": 'D007 "0378-5956" is not an ISSN: it has a last digit that does not fit',
    "issn = {978-3-16-148410-0}": 'D007 "978-3-16-148410-0" is not an ISSN: it is not of the form 0378-5955',
    "url = {https://doi.org/https://doi.org/10.1145/1.2}": 'D008 The link "https://doi.org/https://doi.org/10.1145/1.2" repeats its beginning',
}  # fmt: skip


@pytest.mark.parametrize("fields", WRONG)
def test_what_is_wrong_in_an_entry(tmp_path, fields):
    (problem,) = found(tmp_path, {"refs.bib": entry(fields)}, "D")
    assert f"{problem.code.code} {problem.message}" == WRONG[fields]
    assert problem.hint
    assert problem.place.path == "refs.bib"
    assert problem.place.line == 2


RIGHT = [
    r"doi = {10.1007/978-3-540-24777-7\_12}",
    "eprint = {2101.00001v2}, eprinttype = {arxiv}",
    "eprint = {hep-th/9901001}, archiveprefix = {arXiv}",
    "isbn = {978-3-16-148410-0 (print) 3-16-148410-X (ebook)}",
    "isbn = {ISBN-13: 978-3-16-148410-0; ISBN-10: 316148410X}",
    "issn = {1070-9908 (Print) 1558-2361 (Online)}",
    "issn = {Print ISSN: 0378-5955}",
    "ror = {https://ror.org/05a28rw58}, note = {ror.org/05a28rw58}",
    "phone = {0000-0002-1825-0098}",
    "url = {https://web.archive.org/web/2020/https://doi.org/10.1145/1.2}",
]


@pytest.mark.parametrize("fields", RIGHT)
def test_what_is_right_in_an_entry(tmp_path, fields):
    assert found(tmp_path, {"refs.bib": entry(fields)}, "D") == []


MENDED = {
    "doi = {https://doi.org/10.1145/1.2}": "doi = {10.1145/1.2}",
    r"doi = {https://doi.org/10.1007/978-3-540\_12}": r"doi = {10.1007/978-3-540\_12}",
    "doi = {https://doi.org/https://doi.org/10.1145/1.2}": "doi = {10.1145/1.2}",
    "eprint = {arXiv:2101.00001}": "eprint = {2101.00001}",
    "url = {https://arxiv.org/abs/https://arxiv.org/abs/2101.00001}": "url = {https://arxiv.org/abs/2101.00001}",
    "pdf = {http://https://x.org/a.pdf}": "pdf = {https://x.org/a.pdf}",
}  # fmt: skip


@pytest.mark.parametrize("fields", MENDED)
def test_what_can_be_mended(tmp_path, fields):
    problems = found(tmp_path, {"refs.bib": entry(fields)}, "D")
    assert applied(tmp_path, problems) == {"refs.bib": entry(MENDED[fields])}
    assert found(tmp_path, {"refs.bib": entry(MENDED[fields])}, "D") == []


def test_an_abbreviation_is_not_mended(tmp_path):
    text = '@string{resolver = "https://doi.org/"}\n@misc{k, title = {T}, doi = resolver # "10.1145/1.2"}'
    (problem,) = found(tmp_path, {"refs.bib": text}, "D")
    assert problem.code.code == "D002"
    assert problem.edits == ()


PERSON = "---\nname: Jane Doe\nlinks:\n  orcid: https://orcid.org/{orcid}\n  ror: https://ror.org/{ror}\ntalks:\n  - title: T\n    links:\n      doi: {link}\n---\n"


def test_links_in_front_matter(tmp_path):
    wrong = PERSON.format(
        orcid="https://orcid.org/0000-0002-1825-0098",
        ror="05a28rw59",
        link="https://doi.org/https://dx.doi.org/10.1145/1.2",
    )
    problems = found(tmp_path, {"people/jane-doe.md": wrong}, "D")
    assert [str(one).partition(": ")[2].partition(" ")[0] for one in problems] == [
        "D004", "D008", "D005", "D008",
    ]  # fmt: skip
    assert [one.place.line for one in problems] == [4, 4, 5, 9]
    right = PERSON.format(
        orcid="0000-0002-1825-0098", ror="05a28rw59", link="https://dx.doi.org/10.1145/1.2"
    )
    assert applied(tmp_path, problems) == {"people/jane-doe.md": right}


def test_links_of_notes_are_reported_where_they_stand(tmp_path):
    files = {
        "refs.bib": entry("url = {https://doi.org/10.1145/1.2}"),
        "papers/k.md": "---\nlinks:\n  pdf: https://https://x.org/a.pdf\n---\n",
    }
    (problem,) = found(tmp_path, files, "D")
    assert str(problem.place) == "papers/k.md:3"


def test_right_links_in_front_matter(tmp_path):
    right = PERSON.format(
        orcid="0000-0002-1825-0097", ror="05a28rw58", link="https://doi.org/10.1145/1.2"
    )
    assert found(tmp_path, {"people/jane-doe.md": right}, "D") == []
