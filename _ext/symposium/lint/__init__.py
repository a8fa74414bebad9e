"""The linter: rules for wrong or doubtful records of which a site can still be built.

Unusable values are reported where they are read (`symposium.reading`) or resolved
(`symposium.knowledge`), in a build as in a check. The rules here look at the resolved records, for
``symposium check`` alone: ``rules.lint(subject)`` applies them all.
"""
