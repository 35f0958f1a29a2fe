"""The contract of what exerts forces: energetic and active elements, loads, and their measures and responses."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeGuard

from ..expr import array, jacobian, substitute, symbols
from ..expr.graph import as_expr
from ..expr.polynomials import polynomial_integral
from ..spatial import Pose
from .delays import check_delays, late_inputs
from .derived.law_arguments import call_law, is_on_one_number, law_symbols, measured_count
from .derived.relative import relative_symbols, relatives
from .element import Element
from .errors import ModelError, unknown
from .own_unknowns import check_identifiers, named

KNOWN = ("e", "e_dot", "rel", "z", "i", "s", "t", "delayed")
"""What a function may ask for: measured values and rates, relative motion, states, inputs, unknowns, time, the past."""


class Force(Element):
    r"""Loads that depend on the relative motion of the ends: an energetic element (S0 §3.4).

    It writes one of

    * `measure` and `law(e, e_dot, t)`: generalised forces F on the measured ε, which do the virtual work F·δε on the
      ends: positive F makes ε grow, and a spring has F = −k (ε − ε₀) (S0 (3.4.1) has the opposite sign: there the
      force in a stretched spring is positive);
    * `wrench(rel, t)`: moment and force on the second end, in the axes of the first, at the second end's origin; the
      first end gets the reaction;
    * `energy(rel, t)`: a potential; loads and stiffness are its derivatives.

    With two ends `rel` is the motion of the second relative to the first; with any other number it is a list, one for
    each end after the first. An element with `ends = 0` acts on nothing: it writes none of the three, only `outputs`,
    which drive inputs of others.

    It **may** have `states` z with `state_dot(...)` (history), `unknowns` s with `residual(...) = 0` (implicit laws),
    `kinks(...)`: functions whose sign changes where the law changes branch, so that steps do not straddle it, and
    `stored_energy(...)`: what it holds and can give back, for the channels of energy (None where there is no such
    energy). A law that is a polynomial of one measured number need not write it. All of these functions take whichever
    of e, e_dot, rel, z, i, s, t they need, by name. `start` has the values at which states start where a connection
    does not say; those that it does not name start at zero.

    A law **may** be delayed (S0 (3.4.2)): `delays` are times τ_k > 0, each a number, a Parameter, or a function of e,
    e_dot and t, and `delayed[k].e`, `delayed[k].e_dot` are the measured values and rates at t − τ_k, `delayed[k].force`
    what the law itself gave then. `past(t)` gives the values before a run begins; without it they are those of its
    start, at rest; `past_force` is what the law gave before. Such an element does the work of an active one: nothing
    says how much of it is stored.
    """

    measure: ClassVar[Measure | None] = None
    states: ClassVar[tuple[str, ...]] = ()
    unknowns: ClassVar[tuple[str, ...]] = ()
    inputs: ClassVar[tuple[str, ...]] = ()
    outputs: ClassVar[tuple[str, ...]] = ()
    start: ClassVar[Mapping[str, float]] = {}
    delays: ClassVar[tuple[Any, ...]] = ()
    past_force: ClassVar[Any] = 0.0
    """What a law that depends on its own earlier values gave before a run begins."""
    is_compliant_contact: ClassVar[bool] = False
    """Whether it is a spring law that acts where bodies touch."""
    most_turn: ClassVar[float] = math.inf
    """The turn (rad) of its ends against each other beyond which its law is not to be trusted."""
    least_stretch: ClassVar[float] = -math.inf
    """The output `stretch` below which its law is not to be trusted."""

    @property
    def built_poses(self) -> tuple[Pose, ...]:
        """Poses of its further ends in that of the first in which it was built; none where it keeps no shape.

        `assemble` finds a start in this shape, and speeds that do not deform it, where there are such.
        """
        return ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.delays:
            check_delays(self.kind, self.delays, self.form == "law")
            object.__setattr__(self, "late", late_inputs(len(self.delays), measured_count(self)))
            object.__setattr__(self, "inputs", (*self.inputs, *self.late))
        if self.measured is not None and self.measured.unknowns:
            object.__setattr__(self, "unknowns", (*self.unknowns, *self.measured.unknowns))

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for what in ("states", "unknowns", "inputs", "outputs"):
            check_identifiers(cls.__name__, what, getattr(cls, what))
        measure: Any = cls.measure
        if measure is not None and not isinstance(measure, Measure):
            hint = " Did you forget the brackets?" if isinstance(measure, type) else ""
            raise ModelError(f"{cls.__name__}: measure = {measure!r} is not a measure.{hint}")
        for name in FORCE_FUNCTIONS:
            function = getattr(cls, name, None)
            if function is not None:
                _check_arguments(cls.__name__, name, function)
        for names, function, example in (
            (cls.states, "state_dot", "state_dot(self, z, t)"),
            (cls.unknowns, "residual", "residual(self, s, e)"),
        ):
            if names and getattr(cls, function, None) is None:
                raise ModelError(f"{cls.__name__}: names {', '.join(names)} but has no {example}.")
        if isinstance(cls.start, Mapping) and isinstance(cls.states, tuple):
            for name in cls.start:
                if name not in cls.states:
                    raise ModelError(f"{cls.__name__}: start: {unknown('state', name, cls.states)}")

    law: ClassVar[Callable[..., Any] | None] = None
    wrench: ClassVar[Callable[..., Any] | None] = None
    energy: ClassVar[Callable[..., Any] | None] = None
    stored_energy: ClassVar[Callable[..., Any] | None] = None
    state_dot: ClassVar[Callable[..., Any] | None] = None
    residual: ClassVar[Callable[..., Any] | None] = None
    kinks: ClassVar[Callable[..., Any] | None] = None
    output: ClassVar[Callable[..., Any] | None] = None
    late: ClassVar[tuple[str, ...]] = ()
    """Those of its inputs that bring the past, which a run gives; the others are the user's to give."""

    @property
    def form(self) -> str:
        """Which of law, wrench and energy it writes; "outputs" where it has no ends to act on."""
        written = [name for name in ("law", "wrench", "energy") if getattr(type(self), name) is not None]
        if self.ends == 0 and not written and self.outputs:
            return "outputs"
        if len(written) != 1:
            has = " and ".join(written) or "none"
            raise ModelError(f"{self.kind}: must write one of law, wrench and energy; it has {has}.")
        if written[0] == "law" and self.measured is None:
            raise ModelError(f"{self.kind}: a law needs a measure, for instance `measure = lw.Distance()`.")
        if written[0] == "law" and self.measured is not None and self.measured.ends not in (None, self.ends):
            raise ModelError(
                f"{self.kind}: has {self.ends or 'any number of'} ends, but {self.measured.kind}, which it measures, "
                f"has {self.measured.ends}."
            )
        return written[0]

    @property
    def measured(self) -> Measure | None:
        """What the law sees; an element whose measure depends on its values overrides this."""
        return type(self).measure

    @property
    def has_kinks(self) -> bool:
        """Whether the law, or what it measures, has branches."""
        return self.kinks is not None or (self.measured is not None and self.measured.has_kinks)

    @property
    def may_store(self) -> bool:
        """Whether it may be asked for an energy: it says one, or its law may be a polynomial of one number."""
        return self.form == "energy" or self.stored_energy is not None or is_on_one_number(self)

    def along(self, measure: Measure) -> Force:
        """The same law on another measure: that of the coordinate of a hinge it is connected to."""
        raise ModelError(f"{self.kind}: acts between points, not along the coordinate of a joint; give it points.")

    def doubts_at(self, e: Sequence[float], failed: bool = False) -> tuple[tuple[str, str], ...]:
        """What looks like a mistake at measured values, those of a start: (the name of the remark, a sentence).

        Where an analysis `failed`, less is enough to be doubted.
        """
        return ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the certificate of a run should say of it, in sentences without a beginning: how well a fit is met."""
        return ()

    @property
    def longest_history(self) -> float:
        """The longest time (s) over which its law is what it says; the verdict of a longer run is doubtful."""
        return math.inf

    def traced(self) -> Mapping[str, Any]:
        """What all its functions give, and what it measures."""
        known = law_symbols(self)
        found = {} if self.measured is None else {"measure": tuple(self.measured.traced().values())}
        idle = {"state_dot": not self.states, "residual": not self.unknowns, "output": not self.outputs}
        used = [name for name in FORCE_FUNCTIONS if getattr(self, name) is not None and not idle.get(name)]
        results = {name: call_law(self, name, known) for name in used}
        return {**found, **{name: value for name, value in results.items() if value is not None}}

    def past(self, t: Any) -> Any:
        """What was measured at times before a run begins; None for the values of its start, at rest."""
        return None

    def z(self, values: Any) -> Any:
        """States by name."""
        return named("z", self.states, values)

    def i(self, values: Any) -> Any:
        """Inputs by name."""
        return named("i", self.inputs, values)

    def s(self, values: Any) -> Any:
        """Unknowns by name."""
        return named("s", self.unknowns, values)


FORCE_FUNCTIONS = ("law", "wrench", "energy", "stored_energy", "state_dot", "residual", "kinks", "output")


class Active(Force):
    """A Force with `inputs` (S0 §3.5): signals, or functions of named channels. `output(...)` gives its `outputs`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not cls.inputs and not cls.states:
            raise ModelError(f"{cls.__name__}: an active element names its inputs; without any it is a Force.")


