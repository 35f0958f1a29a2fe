r"""A kinematic assembly as one hinge (S0 §7.2).

Hinges between the places of an assembly (its two ends and its nodes) form a tree; the pose of the second end in the
first is the product of their poses, y = y(γ, t) (S0 (7.2.4)). Constraints, and hinges that close loops, are rows on the
coordinates γ: holonomic ones are a coupling beside the hinge (`Inside`), those on velocities belong to the hinge.

Motions of γ that no row forbids and that move neither end,

$$ Y_\gamma\,\dot\gamma = 0, \qquad P_\gamma\,\dot\gamma = 0, $$

are redundant: nothing decides about them, since nodes have no mass. They are found by the rank of these rows at
configurations in general, and each is held by keeping one speed at zero; the spin of a bar between ball joints is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import Function, array, is_symbolic, jacobian, make_function, substitute, symbols, zeros
from ...expr.graph import as_expr
from ...spatial import Pose, Relative, rotation_error, twist_of
from ..constraint import Constraint
from ..errors import ModelError
from ..fields import option
from ..hinge import Hinge, speed_labels
from ..parameters import parameter_values, value_of
from .assembly_places import AssemblyPlace, AssemblyPoint, as_point
from .chain_layout import Arc, LoopClosure, lay_out_parts

RANK_CONFIGURATIONS = 6
"""Configurations at which the rank is looked at."""
RANDOM_STARTS = 12
"""Random starts from which configurations that meet the rows inside are sought."""
ZERO_SINGULAR_VALUE = 1e-9
"""Below this fraction of the largest, a singular value is zero."""
RANK_TIME = 0.3


def held_speeds(chain: ChainKinematics, rest: Sequence[float]) -> list[int]:
    """The places, among all speeds of a chain, of those that are held.

    At configurations in general the rows of both ends' relative velocity and of everything inside leave some motions,
    which as many speeds fix, chosen so that they take part in them as much as possible at all of these configurations.
    """
    if not chain.speeds:
        return []
    function = _rows(chain)
    spaces = [
        _null_space(function(q, RANK_TIME, _worth(chain))[1]) for q in _configurations(chain, function, np.array(rest))
    ]
    count = min(space.shape[1] for space in spaces)
    usual = [space for space in spaces if space.shape[1] == count]
    return sorted(_choose(usual, count))


def _rows(chain: ChainKinematics) -> Function:
    """(rows inside and invariants, their slope by coordinates; velocity rows by all speeds)."""
    q, u, t = chain.symbols
    rel = chain.motion_of(0, 1)
    inside = array([*chain.holonomic, *chain.invariants(q)])
    rates = [*(jacobian(chain.holonomic, q) @ chain.q_dot)] if len(chain.holonomic) else []
    by_speeds = jacobian(array([*rel.w, *rel.v, *rates, *chain.on_velocities]), u)
    slope = jacobian(inside, q) if len(inside) else np.zeros((0, len(q)))
    inputs = {"q": q, "t": t, "parameters": array(chain.assembly.parameters)}
    return make_function("inside", inputs, {"rows": inside, "by_speeds": by_speeds, "slope": slope})


def _worth(chain: ChainKinematics) -> np.ndarray:
    return parameter_values(chain.assembly.parameters)


def _configurations(chain: ChainKinematics, function: Function, rest: np.ndarray) -> list[np.ndarray]:
    """Random configurations that meet the rows inside."""
    rng = np.random.default_rng(22)
    found: list[np.ndarray] = []
    for _ in range(RANDOM_STARTS):
        q = _closed(function, rest + rng.uniform(-0.9, 0.9, size=len(rest)), _worth(chain))
        if q is not None:
            found.append(q)
        if len(found) == RANK_CONFIGURATIONS:
            break
    if not found:
        raise ModelError(
            f"{chain.assembly.kind}: no configuration was found in which its parts fit together; check lengths and "
            "axes, or give its joints a `rest` near one."
        )
    return found


def _closed(function: Function, q: np.ndarray, parameters: np.ndarray) -> np.ndarray | None:
    """The configuration near q that meets the rows inside, by Gauss and Newton; None where there is none."""
    for _ in range(30):
        rows, _, slope = function(q, RANK_TIME, parameters)
        if not np.isfinite(rows).all():
            return None
        if np.abs(rows).max(initial=0.0) < 1e-11:
            return q
        q = q - np.linalg.pinv(slope, rcond=1e-10) @ rows
    return None


def _null_space(by_speeds: Any) -> np.ndarray:
    """Speeds that no row feels, as columns; rows count by their direction alone."""
    size = np.linalg.norm(by_speeds, axis=1)
    kept = by_speeds[size > ZERO_SINGULAR_VALUE * max(size.max(initial=0.0), 1e-300)]
    unit = kept / np.linalg.norm(kept, axis=1)[:, None]
    _, values, rows = np.linalg.svd(unit) if len(unit) else (None, np.zeros(0), np.eye(by_speeds.shape[1]))
    return np.asarray(rows[int(np.sum(values > ZERO_SINGULAR_VALUE * values.max(initial=0.0))) :].T)


def _choose(spaces: list[np.ndarray], count: int) -> list[int]:
    """Speeds one by one: the one that takes part most where it takes part least, then the rest of each space."""
    chosen: list[int] = []
    for _ in range(count):
        part = np.min([np.linalg.norm(space, axis=1) for space in spaces], axis=0)
        best = int(np.argmax(part > part.max() * (1.0 - 1e-9)))
        chosen.append(best)
        spaces = [_without(space, best) for space in spaces]
    return chosen


def _without(space: np.ndarray, row: int) -> np.ndarray:
    """The part of a space (orthonormal columns) whose entry at `row` is zero."""
    direction = space[row] / np.linalg.norm(space[row])
    _, _, turned = np.linalg.svd(direction[None, :])
    return np.asarray(space @ turned[1:].T)


@dataclass(frozen=True, eq=False)
class Owner:
    """What brings coordinates into a chain, and where they stand among all of them."""

    name: str
    element: Any
    q: slice
    u: slice

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Its coordinates, or auxiliary unknowns."""
        return self.element.coordinates if isinstance(self.element, Hinge) else self.element.auxiliary

    @property
    def speeds(self) -> tuple[str, ...]:
        """Its speeds as they are called beside the coordinates."""
        plain = tuple(f"{name}_dot" for name in self.coordinates)
        return speed_labels(self.element) if isinstance(self.element, Hinge) else plain


