"""The methods that are shipped."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from ...contract import ModelError
from ...contract.arguments import NAME_ARGUMENT, REAL
from ...contract.errors import unknown
from ...numerics.integrators.alpha_scheme import RHO_INF
from ...numerics.integrators.rotation_chart import CHARTS
from ...numerics.integrators.time_shapes import CONTROLS, FIELDS, FORMS, LARGEST_DEGREE, QUADRATURES, TimeElement
from ...numerics.sparse import SPARSE_SOLVERS
from ...numerics.tableaus import DOP853, DORMAND_PRINCE, ImplicitTableau, Tableau
from ...numerics.tableaus.implicit import RADAU, Collocation
from ...results import State
from ...run import Plan
from .. import engines
from ..common.bound_kernels import BoundKernels
from ..engines import Engine
from ..engines.bdf import BdfEngine
from ..engines.engine import Beside
from ..engines.explicit import explicit_engine
from ..engines.native import NativeEngine
from ..engines.polynomials import FEW_NODES, piecewise
from ..engines.symplectic import symplectic_engine
from .method import EITHER, FIXED, Accuracy, Formulation, Method

LOOSE = 1e-5
"""Relative tolerance from which on order 5 is cheaper than order 8."""
BOTH: tuple[Formulation, ...] = ("tree", "absolute")


@dataclass(frozen=True)
class RungeKutta(Method):
    """An explicit Runge–Kutta method: the native engine with a table of coefficients."""

    tableau: Tableau = field()

    @property
    def name(self) -> str:
        """That of the table."""
        return self.tableau.name

    @property
    def order(self) -> int:
        """That of the table."""
        return self.tableau.order

    @property
    def description(self) -> str:
        """That of the table."""
        return self.tableau.description

    @property
    def steps(self) -> str:
        """Fixed where the table has no error estimate."""
        return super().steps if self.tableau.error_order else FIXED

    @property
    def reach(self) -> float | None:
        """Where the negative real axis leaves the region of stability."""
        return self.tableau.stability

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The native engine of all tables."""
        return explicit_engine(bound, self.tableau, accuracy.rtol, accuracy.atol)


@dataclass(frozen=True)
class ImplicitRungeKutta(Method):
    """An implicit Runge–Kutta method: the native engine with a table of coefficients, on systems of every kind."""

    table: ImplicitTableau = field()

    @property
    def name(self) -> str:
        """That of the table."""
        return self.table.name

    @property
    def order(self) -> int:
        """That of the table."""
        return self.table.order

    @property
    def description(self) -> str:
        """That of the table."""
        return self.table.description

    @property
    def steps(self) -> str:
        """Fixed where the table has no error estimate, as one likes elsewhere."""
        return EITHER if self.table.error_order else FIXED

    @property
    def data(self) -> dict[str, Any]:
        """Its name, its orders and the check sum of its coefficients."""
        table = self.table
        told = {"order": table.order, "error_order": table.error_order, "digest": table.digest}
        return {**super().data, "fields": told}

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The native engine of all implicit tables."""
        return implicit_engine(bound, self.table, accuracy.rtol, accuracy.atol, accuracy.is_fixed)


@dataclass(frozen=True)
class Radau(Method):
    """Radau IIA."""

    name = "radau"
    order = 5
    description = "implicit Runge–Kutta of collocation type (Radau IIA), order 5, L-stable, for stiff equations"
    formulations: ClassVar[tuple[Formulation, ...]] = BOTH
    rows_suffice: ClassVar[bool] = True
    table = RADAU

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The native engine."""
        return implicit_engine(bound, RADAU, accuracy.rtol, accuracy.atol, False)


@dataclass(frozen=True)
class Bdf(Method):
    """Backward differentiation."""

    name = "bdf"
    order = 5
    description = "backward differentiation of variable order 1 to 5 (SUNDIALS), for stiff equations"
    resumes: ClassVar[bool] = False

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """CVODE."""
        return BdfEngine(bound, accuracy.rtol, accuracy.atol)


