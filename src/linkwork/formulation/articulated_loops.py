r"""Forward dynamics by articulated bodies with one function for each kind of link, to be run over tables.

Three passes: outward for velocities and what they ask for, inward for how each body and all it carries answers,
outward for accelerations. Each is the same step for every link of a kind, the very one `articulated` writes out link by
link; what a link hands on is a row of numbers. Rows are those of the bodies, the ground's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..expr import Function, array, make_function, minimum, symbols, zeros
from ..expr.graph import Node, as_expr, neg
from ..spatial import Pose, matrix
from .articulated import ArticulatedInertia, carried, eliminate_joint, left_over, rigid, seen_from_parent
from .link_kinds import Kinds, LinkKind, from_lower_half, lower_half
from .links import Link
from .recursion import bias_acceleration, outward, relative_velocity, velocity_loads

ANSWER = 27
"""Numbers of an answer: J and M by their lower halves, H, p."""


@dataclass(frozen=True, eq=False)
class Passes:
    """The functions of one kind of link, and how many numbers it keeps between them."""

    first: Function
    """(motion, row, q, u, t, parameters, added) → (own_motion, kept, answer); `added` only where elements act.

    All functions take parameters only where the model has any."""
    second: Function
    """(row, kept, answer, parameters) → (joint, handed)"""
    third: Function
    """(acceleration, row, kept, joint, low, parameters) → (u_dot, own_acceleration, own_low)"""

    @property
    def sizes(self) -> tuple[int, int]:
        """Numbers in `kept` and in `joint`."""
        return self.first.output_shapes["kept"][0], self.second.output_shapes["joint"][0]


def make_passes(kinds: Kinds, t: Any, parameters: Any, acted: bool) -> tuple[Passes, ...]:
    """The functions of all kinds; `t` and `parameters` are the symbols that links of any kind may use.

    `acted` says whether elements act, so that bodies need more than their velocities ask for.
    """
    return tuple(_Writer(kind, t, parameters, acted).passes for kind in kinds.kinds)


class _Writer:
    """Writes the functions of one kind."""

    def __init__(self, kind: LinkKind, t: Any, parameters: Any, acted: bool) -> None:
        self.kind, self.t = kind, t
        self.parameters = {"parameters": parameters} if len(parameters) else {}
        self.shared = [*kind.row, *parameters]
        self.added = {"added": symbols("added", 6)} if acted else {}

    @cached_property
    def passes(self) -> Passes:
        link, kept = self.kind.link, _Kept(self.shared)
        motion = symbols("motion", 6)
        w, v = outward(link, motion[:3], motion[3:])
        relative = relative_velocity(link, self.kind.u)
        w, v = w + relative[:3], v + relative[3:]
        bias = array([x for part in bias_acceleration(link, self.kind.u, motion[:3]) for x in part])
        loads = array([x for part in velocity_loads(link, w) for x in part])
        later, bias = _later(link, kept), kept.over(bias)
        answer = _packed(rigid(link), loads + self.added["added"] if self.added else loads)
        inputs = {"motion": motion, "row": self.kind.row, "q": self.kind.q, "u": self.kind.u, "t": self.t}
        first = make_function(
            "first",
            {**inputs, **self.parameters, **self.added},
            {"own_motion": array([*w, *v]), "kept": kept.values, "answer": answer},
        )
        common = {"row": self.kind.row, "kept": kept.symbols}
        return Passes(first, self._second(later, bias, common), self._third(later, bias, common))

    def _second(self, link: Link, bias: Any, common: dict[str, Any]) -> Function:
        answer = symbols("answer", ANSWER)
        blocks, p_a = _unpacked(answer)
        joint: list[Any] = []
        if link.phi.shape[1]:
            tau = zeros(link.phi.shape[1])
            found = eliminate_joint(link, blocks, p_a, tau)
            joint = [*array(found.gains).ravel(), *found.at_rest, found.factors.smallest_pivot]
            blocks, p_a = left_over(link, blocks, p_a, tau, found)
        handed = _packed(*seen_from_parent(link, blocks, p_a, bias))
        inputs = {**common, "answer": answer, **self.parameters}
        return make_function("second", inputs, {"joint": array(joint), "handed": handed})

    def _third(self, link: Link, bias: Any, common: dict[str, Any]) -> Function:
        n = link.phi.shape[1]
        joint, acceleration, low = symbols("joint", 7 * n + 1 if n else 0), symbols("acceleration", 6), symbols("low")
        given = carried(link, acceleration) + bias
        rates, least = zeros(0), low
        if n:
            rates = joint[6 * n : 7 * n] - joint[: 6 * n].reshape(n, 6) @ given
            given, least = given + link.phi @ rates, minimum(low, joint[-1])
        inputs = {"acceleration": acceleration, **common, "joint": joint, "low": low, **self.parameters}
        return make_function("third", inputs, {"u_dot": rates, "own_acceleration": given, "own_low": least})


class _Kept:
    """Expressions that later passes need: each becomes a symbol, and its value a number that is kept."""

    def __init__(self, shared: Sequence[Any]) -> None:
        self._known: dict[Node, Any] = {x: x for x in shared}
        self._values: list[Any] = []
        self._symbols: list[Any] = []

    @property
    def values(self) -> Any:
        """What is kept."""
        return array(self._values)

    @property
    def symbols(self) -> Any:
        """What it is called later."""
        return array(self._symbols)

    def over(self, value: Any) -> Any:
        """`value` with a symbol in place of every entry that must be computed; the negative of one needs no other."""
        entries = array(value)
        if not entries.size:
            return value
        return matrix(array([self._entry(as_expr(x)) for x in entries.ravel()]).reshape(entries.shape))

    def _entry(self, x: Any) -> Any:
        if x.op == "const":
            return x
        if x.op == "neg":
            return neg(self._entry(x.args[0]))
        if x not in self._known:
            self._known[x] = symbols(f"kept_{len(self._values)}")
            self._values.append(x)
            self._symbols.append(self._known[x])
        return self._known[x]


def _later(link: Link, kept: _Kept) -> Link:
    """The link as later passes see it."""
    steps = tuple(Pose(kept.over(step.R), kept.over(step.p)) for step in link.steps)
    return replace(link, steps=steps, phi=kept.over(link.phi))


def _packed(blocks: ArticulatedInertia, p_a: Any) -> Any:
    return array([*lower_half(blocks.J), *blocks.H.ravel(), *lower_half(blocks.M), *p_a])


def _unpacked(numbers: Any) -> tuple[ArticulatedInertia, Any]:
    j, h, m = from_lower_half(numbers[:6]), matrix(numbers[6:15].reshape(3, 3)), from_lower_half(numbers[15:21])
    return ArticulatedInertia(j, h, m), numbers[21:]
