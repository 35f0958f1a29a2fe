"""A whole simulation as a module of WebAssembly, for pages without a server and for node.

The memory of the run is laid out anew: one block after the other, every address put where the image says. Slots have
eight bytes as on the host, so that loops and kernels are compiled from the same text.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from .._version import __version__
from ..analyses.common.state_arguments import SYSTEM
from ..analyses.methods.method import Method
from ..analyses.methods.options import CONSTRAINED, STEP_LENGTH, Adaptive, Enforcement
from ..analyses.methods.registry import METHOD
from ..contract.arguments import REAL, TIMES_ARGUMENT, takes
from ..kernels.ir import ir_literal
from ..kernels.loops.llvm_text import llvm_signature, result_type
from ..kernels.loops.tree import LoopFunction
from ..kernels.wasm import STACK_BYTES, kernel_objects, link_wasm, loop_object, wasm_object
from ..numerics.integrators.record import ACCEPTED, REJECTED, SAMPLED, T
from ..numerics.status import EVENT, FULL, PAUSED, RANK_LOST, RUN_DONE, SENTENCES, STIFF
from ..numerics.tableaus import Tableau
from ..results import State
from ..run.events import Event
from ..system import System
from .image import WORD, CodePointer, MemoryBlock, Pointer, PortableImage
from .portable_simulation import PortableSimulation, portable_simulation

LOADER = "simulation.js"
ALIGNMENT = 16
NOTE = "linkwork"
"""The section of a module that says what it holds."""
WORDS_OF_CALL = 4
CODES = {"done": RUN_DONE, "paused": PAUSED, "full": FULL, "event": EVENT, "stiff": STIFF, "rank": RANK_LOST}


@dataclass(frozen=True, eq=False)
class WasmSimulation:
    """A module of WebAssembly and the JavaScript that runs it, which is the same for all models."""

    module: bytes
    about: Mapping[str, Any]
    """What the module says of itself: names, sizes, addresses."""

    @property
    def loader(self) -> str:
        """The JavaScript."""
        return (files(__package__) / LOADER).read_text(encoding="utf-8")

    def write(self, path: str | Path) -> Path:
        """Writes the module to `path`, the JavaScript beside it as `simulation.js`; the path of the module."""
        place = Path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(self.module)
        place.with_name(LOADER).write_text(self.loader, encoding="utf-8")
        return place


@takes(
    system=SYSTEM,
    t_end=REAL | None,
    times=TIMES_ARGUMENT | None,
    method=METHOD,
    h=STEP_LENGTH | None,
    constraints=CONSTRAINED,
)
def export_wasm(
    system: System,
    state: State | None = None,
    t_end: float | None = None,
    path: str | Path | None = None,
    *,
    times: Any = None,
    method: str | Tableau | Method = "auto",
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    h: float | Adaptive | None = None,
    constraints: str | Enforcement = "projection",
    events: Sequence[Event] = (),
    channels: Sequence[str] = (),
) -> WasmSimulation:
    """A simulation as a module of WebAssembly that takes the steps that `simulate` takes, with the same arguments.

    `path` is where to write it, with `simulation.js` beside it. `times` are what samples are kept at; without them the
    end alone is. `channels` are what the page can ask for at the present state, such as positions of bodies. Events end
    the run or are logged; their actions are Python and refused, as are laws in plain Python. "auto" stays with its
    explicit method where equations turn out stiff: name a method that suits them.
    """
    simulation = portable_simulation(
        system,
        state,
        t_end,
        times=times,
        method=method,
        rtol=rtol,
        atol=atol,
        h=h,
        constraints=constraints,
        events=events,
        channels=channels,
        verb="export_wasm",
    )
    result = wasm_simulation(simulation)
    if path is not None:
        result.write(path)
    return result


def wasm_simulation(simulation: PortableSimulation) -> WasmSimulation:
    """The module of a prepared simulation."""
    image, entries = simulation.image, _entries(simulation)
    objects, works = [loop_object(image.program, list(entries.values()))], {}
    for name, kernel in image.kernels.items():
        found, works[name] = kernel_objects(kernel.body, name)
        objects += found
    memory = _Layout(image, works)
    objects.append(wasm_object(_calls(simulation, entries, memory), False))
    about = _about(simulation, memory)
    note = json.dumps(about, separators=(",", ":"), ensure_ascii=False).encode()
    module = link_wasm(objects, list(entries), list(image.kernels), memory.contents(), {NOTE: note})
    return WasmSimulation(module, about)


def _entries(simulation: PortableSimulation) -> dict[str, LoopFunction]:
    """The loops that a page calls, by the names it calls them by."""
    found = {"advance": simulation.image.program.entry, "restart": simulation.restart}
    return found if simulation.observe is None else {**found, "observe": simulation.observe}


class _Layout:
    """Where blocks lie in the memory of a module."""

    def __init__(self, image: PortableImage, works: Mapping[str, int]) -> None:
        self.image = image
        self.codes = {name: k + 1 for k, name in enumerate(image.kernels)}
        """Kernels by their place in the table of functions."""
        self.places: dict[str, int] = {}
        self.end = STACK_BYTES
        for name, block in image.blocks.items():
            size = block.values.nbytes if block.work_of is None else WORD * (works[block.work_of] + 1)
            self.places[name] = self._next(size)

    def _next(self, size: int) -> int:
        at = self.end
        self.end += size + -size % ALIGNMENT
        return at

    def address(self, target: Pointer | CodePointer | None) -> int | None:
        """What a word that leads there holds."""
        if target is None:
            return None
        return (
            self.codes[target.kernel] if isinstance(target, CodePointer) else self.places[target.block] + target.offset
        )

    def argument(self, slot: Pointer | float | int | str) -> str:
        """What a loop is given, in LLVM's text."""
        if isinstance(slot, Pointer):
            return f"ptr inttoptr (i32 {self.address(slot)} to ptr)"
        if isinstance(slot, str):
            return slot
        return f"double {ir_literal(slot)}" if isinstance(slot, float) else f"i64 {slot}"

    def contents(self) -> list[tuple[int, bytes]]:
        """Addresses, and what lies there at the start."""
        found = [(self.places[name], self._content(block)) for name, block in self.image.blocks.items()]
        return [*found, (self.end, b"")]

    def _content(self, block: MemoryBlock) -> bytes:
        if block.work_of is not None:
            return b""
        content = bytearray(block.values.tobytes())
        for at, target in block.pointers.items():
            struct.pack_into("<q", content, at, self.address(target))
        return bytes(content)


