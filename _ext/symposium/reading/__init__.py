"""Text becomes records and problems: BibTeX, LaTeX, front matter, the files of a project.

Readers return what they could read together with the problems they met; they never raise for a
user's mistake and never print.
"""
