"""Rules for pages that authors have written."""
