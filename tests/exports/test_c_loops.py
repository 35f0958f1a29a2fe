"""Loops as C: no warnings, and the bits of plain Python and of the host's own code."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.loops import compiled_loop, loop
from linkwork.kernels.loops.native import Native, PackedCall
from tests.exports.compiled_c import GccLoop, needs_compiler
from tests.kernels.loop_examples import (
    arguments,
    by_rules,
    chosen,
    divided,
    everything,
    flipped,
    plan_of,
    squared,
    summed,
    twice,
)

pytestmark = needs_compiler


@pytest.fixture
def by_gcc(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], list[str]]:
    """`by_gcc()` has all loops that are called from then on compiled by way of C; its value lists their names."""
    folder, made = tmp_path_factory.mktemp("loops"), dict[Any, GccLoop]()
    names: list[str] = []

    def code(which: Native, kinds: Any) -> GccLoop:
        key = which.function, tuple(kinds)
        if key not in made:
            names.append(which.function.__qualname__)
            made[key] = GccLoop(*key, folder)
        return made[key]

    def switch() -> list[str]:
        monkeypatch.setattr(Native, "code", code)
        # A call that is kept would go on with the code it has.
        monkeypatch.setattr(PackedCall, "fits", lambda call, arguments: False)
        return names

    return switch


def test_all_that_loops_have_gives_the_bits_of_plain_python(by_gcc: Any) -> None:
    assert by_gcc() == []
    for seed in range(20):
        one, other = arguments(seed), arguments(seed)
        assert compiled_loop(everything)(*one) == everything(*other)
        for a, b in ((one[0].table, other[0].table), (one[1], other[1]), (one[0].flags, other[0].flags)):
            assert a.tobytes() == b.tobytes()


def test_loops_as_arguments_give_the_bits_of_plain_python(by_gcc: Any) -> None:
    by_gcc()
    for seed in range(10):
        for more, inner in ((twice, squared), (summed, flipped)):
            one, other = plan_of(seed), plan_of(seed)
            assert compiled_loop(by_rules)(one, more, inner) == by_rules(other, more, inner)
            assert one.values.tobytes() == other.values.tobytes()


def test_quotients_and_extremes_are_those_of_python(by_gcc: Any) -> None:
    by_gcc()
    for a in range(-7, 8):
        for b in (-3, -1, 2, 5):
            assert compiled_loop(divided)(a, b) == divided(a, b)
    numbers = (0.0, -0.0, 1.0, math.nan, math.inf)
    for x in numbers:
        for y in numbers:
            np.testing.assert_array_equal(compiled_loop(chosen)(x, y), chosen(x, y))
            assert math.copysign(1.0, compiled_loop(chosen)(x, y)[0]) == math.copysign(1.0, chosen(x, y)[0])


@loop
def doubled(x: Any, k: int) -> float:
    x[k] = 2.0 * x[k]
    return x[k]


@loop
def is_large(x: Any, k: int) -> bool:
    x[2] += 1.0
    return doubled(x, k) > 3.0


@loop
def pair(x: Any, k: int) -> tuple[float, bool]:
    return doubled(x, k), x[2] > 100.0


def test_the_order_of_computing_is_that_of_python(by_gcc: Any) -> None:
    one, other = np.array([1.0, 0.3, 0.1]), np.array([1.0, 0.3, 0.1])
    names = by_gcc()
    assert compiled_loop(steps_of)(one, 5) == steps_of(other, 5)
    assert one.tobytes() == other.tobytes()
    assert names == ["steps_of"]


def steps_of(x: Any, n: int) -> float:
    """Calls that change what stands beside them; names that change while they count."""
    total = x[0] + doubled(x, 0) + x[0]
    x[0], x[1] = x[1], doubled(x, 0)
    if is_large(x, 0) and (is_large(x, 1) or x[2] > 0.0) and not is_large(x, 1):
        total -= 1.0
    k = n
    for k in range(n):
        total += k * (doubled(x, 1) if is_large(x, 0) else x[1])
        k += 1
        n -= 1
    while doubled(x, 2) + x[2] < 1e3:
        _, large = pair(x, 2)
        if large:
            continue
        total *= 1.0 + 0.1
    x[int(x[2] > 0.0)] = doubled(x, 2)
    return total + k + n


def pendulum() -> lw.System:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, radius=0.02, mass=2.0))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod, initial={"angle": 0.3})
    return lw.compile_model(m)


@pytest.mark.parametrize("method", ["dop853", "radau", "generalized_alpha", "symplectic"])
def test_runs_by_way_of_c_have_the_bits_of_the_hosts_code(by_gcc: Any, method: str) -> None:
    system = pendulum()
    events = [lw.Event("down", "hinge.angle", value=1.5, terminal=True, count=2), lw.Event("rate", "hinge.angle_dot")]
    options = {"events": events, "method": method, **({"h": 1e-3} if method == "symplectic" else {})}
    host = lw.simulate(system, system.rest, 3.0, **options)
    names = by_gcc()
    run = lw.simulate(system, system.rest, 3.0, **options)
    assert "march" in names
    assert (run.t.tobytes(), run.q.tobytes(), run.u.tobytes()) == (host.t.tobytes(), host.q.tobytes(), host.u.tobytes())
    assert len(run.t) > 10 and run.events == host.events