def _calls(simulation: PortableSimulation, entries: Mapping[str, LoopFunction], memory: _Layout) -> str:
    """LLVM text of what a page calls: loops with their arguments, which the module knows."""
    image, places = simulation.image, simulation.places
    every, steps = list(image.arguments[:-1]), "i64 %given"
    seen = [image.arguments[0], places.channel_kernel or 0, WORDS_OF_CALL, "double %t", places.y, simulation.n]
    given: dict[str, list[Pointer | float | int | str]]
    given = {"advance": [*every, steps], "restart": [*every], "observe": seen}
    heads = {"advance": "i32 %steps", "restart": "", "observe": "double %t"}
    lines = []
    for name, function in entries.items():
        result = result_type(function.result)
        lines += [
            f"declare {llvm_signature(function)}",
            f"define i32 @{name}({heads[name]}) {{",
            *(["  %given = sext i32 %steps to i64"] if name == "advance" else []),
            f'  %found = call {result} @"{function.name}"({", ".join(memory.argument(x) for x in given[name])})',
            f"  %status = {'zext' if result == 'i1' else 'trunc'} {result} %found to i32",
            "  ret i32 %status\n}",
        ]
    return "\n".join(lines)


def _about(simulation: PortableSimulation, memory: _Layout) -> dict[str, Any]:
    """What a module says of itself."""
    layout = simulation.system.layout
    places = {name: memory.address(place) for name, place in vars(simulation.places).items()}
    return {
        "linkwork": __version__,
        "model": simulation.system.model.name,
        "method": simulation.method,
        "t_end": simulation.t_end,
        "names": [*layout.q, *layout.u, *layout.z, "work"],
        "sizes": [layout.nq, layout.nu, layout.nz],
        "samples": simulation.samples,
        "parameters": list(simulation.parameters),
        "channels": list(simulation.channels),
        "events": [asdict(event) for event in simulation.events],
        "log_room": simulation.log_room,
        "places": places,
        "codes": CODES,
        "sentences": {str(code): said for code, said in SENTENCES.items()},
        "clock": {"t": T},
        "count": {"accepted": ACCEPTED, "rejected": REJECTED, "sampled": SAMPLED},
    }
