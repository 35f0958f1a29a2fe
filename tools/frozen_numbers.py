"""Numbers of models, formulations, verbs and methods, frozen in a file and compared with those of later code.

    python -m tools.frozen_numbers write build/frozen.json
    python -m tools.frozen_numbers compare build/frozen.json
    python -m tools.frozen_numbers compare build/frozen.json --models four_bar ball --verbs loads "by radau"

A net under large changes: what every verb gives is written down before, and compared afterwards quantity by quantity,
each against its own size: functions of a state to 1e-10, runs to their tolerance. What one formulation refuses and the
other answers is a hole in the net: it is printed, and the call fails, unless its reason stands in `LIMITS`. What was
refused may become an answer; an answer may not become a refusal.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.analyses.methods.registry import METHODS
from tools.frozen_models import MODELS, FrozenModel, carried

Quantities = Mapping[str, Any]
NOISE = 1e-13
"""Differences below this are rounding, of quantities that are zero; forces are as much noisier as they are large."""
FIXED_STEPS = 10
USUAL = ("dop853", "radau", "generalized_alpha", "moreau", "nonsmooth_alpha", "weak2")
"""Methods by which all models run; light ones run by every method."""
FORMULATIONS = ("tree", "absolute")
FAILED = "it failed: "
"""Begins what is frozen where no sentence of linkwork's refuses: red wherever it stands."""
LIMITS = {
    r"is for the (tree|absolute) formulation": "a method of one formulation",
    r"elements in time": "elements in time on trees: no drives, no contact friction, speeds that are rates or a ball's",
    r"steps over impacts leave the process from trees": "steps over impacts of absolute systems cannot leave as C",
    r"a state must be finite|moves nothing that has mass": "a defect: steps over impacts of models without contacts",
}
"""Why one formulation refuses what the other answers, by what its sentence says."""


@dataclass(frozen=True)
class Asked:
    """One model in one formulation."""

    case: FrozenModel
    system: Any
    state: lw.State
    bodies: tuple[str, ...]

    def ends(self, **options: Any) -> Quantities:
        """Where all bodies are at the end of a run, and how fast; contacts that it found."""
        return self.of_run(lw.simulate(self.system, self.state, self.case.span, **options))

    def of_run(self, run: lw.Trajectory) -> Quantities:
        """What both formulations have of a run."""
        if run.certificate.status != "done":
            raise lw.ModelError(f"the run ended early: {run.status}")
        found = {kind: [run[f"{b}.{kind}"][-1] for b in self.bodies] for kind in ("position", "velocity")}
        found["angular velocity"] = [run[f"{b}.angular_velocity"][-1] for b in self.bodies]
        return {name: values for name, values in found.items() if values} or {"q": run.q[-1], "u": run.u[-1]}


@dataclass(frozen=True)
class Verb:
    """What is asked, and how close answers have to stay, relative to their size."""

    ask: Callable[[Asked], Quantities]
    close: float = 1e-10
    of: Callable[[FrozenModel], bool] = lambda case: True
    """The models of which it is asked."""


def loads(a: Asked) -> Quantities:
    """Of all connections."""
    found = lw.loads(a.system, a.state).wrenches.values()
    return {"force": [load.force for load in found], "moment": [load.moment for load in found]}


def responses(a: Asked) -> Quantities:
    """From forces on the first body to its place and velocity, at three frequencies: the same in all coordinates."""
    body = a.bodies[0]
    inputs, outputs = [f"{body}.force.{x}" for x in "xyz"], [f"{body}.position", f"{body}.velocity"]
    found = lw.linearize(a.system, a.state, inputs=inputs, outputs=outputs, moving=True).response([0.3, 1.1, 4.0])
    return {"real": found.real, "imaginary": found.imag}


def eigenvalues(a: Asked) -> Quantities:
    """About the state, sorted."""
    found = lw.linearize(a.system, a.state, moving=True).eigenvalues
    return {"real": np.sort(found.real), "imaginary": np.sort(np.abs(found.imag))}


def rest(a: Asked, **options: Any) -> Quantities:
    """Where bodies are at rest, and what holds them."""
    found = lw.equilibrium(a.system, a.state, **options)
    channels = a.system.channels(found.state)
    forces = {f"margin of {name}": margin.normal_force for name, margin in found.margins.items()}
    return {"position": [channels[f"{b}.position"] for b in a.bodies], **forces}


