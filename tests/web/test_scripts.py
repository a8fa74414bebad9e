"""Scripts that are logic, tested without a browser: every ``*.test.mjs`` here, run by node."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from ask import node
from support.search_site import need_node
from symposium.model.names import LETTERS
from symposium.search.terms import words
from symposium.web import STATIC

HERE = Path(__file__).parent


def run(*options: str, given: str = "") -> str:
    need_node()
    command = [str(node()), *options]
    done = subprocess.run(
        command,
        cwd=HERE,
        input=given,
        text=True,
        encoding="utf-8",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_scripts_work_out_is_right() -> None:
    files = sorted(path.name for path in HERE.glob("*.test.mjs"))
    said = run("--test", "--test-reporter=tap", *files)
    assert re.findall(r"^# (?:fail|cancelled|skipped) (\d+)", said, re.MULTILINE) == ["0"] * 3
    (passed,) = re.findall(r"^# pass (\d+)", said, re.MULTILINE)
    assert int(passed) > len(files)


TEXTS = (
    "Julia Bazińska, Øyvind Łukasz Größe & O’Neil-Smith",
    "ﬁne e\u0301te\u0301 ÉTÉ İstanbul ΣΊΣΥΦΟΣ ẞ ı Ħ ŋ ə ﷺ Ǆ",
    "𝐀ttention ℋ ² ½ Ⅳ ｆｕｌｌ １２",
    "模型 model モデル ガ 모델 เครื่องมือ हिन्दी العَرَبِيَّة עִבְרִית",
    "snake_case a--b 10.1145/3458817 C++ \u200d \u00ad 👩‍🔬 " + "ab" * 40,
)


def test_a_script_folds_and_splits_texts_as_the_build_does() -> None:
    script = """
        const { words } = await import(process.argv[1]);
        const { readFileSync } = await import("node:fs");
        const [texts, letters] = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(texts.map((text) => words(text, { ...letters, "ς": "σ" }))));
    """
    module = (STATIC / "symposium-search-terms.js").as_uri()
    said = run("--input-type=module", "-e", script, module, given=json.dumps([TEXTS, LETTERS]))
    assert json.loads(said) == [words(text) for text in TEXTS]
