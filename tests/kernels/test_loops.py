"""Compiled loops: the bits of plain Python, every construct of the language, and refusals with file and line."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.kernels.loops import compiled_loop, loop, native, vectorised
from linkwork.kernels.loops.errors import LoopError
from linkwork.kernels.loops.native import build_loop

PLACES = 3
"""A constant outside of any function."""


class Inner(NamedTuple):
    values: Any
    weight: float


class Outer(NamedTuple):
    table: Any
    inner: Inner
    flags: Any
    count: int
    is_on: bool


@loop
def largest(x: Any, start: int) -> tuple[int, float]:
    at, value = start, x[start]
    for i in range(start + 1, len(x)):
        if x[i] > value:
            at, value = i, x[i]
    return at, value


@vectorised
def add(target: Any, source: Any, by: float) -> None:
    for i in range(len(source)):
        target[i] += by * source[i]


def everything(it: Outer, x: Any, limit: int) -> float:
    """Uses all that loops have."""
    inner, total, steps = it.inner, 0.0, 0
    if not it.is_on:
        return -1.0
    add(it.table[1], inner.values, inner.weight)
    add(it.table[0, 1:], inner.values[: it.table.shape[1] - 1], -0.5)
    while True:
        steps += 1
        if steps > limit or (steps > PLACES and x[0] < -1e300):
            break
        if steps % 2 == 0:
            continue
        at, value = largest(x, 0)
        row = it.table[0] if at > 1 else it.table[1]
        total += row[at] * value + (0.25 if steps in (1, PLACES) else steps // 2)
        x[at] = -x[at]
        it.flags[at] = it.flags[at] + 1 if 0 < steps <= 5 else -7
    for k in range(len(x) - 1, -1, -2):
        total -= abs(x[k]) ** 1.5 + max(x[k], 0.0, -1) ** 2 - min(k, 2)
    last = it.flags[0] and it.flags[1]
    return float(np.sqrt(abs(total)) + last + math.floor(total) + (1 if np.isfinite(total) and not total < 0 else 0))


def arguments(seed: int) -> tuple[Outer, np.ndarray, int]:
    rng = np.random.default_rng(seed)
    inner = Inner(rng.normal(size=4), 0.3)
    return (
        Outer(rng.normal(size=(2, 4)), inner, np.arange(4, dtype=np.int32), 2, True),
        rng.normal(size=4),
        int(rng.integers(9)),
    )


@given(st.integers(0, 10**6))
def test_compiled_and_plain_python_give_the_same_bits(seed: int) -> None:
    one, other = arguments(seed), arguments(seed)
    assert compiled_loop(everything)(*one) == everything(*other)
    for a, b in ((one[0].table, other[0].table), (one[1], other[1]), (one[0].flags, other[0].flags)):
        assert a.tobytes() == b.tobytes()


def divided(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b


@given(st.integers(-100, 100), st.integers(-9, 9).filter(bool))
def test_quotients_are_those_of_python(a: int, b: int) -> None:
    assert compiled_loop(divided)(a, b) == divided(a, b)


def chosen(a: float, b: float) -> tuple[float, float, bool]:
    return min(a, b), max(a, b), a != b


@pytest.mark.parametrize("a", [0.0, -0.0, 1.0, math.nan, math.inf])
@pytest.mark.parametrize("b", [0.0, -0.0, 2.0, math.nan])
def test_extremes_of_what_is_not_a_number_are_those_of_python(a: float, b: float) -> None:
    np.testing.assert_array_equal(compiled_loop(chosen)(a, b), chosen(a, b))
    assert math.copysign(1.0, compiled_loop(chosen)(a, b)[0]) == math.copysign(1.0, chosen(a, b)[0])


# What is refused


def _list(x: Any) -> float:
    y = [x[0]]
    return float(y[0])


def _from_the_end(x: Any) -> float:
    return float(x[-1])


def _kinds(x: Any) -> float:
    n = 1
    n = x[0]
    return float(n)


def _unbound(x: Any) -> float:
    if x[0] > 0.0:
        y = 1.0
    return y


def _without_return(x: Any) -> float:
    while x[0] > 0.0:
        x[0] -= 1.0


def _unmarked(x: Any) -> float:
    return divided(1, 2)[0] + x[0]


def _by_name(x: Any) -> float:
    _, value = largest(x, start=0)
    return value


def _floats_in_integers(x: Any) -> None:
    n = 1
    n //= 0.5


def _result(x: Any) -> Any:
    return x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_list, "is not for compiled loops"),
        (_from_the_end, r"write len\(x\) - 1 for the last entry"),
        (_kinds, "'n' is a int and gets a float; names keep their kind"),
        (_unbound, "'y' may have no value yet"),
        (_without_return, "ends without `return`"),
        (_by_name, "by their places"),
        (_floats_in_integers, "`//` is for integers"),
        (_result, "by annotation"),
    ],
)
def test_what_loops_have_not_is_refused_with_file_and_line(function: Any, message: str) -> None:
    with pytest.raises(LoopError, match=message) as caught:
        compiled_loop(function)(np.ones(3))
    file, line, _ = str(caught.value).split(":", 2)
    first = function.__code__.co_firstlineno
    assert file == __file__ and first <= int(line) <= first + 5


def test_what_is_not_marked_is_named() -> None:
    with pytest.raises(LoopError, match="'divided' is called in a loop; mark it with @loop"):
        compiled_loop(_unmarked)(np.ones(3))


def test_arrays_with_gaps_and_other_values_are_refused() -> None:
    with pytest.raises(TypeError, match="have no gaps"):
        compiled_loop(largest)(np.ones((4, 2))[:, 0], 0)
    with pytest.raises(TypeError, match="complex128"):
        compiled_loop(largest)(np.ones(2, dtype=complex), 0)
    with pytest.raises(TypeError, match="str is not for loops"):
        compiled_loop(largest)("x", 0)


class Weights(NamedTuple):
    """A named tuple that comes again."""

    of: Any


@loop
def weighed(weights: Weights, values: Any, factor: float) -> float:
    """Σ w v, times a factor."""
    total = 0.0
    for k in range(len(values)):
        total += weights.of[k] * values[k]
    return factor * total


def test_a_call_keeps_nothing_but_named_tuples_of_the_one_before():
    call, ones, twos = compiled_loop(weighed), Weights(np.ones(3)), Weights(np.full(3, 2.0))
    first, second = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0])
    assert call(ones, first, 1.0) == 6.0
    assert call(ones, second, 1.0) == 9.0  # another array, and shorter
    assert call(ones, second, 0.5) == 4.5
    assert call(twos, first, 0.5) == 6.0  # another tuple
    ones.of[:] = 3.0
    assert call(ones, first, -1.0) == -18.0
    assert call(ones, first, 2) == 36.0  # a number of another kind


@loop
def sum_of_squares(x: Any) -> float:
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


def test_threads_that_want_a_new_loop_at_once_compile_it_once(own_cache, monkeypatch):
    """CPython 3.11 cannot parse in two threads at once; one compiles, the others wait for what it makes."""
    made, start = [], Barrier(4)

    def counted(program):
        made.append(program)
        return build_loop(program)

    def call(k):
        start.wait()
        return compiled_loop(sum_of_squares)(np.full(3, float(k)))

    monkeypatch.setattr(native, "build_loop", counted)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(call, range(4))) == [0.0, 3.0, 12.0, 27.0]
    assert len(made) == 1
