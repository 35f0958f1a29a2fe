"""The same model gives the same bits: in a fresh process, after other models, with an empty or a full cache."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from tests.results.machines import four_bar

PROGRAM = Path(__file__).with_name("motions.py")
FEW = ("two_bars", "bennett_linkage", "bicycle")
"""Models whose bits depended on what the process had done before; run each time."""
TWELVE = (
    *FEW,
    "delta_robot",
    "elastic_beam_loop",
    "fuel_injection_pump",
    "stewart_platform",
    "four_bar",
    "governor",
    "leg_with_muscles",
    "rolling_coin",
    "robot_arm",
)


def bits(*words: str, cache: Path | None = None, seed: int = 0) -> list[str]:
    """What a process prints that does what the words say, with this folder as its cache (or none)."""
    environment = {
        **os.environ,
        "LINKWORK_CACHE_DIR": "" if cache is None else str(cache),
        "PYTHONHASHSEED": str(seed),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_bits_do_not_depend_on_other_models(tmp_path: Path) -> None:
    after = bits("3", "-four_bar", *FEW, cache=tmp_path, seed=1)
    assert bits(*reversed(FEW), seed=2) == after[::-1]  # nothing is kept
    assert bits(FEW[0], cache=tmp_path, seed=3) == after[:1]  # all of it was kept


@pytest.mark.slow
@pytest.mark.parametrize("name", TWELVE)
def test_bits_in_a_fresh_process_and_after_fifty_other_models(name: str, tmp_path: Path) -> None:
    others = [f"-{other}" for other in TWELVE if other != name]
    (fresh,) = bits(name, cache=tmp_path, seed=1)
    assert bits(str(50 - len(others)), *others, name, seed=2) == [fresh]
    assert bits(*others[::-1], "7", name, cache=tmp_path, seed=3) == [fresh]
    assert bits(name, cache=tmp_path, seed=4) == [fresh]


@pytest.mark.parametrize("method", ["dopri5", "dop853", "radau", "bdf", "generalized_alpha", "rk4"])
def test_a_run_leaves_nothing_behind_in_its_system(method: str) -> None:
    """The same run again after others of the same system, which took over its memory."""
    system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": 0.6}, guess={"B.angle": -0.5})
    options = {"method": method, **({"h": 1e-3} if method == "rk4" else {"rtol": 1e-6})}
    first = lw.simulate(system, start, 0.3, **options)
    elsewhere = lw.assemble(system, fixed={"A.angle": 1.7}, guess={"B.angle": -0.5})
    for other in ("dop853", "radau", "dopri5"):
        lw.simulate(system, elsewhere, 0.2, method=other)
    again = lw.simulate(system, start, 0.3, **options)
    assert np.array_equal(first.t, again.t)
    assert np.array_equal(first.q, again.q)
    assert np.array_equal(first.u, again.u)
    assert first.certificate.energy_error == again.certificate.energy_error
