"""Fuzz the readers of BibTeX, front matter, LaTeX, names, dates and formulas.

``python tools/fuzz.py [SECONDS] [TARGET …]`` (or ``make fuzz``) spends this time, by default 60 s,
on each target of ``tests/support/fuzzing.py``. Atheris looks for texts that reach new code; its
seeds are files of the tests and, if they exist, of ``../shared/corpora``. If it is not installed,
Hypothesis generates texts instead. A text that makes a reader fail is kept in ``_build/fuzz``;
``python tools/fuzz.py TARGET FILE`` tries it again.
"""

from __future__ import annotations

import contextlib
import importlib.util
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOUND = ROOT / "_build" / "fuzz"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "_ext")]

SECONDS = 60
LONGEST = 4096
"""Largest size in bytes of a text by Atheris."""
ROUND = 1000
"""Number of texts by Hypothesis in one run."""

TOKENS = (
    "@article{k,", "@misc{", "@string{", "@comment{", "@xdata{", "crossref = {", "author = {",
    " and ", "title = {", "author+an = {1=student}", " # ", "\n}\n", "},\n", "---\n", "name: ",
    "links:\n  ", "slots:\n  - time: 9:00-10:00\n", "date: 2020-05-17", "\\begin{", "\\end{",
    "\\frac{", '\\"{o}', "$", "\\left(", "\\right)", "family=", "given=", "2020-05", "/", "~",
    "\\{", "{\\", "\\\\", "- ",
)  # fmt: skip
"""Building blocks of the texts."""


def fuzz(name: str, seconds: int) -> bool:
    """Fuzz one target in a separate process; return whether it did not fail."""
    how = "--atheris" if importlib.util.find_spec("atheris") else "--hypothesis"
    print(f"{name}: {seconds} s by {how[2:]}", flush=True)
    command = [sys.executable, __file__, how, name, str(seconds)]
    code = subprocess.run(command, check=False).returncode  # noqa: S603 - ourselves
    kept = sorted(FOUND.glob(f"{name}-*"))
    if code:
        print(f"{name}: a text makes it fail; try it again by one of")
        for path in kept:
            print(f"    python tools/fuzz.py {name} {path.relative_to(ROOT)}")
    return not code


def by_hypothesis(name: str, seconds: int) -> None:
    """Check texts of the target's strategy until the time is up."""
    from hypothesis import HealthCheck, given, seed, settings  # noqa: PLC0415 - only needed here
    from support.fuzzing import TARGETS  # noqa: PLC0415 - as below

    target, last, count = TARGETS[name], "", 0

    def check(text: str) -> None:
        nonlocal last
        last = text
        target.ask(text)

    calm = settings(
        max_examples=ROUND, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            calm(seed(random.getrandbits(64))(given(target.texts)(check)))()
        except Exception:
            keep(name, last)
            raise
        count += ROUND
    print(f"{name}: {count:,} texts")


def by_atheris(name: str, seconds: int) -> None:
    """Run Atheris, which ends the process."""
    import atheris  # type: ignore[import-not-found]  # noqa: PLC0415 - may not be installed

    with atheris.instrument_imports(include=["symposium"]):
        from support.fuzzing import TARGETS, seeds  # noqa: PLC0415 - is to be instrumented
    target = TARGETS[name]
    folder = FOUND / "seeds" / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(seeds(target.suffix, LONGEST)):
        (folder / f"seed-{number}").write_bytes(text.encode("utf-8", "replace"))
    tokens = FOUND / "tokens"
    rows = ["".join(f"\\x{byte:02x}" for byte in token.encode()) for token in TOKENS]
    tokens.write_text("".join(f'"{row}"\n' for row in rows), encoding="ascii")

    def check(data: bytes) -> None:
        target.ask(data.decode("utf-8", "replace"))

    options = [
        f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-dict={tokens}", "-timeout=60",
        "-rss_limit_mb=4096", f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1",
        "-verbosity=0",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(folder)], check)
    atheris.Fuzz()


def keep(name: str, text: str) -> None:
    """Keep a text that makes a target fail."""
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{name}-{random.getrandbits(32):08x}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def main(arguments: list[str]) -> int:
    """Fuzz targets, or try a kept text again; return the exit status."""
    from support.fuzzing import TARGETS  # noqa: PLC0415 - must be imported after Atheris

    if len(arguments) == 2 and arguments[0] in TARGETS and Path(arguments[1]).is_file():
        TARGETS[arguments[0]].ask(Path(arguments[1]).read_bytes().decode("utf-8", "replace"))
        print("nothing wrong")
        return 0
    seconds = SECONDS
    with contextlib.suppress(IndexError, ValueError):
        seconds = int(arguments[0])
        arguments = arguments[1:]
    if unknown := [name for name in arguments if name not in TARGETS]:
        print(f"no target is called {unknown[0]}: take {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    if importlib.util.find_spec("atheris") is None:
        print("Atheris is not installed here: Hypothesis makes the texts")
    results = [fuzz(name, seconds) for name in arguments or TARGETS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] in {"--atheris", "--hypothesis"}:
        (by_atheris if sys.argv[1] == "--atheris" else by_hypothesis)(sys.argv[2], int(sys.argv[3]))
        raise SystemExit(0)
    raise SystemExit(main(sys.argv[1:]))
