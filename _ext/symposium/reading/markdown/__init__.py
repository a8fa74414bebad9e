"""Markdown pages as MyST reads them, without Sphinx: what is in them, and exactly where."""
