"""The error of this layer: a Python function that cannot be traced, with the reason and the remedy."""


class TraceError(Exception):
    """A function or expression that has no meaning on symbols; the message says what to write instead."""


class KernelInputError(TraceError):
    """An input of compiled code that does not fit: its name, and what is wrong with it."""

    def __init__(self, owner: str, name: str, said: str) -> None:
        super().__init__(f"{owner}: input {name!r} {said}")
        self.name, self.said = name, said
