"""Enclosures hold what functions and their slopes do on boxes, by many samples; and they become tight."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expr import periodic_spline, spline, symbols, table
from linkwork.expr.enclosures import _RULES, enclose
from linkwork.expr.evaluate import evaluate
from linkwork.expr.graph import as_expr
from linkwork.expr.primitives import MEANING
from linkwork.expr.table_bounds import bounds_of_lookup

T = symbols("t")
VALUES = np.random.default_rng(0).normal(size=9)
CURVE = spline(np.linspace(0.0, 20.0, 9), VALUES)
WAVE = periodic_spline(np.linspace(0.0, 3.0, 7), [0.0, 1.0, 2.0, -1.0, 0.5, 0.3, 0.0])
FUNCTIONS = [
    np.exp(-(((T - 7.3) / 0.01) ** 2)),
    np.sin(3.0 * T) * np.cos(T),
    lw.where(T > 3.0, T**2, -T),
    lw.maximum(np.sin(T), 0.3),
    lw.minimum(np.sin(T), 0.1 * T),
    table([0.0, 7.29, 7.3, 7.31, 20.0], [0.0, 0.0, 100.0, 0.0, 0.0])(T),
    table([2.0, 3.0], [1.0, 4.0], "linear")(T),
    CURVE(T),
    CURVE(np.sin(T) * 8.0 + 9.0),
    WAVE(T),
    WAVE(2.7 * T + 1.0),
    np.tanh(5.0 * (T - 4.0)),
    np.sqrt(T + 1.0) / (T + 2.0),
    abs(np.sin(T)),
    np.floor(T) + np.ceil(0.5 * T),
    lw.clip(T, 2.0, 5.0) ** 3,
    (T + 1.0) ** -2,
    (T + 0.1) ** 1.5,
    2.0**T,
    np.arctan2(np.sin(T) + 2.0, np.cos(T)),
    np.cosh(T - 5.0),
    np.log(T + 1.0) - np.log1p(T),
    np.arctan(T - 3.0) + np.arcsinh(T),
    np.tan(T / 20.0),
    np.arccos(T / 30.0) * np.arcsin(T / 30.0),
    np.arccosh(T + 2.0) + np.arctanh(T / 30.0),
    T % 3.3,
    np.sinh(T / 5.0) + np.expm1(-T),
    lw.where(((T > 2.0) & (T < 2.5)) | ~(T < 7.0), T, 1.0),
    np.sign(np.sin(T)),
]


def boxes(count: int = 300) -> np.ndarray:
    """Boxes of all lengths between 0 and 20."""
    rng = np.random.default_rng(1)
    start = np.sort(rng.uniform(0.0, 19.9, count))
    return np.array([start, np.minimum(start + 10.0 ** rng.uniform(-4.0, 1.0, count), 20.0)])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: str(f)[:40])
def test_values_and_slopes_lie_within(function: Any) -> None:
    at = boxes()
    (bounds,), is_open = enclose([as_expr(function)], T, {}, at)
    x = at[0] + np.linspace(0.0, 1.0, 401)[:, None] * (at[1] - at[0])
    values = np.broadcast_to(evaluate([function], {T: x})[0], x.shape)
    size = 1.0 + np.abs(values).max(axis=0)
    assert (values.min(axis=0) >= bounds.low - 1e-12 * size).all()
    assert (values.max(axis=0) <= bounds.high + 1e-12 * size).all()
    slopes = np.diff(values, axis=0) / np.diff(x, axis=0)
    rounding = 1e-8 * (1.0 + np.abs(slopes).max(axis=0)) + 1e-9 * size / (at[1] - at[0])
    assert (slopes.min(axis=0) >= bounds.least_slope - rounding).all()
    assert (slopes.max(axis=0) <= bounds.most_slope + rounding).all()
    assert is_open.shape == (300,)


def test_they_become_tight_as_boxes_become_short() -> None:
    function = np.exp(-(((T - 7.3) / 0.01) ** 2)) * np.cos(3.0 * T)
    for width in (1e-4, 1e-5):
        start = np.linspace(7.28, 7.32, 50)
        (bounds,), _ = enclose([as_expr(function)], T, {}, np.array([start, start + width]))
        x = start + np.linspace(0.0, 1.0, 101)[:, None] * width
        (values,) = evaluate([function], {T: x})
        # What is too much shrinks with the square of the width: |f''| is at most 2e4 here.
        assert (bounds.high - bounds.low <= np.ptp(values, axis=0) + 4e4 * width**2).all()


def test_an_open_branch_is_told_where_it_changes() -> None:
    at = np.array([[0.0, 2.9, 3.1], [2.9, 3.1, 4.0]])
    for function in (lw.where(T > 3.0, 1.0, T), abs(T - 3.0), np.sign(T - 3.0), lw.maximum(T, 3.0), np.floor(T / 3.0)):
        assert enclose([as_expr(function)], T, {}, at).is_open.tolist() == [False, True, False]


def test_every_primitive_has_a_rule() -> None:
    assert set(_RULES) == {*MEANING, "lookup"}


def test_look_ups_are_bounded_across_segments_and_beyond() -> None:
    curve = table([0.0, 1.0, 2.0], [0.0, 5.0, -1.0], "linear")
    low, high, (least, most) = bounds_of_lookup(curve, np.array([0.5, 2.5, -3.0]), np.array([1.5, 3.0, 3.0]))
    # Whole segments are taken where several are touched.
    assert low[1:] == pytest.approx([-7.0, -15.0])
    assert high[1:] == pytest.approx([-4.0, 5.0])
    assert low[0] <= 2.0 and high[0] == pytest.approx(5.0)
    assert (least == pytest.approx([-6.0, -6.0, -6.0])) and (most == pytest.approx([5.0, -6.0, 5.0]))
