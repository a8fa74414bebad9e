"""Programmes as pages and calendars show them: lines, days, grids, and what refers to a line."""
