"""Works for those who cite them: in BibTeX, RIS and CSL, as references, as tags of pages."""
