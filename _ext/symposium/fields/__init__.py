"""Fields of front matter: what a value may be, how it is read from YAML, and what it means."""
