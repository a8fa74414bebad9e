"""Rules for works and the entries of bibliographies."""
