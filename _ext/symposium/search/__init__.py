"""The index of the search: files for browsers, written by a build, and terms of records."""
