"""The search: its index for browsers, made at build, and a full text for programs."""
