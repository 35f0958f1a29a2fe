"""A second state beside that of a run, at which somebody outside may ask: is it closed, how would it move, what is it.

look(flow, channels, t, y) -> bool      the channels there
weigh(flow, energy, t, y) -> bool       kinetic and potential energy
rate(flow, t, y, f) -> bool             ẏ
measure(flow, residuals, t, y) -> bool  what every closed loop leaves open
close(flow, projection, t, y) -> bool      projects the state itself on all constraints
touch(flow, terms, t, y) -> bool        gaps of all points of contacts, where there are some
points(flow, kernel, t, y) -> bool      where these are, and their directions
assemble(flow, projection, t, y, aim) -> int   a start with other values of controls, or why there is none
judge(numbers, found) -> int            what rules find in the numbers of a run, the worst level
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..analyses.common.bound_kernels import BoundKernels
from ..analyses.contact.contact_table import has_contacts
from ..kernels.loops.kinds import loop_kind
from ..kernels.loops.tree import LoopFunction
from ..numerics.integrators.flow import evaluate_flow, evaluate_kernel, no_kernel
from ..numerics.integrators.moreau import MoreauMethod, gaps_at
from ..numerics.integrators.past_in_march import observe_with_past
from ..numerics.integrators.past_knots import Past
from ..numerics.integrators.projection import project
from ..results.run_judgement import judge
from .held_start import HeldStart, assemble_held
from .image import Pointer, PortableImage
from .page_verdict import PageVerdict, VerdictMemory, page_verdict

WORDS_OF_CALL = 4


class AsideMemory:
    """Arrays of the second state, bound to what reads all states."""

    def __init__(self, bound: BoundKernels, verdict: VerdictMemory, aim: HeldStart) -> None:
        self.bound, self.verdict, self.aim = bound, verdict, aim
        self.y, self.rates = np.zeros(bound.n), np.zeros(bound.n)
        self.residuals, self.residual_kernel = _residuals(bound)
        self.points, self.point_kernel = _points(bound)

    @property
    def blocks(self) -> dict[str, Any]:
        """Arrays and named tuples by the names of their blocks."""
        found: dict[str, Any] = {
            "aside_y": self.y,
            "aside_rates": self.rates,
            "energy_kernel": self.bound.energy_kernel,
        }
        found |= {"numbers": self.verdict.numbers, "findings": self.verdict.found, "aim": self.aim}
        if self.residuals.size:
            found |= {"aside_residuals": self.residuals, "residual_kernel": self.residual_kernel}
        if self.points.size:
            found |= {"aside_points": self.points, "point_kernel": self.point_kernel}
        return found


def _residuals(bound: BoundKernels) -> tuple[np.ndarray, np.ndarray]:
    """What is left open on position level, and the kernel that computes it."""
    equations = bound.system.equations
    if not (equations.rows.count or len(equations.kinematics.invariants)):
        return np.zeros(0), no_kernel()
    kernel = bound.system.kernel("residuals")
    position, velocity = (np.zeros(kernel.signature.output_shapes[name]) for name in ("position", "velocity"))
    return position, bound.bind(kernel, {"position": position, "velocity": velocity})


def _points(bound: BoundKernels) -> tuple[np.ndarray, np.ndarray]:
    """Points of contacts in the world, and the kernel that computes them."""
    if not has_contacts(bound.system):
        return np.zeros(0), no_kernel()
    kernel = bound.system.kernel("contact_points")
    points = np.zeros(kernel.signature.output_shapes["values"])
    return points, bound.bind(kernel, {"values": points})


@dataclass(frozen=True, eq=False)
class AsideFunction:
    """A loop that somebody outside calls; with the time, where None stands for that among what its slots hold."""

    function: LoopFunction
    slots: tuple[Pointer | float | int | None, ...]


@dataclass(frozen=True, eq=False)
class PortableAside:
    """Where the numbers lie, and what can be computed."""

    y: Pointer
    rates: Pointer
    residuals: Pointer | None
    points: Pointer | None
    """Of contacts: place, normal, two directions of sliding (points × 12)."""
    energies: Pointer
    """Kinetic and potential."""
    worst: Pointer
    """Largest residuals and corrections of the run so far (`numerics.integrators.projection` names entries)."""
    residual_count: int
    verdict: PageVerdict
    wanted: Pointer | None
    """Values of controls, where `assemble` shall lead."""
    done: Pointer
    """The part of the way there that it went."""
    functions: dict[str, AsideFunction]


def portable_aside(
    image: PortableImage, method: Any, memory: AsideMemory, channel_kernel: np.ndarray, past: Past | None
) -> PortableAside:
    """The second state in the image of a march by a method, which may have a past."""
    bound, projection, place = memory.bound, method.projection, image.place
    flow_slot = image.structure(method.flow)
    y = (place(memory.y), bound.n)
    kernels = {"weigh": bound.energy_kernel}
    kernels |= {"look": channel_kernel} if channel_kernel.any() else {}
    kernels |= {"measure": memory.residual_kernel} if memory.residuals.size else {}
    kernels |= {"points": memory.point_kernel} if memory.points.size else {}
    functions = {
        name: AsideFunction(
            _included(image, evaluate_kernel, bound.flow, kernel, 0.0, memory.y),
            (flow_slot, place(kernel), WORDS_OF_CALL, None, *y),
        )
        for name, kernel in kernels.items()
    }
    if past is not None and "look" in functions:
        looked = _included(image, observe_with_past, bound.flow, past, channel_kernel, 0.0, memory.y)
        slots = (flow_slot, image.structure(past), place(channel_kernel), WORDS_OF_CALL, None, *y)
        functions["look"] = AsideFunction(looked, slots)
    rated = _included(image, evaluate_flow, bound.flow, 0.0, memory.y, memory.rates)
    functions["rate"] = AsideFunction(rated, (flow_slot, None, *y, place(memory.rates), bound.n))
    if projection.active[0]:
        closed = _included(image, project, bound.flow, projection, 0.0, memory.y)
        functions["close"] = AsideFunction(closed, (flow_slot, image.structure(projection), None, *y))
    if isinstance(method, MoreauMethod):
        touched = _included(image, gaps_at, bound.flow, method.terms, 0.0, memory.y)
        functions["touch"] = AsideFunction(touched, (flow_slot, image.structure(method.terms), None, *y))
    verdict, told = memory.verdict, page_verdict(image, memory.verdict)
    judged = _included(image, judge, verdict.numbers, verdict.found)
    functions["judge"] = AsideFunction(judged, (told.numbers, told.found, *verdict.found.shape))
    aim = memory.aim
    assembled = _included(image, assemble_held, bound.flow, projection, 0.0, memory.y, aim)
    functions["assemble"] = AsideFunction(
        assembled, (flow_slot, image.structure(projection), None, *y, image.structure(aim))
    )
    return PortableAside(
        y=place(memory.y),
        rates=place(memory.rates),
        residuals=place(memory.residuals) if memory.residuals.size else None,
        points=place(memory.points) if memory.points.size else None,
        energies=place(bound.energies),
        worst=place(projection.worst),
        residual_count=len(memory.residuals),
        verdict=told,
        wanted=place(aim.wanted) if aim.wanted.size else None,
        done=place(aim.done),
        functions=functions,
    )


def _included(image: PortableImage, function: Any, *arguments: Any) -> LoopFunction:
    return image.program.include(function, tuple(map(loop_kind, arguments)))
