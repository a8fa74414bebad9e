"""The linter: rules for what is wrong or doubtful, though a site can be made of it.

What cannot be honoured is reported where it is read (`symposium.reading`) or resolved
(`symposium.knowledge`), in a build as in a check. The rules here look at what was made of it all,
and are asked by ``symposium check`` alone: ``rules.lint(subject)`` is the way in.
"""
