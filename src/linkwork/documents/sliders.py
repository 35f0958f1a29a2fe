"""`sliders`: a panel in a notebook whose sliders are values in Python, and a picture of what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..analyses.assemble import assemble
from ..analyses.common.state_arguments import SYSTEM
from ..analyses.simulate import simulate
from ..channels import unit_text
from ..contract import ModelError
from ..contract.arguments import NAMED, NUMBER_ARGUMENT, REAL, takes
from ..contract.errors import unknown
from ..results import State
from ..run.output import Output
from ..system import System
from ..views.display import bounded_scene
from ..views.page import inert_json, page, script
from ..views.view import scene_of

Result = Callable[[State], Any]
"""state → a run, an equilibrium, or whatever else `lw.view` shows."""
SLIDER_STEPS = 400
"""Steps from one end of a slider to the other."""


@dataclass(frozen=True)
class SliderRange:
    """A value that is moved: a Parameter, or a coordinate or speed at the start."""

    name: str
    low: float
    high: float
    unit: str

    def check(self, value: Any) -> float:
        """The value, where it lies on the slider."""
        REAL.check("sliders", self.name, value)
        if not self.low <= value <= self.high:
            raise ModelError(f"sliders: {self.name} = {value:g} lies outside {self.low:g} to {self.high:g}.")
        return float(value)


@dataclass(frozen=True, eq=False)
class SliderStart:
    """Where a run starts when sliders stand somewhere: loops are closed anew, from the start that was given."""

    system: System
    state: State

    def at(self, values: Mapping[str, float]) -> State:
        """The state, which meets all constraints, with the values held."""
        system, layout = self.system, self.system.layout
        if not system.rows.count:
            return system.prescribed(self.state.with_values(values))
        places = {name: x for name, x in values.items() if name in layout.q}
        speeds = {name: x for name, x in values.items() if name in layout.u and name not in layout.q}
        near = {**self.state.values, **values}
        guess = {name: x for name, x in near.items() if name not in places and name not in speeds}
        return assemble(system, places, guess, self.state.t, speeds)


@takes(system=SYSTEM, ranges=NAMED, t_end=NUMBER_ARGUMENT | None)
def sliders(
    system: System,
    ranges: Mapping[str, tuple[float, float]],
    t_end: float | None = None,
    *,
    start: State | None = None,
    result: Result | None = None,
    **options: Any,
) -> Any:
    """A panel of sliders and a picture, for the last line of a notebook's cell.

    `ranges` maps Parameters, and coordinates and speeds at the start, to (lowest, highest). A slider that moves changes
    `panel.values`, and the system runs again to `t_end` with the `options` of `simulate`; `panel["k"] = 300.0` moves
    the slider. `panel.result` is the last run. `result` is a function of the starting state that gives something else
    to show, such as `lambda state: lw.equilibrium(system, state)`. What fails is said in the panel, which keeps the
    last picture.
    """
    if (t_end is None) == (result is None):
        raise ModelError("sliders: give t_end, for runs, or result, a function of the starting state.")
    begin = SliderStart(system, system.rest if start is None else start)
    known = [_range(system, begin.state, name, given) for name, given in ranges.items()]
    if not known:
        raise ModelError('sliders: give at least one range, such as {"stiffness": (100.0, 500.0)}.')
    silent = {"output": Output(progress=False), **options}
    return panel_class()(begin, known, result or (lambda state: simulate(system, state, t_end, **silent)))


def _range(system: System, state: State, name: str, given: Any) -> SliderRange:
    layout = system.layout
    values = [*system.model.parameters, *layout.q, *layout.u]
    if name not in values:
        raise ModelError(f"sliders: {unknown('Parameter, coordinate or speed', name, values)}")
    if name in {entry.name for entry in (*layout.driven, *layout.locked)}:
        raise ModelError(f"sliders: {name} is driven or locked; move a Parameter of what it follows.")
    if not isinstance(given, Sequence) or len(given) != 2 or not all(NUMBER_ARGUMENT.fits(x) for x in given):
        raise ModelError(f"sliders: {name!r}: {given!r}; give (lowest, highest).")
    low, high = map(float, given)
    if not low < high:
        raise ModelError(f"sliders: {name!r}: the lowest value {low:g} is not below the highest {high:g}.")
    known = system.model.parameters
    unit = known[name].unit if name in known else system.channel_table[name].unit
    found = SliderRange(name, low, high, unit_text(unit) or "")
    found.check(state[name])
    return found


@cache
def panel_class() -> Any:
    """The widget; its class is made when it is first wanted, since anywidget is an extra."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ModelError("sliders needs anywidget: pip install 'linkwork[notebook]'.") from error

    class SliderPanel(anywidget.AnyWidget):
        """Sliders and a picture. `values` is the same in Python and in the page; either may change it."""

        _esm = script("sliders.js")
        controls: Any = traitlets.List().tag(sync=True)
        values = traitlets.Dict().tag(sync=True)
        page_parts: Any = traitlets.List().tag(sync=True)
        scene = traitlets.Unicode().tag(sync=True)
        message = traitlets.Unicode().tag(sync=True)
        answered = traitlets.Int().tag(sync=True)

        def __init__(self, start: SliderStart, ranges: Sequence[SliderRange], result: Result) -> None:
            self._start, self._ranges, self._result = start, {one.name: one for one in ranges}, result
            self.result: Any = None
            steps = [{**vars(one), "step": (one.high - one.low) / SLIDER_STEPS} for one in ranges]
            super().__init__(controls=steps, values={name: start.state[name] for name in self._ranges})
            self._update()

        def __getitem__(self, name: str) -> float:
            if name not in self._ranges:
                raise ModelError(f"sliders: {unknown('slider', name, self._ranges)}")
            return float(self.values[name])

        def __setitem__(self, name: str, value: float) -> None:
            self[name]
            self.values = {**self.values, name: self._ranges[name].check(value)}

        @traitlets.observe("values")
        def _moved(self, change: Any) -> None:
            if change["old"] is not traitlets.Undefined and self.controls and self.page_parts:
                self._update()

        def _update(self) -> None:
            """Computes what follows from the values; what fails is a sentence, and the picture stays."""
            try:
                found = self._result(self._start.at(self.values))
                scene = bounded_scene(scene_of(found))
            except (ModelError, ArithmeticError) as error:
                self.message = str(error)
                if self.result is None:
                    raise
            else:
                self.result, self.message = found, _said(found)
                text = inert_json(scene)
                if not self.page_parts:
                    self.page_parts = page(scene).split(text)
                self.scene = text
            self.answered += 1

    return SliderPanel


def _said(found: Any) -> str:
    verdict = getattr(found, "verdict", None)
    return "" if verdict is None or verdict.is_good else str(verdict)
