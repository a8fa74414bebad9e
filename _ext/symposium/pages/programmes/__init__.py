"""Programmes as pages and calendars show them: lines, days and grids."""
