"""Plugins that come with the package; each is registered like those of others."""
