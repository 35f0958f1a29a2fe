"""`live`: one HTML file in which a mechanism runs: its own equations and integrator as WebAssembly, in a worker."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from .._display import Displayed, is_notebook
from ..analyses.assemble import assemble
from ..analyses.common.state_arguments import SYSTEM, given_state
from ..analyses.contact.contact_driver import CONTACT_STEP
from ..analyses.contact.contact_table import contact_table, has_contacts
from ..analyses.contact.event_driver import open_start
from ..analyses.methods.method import MethodChoice
from ..analyses.methods.options import USUAL_ATOL, USUAL_RTOL, Options
from ..analyses.methods.registry import METHOD, method_of
from ..analyses.simulate import simulate
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, NUMBER_ARGUMENT, ArgumentKind, takes
from ..results import State, Trajectory, VerdictWarning
from ..run.events import Event
from ..run.output import Output
from ..system import System
from ..views.markup import frame_html
from ..views.model_scene import scene_of_model
from ..views.page import Page, page
from ..views.poses import poses_of_states
from ..views.run_channels import FIRST_PLOTS, first_plots, series_of
from ..views.run_scene import deformations_of_run, poses_of_run, scene_of_run
from ..views.scene import Scene
from .drawn_changes import check_keys, possible_controls
from .living_model import LivingModel
from .living_program import PAGE_ROWS, LivingWay, living_program
from .page_controls import page_controls, page_keys
from .portable_simulation import check_portable, portable_stepper

PAGE_STEPS = 10_000
"""Steps over impacts in which a page passes its span at least: what is short is fast."""
USUAL_SPAN = 10.0
"""Seconds that a page computes at once, unless another time is given."""
MOST_BYTES = 1_000_000
"""Of a packed module: with the viewer a page stays below two megabytes."""
LEAST_FACTOR = 2.0
"""How many times faster than the motion is a model must run in a process: a page takes about twice the time, and what
is slower than its own picture cannot be played with."""
UNIT_SECONDS, CALL_WORK, CONTACT_LOOPS, PAIR_WORK = 1.8e-10, 300, 8, 40
"""Seconds of a sum or product; what a step adds to an evaluation; how often a step over impacts passes its kernels, and
what its contact problem takes for each pair of rows. Measured over the gallery, where the sums are right to a factor of
three for all models that come near the limit."""
TRIAL_PARTS, TRIAL_SECONDS = (0.1, 1.0), 0.3
"""Parts of the span that are tried, one after the other, until one of them takes so many seconds by its work."""
PASSED_STATES = 24
"""States of the trial run by which constraint rows are chosen."""
SILENT = Output(progress=False)
CONTROLS_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, Mapping) or (isinstance(value, Sequence) and not isinstance(value, str)),
    'ranges by name, such as {"crank.length": (0.1, 0.5)}, or a list of names',
)

KEYS_ARGUMENT = ArgumentKind(
    lambda value: isinstance(value, Mapping), 'keys by name, such as {"ArrowLeft": ("motor.torque", 5.0)}'
)


@dataclass(frozen=True)
class LivePage(Displayed):
    """What `live` has made: where it is, and whether it lives."""

    path: Path | None
    """None where no file was asked for: `page.save("file.html")` keeps it."""
    is_living: bool
    sentence: str
    """By what method it runs; or why it is a replay."""
    page: Page = field(repr=False)

    def __fspath__(self) -> str:
        if self.path is None:
            raise ModelError(f'the page of {self.page.name!r} is in no file; page.save("file.html") keeps it.')
        return str(self.path)

    def __str__(self) -> str:
        return f"{self.path or self.page}: {self.sentence}"

    def _repr_html_(self) -> str:
        """The page itself, where a notebook asks for it."""
        return frame_html(self.page)


@dataclass(frozen=True, eq=False)
class LiveRequest:
    """What a living page is made of."""

    system: System
    start: State
    span: float = USUAL_SPAN
    controls: Mapping[str, Any] | Sequence[str] | None = None
    channels: Sequence[str] = ()
    traces: Sequence[Any] = ()
    panels: Mapping[str, Any] = field(default_factory=dict)
    method: MethodChoice = "auto"
    rtol: float = USUAL_RTOL
    atol: float | Mapping[str, float] = USUAL_ATOL
    events: Sequence[Event] = ()
    h: float | None = None
    look: Sequence[Any] | None = None
    lit: Sequence[Any] = ()
    keys: Mapping[str, Any] | None = None

    def run(self, t_end: float, times: Any = None) -> Trajectory:
        """Its motion as `simulate` has it."""
        way: dict[str, Any] = {"method": self.method, "rtol": self.rtol, "atol": self.atol, "h": self.h}
        return simulate(self.system, self.start, t_end, times=times, output=SILENT, events=self.events, **way)

    @property
    def lived(self) -> LiveRequest:
        """The same as a page runs it: over impacts in steps of one length, where a model has contacts."""
        if self.method != "auto" or self.system.tree is None or not has_contacts(self.system):
            return self
        return replace(self, method="moreau", h=min(CONTACT_STEP, self.span / PAGE_STEPS) if self.h is None else self.h)


@dataclass(frozen=True, eq=False)
class LivingScene:
    """The scene of a page, what is to be said of it, and whether it lives."""

    scene: Scene
    sentence: str
    is_living: bool = True


@takes(
    system=SYSTEM,
    file=FILE_ARGUMENT | None,
    controls=CONTROLS_ARGUMENT | None,
    span=NUMBER_ARGUMENT | None,
    method=METHOD,
    h=NUMBER_ARGUMENT | None,
    keys=KEYS_ARGUMENT | None,
)
def live(
    system: System,
    file: str | PathLike[str] | None = None,
    controls: Mapping[str, Any] | Sequence[str] | None = None,
    start: State | Mapping[str, float] | None = None,
    *,
    span: float | None = None,
    channels: Sequence[str] = (),
    traces: Iterable[Any] = (),
    panels: Mapping[str, Any] | None = None,
    method: MethodChoice = "auto",
    rtol: float = USUAL_RTOL,
    atol: float | Mapping[str, float] = USUAL_ATOL,
    events: Sequence[Event] = (),
    h: float | None = None,
    look: Sequence[Any] | None = None,
    lit: Iterable[Any] = (),
    keys: Mapping[str, Any] | None = None,
) -> LivePage:
    """One self-contained HTML file in which the system runs: to play, to change by sliders, to pull with the pointer.

    Without a file a notebook shows the page; elsewhere it opens in the browser, where there is a screen.

    `controls` are sliders with their ranges: Parameters, "gravity", numbers of the model ("crank.length",
    "spring.stiffness", "A.angle_dot" of a drive), and values to start with ("A.angle"); without them the page has those
    chosen automatically. `start` is assembled where none is given. `span` is how many seconds are computed at once.
    `channels` are further curves, `traces` points whose paths are drawn, `panels` texts by title, `look` is where one
    looks from, `lit` are bodies that a channel lights up (see `scene_of_model`). `keys` change numbers of the model
    while they are pressed, {"ArrowLeft": ("motor.torque", 5.0)}; each has a button in the picture too. "auto" takes
    Radau's implicit method where a trial run turns out stiff, and Moreau's rule in steps of length `h` where bodies
    touch. A model that only Python can run, or that is too large to answer at once, becomes a replay, and the page says
    why.
    """
    request = live_request(
        system,
        controls,
        start,
        span=span,
        channels=channels,
        traces=traces,
        panels=panels,
        method=method,
        rtol=rtol,
        atol=atol,
        events=events,
        h=h,
        look=look,
        lit=lit,
        keys=keys,
    )
    found = living_scene(request)
    shown = Page(found.scene["name"], page(found.scene))
    if file is None and not is_notebook():
        shown.open()
    return LivePage(None if file is None else shown.save(file), found.is_living, found.sentence, shown)


def live_page(system: System, **asked: Any) -> str:
    """The page as text, from what `live` takes."""
    return page(living_scene(live_request(system, **asked)).scene)


def live_request(
    system: System,
    controls: Mapping[str, Any] | Sequence[str] | None = None,
    start: State | Mapping[str, float] | None = None,
    *,
    span: float | None = None,
    traces: Iterable[Any] = (),
    lit: Iterable[Any] = (),
    panels: Mapping[str, Any] | None = None,
    **more: Any,
) -> LiveRequest:
    """What a page is made of, checked."""
    length = USUAL_SPAN if span is None else float(span)
    if not length > 0.0:
        raise ModelError(f"span = {length:g} must be a positive number of seconds.", "live")
    begin = assemble(system) if start is None else given_state(system, start, "live")
    for name in more.get("channels", ()):
        _ = system.channel_table[name]
    return LiveRequest(
        system, begin, length, controls, traces=tuple(traces), lit=tuple(lit), panels=panels or {}, **more
    )


def living_scene(request: LiveRequest) -> LivingScene:
    """The scene of a living page, or of a replay where it cannot live."""
    asked, request = request, request.lived
    system, span = request.system, request.span
    try:
        check_portable(system, request.events, "live", method_of(request.method, system.coordinates))
    except ModelError as error:
        return _replay(asked, error.text)
    start = open_start(contact_table(system), request.start)
    if not system.model.bodies:
        return _replay(asked, f"the model {system.model.name!r} has no bodies, so nothing moves in it.")
    usual, rewrite = page_controls(system, start, request.controls)
    keys = page_keys(system, request.keys, usual, rewrite)
    check_keys(system.model, keys)
    chosen = [*possible_controls(system.model, usual, request.controls is not None)]
    trial, seconds = _trial(request)
    if seconds > span / LEAST_FACTOR:
        return _replay(
            asked,
            f"{span:g} s of its motion take about {seconds:.2g} s of computing. A page runs in the reader's browser at "
            f"about half this speed, so a model must run at least {LEAST_FACTOR:g} times faster than it moves.",
        )
    own = method_of("auto", system.coordinates).name
    turned = request.method == "auto" and "radau" in trial.certificate.method and own != "radau"
    method: MethodChoice = "radau" if turned else request.method
    living = LivingModel(system, rewrite)
    lit = [x.channel for x in request.lit if x.channel not in request.channels]
    try:
        way = LivingWay(method, request.rtol, request.atol, request.h)
        # Steps over impacts choose their rows anew each time.
        passed = [] if has_contacts(system) else _passed(trial, living)
        program = living_program(
            living, living.state(start), span, chosen, [*request.channels, *lit], way, request.events, passed, keys
        )
    except ModelError as error:
        return _replay(asked, error.text)
    size = len(program["module"])
    if size > MOST_BYTES:
        return _replay(
            asked, f"its equations take {size / 1e6:.1f} MB, and a page has room for {MOST_BYTES / 1e6:g} MB."
        )
    said = ", an implicit method: a trial run found the equations stiff" if turned else ""
    said += "" if request.h is None else f" in steps of {request.h:g} s"
    said += ", over impacts" if has_contacts(system) else ""
    sentence = f"It runs in the page by {program['method']}{said}."
    return LivingScene(_scene(request, trial, {**program, "sentence": sentence}), sentence)


def _passed(trial: Trajectory, living: LivingModel) -> list[State]:
    """Some states of the trial run."""
    rows = np.unique(np.linspace(0, len(trial) - 1, PASSED_STATES).round().astype(int))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VerdictWarning)  # a bad run passes through states as well
        found = [trial.state(int(k)) for k in rows]
    return [living.state(state) for state in found if np.isfinite(state.q).all() and np.isfinite(state.u).all()]


def _trial(request: LiveRequest) -> tuple[Trajectory, float]:
    """A run over the span or its beginning, and how many seconds of a usual processor the whole span takes."""
    parts = (1.0,) if has_contacts(request.system) else TRIAL_PARTS
    for part in parts:
        times = request.start.t + part * np.linspace(0.0, request.span, PAGE_ROWS + 1)
        found = request.run(float(times[-1]), times if has_contacts(request.system) else None)
        seconds = _work(request, found) * UNIT_SECONDS
        if seconds > TRIAL_SECONDS:
            break
    return found, seconds / part


def _work(request: LiveRequest, trial: Trajectory) -> float:
    """What the loop of a page computes for a trial run, in sums and products.

    Counted, not timed: whether a model lives must not depend on what else the machine that writes the page does.
    """
    start, made = open_start(contact_table(request.system), request.start), trial.certificate
    method = method_of("radau" if "radau" in made.method else request.method, request.system.coordinates)
    end, way = start.t + request.span, (method, request.rtol, request.atol, request.h)
    stepper, _ = portable_stepper(request.system, start, Options(start.t, end, None, *way, "projection", "live"), ())
    cost = stepper.bound.program.costs
    if has_contacts(request.system):
        rows = sum(1 + len(point.slips) for point in contact_table(request.system).points)
        return float(made.steps * (CONTACT_LOOPS * sum(cost.values()) + PAIR_WORK * rows**2))
    steps = made.steps * (cost.get("projection", 0) + cost.get("events", 0) + cost["energy"])
    slopes = made.jacobians * (cost.get("motion_slopes", 0) + cost["solve"])
    return float(made.evaluations * (cost["motion"] + CALL_WORK) + steps + slopes)


def _scene(request: LiveRequest, trial: Trajectory, program: Mapping[str, Any]) -> Scene:
    """The model, and the trial run: how far it reaches, and what is seen where nothing can run."""
    model = request.system.model
    texts = {"Model": request.system.channels.provider.report(), **request.panels}
    with warnings.catch_warnings():
        # The page tells itself what it finds of its run; this one is not looked at for its numbers.
        warnings.simplefilter("ignore", VerdictWarning)
        scene = scene_of_model(
            model,
            poses_of_run(trial) if len(trial) > 1 else poses_of_states(request.system, [request.start]),
            traces=request.traces,
            panels=texts,
            deformation=deformations_of_run(trial) if len(trial) > 1 else (),
            plots=list(request.channels[:FIRST_PLOTS]) or _plots(trial),
            look=request.look,
            lit=request.lit,
        )
    # Loads of the trial are not those of the page.
    return {**scene, "arrows": [], "program": dict(program)}


def _plots(trial: Trajectory) -> list[str]:
    """What is plotted to begin with: coordinates that move, or bodies that do."""
    names = [*trial.layout.q, *(f"{body}.position" for body in trial.model.bodies)]
    owners, table = {*trial.model.bodies, *trial.model.connections}, trial.channel_table
    series = [row for n, x in trial.channels(*names).items() for row in series_of(table[n], x, trial.t, owners)]
    return first_plots(series, (), trial.layout.q)


def _replay(request: LiveRequest, reason: str) -> LivingScene:
    """The scene of a run, which says why it is one."""
    sentence = f"This page replays a run; the model cannot run in it: {reason}"
    run = request.run(request.start.t + request.span)
    panels = {"Replay": sentence, **request.panels}
    scene = scene_of_run(
        run, channels=request.channels, traces=request.traces, panels=panels, look=request.look, lit=request.lit
    )
    return LivingScene({**scene, "note": sentence}, sentence, False)
