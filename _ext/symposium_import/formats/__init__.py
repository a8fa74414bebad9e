"""The formats in which services and reference managers describe works: a module for each."""
