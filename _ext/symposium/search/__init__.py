"""The search: its index, made at build, and one score for browsers and programs."""
