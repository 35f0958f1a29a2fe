"""`export_wasm`: a whole simulation as a module of WebAssembly, for pages without a server and for node."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .._version import __version__
from ..analyses.common.state_arguments import SYSTEM
from ..analyses.methods.method import MethodChoice
from ..analyses.methods.options import CONSTRAINED, STEP_LENGTH, USUAL_ATOL, USUAL_RTOL, Adaptive, Enforcement
from ..analyses.methods.registry import METHOD
from ..contract import ModelError
from ..contract.arguments import FILE_ARGUMENT, REAL, TIMES_ARGUMENT, ArgumentKind, takes
from ..numerics.integrators.record import (
    ACCEPTED,
    ENERGY_SCALE,
    ENERGY_SIZE,
    H_MOST,
    IMBALANCE,
    REJECTED,
    SAMPLED,
    T_END,
    H,
    T,
)
from ..numerics.status import EVENT, FULL, PAUSED, RANK_LOST, RUN_DONE, SENTENCES, STIFF
from ..results import State
from ..run.events import Event
from ..system import System
from ..views.page import script
from .files import write_files
from .portable_aside import PortableAside
from .portable_simulation import PortableContacts, PortableSimulation, portable_simulation
from .wasm_module import WasmEntry, WasmMemory, wasm_module

LOADER = "simulation.js"
SUCH_AS = "such as 'arm.wasm'"
MODULE_ARGUMENT = ArgumentKind(FILE_ARGUMENT.fits, f"the name of a file {SUCH_AS}")
CODES = {"done": RUN_DONE, "paused": PAUSED, "full": FULL, "event": EVENT, "stiff": STIFF, "rank": RANK_LOST}
CLOCK = {
    "t": T,
    "t_end": T_END,
    "h": H,
    "imbalance": IMBALANCE,
    "energy_scale": ENERGY_SCALE,
    "energy_size": ENERGY_SIZE,
    "longest_step": H_MOST,
}


@dataclass(frozen=True, eq=False)
class WasmSimulation:
    """A module of WebAssembly and the JavaScript that runs it, which is the same for all models."""

    module: bytes
    about: Mapping[str, Any]
    """What the module says of itself: names, sizes, addresses."""

    @property
    def loader(self) -> str:
        """The JavaScript."""
        return script(LOADER)

    @property
    def text(self) -> str:
        """The module in base64, which the JavaScript takes as it is: for pages of one file."""
        return base64.b64encode(self.module).decode()

    def write(self, path: str | Path) -> Path:
        """Writes the module to `path`, the JavaScript beside it as `simulation.js`; the path of the module."""
        place = _target("WasmSimulation.write", path)
        contents: dict[Path, str | bytes] = {place: self.module, place.with_name(LOADER): self.loader}
        write_files(f"a file {SUCH_AS}, in a folder that can be written to", contents)
        return place


def _target(verb: str, path: str | Path) -> Path:
    """The file of a module; refused where it is a folder, or would be overwritten by the JavaScript beside it."""
    MODULE_ARGUMENT.check(verb, "path", path)
    place = Path(path)
    if place.name == LOADER:
        raise ModelError(f"{path}: {LOADER} is what runs the module and stands beside it; give a file {SUCH_AS}.", verb)
    if place.is_dir():
        raise ModelError(f"{path} is a folder; give a file {SUCH_AS}.", verb)
    return place


@takes(
    system=SYSTEM,
    t_end=REAL | None,
    rtol=REAL,
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
    method: MethodChoice = "auto",
    rtol: float = USUAL_RTOL,
    atol: float | Mapping[str, float] = USUAL_ATOL,
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
    if path is not None:
        _target("export_wasm", path)
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
    told: dict[str, Any] = {}

    def about(memory: WasmMemory) -> Mapping[str, Any]:
        told.update(_about(simulation, memory))
        return told

    return WasmSimulation(wasm_module(simulation.image, _entries(simulation), about), told)


def _entries(simulation: PortableSimulation) -> list[WasmEntry]:
    """What a page calls; whole numbers come from there as BigInt."""
    found = [WasmEntry("advance", simulation.advance, "i64"), WasmEntry("restart", simulation.restart)]
    named = {} if simulation.aside is None else dict(simulation.aside.functions)
    named |= {} if simulation.observe is None else {"observe": simulation.observe}
    return found + [WasmEntry(name, one, "double" if None in one.main.slots else None) for name, one in named.items()]


def _about(simulation: PortableSimulation, memory: WasmMemory) -> dict[str, Any]:
    """What a module says of itself."""
    layout, aside, contacts = simulation.system.layout, simulation.aside, simulation.contacts
    places = {name: place and memory.address(place) for name, place in vars(simulation.places).items()}
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
        "clock": CLOCK,
        "count": {"accepted": ACCEPTED, "rejected": REJECTED, "sampled": SAMPLED},
        **({} if aside is None else {"aside": _aside(aside, memory)}),
        **({} if contacts is None else {"contacts": _contacts(contacts, memory)}),
    }


def _contacts(contacts: PortableContacts, memory: WasmMemory) -> dict[str, Any]:
    """Points, and where what steps over impacts tell of them lies."""
    named = ("forces", "struck", "gaps", "worst")
    found = {name: place and memory.address(place) for name in named for place in [getattr(contacts, name)]}
    return {"points": list(contacts.labels), "slips": list(contacts.slips), **found}


def _aside(aside: PortableAside, memory: WasmMemory) -> dict[str, Any]:
    """Where the numbers of the second state lie."""
    named = ("y", "rates", "residuals", "points", "energies", "worst", "wanted", "done")
    found = {name: place and memory.address(place) for name in named for place in [getattr(aside, name)]}
    verdict = {
        "numbers": memory.address(aside.verdict.numbers),
        "found": memory.address(aside.verdict.found),
        "fields": aside.verdict.fields,
    }
    return {**found, "residual_count": aside.residual_count, "verdict": verdict}
