"""Sphinx, with pages as Symposium's only output besides its documents, as Hugo makes them.

The arguments are those of ``sphinx-build``. No setting leaves out feeds, lists of works as files,
the map and files for hosting.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from sphinx.cmd.build import main
from symposium.export import outputs

if __name__ == "__main__":
    outputs.OUTPUTS = tuple(
        output if output is outputs.PAGES else replace(output, tasks=lambda _work: iter(()))
        for output in outputs.OUTPUTS
    )
    sys.exit(main(sys.argv[1:]))
