"""What editors offer while somebody writes: completion, help and problems, by ``symposium lsp``."""
