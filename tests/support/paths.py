"""Where things are that tests read; some of them lie beside the checkout, and not everywhere."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""
GUIDE = ROOT / "guide"
SHARED = ROOT.parent / "shared"
"""What is too large for the repository; tests that read it are skipped where it is not there."""
ANTHOLOGY = SHARED / "anthology" / "anthology-1k.bib"
CORPORA = SHARED / "corpora"
DOCUMENTS = SHARED / "documents"
