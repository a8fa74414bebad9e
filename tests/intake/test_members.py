"""Members of a lab, as collections of Jekyll have them."""

from __future__ import annotations

from pathlib import Path

from symposium.cli import main

FILES = {
    "_bibliography/papers.bib": "@misc{a, author = {Able, Ada}, title = {T}, year = 2020}\n",
    "_pages/about.md": "---\nlayout: about\ntitle: about\n---\nA lab.\n",
    "_config.yml": "title: A lab\ncollections:\n  people:\n    output: true\n",
    "_people/ada.md": "---\nname: Ada Able\nkind: PhD\nfile: a\naddress: b\nlayout: person\n---\nShe reads.\n",
}


def test_a_member_may_have_fields_of_any_name(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for name, text in FILES.items():
        path = theirs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert main(["adopt", str(theirs), str(ours)]) in {0, 1}
    assert "name: Ada Able" in (ours / "people/ada-able.md").read_text(encoding="utf-8")
