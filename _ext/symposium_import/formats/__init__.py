"""Readers of works in the formats of services and reference managers."""
