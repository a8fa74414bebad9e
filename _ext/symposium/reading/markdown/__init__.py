"""Markdown pages as MyST reads them, without Sphinx: what stands in them, and exactly where."""
