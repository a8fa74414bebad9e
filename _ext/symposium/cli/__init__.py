"""The command ``symposium``: new, check, export, schema, lsp.

It ends with 0 where all is well, 1 where problems were found, 2 where it was used wrongly.
"""

from symposium.cli.commands import main

__all__ = ["main"]
