"""Traced functions with a closed form or a matrix of low rank."""

import numpy as np

import linkwork.expr as ex
from linkwork.expr.signature import Signature
from linkwork.kernels import (
    Add,
    At,
    Buffer,
    Program,
    ProgramTables,
    Row,
    Separated,
    Whole,
    scan_rows,
)

TABLE = np.array([[2.0, 1.0], [3.0, 0.5], [-1.0, 4.0]])


PARENT = np.array([0, 1, 1])


X = np.array([0.3, 0.7, -0.2])


def straight():
    """What the program does, written out: y_k = a_k x_k + b_k y_parent, total = Σ c y²."""

    def function(x, c):
        y = [ex.array(0.0)[()]]
        for k, (a, b) in enumerate(TABLE):
            y.append(a * x[k] + b * y[PARENT[k]])
        return {"y": y[1:], "total": sum(c * v * v for v in y[1:])}

    return ex.trace(function, {"x": 3, "c": ()}, name="tree")


def row(row, x, before):
    y = row[0] * x + row[1] * before
    return {"y": y, "own": y}


def closed(table=TABLE, at=(0, 1, 2), **changes):
    start = ex.trace(lambda: {"still": 0.0}, {}, name="start")
    tally = ex.trace(lambda y, c: {"total": c * y * y}, {"y": (), "c": ()}, name="tally")
    own = {"row": Row("table"), "x": At("x", "at"), "before": At("all", "parent")}
    given = {
        "signature": Signature("tree", {"x": (3,), "c": ()}, {"y": (3,), "total": ()}),
        "tables": {"table": np.asarray(table)},
        "columns": {"at": np.array(at), "parent": PARENT},
        "counts": {"rows": 3, "one": 1},
        "straight": straight,
    }
    return Program(
        "tree",
        inputs={"x": Buffer(3), "c": Buffer(1), "table": Buffer(2, "rows", shared=True)},
        outputs={"y": Buffer(3, zero=False), "total": Buffer(1)},
        internal={"all": Buffer(1, "rows", extra=1, zero=False)},
        columns={"at": "rows", "parent": "rows"},
        stages=[
            scan_rows(start, "one", {"still": Whole("all")}),
            scan_rows(
                ex.trace(row, {"row": 2, "x": (), "before": ()}),
                "rows",
                {**own, "y": At("y", "at"), "own": Row("all", 1)},
            ),
            scan_rows(tally, "rows", {"y": At("y", "at"), "c": Whole("c"), "total": Add(Whole("total"), apart=True)}),
        ],
        fixed=ProgramTables(**{**given, **changes}),
    )


def example(n: int, extra: bool = False, blocks: int = 3) -> Separated:
    """A symmetric A, definite with `extra`, and `blocks` − 1 others of x, on a pattern that is not full."""
    rng = np.random.default_rng(n)
    left, right = rng.normal(size=(n, 2)), rng.normal(size=(2, blocks, n))
    below = np.tril(np.ones((n, n)))
    above = np.triu(np.ones((n, n)), 1)
    if n > 3:
        below[n - 1, 1] = above[1, n - 1] = 0.0

    def factors(x: ex.Array) -> dict[str, object]:
        scaled = ex.array(left) * x[0]
        lower = ex.array(right)
        upper = ex.array(right[:, :, ::-1].copy())
        # Block 0 is symmetric: (scaled scaledᵀ) on both sides.
        for k in range(2):
            lower[k, 0, :] = upper[k, 0, :] = scaled[:, k]
        found = {"lower_left": scaled, "lower_right": lower, "upper_left": scaled, "upper_right": upper}
        if extra:
            added = ex.zeros((n, blocks, n))
            for i in range(n):
                added[i, 0, i] = 10.0 * n + x[1]
                if blocks > 1:
                    added[i, blocks - 1, (i + 1) % n] = x[1]
            found["extra"] = added
        return {**found, "twice": 2.0 * x[0]}

    names = ("inverse", "first", "second", "third")[:blocks]
    return Separated(ex.trace(factors, {"x": 2}, name="example"), names, below, above)
