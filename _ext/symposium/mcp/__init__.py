"""What programs ask a knowledge base: ``symposium mcp`` for models, ``symposium search``."""
