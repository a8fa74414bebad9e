"""Rules for persons and their names."""
