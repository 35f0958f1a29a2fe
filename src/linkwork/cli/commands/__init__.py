"""One command a file: arguments in, text or JSON out."""
