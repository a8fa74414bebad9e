"""The command ``symposium``: one module for each subcommand, and the formats of their output.

Its exit status is 0 if all is well, 1 if problems were found, 2 if it was used wrongly.
"""

from symposium.cli.commands import main

__all__ = ["main"]