class Contractile(Active):
    """An Active that pulls the more the more it is active, a muscle: `lw.share` finds how much each of several does.

    It says what its activation is, a number from 0 to 1, by `active_state(e, i, z)`. The first of its `inputs` is the
    one that is found.
    """

    inputs: ClassVar[tuple[str, ...]] = ("activation",)

    @property
    def strength(self) -> Any:
        """The force by which its stress is measured: that of a full activation at rest."""
        raise ModelError(f"{self.kind}: an element that pulls must have a `strength`, in N.")

    @property
    def input_range(self) -> tuple[Any, Any]:
        """The least and the greatest value of its first input."""
        return 0.0, 1.0

    def active_state(self, e: Any, i: Any, z: Any = None) -> Any:
        """The activation; where nothing else is said, the first input."""
        return i[0]

    def condition(self, e: Sequence[float], e_dot: Sequence[float]) -> str:
        """What at measured values keeps it from pulling, or makes it pull unasked, in words; nothing else."""
        return ""


def _check_arguments(owner: str, name: str, function: Callable[..., Any]) -> None:
    for argument in list(inspect.signature(function).parameters)[1:]:
        if argument not in KNOWN:
            raise ModelError(f"{owner}.{name}: cannot be given {argument!r}; it may ask for {', '.join(KNOWN)}.")


