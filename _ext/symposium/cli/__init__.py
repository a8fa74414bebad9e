"""The command ``symposium``: one module for each subcommand, and what they print.

It ends with 0 where all is well, 1 where problems were found, 2 where it was used wrongly.
"""

from symposium.cli.commands import main

__all__ = ["main"]
