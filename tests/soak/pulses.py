"""Random pulses and tables in time: none is stepped over, by any adaptive method, in either formulation."""

import numpy as np

from tests.pulses import METHODS, compiled, draw, off_by


def pulse(rng: np.random.Generator) -> None:
    """The end of a block that one pulse pushes, against the integrals of the pulse."""
    end = float(10.0 ** rng.uniform(0.0, 2.0))
    found, coordinates = draw(rng, end), str(rng.choice(list(METHODS)))
    way = str(rng.choice(["load", "law", "input", "gravity"]))
    method, allowed = METHODS[coordinates][rng.integers(len(METHODS[coordinates]))]
    off, run = off_by(found, compiled(found, coordinates, way), method, end)
    told = f"{found.kind} as {way}, {coordinates}, {method}, {end:.3g} s: off by {off:.1e}, {run.verdict}"
    assert run.certificate.status == "done", told
    assert off < allowed or not run.verdict.is_good, told
    assert off < 30.0 * allowed, told