@dataclass(frozen=True)
class Symplectic(Method):
    """Forest and Ruth's composition."""

    name = "symplectic"
    order = 4
    description = "composition of leapfrog steps, order 4, symplectic, fixed steps, for M u̇ = h(q, t) only"
    reach = 1.57
    """For oscillations."""
    steps = FIXED
    formulations: ClassVar[tuple[Formulation, ...]] = ("tree",)

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The native engine; a system that is not separable is refused."""
        return symplectic_engine(bound)


@dataclass(frozen=True)
class GeneralizedAlpha(Method):
    """The generalized-α method on constrained equations as they stand.

    `rho_inf` is what a step leaves of the highest frequencies, from 1 (all) to 0.
    """

    rho_inf: float = RHO_INF

    name = "generalized_alpha"
    order = 2
    description = "generalized-α on constrained equations as they stand, order 2, damping by rho_inf"
    formulations: ClassVar[tuple[Formulation, ...]] = BOTH
    keeps_constraints: ClassVar[bool] = True
    rows_suffice: ClassVar[bool] = True
    steps = EITHER

    def __post_init__(self) -> None:
        REAL.check("GeneralizedAlpha", "rho_inf", self.rho_inf)
        if not 0.0 <= self.rho_inf <= 1.0:
            raise ModelError(
                f"GeneralizedAlpha: rho_inf = {self.rho_inf!r} must lie between 0 (all damping) and 1 (none)."
            )

    def engine(self, bound: BoundKernels, accuracy: Accuracy) -> Engine:
        """The native engine."""
        return alpha_engine(bound, self.rho_inf, accuracy.rtol, accuracy.atol, accuracy.is_fixed)


@dataclass(frozen=True)
class TimeElements(Method):
    """Finite elements in time (S3), with weights of `degree` 1 to 6 in each.

    `fields` are those of the weak form: "primal" (positions), "mixed" (positions and momenta, free inside the element)
    or "three" (positions, velocities and momenta). `quadrature` "gauss" (k points: order 2k, stable for every h, the
    same motion for all fields), "full" or "lobatto" (k + 1 points: primal elements are stable for short h only, the
    others for every one). `constraints` "nodal" closes positions at every node, "weighted" is the form of S3. `chart`
    says where increments of rotations are counted from: the "middle" of the element, or its "start" as in S3. Without a
    step `h` the error of each is controlled by comparison with two halves (`control` "doubling") or by the jump of the
    velocity ("indicator", cheap and pessimistic); a constant length keeps energy better over long times. `solver` names
    what solves the linear systems of absolute systems: "fronts" (linkwork's own) or "superlu" (SciPy's); "auto" takes
    fronts, and SuperLU where these find no pivots. `threads` share the bodies and connections of absolute systems; None
    is one a core.
    """

    degree: int = 2
    quadrature: str = "gauss"
    constraints: str = "nodal"
    fields: str = "primal"
    chart: str = "middle"
    control: str = "doubling"
    solver: str = "auto"
    threads: int | None = 1

    description = "finite elements in time of degree k, order 2k; mixed ones have momenta as fields"
    formulations: ClassVar[tuple[Formulation, ...]] = BOTH
    keeps_constraints: ClassVar[bool] = True
    looks_inside: ClassVar[bool] = False
    steps = EITHER

    def __post_init__(self) -> None:
        if type(self.degree) is not int or not 1 <= self.degree <= LARGEST_DEGREE:
            raise ModelError(f"TimeElements: degree = {self.degree!r}; choose an integer from 1 to {LARGEST_DEGREE}.")
        for what, name, known in (
            ("quadrature", "quadrature", QUADRATURES),
            ("form of constraints", "constraints", FORMS),
            ("control", "control", CONTROLS),
            ("choice of fields", "fields", FIELDS),
            ("chart", "chart", CHARTS),
            ("solver", "solver", SPARSE_SOLVERS),
        ):
            _check_name(self, what, name, known)
        if self.threads is not None and (type(self.threads) is not int or self.threads < 1):
            raise ModelError(f"TimeElements: threads = {self.threads!r}; give a whole number from 1, or None.")

    @property
    def name(self) -> str:
        """The weak form of a degree: "weak2" of the primal one, "mixed2", "three2"."""
        return f"{'weak' if self.fields == 'primal' else self.fields}{self.degree}"

    @property
    def order(self) -> int:
        """2k."""
        return self.element.order

    @cached_property
    def element(self) -> TimeElement:
        """The shape in time."""
        return TimeElement(self.degree, self.quadrature, self.constraints, self.fields)

    def engine(self, bound: Any, accuracy: Accuracy) -> Engine:
        """One element after the other."""
        mechanics = bound.implicit.weak_form(self.chart, self.solver, self.threads)
        return engines.WeakEngine(
            bound, mechanics, self.element, self.control, accuracy.rtol, accuracy.atol, accuracy.is_fixed
        )

    def beside(self, engine: Any, start: State, plan: Plan) -> Beside:
        """Momenta, and mean multipliers."""
        return engines.WeakRecord(engine)


@dataclass(frozen=True)
class Automatic(Method):
    """One that suits the formulation and the tolerance, and goes on with Radau IIA where equations turn out stiff."""

    name = "auto"
    order = 0
    description = (
        "explicit on trees, which go on by radau where equations turn out stiff; in absolute coordinates radau, or "
        "generalized_alpha with steps h"
    )
    formulations: ClassVar[tuple[Formulation, ...]] = BOTH
    when_stiff: ClassVar[Method | None] = Radau()

    def chosen(self, formulation: Formulation, rtol: float, is_fixed: bool = False) -> Method:
        """Radau IIA for absolute systems; explicit methods for trees, order 8 for tight tolerances.

        Measured on 20 mechanisms, chains and rings of 10 to 400 links and nets: with rtol = 1e-8 it takes 0.3 to 2
        times the processor time of generalized-α and errors are 10⁻⁵ of its; with 1e-4 1 to 10 times, for 10⁻⁴ of them.
        It controls its steps, so that steps of a given length are those of generalized-α.
        """
        if formulation == "absolute":
            return GeneralizedAlpha() if is_fixed else Radau()
        return RungeKutta(DORMAND_PRINCE if rtol >= LOOSE else DOP853)


def _check_name(method: Method, what: str, name: str, known: tuple[str, ...]) -> None:
    owner, value = type(method).__name__, getattr(method, name)
    NAME_ARGUMENT.check(owner, name, value)
    if value not in known:
        raise ModelError(f"{owner}: {unknown(what, value, known)}")


# Implicit Runge–Kutta methods as a run uses them.
SOLVED_RTOL, SOLVED_ATOL = 1e-8, 1e-10
"""Tolerances in units of which stages are solved for in steps of a given length, unless closer ones are asked for."""


def implicit_engine(
    bound: BoundKernels, tableau: ImplicitTableau | Collocation, rtol: float, atol: Any, is_fixed: bool
) -> NativeEngine:
    """The engine of all tables, with the polynomials of their steps."""
    order = 0 if is_fixed else tableau.error_order
    make = partial(bound.implicit.implicit_method, tableau.basis, order)
    if is_fixed:
        rtol, atol = min(rtol, SOLVED_RTOL), np.minimum(atol, SOLVED_ATOL)
    return NativeEngine.renewed(
        bound,
        tableau.name,
        f"{tableau.name} {hash(tableau)} {order}",
        make,
        rtol,
        atol,
    )


# The generalized-α method as a run uses it.
def alpha_engine(bound: BoundKernels, rho_inf: float, rtol: float, atol: np.ndarray, is_fixed: bool) -> NativeEngine:
    """Generalized-α on index 3, order 2, with damping of high frequencies to choice, and cubics through its steps."""
    name, made = "generalized_alpha", partial(bound.implicit.alpha_method, rho_inf, is_fixed)
    between, spare = bound.implicit.between or piecewise, f"{name} {rho_inf} {is_fixed}"
    return NativeEngine.renewed(bound, name, spare, made, rtol, atol, nodes=FEW_NODES, between=between)
