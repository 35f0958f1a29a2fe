"""A simulation as its users see it in C: what they read and write, and the functions they call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ..numerics import status
from ..numerics.integrators.explicit import HINTS
from ..numerics.integrators.record import ACCEPTED, REJECTED, STIFF_HINTS, T_END, T
from .c_memory import SELF
from .c_names import remark
from .c_program import CProgram, c_body
from .portable_simulation import PortableSimulation


class CSimulation(CProgram):
    """A run at its start."""

    words = ("init", "restart", "advance", "step", "observe")
    inner_words = ("take_steps", "forget_kinks")
    told: ClassVar = {
        "RUNNING": (status.RUNNING, "a step was taken; the time is not reached yet"),
        "DONE": (status.RUN_DONE, "as asked: the time is reached, or the state is taken"),
        "FULL": (status.FULL, "the log of events is full: read it and go on"),
        "EVENT": (status.EVENT, "an event happened; `happened` says which"),
        "COLLAPSED": (status.STEP_COLLAPSED, status.SENTENCES[status.STEP_COLLAPSED]),
        "NOT_FINITE": (status.NOT_FINITE, status.SENTENCES[status.NOT_FINITE]),
        "OPEN": (status.CONSTRAINTS_OPEN, status.SENTENCES[status.CONSTRAINTS_OPEN]),
        "SINGULAR": (
            status.RANK_LOST,
            "constraints are about to depend on each other; going on is possible, with care",
        ),
        "NEWTON": (status.NEWTON_FAILED, status.SENTENCES[status.NEWTON_FAILED]),
    }

    def __init__(self, run: PortableSimulation, name: str) -> None:
        super().__init__(run.image, name)
        self.run = run

    @property
    def title(self) -> str:
        """The model and the method."""
        return remark(f"{self.run.system.model.name}, by {self.run.method}")

    @property
    def labels(self) -> Mapping[str, Sequence[str]]:
        """States, Parameters, channels and events."""
        layout = self.run.system.layout
        return {
            "state: coordinates, then speeds, then states of elements": (*layout.q, *layout.u, *layout.z),
            "parameters": self.run.parameters,
            "channels": self.run.channels,
            "happened": [event.name for event in self.run.events],
        }

    def usage(self) -> str:
        """From the start on, a millisecond at a time."""
        return _USAGE.format(name=self.name)

    def members(self) -> str:
        """Time, state, Parameters, channels, counts, events."""
        return _MEMBERS.format(name=self.name)

    def prototypes(self) -> str:
        """The functions; channels are computed where some were asked for."""
        return (_PROTOTYPES + (_OBSERVE if self.run.channels else "")).format(name=self.name)

    def functions(self) -> Iterator[str]:
        """Their definitions."""
        name, run = self.name, self.run
        known = {key: self.place(place) for key, place in vars(run.places).items()}
        yield self.init_function(_user_members(known))
        *given, _ = self.arguments()
        codes = self._numbers()
        if run.kinks:
            yield _KINKS.format(name=name, log=known["log_event"], times=known["log_t"], fired=known["fired"], **codes)
        happened = " || ".join(f"{SELF}->happened[{k}] != 0" for k in range(len(run.events))) or "false"
        advance = self.loops.functions[self.image.program.entry]
        yield _RUN.format(
            name=name,
            call=f"{advance}({', '.join([*given, 'most'])})",
            clock=f"({known['clock']})[{T_END}]",
            fired=f"({known['fired']})[0]",
            hints=f"({known['count']})[{STIFF_HINTS}] = {HINTS + 1}",
            past_kinks=_PAST_KINKS.format(name=name, happened=happened, **codes) if run.kinks else "",
            **codes,
        )
        restart = f"{self.loops.functions[run.restart]}({', '.join(given)})"
        yield f"{name}_status {name}_restart({name}_t *{SELF})\n" + c_body([f"return ({name}_status){restart};"])
        if run.observe is not None:
            kinds, parameters = self.loops.kinds, dict(run.observe.parameters)
            row = f"({kinds.type(parameters['kernel'])}){{{known['channel_kernel']}, 4}}"
            state = f"({kinds.type(parameters['y'])}){{{SELF}->state, {run.n}}}"
            call = f"{self.loops.functions[run.observe]}({given[0]}, {row}, *{SELF}->t, {state})"
            yield f"bool {name}_observe({name}_t *{SELF})\n" + c_body([f"return {call};"])

    def _numbers(self) -> dict[str, int]:
        """Numbers that the texts of functions need."""
        return {
            "events": len(self.run.events),
            "half": self.run.log_room // 2,
            "stiff": status.STIFF,
            "paused": status.PAUSED,
            "event": status.EVENT,
            "full": status.FULL,
        }


def _user_members(known: Mapping[str, str]) -> dict[str, str]:
    """What users read and write, and where it lies."""
    return {
        "t": f"{known['clock']} + {T}",
        "state": known["y"],
        "parameters": known["parameters"],
        "channels": known["channels"],
        "steps": f"{known['count']} + {ACCEPTED}",
        "rejected": f"{known['count']} + {REJECTED}",
        "happened": known["landed"],
        "logged": known["fired"],
        "log_event": known["log_event"],
        "log_t": known["log_t"],
    }


_USAGE = """    static {name}_t sim;
    {name}_init(&sim);
    while ({name}_advance(&sim, *sim.t + 1e-3) == {name}_DONE) {{ ... sim.state[...] ... }}

