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
from ..numerics.integrators.flow import evaluate_flow, evaluate_kernel, no_kernel
from ..numerics.integrators.moreau import MoreauMethod, gaps_at
from ..numerics.integrators.past_in_march import observe_with_past
from ..numerics.integrators.past_knots import Past
from ..numerics.integrators.projection import project
from ..results.run_judgement import judge
from .held_start import HeldStart, assemble_held
from .image import Pointer, PortableEntry, PortableImage
from .page_verdict import PageVerdict, VerdictMemory, page_verdict


class AsideMemory:
    """Arrays of the second state, bound to what reads all states."""

    def __init__(self, bound: BoundKernels, verdict: VerdictMemory, aim: HeldStart) -> None:
        self.bound, self.verdict, self.aim = bound, verdict, aim
        self.rates = np.zeros(bound.n)
        self.view = bound.program.outside(np.zeros(bound.n))
        self.residuals, self.residual_kernel = bound.program.open_rows()
        self.points, self.point_kernel = _points(bound)

    @property
    def blocks(self) -> dict[str, Any]:
        """Arrays and named tuples by the names of their blocks."""
        view = self.view
        found: dict[str, Any] = {
            "aside_y": view.outside,
            "aside_inside": view.inside,
            "aside_rates": self.rates,
            "energy_kernel": self.bound.energy_kernel,
        }
        found |= {"aside": view.show[1]} if view.show else {}
        found |= {"numbers": self.verdict.numbers, "findings": self.verdict.found, "aim": self.aim}
        if self.residuals.size:
            found |= {"aside_residuals": self.residuals, "residual_kernel": self.residual_kernel}
        if self.points.size:
            found |= {"aside_points": self.points, "point_kernel": self.point_kernel}
        return found


def _points(bound: BoundKernels) -> tuple[np.ndarray, np.ndarray]:
    """Points of contacts in the world, and the kernel that computes them."""
    if not has_contacts(bound.system):
        return np.zeros(0), no_kernel()
    kernel = bound.system.kernel("contact_points")
    points = np.zeros(kernel.signature.output_shapes["values"])
    return points, bound.bind(kernel, {"values": points})


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
    functions: dict[str, PortableEntry]


def portable_aside(
    image: PortableImage, method: Any, memory: AsideMemory, channel_kernel: np.ndarray, past: Past | None
) -> PortableAside:
    """The second state in the image of a march by a method, whose laws may have a past."""
    bound, projection, place, view = memory.bound, method.projection, image.place, memory.view
    flow, y = method.flow, view.inside
    hide, show = image.calls(view.hide), image.calls(view.show)
    kernels = {"weigh": bound.energy_kernel}
    kernels |= {"look": channel_kernel} if channel_kernel.any() else {}
    kernels |= {"measure": memory.residual_kernel} if memory.residuals.size else {}
    kernels |= {"points": memory.point_kernel} if memory.points.size else {}
    with_past = () if past is None else (past,)
    asked = {
        name: image.called(observe_with_past, flow, *with_past, kernel, None, y)
        if with_past and name == "look"
        else image.called(evaluate_kernel, flow, kernel, None, y)
        for name, kernel in kernels.items()
    }
    if isinstance(method, MoreauMethod):
        asked["touch"] = image.called(gaps_at, flow, method.terms, None, y)
    functions = {name: PortableEntry(call, hide) for name, call in asked.items()}
    rated = image.called(evaluate_flow, flow, None, y, memory.rates)
    functions["rate"] = PortableEntry(rated, hide, image.calls(view.rates(memory.rates)))
    if projection.active[0]:
        functions["close"] = PortableEntry(image.called(project, flow, projection, None, y), hide, show)
    told = page_verdict(image, memory.verdict)
    functions["judge"] = PortableEntry(image.called(judge, memory.verdict.numbers, memory.verdict.found))
    functions["assemble"] = PortableEntry(image.called(assemble_held, flow, projection, None, y, memory.aim), (), show)
    aim = memory.aim
    return PortableAside(
        y=place(view.outside),
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
