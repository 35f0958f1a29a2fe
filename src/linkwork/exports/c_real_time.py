"""Steps in real time as their users see them in C: inputs in, one step, channels out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..analyses.real_time import RealTime
from ..kernels.loops.c_text.names import remark
from ..mechanics.function_table import channel_labels
from ..numerics import status
from ..numerics.integrators.flow import no_kernel
from ..numerics.integrators.real_time import T_NOW, TAKEN, WANTED, Cycle, take_fixed_steps
from .c_memory import SELF
from .c_program import STATE_ORDER, CProgram, c_body
from .image import Pointer, PortableCall, portable_image
from .portable_simulation import check_laws, check_portable


class CRealTime(CProgram):
    """A `RealTime` as it stands; its stopwatch stays behind."""

    words = ("init", "step")
    told: ClassVar = {
        "DONE": (status.RUN_DONE, "the step was taken"),
        "NOT_FINITE": (status.NOT_FINITE, "the step is impossible: a number is not finite; the state stays as it was"),
        "OPEN": (status.CONSTRAINTS_OPEN, "the step is impossible: constraints stay open; the state stays as it was"),
        "NEWTON": (
            status.NEWTON_FAILED,
            "the step is impossible: its equations are singular; all stays as it was",
        ),
        "PAST": (
            status.PAST_UNKNOWN,
            f"the step is impossible: {status.SENTENCES[status.PAST_UNKNOWN]}",
        ),
    }

    def __init__(self, real_time: RealTime, name: str) -> None:
        check_portable(real_time.system, (), "export_c")
        steps = real_time.native_steps
        check_laws(steps.bound, "export_c")
        arguments = tuple(map(_without_stopwatch, steps.arguments))
        more = {"parameters": steps.bound.parameters, "channels": steps.channels}
        super().__init__(portable_image(take_fixed_steps, arguments, steps.bound.calls, more), name)
        self.real_time, self._steps = real_time, steps
        self._cycle = next(part for part in arguments if isinstance(part, Cycle))

    @property
    def title(self) -> str:
        """The model, the method and the step."""
        it = self.real_time
        return remark(f"{it.system.model.name}, by {it.method.name} in steps of {it.h:g} s")

    @property
    def labels(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        """States, Parameters and channels."""
        it, layout = self.real_time, self.real_time.system.layout
        return {
            "state": (STATE_ORDER, (*layout.q, *layout.u, *layout.z)),
            "parameter": ("parameters", it.inputs.labels),
            "channel": ("channels", channel_labels(it.system.equations, tuple(it.channels))),
            "residual": ("worst", ("position", "correction", "unknowns")),
        }

    def usage(self) -> str:
        """Inputs in, a step, channels out."""
        return _USAGE.format(name=self.name)

    def members(self) -> str:
        """Time, state, Parameters, channels, what was left."""
        return _MEMBERS

    def prototypes(self) -> str:
        """The two functions."""
        return _PROTOTYPES.format(name=self.name)

    def functions(self) -> Iterator[str]:
        """Their definitions."""
        name, cycle = self.name, self._cycle
        clock, count = (self.place(self.image.place(part)) for part in (cycle.clock, cycle.count))
        members = {
            "state": self._at(self._steps.y),
            "parameters": self._at(self._steps.bound.parameters),
            "t": f"{clock} + {T_NOW}",
            "channels": self._at(self._steps.channels),
            "worst": self._at(cycle.worst),
            "steps": f"{count} + {TAKEN}",
        }
        yield self.init_function(members)
        call = self.call(PortableCall(self.image.program.entry, self.image.arguments))
        lines = [f"({count})[{WANTED}] = 1;", f"return ({name}_status){call};"]
        yield f"{name}_status {name}_step({name}_t *{SELF})\n" + c_body(lines)

    def _at(self, values: np.ndarray) -> str:
        found: Pointer | None = self.image.place(values) if values.size else None
        return self.place(found)


def _without_stopwatch(argument: Any) -> Any:
    """The clock of this machine cannot leave it: durations are zero, and fall into the first class."""
    if not isinstance(argument, Cycle):
        return argument
    watch = argument.watch
    zeros, first = np.zeros_like(watch.stamp), np.zeros_like(watch.histogram[:1])
    return argument._replace(watch=watch._replace(clock=no_kernel(), stamp=zeros, histogram=first))


_USAGE = """    static {name}_t sim;
    {name}_init(&sim);
    for (;;) {{ ... sim.parameters[...] = ...; {name}_step(&sim); ... sim.channels[...] ... }}

Every step is of one length and of the same work. State and parameters may be written to between steps."""

_MEMBERS = """    /* For users: the state, inputs, the time, channels at the end of the last step. */
    double *state, *parameters;
    const double *t, *channels;
    /* What was left at worst; how many steps were taken. */
    const double *worst;
    const int64_t *steps;
"""

_PROTOTYPES = """
/* Everything as it was when it was exported. */
void {name}_init({name}_t *sim);

/* One step. */
{name}_status {name}_step({name}_t *sim);
"""
