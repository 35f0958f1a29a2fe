"""IPOPT on a smooth problem with bounds and rules, through the package ipyopt, whose wheels bring the solver along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import OptimizeResult

from ...contract import ModelError

SOLVED = {0: "solved", 1: "solved to an acceptable level", 6: "a feasible point was found"}
ENDED = {
    -1: "the iterations were used up",
    -2: "restoration failed",
    -3: "a step could not be computed",
    -13: "a number is not finite",
    2: "the constraints cannot be met here",
    3: "steps became too small",
    4: "the variables run away",
    5: "stopped on request",
}
OUT_OF_ITERATIONS = -1
IPOPT_INFINITY = 1e20
"""What IPOPT takes for infinite."""


def minimised(
    value: Callable[[np.ndarray], float],
    slope: Callable[[np.ndarray], np.ndarray],
    x: np.ndarray,
    limits: Sequence[tuple[float, float]],
    rules: Sequence[Mapping[str, Any]],
    tolerance: float,
    iterations: int,
) -> OptimizeResult:
    """Where `value` is least, with rules as SciPy writes them ("ineq": not negative, "eq": zero).

    Second derivatives are approximated from the exact first ones (limited-memory BFGS).
    """
    try:
        import ipyopt
    except ImportError:
        raise ModelError("method='ipopt' needs ipyopt: pip install 'linkwork[ipopt]'.", "optimise") from None
    counts = [len(rule["fun"](x)) for rule in rules]
    rows, n = sum(counts), len(x)
    upper = np.repeat([IPOPT_INFINITY if rule["type"] == "ineq" else 0.0 for rule in rules], counts)
    places = np.divmod(np.arange(rows * n), n)
    low, high = (
        np.clip(np.array(side, dtype=float), -IPOPT_INFINITY, IPOPT_INFINITY) for side in zip(*limits, strict=True)
    )

    def put(out: np.ndarray, parts: Sequence[Any]) -> None:
        out[:] = np.concatenate([np.ravel(part) for part in parts]) if parts else 0.0

    problem = ipyopt.Problem(
        n,
        low,
        high,
        rows,
        np.zeros(rows),
        upper,
        places,
        (np.zeros(0, dtype=int), np.zeros(0, dtype=int)),
        lambda y: value(y.copy()),
        lambda y, out: put(out, [slope(y.copy())]),
        lambda y, out: put(out, [rule["fun"](y.copy()) for rule in rules]),
        lambda y, out: put(out, [rule["jac"](y.copy()) for rule in rules]),
        ipopt_options={
            "print_level": 0,
            "sb": "yes",
            "tol": tolerance,
            "max_iter": iterations,
            "bound_relax_factor": 0.0,
        },
    )
    found, least, code = problem.solve(np.array(x, dtype=float))
    said = SOLVED.get(code) or ENDED.get(code) or f"IPOPT ended with code {code}"
    spent = iterations if code == OUT_OF_ITERATIONS else 0
    return OptimizeResult(x=found, fun=float(least), success=code in SOLVED, message=said, nit=spent)
