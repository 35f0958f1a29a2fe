"""The texts of an exported simulation: the header as its user sees it, and the source behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .._version import __version__
from ..contract import ModelError
from ..expr.function import Function
from ..kernels.loops.kinds import LoopKind, width
from ..kernels.schedule import schedule
from ..numerics import status
from ..numerics.integrators.explicit import HINTS
from ..numerics.integrators.record import ACCEPTED, REJECTED, STIFF_HINTS, T_END, T
from .c_interface import lay_out_c
from .c_loops import CLoops
from .c_memory import SELF, CMemory
from .c_names import Names, remark
from .c_source import C_FUNCTION_SIZE, c_definitions
from .image import PortableKernel
from .portable_simulation import PortableSimulation

TOLD = {
    "RUNNING": (status.RUNNING, "a step was taken; the time is not reached yet"),
    "DONE": (status.RUN_DONE, "the time is reached"),
    "FULL": (status.FULL, "the log of events is full: read it and go on"),
    "EVENT": (status.EVENT, "an event happened; `happened` says which"),
    "COLLAPSED": (status.STEP_COLLAPSED, status.SENTENCES[status.STEP_COLLAPSED]),
    "NOT_FINITE": (status.NOT_FINITE, status.SENTENCES[status.NOT_FINITE]),
    "OPEN": (status.CONSTRAINTS_OPEN, status.SENTENCES[status.CONSTRAINTS_OPEN]),
    "SINGULAR": (status.RANK_LOST, "constraints are about to depend on each other; going on is possible, with care"),
    "NEWTON": (status.NEWTON_FAILED, status.SENTENCES[status.NEWTON_FAILED]),
}
"""What a call may return: name, number, meaning."""


@dataclass(frozen=True, eq=False)
class CSimulation:
    """A run at its start, as C; `name` is what all that users see begins with."""

    run: PortableSimulation
    name: str

    @property
    def title(self) -> str:
        """What it is, in a comment."""
        return remark(f"{self.run.system.model.name}, by {self.run.method}")

    @cached_property
    def names(self) -> Names:
        """Identifiers of the file: those of users come first."""
        names = Names()
        for word in ("t", "init", "restart", "advance", "step", "observe", "status", *TOLD):
            names.fresh(f"{self.name}_{word}")
        for word in ("take_steps", "forget_kinks"):
            names.fresh(word)
        return names

    @cached_property
    def states(self) -> tuple[str, ...]:
        """Coordinates, speeds, states of elements."""
        layout = self.run.system.layout
        return (*layout.q, *layout.u, *layout.z)

    @cached_property
    def places_enums(self) -> list[str]:
        """Names for places in what users read and write."""
        kinds = {
            "state: coordinates, then speeds, then states of elements": self.states,
            "parameters": self.run.parameters,
            "channels": self.run.channels,
            "happened": [event.name for event in self.run.events],
        }
        return [self._enum(what, labels) for what, labels in kinds.items() if labels]

    def _enum(self, what: str, labels: Sequence[str]) -> str:
        found = [(self.names.fresh(f"{self.name}_{label}"), k, remark(label)) for k, label in enumerate(labels)]
        return f"/* Places in {what}. */\nenum {{\n{_entries(found)}\n}};\n"

    @cached_property
    def loops(self) -> CLoops:
        """The loops as C."""
        loops = CLoops(self.names, f"{self.name}_")
        loops.add(self.run.image.program.functions)
        return loops

    @cached_property
    def kernels(self) -> dict[str, tuple[list[str], str, int]]:
        """The kernels as C: their texts, the function that is called, the size of its work memory."""
        return {name: _kernel(kernel, self.names) for name, kernel in self.run.image.kernels.items()}

    @cached_property
    def memory(self) -> CMemory:
        """The memory as a structure."""
        works = {name: work for name, (_, _, work) in self.kernels.items()}
        codes = {name: code for name, (_, code, _) in self.kernels.items()}
        return CMemory(self.run.image, self.loops.kinds, works, codes, "start_of_")


def _kernel(kernel: PortableKernel, names: Names) -> tuple[list[str], str, int]:
    function = kernel.body.program.function
    if not isinstance(function, Function):
        raise ModelError(f"export_c: {kernel.name!r} is made of dense matrices, which are not written as C yet.")
    plan = schedule(function, C_FUNCTION_SIZE)
    layout = lay_out_c(plan, kernel.name, names)
    call = names.fresh(f"{layout.name}_call")
    given = [f"(const double *)(intptr_t)in[{k}]" for k in range(len(layout.inputs))]
    given += [f"(double *)(intptr_t)out[{k}]" for k in range(len(layout.outputs))]
    text = f"""static void {call}(const int64_t *in, const int64_t *out, double *work)
{{
    {layout.name}(
        {
        ''',
        '''.join([*given, "work"])
    });
}}
"""
    return [*c_definitions(layout, is_inner=True), text], call, plan.slot_count


def simulation_header(it: CSimulation) -> str:
    """The text of the header."""
    name, guard = it.name, f"LINKWORK_{it.name}_H"
    told = _entries([(f"{name}_{word}", code, said) for word, (code, said) in TOLD.items()])
    enums = "\n".join(it.places_enums)
    types = "\n".join(it.loops.kinds.definitions)
    members = "\n".join(f"        {line}" for line in it.memory.members)
    observes = _OBSERVE.format(name=name) if it.run.channels else ""
    return f"""/* {it.title}. Written by linkwork {__version__}; do not edit.
 *
 * All memory is in one structure, so that there can be several simulations; nothing is allocated. A structure is
 * not to be copied: it holds addresses of its own parts.
 *
 *     static {name}_t sim;
 *     {name}_init(&sim);
 *     while ({name}_advance(&sim, *sim.t + 1e-3) == {name}_DONE) {{ ... sim.state[...] ... }}
 *
 * Whoever writes to state, t or parameters calls {name}_restart before going on.
 */
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* Why a call has returned. */
typedef enum {{
{told}
}} {name}_status;

