"""Forward dynamics of large trees in loops: the passes of `formulation.articulated_loops` over tables, as one native
function.

Straight-line code for thousands of joints no longer fits the processor's caches and takes long to make; a loop over a
table does neither. It pays where links are alike but for their numbers and little folds from one link to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..expr import Function, array, make_function, operation_count, symbols, zeros
from ..expr.graph import as_expr
from ..expr.node import is_structural_zero
from ..expr.signature import Signature
from ..formulation import MotionEquations, TreeEquations
from ..formulation.articulated import joint_accelerations
from ..formulation.articulated_loops import ANSWER, Passes, make_passes
from ..formulation.link_kinds import Kinds, find_kinds
from ..formulation.recursion import bias_accelerations, velocity_loads
from ..formulation.tree import zero_wrench
from ..kernels import Add, At, Buffer, Program, ProgramTables, Row, Whole, scan_rows
from ..kernels.program import RolledLoop, RolledPlace

FROM = 150
"""Links from which on loops are considered."""
SAMPLE = 12
"""Links whose straight-line operations are counted."""
FOLDED = 0.7
"""How much of a loop's operations straight-line code must need, at least, for loops to be faster."""
LOOP_OPERATIONS = 20_000
"""Operations from which on straight-line code takes too long to make, however fast it is."""
STRAIGHT_SHARE = 0.5
"""How much of a loop's operations may be straight-line code for what elements do."""
LOOP_OUTPUTS = {"acceleration": ("u_dot", "pivot"), "rates": ("q_dot", "u_dot", "z_dot", "pivot")}
"""The functions that can be had in loops, and what they give."""


def roll(e: MotionEquations, name: str, straight: Callable[[], Function]) -> Program | None:
    """One of the functions in `LOOP_OUTPUTS` by loops; None where these do not pay. `straight` traces it without
    loops.
    """
    if len(e.origin.links) < FROM:
        return None
    equations: TreeEquations = e.origin.of_tree("loops")
    if equations.forward_dynamics.is_coupled or not equations.topology.layout.nu:
        return None
    links = equations.tree.regrouped
    kinds = find_kinds(links, equations.kinematics.symbols)
    if len(kinds.kinds) > len(links) // SAMPLE:
        return None
    rolled = _Rolled(equations, kinds, name)
    each = _straight_operations(equations) / SAMPLE
    folds = each < FOLDED * rolled.operations / len(links) and each * len(links) < LOOP_OPERATIONS
    aside = rolled.start.operations > STRAIGHT_SHARE * rolled.operations
    return None if folds or aside else rolled.closed(straight)


def _straight_operations(equations: TreeEquations) -> int:
    """Operations of straight-line code for the first links, as a sample of all."""
    links = equations.tree.regrouped[:SAMPLE]
    motion = bias_accelerations(links, equations.kinematics.u)
    loads = [zero_wrench(), *(velocity_loads(link, motion.w[link.number]) for link in links)]
    base, nu = equations.dynamics.loads.base, equations.topology.layout.nu
    u_dot, _ = joint_accelerations(links, motion, loads, zeros(nu), base)
    return operation_count([as_expr(x) for x in u_dot])


