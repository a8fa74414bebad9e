"""Texts that are not UTF-8: one bad line costs no other, and no guess is made in silence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from symposium.model.encodings import WESTERN_HINT, decode, decode_file
from symposium.model.problems import Code, Severity

TEXTS = {
    "cp1252": ("Über Müller, François – naïve Größe", "Windows-1252"),
    "gbk": ("@misc{a, author = {李明 and 王小红}, title = {深度学习的应用}}", "GBK"),
    "shift_jis": ("title = {日本語の自然言語処理について}, author = {山田太郎}", "SHIFT_JIS"),
    "euc_kr": ("title = {한국어 자연어 처리 시스템에 대한 연구}", "EUC-KR"),
    "big5": ("title = {繁體中文處理系統}", "BIG5"),
    "cp1251": ("title = {Обработка языка Пушкин}", "WINDOWS-1251"),
    "koi8_r": ("title = {Обработка языка Пушкин}", "KOI8-R"),
    "iso8859_7": ("τίτλος και λόγος", "ISO-8859-7"),
    "utf-16": ("name: 中文", "UTF-16"),
    "utf-16-le": ("---\nname: 中文\n---\n", "UTF-16LE"),
    "utf-32": ("name: 中文", "UTF-32"),
}


@pytest.mark.parametrize("codec", TEXTS)
def test_a_whole_file_in_another_encoding_is_recognised_and_reported_once(codec):
    text, name = TEXTS[codec]
    read, problems = decode_file(text.encode(codec), "refs.bib", Code.BIB_ENCODING)
    assert read == text
    (problem,) = problems
    assert name in problem.message
    assert problem.hint == WESTERN_HINT or f"iconv -f {name} -t UTF-8" in problem.hint


@pytest.mark.parametrize("data", ["李明".encode("gbk"), bytes(range(256))])
def test_what_nobody_can_tell_is_not_read_and_an_error(data):
    text, (problem,) = decode_file(data, "refs.bib", Code.BIB_ENCODING)
    assert text == ""
    assert problem.severity is Severity.ERROR
    assert "iconv -f ENCODING -t UTF-8" in problem.hint


LINES = st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])))
WORDS = st.sampled_from(["M\xfcller", "Fran\xe7ois", "na\xefve \xe9", "\x93so\x94"])


@given(LINES, WORDS, LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_one_bad_line_leaves_all_others_as_they_are(before, bad, after, end):
    before = ["Zoë, é", *(one.replace("\0", "") for one in before)]
    after = [one.replace("\0", "") for one in after]
    data = end.encode().join(
        [*(one.encode() for one in before), bad.encode("latin-1"), *(one.encode() for one in after)]
    )
    made = decode(data)
    assert made.text == end.join([*before, bad.replace("\x93", "“").replace("\x94", "”"), *after])
    assert [line for line, _ in made.lines] == [len(before) + 1]


def test_letters_of_a_bad_line_that_are_utf8_stay():
    data = "Ünal\n".encode() + b"M\xfcller and Fran\xc3\xa7ois\n"
    assert decode(data).text == "Ünal\nMüller and François\n"


def test_many_bad_lines_are_one_problem():
    data = "é\n".encode() + b"\xfc\n" * 1_000
    _, (problem,) = decode_file(data, "a.md", Code.FILE_ENCODING)
    assert problem.place.line == 2
    assert problem.message.startswith("1,000 lines from here on")