class Load(Element):
    """A force and a moment that act on one end, written as `wrench(rel, t)`.

    `rel` is the motion of the end in the world; the result is (moment, force), three numbers each, at the end's origin,
    in world axes, or in the end's own axes where `axes` is "body".
    """

    ends: ClassVar[int | None] = 1
    axes: ClassVar[str] = "world"

    def traced(self) -> Mapping[str, Any]:
        """Moment and force."""
        return {"wrench": self.wrench(relative_symbols()[0], symbols("t"))}

    def wrench(self, rel: Any, t: Any) -> Any:
        """(moment, force)."""
        raise ModelError(f"{self.kind}: a load must have wrench(self, rel, t).")

    def branching(self, rel: Any, t: Any) -> Any:
        """What steps of a run do not straddle changes of branch of: moment and force."""
        return self.wrench(rel, t)


def is_delayed(element: object) -> TypeGuard[Force]:
    """Whether an element is a delayed law."""
    return isinstance(element, Force) and bool(element.delays)


class Discontinuity(NamedTuple):
    """A place at which what is measured may leap. A run that comes there looks whether it does, and tells."""

    function: Any
    """Changes its sign there."""
    place: str
    """What of the measure it belongs to: "WrapSphere at end 2"."""
    sentence: str = ""
    """The note where the function becomes negative; without it, the note speaks of leaps of the value or its rate."""
    is_wrong: bool = False
    """Whether what is measured is wrong where the function is negative: then the verdict on the run is bad."""


