"""``python -m symposium`` is the command ``symposium``."""

from symposium.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