class _Rolled:
    """Puts loops and tables together."""

    def __init__(self, equations: TreeEquations, kinds: Kinds, name: str) -> None:
        self.equations, self.kinds, self.name, self.outputs = equations, kinds, name, LOOP_OUTPUTS[name]
        self.links = equations.tree.regrouped
        loads = equations.dynamics.loads.on_joints([zero_wrench()] * len(self.links))[1:]
        added = array([x for load in loads for x in _flat(load)])
        self.acted = not all(is_structural_zero(x) for x in added)
        self.start = self._start(added)
        names = equations.tracer.inputs
        self.passes: tuple[Passes, ...] = make_passes(kinds, names["t"], names["parameters"], self.acted)

    @property
    def operations(self) -> int:
        """Operations of one evaluation but for what is straight-line."""
        each = [p.first.operations + p.second.operations + p.third.operations for p in self.passes]
        return sum(each[k] for k in self.kinds.of)

    def _start(self, added: Any) -> Function:
        """What is not per link: where the passes begin, what elements do, and what else is asked for."""
        e = self.equations
        begun = {
            "still": np.zeros(6),
            "nothing": np.zeros(ANSWER),
            "base": array([0.0, 0.0, 0.0, *e.dynamics.loads.base]),
            "most": np.inf,
        }
        wanted = {"q_dot": lambda: e.kinematics.q_dot, "z_dot": lambda: e.laws.z_dot}
        more = {name: wanted[name]() for name in self.outputs if name in wanted}
        acting = {"loads": added} if self.acted else {}
        return make_function("start", e.tracer.inputs, {**begun, **acting, **{k: v for k, v in more.items() if len(v)}})

    def closed(self, straight: Callable[[], Function]) -> Program:
        """The program with its tables."""
        inputs = {name: np.shape(value) for name, value in self.equations.tracer.inputs.items()}
        layout = self.equations.topology.layout
        sizes = {"q_dot": (layout.nq,), "u_dot": (layout.nu,), "z_dot": (layout.nz,), "pivot": ()}
        outputs = {name: sizes[name] for name in self.outputs}
        width = max(len(row) for row in self.kinds.rows)
        table = np.zeros((len(self.links), width))
        for k, row in enumerate(self.kinds.rows):
            table[k, : len(row)] = row
        counts = {"links": len(self.links), "one": 1}
        signature = Signature(self.name, inputs, outputs)
        return Program(
            "forward_dynamics",
            inputs={n: Buffer(_count(s)) for n, s in inputs.items()} | {"table": Buffer(width, "links", shared=True)},
            outputs={n: Buffer(_count(s), zero=False) for n, s in outputs.items()},
            internal=self._internal(),
            columns={**dict.fromkeys(("kind", "parent", "inner", "q_at", "u_at"), "links"), "last": "one"},
            stages=self._loops(),
            fixed=ProgramTables(signature, {"table": table}, self._columns(), counts, straight),
        )

    def _columns(self) -> dict[str, np.ndarray]:
        parents = np.array([link.parent for link in self.links], dtype=np.int64)
        return {
            "kind": np.array(self.kinds.of, dtype=np.int64),
            "parent": 6 * parents,
            "inner": ANSWER * parents,
            "q_at": np.array([link.branch.q.start for link in self.links], dtype=np.int64),
            "u_at": np.array([link.branch.u.start for link in self.links], dtype=np.int64),
            "last": np.array([len(self.links)], dtype=np.int64),
        }

    def _internal(self) -> dict[str, Buffer]:
        """What passes hand on, one row a body, the ground's first; or one a link."""
        kept, joint = (max(p.sizes[k] for p in self.passes) for k in (0, 1))
        bodies = {"motion": 6, "answer": ANSWER, "acceleration": 6, "low": 1}
        links = {"kept": kept, "joint": joint, **({"loads": 6} if self.acted else {})}
        return {
            **{name: Buffer(width, "links", extra=1, zero=False) for name, width in bodies.items()},
            **{name: Buffer(width, "links", zero=False) for name, width in links.items()},
        }

    def _loops(self) -> list[RolledLoop]:
        whole = {name: Whole(name) for name in self.equations.tracer.inputs}
        begun = {"still": "motion", "nothing": "answer", "base": "acceleration", "most": "low"}
        starts = {name: Whole(begun.get(name, name)) for name in self.start.outputs}
        common: dict[str, RolledPlace] = {"row": Row("table"), "kept": Row("kept")}
        if self.equations.parameters:
            common["parameters"] = Whole("parameters")
        first: dict[str, RolledPlace] = {
            "motion": At("motion", "parent"),
            "q": At("q", "q_at"),
            "u": At("u", "u_at"),
            "t": Whole("t"),
            "own_motion": Row("motion", 1),
            "answer": Row("answer", 1),
            **({"added": Row("loads")} if self.acted else {}),
        }
        second: dict[str, RolledPlace] = {
            "answer": Row("answer", 1),
            "joint": Row("joint"),
            "handed": Add(At("answer", "inner"), apart=True),
        }
        third: dict[str, RolledPlace] = {
            "acceleration": At("acceleration", "parent"),
            "joint": Row("joint"),
            "low": Row("low"),
            "u_dot": At("u_dot", "u_at"),
            "own_acceleration": Row("acceleration", 1),
            "own_low": Row("low", 1),
        }
        x = symbols("x")
        finish = make_function("finish", {"x": x}, {"y": x})
        return [
            scan_rows(self.start, "one", {**whole, **starts}),
            scan_rows([p.first for p in self.passes], "links", {**common, **first}, "kind"),
            scan_rows([p.second for p in self.passes], "links", {**common, **second}, "kind", reverse=True),
            scan_rows([p.third for p in self.passes], "links", {**common, **third}, "kind"),
            scan_rows(finish, "one", {"x": At("low", "last"), "y": Whole("pivot")}),
        ]


def _flat(wrench: tuple[Any, Any]) -> list[Any]:
    return [*wrench[0], *wrench[1]]


def _count(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape, dtype=int))
