"""Random laws with branches that nobody declares: derivatives of runs against differences of tight runs."""

from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as lw

END = 0.6
TIGHT = {"rtol": 1e-12, "atol": 1e-14}
STEPS = (1e-4, 2e-5)
"""Changes of variables by which differences are made."""
CLOSE = 1e-5
"""What derivatives may differ by from differences, relative to their size."""
NAMES = ("a", "b", "k")
OUTPUTS = ("slide.displacement", "slide.displacement_dot")

MEASURED: tuple[Callable[..., Any], ...] = (
    lambda x, v, t: x,
    lambda x, v, t: v,
    lambda x, v, t: x + 0.3 * v,
    lambda x, v, t: x * v,
    lambda x, v, t: x - 0.2 * lw.sin(3.0 * t),
)
"""What branches are chosen by."""
TABLE = lw.TableResponse([-0.5, -0.1, 0.1, 0.35, 0.6], [-1.0, 0.4, 0.0, 1.0, 0.5], method="linear", outside="hold")
BRANCHES: tuple[Callable[..., Any], ...] = (
    lambda y, a, b: lw.where(y > a, 1.0, b),
    lambda y, a, b: lw.where((y > a) & (y < a + 0.3), 1.0, b),
    lambda y, a, b: lw.where((y > a) | (y < -a), y, 0.0),
    lambda y, a, b: lw.where(y > a, lw.where(y > a + 0.1, 1.0, b), 0.0),
    lambda y, a, b: lw.where(y < a, b * y, b * a),
    lambda y, a, b: lw.clip(y - a, -0.1, 0.2),
    lambda y, a, b: lw.maximum(y - a, 0.0),
    lambda y, a, b: lw.minimum(y, a) * b,
    lambda y, a, b: abs(y - a),
    lambda y, a, b: lw.sign(y - a) * b,
    lambda y, a, b: lw.floor((y - a) / 0.35) * 0.4,
    lambda y, a, b: (y - a) % 0.5,
    lambda y, a, b: TABLE(y - a) * b,
    lambda y, a, b: lw.maximum(y - a, 0.0) ** 3,
    lambda y, a, b: abs(y) * y,
)
"""Terms with branches."""


def block(law: Callable[..., Any]) -> lw.Model:
    """A block on a slide, under a law of its place and speed."""
    m = lw.Model("block", gravity=(0, 0, 0))
    body = m.body("block", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("slide", lw.Prismatic("x"), m.ground, body)
    m.connect("law", lw.FunctionForce(law, on=lw.Displacement("x")), m.ground, body)
    return m


def drawn(rng: np.random.Generator) -> tuple[Callable[..., Any], dict[str, float], str]:
    """A law of the Parameters a, b and k, their values, and its numbers in words."""
    values = {"a": rng.uniform(0.02, 0.25), "b": rng.uniform(-1.5, 1.5), "k": rng.uniform(2.0, 30.0)}
    a, b, k = (lw.Parameter(name, float(values[name])) for name in NAMES)
    count = int(rng.integers(1, 4))
    terms = [(int(rng.integers(len(BRANCHES))), int(rng.integers(len(MEASURED)))) for _ in range(count)]
    sizes, damping = rng.uniform(-4.0, 4.0, size=count), rng.uniform(0.0, 1.0)

    def law(e: Any, e_dot: Any, t: Any) -> Any:
        parts = (c * BRANCHES[i](MEASURED[j](e, e_dot, t), a, b) for c, (i, j) in zip(sizes, terms, strict=True))
        return b - k * (e - a) - damping * e_dot + sum(parts)

    return law, {name: float(x) for name, x in values.items()}, f"terms {terms}, sizes {sizes}, {values}"


def answer(system: lw.System, x: float, v: float) -> tuple[np.ndarray, bool] | None:
    """(derivatives of place and speed at the end by a, b and k, whether they are good); None where they are refused."""
    try:
        found = lw.sensitivities(system, started(system, x, v), END, parameters=NAMES, times=[END])
    except lw.ModelError as error:
        assert str(error).startswith("sensitivities: "), error
        return None
    return np.array([found[name].gradient[-1] for name in OUTPUTS]), found.verdict.is_good


def started(system: lw.System, x: float, v: float, **values: float) -> lw.State:
    """The block at a place and speed."""
    own = OUTPUTS if OUTPUTS[0] in system.layout.q else ("block.position.x", "block.velocity.x")
    names = own if own[0] in system.layout.q else (system.layout.q[4], system.layout.u[3])
    return system.state({names[0]: x, names[1]: v, **values})


def differences(tree: lw.System, x: float, v: float, values: dict[str, float], h: float) -> np.ndarray:
    """The same by central differences of tight runs."""
    columns = []
    for name in NAMES:
        ends = []
        for side in (h, -h):
            run = lw.simulate(tree, started(tree, x, v, **{name: values[name] + side}), END, times=[END], **TIGHT)
            assert run.success, run.status
            ends.append(np.array([run[output][-1] for output in OUTPUTS]))
        columns.append((ends[0] - ends[1]) / (2.0 * h))
    return np.array(columns).T


def sensitivities_of_branches(rng: np.random.Generator) -> bool | None:
    """A law in one formulation. Returns whether its derivatives are right; None where differences tell nothing."""
    law, values, words = drawn(rng)
    x, v = float(rng.uniform(-0.3, 0.3)), float(rng.uniform(-2.0, 2.0))
    coordinates = str(rng.choice(["tree", "absolute"]))
    tree = lw.compile_model(block(law))
    system = tree if coordinates == "tree" else lw.compile_model(block(law), coordinates=coordinates)
    found = answer(system, x, v)
    if found is None:
        return False
    wanted, other = (differences(tree, x, v, values, h) for h in STEPS)
    size = 1.0 + np.abs(other).max()
    if np.abs(wanted - other).max() > CLOSE * size:
        return None  # within the change the sequence of branches is another
    off = np.abs(found[0] - other).max()
    assert off <= CLOSE * size or not found[1], (
        f"{coordinates}: off by {off:.1e} of {size:.3g}; start {x:.6g}, {v:.6g}; {words}"
    )
    return bool(off <= CLOSE * size)