class Measure(Element):
    """Relevant variables ε of the relative poses of the ends (S0 (3.4.1)), written as `value(rel)`.

    One number or several; their rates ε̇ and the virtual work δε, from which the loads on all ends follow, come from
    differentiation. With two `ends`, `rel` is one relative motion; with any other number, or where it takes any number
    (`ends = None`), it is a list: one for each end after the first.

    It **may** have `unknowns` s, which `value(rel, s)` then takes: one number ε that is stationary in s at the right
    ones, ∂ε/∂s = 0, such as the length of a line that is as short as can be. They are found with the unknowns of the
    law, from zero, and as ε is stationary in them its rate and its loads are those at fixed s. `kinks(rel, s)` change
    sign where ε changes branch, and `discontinuities(rel, s)` are those at which it may leap.
    """

    ends: ClassVar[int | None] = 2
    units: ClassVar[tuple[str, ...]] = ("",)
    unknowns: ClassVar[tuple[str, ...]] = ()
    kinks: ClassVar[Callable[..., Any] | None] = None

    def traced(self) -> Mapping[str, Any]:
        """ε."""
        return {"value": self.of(relatives(self.ends), symbols("s", len(self.unknowns)) if self.unknowns else ())}

    def value(self, rel: Any) -> Any:
        """ε, a number or a sequence of numbers."""
        raise ModelError(f"{self.kind}: a measure must have value(self, rel).")

    def discontinuities(self, rel: Any, s: Any) -> Sequence[Discontinuity]:
        """Where ε or its rate may leap."""
        return ()

    def fault(self, rel: Any) -> str | None:
        """Why there is no ε at given numbers, in words; None where nothing is known."""
        return None

    def of(self, rel: Any, s: Any) -> Any:
        """ε, at unknowns s where it has some."""
        return self.value(rel, s) if self.unknowns else self.value(rel)  # type: ignore[call-arg]

    def residual_of(self, rel: Any, s: Any) -> list[Any]:
        """∂ε/∂s, which is zero at the right unknowns."""
        if not self.unknowns:
            return []
        names = symbols("stationary", len(self.unknowns))
        slopes = jacobian(array([as_expr(self.of(rel, names))]), names).ravel()
        return substitute([as_expr(x) for x in slopes], dict(zip(names, map(as_expr, s), strict=True)))

    @property
    def has_kinks(self) -> bool:
        """Whether it has branches."""
        return self.kinks is not None or type(self).discontinuities is not Measure.discontinuities

    def kinks_of(self, rel: Any, s: Any) -> list[Any]:
        """All functions that change sign where ε changes branch: those at which it may leap come last."""
        own = [] if self.kinks is None else [*array(self.kinks(rel, s)).ravel()]
        return [*own, *(found.function for found in self.discontinuities(rel, s))]


class Response(Element):
    """f(x): the force in an element whose elongation is x, written as `value(x)`.

    Positive x is stretched and positive f is tension: a linear spring has f = k x. Nonlinear springs and viscoelastic
    elements are given one; their laws exert −f on what they measure.
    """

    def traced(self) -> Mapping[str, Any]:
        """f."""
        return {"value": self.value(symbols("x"))}

    def __call__(self, x: Any) -> Any:
        """f(x): a response may stand where a function may."""
        return self.value(x)

    def value(self, x: Any) -> Any:
        """f(x), one number."""
        raise ModelError(f"{self.kind}: a response must have value(self, x).")

    def integral(self, x: Any) -> Any | None:
        """∫ f dx from zero, the energy stored at x; None where f is not a polynomial and nobody wrote it."""
        at = symbols("x")
        found = polynomial_integral(self.value(at), at)
        return None if found is None else substitute([found], {at: as_expr(x)})[0]

    def inverse(self, f: Any) -> Any | None:
        """The elongation at which the force is f; None where nobody wrote it."""
        return None
