"""Texts of other systems, in HTML or Markdown, as trees and as Markdown of ours."""
