"""ẋ = A x + B (i, ε, ε̇), F = C x + D (i, ε, ε̇)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Active, ModelError, option, parameter, register
from ...contract.arguments import NAMES_ARGUMENT
from ...contract.own_unknowns import check_identifiers
from ...spatial import matrix
from ..on_measure import OnMeasure


def input_names(given: Any) -> tuple[str, ...]:
    """Names of inputs."""
    if not isinstance(given, str) and not NAMES_ARGUMENT.fits(given):
        raise ModelError("give a name, or a list of names")
    names = (given,) if isinstance(given, str) else tuple(given)
    check_identifiers("signals", "names", names)
    return names


@register
class LinearActuator(OnMeasure, Active):
    """ẋ = A x + B (i, ε, ε̇), F = C x + D (i, ε, ε̇): the linear active element (S0 (3.5.4)).

    `A` is n × n, `B` n × m, `C` k × n, `D` k × m (zero where it is not given), with k measured numbers and m = inputs
    + 2 k. Without A, B and C it has no memory. Its states are `x1` … `xn`; its inputs are called by `signals`.
    """

    A = parameter(shape=(None, None), default=None, doc="n × n")
    B = parameter(shape=(None, None), default=None, doc="n × m")
    C = parameter(shape=(None, None), default=None, doc="k × n")
    D = parameter(shape=(None, None), default=None, doc="k × m")
    signals = option(default=("input",), convert=input_names, doc="names of the inputs")
    inputs = ("input",)
    several = True

    def validate(self) -> None:
        """The matrices fit together."""
        super().validate()
        k = len(self.on.units)
        m = len(self.signals) + 2 * k
        n = 0 if self.A is None else len(self.A)
        wanted = {"A": (n, n), "B": (n, m), "C": (k, n), "D": (k, m)}
        for name, shape in wanted.items():
            given = getattr(self, name)
            needed = given is None and name in ("B", "C") and n
            if needed or (given is not None and given.shape != shape):
                has = "is missing" if given is None else f"is {' × '.join(map(str, given.shape))}"
                raise ModelError(
                    f"{self.kind}: {name} {has}; with {n} states, {len(self.signals)} inputs and {k} measured "
                    f"numbers it must be {shape[0]} × {shape[1]}."
                )
        if self.A is None and self.D is None:
            raise ModelError(f"{self.kind}: give A, B and C, or D, or all of them.")
        object.__setattr__(self, "states", tuple(f"x{j + 1}" for j in range(n)))
        object.__setattr__(self, "inputs", self.signals)

    def law(self, e: Any, e_dot: Any, i: Any = (), z: Any = ()) -> Any:
        """F."""
        found: Any = np.zeros(len(self.on.units))
        if self.states:
            found = found + self.C @ matrix(list(z))
        if self.D is not None:
            found = found + self.D @ _driving(e, e_dot, i)
        return found[0] if len(found) == 1 else found

    def state_dot(self, e: Any, e_dot: Any, z: Any, i: Any = ()) -> Any:
        """ẋ."""
        return self.A @ matrix(list(z)) + self.B @ _driving(e, e_dot, i)


def _driving(e: Any, e_dot: Any, i: Any) -> Any:
    """(i, ε, ε̇)."""
    return matrix([*i, *np.atleast_1d(e), *np.atleast_1d(e_dot)])