def resumed(a: Asked) -> Quantities:
    """A run that is interrupted half way and goes on from its checkpoint."""
    half, rtol = a.state.t + 0.5 * a.case.span, 1e-7

    def event(action: Callable[..., Any]) -> list[lw.Event]:
        return [lw.Event("half", lambda x: x["t"] - half, action=action)]

    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "mark"
        stop = event(lambda *_: signal.raise_signal(signal.SIGINT))
        lw.simulate(a.system, a.state, a.case.span, events=stop, output=lw.Output(checkpoint=mark), rtol=rtol)
        output = lw.Output(resume=mark)
        found = lw.simulate(a.system, None, a.case.span, events=event(lambda *_: None), output=output, rtol=rtol)
    return a.of_run(found)


def many(a: Asked) -> Quantities:
    """Three members, one slower where speeds are free."""
    layout = a.system.layout
    is_free = not (a.system.rows.count or layout.driven or layout.locked)
    slower = a.state.with_values({name: 0.9 * a.state[name] for name in layout.u}) if is_free else a.state
    members = [a.state, slower, a.state]
    found = lw.simulate_many(a.system, members, a.case.span, times=3, rtol=1e-7)
    return {"q": found.q[:, -1], "u": found.u[:, -1]}


def in_c(a: Asked) -> Quantities:
    """The end of a simulation that left as C."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise lw.ModelError("there is no C compiler here")
    options: dict[str, Any] = {"rtol": 1e-7}
    if a.case.has_contacts:
        options = {"method": "moreau", "h": a.case.span / FIXED_STEPS}
    layout = a.system.layout
    main = f"""#include <stdio.h>
    #include "frozen.h"
    int main(void) {{
        static frozen_t s;
        frozen_init(&s);
        if (frozen_advance(&s, {a.case.span!r}) != 1) return 1;
        for (int k = 0; k < {layout.nq + layout.nu + layout.nz}; k++) printf("%.17g ", s.state[k]);
        return 0;
    }}"""
    with tempfile.TemporaryDirectory() as folder:
        source = lw.export_c(a.system, a.state, name="frozen", **options).write(Path(folder))
        (Path(folder) / "main.c").write_text(main, encoding="utf-8")
        files = [Path(folder) / "main.c", source]
        subprocess.run([compiler, "-O0", "-o", Path(folder) / "program", *files, "-lm"], check=True)
        printed = subprocess.run([Path(folder) / "program"], capture_output=True, text=True, check=True).stdout
    found = np.array(printed.split(), dtype=float)
    return {"q": found[: layout.nq], "u": found[layout.nq : layout.nq + layout.nu]}


def by_method(name: str) -> Verb:
    """A run by a method: with steps of one length where it can, to a tolerance elsewhere."""
    method = METHODS[name]

    def ask(a: Asked) -> Quantities:
        if method.steps == "adaptive":
            return a.ends(method=name, rtol=1e-7, atol=1e-9)
        return a.ends(method=name, h=a.case.span / FIXED_STEPS)

    return Verb(ask, 5e-7 if method.steps == "adaptive" else 1e-8, of=lambda case: case.is_light or name in USUAL)


VERBS: dict[str, Verb] = {
    "start": Verb(lambda a: {"q": a.state.q, "u": a.state.u, "z": a.state.z}),
    "accelerations": Verb(lambda a: {"u_dot": lw.accelerations(a.system, a.state).u_dot}),
    "loads": Verb(loads, 1e-9),
    "mobility": Verb(lambda a: {"freedoms": lw.mobility(a.system, a.state).degrees_of_freedom}),
    "inverse_dynamics": Verb(
        lambda a: {"forces": lw.inverse_dynamics(a.system, a.state, lw.accelerations(a.system, a.state).u_dot)}, 1e-9
    ),
    "kinematics": Verb(
        lambda a: {
            b: lw.kinematics(a.system, a.state, times=np.linspace(0.0, a.case.span, 3))[f"{b}.position"]
            for b in a.bodies
        },
        1e-8,
    ),
    "eigenvalues": Verb(eigenvalues, 1e-6),
    "linearize with outputs": Verb(responses, 1e-8),
    "equilibrium": Verb(rest, 1e-7),
    "equilibrium by steps": Verb(lambda a: rest(a, steps=4), 1e-7),
    "simulate": Verb(lambda a: a.ends(rtol=1e-9, atol=1e-11), 1e-7),
    "energy": Verb(lambda a: {"size": lw.simulate(a.system, a.state, a.case.span).certificate.energy_scale}, 1e-4),
    **{f"by {name}": by_method(name) for name in METHODS if name != "auto"},
    "resume": Verb(resumed, 5e-7),
    "simulate_many": Verb(many, 5e-7),
    "C": Verb(in_c, 5e-7, of=lambda case: case.is_light),
}


def frozen(models: list[str], verbs: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What every verb gives for every model and formulation: quantities, or the sentence of a refusal."""
    for name in models:
        began, case = time.process_time(), MODELS[name]
        tree, absolute = (lw.compile_model(case.model(), kind) for kind in FORMULATIONS)
        state = case.start(tree)
        bodies = tuple(tree.model.bodies)
        for system, at in ((tree, state), (absolute, carried(tree, absolute, state))):
            asked = Asked(case, system, at, bodies)
            own = [verb for verb in verbs if VERBS[verb].of(case)]
            yield f"{name} {system.coordinates}", {verb: answer(asked, VERBS[verb]) for verb in own}
        print(f"{name}: {time.process_time() - began:.1f} s", flush=True)


