"""``python -m symposium`` is the command ``symposium``."""

import sys
from pathlib import Path

if sys.path[:1] == [str(Path.cwd())] and Path.cwd() not in Path(__file__).parents:
    del sys.path[0]  # Python looks there for modules: a project could bring some along

from symposium.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
