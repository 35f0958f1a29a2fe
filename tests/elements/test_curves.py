"""Curves: closed forms, tangents, arc lengths."""

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import Parameter
from linkwork.testing.examples import OVAL, STADIUM, ZIGZAG, ellipse


def test_spline_goes_through_its_points() -> None:
    curve = lw.SplineCurve(ZIGZAG)
    found = [curve.point(float(s)) for s in curve.knots]
    np.testing.assert_allclose(found, ZIGZAG, atol=1e-15)


def test_knots_are_arc_lengths() -> None:
    curve = lw.SplineCurve(ZIGZAG)
    np.testing.assert_allclose([curve.arc(float(s)) for s in curve.knots], curve.knots, rtol=1e-10)


def test_closed_spline_of_a_circle_has_its_length() -> None:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    curve = lw.SplineCurve(np.column_stack([0.5 * np.cos(angles), 0.5 * np.sin(angles)]), closed=True)
    assert curve.period == pytest.approx(np.pi, rel=1e-6)
    # One round further, the length goes on where the point comes back.
    assert curve.arc(0.3 + curve.period) - curve.arc(0.3) == pytest.approx(curve.period, rel=1e-12)


def test_closed_spline_does_not_need_its_first_point_twice() -> None:
    once, twice = lw.SplineCurve(OVAL, closed=True), lw.SplineCurve((*OVAL, OVAL[0]), closed=True)
    np.testing.assert_allclose(once.point(0.4), twice.point(0.4), atol=1e-15)


def test_length_of_an_ellipse() -> None:
    curve = lw.FunctionCurve(ellipse, (0.0, 2 * np.pi), True)
    # 4 a E(1 − b²/a²), from tables: scipy.special.ellipe.
    from scipy.special import ellipe

    assert curve.arc(2 * np.pi) == pytest.approx(4 * 0.6 * ellipe(1 - (0.4 / 0.6) ** 2), rel=1e-12)


def test_stadium_is_two_lines_and_two_half_circles() -> None:
    curve = lw.ArcsAndLines(STADIUM, closed=True)
    assert curve.period == pytest.approx(0.8 + 0.6 * np.pi)
    top = 0.4 + 0.3 * np.pi
    np.testing.assert_allclose(curve.point(0.2), [0.2, 0.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(curve.point(0.4 + 0.15 * np.pi), [0.7, 0.3, 0.0], atol=1e-15)
    np.testing.assert_allclose(curve.point(top + 0.1), [0.3, 0.6, 0.0], atol=1e-15)
    np.testing.assert_allclose(curve.tangent(top + 0.1), [-1.0, 0.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(curve.point(0.2 - curve.period), curve.point(0.2), atol=1e-15)


def test_circle_with_a_parameter_as_radius() -> None:
    radius = Parameter("radius", 0.4)
    assert lw.CircleCurve(radius).parameters == [radius]
    assert lw.AlongCurve(lw.CircleCurve(radius)).parameters == [radius]
    np.testing.assert_allclose(
        lw.CircleCurve(0.4, axis="x").point(0.1 * np.pi), [0, 0.4 * np.cos(np.pi / 4), 0.4 * np.sin(np.pi / 4)]
    )
