"""Channels of an absolute system at states of body frames, with their derivatives by all that they depend on.

A channel of elements is what a group of them gives at centres of mass, with derivatives by displacements and velocities
there; coordinates, speeds and states of elements, and the motion of bodies, are parts of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..absolute.channels import watchers_of
from ..absolute.element_kinks import ElementKinks
from ..absolute.table_slopes import by_numbers, full, with_time
from ..channels import Channel, component_names
from ..consistency import number_pose
from ..contract import ModelError
from ..expr import array, is_symbolic, jacobian
from ..topology.contacts import GRIP
from .absolute_slopes import Motion
from .frames import Frames, frame_cross_matrices

ENERGY_SHARES = {
    "energy": (1.0, 1.0, 1.0),
    "kinetic_energy": (1.0, 0.0, 0.0),
    "potential_energy": (0.0, 1.0, 1.0),
    "gravity_energy": (0.0, 1.0, 0.0),
    "stored_energy": (0.0, 0.0, 1.0),
}
"""How often kinetic energy, that of gravity and that of force elements count."""


class ChannelVariations(NamedTuple):
    """Values, flat, and their derivatives: by unknowns of elements there are none, since these are condensed."""

    value: np.ndarray
    by_q: np.ndarray
    by_u: np.ndarray
    by_z: np.ndarray
    by_s: np.ndarray
    by_p: np.ndarray
    by_a: np.ndarray
    by_lam: np.ndarray


def frame_channel_variations(
    frames: Frames, names: Sequence[str], u_dot: np.ndarray, lam: np.ndarray
) -> tuple[tuple[str, ...], ChannelVariations]:
    """(names of the single numbers, their values and derivatives) of channels."""
    reader = _Reader(frames, u_dot, lam)
    labels: list[str] = []
    parts: list[ChannelVariations] = []
    for name in names:
        found, shape = reader.read(name)
        labels += component_names(name, shape)
        parts.append(found)
    return tuple(labels), ChannelVariations(*(np.concatenate(x) for x in zip(*parts, strict=True)))


def frame_kink_variations(frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> ChannelVariations:
    """The kinks of all elements, in their order, and their derivatives."""
    reader, system = _Reader(frames, u_dot, lam), frames.system
    numbers = frames.tables.groups, system.table_derivatives.at(frames.state.parameters).groups
    parts = [
        reader._of_group(group, n, "kink_slopes", (numbers[0][k], numbers[1][k]))
        for k, group in ElementKinks(system).groups
        for n in range(group.count)
    ]
    return ChannelVariations(*(np.concatenate(x) for x in zip(reader._zero(()), *parts, strict=True)))


class _Reader:
    """Channels at one state."""

    def __init__(self, frames: Frames, u_dot: np.ndarray, lam: np.ndarray) -> None:
        self.frames, self.system, self.state = frames, frames.system, frames.state
        self.motion = Motion(frames, u_dot, lam)
        self.u_dot, self.lam = u_dot, lam

    def read(self, name: str) -> tuple[ChannelVariations, tuple[int, ...]]:
        """A channel and its shape."""
        channel, axis = self.system.channel_table.whole(name)
        if channel is None:
            raise ModelError(self.system.channel_table.unknown(name))
        found = self._answered(channel)
        if axis is None:
            return found, channel.shape
        size = len(found.value) // 3
        return ChannelVariations(*(x[size * axis : size * (axis + 1)] for x in found)), channel.shape[1:]

    def _answered(self, channel: Channel) -> ChannelVariations:
        owner, what = channel.owner, channel.what
        if channel.source in ("state", "time", "parameter"):
            return self._of_state(channel.name)
        if channel.source == "energy":
            return self._energy(ENERGY_SHARES[channel.name])
        if channel.source == "body":
            return self._of_body(owner, what)
        if channel.source == "acceleration":
            return self._of_acceleration(owner, what)
        if channel.source not in ("load", "multipliers"):
            return self._seen(channel)
        found, grip = self._of_reaction(owner, what), f"{owner}.{GRIP}"
        if grip not in self.system.acting.connections:
            return found
        more = self._of_reaction(grip, what)
        return ChannelVariations(*(own + own_more for own, own_more in zip(found, more, strict=True)))

    def _zero(self, value: Any) -> ChannelVariations:
        """A value on which nothing has an influence yet."""
        entries, layout = np.atleast_1d(np.asarray(value, dtype=float)).ravel(), self.system.layout
        sizes = layout.nq, layout.nu, layout.nz, 0, 1 + len(self.system.values), layout.nu, self.system.rows
        return ChannelVariations(entries, *(np.zeros((len(entries), size)) for size in sizes))

    def _of_state(self, name: str) -> ChannelVariations:
        """Coordinates, speeds, states, time and Parameters."""
        layout, values = self.system.layout, list(self.system.values)
        for names, index, part in (
            (layout.q, layout.q_index, "by_q"),
            (layout.u, layout.u_index, "by_u"),
            (layout.z, layout.z_index, "by_z"),
        ):
            if name in names:
                found = self._zero(self.state[name])
                getattr(found, part)[0, index(name)] = 1.0
                return found
        found = self._zero(self.state.t if name == "t" else self.state.parameters[name])
        found.by_p[0, 0 if name == "t" else 1 + values.index(name)] = 1.0
        return found

    def _of_body(self, body: str, what: str) -> ChannelVariations:
        layout, k = self.system.layout, self.system.bodies.names.index(body)
        q, u = layout.q_of[body], layout.u_of[body]
        if what == "rotation":
            R = self.frames.rotations[k]
            found = self._zero(R)
            # Column j of R turns by δθ × R_j.
            by_turn = np.stack([-frame_cross_matrices(R[:, j][None])[0] for j in range(3)], axis=1)
            found.by_q[:, 7 * k : 7 * k + 7] = by_turn.reshape(9, 3) @ self.frames.E.blocks[k, :3]
            return found
        start = {"position": q.start + 4, "velocity": u.start + 3, "angular_velocity": u.start}[what]
        of, part = (self.state.q, "by_q") if what == "position" else (self.state.u, "by_u")
        found = self._zero(of[start : start + 3])
        getattr(found, part)[:, start : start + 3] = np.eye(3)
        return found

    def _of_acceleration(self, place: str, what: str) -> ChannelVariations:
        """Of a body or its point, a = v̇ + ω̇ × r + ω × (ω × r) with r = R x; δr = δθ × r + R δx."""
        body, _, point = place.partition(".")
        k = self.system.bodies.names.index(body)
        speeds, turn = self.system.layout.u_of[body].start, self.frames.E.blocks[k, :3]
        alpha, a = self.u_dot[speeds : speeds + 6].reshape(2, 3)
        if what == "angular_acceleration":
            found = self._zero(alpha)
            found.by_a[:, speeds : speeds + 3] = np.eye(3)
            return found
        own = self.system.model.bodies[body].points[point] if point else None
        if own is not None and own.frame is not None:
            raise ModelError(
                f"{place}.{what}: derivatives of accelerations of points on elastic bodies are not part of the "
                "absolute formulation; compile the model in tree coordinates."
            )
        X = None if own is None else own.X
        R, w = self.frames.rotations[k], self.state.u[speeds : speeds + 3]
        r = R @ (number_pose(X, self.state).p if X is not None else np.zeros(3))
        r_, w_, alpha_, wr_ = frame_cross_matrices(np.array([r, w, alpha, np.cross(w, r)]))
        found = self._zero(a + alpha_ @ r + w_ @ (w_ @ r))
        by_r = alpha_ + w_ @ w_
        found.by_a[:, speeds : speeds + 6] = np.hstack([-r_, np.eye(3)])
        found.by_u[:, speeds : speeds + 3] = -wr_ - w_ @ r_
        found.by_q[:, 7 * k : 7 * k + 7] = -by_r @ r_ @ turn
        if X is not None and is_symbolic(X.p):
            slopes = jacobian(array(X.p), array(list(self.system.acting.parameters.values())))
            found.by_p[:, 1:] = by_r @ R @ self.system.worth(slopes, self.state.parameters)
        return found

    def _seen(self, channel: Channel) -> ChannelVariations:
        """Of hinges, force elements and points: what an element that looks at them sees."""
        groups = watchers_of(self.system, channel)
        parts = [self._of_group(group, 0, "shown_slopes", self._of_watcher(group)) for group in groups]
        return ChannelVariations(*(np.concatenate(x) for x in zip(*parts, strict=True)))

    def _of_watcher(self, group: Any) -> tuple[np.ndarray, np.ndarray]:
        """(numbers, ∂(numbers)/∂(Parameters)) of an element that looks: its numbers are Parameters."""
        names = list(self.system.values)
        data = self.system.worth(list(group.kind.data), self.state.parameters).reshape(-1, 1)
        slopes = np.zeros((len(group.kind.data), len(names), 1))
        for k, p in enumerate(group.kind.data):
            slopes[k, names.index(p.name), 0] = 1.0
        return data, slopes

    def _of_reaction(self, connection: str, what: str) -> ChannelVariations:
        """The moment or force of a hinge or constraint on its second end, or its multipliers."""
        tables = self.frames.tables.groups
        slopes = self.system.table_derivatives.at(self.state.parameters).groups
        for group, data, by in zip(self.system.groups, tables, slopes, strict=True):
            if connection not in group.names or not group.kind.rows:
                continue
            k = group.names.index(connection)
            if what == "multipliers":
                found = self._zero(self.lam[group.rows[:, k]])
                found.by_lam[:, group.rows[:, k]] = np.eye(len(group.rows))
                return found
            if group.kind.bodies:
                first = 0 if what == "moment" else 3
                given = self._of_group(group, k, "load_slopes", (data, by))
                return ChannelVariations(*(x[first : first + 3] for x in given))
        return self._zero(np.zeros(3))  # what leaves all motions free carries nothing

    def _energy(self, counts: tuple[float, float, float]) -> ChannelVariations:
        """A sum of kinetic energy, that of gravity and that of force elements."""
        tables, slopes = self.frames.tables, self.system.table_derivatives.at(self.state.parameters)
        bodies, total = self.system.bodies, self._zero(0.0)
        gravity = np.repeat(slopes.gravity[:, :, None], bodies.count, axis=2)
        given = bodies.evaluate("energy_slopes", self.frames.at, tables.bodies, tables.gravity, self.motion.a)
        by = np.concatenate([slopes.bodies, gravity])
        parts = [self._summed(bodies, "energy_slopes", given, by, np.array([counts[:2]]))]
        for group, data, by in zip(self.system.groups, tables.groups, slopes.groups, strict=True):
            for name, is_there, weight in (
                ("energy_slopes", group.kind.forces.have_inertia and counts[0], counts[:2]),
                ("stored_slopes", group.kind.forces.stored is not None and counts[2], counts[2:]),
            ):
                if is_there:
                    parts.append(self._summed(group, name, self._evaluated(group, name, data), by, np.array([weight])))
        return ChannelVariations(*(np.asarray(sum(x)) for x in zip(total, *parts, strict=True)))

    def _evaluated(self, group: Any, name: str, data: np.ndarray) -> Any:
        more = {"lam": self.lam} if "lam" in group.kernel(name).signature.shapes else {}
        return group.evaluate(name, self.frames.at, data, self.system.threads, **more)

    def _of_group(self, group: Any, k: int, name: str, numbers: tuple[np.ndarray, np.ndarray]) -> ChannelVariations:
        """What one element of a group gives."""
        data, slopes = numbers
        given = self._evaluated(group, name, data)
        return self._summed(group, name, given, slopes, np.eye(len(given["value"])), slice(k, k + 1))

    def _summed(
        self,
        part: Any,
        function: str,
        given: Any,
        slopes: np.ndarray,
        weight: np.ndarray,
        chosen: slice = slice(None),
    ) -> ChannelVariations:
        """A weighted sum over elements, by the state: from displacements and velocities of centres of mass."""
        f, system, rows = self.motion.turned, self.system, weight.shape[1]
        found = self._zero(weight @ given["value"][:, chosen].sum(axis=1))
        by_place, by_speed = (np.zeros((system.size, len(weight))) for _ in range(2))
        lam_rows = getattr(part, "multiplier_rows", np.zeros((0, part.count), dtype=np.int64))
        for name, whole, places in (
            ("by_q", by_place, part.dofs),
            ("by_u", by_speed, part.dofs),
            ("by_lam", found.by_lam.T, lam_rows),
        ):
            own = full(part, function, given, name, (rows, len(places)))
            if own is not None:
                np.add.at(whole, places[:, chosen], np.einsum("mi,ide->dem", weight, own[:, :, chosen]))
        numbers = by_numbers(part, function, given, ("by_d", "by_s"), rows)
        if numbers is not None:
            by = with_time(slopes[:, :, chosen])
            found.by_p[:] = np.einsum("mi,ide,dpe->mp", weight, numbers[:, :, chosen], by)
        place, speed = self._moved_centres
        found.by_p[:] += by_place.T @ place + by_speed.T @ speed
        found.by_q[:] = (f.E.T @ (by_place + f.C.T @ by_speed)).T
        by_u = (f.B.T @ by_speed).T
        nu = system.layout.nu
        found.by_u[:], found.by_z[:] = by_u[:, :nu], by_u[:, nu:]
        return found

    @cached_property
    def _moved_centres(self) -> tuple[np.ndarray, np.ndarray]:
        """Displacements and velocities of centres of mass by (t, Parameters) at fixed motion of frames."""
        com = self.system.table_derivatives.at(self.state.parameters).com
        moved = np.zeros((self.frames.bodies, 3, 1 + len(self.system.values)))
        moved[:, :, 1:] = self.frames.rotations @ com.transpose(2, 0, 1)
        place, speed, _, _ = self.motion.turned.by_arms(np.zeros(self.system.size), moved)
        return place, speed
