"""What `method=` of `simulate` is: one way to integrate the equations of motion, as a value with its options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from ...contract import ModelError
from ...contract.arguments import NAME_ARGUMENT
from ...numerics.integrators.time_shapes import TimeElement
from ...numerics.tableaus import ImplicitTableau, Tableau
from ...numerics.tableaus.implicit import Collocation
from ...results import State
from ...run import Plan
from ..common.bound_kernels import BoundKernels
from ..engines import Engine
from ..engines.engine import Beside

Formulation = Literal["tree", "absolute"]
ADAPTIVE, FIXED, EITHER = "adaptive", "fixed", "either"


class Accuracy(NamedTuple):
    """What steps have to meet."""

    rtol: float
    atol: np.ndarray
    """Absolute tolerance of every entry of y = (q, u, z, work)."""
    is_fixed: bool
    """Whether the length of steps is given."""


class Method(ABC):
    """One way to integrate, which makes what a run on a tree or on an absolute system steps with."""

    formulations: ClassVar[tuple[Formulation, ...]] = ("tree", "absolute")
    """Which formulations it serves."""
    resumes: ClassVar[bool] = True
    """Whether a checkpoint holds all that it remembers."""
    keeps_constraints: ClassVar[bool] = False
    """Whether it solves for states on the constraints, so that nothing else may keep them."""
    rows_suffice: ClassVar[bool] = False
    """Whether the ends of steps of absolute systems are enough for states between: loaded runs have nothing else."""
    looks_inside: ClassVar[bool] = True
    """Whether states inside a step cost less than a step: delayed values are then read there."""
    when_stiff: ClassVar[Method | None] = None
    """What goes on where equations turn out stiff; none where the choice was the user's."""
    tableau: Tableau | None = None
    """The coefficients of an explicit Runge–Kutta method."""
    table: ImplicitTableau | Collocation | None = None
    """The coefficients of an implicit one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """How certificates call it."""

    @property
    @abstractmethod
    def order(self) -> int:
        """Its error is O(h^order)."""

    @property
    def steps(self) -> str:
        """Whether its error is controlled ("adaptive"), its step is given ("fixed"), or as one likes ("either")."""
        return ADAPTIVE

    @property
    def description(self) -> str:
        """A line about it."""
        return ""

    @property
    def element(self) -> TimeElement | None:
        """The element of a method with finite elements in time."""
        return None

    @property
    def reach(self) -> float | None:
        """|λ| h up to which its steps stay bounded; None where they always do, or nobody knows."""
        return None

    @property
    def data(self) -> dict[str, Any]:
        """Its kind, its name and the values of its fields, as files keep them."""
        names: list[str] = [one.name for one in fields(self)] if is_dataclass(self) else []
        plain = {name: x for name in names if isinstance(x := getattr(self, name), (str, int, float, type(None)))}
        return {"kind": type(self).__name__, "name": self.name, "fields": plain}

    def check_fields(self) -> None:
        """Raises where a class of one's own has attributes of another kind than these; before anything uses them."""
        NAME_ARGUMENT.check(f"method {type(self).__name__}", "name", self.name)

    def chosen(self, formulation: Formulation, rtol: float, is_fixed: bool = False) -> Method:
        """The method itself, or the one that it takes for a formulation, a tolerance, and steps of a given length."""
        return self

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """What a run of a tree steps with."""
        raise ModelError(f"{self.name!r} makes no engine for trees.", "simulate")

    def beside(self, engine: Engine, start: State, plan: Plan) -> Beside | None:
        """What a run will tell beside states: of contacts, where the method steps over impacts, or of momenta; gets its
        engine ready for that."""
        return None


MethodChoice = str | Tableau | ImplicitTableau | Method
"""What `method=` takes."""
