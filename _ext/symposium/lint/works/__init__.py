"""Rules for the entries of bibliographies, and for the works that they are."""