@dataclass(frozen=True, eq=False)
class ChainKinematics:
    """The motion inside an assembly: its places and rows in all coordinates and speeds, held ones too."""

    assembly: Any

    @cached_property
    def layout(self) -> tuple[list[Arc], list[LoopClosure]]:
        """The tree of hinges, and what closes it."""
        assembly = self.assembly
        parts = {
            # An assembly among the parts is the hinge that it makes.
            name: (element if isinstance(element, (Hinge, Constraint)) else element.chain, *places)
            for name, (element, *places) in assembly.parts().items()
        }
        return lay_out_parts(assembly.kind, parts, (0, *assembly.nodes, 1))

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        """All that has coordinates, in order: arcs, hinges that close loops with their own, auxiliary unknowns."""
        arcs, closings = self.layout
        elements: list[tuple[str, Any]] = [(arc.name, arc.hinge) for arc in arcs]
        elements += [(c.name, c.element) for c in closings if c.keeps_coordinates or _auxiliary(c.element)]
        found, q, u = [], 0, 0
        for name, element in elements:
            nq, nu = (
                (len(element.coordinates), len(element.speed_names))
                if isinstance(element, Hinge)
                else (len(element.auxiliary),) * 2
            )
            found.append(Owner(name, element, slice(q, q + nq), slice(u, u + nu)))
            q, u = q + nq, u + nu
        return tuple(found)

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """The names of all speeds."""
        return tuple(f"{owner.name}.{name}" for owner in self.owners for name in owner.speeds)

    @cached_property
    def symbols(self) -> tuple[Any, Any, Any]:
        """Symbols of all coordinates, of all speeds (held ones too), and of time."""
        last = self.owners[-1] if self.owners else None
        return symbols("q", last.q.stop if last else 0), symbols("u", last.u.stop if last else 0), symbols("t")

    @cached_property
    def q_dot(self) -> Any:
        """q̇ of all coordinates by all speeds."""
        q, u, t = self.symbols
        return array([x for owner in self.owners for x in _rates_of(owner, q, u, t)])

    @cached_property
    def places(self) -> dict[AssemblyPlace, Pose]:
        """Where the ends and nodes stand in the frame of the first end, in `symbols`."""
        q, _, t = self.symbols
        found: dict[AssemblyPlace, Pose] = {0: Pose()}
        slices = {owner.name: owner.q for owner in self.owners}
        for arc in self.layout[0]:
            step = arc.hinge.pose(arc.hinge.q(q[slices[arc.name]]), t)
            inboard, outboard = arc.inboard, arc.outboard
            on = found[inboard.place] @ inboard.X @ (step.inverse if arc.backwards else step)
            found[outboard.place] = on @ outboard.X.inverse
        return found

    @cached_property
    def _moving(self) -> dict[Any, Any]:
        q, _, t = self.symbols
        return {**dict(zip(q, self.q_dot, strict=True)), t: 1.0}

    def motion_of(self, first: AssemblyPlace | AssemblyPoint, second: AssemblyPlace | AssemblyPoint) -> Relative:
        """The motion of one place relative to another, or of frames on them."""
        one, other = (self.places[p.place] @ p.X for p in map(as_point, (first, second)))
        pose = one.inverse @ other
        return Relative(pose.R, pose.p, *twist_of(pose, self._moving))

    @cached_property
    def holonomic(self) -> Any:
        """Rows g(γ, t) = 0 of constraints, of closed loops and of chains in it."""
        q, _, t = self.symbols
        slices = {owner.name: owner.q for owner in self.owners}
        rows: list[Any] = []
        for c in self.layout[1]:
            own = q[slices[c.name]] if c.name in slices else ()
            rows += _position_rows(c, self.motion_of(c.first, c.second), own, t)
        chains = [owner for owner in self.owners if isinstance(owner.element, Chain)]
        rows += [x for owner in chains for x in owner.element.inner_rows(q[owner.q], t)]
        return array(rows)

    @cached_property
    def on_velocities(self) -> Any:
        """Rows of nonholonomic constraints and hinges, linear in all speeds."""
        q, u, t = self.symbols
        rows: list[Any] = []
        slices = {owner.name: owner.q for owner in self.owners}
        for c in self.layout[1]:
            if isinstance(c.element, Constraint):
                rel, own = self.motion_of(c.first, c.second), q[slices[c.name]] if c.name in slices else ()
                on_speeds = c.element.level == "velocity"
                found = c.element.velocity(rel, t) if on_speeds else c.element.rolling(rel, own, t)
                rows += list(array(found).ravel())
        for owner in self.owners:
            if isinstance(owner.element, Hinge):
                hinge = owner.element
                rows += list(array(hinge.velocity(hinge.q(q[owner.q]), hinge.u(u[owner.u]), t)).ravel())
        return array(rows)

    def invariants(self, q: Any) -> list[Any]:
        """Functions of coordinates that the hinges keep zero."""
        hinges = [o for o in self.owners if isinstance(o.element, Hinge)]
        return [x for o in hinges for x in o.element.invariants(o.element.q(q[o.q]))]

    def put(self, values: Any, q: Any, u: Any, t: Any) -> Any:
        """Expressions at coordinates, speeds and a time: numbers give numbers."""
        own_q, own_u, own_t = self.symbols
        entries = array(values)
        given = [*q, *(u if u is not None else ()), t]
        names = [*own_q, *(own_u if u is not None else ()), own_t]
        known = dict(zip(names, map(as_expr, given), strict=True))
        found = array(substitute([as_expr(x) for x in entries.ravel()], known)).reshape(entries.shape)
        return found if any(map(is_symbolic, given)) or is_symbolic(found) else np.asarray(value_of(found), dtype=float)