{enums}
/* Parts of the integrator. */
{types}
typedef struct {{
    /* For users: the time, the state, Parameters, channels (of the last {name}_observe). */
    double *t, *state, *parameters;
    const double *channels;
    /* Steps so far, taken and tried in vain. */
    const int64_t *steps, *rejected;
    /* For each event, whether the last step ended at it; how many are in the log, which and when. */
    const int64_t *happened, *logged, *log_event;
    const double *log_t;
    /* Memory of the integrator. */
    struct {{
{members}
    }} own;
}} {name}_t;

/* The simulation at its start. */
void {name}_init({name}_t *sim);

/* Goes on until time t, an event, or what keeps it from going on. */
{name}_status {name}_advance({name}_t *sim, double t);

/* The same for one step of the method, which does not go beyond time t. */
{name}_status {name}_step({name}_t *sim, double t);

/* Takes what was written to state, t and parameters to go on from; the state is moved onto the constraints. */
{name}_status {name}_restart({name}_t *sim);
{observes}
#ifdef __cplusplus
}}
#endif

#endif
"""


def _entries(found: Sequence[tuple[str, int, str]]) -> str:
    """Lines of an enumeration: name, number, comment."""
    last = len(found) - 1
    lines = [f"    {key} = {value}{',' if k < last else ''} /* {said} */" for k, (key, value, said) in enumerate(found)]
    return "\n".join(lines)


_OBSERVE = """
/* Computes the channels at the present state; false where the unknowns of elements have no solution. */
bool {name}_observe({name}_t *sim);
"""


def simulation_source(it: CSimulation) -> str:
    """The text of the source."""
    memory, loops = it.memory, it.loops
    kernels = [text for texts, _, _ in it.kernels.values() for text in texts]
    blocks = [_HEAD.format(title=it.title, version=__version__, name=it.name), *kernels]
    blocks += [*loops.helpers, *loops.texts, *memory.constants, *_functions(it)]
    return "\n".join(blocks)


_HEAD = """/* {title}. Written by linkwork {version}; do not edit. */
#include "{name}.h"

#include <math.h>
#include <string.h>
"""


def _functions(it: CSimulation) -> Iterator[str]:
    """What users call."""
    name, memory, run = it.name, it.memory, it.run
    known = {key: "0" if place is None else memory.place(place) for key, place in vars(it.run.places).items()}
    members = {
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
    lines = [f"memset({SELF}, 0, sizeof *{SELF});", *memory.lines]
    lines += [f"{SELF}->{member} = {place};" for member, place in members.items()]
    yield f"void {name}_init({name}_t *{SELF})\n" + _body(lines)
    *given, _ = _arguments(it, run.image.program.entry.parameters)
    advance = it.loops.functions[run.image.program.entry]
    kinks = _KINKS.format(name=name, log=known["log_event"], times=known["log_t"], fired=known["fired"], **_codes(it))
    happened = " || ".join(f"{SELF}->happened[{k}] != 0" for k in range(len(it.run.events))) or "false"
    if run.kinks:
        yield kinks
    yield _RUN.format(
        name=name,
        call=f"{advance}({', '.join([*given, 'most'])})",
        clock=f"({known['clock']})[{T_END}]",
        fired=f"({known['fired']})[0]",
        hints=f"({known['count']})[{STIFF_HINTS}] = {HINTS + 1}",
        past_kinks=_PAST_KINKS.format(name=name, happened=happened, **_codes(it)) if run.kinks else "",
        **_codes(it),
    )
    restart = it.loops.functions[run.restart]
    yield f"{name}_status {name}_restart({name}_t *{SELF})\n" + _body(
        [f"return ({name}_status){restart}({', '.join(given)});"]
    )
    if run.observe is not None:
        kinds, names = it.loops.kinds, dict(run.observe.parameters)
        row = f"({kinds.type(names['kernel'])}){{{known['channel_kernel']}, 4}}"
        state = f"({kinds.type(names['y'])}){{{SELF}->state, {len(it.states) + 1}}}"
        call = f"{it.loops.functions[run.observe]}({given[0]}, {row}, *{SELF}->t, {state})"
        yield f"bool {name}_observe({name}_t *{SELF})\n" + _body([f"return {call};"])


def _codes(it: CSimulation) -> dict[str, int]:
    """Numbers that the texts of functions need."""
    return {
        "events": len(it.run.events),
        "half": it.run.log_room // 2,
        "stiff": status.STIFF,
        "paused": status.PAUSED,
        "event": status.EVENT,
        "full": status.FULL,
    }


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


def _arguments(it: CSimulation, parameters: Sequence[tuple[str, LoopKind]]) -> Iterator[str]:
    """The arguments of the loop."""
    at = 0
    for _, kind in parameters:
        yield it.memory.argument(kind, list(it.run.image.arguments[at : at + width(kind)]))
        at += width(kind)


def _body(lines: Sequence[str]) -> str:
    return "{\n" + "\n".join(f"    {line}" for line in lines) + "\n}\n"
