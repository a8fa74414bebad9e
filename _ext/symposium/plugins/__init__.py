"""Plugins that come with the package."""
