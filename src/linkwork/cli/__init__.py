"""The command line: `linkwork check`, `run`, `view` and so on. It parses arguments and prints; the work is below."""
