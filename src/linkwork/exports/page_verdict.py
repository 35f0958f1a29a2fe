"""The verdict of a page: the rules of certificates, compiled into its module, and their sentences as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..analyses.methods.options import Options
from ..kernels.loops import loop
from ..kernels.loops.kinds import Struct, loop_kind
from ..results import State
from ..results.run_judgement import RULES, RUN_ARITHMETIC, STATUSES, RunNumbers, judge, new_findings
from ..results.run_rules import RUN_SENTENCES
from ..run.certificate import horizons_of_laws, least_energy_size
from ..system import System
from .image import Pointer, PortableImage
from .page_controls import independent_speeds

for function in RUN_ARITHMETIC:
    loop(function)


class VerdictMemory:
    """What the rules read of a run and what they find, before anything has happened."""

    def __init__(self, system: System, options: Options, start: State) -> None:
        atol = options.atol
        self.numbers = RunNumbers(
            t_start=float(options.t_start),
            t_end=float(options.t_start),
            rtol=float(options.rtol),
            atol=float(max(atol.values(), default=0.0) if isinstance(atol, Mapping) else atol),
            h=np.nan if options.h is None else float(options.h),
            energy_size=least_energy_size(system),
            rows=float(system.rows.count),
            freedoms=float(len(independent_speeds(system, start)) + len(system.layout.elastic_u)),
            horizon=min(horizons_of_laws(system).values(), default=np.inf),
        )
        self.found = new_findings()


@dataclass(frozen=True)
class PageVerdict:
    """Where the numbers lie that a page fills in, and what the rules find in them."""

    numbers: Pointer
    fields: Mapping[str, int]
    """Places of the numbers, by name."""
    found: Pointer


def page_verdict(image: PortableImage, memory: VerdictMemory) -> PageVerdict:
    """The place of the verdict in an image that holds its memory."""
    kind = loop_kind(memory.numbers)
    assert isinstance(kind, Struct)
    fields = {name: slot for name, (slot, _) in kind.slots.items()}
    numbers = image.called(judge, memory.numbers, memory.found).slots[0]
    assert isinstance(numbers, Pointer)
    return PageVerdict(numbers, fields, image.place(memory.found))


VERDICT_DATA = {"rules": RULES, "statuses": STATUSES, "sentences": RUN_SENTENCES}
"""What a page makes sentences of."""
