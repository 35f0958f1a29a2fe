"""Planar linkages of the gallery against circles that meet."""

import numpy as np
import pytest

from examples import five_bar, four_bar, jansen_leg, slider_crank, stephenson_linkage, watt_linkage

from .planar import beside, meet, polar


def test_slider_crank_moves_as_trigonometry_says() -> None:
    found = slider_crank.numbers()
    r, rod, speed = slider_crank.CRANK, slider_crank.ROD, slider_crank.SPEED

    def place(t: float) -> float:
        return r * np.cos(speed * t) + np.sqrt(rod**2 - (r * np.sin(speed * t)) ** 2)

    t, step = found["time"], 1e-5
    assert found["place"] == pytest.approx(place(t), abs=1e-12)
    second = (place(t + step) - 2 * place(t) + place(t - step)) / step**2
    assert found["acceleration"] == pytest.approx(second, rel=1e-4)
    assert abs(found["work of a turn"]) < 1e-6 * found["greatest torque"]  # a turn gives back what it took


def test_hoecken_linkage_draws_a_line() -> None:
    unit = four_bar.UNIT
    path = []
    for angle in np.linspace(np.pi / 2, 3 * np.pi / 2, 50):
        A = polar(unit, angle)
        C = meet(A, 2.5 * unit, np.array([2 * unit, 0]), 2.5 * unit, np.array([0.1, 0.3]))
        path.append(A + 2 * (C - A))
    length, off = np.ptp(path, axis=0)
    found = four_bar.numbers()
    assert found["length"] == pytest.approx(length, rel=1e-6)
    assert found["off the line"] == pytest.approx(off, rel=1e-4)
    assert off < 0.003 * length


@pytest.mark.parametrize("k", [0, 3, 6])
def test_watt_linkage_stands_where_circles_meet(k: int) -> None:
    e, found = watt_linkage, watt_linkage.numbers()
    B0, C0 = np.array(e.PIVOTS["B0"]), np.array(e.PIVOTS["C0"])
    tips = {n: np.array([found[f"{n}{k} {a}"] for a in "xz"]) for n in ("coupler", "second")}
    A = polar(e.CRANK, 1.0 + e.SPEED * e.DURATION * k / 8)
    B = meet(A, e.COUPLER, B0, e.ROCKER, tips["coupler"])
    np.testing.assert_allclose(tips["coupler"], B, atol=1e-7)
    C = beside(B0, B, *polar(e.ARM, e.BEND))
    np.testing.assert_allclose(tips["second"], meet(C, e.SECOND, C0, e.OUTPUT, tips["second"]), atol=1e-7)
    assert found["left free"] == 0


@pytest.mark.parametrize("k", [0, 3, 6])
def test_stephenson_linkage_stands_where_circles_meet(k: int) -> None:
    e, found = stephenson_linkage, stephenson_linkage.numbers()
    tips = {n: np.array([found[f"{n}{k} {a}"] for a in "xz"]) for n in ("coupler", "link")}
    A = polar(e.CRANK, e.SPEED * e.DURATION * k / 8)
    B = meet(A, e.COUPLER, np.array(e.PIVOTS["B0"]), e.ROCKER, tips["coupler"])
    np.testing.assert_allclose(tips["coupler"], B, atol=1e-7)
    P = beside(A, B, *e.POINT)
    np.testing.assert_allclose(tips["link"], meet(P, e.LINK, e.PIVOTS["C0"], e.OUTPUT, tips["link"]), atol=1e-7)
    assert found["left free"] == 0


def test_jansen_foot_steps_where_circles_meet() -> None:
    L, Z = jansen_leg.Size, np.array(jansen_leg.PIVOT)
    path = []
    for angle in np.linspace(0, 2 * np.pi, 121):
        P = polar(L["m"], angle)
        A = meet(P, L["j"], Z, L["b"], np.array([-0.2, 0.4]))
        C = meet(P, L["k"], Z, L["c"], np.array([-0.3, -0.5]))
        B = meet(Z, L["d"], A, L["e"], np.array([-0.8, 0.0]))
        D = meet(B, L["f"], C, L["g"], np.array([-0.7, -0.4]))
        path.append(meet(C, L["i"], D, L["h"], np.array([-0.2, -1.0])))
    stride, lift = np.ptp(path, axis=0)
    found = jansen_leg.numbers()
    assert found["stride"] == pytest.approx(stride, rel=1e-6)
    assert found["lift"] == pytest.approx(lift, rel=1e-6)
    np.testing.assert_allclose([found["foot x"], found["foot z"]], path[40], atol=1e-7)


def test_five_bar_pen_is_where_circles_meet() -> None:
    e, found = five_bar, five_bar.numbers()
    elbows = []
    for side, swing in zip((-1, 1), e.SWINGS.values(), strict=True):
        angle = swing.offset + swing.amplitude * np.sin(2 * np.pi * swing.frequency * 0.35)
        elbows.append(np.array([side * e.BASE / 2, 0]) + polar(e.CRANK, angle))
    pen = meet(elbows[0], e.LINK, elbows[1], e.LINK, np.array([0, 1.0]))
    np.testing.assert_allclose([found["x"], found["z"]], pen, atol=1e-7)
