"""Queries by programs: ``symposium mcp`` for language models, and ``symposium search``."""