Whoever writes to state, t or parameters calls {name}_restart before going on."""

_MEMBERS = """    /* For users: the time, the state, Parameters, channels (of the last {name}_observe). */
    double *t, *state, *parameters;
    const double *channels;
    /* Steps so far, taken and tried in vain. */
    const int64_t *steps, *rejected;
    /* For each event, whether the last step ended at it; how many are in the log, which and when. */
    const int64_t *happened, *logged, *log_event;
    const double *log_t;
"""

_PROTOTYPES = """
/* The simulation at its start. */
void {name}_init({name}_t *sim);

/* Goes on until time t, an event, or what keeps it from going on. */
{name}_status {name}_advance({name}_t *sim, double t);

/* The same for one step of the method, which does not go beyond time t. */
{name}_status {name}_step({name}_t *sim, double t);

/* Takes what was written to state, t and parameters to go on from; the state is moved onto the constraints. */
{name}_status {name}_restart({name}_t *sim);
"""

_OBSERVE = """
/* Computes the channels at the present state; false where the unknowns of elements have no solution. */
bool {name}_observe({name}_t *sim);
"""

_KINKS = """/* Steps end at kinks of elements too. These concern nobody else and leave the log. */
static void forget_kinks({name}_t *sim)
{{
    int64_t *const event = {log};
    double *const t = {times};
    int64_t kept = 0;
    for (int64_t k = 0; k < *sim->logged; k++) {{
        if (event[k] < {events}) {{
            event[kept] = event[k];
            t[kept] = t[k];
            kept++;
        }}
    }}
    ({fired})[0] = kept;
}}
"""

_PAST_KINKS = """        forget_kinks(sim);
        if (code == {full} && *sim->logged < {half}) {{
            continue;
        }}
        if (code == {event} && !({happened})) {{
            if (most == 1) {{
                return *sim->t < t ? {name}_RUNNING : {name}_DONE;
            }}
            continue;
        }}
"""

_RUN = """/* Goes on for so many steps at most. */
static {name}_status take_steps({name}_t *sim, double t, int64_t most)
{{
    {clock} = t;
    {fired} = 0;
    for (;;) {{
        const int64_t code = {call};
{past_kinks}        if (code == {stiff}) {{
            /* A hint, which is given once. */
            {hints};
            continue;
        }}
        return code == {paused} ? {name}_RUNNING : ({name}_status)code;
    }}
}}

{name}_status {name}_advance({name}_t *sim, double t)
{{
    return take_steps(sim, t, INT64_MAX);
}}

{name}_status {name}_step({name}_t *sim, double t)
{{
    return take_steps(sim, t, 1);
}}
"""
