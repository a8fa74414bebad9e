"""Conversion of HTML and Markdown from other systems to safe Markdown."""