def answer(asked: Asked, verb: Verb) -> dict[str, Any] | str:
    """Quantities as lists of numbers, or why there are none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = verb.ask(asked)
            return {name: np.ravel(np.asarray(value, dtype=float)).tolist() for name, value in found.items()}
    except (lw.ModelError, lw.AssemblyError, lw.EquilibriumError) as refusal:
        return f"{type(refusal).__name__}: {refusal}"
    except Exception as failure:  # The rest of the net is still wanted.
        return f"{FAILED}{type(failure).__name__}: {failure}"


def holes(found: dict[str, dict[str, Any]]) -> tuple[list[str], Counter[str]]:
    """Sentences on what one formulation refuses and the other answers; how often each listed reason was met."""
    said, listed = [], Counter[str]()
    for name, verbs in found.items():
        model, _, formulation = name.rpartition(" ")
        other = found[f"{model} {FORMULATIONS[formulation == 'tree']}"]
        for verb, got in verbs.items():
            if isinstance(got, str) and got.startswith(FAILED):
                said.append(f"{name}, {verb}: {got[:300]}")
            elif isinstance(got, str) and not isinstance(other.get(verb), str):
                reason = next((why for pattern, why in LIMITS.items() if re.search(pattern, got)), None)
                if reason is None:
                    said.append(f"{name}, {verb}: refused, and answered in the other formulation: {got[:300]}")
                else:
                    listed[reason] += 1
    return said, listed


def differences(old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Sentences on all that changed, of what both have."""
    for model, verb in [(m, v) for m in old if m in new for v in old[m] if v in new[m]]:
        before, now = old[model][verb], new[model][verb]
        if isinstance(before, str):
            continue
        if isinstance(now, str):
            yield f"{model}, {verb}: refused now: {now[:300]}"
            continue
        largest = max((np.abs(x).max(initial=0.0) for x in before.values()), default=0.0)
        for name in before:
            yield from _apart(f"{model}, {verb}, {name}", before[name], now.get(name, []), VERBS[verb].close, largest)


def _apart(what: str, before: list[float], now: list[float], close: float, largest: float) -> Iterator[str]:
    """What is to be said of one quantity; `largest` is the size of all that was answered together."""
    if len(before) != len(now):
        yield f"{what}: {len(now)} numbers, before {len(before)}"
        return
    size = float(np.abs(before).max(initial=0.0))
    off = float(np.abs(np.subtract(before, now)).max(initial=0.0))
    if not off <= close * size + NOISE * max(1.0, largest):
        yield f"{what}: off by {off / max(size, 1e-300):.1e} of {size:.3g}; {close:.0e} is allowed"


def main() -> None:
    """Writes the file, or compares with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS), metavar="MODEL")
    parser.add_argument("--verbs", nargs="+", choices=VERBS, default=list(VERBS), metavar="VERB")
    asked = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    for name, answers in frozen(asked.models, asked.verbs):
        found[name] = answers
        if asked.action == "write":  # After each, so that a run that is ended leaves what it has.
            asked.path.parent.mkdir(parents=True, exist_ok=True)
            asked.path.write_text(json.dumps(found), encoding="utf-8")
    said, listed = holes(found)
    print(*(f"{count} refusals: {reason}" for reason, count in listed.items()), sep="\n")
    if asked.action == "compare":
        said += differences(json.loads(asked.path.read_text(encoding="utf-8")), found)
    print("\n".join(said) or "no hole, no difference")
    print(f"{time.process_time():.0f} s of processor time")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
