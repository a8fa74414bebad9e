"""A work can be cited from its record in the API alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from symposium.export.api import api_files
from symposium.kinds.paper import Contributor, Paper
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.dates import Date
from symposium.model.names import Name
from symposium.pages.citing.bibtex import shown_entry
from symposium.pages.citing.csl_json import csl_item
from symposium.pages.urls import Urls
from symposium.reading.folder import read_project

BIB = r"""
@article{one, title = {On {GPU}s in $O(n^2)$}, author = {van der Berg, Jr., Jan and {The ACM} and
  others}, journal = {J. of X}, year = 2021, month = jul, volume = 3, number = 4, pages = {1--10},
  doi = {10.1234/abc}, langid = {ngerman}, abstract = {Long.}, issn = {1234-5678}, note = {N}}
@inproceedings{two, title = {T}, author = {Lee, Ann}, editor = {Doe, Jane}, booktitle = {Proc. X},
  series = {LNCS}, number = 5, eventtitle = {X 2020}, venue = {Rome}, date = {2020-22},
  publisher = {Springer}, location = {Cham}, isbn = {978-3-16-148410-0}, eid = {7}}
@thesis{three, title = {T}, author = {Lee, Ann}, type = {phdthesis}, institution = {ETH}}
@poster{four, title = {T}, author = {Lee, Ann}, booktitle = {SC}, year = 2020, pdf = {files/a.pdf}}
@misc{five, title = {T}, eprint = {2401.00001}, archiveprefix = {arXiv}, year = 2024}
@software{six, title = {T}, author = {{NumPy Developers}}, version = {2}, url = {https://x.org}}
@book{seven, title = {T}, edition = {Second}, translator = {Lee, Ann}, status = {retracted}}
"""


def paper_of(row: dict[str, Any], *, poster: bool) -> Paper:
    """Return what a record of the API tells of a work."""
    issued = row["issued"]
    same = (
        "id key type title et_al abstract status doi arxiv volume number pages publisher series "
        "institution isbn issn note language"
    )
    return Paper(
        **{name: row[name] for name in same.split()},
        authors=tuple(map(contributor_of, row["authors"])),
        editors=tuple(map(contributor_of, row["editors"])), date=Date(**issued) if issued else None,
        venue=row["container"], poster=poster, links=row["links"],
        details=tuple(row["details"].items()), inferred=tuple(row["inferred"]),
    )  # fmt: skip


def contributor_of(row: dict[str, Any]) -> Contributor:
    if row["literal"]:
        return Contributor(Name(row["literal"], row["literal"], corporate=True))
    parts = [row[part] or "" for part in ("family", "given", "particle", "suffix")]
    return Contributor(Name(row["name"], *parts))


def rows_of(root: Path) -> tuple[dict[str, Paper], dict[str, tuple[bool, dict[str, Any]]]]:
    kb, _ = build(read_project(root)[0])
    found = {
        row["id"]: ("posters" in path, row)
        for path, content in api_files(kb, NO_MENTIONS, Urls(base="https://x.org/"))
        if path.startswith(("api/v1/papers", "api/v1/posters"))
        for row in json.loads(content)
    }
    return dict(kb.works), found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "refs.bib").write_text(BIB, "utf-8")
    return tmp_path


def test_a_record_and_its_entry_make_the_same_csl_json(project: Path):
    works, rows = rows_of(project)
    assert len(rows) == 7
    for one, (poster, row) in rows.items():
        assert csl_item(paper_of(row, poster=poster)) == csl_item(works[one])


def test_a_record_has_its_entry_and_says_where_it_is_written(project: Path):
    works, rows = rows_of(project)
    for one, (_, row) in rows.items():
        assert row["bibtex"] == shown_entry(works[one], base="https://x.org/")
    lines = BIB.splitlines()
    for name in ("one", "two", "six"):
        origin = rows[name][1]["origin"]
        assert origin["file"] == "refs.bib"
        assert f"{{{name}," in lines[origin["line"] - 1]


def test_organisations_are_a_list(project: Path):
    assert rows_of(project)[1]["three"][1]["organizations"] == ["ETH"]
