"""Import of programmes from conference systems and lists of talks as files of an event."""
