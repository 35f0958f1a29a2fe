"""A simulation as its users see it in C: what they read and write, and the functions they call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ..kernels.loops.c_text.names import remark
from ..numerics import status
from ..numerics.integrators.explicit import HINTS
from ..numerics.integrators.record import ACCEPTED, REJECTED, STIFF_HINTS, T_END, T
from .c_memory import SELF
from .c_program import STATE_ORDER, CProgram, c_body
from .image import PortableEntry
from .portable_simulation import PortableSimulation

BAD_TIME = -1
"""A status that no loop returns: there is no way to the time that was asked for."""


class CSimulation(CProgram):
    """A run at its start."""

    words = ("init", "restart", "advance", "step", "observe")
    inner_words = ("take_steps", "read_log")
    told: ClassVar = {
        "BAD_TIME": (BAD_TIME, "the time asked for is before the present one, or not finite; nothing was done"),
        "RUNNING": (status.RUNNING, "a step was taken; the time is not reached yet"),
        "DONE": (status.RUN_DONE, "as asked: the time is reached, or the state is taken"),
        "FULL": (status.FULL, "the log of events is full: read it and go on, which empties it"),
        "EVENT": (status.EVENT, "a terminal event happened; `happened` says which"),
        "COLLAPSED": (status.STEP_COLLAPSED, status.SENTENCES[status.STEP_COLLAPSED]),
        "NOT_FINITE": (status.NOT_FINITE, status.SENTENCES[status.NOT_FINITE]),
        "OPEN": (status.CONSTRAINTS_OPEN, status.SENTENCES[status.CONSTRAINTS_OPEN]),
        "SINGULAR": (
            status.RANK_LOST,
            "constraints are about to depend on each other; going on is possible, with care",
        ),
        "NEWTON": (status.NEWTON_FAILED, status.SENTENCES[status.NEWTON_FAILED]),
        "PAST": (status.PAST_UNKNOWN, status.SENTENCES[status.PAST_UNKNOWN]),
    }

    def __init__(self, run: PortableSimulation, name: str) -> None:
        super().__init__(run.image, name)
        self.run = run

    @property
    def title(self) -> str:
        """The model and the method."""
        return remark(f"{self.run.system.model.name}, by {self.run.method}")

    @property
    def labels(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """States, Parameters, channels and events."""
        layout = self.run.system.layout
        return {
            "state": (STATE_ORDER, (*layout.q, *layout.u, *layout.z)),
            "parameter": ("parameters", self.run.parameters),
            "channel": ("channels", self.run.channels),
            "event": ("happened and occurred, and entries of log_event", [event.name for event in self.run.events]),
        }

    def usage(self) -> str:
        """From the start on, a millisecond at a time."""
        return _USAGE.format(name=self.name)

    def members(self) -> str:
        """Time, state, Parameters, channels, counts, events."""
        return _MEMBERS.format(name=self.name) + (_OCCURRED.format(name=self.name) if self.run.events else "")

    def prototypes(self) -> str:
        """The functions; channels are computed where some were asked for."""
        return (_PROTOTYPES + (_OBSERVE if self.run.channels else "")).format(name=self.name)

    def functions(self) -> Iterator[str]:
        """Their definitions."""
        name, run = self.name, self.run
        known = {key: self.place(place) for key, place in vars(run.places).items()}
        yield self.init_function(_user_members(known))
        codes = self._numbers()
        if run.events:
            yield _READ_LOG.format(
                name=name, log=known["log_event"], times=known["log_t"], fired=known["fired"], **codes
            )
        fired = f"({known['fired']})[0]"
        note = f"{fired} = 0;" if not run.events else f"noted = read_log({SELF}, noted);"
        yield _RUN.format(
            name=name,
            before="".join(f"        {line}\n" for line in self.calls(run.advance.before)),
            call=self.call(run.advance.main, "most"),
            after="".join(f"        {line}\n" for line in self.calls(run.advance.after)),
            clock=f"({known['clock']})[{T_END}]",
            fired=fired,
            noted="    int64_t noted = 0;\n" if run.events else "",
            hints=f"({known['count']})[{STIFF_HINTS}] = {HINTS + 1}",
            past=_PAST.format(name=name, note=note, ends=self._ends(), **codes) if run.events or run.kinks else "",
            **codes,
        )
        yield f"{name}_status {name}_restart({name}_t *{SELF})\n" + c_body(self._body(run.restart, f"{name}_status"))
        if run.observe is not None:
            yield f"bool {name}_observe({name}_t *{SELF})\n" + c_body(self._body(run.observe, "bool"))

    def _body(self, entry: PortableEntry, kind: str) -> list[str]:
        """What a function consists of that returns what a loop does."""
        main, after = self.call(entry.main, f"*{SELF}->t"), self.calls(entry.after)
        cast = "" if kind == "bool" else f"({kind})"
        if not after:
            return [*self.calls(entry.before), f"return {cast}{main};"]
        return [*self.calls(entry.before), f"const {kind} found = {cast}{main};", *after, "return found;"]

    def _ends(self) -> str:
        """Whether one of the events that ended the last step is terminal and has happened often enough."""
        events = [(k, event) for k, event in enumerate(self.run.events) if event.terminal]
        tests = [f"({SELF}->happened[{k}] && {SELF}->occurred[{k}] >= {event.count})" for k, event in events]
        return " || ".join(tests) or "false"

    def _numbers(self) -> dict[str, int]:
        """Numbers that the texts of functions need."""
        return {
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

After writing to state, t or parameters call {name}_restart before going on."""

_MEMBERS = """    /* For users: the time, the state, Parameters, channels (of the last {name}_observe). */
    double *t, *state, *parameters;
    const double *channels;
    /* Steps so far, taken and tried in vain. */
    const int64_t *steps, *rejected;
    /* Whether the last step ended at a terminal event. The log of the last call: how many, which, when. */
    const int64_t *happened, *logged, *log_event;
    const double *log_t;
"""

_OCCURRED = """    /* How often each event has happened since {name}_init; may be written to. */
    int64_t occurred[{name}_EVENTS];
"""

_PROTOTYPES = """
/* The simulation at its start. */
void {name}_init({name}_t *sim);

/* Goes on until time t, a terminal event, a full log, or what keeps it from going on. Empties the log first. */
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

_READ_LOG = """/* Counts new events of the log. Steps end at kinks of elements too; these concern nobody. */
static int64_t read_log({name}_t *sim, int64_t noted)
{{
    int64_t *const event = {log};
    double *const t = {times};
    for (int64_t k = noted; k < *sim->logged; k++) {{
        if (event[k] < {name}_EVENTS) {{
            event[noted] = event[k];
            t[noted] = t[k];
            sim->occurred[event[k]]++;
            noted++;
        }}
    }}
    ({fired})[0] = noted;
    return noted;
}}
"""

_PAST = """        {note}
        if (code == {full} && *sim->logged < {half}) {{
            continue;
        }}
        if (code == {event} && !({ends})) {{
            if (most == 1) {{
                return *sim->t < t ? {name}_RUNNING : {name}_DONE;
            }}
            continue;
        }}
"""

_RUN = """/* Goes on for so many steps at most. */
static {name}_status take_steps({name}_t *sim, double t, int64_t most)
{{
    if (!isfinite(t) || !(t >= *sim->t)) {{
        return {name}_BAD_TIME;
    }}
{noted}    {clock} = t;
    {fired} = 0;
    for (;;) {{
{before}        const int64_t code = {call};
{after}{past}        if (code == {stiff}) {{
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
