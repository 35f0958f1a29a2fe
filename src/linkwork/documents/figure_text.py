"""The page of a system for a figure: one in which it lives, or a replay of its motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..analyses.assemble import assemble
from ..analyses.simulate import simulate
from ..contract import ModelError
from ..exports.living_page import live_page
from ..results import State
from ..run.output import Output
from ..system import System
from ..views.page import page
from ..views.view import scene_of

LIVE_OPTIONS = {"method", "rtol", "atol", "events"}
"""What a living page takes of the options of `simulate`."""
REPLAY_SECONDS = 10.0
"""What a replay shows unless told otherwise."""


def figure_text(
    system: System,
    start: State | None = None,
    *,
    t_end: float | None = None,
    way: str = "live",
    traces: Sequence[Any] = (),
    panels: Mapping[str, Any] | None = None,
    controls: Any = None,
    options: Mapping[str, Any] | None = None,
) -> str:
    """A page in which the system runs, where it can, and is played back where it cannot.

    Where `way` is "replay", or `options` of `simulate` are given that a page does not take, its motion up to `t_end` is
    played back; where it is "still", the page shows where it starts. `controls` are the sliders of a living page.
    """
    begin = assemble(system) if start is None else start
    shown: dict[str, Any] = {"traces": traces, "panels": panels}
    asked = dict(options or {})
    if way == "still":
        return page(scene_of(system, motion=begin, **shown))
    if way == "live" and set(asked) <= LIVE_OPTIONS:
        span = None if t_end is None else t_end - begin.t
        return live_page(system, controls=controls, start=begin, span=span, **shown, **asked)
    end = begin.t + REPLAY_SECONDS if t_end is None else t_end
    run = simulate(system, begin, end, **{"output": Output(progress=False), **asked})
    if run.certificate.status == "failed":
        raise ModelError(f"the run of {system.model.name!r} {run.status}.")
    return page(scene_of(run, **shown))
