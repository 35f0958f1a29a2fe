"""The error of this layer: a Python function that cannot be traced, with the reason and the remedy."""


class TraceError(Exception):
    """A function or expression that has no meaning on symbols; the message says what to write instead."""
