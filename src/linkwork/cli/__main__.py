"""`python -m linkwork.cli`."""

from .app import main

main()
