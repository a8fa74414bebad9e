"""Rules for the pages that somebody wrote."""
