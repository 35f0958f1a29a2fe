"""Random forests against Pinocchio and MuJoCo: mass matrix, accelerations, inverse dynamics, to rounding."""

from importlib import import_module
from typing import Any

import numpy as np

import linkwork as lw
from tests.formulation import peers
from tests.soak.runner import Unavailable

TOLERANCE = 1e-9
MOST = 12


def against_pinocchio(rng: np.random.Generator) -> None:
    """All kinds of joints."""
    _compare(rng, _peer("pinocchio"), peers.by_pinocchio, peers.KINDS)


def against_mujoco(rng: np.random.Generator) -> None:
    """All but screws, which it does not know."""
    _compare(rng, _peer("mujoco"), peers.by_mujoco, [kind for kind in peers.KINDS if kind != "screw"])


def _peer(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise Unavailable(f"{name} is not installed; the extra `bench` brings it") from None


def _compare(rng: np.random.Generator, peer: Any, by_peer: Any, kinds: Any) -> None:
    chosen = [kinds[k] for k in rng.integers(len(kinds), size=rng.integers(1, MOST + 1))]
    seed = int(rng.integers(2**31))
    forest = peers.random_forest(chosen, seed)
    system = lw.compile_model(peers.our_model(forest))
    q, u = peers.random_state(forest, system.layout, seed + 1)
    wanted = rng.normal(size=len(u))
    theirs = by_peer(peer, forest, system.layout, q, u, wanted)
    state = lw.State(system.layout, q, u)
    pairs = {
        "mass matrix": (system.mass_matrix(state), theirs.M),
        "accelerations": (lw.accelerations(system, state).u_dot, theirs.u_dot),
        "inverse dynamics": (lw.inverse_dynamics(system, state, wanted), theirs.load),
    }
    for name, (mine, other) in pairs.items():
        off = np.abs(mine - other).max() / np.abs(other).max()
        assert off < TOLERANCE, f"{name} of {chosen} differ by {off:.1e}"
