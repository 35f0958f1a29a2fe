r"""Connections that begin or cease to hold: positions must fit already, speeds are made to fit by an impact.

With rows P of all that holds from now on, M Δu = Pᵀμ + WᵀΛ and P (u + Δu) + P_0 = 0: an inelastic impact of the rows
that begin to hold, in which all closed contacts take part.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...consistency import NEGLIGIBLE_VIOLATION
from ...consistency.contact_doubts import overlap_words
from ...contract import ModelError
from ...contract.contact import MODE_SWITCHES
from ...results import State
from ...topology.contacts import GRIP
from .contact_equations import ContactEquations
from .contact_scales import ContactScales
from .contact_table import ContactTable
from .resolution import Resolution, Resolver
from .switch_table import SwitchTable, told_apart

MOST_SWITCHES = 20
"""Changes at one moment, each of which changes conditions of others."""
ConnectionImpulses = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, eq=False)
class Switched:
    """What a change of connections led to."""

    resolution: Resolution
    names: Mapping[str, bool]
    """Connections that changed, and whether each holds from now on."""
    wrenches: ConnectionImpulses
    """(moment, force) of the impulse of every connection on its second end, in the axes of its first."""
    multipliers: ConnectionImpulses
    """Those of conditions on coordinates."""
    state: State
    """Before the impact, with all that holds from now on."""
    begins: bool
    """Whether speeds were brought on rows of other constraints first."""


@dataclass(frozen=True, eq=False)
class Switching:
    """Finds how a system goes on where connections change."""

    table: ContactTable
    scales: ContactScales
    switches: SwitchTable

    def __call__(self, before: State, state: State, toggled: Collection[str] = ()) -> Switched:
        """From `before` to a state with other values, at which some conditions (`toggled`) are just changing."""
        held = self.switches.active(before)
        was = self.switches.margins(state)
        for _ in range(MOST_SWITCHES):
            found = self._changed(state, told_apart(held, self.switches.active(state)))
            settled = self._settled(found.resolution.state, was, toggled)
            if settled is None:
                return found
            state = replace(state, parameters={**state.parameters, **settled})
        changing = [s for s in self.switches.conditions if s.name in toggled] or self.switches.conditions
        names = ", ".join(repr(switch.name) for switch in changing)
        raise ModelError(
            f"t = {state.t:.6g}: what {names} does undoes its own condition, so that it would close and open without "
            "end; let active= be a Parameter, and an event set it."
        )

    def _settled(self, state: State, was: Mapping[str, float], toggled: Collection[str]) -> dict[str, float] | None:
        """Numbers of conditions that the impact has changed; None where there are none."""
        changed = {}
        now = self.switches.margins(state) if self.switches.conditions else {}
        for switch in self.switches.conditions:
            holds, by = state.parameters[switch.value] > 0.5, now[switch.name]
            # At the moment of its own change a margin is rounding: only what the impact made of it counts.
            rounding = max(10.0 * abs(was[switch.name]), 1e-12) if switch.name in toggled else 1e-12
            if abs(by) > rounding and (by > 0.0) != holds:
                changed[switch.value] = float(by > 0.0)
        return changed or None

    def _changed(self, state: State, names: Mapping[str, bool]) -> Switched:
        """How it goes on where some connections begin or cease to hold."""
        closing = [name for name, holds in names.items() if holds]
        state = self._without_inactive(state)
        self._check_closing(state, closing)
        begins = any(not s.is_contact for s in self.switches.switches if s.name in closing)
        return self.impact(state, names, begins)

    def impact(self, state: State, names: Mapping[str, bool], begins: bool) -> Switched:
        """The impact of all contacts; and of rows that speeds do not meet, where some begin to hold."""
        equations = ContactEquations(self.table, state)
        speeds = equations.projection.on_rows() if begins else state
        still = frozenset(k for k, v in enumerate(equations.kinematics.normal_speeds) if v >= -self.scales.resting)
        resolver = Resolver(self.table, self.scales, still=still if begins else frozenset())
        found = resolver(speeds, {})
        lost = resolver.kinetic(state) - resolver.kinetic(speeds) if begins else 0.0
        energy = resolver.kinetic(state), resolver.kinetic(found.state)
        found = replace(found, energy=energy, loss=found.loss + lost)
        wrenches, multipliers = self._impulses(equations, found) if begins else ({}, {})
        return Switched(found, names, wrenches, multipliers, state, begins)

    def _without_inactive(self, state: State) -> State:
        """The state with points of contacts open that are switched off."""
        values = dict(state.parameters)
        for p in self.table.points:
            if not p.is_active(state):
                values |= {p.point.switch(name): 0.0 for name in MODE_SWITCHES}
        return replace(state, parameters=values)

    def _check_closing(self, state: State, closing: Sequence[str]) -> None:
        """Raises where something is to hold whose ends are elsewhere."""
        wrong = self.table.system.violations(state) if closing else []
        for name in closing:
            for violation in wrong:
                if repr(name) in violation.what and not violation.of_velocities:
                    raise ModelError(
                        f"t = {state.t:.6g}: connection {name!r} cannot close: it {violation.how}. Switch it on where "
                        "its ends meet, or switch a condition on velocities (lw.Clutch, lw.Clamp), which holds them "
                        "where they are."
                    )
        gaps = ContactEquations(self.table, state).kinematics.gaps if closing and len(self.table) else ()
        for p, gap in zip(self.table.points, gaps, strict=False):
            if p.point.connection in closing and gap < -NEGLIGIBLE_VIOLATION * self.scales.length:
                raise ModelError(
                    f"t = {state.t:.6g}: contact {p.label!r} cannot be switched on: it "
                    f"{overlap_words(p.element, -gap)}. Switch it on where bodies are apart."
                )

    def _impulses(
        self, equations: ContactEquations, found: Resolution
    ) -> tuple[ConnectionImpulses, ConnectionImpulses]:
        """ConnectionImpulses of all connections, as loads and as multipliers."""
        points = list(found.impulses)
        rows = equations.rows_of(points)
        each = [(found.impulses[k], equations.slip_places(k)) for k in points]
        own = [x for all_of, places in each for x in (all_of[0], *all_of[1:][places])]
        wrenches, multipliers = equations.projection.impulse_loads(
            found.state.u - equations.state.u, rows, np.array(own)
        )
        for name in list(wrenches):
            if name.endswith(f".{GRIP}"):
                whole = name.removesuffix(f".{GRIP}")
                grip = wrenches.pop(name)
                wrenches[whole] = tuple(a + b for a, b in zip(wrenches[whole], grip, strict=True))
        return wrenches, multipliers