class Chain(Hinge):
    """The hinges and constraints of an assembly as one hinge: what is held is not among its speeds."""

    assembly = option(doc="the assembly as written")

    def validate(self) -> None:
        """Lays out coordinates and speeds, and finds what is redundant."""
        owners, every = self.inside.owners, self.inside.speeds
        own: dict[str, Any] = {
            "coordinates": tuple(f"{o.name}.{name}" for o in owners for name in o.coordinates),
            "rest": tuple(float(x) for o in owners for x in _rest_of(o.element)),
            "units": tuple(unit for o in owners for unit in _units_of(o.element)),
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)
        held = held_speeds(self.inside, own["rest"])
        inner = [f"{o.name}.{name}" for o in owners if isinstance(o.element, Chain) for name in o.element.idle]
        object.__setattr__(self, "idle", (*inner, *(every[k] for k in held)))
        object.__setattr__(self, "speeds", tuple(name for k, name in enumerate(every) if k not in held))
        object.__setattr__(self, "modes_may_depend", bool(len(self.inside.holonomic)))

    @property
    def kind(self) -> str:
        """The name of the assembly's class, once it has one."""
        assembly = vars(self).get("assembly")
        return "Chain" if assembly is None else str(assembly.kind)

    @cached_property
    def inside(self) -> ChainKinematics:
        """The motion of its parts."""
        return ChainKinematics(self.assembly)

    def inner_rows(self, q: Any, t: Any) -> Any:
        """Holonomic rows inside at coordinates."""
        return self.inside.put(self.inside.holonomic, q, None, t)

    def q(self, values: Any) -> Any:
        """Coordinates as they stand: their names have dots in them."""
        return list(values)

    def u(self, values: Any) -> Any:
        """Speeds as they stand."""
        return list(values)

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM of the second end."""
        pose = self.inside.places[1]
        return Pose(self.inside.put(pose.R, q, None, t), self.inside.put(pose.p, q, None, t))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """The rates of all coordinates, held speeds at zero."""
        return self.inside.put(self.inside.q_dot, q, self._with_held(u), t)

    def invariants(self, q: Any) -> Any:
        """Those of its hinges."""
        return self.inside.invariants(q)

    def idle_motion(self, q: Any, t: Any) -> Any:
        """q̇ of each motion that is held: in chains that are parts of it, then its own."""
        found = []
        for owner in self.inside.owners:
            if isinstance(owner.element, Chain):
                for motion in owner.element.idle_motion(q[owner.q], t):
                    rates = zeros(len(q))
                    rates[owner.q] = motion
                    found.append(rates)
        names = self.inside.speeds
        units = np.eye(len(names))
        own = [name for name in self.idle if name in names]
        return [*found, *(self.inside.put(self.inside.q_dot, q, units[names.index(name)], t) for name in own)]

    def _with_held(self, u: Any) -> list[Any]:
        left = iter(u)
        return [0.0 if name in self.idle else next(left) for name in self.inside.speeds]


class RestrictedChain(Chain):
    """A chain in which some part restricts velocities."""

    def velocity(self, q: Any, u: Any, t: Any) -> Any:
        """The rows of these parts."""
        return self.inside.put(self.inside.on_velocities, q, self._with_held(u), t)


class Inside(Constraint):
    """What the constraints and loops inside an assembly ask of its coordinates."""

    chain = option(doc="the assembly as a joint")

    def validate(self) -> None:
        """It couples all coordinates of the chain."""
        object.__setattr__(self, "ends", len(self.chain.coordinates))

    @property
    def kind(self) -> str:
        """What it belongs to."""
        chain = vars(self).get("chain")
        return "Inside" if chain is None else f"inside of {chain.kind}"

    def coupling(self, q: Any, t: Any) -> Any:
        """The rows of the chain."""
        return self.chain.inner_rows(q, t)


def chain_of(assembly: Any) -> Chain:
    """The hinge that an assembly of hinges and constraints is."""
    plain = Chain(assembly)
    return RestrictedChain(assembly) if len(plain.inside.on_velocities) else plain


def _auxiliary(element: Any) -> tuple[str, ...]:
    return element.auxiliary if isinstance(element, Constraint) else ()


def _rest_of(element: Any) -> Sequence[float]:
    return list(element.rest_values) if isinstance(element, Hinge) else [0.0] * len(element.auxiliary)


def _units_of(element: Any) -> tuple[str, ...]:
    own = element.units if isinstance(element, Hinge) else None
    return own or ("",) * len(_rest_of(element))


def _rates_of(owner: Owner, q: Any, u: Any, t: Any) -> list[Any]:
    if not isinstance(owner.element, Hinge):
        return list(u[owner.u])
    hinge = owner.element
    return list(array(hinge.q_dot(hinge.q(q[owner.q]), hinge.u(u[owner.u]), t)).ravel())


def _position_rows(closing: LoopClosure, rel: Relative, own: Any, t: Any) -> list[Any]:
    """The holonomic rows of what closes the tree; none where it restricts velocities."""
    element = closing.element
    if closing.keeps_coordinates:
        pose = element.pose(element.q(own), t)  # type: ignore[union-attr]
        return [*(pose.R.T @ (rel.p - pose.p)), *rotation_error(pose.R.T @ rel.R)]
    if isinstance(element, Hinge):
        return list(array(element.residual(rel, t)).ravel())
    if element.level == "velocity":
        return []
    return list(array(element.residuals(rel, own, t)).ravel())
