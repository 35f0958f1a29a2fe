r"""The force elements of a system, all together: rates of states, residuals of unknowns, changes of branch.

$$ \dot z = f(q, u, z, s, t), \qquad r(q, u, z, s, t) = 0 $$
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...expr import array
from ...expr.graph import as_expr, topological
from ..force_law import ForceLaw, LoadLaw


@dataclass(frozen=True, eq=False)
class ForceLaws:
    """All force elements, in the order of their states and unknowns."""

    by_name: Mapping[str, ForceLaw]
    loads: Mapping[str, LoadLaw]
    """Loads from outside, which have branches too."""

    @property
    def _branching(self) -> dict[str, ForceLaw | LoadLaw]:
        return {**self.by_name, **self.loads}

    @cached_property
    def z_dot(self) -> Any:
        """Rates of the states of elements."""
        return array([x for law in self.by_name.values() for x in law.state_dot])

    @cached_property
    def residual(self) -> Any:
        """What is zero at the right unknowns of elements."""
        return array([x for law in self.by_name.values() for x in law.residual])

    @cached_property
    def kinks(self) -> Any:
        """Functions whose sign changes where some element changes branch."""
        return array([x for law in self._branching.values() for x in law.kinks])

    @cached_property
    def kink_owners(self) -> tuple[str, ...]:
        """The connection that each kink belongs to."""
        return tuple(name for name, law in self._branching.items() for _ in law.kinks)

    @cached_property
    def discontinuities(self) -> tuple[Any, ...]:
        """For every kink, where what is measured may leap; None where it does not."""
        return tuple(x for law in self._branching.values() for x in law.discontinuities)

    @cached_property
    def opaque(self) -> list[tuple[str, Any]]:
        """Functions in laws that are called and not traced, with the connection that calls each."""
        found: list[tuple[str, Any]] = []
        for name, law in self.by_name.items():
            wrenches = [x for wrench in law.wrenches for part in wrench for x in array(part).ravel()]
            entries = [as_expr(x) for x in (*wrenches, *law.state_dot, *law.residual, *law.outputs.values())]
            called = dict.fromkeys(node.data for node in topological(entries) if node.op == "call")
            found += [(name, source) for source in called]
        return found


class Energies(ABC):
    """T, V and what changes their sum."""

    @property
    @abstractmethod
    def kinetic(self) -> Any:
        """T."""

    @property
    @abstractmethod
    def potential(self) -> Any:
        """V, as far as it is known; what force elements hold is no part of it."""

    @property
    def stored(self) -> Any:
        """What force elements hold and can give back, as far as it is known."""
        return 0.0

    @abstractmethod
    def power(self, u_dot: Any, lam: Any) -> Any:
        """d(T + V)/dt of a motion that satisfies the equations, from what acts and not from T + V itself."""
