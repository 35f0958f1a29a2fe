"""Sines and cosines of sums of angles, from those of the angles: products cost less than turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...expr import cos, sin, substitute
from ...expr.graph import Node, topological

Turn = tuple[Any, Any]
"""(cos, sin)."""


def apart(values: Sequence[Any]) -> list[Any]:
    """The same graphs with cos(a ± b) = cos a cos b ∓ sin a sin b and sin(a ± b) = sin a cos b ± cos a sin b."""
    turns: dict[Node, Turn] = {}
    found = {}
    for node in topological(values):
        if node.op in ("cos", "sin") and _is_sum(node.args[0]):
            found[node] = _turn(node.args[0], turns)[node.op == "sin"]
    return substitute(values, found)


def _is_sum(angle: Node) -> bool:
    """Whether it is a sum of two that both vary; a turn by a constant is no more work than another."""
    return angle.op in ("add", "sub") and all(a.op != "const" for a in angle.args)


def _turn(angle: Node, turns: dict[Node, Turn]) -> Turn:
    if angle not in turns:
        if _is_sum(angle):
            (c_a, s_a), (c_b, s_b) = (_turn(a, turns) for a in angle.args)
            if angle.op == "sub":
                s_b = -s_b
            turns[angle] = c_a * c_b - s_a * s_b, s_a * c_b + c_a * s_b
        elif angle.op == "neg":
            c, s = _turn(angle.args[0], turns)
            turns[angle] = c, -s
        else:
            turns[angle] = cos(angle), sin(angle)
    return turns[angle]
