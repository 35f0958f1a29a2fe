"""The programs we measure ourselves against. Each is optional: what is missing is skipped with a sentence."""


class Unavailable(Exception):
    """A peer, or the compiler it needs, is not on this machine; the message is a sentence for the user."""
