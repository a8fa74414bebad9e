"""Programmes of conference systems and lists of talks become the files of an event."""
