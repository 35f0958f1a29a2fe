"""Numbers of twelve gallery models, both formulations and every verb, frozen in a file and compared with later code.

    python -m tools.frozen_numbers write build/frozen.json
    python -m tools.frozen_numbers compare build/frozen.json

A net under large changes: what a verb gives, or the sentence with which it refuses, is written down before the change;
afterwards numbers must agree to 1e-10 of their size, and what was refused may have become an answer.
"""

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw

MODELS = (
    "double_pendulum",
    "four_bar",
    "slider_crank",
    "governor",
    "bennett_linkage",
    "stewart_platform",
    "rolling_coin",
    "heavy_top",
    "planetary_gear",
    "hanging_chain",
    "elastic_beam",
    "furuta_pendulum",
)
SPAN = 0.05
CLOSE = 1e-10
Verb = Callable[[Any, lw.State], Any]


def body_places(run: lw.Trajectory) -> list[float]:
    """Where all bodies are at the end of a run, and how fast: what both formulations have."""
    names = list(run.model.bodies)
    return [float(x) for name in names for kind in ("position", "velocity") for x in run[f"{name}.{kind}"][-1]]


VERBS: dict[str, Verb] = {
    "start": lambda system, state: [*state.q, *state.u],
    "accelerations": lambda system, state: lw.accelerations(system, state).u_dot,
    "loads": lambda system, state: [
        x for load in lw.loads(system, state).wrenches.values() for x in (*load.moment, *load.force)
    ],
    "mobility": lambda system, state: lw.mobility(system, state).degrees_of_freedom,
    "inverse_dynamics": lambda system, state: lw.inverse_dynamics(system, state, lw.accelerations(system, state).u_dot),
    "simulate": lambda system, state: body_places(lw.simulate(system, state, SPAN, rtol=1e-9, atol=1e-11)),
    "generalized_alpha": lambda system, state: body_places(
        lw.simulate(system, state, SPAN, method="generalized_alpha", h=SPAN / 50)
    ),
    "time_elements": lambda system, state: body_places(lw.simulate(system, state, SPAN, h=SPAN / 10, method="weak2")),
    "kinematics": lambda system, state: [
        x for name in system.layout.q for x in lw.kinematics(system, state, times=np.linspace(0.0, SPAN, 5))[name]
    ],
    "equilibrium": lambda system, state: lw.equilibrium(system, state).state.q,
    "linearize": lambda system, state: sorted(
        (x for value in lw.linearize(system, state).eigenvalues for x in (value.real, abs(value.imag))), key=float
    ),
    "energy": lambda system, state: lw.simulate(system, state, SPAN).certificate.energy_scale,
}


def frozen() -> dict[str, dict[str, Any]]:
    """What every verb gives for every model: numbers, or the sentence of a refusal."""
    found: dict[str, dict[str, Any]] = {}
    for name in MODELS:
        example = importlib.import_module(f"examples.{name}")
        tree = lw.compile_model(example.model())
        state = example.start(tree)
        found[f"{name} tree"] = answers(tree, state)
        absolute = lw.compile_model(example.model(), coordinates="absolute")
        found[f"{name} absolute"] = answers(absolute, carried(tree, absolute, state))
        print(name, flush=True)
    return found


def carried(tree: Any, absolute: Any, state: lw.State) -> lw.State:
    """The state of a tree for the same model in absolute coordinates."""
    poses, velocities = {}, {}
    at = tree.evaluate("body_poses", state)
    for name, body in tree.model.bodies.items():
        number = tree.topology.body(name).number
        found = lw.point_jacobian(tree, body, state)
        twist = found.J @ state.u + found.V_0
        poses[name], velocities[name] = (at.R[number], at.p[number]), (twist[:3], twist[3:])
    return absolute.placed(poses, velocities, state.t)


def answers(system: Any, state: lw.State) -> dict[str, Any]:
    """One model's numbers by verb."""
    found: dict[str, Any] = {}
    for verb, ask in VERBS.items():
        try:
            found[verb] = np.atleast_1d(np.asarray(ask(system, state), dtype=float)).tolist()
        except Exception as refusal:  # what is refused is part of what is frozen
            found[verb] = f"{type(refusal).__name__}: {refusal}"
    return found


def differences(old: dict[str, dict[str, Any]], new: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Sentences on all that changed."""
    for model, verbs in old.items():
        for verb, before in verbs.items():
            now = new[model][verb]
            if isinstance(before, str) or isinstance(now, str):
                if isinstance(now, str) and now != before:
                    yield f"{model}, {verb}: now {now!r}, before {str(before)[:200]!r}"
            elif len(before) != len(now):
                yield f"{model}, {verb}: {len(now)} numbers, before {len(before)}"
            else:
                scale = max(1.0, float(np.abs(before).max(initial=0.0)))
                off = float(np.abs(np.subtract(before, now)).max(initial=0.0)) / scale
                if not off <= CLOSE:
                    yield f"{model}, {verb}: off by {off:.1e} of {scale:.3g}"


def main() -> None:
    """Writes the file, or compares with it."""
    action, path = sys.argv[1], Path(sys.argv[2])
    found = frozen()
    if action == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1), encoding="utf-8")
        return
    said = list(differences(json.loads(path.read_text(encoding="utf-8")), found))
    print("\n".join(said) or "all numbers agree")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
