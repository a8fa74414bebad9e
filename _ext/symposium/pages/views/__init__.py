"""The views of pages: what the template of each kind gets from the knowledge base."""
