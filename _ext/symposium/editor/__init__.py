"""Support for editors by ``symposium lsp``: completion, help on fields, and problems."""
