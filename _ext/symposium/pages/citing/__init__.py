"""Works as others cite them: what they are called elsewhere, and entries of bibliographies."""
