"""Constraints on one side as contacts: sides, gaps, rates, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import Contact, contact_of, try_element
from linkwork.contract.derived.contact_form import ContactForm
from linkwork.expr.evaluate import evaluate


def values(element: lw.Element, p: Any = (0.3, 0.4, 1.2), v: Any = (1.0, 0.0, 0.0)) -> tuple[np.ndarray, np.ndarray]:
    """(gaps, their rates) at a place."""
    contact = contact_of(element)
    assert contact is not None
    form = ContactForm(contact)
    rel = form.rel
    known = {
        **dict(zip(rel.R.ravel(), np.eye(3).ravel(), strict=True)),
        **dict(zip([*rel.p, *rel.v, *rel.w], [*p, *v, 0.0, 0.0, 0.0], strict=True)),
        form.t: 0.0,
    }
    gaps = [] if contact.one_way else evaluate(list(form.gaps), known)
    return np.array(gaps), np.array(evaluate(list(form.gap_rates), known))


def test_the_sides_of_a_constraint() -> None:
    """|p| = 1.3: 0.3/2 + … of (p² − l²)/2l with l = 1; at most that is the other sign."""
    away, rate = (1.69 - 1.0) / 2.0, 0.3
    for side in (True, "shortest"):
        np.testing.assert_allclose(values(lw.FixedDistance(1.0, one_sided=side)), [[away], [rate]])
    np.testing.assert_allclose(values(lw.FixedDistance(1.0, one_sided="longest")), [[-away], [-rate]])
    np.testing.assert_allclose(values(lw.Rope(1.0)), [[-away], [-rate]])
    for plain in (lw.FixedDistance(1.0), lw.FixedDistance(1.0, one_sided=False), lw.Weld()):
        assert contact_of(plain) is None
    assert lw.FixedDistance(1.0, one_sided=True).one_sided == "shortest"


def test_with_friction_gaps_are_distances() -> None:
    """Its normal force is then a force, also where the residual has another slope than one."""

    class Twice(lw.Constraint):
        def position(self, rel: Any, t: Any) -> Any:
            return 2.0 * rel.p[2] - 0.4

    np.testing.assert_allclose(values(Twice(one_sided=True), v=(0, 0, 1)), [[2.0], [2.0]])
    np.testing.assert_allclose(values(Twice(one_sided=True, friction=0.3), v=(0, 0, 1)), [[1.0], [1.0]])


def test_a_condition_on_velocities_goes_one_way() -> None:
    gaps, rates = values(lw.KnifeEdge("x", one_sided="longest"), v=(0.7, 0.0, 0.0))
    assert not len(gaps) and rates == pytest.approx([-0.7])


def test_fields_of_one_side_stand_last_and_are_not_shown_where_nobody_gives_them() -> None:
    assert lw.FixedDistance(2.0, "longest", 0.5).restitution == 0.5
    assert repr(lw.FixedDistance(2.0)) == "FixedDistance(length=2)"
    assert repr(lw.FixedDistance(2.0, "longest")) == "FixedDistance(length=2, one_sided='longest')"
    assert repr(lw.JointStop(0.0, 1.0)) == "JointStop(lower=0, upper=1)"


def test_what_does_not_fit_is_told() -> None:
    with pytest.raises(lw.ModelError, match="FixedDistance: restitution is that of a constraint on one side"):
        lw.FixedDistance(2.0, restitution=0.5)
    with pytest.raises(
        lw.ModelError, match=r"one_sided = 'above': choose True or 'shortest' \(its residuals may be pos"
    ):
        lw.FixedDistance(2.0, one_sided="above")
    with pytest.raises(lw.ModelError, match=r"restitution = 1\.5 is outside \[0, 1\]"):
        lw.Rope(2.0, restitution=1.5)
    with pytest.raises(lw.ModelError, match=r"static_friction = 0\.1 is less than friction = 0\.3"):
        lw.PointInPlane(one_sided=True, friction=0.3, static_friction=0.1)
    with pytest.raises(
        lw.ModelError, match="PointOnCurve: has unknowns of its own, s, and does not say which rows make"
    ):
        try_element(lw.PointOnCurve(lw.CircleCurve(0.4), one_sided=True))
    with pytest.raises(lw.ModelError, match=r"PerpendicularAxes\.gap: does not depend on the place of the second"):
        try_element(lw.PerpendicularAxes(one_sided=True, friction=0.2))
    with pytest.raises(lw.ModelError, match="ParallelAxes: has 2 residuals, of which one_sided would keep each on one"):
        try_element(lw.ParallelAxes(one_sided=True))
    with pytest.raises(
        lw.ModelError, match="Ratchet: goes one way, and closes without an approach or sliding; leave fri"
    ):
        lw.Ratchet(friction=0.2)
    with pytest.raises(
        lw.ModelError, match="KnifeEdge: goes one way, and closes without an approach or sliding; leave re"
    ):
        try_element(lw.KnifeEdge(one_sided=True, restitution=0.2))


def test_contacts_may_have_unknowns_and_go_one_way() -> None:
    class Bare(Contact):
        auxiliary = ("s",)

        def gap(self, rel: Any, t: Any, s: Any) -> Any:
            return rel.p[2] - s.s

    with pytest.raises(lw.ModelError, match="Bare: has 1 auxiliary unknowns and 0 residuals that make them known"):
        try_element(Bare())

    class Bent(Contact):
        one_way = True

        def gap_rate(self, rel: Any, t: Any) -> Any:
            return rel.v[0] * rel.v[1]

    with pytest.raises(lw.ModelError, match=r"Bent\.gap_rate: .*linear"):
        try_element(Bent())


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: lw.JointStop(), "JointStop: stops nothing; give lower, upper, or both"),
        (lambda: lw.JointStop(1.0, 0.5), "lower = 1 is not less than upper = 0.5; lock the coordinate"),
        (lambda: lw.JointStop(0.0, friction=0.1), "nothing slides at the end of a range"),
        (lambda: lw.BumpStop(), "BumpStop: stops nothing; give shortest, longest, or both"),
        (lambda: lw.BumpStop(2.0, 1.0), "shortest = 2 is not less than longest = 1; lw.FixedDistance holds"),
        (lambda: lw.PinInSlot(1.0, 0.1, 0.1, "x", "x"), "`along` and `across` must be perpendicular"),
        (lambda: lw.ClearanceRevolute(-0.1, 0.1), "clearance = -0.1 must be positive"),
    ],
)
def test_stops_that_stop_nothing_are_told(make: Any, said: str) -> None:
    with pytest.raises(lw.ModelError, match=said):
        make()
