"""Compiled loops: the bits of plain Python, every construct of the language, and refusals with file and line."""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.kernels.loops import compiled_loop, loop, native
from linkwork.kernels.loops.kinds import loop_kind, width
from linkwork.kernels.loops.marks import LoopError
from linkwork.kernels.loops.native import build_loop, texts
from linkwork.kernels.loops.read import LoopProgram
from tests.kernels.loop_examples import (
    Plan,
    Rules,
    add,
    arguments,
    by_rules,
    chosen,
    divided,
    everything,
    flipped,
    largest,
    plan_of,
    scaled,
    squared,
    summed,
    twice,
)


@given(st.integers(0, 10**6))
def test_compiled_and_plain_python_give_the_same_bits(seed: int) -> None:
    one, other = arguments(seed), arguments(seed)
    assert compiled_loop(everything)(*one) == everything(*other)
    for a, b in ((one[0].table, other[0].table), (one[1], other[1]), (one[0].flags, other[0].flags)):
        assert a.tobytes() == b.tobytes()


@given(st.integers(-100, 100), st.integers(-9, 9).filter(bool))
def test_quotients_are_those_of_python(a: int, b: int) -> None:
    assert compiled_loop(divided)(a, b) == divided(a, b)


@pytest.mark.parametrize("a", [0.0, -0.0, 1.0, math.nan, math.inf])
@pytest.mark.parametrize("b", [0.0, -0.0, 2.0, math.nan])
def test_extremes_of_what_is_not_a_number_are_those_of_python(a: float, b: float) -> None:
    np.testing.assert_array_equal(compiled_loop(chosen)(a, b), chosen(a, b))
    assert math.copysign(1.0, compiled_loop(chosen)(a, b)[0]) == math.copysign(1.0, chosen(a, b)[0])


# Loops as arguments


@pytest.mark.few(1)
@given(st.integers(0, 10**6))
@pytest.mark.parametrize(("more", "inner"), [(twice, squared), (summed, flipped)])
def test_loops_are_arguments_of_loops(more: Any, inner: Any, seed: int) -> None:
    one, other = plan_of(seed), plan_of(seed)
    assert compiled_loop(by_rules)(one, more, inner) == by_rules(other, more, inner)
    assert one.values.tobytes() == other.values.tobytes()


def test_a_loop_as_an_argument_is_a_call_of_a_known_function() -> None:
    """No address of a function is taken, and nothing is handed over for it."""
    kinds = tuple(map(loop_kind, (plan_of(0), twice, squared)))
    program = LoopProgram(by_rules, kinds)
    text = "".join(texts(program))
    assert "inttoptr" in text and not re.search(r"call [^@\n]*%", text)
    assert [name for name, _ in program.entry.parameters] == ["plan"]
    assert list(map(width, kinds)) == [1, 0, 0] and width(loop_kind(plan_of(0).rules)) == 0
    assert kinds[0].slots["values"][0] == 1  # the weight stands before it, the rules take no room


def test_code_for_other_loops_is_other_code(own_cache: Any) -> None:
    call, plan = compiled_loop(summed), Plan(2.0, Rules(squared, flipped, scaled), np.array([3.0]), squared, 1)
    assert [call(squared, plan, 0), call(flipped, plan, 0), call(squared, plan, 0)] == [9.0, -15.0, 9.0]
    assert call(flipped, plan._replace(own=flipped), 0) == 9.0  # 2 · 3 − (−3): the entry is −3 by now


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


def _returned(x: Any) -> float:
    return squared


def _either(x: Any) -> float:
    rule = squared if x[0] > 0.0 else flipped
    return rule(x, 0)


def _another(x: Any) -> float:
    rule = squared
    rule = flipped
    return rule(x, 0)


def _compared(x: Any) -> float:
    return 1.0 if squared == flipped else 0.0


def _stored(x: Any) -> None:
    x[0] = squared


def _called_array(x: Any) -> float:
    return x(0)


def _called_method(x: Any) -> float:
    return x.sum()


def _unmarked_value(x: Any) -> float:
    return applied(divided, x)


def _wrong_count(x: Any) -> float:
    return applied(add, x)


@loop
def applied(rule: Any, x: Any) -> float:
    return rule(x, 0)


@loop
def recurring(rule: Any, x: Any) -> float:
    return recurring(rule, x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_returned, "a loop 'squared' is returned where float is announced"),
        (_either, "one branch gives a loop 'squared', the other a loop 'flipped'"),
        (_another, "'rule' is a loop 'squared' and gets a loop 'flipped'; names keep their kind"),
        (_compared, "`squared` is a loop 'squared' where one number is needed"),
        (_stored, "gets a loop 'squared'"),
        (_called_array, "`x` is a array of 1 axes of float64, which cannot be called"),
        (_called_method, "which has no fields"),
        (_unmarked, "'divided' is called in a loop; mark it with @loop"),
        (_unmarked_value, "`divided` is a function, which loops may not call; mark it with @loop"),
    ],
)
def test_what_cannot_be_done_with_loops_is_refused_with_file_and_line(function: Any, message: str) -> None:
    with pytest.raises(LoopError, match=message) as caught:
        compiled_loop(function)(np.ones(3))
    file, line, _ = str(caught.value).split(":", 2)
    first = function.__code__.co_firstlineno
    assert file == __file__ and first <= int(line) <= first + 5


def test_calls_of_given_loops_that_do_not_fit_are_refused() -> None:
    with pytest.raises(LoopError, match="in the loop 'add', 2 arguments are given for 3"):
        compiled_loop(_wrong_count)(np.ones(3))
    with pytest.raises(LoopError, match="the loop 'recurring' calls itself"):
        compiled_loop(recurring)(squared, np.ones(3))
    with pytest.raises(TypeError, match="'divided' is a function, which loops may not call; mark it with @loop"):
        compiled_loop(applied)(divided, np.ones(3))


def test_loops_have_a_name_and_know_nothing_of_functions_around_them() -> None:
    nameless, size = loop(lambda x, k: 1.0), 2.0

    @loop
    def inside(x: Any, k: int) -> float:
        return size * x[k]

    with pytest.raises(LoopError, match=r"test_loops.py:\d+: .* there is no `def`"):
        compiled_loop(applied)(nameless, np.ones(3))
    with pytest.raises(LoopError, match="'size' belongs to the function around it; give it as an argument"):
        compiled_loop(applied)(inside, np.ones(3))


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
