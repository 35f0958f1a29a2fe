"""The error of everything a user describes: it names the body, connection or field and says what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

NODE_COORDINATES = ("x", "y", "z", "along", "turn_x", "turn_y", "turn_z")
"""What coordinates of nodes of assemblies are called."""


class ModelError(ValueError):
    """A description that cannot be used; the message names the place and the remedy.

    `text` is the sentence, `verb` the function that refuses where the caller has to know: "simulate: …".
    """

    def __init__(self, text: str, verb: str = "") -> None:
        super().__init__(f"{verb}: {text}" if verb else text)
        self.text, self.verb = text, verb


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """A sentence for a name that does not exist, with the nearest that does."""
    names = list(known)
    name = f"{name[:80]}…" if isinstance(name, str) and len(name) > 80 else name
    inside = [known for known in names if known.startswith(f"{name}.")]
    if inside:
        return f"there is no {what} {name!r}, but {_listed(inside)}."
    close = difflib.get_close_matches(str(name), names, n=1)
    if close:
        return f"there is no {what} {name!r}. Did you mean {close[0]!r}?"
    return f"there is no {what} {name!r}; there is {_listed(names) or 'none'}."


def _listed(names: list[str]) -> str:
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")


def counted(count: int, what: str) -> str:
    """A number of things in words: "1 run", "3 runs", "2 bodies"."""
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{count} {what if count == 1 else many}"


def joined(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def no_channel_solution(channel: str, readers: Sequence[str], t: float) -> str:
    """What to say where inputs read a channel of the motion, such as the force of a hinge, and none is found."""
    return (
        f"connection {joined([repr(name) for name in readers])}: an input reads {channel!r}, and no value of it goes "
        f"with the motion at t = {t:g}. Look for a law without a value where its input is zero, keep roots, logarithms "
        "and quotients away from there, for instance with lw.where; or for friction that grows as fast as the load "
        "that it makes."
    )


def no_solution(unknown: str, t: float) -> str:
    """What to say where an unknown of an element is not found; those inside assemblies have two dots in their names."""
    owner, _, own = unknown.partition(".")
    if "." not in own:
        return (
            f"the unknown {unknown!r} has no value that satisfies its residual at t = {t:g}; check the law it belongs "
            "to."
        )
    place, _, coordinate = own.partition(".")
    whose = (
        f"node {place!r}" if coordinate.removesuffix("_dot").removesuffix("_offset") in NODE_COORDINATES else "nodes"
    )
    return (
        f"connection {owner!r}: no equilibrium of its {whose} was found at t = {t:g} ({own!r} is furthest from it, or "
        "held by nothing). Say where nodes are by reference(), or set `straight = True` where springs and "
        "dampers lie in one line; else start nearer to where nothing is loaded, or check that its parts can hold the "
        "load."
    )
