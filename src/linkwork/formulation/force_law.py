r"""Force elements in the motion of a tree: what they measure, their laws, states, unknowns and outputs.

`contract/derived/force_motion` has what follows from a relative motion alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..contract import Discontinuity, Force, Load, ModelError
from ..contract.derived.branches import breaking_functions
from ..contract.derived.force_motion import energy_in, measured_in, measured_values, seen_by, wrenches_of
from ..contract.derived.law_arguments import call_law, measure_leaps
from ..contract.derived.law_branches import branches_of, entries_of, followed_functions
from ..expr import array
from ..model import Connection
from ..spatial import Pose, Relative
from .interactions import ElementAction, WrenchPair, frames_of, on_ends
from .tree import LinkTree


def stored_energy(law: ForceLaw) -> Any | None:
    """V of an element in motion, None where it has none or it is not known."""
    element = law.element
    written = element.stored_energy
    needs_inputs = written is not None and "i" in inspect.signature(written).parameters
    return energy_in(element, lambda: law.measured[0][0], law.known if needs_inputs else law.seen)


def channel_energy(law: ForceLaw) -> Any:
    """The same for a channel, which must have a value."""
    found = stored_energy(law)
    if found is None:
        raise ModelError(
            f"connection {law.name!r}: the energy in {law.element.kind} is not known; write its stored_energy(...)."
        )
    return found


@dataclass(frozen=True, eq=False)
class LoadLaw:
    """One load of a model."""

    tree: LinkTree
    connection: Connection

    @cached_property
    def kinks(self) -> Any:
        """Functions whose sign changes where the load breaks."""
        element = self.connection.element
        assert isinstance(element, Load)
        branches = branches_of(element, 1)
        if not branches.functions:
            return array([])
        (number,), (frame,) = self.tree.topology.ends(self.connection), frames_of(self.tree, self.connection)
        t = self.tree.symbols.t
        found = branches.in_motion({"rel": self.tree.relative(0, Pose(), number, frame), "t": t})
        return array(followed_functions(found, (), t))

    @property
    def discontinuities(self) -> list[None]:
        """It measures nothing that leaps."""
        return [None] * len(self.kinks)


Resolve = Callable[[str, str, Any], Any]
"""(connection, input, what was given for it) → its expression."""


@dataclass(frozen=True, eq=False)
class ForceLaw:
    """One force element of a model. Every part is derived when first asked for."""

    tree: LinkTree
    connection: Connection
    resolve: Resolve

    @property
    def element(self) -> Force:
        """What was written."""
        element = self.connection.element
        assert isinstance(element, Force)
        return element

    @property
    def name(self) -> str:
        """That of the connection."""
        return self.connection.name

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The bodies on which it ends."""
        return self.tree.topology.ends(self.connection)

    @cached_property
    def motions(self) -> list[Relative]:
        """The motion of every further end relative to the first."""
        if not self.numbers:
            return []
        frames = frames_of(self.tree, self.connection)
        first, F = self.numbers[0], frames[0]
        return [self.tree.relative(first, F, n, M) for n, M in zip(self.numbers[1:], frames[1:], strict=True)]

    @cached_property
    def measured(self) -> tuple[Any, Any, Any]:
        """(ε, ε̇, ∂ε̇/∂(ω, v)): measured values, their rates, and the directions in which forces on them act.

        For an element that writes an energy, ε is the energy.
        """
        return measured_in(self.element, self.motions, self.tree.symbols.t, self._s)

    @property
    def _s(self) -> Any:
        """Its unknowns."""
        return self.tree.symbols.s[self.tree.topology.layout.s_of[self.name]] if self.element.unknowns else ()

    @cached_property
    def seen(self) -> dict[str, Any]:
        """What its functions may ask for, inputs apart."""
        names, layout = self.tree.symbols, self.tree.topology.layout
        found: dict[str, Any] = {"rel": seen_by(self.element, self.motions), "t": names.t}
        if self.element.states:
            found["z"] = self.element.z(names.z[layout.z_of[self.name]])
        if self.element.unknowns:
            found["s"] = self.element.s(self._s)
        if self.element.measured is not None:
            found |= measured_values(self.measured)
        return found

    @cached_property
    def known(self) -> dict[str, Any]:
        """The same with its inputs."""
        if not self.element.inputs:
            return self.seen
        given = self.connection.inputs
        values = [self.resolve(self.name, name, given[name]) for name in self.element.inputs]
        return {**self.seen, "i": self.element.i(values)}

    def value(self, name: str) -> Any:
        """One of its functions, in motion."""
        try:
            return call_law(self.element, name, self.known)
        except ModelError as error:  # such as no path between ends that are at rest to each other
            raise ModelError(f"connection {self.name!r}: {error}") from error

    @cached_property
    def wrenches(self) -> list[WrenchPair]:
        """(moment, force) on every further end at its origin, in the axes of the first."""
        if self.element.form == "outputs":
            return []
        directions = None if self.element.form == "wrench" else self.measured[2]
        return wrenches_of(f"connection {self.name!r}", self.element, len(self.motions), directions, self.known)

    @cached_property
    def action(self) -> ElementAction:
        """Its loads on the bodies and their power."""
        sums: dict[int, WrenchPair] = {}
        power: Any = 0.0
        if not self.numbers:
            return ElementAction(self.name, sums, power)
        frames = frames_of(self.tree, self.connection)
        first, F = self.numbers[0], frames[0]
        for k, (rel, (moment, force)) in enumerate(zip(self.motions, self.wrenches, strict=True), start=1):
            power = power + rel.w @ moment + rel.v @ force
            # Ends on one body: action and reaction cancel.
            if self.numbers[k] != first:
                for number, wrench in on_ends((first, self.numbers[k]), (F, frames[k]), rel, moment, force).items():
                    n, f = sums.get(number, (0.0, 0.0))
                    sums[number] = (n + wrench[0], f + wrench[1])
        return ElementAction(self.name, sums, power)

    @cached_property
    def state_dot(self) -> Any:
        """Rates of its states."""
        return self._values("state_dot", self.element.states)

    @cached_property
    def residual(self) -> Any:
        """What is zero at the right unknowns."""
        return self._values("residual", self.element.unknowns)

    @cached_property
    def kinks(self) -> Any:
        """Functions whose sign changes where the law changes branch: those that break it, then those it declares."""
        declared = [*array(self.value("kinks")).ravel()] if self.element.has_kinks else []
        branches = branches_of(self.element, len(self.motions))
        found = branches.in_motion(self.known) if branches.functions else []
        found += breaking_functions(entries_of(self.known["i"])) if self.element.inputs else []
        return array(followed_functions(found, declared, self.tree.symbols.t))

    @cached_property
    def discontinuities(self) -> list[Discontinuity | None]:
        """For every kink, where what is measured may leap; None where it does not."""
        found = measure_leaps(self.element, self.known)
        return [*[None] * (len(self.kinks) - len(found)), *found]

    @cached_property
    def outputs(self) -> dict[str, Any]:
        """Its outputs by name."""
        if not self.element.outputs:
            return {}
        return dict(zip(self.element.outputs, self._values("output", self.element.outputs), strict=True))

    def _values(self, function: str, names: tuple[str, ...]) -> Any:
        return array(self.value(function)).ravel() if names else array([])
